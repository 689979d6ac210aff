// Signing by phone through HTTP: a contract of four nodes from its start to its signed file, and everybody who must not sign it.
import { execFileSync } from 'node:child_process'
import { rmSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSignProvider } from '../../apps/simulators/sign-provider/provider.server.ts'
import { handlings, registryOf } from '../../apps/server/handlings.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { closeRenderer } from '../../services/typeset/typeset.server.ts'
import { sms, sms_history } from '../../platform/messages/sms.ts'
import { openOutbound } from '../../runtime/outbound.server.ts'
import { openSealer } from '../../runtime/seal.server.ts'
import { readSecret } from '../../runtime/sealed.server.ts'
import { digestIn } from '../../services/files/digest.server.ts'
import { folderStorage } from '../../services/files/storage/storage.server.ts'
import { attachTo, bench, memberId, people, registered, type Bench, type Person } from '../../tests/case-bench.ts'
import { idCard, sample } from '../../tests/samples.ts'
import { stories } from '../../tests/type-stories.ts'
import { signer_auth } from '../signers/agents.ts'
import { openAuthority } from '../../services/pades/authority.server.ts'
import { contractRoutes } from '../contracts/contracts.server.ts'
import { letterRoutes } from '../letters/letter.server.ts'
import { deadlineRoutine } from '../acts/deadline.server.ts'
import { behind, handwritten, NODES, PHONES, transfers, type Node, type ToSign as Case, type Transfers } from '../../tests/signing-bench.ts'
import { dateReminders } from '../acts/reminders.server.ts'
import { verify } from '../../services/pades/verify.server.ts'
import { sign_template } from '../templates/template.ts'
import { remoteJobs } from './job.server.ts'
import { outsideRoutes, outsideRoutine, type OutsideParts } from './outside.server.ts'
import { httpSignProvider } from './provider.server.ts'
import { signerRoutes } from './signer.server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'signer-'))
const sealer = openSealer(dataDir)
const storage = folderStorage(join(dataDir, 'files'))
const links = { sms: { sealer, outbound: openOutbound([]) }, publicUrl: 'https://htqd.example.gov.cn' }
const outbound = openOutbound(['127.0.0.1'])
/** The service outside, whose address is known when it is started. */
const provider = {
  callback: '',
  settings: { url: 'http://127.0.0.1:1', appId: 'demo', secret: 'the-secret-of-both' },
  at(url: string) {
    this.settings.url = url
  },
  get client() {
    return httpSignProvider(this.settings, outbound, () => new Date('2026-03-17T09:00:00+08:00'))
  },
}
const reports: OutsideParts = { provider: { ...provider.client, file: (...a) => provider.client.file(...a) }, storage }
const [freeze] = remoteJobs({ types: { handlings }, storage, links })
let b: Bench
let s: Transfers['s'], toSign: () => Promise<Case>
let written = ''

