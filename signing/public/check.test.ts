// What a stranger is told of a document: who signed what when, what the certificate is worth, and why something is not in force.
import { expect, test } from 'vitest'
import { both } from '../../kit/model/lang.ts'
import { isFormCode, judgeFile, parseDigest, parseDocumentCode } from './check.ts'
import { documentCode } from '../../services/typeset/verify-link.server.ts'
import { maskName } from '../../platform/public/mask.ts'

const CODE = '512021119203030001J'
const known = (o: object = {}) => ({
  cbhtbm: CODE,
  cbfmc: '张三丰',
  signWay: '1',
  signStatus: '2',
  qdsj: '2026-03-16',
  fileHash: 'a'.repeat(64),
  atDesk: false,
  outside: false,
  compared: false,
  ...o,
})
const by = (signer: string, o: object = {}) => ({
  signer,
  time: '2026-03-16 10:00:00',
  reason: '承包方签订承包合同',
  as: both('承包方代表', "contractor's representative"),
  valid: true,
  trusted: true,
  whole: false,
  changedAfter: false,
  ...o,
})
const signatures = [by('张三丰'), by('王五', { as: both('发包方', 'issuer'), whole: true })]
const file = (o: object = {}) => ({ sha256: 'a'.repeat(64), signatures, ...o })
const told = (...o: Parameters<typeof judgeFile>) => {
  const { verdict, says } = judgeFile(...o)
  return { verdict, zh: says.map((s) => s.zh), en: says.map((s) => s.en) }
}

test('the signed file with its code: the contract, each signature with who signs there, and what the certificates are worth', () => {
  const { verdict, zh, en } = told({ known: known(), file: file() })
  expect([verdict, zh.slice(0, 4)]).toEqual([
    'good',
    [
      `合同【${CODE}】由张**于2026-03-16以电子方式签订：签署人各自通过手机链接，核对证件号码和短信验证码后阅读全文并手写签名。`,
      '所交文件与归档的签署文件一字节不差。',
      '张**于2026-03-16 10:00:00签名（承包方代表），签名有效。',
      '王*于2026-03-16 10:00:00签名（发包方），签名有效。',
    ],
  ])
  expect([zh.length, zh[4], en[4]]).toEqual([
    5,
    expect.stringContaining('不是依法设立的电子认证服务机构颁发的证书'),
    expect.stringContaining('not from a licensed'),
  ])
  expect(told({ known: known({ outside: true }) }).zh).toEqual([`合同【${CODE}】由张**于2026-03-16以电子方式签订，签名由外部签署服务办理。`])
  expect(en[3]).toBe('王* signed at 2026-03-16 10:00:00 (issuer); the signature is valid.')
})

test('of a scan it is told whether its pages were compared, and not more', () => {
  const scan = (compared: boolean) => told({ known: known({ signWay: '3', compared }) })
  expect([scan(true).zh[0], scan(false).zh[0]]).toEqual([
    `合同【${CODE}】由张**于2026-03-16在纸质合同上签订，扫描件逐页核对并经第二人审核后归档。`,
    `合同【${CODE}】由张**于2026-03-16在纸质合同上签订，扫描件经第二人审核后归档；扫描件的各页没有与打印件核对。`,
  ])
  expect([scan(true).en[0]!.includes('page by page'), scan(false).en[0]!.includes('were not compared')]).toEqual([true, true])
})

test('what came between two signatures is told with the signature that it came after, and then nothing proves the file', () => {
  const sound = told({ known: known(), file: file() })
  expect(sound.zh.at(-1)).toContain('它证明文件自签署后没有改动')
  const between = told({ known: known(), file: file({ signatures: [by('张三丰', { changedAfter: true }), signatures[1]!] }) })
  expect([between.verdict, between.zh[0], between.en[0]]).toEqual([
    'bad',
    '张**于2026-03-16 10:00:00签名之后、下一个签名之前，文件被加入或改动了签名以外的内容：张**没有签署这些内容。',
    'After 张** signed at 2026-03-16 10:00:00, and before the next signature, something other than a signature was added or changed: 张** did not sign it.',
  ])
  for (const signatures_ of [
    [by('张三丰', { changedAfter: true }), signatures[1]!],
    [by('张三丰')],
    [by('张三丰', { valid: false, trusted: false }), signatures[1]!],
  ]) {
    const { zh, en } = told({ file: file({ signatures: signatures_ }) })
    expect(zh.join()).not.toContain('没有改动')
    expect(en.join()).not.toContain('prove that the file is unchanged')
  }
})

test('a file alone that is none of those kept may have been called off since: it counts for nothing without its code', () => {
  const { verdict, zh, en } = told({ file: file({ signatures: [by('张三丰', { whole: true })] }) })
  expect([verdict, zh[1], en[1]]).toEqual(['none', expect.stringContaining('系统没有归档这个文件'), expect.stringContaining('the document code')])
})

