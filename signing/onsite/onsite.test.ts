// Signing on site through HTTP: a contract of four nodes at the desk, from its start to its signed file, and everybody who must not sign it.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handlings } from '../../apps/server/handlings.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { closeRenderer } from '../../services/typeset/typeset.server.ts'
import { openOutbound } from '../../runtime/outbound.server.ts'
import { openSealer } from '../../runtime/seal.server.ts'
import { folderStorage } from '../../services/files/storage/storage.server.ts'
import { attachTo, bench, memberId, people, type Bench, type Person } from '../../tests/case-bench.ts'
import { idCard } from '../../tests/samples.ts'
import { volume } from '../../tests/volume.ts'
import { tokenHash } from '../../platform/credentials/secrets.server.ts'
import { openAuthority } from '../../services/pades/authority.server.ts'
import { contractRoutes } from '../contracts/contracts.server.ts'
import { deadlineRoutine } from '../acts/deadline.server.ts'
import { contract_file } from '../../business/cases/definitions/business.ts'
import { evidenceDoc } from '../evidence/evidence-doc.ts'
import { checkRoute } from '../public/check.server.ts'
import { deskOf } from '../evidence/desk.server.ts'
import { filesOfSigning } from '../contract/kept-files.server.ts'
import { letterRoutes } from '../letters/letter.server.ts'
import { remoteJobs } from '../remote/job.server.ts'
import { signerRoutes } from '../remote/signer.server.ts'
import { numberText } from '../away/away.ts'
import { awayRoutes } from '../away/deliver.server.ts'
import { verify } from '../../services/pades/verify.server.ts'
import { behind, handwritten, NODES, transfers, type Node, type ToSign as Case, type Transfers } from '../../tests/signing-bench.ts'
import { deskRoutes } from './desk.server.ts'
import { formerJob } from './former.server.ts'
import { tabletRoute } from './tablet.server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'desk-'))
const storage = folderStorage(join(dataDir, 'files'))
const links = { sms: { sealer: openSealer(dataDir), outbound: openOutbound([]) }, publicUrl: '' }
const [freeze] = remoteJobs({ types: { handlings }, storage, links })
const p = { links, storage, dataDir }
let b: Bench
let s: Transfers['s'], toSign: () => Promise<Case>
let written = '',
  seal = ''
/** A photo of the act. */
let shotOf: Buffer

beforeAll(async () => {
  b = await bench({
    routes: [
      ...contractRoutes({ handlings }, { storage }, links),
      ...signerRoutes(p),
      ...deskRoutes(p),
      ...awayRoutes(p),
      tabletRoute,
      ...letterRoutes({ handlings }),
      checkRoute(dataDir),
    ],
    perms: ['sign_edit', 'sign_view', 'print_view'],
  })
  const all = await transfers(b)
  s = all.s
  toSign = () => all.toSign('2', false)
  shotOf = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  written = await handwritten('M40 60 L260 200 M260 60 L40 200')
  seal = await storage.put(
    await sharp({ create: { width: 40, height: 40, channels: 4, background: '#d00' } })
      .png()
      .toBuffer(),
    '000000',
  )
})
afterAll(async () => {
  await closeRenderer()
  await b?.end()
  rmSync(dataDir, { recursive: true, force: true })
})

const town = (method: 'GET' | 'POST', path: string, body: object = {}, query: Record<string, string> = {}) => b.call('town')(method, path, body, query)
const key = (r: { code: number; key?: string }) => r.key ?? String(r.code)
async function begin(c: Case): Promise<void> {
  expect((await town('POST', '/sign/start', c.keys)).msg).toBe('操作成功')
  expect(await b.run(freeze!, b.queued.findLast((j) => j.kind === 'sign-freeze')!.payload)).toEqual({ begun: true })
}
const state = async (c: Case) => (await town('GET', '/sign/query', {}, { uniqueKey: c.id, businessKey: c.contract.id })).data
const states = async (c: Case) => [(await state(c)).signStatus, ...(await state(c)).nodes.map((n: any) => n.state)]
const shown = async (c: Case) => (await town('GET', '/sign/onsite/desk', {}, { contractId: c.contract.id })).data
const account = async () => {
  const { consumed, reserved } = await s.one('sign_account', 'true')
  return [consumed, reserved]
}
const acts = (c: Case) => s.all('sign_event', `"contractId" = ${c.contract.id}`)
/** The document of a node's person, as somebody types it. */
const paper = (c: Case, node: Node, more: object = {}) => ({
  contractId: c.contract.id,
  nodeSort: NODES.indexOf(node) + 1,
  docType: '1',
  docMeans: 'typed',
  docName: c.of[node][0],
  docNumber: c.of[node][1],
  ...more,
})
const desk = (person: Person, verb: string, body: object, lang: 'zh' | 'en' = 'zh') => b.call(person, lang)('POST', `/sign/onsite/${verb}`, body)
/** Compares the right document. Answers what goes on with this node. */
async function comparedBy(person: Person, c: Case, node: Node, more: object = {}) {
  const r = await desk(person, 'compare', paper(c, node, more))
  expect([node, r.msg]).toEqual([node, '操作成功'])
  return { contractId: c.contract.id, nodeSort: NODES.indexOf(node) + 1, pass: r.data.pass as string }
}
const read = async (person: Person, at: object): Promise<Buffer> => (await b.raw(person)('POST', '/sign/onsite/file', {}, at)).rawPayload
const signs = (person: Person, at: object, more: object = {}) => desk(person, 'sign', { ...at, consent: 1, picture: written, means: 'touch', ...more })
/** The whole act of a node. */
async function acted(c: Case, node: Node, more: object = {}): Promise<void> {
  const at = await comparedBy('town', c, node)
  await read('town', at)
  expect((await signs('town', at, more)).data).toEqual({ signed: true, last: node === 'jz' })
}
const examines = (person: Person, c: Case, lang: 'zh' | 'en' = 'zh') =>
  b.call(person, lang)('POST', '/dzzw/contract/examine', { contractId: c.contract.id, pass: 1 })
