// Contracts signed on paper with their pages read, the second person, the evidence, and what strangers are told, through the whole application.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../runtime/sha256.server.ts'
import { closeRenderer } from '../services/typeset/typeset.server.ts'
import { buildCase, buildIssuer } from '../tests/factories.ts'
import { world, type Account, type World } from '../tests/world.ts'

const ROOT = join(import.meta.dirname, '..')
let w: World
let id: string, contract: any, print: Buffer

const call = async (person: Account, method: 'GET' | 'POST', path: string, given: Record<string, unknown> = {}, lang = 'zh') =>
  (await w.as(person)).send(method, path, { ...(method === 'GET' ? { query: given } : { body: given }), headers: { 'accept-language': lang } })
async function ok(...a: Parameters<typeof call>): Promise<any> {
  const r = await call(...a)
  expect([a[2], r.code, r.msg]).toEqual([a[2], 200, '操作成功'])
  return r.data
}
const detail = () => ok('admin', 'GET', '/yw-accept/business/detail', { id })
async function attached(bytes: Buffer, businessItem = 'CBHT'): Promise<string> {
  const file = { name: `${businessItem}.pdf`, bytes, type: 'application/pdf' }
  const r = await (await w.as('town')).upload('/cpt-resource/attach/endpoint/upload', file, { businessId: id, businessItem })
  expect(r.msg).toBe('操作成功')
  return r.data.id
}
const state = async () => {
  const [c] = await ok('admin', 'GET', '/dzzw/contract-to-sign', { businessId: id })
  return c
}
const upload = async (bytes: Buffer, lang = 'zh') =>
  call('town', 'POST', '/dzzw/upload-contract-file', { contractId: contract.id, attachId: await attached(bytes), qdsj: '2026-03-16' }, lang)
/** The print with its pages in another order, or fewer. */
async function pagesOf(numbers: readonly number[]): Promise<Buffer> {
  const from = await PDFDocument.load(print)
  const out = await PDFDocument.create()
  for (const page of await out.copyPages(from, [...numbers])) out.addPage(page)
  return Buffer.from(await out.save())
}
function tool(name: string, bytes: Buffer, ...after: string[]): string {
  const file = join(w.dataDir, 'x.pdf')
  writeFileSync(file, bytes)
  return execFileSync(name, [file, ...after], { encoding: 'utf8' })
}
const check = async (given: object, lang = 'zh') =>
  (await w.nobody.send('POST', '/sign/check-document', { body: given, headers: { 'accept-language': lang } })).data
/** The code at the foot of the pages. */
const codeOf = () => /HT-\d{18}J-0-[0-9A-F]{12}/.exec(tool('pdftotext', print, '-').replace(/\u200b/g, ''))![0]