test('one changed byte, something appended, a certificate of somebody else and another file are each told', () => {
  const changed = told({ known: known(), file: file({ sha256: 'b'.repeat(64), signatures: signatures.map((x) => ({ ...x, valid: false })) }) })
  // what is wrong stands before what is told of the contract
  expect([changed.verdict, changed.zh.slice(0, 2), changed.en.slice(0, 2), changed.zh[2]]).toEqual([
    'bad',
    ['所交文件不是该合同归档的签署文件；以下合同信息说的是归档的文件。', '2处签名无效：文件在签名之后被改动。'],
    [
      'The file is not the signed file kept for this contract; what is said about the contract refers to the kept file.',
      '2 signatures are broken: the file was changed after them.',
    ],
    expect.stringContaining('以电子方式签订'),
  ])
  const appended = told({ file: file({ signatures: [by('张三丰')] }) })
  expect([appended.verdict, appended.zh[0]]).toEqual(['bad', '最后一个签名之后，文件又被添加了内容。'])
  const foreign = told({ file: file({ signatures: [by('John', { trusted: false, whole: true })] }) })
  expect([foreign.verdict, foreign.zh[0], foreign.en[0]]).toEqual([
    'bad',
    'J***的签名有效，但证书不是本系统签发的。',
    'The signature of J*** is valid, but its certificate is not from this system.',
  ])
  expect(told({ known: null }).zh).toEqual(['没有这个编码的文件：编码有误，或文件不是本系统打印的。'])
  expect(told({ file: file({ signatures: [] }) }).verdict).toBe('none')
})

test('a contract that is not signed says why, and that nothing of it is in force', () => {
  const of = (signStatus: string) => told({ known: known({ signStatus }) })
  const head = ['合同【512021119203030001J】（承包方张**）', 'Contract 512021119203030001J (contractor 张**) '] as const
  for (const [status, zh, en] of [
    ['99', '没有签署完成，或签署已被撤回，没有生效。', 'is not signed by all, or its signing was taken back; it is not in force.'],
    ['1', '没有签署完成，或签署已被撤回，没有生效。', 'is not signed by all, or its signing was taken back; it is not in force.'],
    ['3', '的签署文件已提交，正在等待审核，尚未生效。', 'has been submitted and is waiting to be examined; it is not in force.'],
    ['4', '的签署文件在审核时被退回，没有生效。', 'was rejected at its examination; it is not in force.'],
    ['5', '未在规定期限内签署完成，没有生效。', 'was not signed in time; it is not in force.'],
    ['7', '被一方拒绝签署，没有生效。', 'was refused by a party; it is not in force.'],
  ] as const)
    expect([status, of(status)]).toEqual([status, { verdict: 'none', zh: [head[0] + zh], en: [head[1] + en] }])
  // what was signed before it was taken back is not its file
  const back = told({ known: known({ signStatus: '99' }), file: file() })
  expect([back.verdict, back.zh[0], back.en[0]]).toEqual([
    'bad',
    '该合同没有归档的签署文件，所交文件不能作为已签合同。',
    'No signed file is kept for this contract: the file is not a signed contract.',
  ])
})

test('a code is read as it is printed or scanned, and of a name the first sign is shown', () => {
  const named = { cbhtbm: CODE, edition: '0123456789AB' }
  expect([`HT-${CODE}-0-0123456789AB`, ` ht-${CODE.toLowerCase()}-0123456789ab `].map(parseDocumentCode)).toEqual([named, named])
  expect([parseDocumentCode(CODE), parseDocumentCode('x')]).toEqual([undefined, undefined])
  expect([parseDigest(` ${'AB'.repeat(32)}\n`), parseDigest('a'.repeat(63)), parseDigest(CODE)]).toEqual(['ab'.repeat(32), undefined, undefined])
  expect([maskName('张'), maskName(''), maskName(' 李四 ')]).toEqual(['张*', '', '李*'])
})

test('the code of a printed form says what it is worth; a contract’s code and what is no code are not taken for one', () => {
  const code = documentCode('DJB', { cbfmc: '张三' })
  expect([isFormCode(code), isFormCode(` ${code.toLowerCase()} `), isFormCode(documentCode('SYT-512021119203010001', {}))]).toEqual([true, true, true])
  expect(documentCode('DJB', { cbfmc: '张三' })).toBe(code)
  expect(documentCode('DJB', { cbfmc: '张四' })).not.toBe(code)
  for (const no of [`${CODE}-0123456789AB`, 'DJB-0123456789A', 'DJB', '<DJB>-0123456789AB', 'a'.repeat(64)]) expect([no, isFormCode(no)]).toEqual([no, false])
  const { verdict, zh, en } = told({ known: null, form: true })
  expect([verdict, zh, en]).toEqual(['none', [expect.stringContaining('请出具单位当场重新打印')], [expect.stringContaining('print it again')]])
  // one that somebody invented is written like one: nothing is said to be known of it
  expect(isFormCode('51202111920301-000000000000')).toBe(true)
  expect([zh[0]!.split('。')[0], en[0]!.split('.')[0]]).toEqual(['未查到该编码的记录', 'Nothing is on record under this code'])
  expect(told({ known: null }).zh[0]).toContain('没有这个编码的文件')
})