const onTablet = (verb: string, body: object, lang: 'zh' | 'en' = 'zh') => b.call('' as Person, lang)('POST', `/sign/signer/${verb}`, body)

/** What each call answers to everybody at a node of which no document of its person was compared: to the clerk's own token, too. */
const MATRIX: Readonly<Record<'in' | 'out' | 'nobody', Readonly<Record<string, string>>>> = {
  in: { compare: 'sign-onsite-number', file: 'sign-onsite-pass', sign: 'sign-onsite-pass', refuse: 'sign-onsite-pass', tablet: 'sign-onsite-pass' },
  out: { compare: 'not-found', file: 'not-found', sign: 'not-found', refuse: 'not-found', tablet: 'not-found' },
  nobody: { compare: 'sign-in', file: 'sign-in', sign: 'sign-in', refuse: 'sign-in', tablet: 'sign-in' },
}
/** And what the calls of a tablet answer to everybody with the link and pass of a node before. */
const TABLET = { open: 'sign-link', begin: 'sign-link', file: 'sign-link', sign: 'sign-link', refuse: 'sign-link' } as const
async function nobodyElse(c: Case, node: Node, former: { pass: string; link: string }): Promise<void> {
  const before = await s.one('sign_flow', `"contractId" = ${c.contract.id}`)
  const at = { contractId: c.contract.id, nodeSort: NODES.indexOf(node) + 1, pass: former.pass }
  const other = c.of[node === 'cbf' ? 'cbf_zr' : 'cbf'][1]
  const bodies: Readonly<Record<string, object>> = {
    compare: paper(c, node, { docNumber: other }),
    file: at,
    sign: { ...at, consent: 1, picture: written, means: 'touch' },
    refuse: { ...at, reason: '不同意' },
    tablet: at,
  }
  // they differ by their region alone: all of them at the first node, and at each in the long run
  const few = ['town', 'other', ''].slice(0, node === 'cbf' ? 0 : volume(0, 3))
  for (const who of (few.length ? few : [...Object.keys(people), '']) as Person[]) {
    const expected = MATRIX[who === ('' as Person) ? 'nobody' : who === 'other' ? 'out' : 'in']
    for (const [verb, body] of Object.entries(bodies)) expect([node, who, verb, key(await desk(who, verb, body))]).toEqual([node, who, verb, expected[verb]])
    await b.db.owner.updateTable('sign_node').set({ wrongIds: 0 }).where('contractId', '=', c.contract.id).execute()
  }
  const { link, pass } = former
  const calls = {
    open: { link },
    begin: { link },
    file: { link, pass },
    sign: { link, pass, consent: 1, picture: written },
    refuse: { link, pass, reason: '不同意' },
  }
  for (const [verb, body] of Object.entries(calls)) expect([node, verb, key(await onTablet(verb, body))]).toEqual([node, verb, TABLET[verb as 'open']])
  // the next nodes have not their turn, those before had it
  for (const n of NODES.filter((x) => x !== node)) expect([node, n, key(await desk('town', 'compare', paper(c, n)))]).toEqual([node, n, 'sign-onsite-turn'])
  for (const [path, body] of Object.entries({ '/sign/remind': c.keys, '/sign/start': c.keys }))
    expect([path, key(await town('POST', path, body))]).toEqual([path, 'not-allowed-now'])
  expect(await s.one('sign_flow', `"contractId" = ${c.contract.id}`)).toEqual(before)
}