beforeAll(async () => {
  w = await world({ PAGE_CHECK: 'on' })
  w.setNow('2026-03-02')
  await buildIssuer(w, { fbfmc: '玉顶村第三村民小组', fbffzrxm: '刘德华' })
  const blank = await PDFDocument.create()
  blank.addPage()
  id = (await buildCase(w, { task: 'sign', paper: Buffer.from(await blank.save()) })).id
  contract = await state()
  await ok('admin', 'POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [contract.id], signWay: '3' })
  print = (await call('admin', 'GET', '/dzzw/preview-contract-draft', { contractId: contract.id })).raw
})
afterAll(async () => {
  await closeRenderer()
  await w?.end()
})

test('a bad scan is refused in the language of who sends it, and nothing is stored as signed', async () => {
  const pages = (await PDFDocument.load(print)).getPageCount()
  const all = Array.from({ length: pages }, (_, i) => i)
  const without = await pagesOf(all.filter((n) => n !== 1))
  const en = await upload(without, 'en')
  expect([en.status, en.key, en.msg]).toEqual([400, 'scan-missing-page', `Missing: page 2 of ${pages - 1} of the contract`])
  // a stack is told apart by its codes: without one it is nobody's
  const bare = await PDFDocument.create()
  bare.addPage()
  const stack = { businessId: id, attachId: await attached(Buffer.from(await bare.save())), qdsj: '2026-03-16' }
  const uncoded = await call('town', 'POST', '/dzzw/upload-contract-stack', stack)
  expect([uncoded.key, uncoded.msg]).toEqual(['stack-without-codes', '文件中没有可识别的合同页码二维码，无法按合同拆分'])
  const { signStatus, attachId, uploadUser } = await state()
  expect([signStatus, attachId, uploadUser]).toEqual(['99', null, null])
})

test('who brought a scan neither examines it nor passes the task; another rejects it with a reason or accepts it', async () => {
  // two at once: the one whose pages are read second finds the contract moved on
  const files = [await attached(print), await attached(print)]
  const send = (attachId: unknown) => call('town', 'POST', '/dzzw/upload-contract-file', { contractId: contract.id, attachId, qdsj: '2026-03-16' })
  const twice = await Promise.all(files.map(send))
  expect(twice.map((r) => r.msg).toSorted()).toEqual([`合同【${contract.cbhtbm}】在读取文件期间已被他人办理，请刷新后重试`, '操作成功'].toSorted())
  expect((await state()).signStatus).toBe('3')
  const own = (lang: string) => call('town', 'POST', '/dzzw/contract/examine', { contractId: contract.id, pass: 1 }, lang)
  expect([(await own('zh')).msg, (await own('en')).msg, (await own('zh')).key]).toEqual([
    `合同【${contract.cbhtbm}】的签署文件由您上传，须由另一人审核；可由【签约员、镇级经办二】审核`,
    `You uploaded the signed file of contract ${contract.cbhtbm}: another person must examine it. It may be done by: 签约员, 镇级经办二`,
    'examined-by-another',
  ])
  // nor does the pass of another stand for a look at it; the check before it says the same
  const { taskId, processInstanceId } = await detail()
  const passed = async (person: Account, lang: string) => {
    const r = await call(person, 'POST', '/yw-accept/business/commit', { taskId, processInstanceId }, lang)
    const { findings } = (await call(person, 'POST', '/yw-accept/business/pre-flight', { id }, lang)).data
    expect(findings.map((f: any) => [f.code, f.msg, f.severity, f.task])).toEqual([[r.key, r.msg, 'bars', 'sign']])
    return [r.key, r.msg]
  }
  expect([await passed('town', 'zh'), await passed('admin', 'zh'), await passed('admin', 'en')]).toEqual([
    ['examined-by-another', (await own('zh')).msg],
    ['not-examined', `合同【${contract.cbhtbm}】的签署文件尚未审核；请在该合同的操作栏点击“审核签署文件”，比对后选择“审核通过”或“退回”`],
    [
      'not-examined',
      `The signed file of contract ${contract.cbhtbm} is not examined yet: press “Examine” at the contract, compare it with the print, and accept or reject it`,
    ],
  ])
  expect((await state()).signStatus).toBe('3')
  expect((await call('admin', 'POST', '/dzzw/contract/examine', { contractId: contract.id, pass: 0 })).key).toBe('invalid')
  await ok('admin', 'POST', '/dzzw/contract/examine', { contractId: contract.id, pass: 0, reason: '指印不清' })
  expect([(await state()).signStatus, (await state()).reason]).toEqual(['4', '指印不清'])
  expect((await check({ code: codeOf() })).verdict).toBe('none')

  // the next scan comes in a stack, and is found by its codes
  const stack = { businessId: id, attachId: await attached(print), qdsj: '2026-03-16' }
  expect(await ok('town', 'POST', '/dzzw/upload-contract-stack', stack)).toEqual([{ cbhtbm: contract.cbhtbm, taken: true, reason: null }])
  expect((await state()).signStatus).toBe('3')
  await ok('admin', 'POST', '/dzzw/contract/examine', { contractId: contract.id, pass: 1 })
  const { signStatus, qdsj } = await state()
  expect([signStatus, qdsj]).toEqual(['2', '2026-03-16'])
  expect(await ok('town', 'POST', '/dzzw/upload-contract-stack', { ...stack, attachId: await attached(print) })).toEqual([
    { cbhtbm: contract.cbhtbm, taken: false, reason: `合同【${contract.cbhtbm}】不是本业务中等待上传的合同` },
  ])
})

test('the evidence sheet tells every act with person and digest, is signed, and a changed byte of it is found by a foreign program and by the offline tool', async () => {
  const { raw, headers } = await call('admin', 'GET', '/sign/evidence', { contractId: contract.id })
  expect(headers['content-type']).toBe('application/pdf')
  const told = tool('pdftotext', raw, '-raw', '-').replace(/[\s\u200b]/g, '')
  const { fileHash } = await state()
  for (const word of [
    '选择签署方式',
    '上传签署文件',
    '扫描件与打印件逐页核验通过',
    '第二人审核退回',
    '指印不清',
    '第二人审核通过',
    '承包方案公示',
    '村委会公告栏',
    '系统内置合同文本',
  ])
    expect(told).toContain(word)
  expect(told).toContain('摘要与签署时一致')
  expect(told).toContain(fileHash.slice(0, 16))
  expect(tool('pdfsig', raw, '-nocert')).toContain('Signature is Valid')

  const bundle = await call('admin', 'GET', '/sign/court-bundle', { contractId: contract.id })
  writeFileSync(join(w.dataDir, 'x.zip'), bundle.raw)
  const names = execFileSync(
    'python3',
    ['-c', 'import sys,zipfile\nfor i in zipfile.ZipFile(sys.argv[1]).infolist(): print(i.filename)', join(w.dataDir, 'x.zip')],
    { encoding: 'utf8' },
  )
  expect(names.trim().split('\n')).toEqual([`${contract.cbhtbm}.pdf`, '签署证据单.pdf', '根证书.pem', '证书/01.pem', '说明.txt'])

  const root = join(w.dataDir, 'root.pem')
  writeFileSync(root, /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(bundle.raw.toString('latin1'))![0])
  const offline = (bytes: Buffer): [number, string] => {
    const file = join(w.dataDir, 'sheet.pdf')
    writeFileSync(file, bytes)
    try {
      return [0, execFileSync(process.execPath, [join(ROOT, 'tools/verify-signed.ts'), file, root], { encoding: 'utf8', stdio: 'pipe' })]
    } catch (e) {
      return [(e as { status: number }).status, (e as { stdout: string }).stdout]
    }
  }
  expect(offline(raw)).toEqual([0, expect.stringContaining('good  承包系统存证')])
  const changed = Buffer.from(raw)
  changed[200] = changed[200]! ^ 1
  expect(offline(changed)).toEqual([1, expect.stringContaining('the file was changed')])
  expect(tool('pdfsig', changed, '-nocert')).not.toContain('Signature is Valid')

  // strangers: by file, and told the same of the changed one
  const good = await check({ file: raw.toString('base64') }, 'en')
  expect([good.verdict, good.says[0]]).toEqual(['good', expect.stringContaining('承*****')])
  expect((await check({ file: changed.toString('base64') })).verdict).toBe('bad')
})

test('a stranger learns by the code at the foot of a page who signed when, with masked names; a guessed code tells nothing', async () => {
  const code = codeOf()
  const kept = (await call('admin', 'GET', '/dzzw/sign-file/download', { contractId: contract.id })).raw
  const zh = await check({ code })
  expect([zh.verdict, zh.says]).toEqual(['good', [`合同【${contract.cbhtbm}】由张*于2026-03-16在纸质合同上签订，扫描件逐页核对并经第二人审核后归档。`]])
  expect((await check({ code, file: kept.toString('base64') }, 'en')).says).toEqual([
    `Contract ${contract.cbhtbm} was signed on paper by 张* on 2026-03-16; its scan was compared page by page and examined by a second person.`,
    'The file is, byte for byte, the one that was signed and kept.',
  ])
  // by the file alone, or its digest alone: an index finds it
  const { says } = zh
  expect((await check({ file: kept.toString('base64') })).says).toEqual([...says, '所交文件与归档的签署文件一字节不差。'])
  expect((await check({ code: sha256(kept).toUpperCase() })).says).toEqual(says)
  expect((await check({ code: 'f'.repeat(64) })).verdict).toBe('bad')
  expect((await check({ file: print.toString('base64') })).verdict).toBe('none')
  expect((await check({ code, file: print.toString('base64') })).verdict).toBe('bad')
  const guessed = await check({ code: code.slice(0, -1) + (code.endsWith('0') ? '1' : '0') })
  expect([guessed.verdict, JSON.stringify(guessed).includes('张')]).toEqual(['bad', false])
  const refused = await w.nobody.send('POST', '/sign/check-document', { body: {} })
  expect([refused.status, refused.msg]).toEqual([400, '请输入文件编码或选择文件'])
})

test('files of strangers are read in a line with an end, and one with more signatures than a contract can have is not read at all', async () => {
  const many = Buffer.concat([print, Buffer.from('/ByteRange [0 1 2 3] '.repeat(50_000))])
  const r = await w.nobody.send('POST', '/sign/check-document', { body: { file: many.toString('base64') } })
  expect([r.status, r.key, r.msg]).toEqual([400, 'too-many-signatures', expect.stringContaining('文件中的电子签名超过40处，不予核验')])
  const all = await Promise.all(Array.from({ length: 14 }, () => w.nobody.send('POST', '/sign/check-document', { body: { file: print.toString('base64') } })))
  const told = all.map((a) => (a.code === 200 ? 'read' : `${a.status} ${a.key}`))
  expect([...new Set(told)].toSorted()).toEqual(['503 check-busy', 'read'])
  expect(told.filter((t) => t === 'read').length).toBeGreaterThanOrEqual(8)
  expect(all.find((a) => a.status === 503)!.msg).toContain('当前核验文件的人较多，请稍后再试；也可以输入合同页脚的文件编码或文件摘要核验')
  // and the line is free again
  expect((await check({ file: print.toString('base64') })).verdict).toBe('none')
})