beforeAll(async () => {
  // what was signed is looked at in the store; no bytes lie behind the papers of the stories
  const digestOf = async (name: string) => (await digestIn(storage)(name)) ?? 'a'.repeat(64)
  b = await bench({
    registry: registryOf({ digestOf, sealer: { sign: (text) => text } }),
    routes: [
      ...contractRoutes({ handlings }, { storage }, links),
      ...signerRoutes({ links, storage, dataDir }),
      ...letterRoutes({ handlings }),
      ...outsideRoutes(reports),
    ],
    perms: ['sign_edit', 'sign_view', 'print_view'],
  })
  provider.callback = await b.app.listen({ port: 0, host: '127.0.0.1' })
  const all = await transfers(b)
  s = all.s
  toSign = () => all.toSign('1', true)
  written = await handwritten('M40 60 L260 200 M260 60 L40 200 M330 40 L330 210 M300 120 L560 120')
  await sql`insert into region (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, code, name) values
    (1, '000000', 1, '2026-01-01', 1, '2026-01-01', 1, '510112101', '石羊镇'), (2, '000000', 1, '2026-01-01', 1, '2026-01-01', 1, '510112101201', '油坪村')`.execute(
    b.db.owner,
  )
  await b.as('admin', async (ctx) => {
    await rows.insert(ctx, sms, { ...sample(sms), smsCode: 'sim', status: 1 })
  })
})
afterAll(async () => {
  await closeRenderer()
  await b?.end()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The lines of signatures of a contract of three, who signs there, and where the issuer is. */
const LINES = ['转让方代表（签章）：', '受让方代表（签章）：', '负责人（签章）：']
const SIGNERS = ['承包方签订承包合同', '受让方（互换对方）签订承包合同', '发包方签订承包合同']
const VILLAGE = '石羊镇油坪村'

const town = (method: 'GET' | 'POST', path: string, body: object = {}, query: Record<string, string> = {}) => b.call('town')(method, path, body, query)
const nobody = (verb: string, body: object, lang: 'zh' | 'en' = 'zh') => b.call('' as Person, lang)('POST', `/sign/signer/${verb}`, body)
const key = (r: { code: number; key?: string }) => r.key ?? String(r.code)
/** What lately went to a phone: the last message, which waits sealed for its provider. */
const letter = async (): Promise<{ text: string; params: Record<string, string> }> => {
  const letters = (await sql<{ ownerId: string }>`select "ownerId" from sealed_secret where owner = 'sms_history'`.execute(b.db.owner)).rows
  return b.as('admin', async (ctx: Ctx) => {
    const id = String(letters.map((l) => BigInt(l.ownerId)).toSorted((x, y) => (x < y ? 1 : -1))[0])
    return JSON.parse((await readSecret(ctx, sealer, sms_history.name, id, 'letter'))!)
  })
}
const lately = async (): Promise<string> => (await letter()).text
const linkIn = (words: string) => /\/sign#(\S+)/.exec(words)![1]!
const account = async () => {
  const { consumed, reserved } = await s.one('sign_account', 'true')
  return { consumed, reserved }
}

/** Starts signing, and its file is made. Answers the link of the first signer. */
async function begin(c: Case): Promise<string> {
  expect((await town('POST', '/sign/start', c.keys)).msg).toBe('操作成功')
  expect(await b.run(freeze!, b.queued.findLast((j) => j.kind === 'sign-freeze')!.payload)).toEqual({ begun: true })
  return linkIn(await lately())
}
const state = async (c: Case) => (await town('GET', '/sign/query', {}, { uniqueKey: c.id, businessKey: c.contract.id })).data
const nodeRow = (c: Case, state: string) => s.one('sign_node', `"contractId" = ${c.contract.id} and state = '${state}'`)
/** A number gets a code a minute and five a day: what it got before is forgotten. */
const anotherDay = () => b.db.owner.deleteFrom('sms_limit').execute()
/** Confirms who a signer is. Answers his pass. */
async function identified(link: string, idCard: string): Promise<string> {
  await anotherDay()
  expect(await nobody('code', { link, idCard })).toMatchObject({ code: 200, data: { seconds: 300 } })
  const r = await nobody('check', { link, code: /验证码 (\d{6})/.exec(await lately())![1] })
  expect(r.msg).toBe('操作成功')
  return r.data.pass
}
const read = async (link: string, pass: string): Promise<Buffer> => (await b.raw('' as Person)('POST', '/sign/signer/file', {}, { link, pass })).rawPayload
const signs = (link: string, pass: string, more: object = {}) => nobody('sign', { link, pass, consent: 1, picture: written, ...more })
const CALM = [
  404,
  'sign-link',
  '签署链接无效或已失效，请联系承包办工作人员重新发送',
  'This link is not valid or has expired: please ask the office for a new one',
]
/** What a link that opens nothing is told, by every call of a signer. */
async function isOver(link: string) {
  for (const verb of ['open', 'code', 'check', 'file', 'sign', 'refuse']) {
    const body = { link, idCard: '1', code: '123456', pass: 'x', reason: '不同意', consent: 1, picture: written }
    const names = { open: ['link'], code: ['link', 'idCard'], check: ['link', 'code'], file: ['link', 'pass'], refuse: ['link', 'pass', 'reason'] }[verb]
    const own = names ? Object.fromEntries(names.map((n) => [n, body[n as 'link']])) : { link, pass: 'x', consent: 1, picture: written }
    const [zh, en] = [await nobody(verb, own), await nobody(verb, own, 'en')]
    expect([verb, zh.code, zh.key, zh.msg, en.msg]).toEqual([verb, ...CALM])
  }
}
const pdfsig = (pdf: Buffer): string => {
  writeFileSync(join(dataDir, 'x.pdf'), pdf)
  return execFileSync('pdfsig', [join(dataDir, 'x.pdf')], { encoding: 'utf8' })
}

/** What each call of a signer answers to everybody but its node's person: to all roles, with the link in hand. */
const OTHERS = { code: 'E3004', check: 'sms-code', file: 'sign-pass', sign: 'sign-pass', refuse: 'sign-pass' } as const
/** And what the office's own calls of a contract answer while it is being signed. */
const OFFICE = { '/sign/start': 'not-allowed-now', '/dzzw/choose-sign-way': 'not-allowed-now', '/dzzw/upload-contract-file': 'E2002' } as const
async function nobodyElse(c: Case, link: string, node: Node, passBefore: string) {
  const before = await s.one('sign_flow', `"contractId" = ${c.contract.id}`)
  const otherId = c.ids[node === 'cbf' ? 'cbf_zr' : 'cbf']
  for (const who of [...Object.keys(people), ''] as Person[]) {
    const call = b.call(who)
    const bodies = {
      code: { link, idCard: otherId },
      check: { link, code: '123456' },
      file: { link, pass: passBefore },
      sign: { link, pass: passBefore, consent: 1, picture: written },
      refuse: { link, pass: passBefore, reason: '不同意' },
    }
    for (const [verb, body] of Object.entries(bodies))
      expect([node, who, verb, key(await call('POST', `/sign/signer/${verb}`, body))]).toEqual([node, who, verb, OTHERS[verb as 'code']])
    // so that the next one finds a link that has its tries
    await b.db.owner.updateTable('sign_node').set({ wrongIds: 0 }).where('contractId', '=', c.contract.id).execute()
  }
  const own = { uniqueKey: c.id, businessKeys: [c.contract.id] }
  expect(key(await town('POST', '/sign/start', own))).toBe(OFFICE['/sign/start'])
  expect(key(await town('POST', '/dzzw/choose-sign-way', { businessId: c.id, contractIds: [c.contract.id], signWay: '2' }))).toBe(
    OFFICE['/dzzw/choose-sign-way'],
  )
  const upload = { contractId: c.contract.id, attachId: '1', qdsj: '2026-03-17' }
  expect(key(await town('POST', '/dzzw/upload-contract-file', upload))).toBe(OFFICE['/dzzw/upload-contract-file'])
  expect(await s.one('sign_flow', `"contractId" = ${c.contract.id}`)).toEqual(before)
}

test('four signers one after the other, each by his own link, number and phone, and nobody else at any node; the file holds four valid signatures', async () => {
  const c = await toSign()
  let link = await begin(c)
  const words = await lately()
  expect(words).toMatch(/^张\d+您好：您有一份农村土地承包合同待签署，请于2026-03-18 09:00前打开 https:\/\/htqd\.example\.gov\.cn\/sign#510112[\w-]{43} 办理。/)
  // a provider that counts values gets them as they stand in the words
  expect(Object.keys((await letter()).params)).toEqual(['name', 'deadline', 'url'])
  // the secret is nowhere in the database: the history of messages does not show it, the node has its digest
  expect((await s.all('sms_history', 'true')).some((h) => h.content.includes(link))).toBe(false)
  expect((await nodeRow(c, 'open')).linkHash).not.toContain(link.slice(10))
  const links = [link]
  const stages: Buffer[] = []
  let pass = 'x'.repeat(43)
  for (const [i, node] of NODES.entries()) {
    expect((await state(c)).nodes.map((n: any) => n.state)).toEqual(NODES.map((_, j) => (j < i ? 'signed' : j === i ? 'open' : 'waiting')))
    await nobodyElse(c, link, node, pass)
    for (const old of links.slice(0, -1)) await isOver(old)
    expect((await nobody('open', { link })).data).toEqual({
      nodeCode: node,
      signer: expect.stringMatching(/^.\*+$/),
      phone: `139****000${i + 1}`,
      signDeadline: '2026-03-18 09:00:00',
      compared: false,
    })
    pass = await identified(link, c.ids[node])
    expect(key(await signs(link, pass))).toBe('sign-unread')
    stages.push(await read(link, pass))
    expect((await signs(link, pass)).data).toEqual({ signed: true, last: node === 'jz' })
    expect((await state(c)).signStatus).toBe(node === 'jz' ? '2' : '1')
    if (node !== 'jz') links.push((link = linkIn(await lately())))
  }
  await isOver(link)
  const done = await state(c)
  expect([done.qdsj, done.nodes.map((n: any) => [n.nodeCode, n.signerName, n.valid])]).toEqual([
    '2026-03-17',
    [
      ['cbf', expect.stringMatching(/^张/), true],
      ['cbf_zr', expect.stringMatching(/^张/), true],
      ['fbf', '村书记', true],
      ['jz', '镇鉴证', true],
    ],
  ])
  const pdf = (await b.raw('town')('GET', '/dzzw/sign-file/download', { contractId: c.contract.id })).rawPayload
  // every stage is the beginning of the next: no signature touches what was signed before it
  for (const [i, stage] of stages.entries()) expect([i, pdf.subarray(0, stage.length).equals(stage)]).toEqual([i, true])
  const report = pdfsig(pdf)
  expect([report.split('Signature is Valid').length - 1, report.split('ETSI.CAdES.detached').length - 1]).toEqual([4, 4])
  expect(report.split('- Total document signed').length - 1).toBe(1)
  const { certificate } = await openAuthority(dataDir, '2026-03-17T09:00:00+08:00')
  const found = await verify(pdf, [certificate.toString('pem')])
  expect(found.map((f) => [f.signer, f.valid, f.trusted, f.whole])).toEqual(done.nodes.map((n: any, i: number) => [n.signerName, true, true, i === 3]))
  const shown = execFileSync('pdftotext', [join(dataDir, 'x.pdf'), '-'], { encoding: 'utf8' }).replace(/[\s\u200b]/g, '')
  for (const word of ['承包地块示意图', c.contract.cbhtbm]) expect(shown).toContain(word)
  // each name stands in the line of its person, the day of the last signature and the issuer's village in theirs
  expect(await behind(pdf, [...LINES, '签订日期：', '签订地点：'])).toEqual([...SIGNERS, '2026年03月17日', VILLAGE])
  expect(await behind(stages[3]!, ['签订日期：'])).toEqual([''])
  expect(
    execFileSync('pdfimages', ['-list', join(dataDir, 'x.pdf')], { encoding: 'utf8' })
      .split('\n')
      .filter((l) => /^ *\d+ +\d+ image /.test(l)).length,
  ).toBe(4)
  // PDF/A from the typesetter to the last signature: it says so, and no font is outside of it
  expect(pdf.toString('latin1')).toMatch(/pdfaid:part>2<[\s\S]*pdfaid:conformance>B</)
  const fonts = execFileSync('pdffonts', [join(dataDir, 'x.pdf')], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(2)
  expect([fonts.length > 2, fonts.filter((l) => !/ yes yes yes +\d+ +0$/.test(l))]).toEqual([true, []])
  // one byte more of the first stage, and all four fail
  const changed = Buffer.from(pdf)
  changed[stages[0]!.length - 200]! ^= 1
  expect((await verify(changed, [])).some((f) => f.valid)).toBe(false)
  expect(await account()).toEqual({ consumed: 1, reserved: 0 })
  expect(await s.broken()).toEqual([])
}, 60_000)

test('a co-owner signs for a household by a letter: his number, phone and name at the node; an expired letter, one of another contract, a missing file and a stranger are refused', async () => {
  const [c, other] = [await toSign(), await toSign()]
  const n = Number(c.ids.cbf.slice(14, 17)) >> 1
  const paper = (of: Case, sha256: string, kind = 'QSWTS') => attachTo(b, of.id, [kind], sha256)
  const attachId = await paper(c, 'b'.repeat(64))
  const letter = {
    contractId: c.contract.id,
    nodeCode: 'cbf',
    agentName: `李${n}`,
    agentIdType: '1',
    agentIdCard: memberId(n, 1),
    agentPhone: '13900000009',
    purpose: '代为签订土地承包经营权转让合同',
    fromDay: '2026-03-01',
    toDay: '2026-03-17',
    attachId,
  }
  const save = (more: object = {}, lang: 'zh' | 'en' = 'zh') => b.call('town', lang)('POST', '/sign/letter/save', { ...letter, ...more })
  const refusals: readonly (readonly [object, string, string, string])[] = [
    [{ attachId: '' }, 'invalid', '请上传授权委托书', 'Please upload the letter of authorisation'],
    [{ attachId: await paper(other, 'c'.repeat(64)) }, 'not-found', '附件不存在', 'Attachment not found'],
    [
      { agentIdCard: idCard() },
      'letter-not-co-owner',
      `【李${n}】不是该承包方的家庭成员，不能代签`,
      `李${n} is not a member of the household and cannot sign for it`,
    ],
    [
      { agentIdCard: c.ids.cbf_zr },
      'letter-both-sides',
      `【李${n}】是该合同另一方或本人的签署人，不能受托代签`,
      `李${n} already signs this contract and cannot sign for another party too`,
    ],
    [
      { fromDay: '2026-02-01', toDay: '2026-03-16' },
      'letter-expired',
      `【李${n}】的授权委托书有效期为2026-02-01至2026-03-16，当前不在有效期内`,
      `The letter of 李${n} is valid from 2026-02-01 to 2026-03-16, not today`,
    ],
    [{ toDay: '2026-02-01' }, 'invalid', '截止日不能早于起始日', 'The end cannot be before the beginning'],
    [{ nodeCode: 'jz' }, 'invalid', '签署节点不在可选范围内', ''],
  ]
  for (const [more, k, zh, en] of refusals) {
    const [r, e] = [await save(more), await save(more, 'en')]
    const told = (x: typeof r) => x.data?.fields?.[0]?.msg ?? x.msg
    expect([more, key(r), told(r), en && told(e)]).toEqual([more, k, zh, en])
  }
  expect((await s.all('sign_letter', 'true')).length).toBe(0)
  expect((await save()).msg).toBe('操作成功')
  // the same paper serves no other contract of a household
  const m = Number(other.ids.cbf.slice(14, 17)) >> 1
  const elsewhere = { contractId: other.contract.id, agentName: `李${m}`, agentIdCard: memberId(m, 1), attachId: await paper(other, 'b'.repeat(64)) }
  expect([key(await save(elsewhere)), (await save(elsewhere)).msg]).toEqual([
    'letter-other-contract',
    `该委托书是合同【${c.contract.cbhtbm}】的，不能用于本合同`,
  ])
  const { data: listed } = await town('GET', '/sign/letter/list', {}, { contractId: c.contract.id })
  expect(listed.map((l: any) => [l.nodeCode, l.principalName, l.agentName, l.agentIdCard === letter.agentIdCard])).toEqual([['cbf', `张${n}`, `李${n}`, false]])

  // its file is gone, then it is there again; the day after it is over at the node
  await b.db.owner
    .updateTable('attach')
    .set({ sha256: 'd'.repeat(64) })
    .where('id', '=', attachId)
    .execute()
  expect(key(await town('POST', '/sign/start', c.keys))).toBe('letter-file')
  await b.db.owner
    .updateTable('attach')
    .set({ sha256: 'b'.repeat(64) })
    .where('id', '=', attachId)
    .execute()
  const link = await begin(c)
  expect([key(await save()), key(await town('POST', '/sign/letter/remove', { id: listed[0].id }))]).toEqual(['not-allowed-now', 'not-allowed-now'])
  expect((await nodeRow(c, 'open')).signerPhone).toBe('13900000009')
  expect(key(await nobody('code', { link, idCard: c.ids.cbf }))).toBe('E3004')
  const pass = await identified(link, letter.agentIdCard)
  await read(link, pass)
  await b.db.owner.updateTable('sign_letter').set({ toDay: '2026-03-16' }).where('id', '=', listed[0].id).execute()
  expect(key(await signs(link, pass))).toBe('letter-expired')
  await b.db.owner.updateTable('sign_letter').set({ toDay: '2026-03-17' }).where('id', '=', listed[0].id).execute()
  expect((await signs(link, pass)).data).toEqual({ signed: true, last: false })
  const [first] = await verify(await folderOf(c), [])
  expect([first!.signer, first!.valid]).toEqual([`李${n}`, true])
  const acts = await s.all('sign_event', `"contractId" = ${c.contract.id} and event = 'letter'`)
  expect(acts.map((a) => [a.fileHash, a.detail])).toEqual([['b'.repeat(64), `cbf 李${n} 代 张${n} 2026-03-01—2026-03-17 代为签订土地承包经营权转让合同`]])
  expect((await town('POST', '/sign/cancel', c.keys)).msg).toBe('操作成功')
  expect((await town('POST', '/sign/letter/remove', { id: listed[0].id })).msg).toBe('操作成功')
  const again = await begin({ ...c })
  expect((await nodeRow(c, 'open')).signerName).toBe(`张${n}`)
  expect(again).not.toBe(link)
  expect((await town('POST', '/sign/cancel', c.keys)).msg).toBe('操作成功')
})
/** The file of a contract's flow as it lies in the store. */
const folderOf = async (c: Case) => storage.read((await s.all('sign_flow', `"contractId" = ${c.contract.id}`)).at(-1).fileName)

/** A way is refused for all that would stop the start: balance, template, agents, and the phone of a household, with the row that puts it right. */
async function choosing(c: Case): Promise<void> {
  const { owner } = b.db
  const choose = (lang: 'zh' | 'en', signWay: string) =>
    b.call('town', lang)('POST', '/dzzw/choose-sign-way', { businessId: c.id, contractIds: [c.contract.id], signWay })
  const days = { expireSt: '2025-01-01', expireEd: '2025-12-31' }
  await b.as('admin', async (ctx) => {
    await rows.insert(ctx, sign_template, { ...sample(sign_template), ...days, regionCode: '510112', flowType: '5', isEnabled: 1, fileHash: '0' })
  })
  const cbfbm = String((await s.one('cbf', `cbfzjhm = '${c.ids.cbf}'`)).cbfbm)
  await owner.updateTable('cbf').set({ lxdh: '028-85551234' }).where('cbfbm', '=', cbfbm).execute()
  const { fbffzrxm } = await s.one('fbf', 'true')
  await owner.updateTable('fbf').set({ fbffzrxm: '' }).execute()
  const agents = await s.all('signer_auth', `"nodeCode" = 'fbf'`)
  await owner.updateTable('signer_auth').set({ contractType: '9' }).where('nodeCode', '=', 'fbf').execute()
  await owner.updateTable('sign_account').set({ purchased: 1 }).execute()
  const [zh, en, onSite] = [await choose('zh', '1'), await choose('en', '1'), await choose('zh', '2')]
  expect([zh.code, zh.key, zh.msg]).toEqual([
    409,
    'E3001',
    '电子签剩余次数不足；合同模板未启用或已过期；未配置签署代理人（发包方）；承包方代表缺少手机号码，不能线上签署',
  ])
  expect(en.msg.split('; ')).toEqual([
    'Not enough electronic signatures are left',
    'The contract template is not enabled or not valid today',
    'No signatory is registered for issuer',
    "The contractor's representative has no mobile number: signing by phone is not possible",
  ])
  expect(zh.data.findings.map((f: any) => [f.code, f.at.kind, f.at.code])).toEqual([
    ['E3001', 'account', ''],
    ['E3003', 'template', ''],
    ['E3002', 'agents', ''],
    ['signer-incomplete', 'contractor', cbfbm],
  ])
  // nobody needs a phone on site
  expect(onSite.data.findings.map((f: any) => f.code)).toEqual(['E3001', 'E3003', 'E3002'])
  // what is signed on paper needs none of it
  expect((await choose('zh', '3')).msg).toBe('操作成功')
  await owner.deleteFrom('sign_template').execute()
  await owner.updateTable('fbf').set({ fbffzrxm }).execute()
  await owner.updateTable('cbf').set({ lxdh: PHONES.cbf }).where('cbfbm', '=', cbfbm).execute()
  await owner.updateTable('signer_auth').set({ contractType: agents[0].contractType }).where('nodeCode', '=', 'fbf').execute()
  await owner.updateTable('sign_account').set({ purchased: 100 }).execute()
  expect((await choose('zh', '1')).msg).toBe('操作成功')
}

let c: Case, link: string
test('a way is refused for all that would stop it; signing by phone does not begin without an address or a provider of messages; two starts at once reserve once; the file is made once however often its job comes; nothing opens before it is made', async () => {
  c = await toSign()
  const was = links.publicUrl
  links.publicUrl = ''
  expect(key(await town('POST', '/sign/start', c.keys))).toBe('sign-address')
  links.publicUrl = was
  await b.db.owner.updateTable('sms').set({ status: 0 }).execute()
  expect(key(await town('POST', '/sign/start', c.keys))).toBe('sms-provider')
  await b.db.owner.updateTable('sms').set({ status: 1, category: 'aliyun' }).execute()
  const { key: wordless, msg } = await town('POST', '/sign/start', c.keys)
  expect([wordless, msg]).toEqual(['sms-content', '短信服务商只能按模板发送，请先在短信内容中为【签署链接（SIGN_LINK）】填写服务商模板'])
  await b.db.owner.updateTable('sms').set({ category: 'http' }).execute()
  expect([(await state(c)).signStatus, await account()]).toEqual(['99', { consumed: 1, reserved: 0 }])
  await choosing(c)
  const both = await Promise.all([town('POST', '/sign/start', c.keys), town('POST', '/sign/start', c.keys)])
  expect(both.map(key).toSorted()).toEqual(['200', 'not-allowed-now'])
  expect(await account()).toEqual({ consumed: 1, reserved: 1 })
  const { payload } = b.queued.findLast((j) => j.kind === 'sign-freeze')!
  expect((await state(c)).nodes.map((n: any) => n.state)).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
  expect(key(await town('POST', '/sign/remind', c.keys))).toBe('not-allowed-now')
  expect([await b.run(freeze!, payload), await b.run(freeze!, payload)]).toEqual([{ begun: true }, { begun: false }])
  link = linkIn(await lately())
}, 30_000)

test('a wrong, cut, guessed or foreign link is told the same in both languages, whatever it asks', async () => {
  const guess = `510112${'A'.repeat(43)}`
  for (const x of [guess, link.slice(0, -1), `${link}A`, `510113${link.slice(6)}`, 'x', String(c.contract.id)])
    expect(key(await nobody('open', { link: x }))).toBe('sign-link')
  await isOver(guess)
})

test('who is who: a wrong number is counted and after five the link is over, a code has its pause and its tries, and what is drawn must be a name', async () => {
  await anotherDay()
  expect(key(await nobody('check', { link, code: '123456' }))).toBe('sms-code')
  expect(key(await nobody('code', { link, idCard: ` ${c.ids.cbf.toLowerCase()} ` }))).toBe('200')
  expect(key(await nobody('code', { link, idCard: c.ids.cbf }))).toBe('sms-pause')
  const right = /验证码 (\d{6})/.exec(await lately())![1]!
  const wrong = right === '000000' ? '111111' : '000000'
  for (let i = 0; i < 5; i += 1) expect(key(await nobody('check', { link, code: wrong }))).toBe('sms-code')
  expect(key(await nobody('check', { link, code: right }))).toBe('sms-code')
  const pass = await identified(link, c.ids.cbf)
  await read(link, pass)
  const refused = async (more: object) => key(await signs(link, pass, more))
  const png = (o: object) =>
    sharp({ create: { width: 400, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 }, ...o } })
      .png()
      .toBuffer()
  expect(await refused({ consent: 0 })).toBe('sign-consent')
  for (const picture of ['', 'x', Buffer.from('%PDF-1.4').toString('base64'), (await png({})).toString('base64')])
    expect(await refused({ picture })).toBe('sign-picture')
  const [zh, en] = [await nobody('sign', { link, pass, consent: 1, picture: '' }), await nobody('sign', { link, pass, consent: 1, picture: '' }, 'en')]
  expect([zh.msg, en.msg]).toEqual(['请手写本人姓名', 'Please write your name by hand'])
  expect(await refused({ pass: `${pass.slice(0, -1)}_` })).toBe('sign-pass')
  expect((await state(c)).signStatus).toBe('0')
  // five at once are five tries, too
  const five = await Promise.all(Array.from({ length: 7 }, () => nobody('code', { link, idCard: c.ids.fbf })))
  expect(five.map(key).toSorted()).toEqual(['E3004', 'E3004', 'E3004', 'E3004', 'E3004', 'sign-link', 'sign-link'])
  await isOver(link)
}, 30_000)

test('the desk reminds with pauses, shows the link to the person’s own phone alone, and checks a document; each new link ends the former', async () => {
  const desk = (path: string, query: Record<string, string>, lang: 'zh' | 'en' = 'zh') =>
    b.call('town', lang)('GET', path, {}, { flowInstId: c.contract.id, ...query })
  const [zh, en] = [await town('POST', '/sign/remind', c.keys), await b.call('town', 'en')('POST', '/sign/remind', c.keys)]
  expect([zh.key, zh.msg, en.msg]).toEqual([
    'sign-remind-pause',
    '刚刚发送过签署链接，请10分钟后再催签',
    'A link was sent a moment ago: remind again in 10 minutes',
  ])
  await b.db.owner.updateTable('sign_node').set({ sendTime: '2026-03-17 08:50:00' }).where('contractId', '=', c.contract.id).execute()
  expect((await town('POST', '/sign/remind', c.keys)).msg).toBe('操作成功')
  link = linkIn(await lately())
  expect(key(await nobody('open', { link }))).toBe('200')
  await b.db.owner.updateTable('sign_node').set({ sendTime: null, sends: 10 }).where('contractId', '=', c.contract.id).execute()
  expect(key(await town('POST', '/sign/remind', c.keys))).toBe('sign-remind-most')

  expect(key(await desk('/sign/url-mini', { phone: PHONES.fbf }))).toBe('E3004')
  const shown = (await desk('/sign/url-mini', { phone: PHONES.cbf })).data
  expect([shown.nodeSort, shown.nodeCode]).toEqual([1, 'cbf'])
  await isOver(link)
  link = linkIn(shown.url)
  expect(key(await nobody('open', { link }))).toBe('200')

  expect((await desk('/sign/check', { nodeSort: '1', idCard: c.ids.cbf })).data).toMatchObject({ nodeSort: 1, nodeCode: 'cbf' })
  const [no, noEn] = [await desk('/sign/check', { nodeSort: '1', idCard: c.ids.jz }), await desk('/sign/check', { nodeSort: '1', idCard: c.ids.jz }, 'en')]
  expect([no.key, no.msg, noEn.msg]).toEqual(['E3004', '签署人身份信息不一致', 'This is not the person who is to sign'])
  expect(key(await desk('/sign/check', { nodeSort: '2', idCard: c.ids.cbf_zr }))).toBe('E2002')
  expect((await b.call('other')('GET', '/sign/url-mini', {}, { flowInstId: c.contract.id, phone: PHONES.cbf })).code).toBe(404)
})

test('a signer refuses with his reason: the flow ends, the signature goes back to the account, and signing may begin anew or be called off', async () => {
  const pass = await identified(link, c.ids.cbf)
  expect((await nobody('refuse', { link, pass, reason: ' 不 ' })).msg).toBe('请输入拒签原因')
  expect((await nobody('refuse', { link, pass, reason: '面积不对' })).msg).toBe('操作成功')
  const { signStatus, reason, nodes } = await state(c)
  expect([signStatus, reason]).toEqual(['7', expect.stringMatching(/^张\d+：面积不对$/)])
  expect(nodes.map((n: any) => n.state)).toEqual(['refused', 'closed', 'closed', 'closed'])
  expect(await account()).toEqual({ consumed: 1, reserved: 0 })
  await isOver(link)
  link = await begin(c)
  expect([(await state(c)).signStatus, await account()]).toEqual(['0', { consumed: 1, reserved: 1 }])
})

test('of two who press at once with one link one signs; what was signed goes with a cancel, whose links are over, and a start after it begins anew', async () => {
  const pass = await identified(link, c.ids.cbf)
  await read(link, pass)
  // a disk that fails keeps nothing, and the signer presses once more
  const { put } = storage
  storage.put = () => Promise.reject(new Error('disk'))
  expect([(await signs(link, pass)).code, (await state(c)).signStatus, (await nodeRow(c, 'open')).nodeSort]).toEqual([500, '0', 1])
  storage.put = put
  const two = await Promise.all([signs(link, pass), signs(link, pass)])
  expect(two.map(key).toSorted()).toEqual(['200', 'sign-link'])
  const second = linkIn(await lately())
  expect((await state(c)).signStatus).toBe('1')
  expect((await town('POST', '/sign/cancel', c.keys)).msg).toBe('操作成功')
  expect([(await state(c)).signStatus, await account()]).toEqual(['99', { consumed: 1, reserved: 0 }])
  await isOver(second)
}, 30_000)

test('a contract that is not signed in time expires with its links, before the job has seen it and after', async () => {
  const as = <T>(_tenant: string, work: (ctx: Ctx) => Promise<T>) => b.as('admin', work)
  const system = <T>(work: (tx: never) => Promise<T>) => b.db.transaction({ tenantId: '000000', system: true }, work as never) as Promise<T>
  const reminders = async () =>
    (await b.db.owner.selectFrom('sms_history').select(['content', 'phone']).where('contentCode', '=', 'SIGN_DUE').execute()).map((h) => String(h.content))
  const reminds = () =>
    dateReminders(links).run({ db: b.db, now: new Date('2026-03-17T09:00:00+08:00'), signal: new AbortController().signal, as, system: system as never })
  const told = async () =>
    (await b.db.owner.selectFrom('sms_history').select('status').where('contentCode', '=', 'SIGN_DUE').orderBy('id').execute()).map((h) => h.status)
  link = await begin(c)
  // told an hour ago or so: he is reminded like everybody
  await b.db.owner.updateTable('sign_node').set({ sendTime: null }).where('state', '=', 'open').execute()
  await reminds()
  expect(await told()).toEqual(['0'])
  const pass = await identified(link, c.ids.cbf)
  await read(link, pass)
  // no message can go out: the signature is kept all the same, and the desk shows the next link
  await b.db.owner.updateTable('sms').set({ status: 0 }).execute()
  expect((await signs(link, pass)).data).toEqual({ signed: true, last: false })
  await b.db.owner.updateTable('sms').set({ status: 1 }).execute()
  expect([(await nodeRow(c, 'open')).nodeSort, (await nodeRow(c, 'open')).sendTime]).toEqual([2, null])
  link = linkIn((await town('GET', '/sign/url-mini', {}, { flowInstId: c.contract.id, phone: PHONES.cbf_zr })).data.url)
  // who has signed is reminded no more, what waits of it stays here
  expect(await told()).toEqual(['2'])
  // whose turn it is, is reminded a day before, once, of the link that he has
  await reminds()
  await reminds()
  expect(await told()).toEqual(['2', '0'])
  expect((await reminders()).slice(1)).toEqual([expect.stringMatching(/^.+您好：您的农村土地承包合同尚未签署，签署期限为2026-03-18 09:00，/)])
  b.setDay('2026-03-19')
  await isOver(link)
  expect(key(await town('GET', '/sign/check', {}, { flowInstId: c.contract.id, nodeSort: '2', idCard: c.ids.cbf_zr }))).toBe('E3005')
  await deadlineRoutine.run({ db: b.db, now: new Date('2026-03-19T09:00:00+08:00'), signal: new AbortController().signal, as, system: system as never })
  expect((await state(c)).nodes.map((n: any) => n.state)).toEqual(['signed', 'closed', 'closed', 'closed'])
  // nor whose contract is over
  expect(await told()).toEqual(['2', '2'])
  expect([(await state(c)).signStatus, await account(), await s.broken()]).toEqual(['5', { consumed: 1, reserved: 0 }, []])
})

test('a service outside signs: it reports each signer in his turn and the contract is signed; what is lost, late, twice, of another person, file or secret, or a 500, leaves nothing half', async () => {
  const settings = { appId: 'demo', secret: 'the-secret-of-both' }
  const now = new Date('2026-03-17T09:00:00+08:00')
  const sim = await startSignProvider({ ...settings, now: () => now, callback: `${provider.callback}/api/sign/callback` })
  try {
    provider.at(sim.url)
    const [freezeThere] = remoteJobs({ types: { handlings }, storage, links: { ...links, outside: true }, provider: provider.client })
    const c = await toSign()
    const last = () => b.queued.findLast((j) => j.kind === 'sign-freeze')!.payload
    const before = await account()
    // it is down: the contract goes back to the clerk, and its signature to the account
    sim.fault = 'fails'
    expect((await town('POST', '/sign/start', c.keys)).msg).toBe('操作成功')
    await expect(b.run(freezeThere!, last())).rejects.toMatchObject({ key: 'sign-provider' })
    expect([(await state(c)).signStatus, (await state(c)).reason, await account()]).toEqual(['99', '签署服务没有应答或拒绝了请求', before])
    sim.fault = 'none'
    expect((await town('POST', '/sign/start', c.keys)).msg).toBe('操作成功')
    expect([await b.run(freezeThere!, last()), await b.run(freezeThere!, last())]).toEqual([{ begun: true }, { begun: false }])
    expect(sim.flows.size).toBe(1)
    const [no] = [...sim.flows.keys()] as [string]
    const states = async () => [(await state(c)).signStatus, ...(await state(c)).nodes.map((n: any) => n.state)]
    expect(await states()).toEqual(['0', 'open', 'waiting', 'waiting', 'waiting'])
    // links are the service's own
    expect(key(await town('POST', '/sign/remind', c.keys))).toBe('sign-outside')
    await expect(sim.act(no, 2)).rejects.toThrow('not the turn')

    sim.fault = 'wrong-person'
    expect(await sim.act(no, 1)).toEqual([409])
    const [report] = sim.flows.get(no)!.reports
    sim.fault = 'wrong-file'
    expect(await sim.resend(report!)).toBe(409)
    sim.fault = 'fails'
    expect(await sim.resend(report!)).toBe(503)
    sim.fault = 'none'
    expect(await sim.resend({ ...report, fileHash: 'a'.repeat(64) })).toBe(409)
    expect(JSON.parse(sim.told)).toMatchObject({ key: 'sign-report', msg: expect.stringContaining('签署结果未采纳：') })
    expect(await sim.resend({ ...report, nodeSort: 2, person: sha256(c.ids.cbf_zr) })).toBe(409)
    expect(await sim.resend({ ...report, time: '2026-03-18 00:00:00' })).toBe(409)
    expect(await sim.resend(report!, { secret: 'another' })).toBe(401)
    expect(JSON.parse(sim.told)).toMatchObject({ key: 'sign-report-signature', msg: '签名不正确或请求重复' })
    expect(await states()).toEqual(['0', 'open', 'waiting', 'waiting', 'waiting'])
    const nonce = 'n'.repeat(24)
    expect([await sim.resend(report!, { nonce }), await sim.resend(report!, { nonce }), await sim.resend(report!)]).toEqual([200, 401, 200])
    expect(await states()).toEqual(['1', 'signed', 'open', 'waiting', 'waiting'])

    sim.fault = 'twice'
    expect(await sim.act(no, 2)).toEqual([200, 200])
    // two reports are lost: the clock asks for them
    sim.fault = 'lost'
    expect([await sim.act(no, 3), await sim.act(no, 4)]).toEqual([[], []])
    expect(await states()).toEqual(['1', 'signed', 'signed', 'open', 'waiting'])
    const as = <T>(_tenant: string, work: (ctx: Ctx) => Promise<T>) => b.as('admin', work)
    const system = <T>(work: (tx: never) => Promise<T>) => b.db.transaction({ tenantId: '000000', system: true }, work as never) as Promise<T>
    const asked = outsideRoutine({ provider: provider.client, storage }).run({
      db: b.db,
      now,
      signal: new AbortController().signal,
      as,
      system: system as never,
    })
    expect(await asked).toBe('1 flows')
    expect((await state(c)).signStatus).toBe('2')
    expect(await account()).toEqual({ consumed: before.consumed + 1, reserved: 0 })
    const pdf = (await b.raw('town')('GET', '/dzzw/sign-file/download', { contractId: c.contract.id })).rawPayload
    expect(pdfsig(pdf).split('Signature is Valid').length - 1).toBe(4)
    expect(await behind(pdf, ['签订日期：', '签订地点：'])).toEqual(['2026-03-17', VILLAGE])
    // late: what comes after the end changes nothing
    expect(await sim.resend({ ...report, nodeSort: 4, result: 'refused', person: sha256(c.ids.jz), reason: '不' })).toBe(409)
    expect(await s.broken()).toEqual([])
  } finally {
    await sim.close()
  }
}, 60_000)

test('a contract is ended by an agreement signed by phone: the household, then the issuer; the very file they signed stands on the running page', async () => {
  const cancel = stories(b, { typeCode: 'contract_cancel', name: '合同注销', files: ['SQS', 'CBFSFZ', 'CBHT', 'CBJYQZ', 'HJZM', 'HYJL', 'QT', 'GSB'] })
  const [agent, n] = [idCard(), 90]
  await b.as('admin', async (ctx) => {
    await rows.insert(ctx, signer_auth, {
      regionCode: '510112',
      contractType: '9',
      nodeCode: 'fbf',
      signerName: '村书记',
      signerIdType: '1',
      signerIdCard: agent,
      signerPhone: PHONES.fbf,
    })
  })
  const h = await registered(b, n, ['00090'], [], { drawn: true, phone: PHONES.cbf })
  const id = await cancel.accepted(await cancel.application(h, '1', { zxyy: '自愿交回' }, '1'))
  await cancel.to(id, 'sign')
  b.setDay('2026-03-17')
  const [contract] = (await town('GET', '/dzzw/contract-to-sign', {}, { businessId: id })).data
  expect((await town('POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [contract.id], signWay: '1' })).msg).toBe('操作成功')
  const own = { id, contract, keys: { uniqueKey: id, businessKeys: [contract.id] } } as unknown as Case
  let link = await begin(own)
  for (const idCard of [memberId(n, 0), agent]) {
    const pass = await identified(link, idCard)
    expect((await read(link, pass)).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await signs(link, pass)).data).toEqual({ signed: true, last: idCard === agent })
    if (idCard !== agent) link = linkIn(await lately())
  }
  const pdf = (await b.raw('town')('GET', '/dzzw/sign-file/download', { contractId: contract.id })).rawPayload
  expect((await verify(pdf, [])).map((x) => [x.valid, x.whole])).toEqual([
    [true, false],
    [true, true],
  ])
  const file = await s.one('contract_file', `id = ${contract.id}`)
  expect([file.signStatus, file.qdsj, file.fileHash]).toEqual(['2', '2026-03-17', sha256(pdf)])
  expect((await cancel.step(id, 'town')).msg).toBe('操作成功')
  expect([(await cancel.detail(id)).status, await cancel.broken()]).toEqual(['3', []])
  expect((await s.all('djb_note', `"onCode" = '${h.code}'`)).map((x) => [x.djlx, x.djxl, String(x.attachId)])).toEqual([['2', '6', String(file.attachId)]])
  expect((await s.all('djb', `cbjyqzbm = '${h.code}'`)).map((x) => x.qszt)).toEqual(['3'])
}, 30_000)

test('a number of the office proves nobody; one that was changed within thirty days is told to the number before it, stands in the acts, and wants a second person', async () => {
  const c = await toSign()
  const account = (phone: string | null) =>
    phone
      ? sql`insert into sys_user (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, account, phone, status)
          values (77, '000000', 1, '2026-03-02', 1, '2026-03-02', 0, 'clerk', ${phone}, 1)`.execute(b.db.owner)
      : sql`delete from sys_user where id = 77`.execute(b.db.owner)
  await account(PHONES.cbf)
  const refused = [
    await town('POST', '/sign/start', c.keys),
    await town('POST', '/dzzw/choose-sign-way', { businessId: c.id, contractIds: [c.contract.id], signWay: '1' }),
  ]
  expect(refused.map((r) => [r.key, r.msg])).toEqual(
    refused.map(() => [
      'signer-office-phone',
      expect.stringContaining('的手机号码是系统账号的号码，不能用来核验签署人；请登记本人号码，或改为现场签署、线下签署'),
    ]),
  )
  await account(null)

  const fresh = '13900000091'
  await b.as('admin', async (ctx) => {
    const row = (await rows.find(ctx, cbf, { cbfzjhm: c.ids.cbf }))!
    await rows.change(ctx, cbf, row, { lxdh: fresh })
  })
  let link = await begin(c)
  const first = await nodeRow(c, 'open')
  expect([first.signerPhone, first.phoneNew, first.formerPhone]).toEqual([fresh, 1, PHONES.cbf])
  const young = (await s.all('sign_event', `"contractId" = ${c.contract.id} and event = 'young-number'`)).map((e) => e.detail)
  expect(young).toEqual([expect.stringMatching(/^cbf 张\d+，号码 139\*{4}0091 登记或变更不足30日，原号码 139\*{4}0001，已短信告知原号码$/)])
  const told = (await s.all('sms_history', `"contentCode" = 'SIGN_NUMBER'`)).map((h) => [h.phone, h.content])
  expect(told).toEqual([
    ['139****0001', expect.stringMatching(/^张\d+您好：您在承包经营登记中的手机号码已改为139\*{4}0091，合同签署链接将发往该号码。如非本人办理/)],
  ])
  for (const node of NODES) {
    const pass = await identified(link, c.ids[node])
    await read(link, pass)
    expect((await signs(link, pass)).code).toBe(200)
    if (node !== 'jz') link = linkIn(await lately())
  }
  const done = await state(c)
  expect([done.signStatus, done.reason]).toEqual(['3', expect.stringMatching(/^须由另一人审核签署文件：【张\d+】的手机号码登记或变更不足三十日$/)])
  const examines = (person: Person) => b.call(person)('POST', '/dzzw/contract/examine', { contractId: c.contract.id, pass: 1 })
  expect(key(await examines('town'))).toBe('examined-by-another')
  expect((await examines('town2')).msg).toBe('操作成功')
  expect((await state(c)).signStatus).toBe('2')
}, 60_000)