test('four signers at the desk, each by his own document and hand: on the screen, on a tablet without a code, by the seal, on the pad with fingerprint and photo; nobody else at any node', async () => {
  const c = await toSign()
  await begin(c)
  expect(await account()).toEqual([0, 1])
  // the issuer's seal was certified when signing began
  await b.db.owner.updateTable('sign_node').set({ seal }).where('contractId', '=', c.contract.id).where('nodeCode', '=', 'fbf').execute()
  const stages: Buffer[] = []
  let former = { pass: 'x'.repeat(43), link: `510112${'A'.repeat(43)}` }

  await nobodyElse(c, 'cbf', former)
  let at = await comparedBy('town', c, 'cbf', { docName: ` ${c.of.cbf[0]} `, docNumber: c.of.cbf[1].toLowerCase() })
  expect(key(await signs('town', at))).toBe('sign-unread')
  // what one clerk compared is not another's to go on with
  for (const verb of ['file', 'sign', 'refuse', 'tablet'])
    expect([
      verb,
      key(await desk('county', verb, { ...at, ...(verb === 'refuse' ? { reason: '不同意' } : verb === 'sign' ? { consent: 1, picture: written } : {}) })),
    ]).toEqual([verb, 'sign-onsite-pass'])
  stages.push(await read('town', at))
  expect([key(await signs('town', at, { consent: 0 })), key(await signs('town', at, { picture: '' }))]).toEqual(['sign-consent', 'sign-picture'])
  expect((await signs('town', at)).data).toEqual({ signed: true, last: false })
  expect(key(await signs('town', at))).toBe('sign-onsite-turn')
  expect(await states(c)).toEqual(['1', 'signed', 'open', 'waiting', 'waiting'])

  former = { ...former, pass: at.pass }
  await nobodyElse(c, 'cbf_zr', former)
  at = await comparedBy('town', c, 'cbf_zr', { docMeans: 'reader' })
  expect(key(await desk('town', 'tablet', { ...at, photo: 'x' }))).toBe('sign-evidence-picture')
  const handed = (await desk('town', 'tablet', { ...at, photo: shotOf.toString('base64') })).data
  expect([handed.url, handed.path]).toEqual([null, expect.stringMatching(/^\/sign#510112[\w-]{43}$/)])
  const link = handed.path.slice(6)
  expect((await onTablet('open', { link })).data).toMatchObject({ nodeCode: 'cbf_zr', compared: true, phone: expect.any(String) })
  // no code is asked for there, and none goes out
  for (const body of [
    { verb: 'code', link, idCard: c.of.cbf_zr[1] },
    { verb: 'check', link, code: '123456' },
  ])
    expect(key(await onTablet(body.verb, { ...body, verb: undefined }))).toBe('sign-link')
  const { pass } = (await onTablet('begin', { link })).data
  expect(key(await signs('town', at))).toBe('sign-onsite-pass')
  expect(key(await onTablet('sign', { link, pass, consent: 1, picture: written }))).toBe('sign-unread')
  stages.push((await b.raw('' as Person)('POST', '/sign/signer/file', {}, { link, pass })).rawPayload)
  expect((await onTablet('sign', { link, pass, consent: 1, picture: written })).data).toEqual({ signed: true, last: false })

  former = { pass: at.pass, link }
  await nobodyElse(c, 'fbf', former)
  at = await comparedBy('county', c, 'fbf')
  stages.push(await read('county', at))
  expect((await signs('county', at, { bySeal: 1, means: 'pad' })).data).toEqual({ signed: true, last: false })

  await nobodyElse(c, 'jz', { ...former, pass: at.pass })
  at = await comparedBy('town', c, 'jz')
  stages.push(await read('town', at))
  expect(key(await signs('town', at, { bySeal: 1 }))).toBe('sign-onsite-seal')
  for (const bad of [{ photo: 'x' }, { finger: Buffer.from('%PDF-1.4').toString('base64') }])
    expect(key(await signs('town', at, bad))).toBe('sign-evidence-picture')
  const shot = `data:image/jpeg;base64,${shotOf.toString('base64')}`
  expect((await signs('town', at, { means: 'pad', photo: shot, finger: shot })).data).toEqual({ signed: true, last: true })

  // two documents were typed and have no photo: it counts once a second person has looked, who neither began it nor sat at the desk
  const why = `须由另一人审核签署文件：【${c.of.cbf[0]}、村书记】的证件为人工录入且没有现场照片`
  expect([(await state(c)).signStatus, (await state(c)).reason]).toEqual(['3', why])
  expect(key(await examines('town', c))).toBe('examined-by-another')
  const sat = [await examines('county', c), await examines('county', c, 'en')]
  expect(sat.map((r) => [r.key, r.msg])).toEqual([
    ['examined-by-another', expect.stringContaining('】的现场签署由您办理，须由另一人审核；')],
    ['examined-by-another', expect.stringContaining('You sat at the desk where contract')],
  ])
  expect((await examines('town2', c)).msg).toBe('操作成功')
  const done = await state(c)
  expect([done.signStatus, done.qdsj, done.nodes.map((n: any) => [n.nodeCode, n.signerName, n.valid])]).toEqual([
    '2',
    '2026-03-17',
    NODES.map((n) => [n, c.of[n][0], true]),
  ])
  const pdf = (await b.raw('town')('GET', '/dzzw/sign-file/download', { contractId: c.contract.id })).rawPayload
  for (const [i, stage] of stages.entries()) expect([i, pdf.subarray(0, stage.length).equals(stage)]).toEqual([i, true])
  // the issuer's seal is over the edges of all pages, and his name in his line, beneath its signature and no other's; the day comes with the last
  const stamps = [stages[2]!, stages[3]!, pdf].map((file) => file.toString('latin1').split('/Subtype /Stamp').length - 1)
  const pages = (await PDFDocument.load(pdf)).getPageCount()
  expect([stamps, pages > 3]).toEqual([[0, pages + 1, pages + 2], true])
  expect(await behind(pdf, ['发包方（章）：', '负责人（签章）：', '签订日期：'])).toEqual(['转让方代表（签章）：', '负责人签名', '2026年03月17日'])
  const { certificate } = await openAuthority(dataDir, '2026-03-17T09:00:00+08:00')
  const found = await verify(pdf, [certificate.toString('pem')])
  expect(found.map((f) => [f.signer, f.valid, f.trusted, f.whole, f.changedAfter])).toEqual(NODES.map((n, i) => [c.of[n][0], true, true, i === 3, false]))
  expect(await account()).toEqual([1, 0])

  // who operated the desk, which document, when and how stands with each node and in the acts
  const nodes = await s.all('sign_node', `"contractId" = ${c.contract.id}`)
  const told = nodes.toSorted((x, y) => x.nodeSort - y.nodeSort).map((n) => [n.deskName, n.docMeans, n.means, n.bySeal, n.linkHash, n.passHash])
  expect(told).toEqual([
    ['镇经办', 'typed', 'touch', null, null, null],
    ['镇经办', 'reader', 'tablet', null, null, null],
    ['县经办', 'typed', 'pad', 1, null, null],
    ['镇经办', 'typed', 'pad', null, null, null],
  ])
  const last = nodes.find((n) => n.nodeCode === 'jz')
  expect([sha256(await storage.read(last.photo)), sha256(await storage.read(last.finger)), sha256(await storage.read(last.picture))]).toEqual([
    last.photoHash,
    last.fingerHash,
    last.pictureHash,
  ])
  const details = (await acts(c)).filter((a) => a.event === 'node-signed' || a.event === 'compared').map((a) => a.detail)
  expect(details).toContain(`cbf_zr ${c.of.cbf_zr[0]}，平板手写，办理台 镇经办`)
  expect(details).toContain('fbf 村书记，签名板手写，加盖机构印章，办理台 县经办')
  expect(details).toContain(`cbf_zr ${c.of.cbf_zr[0]}，读卡器读取 ${c.of.cbf_zr[1].slice(0, 3)}****${c.of.cbf_zr[1].slice(-4)}`)
  // the evidence sheet tells it, with the pictures
  const file = await b.as('town', (ctx) => rows.get(ctx, contract_file, c.contract.id))
  const evidence = await b.as('town', (ctx) => deskOf(ctx, file))
  expect(evidence.told!.map((n) => [n.signer, n.desk, n.hand])).toEqual([
    [`1 ${c.of.cbf[0]}`, '镇经办', '屏幕手写，127.0.0.1'],
    [`2 ${c.of.cbf_zr[0]}`, '镇经办', '平板手写，127.0.0.1'],
    ['3 村书记', '县经办', '签名板手写，加盖机构印章，127.0.0.1'],
    ['4 镇鉴证', '镇经办', '签名板手写，127.0.0.1'],
  ])
  const jz = evidence.told![3]!
  expect([jz.document, jz.compared, jz.kept]).toEqual([
    expect.stringMatching(/^1，\d{3}\*{4}[\dX]{4}，人工录入$/),
    '2026-03-17 09:00:00，127.0.0.1',
    `手写签名 ${last.pictureHash.slice(0, 16)}；指纹 ${last.fingerHash.slice(0, 16)}；现场照片 ${last.photoHash.slice(0, 16)}`,
  ])
  expect(evidence.pictures.map((x) => x.name)).toEqual([
    ...NODES.slice(0, 2).map((n, i) => `${i + 1}-${n}-${c.of[n][0]}-手写签名.png`),
    `2-cbf_zr-${c.of.cbf_zr[0]}-现场照片.jpg`,
    '3-fbf-村书记-手写签名.png',
    '4-jz-镇鉴证-手写签名.png',
    '4-jz-镇鉴证-指纹.png',
    '4-jz-镇鉴证-现场照片.jpg',
  ])
  const says = async (more: object, lang: 'zh' | 'en' = 'zh') => {
    const code = `HT-${c.contract.cbhtbm}-0-${file.edition}`
    return (await b.call('' as Person, lang)('POST', '/sign/check-document', { code, ...more })).data.says[0]
  }
  expect(await says({})).toContain('工作人员当面核对每位签署人的证件')
  expect(await says({}, 'en')).toContain('the office compared the document of each signer')
  // the night's sweep leaves what a signing names
  const flow = await s.one('sign_flow', `"contractId" = ${c.contract.id}`)
  const named = [flow.fileName, last.photo, last.finger, last.picture]
  expect((await b.db.transaction({ tenantId: '000000', system: true }, (tx) => filesOfSigning(tx, [...named, 'nowhere']))).toSorted()).toEqual(named.toSorted())
  expect(await s.broken()).toEqual([])

  // a contract that was signed by the former single act says so, on the sheet and to strangers
  await b.db.owner.updateTable('sign_flow').set({ contractId: '1' }).where('contractId', '=', c.contract.id).execute()
  expect(await b.as('town', (ctx) => deskOf(ctx, file))).toEqual({ told: [], pictures: [] })
  expect([await says({}), await says({}, 'en')]).toEqual([expect.stringContaining('以旧的现场方式签订'), expect.stringContaining('in the former way')])
  expect(await b.as('town', (ctx) => deskOf(ctx, { ...file, signWay: '1' }))).toEqual({ told: undefined, pictures: [] })
}, 120_000)

test('the evidence sheet has a line for each signer at the desk, a plain word for the former single act, and neither for another way', () => {
  const of = { cbhtbm: '1J', cbfmc: '张三', way: '现场签署', onPaper: false, qdsj: '2026-03-17', edition: 'A', fileHash: 'f', jzbh: '' }
  const sheet = {
    contract: of,
    business: { code: '1', name: '签订' },
    template: '',
    publicity: [],
    acts: [],
    signatures: [],
    stored: 'f',
    madeBy: '镇',
    madeAt: '今',
  }
  const one = {
    signer: '1 张三',
    document: '居民身份证，510***0010，人工录入',
    compared: '09:00',
    desk: '镇经办',
    hand: '屏幕手写',
    kept: '手写签名 ab；指纹 cd',
  }
  const acts = ['cbf_zr 李四，屏幕手写', 'signWay=2', '面积不对; qdsj=2026-03-17', 'cbfmc'].map((detail) => ({
    time: '1',
    event: 'start',
    person: '',
    ip: '',
    fileHash: '',
    detail,
  }))
  // no name of the product's own stands on it
  expect(
    JSON.stringify(evidenceDoc({ ...sheet, contract: { ...of, way: '' }, acts }))
      .match(/"[^"]*"(?=\])/g)!
      .filter((x) => /李四|现场签署|面积不对|cbfmc/.test(x)),
  ).toEqual(['"受让方（互换对方）代表 李四，屏幕手写"', '"现场签署"', '"面积不对；签订日期 2026-03-17"', '"cbfmc"'])
  const told = (onSite?: readonly (typeof one)[]) => JSON.stringify(evidenceDoc({ ...sheet, onSite }))
  // each digest on a line of its own, which holds it whole
  expect(told([one])).toContain(JSON.stringify(Object.values({ ...one, kept: '手写签名\nab；\n指纹\ncd' })))
  expect([told([]).includes('本合同按旧的现场方式签署'), told([one]).includes('旧的现场方式'), told().includes('现场签署人')]).toEqual([true, false, false])
})

let c: Case
test('a document that is not of the node’s person is refused by name in both languages and kept, five times at most; a letter’s agent shows his own', async () => {
  c = await toSign()
  const at = await attachTo(b, c.id, ['QSWTS'])
  const n = Number(c.of.cbf[0].slice(1))
  const agent = {
    agentName: `李${n}`,
    agentIdType: '1',
    agentIdCard: memberId(n, 1),
    agentPhone: '13900000009',
    purpose: '代签',
    fromDay: '2026-03-01',
    toDay: '2026-03-17',
  }
  expect((await town('POST', '/sign/letter/save', { contractId: c.contract.id, nodeCode: 'cbf', attachId: at, ...agent })).msg).toBe('操作成功')
  await begin(c)
  const [zh, en] = [await desk('town', 'compare', paper(c, 'cbf')), await desk('town', 'compare', paper(c, 'cbf'), 'en')]
  expect([zh.key, zh.msg, en.msg]).toEqual(['sign-onsite-name', `证件姓名【张${n}】与签署人【李${n}】不一致`, `The document belongs to 张${n}, not to 李${n}`])
  c.of.cbf = [`李${n}`, memberId(n, 1)]
  await b.db.owner.updateTable('sign_letter').set({ toDay: '2026-03-16' }).where('contractId', '=', c.contract.id).execute()
  expect(key(await desk('town', 'compare', paper(c, 'cbf')))).toBe('letter-expired')
  await b.db.owner.updateTable('sign_letter').set({ toDay: '2026-03-17' }).where('contractId', '=', c.contract.id).execute()
  const wrong = paper(c, 'cbf', { docNumber: c.of.jz[1], docMeans: 'reader' })
  const [no, noEn] = [await desk('town', 'compare', wrong), await desk('town', 'compare', wrong, 'en')]
  expect([no.key, no.msg, noEn.msg]).toEqual([
    'sign-onsite-number',
    `证件号码与签署人【李${n}】登记的号码不一致`,
    `The number of the document is not that of 李${n}`,
  ])
  expect((await shown(c)).nodes[0]).toMatchObject({ signerName: `李${n}`, state: 'open', left: 1, hasSeal: false, onTablet: false })
  // the call of a document alone counts with the desk's
  expect(key(await town('GET', '/sign/check', {}, { flowInstId: c.contract.id, nodeSort: '1', idCard: c.of.jz[1] }))).toBe('E3004')
  const [over, overEn] = [await desk('town', 'compare', paper(c, 'cbf')), await desk('town', 'compare', paper(c, 'cbf'), 'en')]
  expect([over.key, over.msg, overEn.msg]).toEqual([
    'sign-onsite-tries',
    `【李${n}】的证件已核对不符5次，请取消签署后重新发起`,
    `The document of 李${n} was wrong 5 times: cancel the signing and start again`,
  ])
  expect(key(await town('GET', '/sign/check', {}, { flowInstId: c.contract.id, nodeSort: '1', idCard: c.of.cbf[1] }))).toBe('sign-onsite-tries')
  const kept = (await acts(c)).filter((a) => a.event === 'not-him').map((a) => [a.person, a.detail])
  expect(kept).toHaveLength(4)
  expect(kept.at(-1)).toEqual(['镇经办', expect.stringContaining('读卡器读取')])
  expect((await town('POST', '/sign/cancel', c.keys)).msg).toBe('操作成功')
  await begin(c)
  await comparedBy('town', c, 'cbf')
})

test('two desks at once: who compared last goes on, the other is told; two that press at once sign once; a disk that fails loses nothing', async () => {
  const first = await comparedBy('town', c, 'cbf')
  const second = await comparedBy('county', c, 'cbf')
  expect(key(await desk('town', 'file', first))).toBe('sign-onsite-pass')
  await read('county', second)
  const { put } = storage
  storage.put = () => Promise.reject(new Error('disk'))
  expect([(await signs('county', second)).code, await states(c)]).toEqual([500, ['0', 'open', 'waiting', 'waiting', 'waiting']])
  storage.put = put
  const two = await Promise.all([signs('county', second), signs('county', second)])
  expect(two.map(key).toSorted()).toEqual(['200', 'sign-onsite-turn'])
  expect(await states(c)).toEqual(['1', 'signed', 'open', 'waiting', 'waiting'])
  // half an hour later the comparison is over, and so is the tablet's link
  const at = await comparedBy('town', c, 'cbf_zr')
  const link = (await desk('town', 'tablet', at)).data.path.slice(6)
  expect(key(await onTablet('open', { link }))).toBe('200')
  await b.db.owner
    .updateTable('sign_node')
    .set({ passUntil: '2026-03-17 09:00:00' })
    .where('contractId', '=', c.contract.id)
    .where('nodeSort', '=', 2)
    .execute()
  expect([key(await onTablet('begin', { link })), key(await desk('town', 'file', at))]).toEqual(['sign-link', 'sign-onsite-pass'])
  // a desk that compares anew takes the node from the tablet
  const again = await comparedBy('town', c, 'cbf_zr')
  const late = (await desk('town', 'tablet', again)).data.path.slice(6)
  await comparedBy('county', c, 'cbf_zr')
  expect(key(await onTablet('open', { link: late }))).toBe('sign-link')
})

test('refused at the desk with a reason, cancelled, expired: the reserved signature comes back, what is open is over, and each may begin anew', async () => {
  const used = (await account())[0]
  let at = await comparedBy('town', c, 'cbf_zr')
  const [zh, en] = [await desk('town', 'refuse', { ...at, reason: ' 不 ' }), await desk('town', 'refuse', { ...at, reason: ' 不 ' }, 'en')]
  expect([zh.msg, en.msg]).toEqual(['请输入拒签原因', 'Please give the reason'])
  expect((await desk('town', 'refuse', { ...at, reason: '面积不对' })).msg).toBe('操作成功')
  expect([await states(c), (await state(c)).reason, await account()]).toEqual([
    ['7', 'signed', 'refused', 'closed', 'closed'],
    `${c.of.cbf_zr[0]}：面积不对`,
    [used, 0],
  ])
  expect(key(await desk('town', 'compare', paper(c, 'cbf_zr')))).toBe('sign-onsite-turn')

  await begin(c)
  expect([await states(c), await account()]).toEqual([
    ['0', 'open', 'waiting', 'waiting', 'waiting'],
    [used, 1],
  ])
  await acted(c, 'cbf')
  at = await comparedBy('town', c, 'cbf_zr')
  await read('town', at)
  expect((await town('POST', '/sign/cancel', c.keys)).msg).toBe('操作成功')
  expect([key(await signs('town', at)), (await state(c)).signStatus, await account()]).toEqual(['sign-onsite-turn', '99', [used, 0]])

  await begin(c)
  at = await comparedBy('town', c, 'cbf')
  b.setDay('2026-03-19')
  expect([key(await desk('town', 'compare', paper(c, 'cbf'))), key(await signs('town', at))]).toEqual(['E3005', 'E3005'])
  const as = <T>(_tenant: string, work: (ctx: Ctx) => Promise<T>) => b.as('admin', work)
  const system = <T>(work: (tx: never) => Promise<T>) => b.db.transaction({ tenantId: '000000', system: true }, work as never) as Promise<T>
  await deadlineRoutine.run({ db: b.db, now: new Date('2026-03-19T09:00:00+08:00'), signal: new AbortController().signal, as, system: system as never })
  expect([await states(c), await account()]).toEqual([
    ['5', 'closed', 'closed', 'closed', 'closed'],
    [used, 0],
  ])
  b.setDay('2026-03-17')
  await begin(c)
  // a contract of another way has no desk, and a link by phone does not open without its code
  expect(key(await town('GET', '/sign/url-mini', {}, { flowInstId: c.contract.id, phone: '' }))).toBe('not-allowed-now')
  await b.db.owner.updateTable('contract_file').set({ signWay: '1' }).where('id', '=', c.contract.id).execute()
  expect([key(await desk('town', 'compare', paper(c, 'cbf'))), (await town('GET', '/sign/onsite/desk', {}, { contractId: c.contract.id })).msg]).toEqual([
    'sign-onsite-way',
    '该合同不是现场签署',
  ])
  const url = `510112${'B'.repeat(43)}`
  await b.db.owner
    .updateTable('sign_node')
    .set({ linkHash: tokenHash(url) })
    .where('contractId', '=', c.contract.id)
    .where('state', '=', 'open')
    .execute()
  expect([key(await onTablet('open', { link: url })), key(await onTablet('begin', { link: url }))]).toEqual(['200', 'sign-pass'])
  await b.db.owner.updateTable('contract_file').set({ signWay: '2' }).where('id', '=', c.contract.id).execute()
})

test('one clerk alone signs for nobody: what he typed counts when another has looked, with a photo or a reading at once, and who sat at the desk does not pass the task', async () => {
  const set = (value: string | null) =>
    value === null
      ? sql`delete from param where "paramKey" = 'sign.examine'`.execute(b.db.owner)
      : sql`insert into param (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "paramName", "paramKey", "paramValue")
          values (41, '000000', 1, '2026-03-02', 1, '2026-03-02', 0, 'x', 'sign.examine', ${value}) on conflict (id) do update set "paramValue" = ${value}`.execute(
          b.db.owner,
        )
  const photo = `data:image/jpeg;base64,${shotOf.toString('base64')}`
  const all = async (c: Case, means: 'typed' | 'reader', more: object = {}) => {
    await begin(c)
    for (const node of NODES) {
      const at = await comparedBy('town', c, node, { docMeans: means })
      await read('town', at)
      expect((await signs('town', at, more)).data).toEqual({ signed: true, last: node === 'jz' })
    }
    return (await states(c))[0]
  }
  const [typed, pictured, readBy, off, every] = [await toSign(), await toSign(), await toSign(), await toSign(), await toSign()]
  expect([await all(typed, 'typed'), await all(pictured, 'typed', { photo }), await all(readBy, 'reader')]).toEqual(['3', '2', '2'])
  await set('0')
  expect(await all(off, 'typed')).toBe('2')
  await set('1')
  expect([await all(every, 'reader', { photo }), (await state(every)).reason]).toEqual(['3', '须由另一人审核签署文件：系统参数要求全部审核'])
  await set(null)

  const pass = async (c: Case, person: Person, lang: 'zh' | 'en' = 'zh') => {
    const { taskId, processInstanceId } = (await town('GET', '/yw-accept/business/detail', {}, { id: c.id })).data
    return b.call(person, lang)('POST', '/yw-accept/business/commit', { taskId, processInstanceId })
  }
  expect([key(await pass(typed, 'town')), key(await pass(typed, 'town2'))]).toEqual(['examined-by-another', 'not-examined'])
  expect((await examines('town2', typed)).msg).toBe('操作成功')
  for (const c of [typed, pictured]) {
    const told = [await pass(c, 'town'), await pass(c, 'town', 'en')]
    expect(told.map((r) => [r.key, r.msg])).toEqual([
      ['desk-passes-not', expect.stringContaining('的现场签署由您办理，签订任务须由另一人提交')],
      ['desk-passes-not', expect.stringContaining('another person passes the task')],
    ])
    expect(key(await pass(c, 'town2'))).not.toBe('desk-passes-not')
  }
  expect(await s.broken()).toEqual([])
}, 120_000)

test('who signs for the issuer by a letter alone is looked at by a second person; its own agent by a letter is not, and who recorded the letter is not the second', async () => {
  const [c, own] = [await toSign(), await toSign()]
  const letter = async (x: Case, agentName: string, agentIdCard: string) => {
    const attachId = await attachTo(b, x.id, ['QSWTS'], 'e'.repeat(64))
    const days = { fromDay: '2026-03-01', toDay: '2026-03-31' }
    const body = {
      contractId: x.contract.id,
      nodeCode: 'fbf',
      agentName,
      agentIdType: '1',
      agentIdCard,
      agentPhone: '13900000055',
      purpose: '签合同',
      attachId,
      ...days,
    }
    return b.call('county')('POST', '/sign/letter/save', body)
  }
  const stranger = idCard()
  expect((await letter(c, '钱七', stranger)).msg).toBe('操作成功')
  c.of.fbf = ['钱七', stranger]
  const photo = `data:image/jpeg;base64,${shotOf.toString('base64')}`
  for (const x of [c, own]) {
    await begin(x)
    for (const node of NODES) await acted(x, node, { photo })
  }
  expect([(await states(c))[0], (await state(c)).reason, (await states(own))[0]]).toEqual(['3', '须由另一人审核签署文件：【钱七】仅凭委托书代发包方签署', '2'])
  expect((await examines('county', c)).msg).toContain('】的授权委托书由您登记，须由另一人审核；')
  expect((await examines('town2', c)).msg).toBe('操作成功')
}, 60_000)

test('what the former single act has left waiting goes back to the clerk with its signature, once; a contract that has its nodes is left alone', async () => {
  const rev = async () => Number((await s.one('contract_file', `id = ${c.contract.id}`)).rev)
  const left = { contractId: c.contract.id, rev: await rev() }
  expect(await b.run(formerJob, left)).toEqual({ given: false })
  const reserved = (await account())[1]
  await b.db.owner.updateTable('sign_flow').set({ state: 'cancelled' }).where('contractId', '=', c.contract.id).execute()
  expect([await b.run(formerJob, { ...left, rev: left.rev - 1 }), await b.run(formerJob, left), await b.run(formerJob, left)]).toEqual([
    { given: false },
    { given: true },
    { given: false },
  ])
  expect([(await state(c)).signStatus, (await state(c)).reason, (await account())[1]]).toEqual([
    '99',
    '现场签署已改为逐个签署人办理，请重新发起',
    reserved! - 1,
  ])
  expect(await s.broken()).toEqual([])
})

/** What a tablet tells of a signer who wrote his name without network. */
const awayOf = (taken: any, c: Case, node: Node, more: object = {}) => ({
  actId: randomUUID(),
  flowId: taken.flowId,
  fileHash: taken.fileHash,
  fileSize: taken.fileSize,
  ...paper(c, node),
  wrong: [],
  docTime: '2026-03-17 08:59:00',
  readTime: '2026-03-17 08:59:30',
  doneTime: '2026-03-17 09:00:00',
  consent: 1,
  picture: written,
  means: 'touch',
  ...more,
})
const takes = async (x: Case, person: Person = 'town') => desk(person, 'take', { contractId: x.contract.id })
const delivers = (body: object, lang: 'zh' | 'en' = 'zh', person: Person = 'town') => desk(person, 'deliver', body, lang)

test('signed without network: four names written over the file that was taken along are delivered as the desk would take them, each once, with the tablet’s times beside those of receipt', async () => {
  const x = await toSign()
  expect(key(await takes(x))).toBe('sign-away-not-ready')
  await begin(x)
  expect([key(await takes(x, 'other')), key(await takes(x, '' as Person))]).toEqual(['not-found', 'sign-in'])
  const { data: taken } = await takes(x)
  const file = Buffer.from(taken.file, 'base64')
  expect([sha256(file), file.length, taken.nodes.map((n: any) => [n.nodeCode, n.state, n.left])]).toEqual([
    taken.fileHash,
    taken.fileSize,
    NODES.map((n, i) => [n, i ? 'waiting' : 'open', 5]),
  ])
  // of a number the tablet has a digest, which is another one for each signer
  const digest = (n: number, number: string) => sha256(Buffer.from(numberText({ flowId: taken.flowId, nodeSort: n }, number)))
  expect(taken.nodes[0].numberHash).toBe(digest(1, ` ${x.of.cbf[1].toLowerCase()}`))
  expect(JSON.stringify({ ...taken, file: '' })).not.toContain(x.of.cbf[1])

  const acts = NODES.map((n) => awayOf(taken, x, n))
  expect(key(await delivers(acts[1]!))).toBe('sign-away-earlier')
  const before = await s.one('sign_node', `"contractId" = ${x.contract.id} and "nodeSort" = 1`)
  const bad: readonly [object, string][] = [
    [{ consent: 0 }, 'sign-consent'],
    [{ picture: '' }, 'sign-picture'],
    [{ fileHash: '0'.repeat(64) }, 'sign-away-file'],
    [{ fileSize: taken.fileSize - 1 }, 'sign-away-file'],
    // a beginning of the file is no state of it
    [{ fileSize: 1, fileHash: sha256(file.subarray(0, 1)) }, 'sign-away-file'],
    [{ fileSize: taken.fileSize - 1, fileHash: sha256(file.subarray(0, taken.fileSize - 1)) }, 'sign-away-file'],
    [{ flowId: '1' }, 'sign-away-file'],
    [{ doneTime: '2026-03-17 08:59:29' }, 'sign-away-times'],
    [{ doneTime: '2026-03-17 09:05:01' }, 'sign-away-times'],
    [{ docTime: '2026-03-17 08:54:59' }, 'sign-away-times'],
    [{ docTime: '2026-03-17 08:31:59', readTime: '2026-03-17 08:32:00', doneTime: '2026-03-17 09:02:00' }, 'sign-away-times'],
    [{ bySeal: 1 }, 'sign-onsite-seal'],
    [{ wrong: Array.from({ length: 5 }, () => ({ time: '2026-03-17 08:59:00', docMeans: 'typed', docName: '李', docNumber: '1' })) }, 'sign-onsite-tries'],
    [{ actId: 'x' }, 'invalid'],
    [{ reason: '不' }, 'invalid'],
    [{ docTime: '昨天' }, 'invalid'],
    [{ docMeans: 'guess' }, 'invalid'],
    [{ wrong: [{ time: 'x', docMeans: 'typed', docName: '李', docNumber: '1' }] }, 'invalid'],
  ]
  for (const [more, expected] of bad) expect([more, key(await delivers({ ...acts[0]!, ...more }))]).toEqual([more, expected])
  expect(await s.one('sign_node', `"contractId" = ${x.contract.id} and "nodeSort" = 1`)).toEqual(before)
  // a wrong document is counted as at the desk
  expect(key(await delivers({ ...acts[0]!, docNumber: x.of.jz[1] }))).toBe('sign-onsite-number')
  expect([key(await delivers(acts[0]!, 'zh', 'other')), key(await delivers(acts[0]!, 'zh', '' as Person))]).toEqual(['not-found', 'sign-in'])

  const wrong = [{ time: '2026-03-17 08:58:00', docMeans: 'typed', docName: x.of.cbf_zr[0], docNumber: x.of.cbf_zr[1] }]
  expect((await delivers({ ...acts[0]!, wrong, photo: '' })).data).toEqual({ signed: true, again: false })
  expect((await delivers(acts[0]!)).data).toEqual({ signed: true, again: true })
  const two = await Promise.all([delivers(acts[1]!), delivers(acts[1]!)])
  expect(two.filter((r) => r.code === 200).length).toBeGreaterThan(0)
  expect((await delivers(acts[1]!)).data).toEqual({ signed: true, again: true })
  expect((await delivers(acts[2]!)).data).toEqual({ signed: true, again: false })
  // and the last one at the desk itself, after the others
  await acted(x, 'jz')
  const gone = [await delivers(acts[3]!), await delivers(acts[3]!, 'en')]
  expect(gone.map((r) => [r.key, r.msg])).toEqual([
    ['sign-away-signed', '【镇鉴证】已于2026-03-17 09:00:00在别处签署，平板上的签署不再采用；请核对后从平板删除'],
    [
      'sign-away-signed',
      '镇鉴证 signed elsewhere at 2026-03-17 09:00:00: the signature on the tablet is not accepted; check it, then remove it from the tablet',
    ],
  ])
  expect((await states(x))[0]).toBe('3')
  const pdf = (await b.raw('town')('GET', '/dzzw/sign-file/download', { contractId: x.contract.id })).rawPayload
  expect(pdf.subarray(0, file.length).equals(file)).toBe(true)
  const found = await verify(pdf, [(await openAuthority(dataDir, '2026-03-17T09:00:00+08:00')).certificate.toString('pem')])
  expect(found.map((f) => [f.signer, f.valid, f.whole])).toEqual(NODES.map((n, i) => [x.of[n][0], true, i === 3]))

  const told = (await b.as('town', async (ctx) => deskOf(ctx, await rows.get(ctx, contract_file, x.contract.id)))).told!
  expect(told.map((t) => [t.compared, t.hand]).slice(2)).toEqual([
    ['平板时间 2026-03-17 08:59:00，送达 2026-03-17 09:00:00，127.0.0.1', '屏幕手写，离线，平板时间 2026-03-17 09:00:00，127.0.0.1'],
    ['2026-03-17 09:00:00，127.0.0.1', '屏幕手写，127.0.0.1'],
  ])
  const kept = (await s.all('sign_event', `"contractId" = ${x.contract.id}`)).map((a) => [a.event, a.detail])
  expect(kept).toContainEqual(['taken', '办理台 镇经办'])
  expect(kept).toContainEqual(['not-him', expect.stringMatching(new RegExp(`^cbf ${x.of.cbf[0]}，人工录入 .*，平板时间 2026-03-17 08:58:00$`))])
  expect(kept).toContainEqual(['away', expect.stringContaining('平板时间：核对 2026-03-17 08:59:00，阅读 2026-03-17 08:59:30，签署 2026-03-17 09:00:00')])
  expect(await s.broken()).toEqual([])
})

test('a start that ended meanwhile takes nothing from a tablet: refused there, called off, too late, begun anew; each is told by name in both languages', async () => {
  const x = await toSign()
  await begin(x)
  let { data: taken } = await takes(x)
  const refusal = awayOf(taken, x, 'cbf', { reason: '面积不对', picture: undefined, consent: undefined })
  expect((await delivers(refusal)).data).toEqual({ signed: false, again: false })
  expect([await states(x), (await state(x)).reason]).toEqual([['7', 'refused', 'closed', 'closed', 'closed'], `${x.of.cbf[0]}：面积不对`])
  expect((await delivers(refusal)).data).toEqual({ signed: false, again: true })
  const over = async (zh: string, en: string, day = '2026-03-17') => {
    const act = awayOf(taken, x, 'cbf')
    b.setDay(day)
    const [a, e] = [await delivers(act), await delivers(act, 'en')]
    b.setDay('2026-03-17')
    expect([a.key, a.msg, e.msg]).toEqual(['sign-away-over', expect.stringContaining(zh), expect.stringContaining(en)])
  }
  await over('已由签署人拒签', 'refused by a signer')
  await begin(x)
  // what was read belongs to the start before
  await over('已由签署人拒签', 'refused by a signer')
  taken = (await takes(x)).data
  b.setDay('2026-03-19')
  expect(key(await delivers(awayOf(taken, x, 'cbf')))).toBe('E3005')
  b.setDay('2026-03-17')
  expect((await town('POST', '/sign/cancel', x.keys)).msg).toBe('操作成功')
  await over('已取消', 'cancelled')
  expect([await account().then(([, r]) => r), await s.broken()]).toEqual([expect.any(Number), []])
})
