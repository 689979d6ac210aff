// Finished businesses on their way to the province: what a message says, the chain, the answers, and the files of a day.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { provinceFaults } from '../../apps/simulators/province-schema.ts'
import { startProvinceSimulator, type ProvinceSimulator } from '../../apps/simulators/province.server.ts'
import { exactTime, localTime } from '../../kit/server/clock.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { write } from '../../land/register/write.server.ts'
import { redrawBack } from '../../land/register/boundaries.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'
import { systemWho } from '../../runtime/maintenance.server.ts'
import { attach } from '../../services/files/attach.ts'
import { unzipped } from '../../services/files/testing.server.ts'
import { plant } from '../../tests/contract/rows.ts'
import { buildContract, GROUP } from '../../tests/factories.ts'
import { secretOf } from '../../tests/secrets.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import type { MessageContent, MessageObject } from '../push/message.ts'
import { ACCESS_ANSWERS, accessKindOf, accessXml, readAccessAnswer, type AccessElement } from './access.ts'
import { accessMessage, type GroundSides } from './content.ts'
import { papersFor } from './papers.ts'

const [SENDER, SECRET] = ['512021', secretOf('d4')]
let w: World, admin: Client, province: ProvinceSimulator
const config = { name: '省平台', regionCode: '51', url: 'http://127.0.0.1:1/access', senderCode: SENDER, appSecret: SECRET, algorithm: 'HMAC-SM3' }
const ok = (a: { code: number; msg: string; data: any }) => {
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
  return a.data
}
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  ok(await admin.post('/cpt-system/accessConfig/submit', { ...config, businessTag: 'BUSINESS_DATA', parcelTag: 'YDKBM', isEnabled: 1 }))
})
let minutes = 0
beforeEach(async () => {
  await province?.close()
  province = await startProvinceSimulator({ sender: SENDER, appSecret: SECRET, algorithm: 'HMAC-SM3', now: w.now })
  for (const t of ['outbox', 'access_message', 'business_book', 'business']) await w.db.pool.query(`delete from ${t}`)
  await set({ url: province.url })
})
afterAll(async () => {
  await province?.close()
  await w?.end()
})
/** A field of the configuration, as if somebody had saved it. */
const set = async (o: Record<string, unknown>) => {
  for (const [n, v] of Object.entries(o)) await w.db.pool.query(`update access_config set "${n}" = $1`, [v])
}
const BASE = `"countyCode", "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode"`
const OF_BASE = `'000000', 1, '2026-01-02', 1, '2026-01-02', 1`
/** A finished business with the book that it made, as its last step leaves it. */
async function finished(code: string, o: { bookId?: string; regionCode?: string; item?: string; typeCode?: string } = {}): Promise<string> {
  const id = newId()
  const regionCode = o.regionCode ?? GROUP.slice(0, 12)
  const county = regionCode.slice(0, 6)
  await w.db.pool.query(`insert into business (id, ${BASE}, "businessCode", "businessItemCode") values ($1, $2, ${OF_BASE}, $3, $4, $5)`, [
    id,
    county,
    regionCode,
    code,
    o.item ?? null,
  ])
  if (o.bookId)
    await w.db.pool.query(`insert into business_book (id, ${BASE}, "businessId", "newDjbId") values ($1, $2, ${OF_BASE}, $3, $4, $5)`, [
      newId(),
      county,
      regionCode,
      id,
      o.bookId,
    ])
  const payload = { businessId: id, businessCode: code, typeCode: o.typeCode ?? 'contract_sign', regionCode, djbIds: [] }
  await w.db.pool.query(
    `insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime") values ($1, '000000', 'business.access', $2, $3, $4, $4)`,
    [newId(), id, JSON.stringify(payload), w.ago(60)],
  )
  return id
}
const asProduct = (work: (ctx: Ctx) => Promise<unknown>) =>
  w.db.transaction({ tenantId: '000000' }, (tx) => work(contextFor(tx, systemWho('000000'), w.now, 'test', async () => '')))
const later = () => w.db.pool.query('update outbox set "nextTime" = $1', [w.ago((minutes += 1) * 60)])
const listed = async (q: Record<string, unknown> = {}) => ok(await admin.get('/accessMessage/page', q)).records as any[]
const shown = async () => (await listed()).map((r) => [r.businessCode, r.former, r.status, r.answerCode]).toReversed()

test('each finished business is told in one message with its folders and papers, in the chain of its county', async () => {
  const { book, parcels, household, contract } = await buildContract(w, { name: '郑一', parcels: 2 })
  // what came by a package brought no points and lines: they are drawn from the shapes
  await asProduct((ctx) => redrawBack(ctx, '512021', { codes: parcels.map((p) => p.dkbm!), day: '2018-01-01' }))
  const first = await finished('A1', { bookId: book.id })
  const paper = Buffer.from('%PDF-1.4 paper')
  const ossName = await w.storage.put(paper, '000000')
  const paperRow = { regionCode: GROUP.slice(0, 12), countyCode: '512021', businessId: first, extension: 'pdf', ossName }
  await plant(w, attach, 1, { ...paperRow, businessItem: 'CBHT', attachSize: paper.length })
  await plant(w, attach, 2, { ...paperRow, businessItem: 'CBFHKB', attachSize: 1.5 * 2 ** 20 })
  await finished('A2', { bookId: book.id })
  await finished('B1', { regionCode: '512022101201' })
  await finished('A3', { typeCode: 'hand_over' })
  await w.outbox.deliverDue()
  expect(await shown()).toEqual([
    ['A1', '', '1', '100'],
    ['A2', 'A1', '1', '100'],
    ['B1', '', '1', '100'],
  ])
  expect(province.messages.map((m) => [m.county, m.ywlsh, m.qywlsh, m.kind, m.files])).toEqual([
    ['512021', 'A1', '', '101', [`CBHT${household.cbfbm}.pdf`]],
    ['512021', 'A2', 'A1', '101', []],
    ['512022', 'B1', '', '101', []],
  ])
  const day = w.ago(60).slice(0, 10)
  const [m] = province.messages
  const inside = (name: string) => [...m!.xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, v]) => v)
  expect([inside('FSF'), inside('XZQBM'), inside('YWBLSJ')]).toEqual([[SENDER], ['512021'], [day]])
  expect(m!.xml).toContain(`<CBFBM>${household.cbfbm}</CBFBM><CBHTBM>${contract.cbhtbm}</CBHTBM><CBJYQZBM>${book.cbjyqzbm}</CBJYQZBM>`)
  expect(m!.xml.match(/<CBDK><CZFS>02<\/CZFS>/g)?.length).toBe(2)
  for (const p of parcels) expect(m!.xml).toContain(`<CBDKXX><CZFS>02</CZFS><DKBM>${p.dkbm}</DKBM>`)
  expect(m!.xml).toMatch(/<SHP>(MULTI)?POLYGON/)
  expect(m!.xml).not.toContain('ORIGINAL_DATA')
  // every point and line of its parcels, once, at its place
  for (const [table, kind, number, shape] of [
    ['jzd', 'd', 'JZDH', 'POINT'],
    ['jzx', 'x', 'JZXH', '(MULTI)?LINESTRING'],
  ] as const) {
    const { rows: stand } = await w.db.pool.query(
      `select distinct t.${number.toLowerCase()} as n from ${table} t join dk_jz l on l."countyCode" = t."countyCode" and l."jzId" = t.id and l.kind = $2 where l.dkbm = any($1)`,
      [parcels.map((p) => p.dkbm), kind],
    )
    expect(stand.length).toBeGreaterThan(4)
    const found = [...m!.xml.matchAll(new RegExp(`<DK${number.slice(0, 3)}><CZFS>02</CZFS>.*?<${number}>(\\w+)</${number}>.*?<SHP>${shape}\\(`, 'g'))]
    expect(found.map((f) => f[1]).toSorted()).toEqual(stand.map((r) => r.n).toSorted())
  }
  // what the register knows of the contract and the survey is told
  expect(inside('CBDKZS')).toEqual(['2'])
  expect([inside('CBFDCY'), inside('CBFCYSL')].map((v) => v[0] !== '' && v[0] !== undefined)).toEqual([true, true])
  expect((await listed({ businessCode: 'A1' }))[0].answer).toBe('成功；1 个附件格式或大小不符，未上报')
})

test('what a business changes of a parcel is told as it was and as it is', async () => {
  const { book, parcels } = await buildContract(w, { name: '郑四', parcels: 1 })
  const [{ dkbm, dkmc }] = parcels as [(typeof parcels)[number]]
  const id = await finished('W1', { typeCode: 'change_contract' })
  await w.db.pool.query(`insert into business_book (id, ${BASE}, "businessId", "djbId") values ($1, '512021', ${OF_BASE}, $2, $3, $4)`, [
    newId(),
    GROUP.slice(0, 12),
    id,
    book.id,
  ])
  await asProduct(async (ctx) => {
    await redrawBack(ctx, '512021', { codes: [dkbm!], day: '2018-01-01' })
    const acts: Act[] = [{ act: 'setParcel', dkbm: dkbm!, bgfs: '10', fields: { dkmc: '新名' } }]
    await write(ctx, { cause: { kind: 'business', id }, unit: `story ${id}`, regionCode: GROUP.slice(0, 12), day: w.ago(0).slice(0, 10), acts })
  })
  await w.outbox.deliverDue()
  const [was, is] = province.messages[0]!.xml.split('<CHANGE_DATA>')
  expect([was, is].map((x) => /<DKMC>([^<]*)/.exec(x!)?.[1])).toEqual([dkmc, '新名'])
  // its boundary stands as it stood
  expect([was, is].map((x) => x!.match(/<DKJZ[DX]><CZFS>01/g)?.length)).toEqual([8, 8])
})

test('a message waits for the one before it; a chain with a missing link is refused by the province, and told', async () => {
  province.behaviour = 'forbids'
  await finished('C1')
  await finished('C2')
  await w.outbox.deliverDue()
  expect((await listed()).map((r) => [r.businessCode, r.status, r.answer]).toReversed()).toEqual([
    ['C1', '2', '省级平台拒绝（103 未授权）：接入方未授权'],
    ['C2', '0', '前一业务的报文尚未被接收'],
  ])
  province.behaviour = 'takes'
  await later()
  await w.outbox.deliverDue()
  expect(province.messages).toEqual([])
  const [second, first] = await listed()
  expect(ok(await admin.post('/accessMessage/submit', {}, { ids: first.id }))).toBeNull()
  await w.outbox.deliverDue()
  await later()
  await w.outbox.deliverDue()
  expect(province.messages.map((m) => [m.ywlsh, m.qywlsh])).toEqual([
    ['C1', ''],
    ['C2', 'C1'],
  ])
  expect((await admin.post('/accessMessage/submit', {}, { ids: second.id })).msg).toBe('当前状态不能再次上报')
  expect((await admin.post('/accessMessage/submit')).msg).toBe('请选择至少一条数据')
  expect((await admin.post('/accessMessage/submit', {}, { ids: '12345' })).status).toBe(404)
  // the province has lost what it took
  province.messages.length = 0
  await finished('C3')
  await w.outbox.deliverDue()
  expect((await listed({ businessCode: 'C3' })).map((r) => [r.status, r.answerCode, r.answer])).toEqual([
    ['2', '102', '省级平台拒绝（102 业务流水号未知）：前业务流水号C2，应为空'],
  ])
  await w.db.pool.query(`update outbox set until = '2099-01-01', "parkTime" = null where "doneTime" is null`)
  expect((await admin.post('/accessMessage/submit', {}, { ids: (await listed({ businessCode: 'C3' }))[0].id })).key).toBe('push-on-its-way')
})

test('a business that was taken back before it was sent is no link of the chain', async () => {
  province.behaviour = 'cannot'
  await finished('U1')
  await finished('U2')
  await finished('U3')
  await w.outbox.deliverDue()
  const id = (await w.db.pool.query(`select "businessId"::text as id from access_message where "businessCode" = 'U2'`)).rows[0].id
  await w.db.pool.query(`update outbox set "doneTime" = $1 where key = $2`, [w.ago(0), id])
  const payload = JSON.stringify({ businessId: id, businessCode: 'U2', typeCode: 'contract_sign', regionCode: GROUP.slice(0, 12) })
  await w.db.pool.query(
    `insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime") values ($1, '000000', 'case.undone', $2, $3, $4, $4)`,
    [newId(), `undone-${id}`, payload, w.ago(60)],
  )
  province.behaviour = 'takes'
  for (let i = 0; i < 3; i++) {
    await later()
    await w.outbox.deliverDue()
  }
  expect(province.messages.map((m) => [m.ywlsh, m.qywlsh])).toEqual([
    ['U1', ''],
    ['U3', 'U1'],
  ])
  const [of] = await listed({ businessCode: 'U2' })
  expect([of.status, (await admin.post('/accessMessage/submit', {}, { ids: of.id })).msg]).toEqual(['4', '当前状态不能再次上报'])
})

test('a platform that fails, is busy or whose answer is lost is tried again and told the same message, once', async () => {
  await finished('D1')
  province.behaviour = 'fails'
  await w.outbox.deliverDue()
  province.bodies.length = 0
  // as if it had been recorded an hour before it is taken
  await w.db.pool.query(`update access_message set "knownAt" = $1`, [exactTime(new Date(w.now().getTime() - 3_600_000))])
  for (const [behaviour, answer] of [
    ['fails', 'HTTP 503'],
    ['cannot', '999 系统繁忙'],
    ['silent', '外部服务没有应答'],
  ] as const) {
    province.behaviour = behaviour
    await later()
    await w.outbox.deliverDue()
    expect((await listed()).map((r) => [r.status, r.answer])).toEqual([['3', answer]])
  }
  const xml = province.messages[0]!.xml
  // its time is that at which it was recorded, however late it is sent
  const { knownAt } = (await w.db.pool.query('select "knownAt" from access_message')).rows[0]
  expect(xml).toContain(`<FSSJ>${localTime(new Date(knownAt))}</FSSJ>`)
  province.behaviour = 'takes'
  await later()
  await w.outbox.deliverDue()
  expect([province.calls, province.messages.length, (await listed())[0].status, (await listed())[0].tries]).toEqual([5, 1, '1', 5])
  expect(xml).toBe(province.messages[0]!.xml)
  // to the byte, the archive around it too
  expect([province.bodies.length, new Set(province.bodies.map((b) => b.toString('base64'))).size]).toEqual([4, 1])
})

test('each setting of the configuration has its effect', async () => {
  for (const [change, back, status, answer] of [
    [{ businessTag: 'BUSSINESS_DATA' }, { businessTag: 'BUSINESS_DATA' }, '2', '省级平台拒绝（101 报文格式错误）：报文不符合规范'],
    [{ senderCode: 'OTHER' }, { senderCode: SENDER }, '2', '省级平台拒绝（104 身份校验失败）：签名不正确'],
    [{ algorithm: 'HMAC-SHA256' }, { algorithm: 'HMAC-SM3' }, '2', '省级平台拒绝（104 身份校验失败）：签名不正确'],
    [{ isEnabled: 0 }, { isEnabled: 1 }, '0', '没有适用的上报配置：保存并启用后自动上报'],
    [{ regionCode: '52' }, { regionCode: '51' }, '0', '没有适用的上报配置：保存并启用后自动上报'],
  ] as const) {
    for (const t of ['access_message', 'outbox', 'business']) await w.db.pool.query(`delete from ${t}`)
    await set(change)
    await finished('E1')
    await w.outbox.deliverDue()
    expect([change, (await listed()).map((r) => [r.status, r.answer])]).toEqual([change, [[status, answer]]])
    await set(back)
  }
  expect(province.messages).toEqual([])
  const { book } = await buildContract(w, { name: '郑三', parcels: 1 })
  for (const t of ['access_message', 'outbox', 'business']) await w.db.pool.query(`delete from ${t}`)
  await set({ parcelTag: 'YCBDKBM' })
  province.tags = { business: 'BUSINESS_DATA', parcel: 'YCBDKBM' }
  await finished('E0', { bookId: book.id })
  await w.outbox.deliverDue()
  expect(province.messages[0]!.xml).toContain('<YCBDKBM/>')
  province.messages.length = 0
  province.tags = { business: 'BUSINESS_DATA', parcel: 'YDKBM' }
  await set({ parcelTag: 'YDKBM', isEnabled: 0 })
  await w.db.pool.query('delete from access_message')
  await finished('E2')
  await w.outbox.deliverDue()
  await set({ isEnabled: 1 })
  // what waited for a configuration is sent by one word, or by itself once one is saved and enabled
  ok(await admin.post('/accessMessage/submit', {}, { ids: (await listed())[0].id }))
  await w.outbox.deliverDue()
  expect(province.messages.map((m) => m.ywlsh)).toEqual(['E2'])
  await set({ isEnabled: 0 })
  for (const code of ['E4', 'E5']) await finished(code)
  await finished('E6', { regionCode: '512022101201' })
  await w.outbox.deliverDue()
  const save = async (o: object) => admin.post('/cpt-system/accessConfig/submit', { ...ok(await admin.get('/cpt-system/accessConfig/list')).records[0], ...o })
  ok(await save({ remark: 'still disabled' }))
  await w.outbox.deliverDue()
  expect(province.messages.length).toBe(1)
  ok(await save({ isEnabled: 1 }))
  await w.outbox.deliverDue()
  expect(province.messages.map((m) => [m.ywlsh, m.qywlsh])).toEqual([
    ['E2', ''],
    ['E4', 'E2'],
    ['E5', 'E4'],
    ['E6', ''],
  ])
  // saved once more it begins nothing a second time; a second one for the same region is refused with the name of the first
  ok(await save({ isEnabled: 1, remark: null }))
  expect(await w.outbox.deliverDue()).toBe(0)
  expect((await save({ id: undefined, name: '另一平台', appSecret: secretOf('other') })).data.fields).toEqual([
    { field: 'regionCode', msg: '该行政区划已有启用的上报配置“省平台”，请修改或停用原配置' },
  ])
  const bare = { ...config, name: '另一平台', regionCode: '512022', appSecret: undefined, businessTag: 'BUSINESS_DATA', parcelTag: 'YDKBM' }
  expect((await admin.post('/cpt-system/accessConfig/submit', bare)).data.fields).toEqual([
    { field: 'appSecret', msg: '没有应用密钥不能启用，请填写或生成应用密钥' },
  ])
  await w.db.pool.query('update sealed_secret set owner = $1 where owner = $2', ['nobody', 'access_config'])
  await finished('E3')
  await w.outbox.deliverDue()
  expect((await listed({ businessCode: 'E3' }))[0].answer).toBe('上报配置没有密钥')
  await w.db.pool.query('update sealed_secret set owner = $1 where owner = $2', ['access_config', 'nobody'])
})

test('a new key stops nothing: the one before is tried for a week where the province does not know the new one', async () => {
  const [row] = ok(await admin.get('/cpt-system/accessConfig/list')).records
  const fresh = ok(await admin.get('/cpt-system/accessConfig/generateAppSecret'))
  ok(await admin.post('/cpt-system/accessConfig/submit', { ...row, appSecret: fresh }))
  await finished('K1')
  await w.outbox.deliverDue()
  province.key(fresh)
  await finished('K2')
  await w.outbox.deliverDue()
  expect(province.messages.map((m) => m.ywlsh)).toEqual(['K1', 'K2'])
  ok(await admin.post('/cpt-system/accessConfig/submit', { ...ok(await admin.get('/cpt-system/accessConfig/list')).records[0], appSecret: SECRET }))
})

test('the messages of a day leave as the folders of the standard, of the own region alone', async () => {
  await set({ isEnabled: 0 })
  const { book } = await buildContract(w, { name: '郑二', parcels: 1 })
  await finished('F1', { bookId: book.id })
  await finished('F2', { regionCode: '512022101201' })
  await w.outbox.deliverDue()
  const day = w.ago(60).slice(0, 10)
  const file = await admin.get('/accessMessage/export', { day, regionCode: '512021' })
  const inside = await unzipped(file.raw)
  expect([...inside.keys()].toSorted()).toEqual(['512021/F1/BW/DJYWF1.xml', '512021/F1/BW/FJF1.xml'])
  expect(inside.get('512021/F1/BW/DJYWF1.xml')!.toString()).toContain(`<CBJYQZBM>${book.cbjyqzbm}</CBJYQZBM>`)
  expect((await admin.get('/accessMessage/export', { day: '2026-06-02' })).msg).toBe('当日没有上报报文')
  expect((await admin.get('/accessMessage/export', { day: 'today' })).msg).toBe('请选择日期')
  // the county reads what is told of its own land, hands it over and sends it again; of no other's
  const county = await w.as('county')
  expect((await county.get('/accessMessage/export', { day, regionCode: '512022' })).key).toBe('out-of-region')
  expect([...(await unzipped((await county.get('/accessMessage/export', { day })).raw)).keys()]).toEqual([...inside.keys()])
  expect(ok(await county.get('/accessMessage/page')).records.map((r: any) => r.businessCode)).toEqual(['F1'])
  const [theirs, own] = await Promise.all(['F2', 'F1'].map(async (businessCode) => (await listed({ businessCode }))[0]))
  expect((await county.post('/accessMessage/submit', {}, { ids: theirs.id })).status).toBe(404)
  ok(await county.post('/accessMessage/submit', {}, { ids: own.id }))
  expect((await (await w.as('village')).get('/accessMessage/page')).status).toBe(403)
  const acts = ok(await admin.get('/cpt-log/usual/list', { action: 'access_message.export' })).records
  expect(acts.length).toBe(2)
  await w.db.pool.query(
    `insert into access_message ("countyCode", id, "tenantId", "regionCode", "businessId", "businessCode", "businessTypeCode", kind, seq, former, guid, day, "knownAt", status, tries, "createTime")
      select '512023', n, '000000', '512023101201', n, 'M' || n, 'contract_sign', '101', n, '', 'g', '2026-06-03', '2026-06-03T01:00:00.000Z', '0', 0, '2026-06-03' from generate_series(1, 501) n`,
  )
  expect((await admin.get('/accessMessage/export', { day: '2026-06-03' })).msg).toBe('一次最多导出 500 个报文，请缩小行政区划')
  await set({ isEnabled: 1 })
})

/** A book of a household with its parcels. */
const bookOf = (n: number, parcels: readonly number[]): MessageObject => ({
  cbjyqzbm: `51202111920301000${n}J`,
  cbfbm: `51202111920301000${n}`,
  fbfbm: '51202111920301',
  parcels: parcels.map((p) => ({ dkbm: `512021119203010000${p}`, cbfbm: `51202111920301000${n}`, htmj: '1000.00' })),
})
const contentOf = (before: MessageObject[], after: MessageObject[]): MessageContent => ({
  before,
  after,
  parcels: [{ dkbm: '5120211192030100001', op: '03', ydkbm: ['5120211192030100007', '5120211192030100008'], wkt: 'POLYGON((0 0,1 0,1 1,0 0))' }],
  parties: { fbf: null, cbf: [], members: [] },
  contract: [],
  files: [],
})
const facts = { sender: 'S', time: '2026-06-01 09:00:00', guid: 'g', county: '512021', countyName: '某县', ywlsh: 'Y2', former: 'Y1', day: '2026-06-01' }
const bare: GroundSides = { parcels: [], points: { before: [], after: [] }, lines: { before: [], after: [] } }
const told = (kind: string, c: MessageContent, ground = bare) => accessMessage({ ...facts, kind }, c, ground)
const element = (list: readonly AccessElement[], name: string) => list.filter(([n]) => n === name).map(([, v]) => v)

test('each kind says what is its own: who gave to whom, both sides of an exchange, what came of a split and went into a merge', () => {
  const transfer = told('102', contentOf([bookOf(1, [1, 2])], [bookOf(1, [1]), bookOf(2, [2])]))
  expect(['ZCCBFBM', 'ZRCBFBM', 'DKBM'].map((n) => element(transfer.business, n))).toEqual([
    ['512021119203010001'],
    ['512021119203010002'],
    ['5120211192030100002'],
  ])
  const rows = element(transfer.change, 'CBDKXX').map((r) => (r as AccessElement[]).slice(0, 4).map(([, v]) => v))
  expect(rows).toEqual([
    ['01', '5120211192030100001', null, '512021119203010001'],
    ['02', '5120211192030100002', null, '512021119203010002'],
    ['04', '5120211192030100002', null, '512021119203010001'],
  ])
  const swap = told('104', contentOf([bookOf(1, [1]), bookOf(2, [2])], [bookOf(1, [2]), bookOf(2, [1])]))
  const [a, b] = ['JF', 'YF'].map((n) => Object.fromEntries(element(swap.business, n)[0] as AccessElement[]))
  expect([a!.CBFBM, a!.DKBM, b!.CBFBM, b!.DKBM]).toEqual(['512021119203010002', '5120211192030100002', '512021119203010001', '5120211192030100001'])
  const split = told('105', contentOf([bookOf(1, [1, 2])], [bookOf(1, [1]), bookOf(2, [2])]))
  expect([element(split.business, 'FHQCBFBM'), element(split.business, 'FHHCBF').length]).toEqual([['512021119203010001'], 2])
  const merge = told('106', contentOf([bookOf(1, [1]), bookOf(2, [2])], [bookOf(1, [1, 2])]))
  expect([element(merge.business, 'HHQCBF').length, element(merge.business, 'HHHCBF').length]).toEqual([2, 1])
  const end = told('107', contentOf([{ ...bookOf(1, [1]), endReason: '整户消亡' }], []))
  expect([element(end.business, 'ZXYY'), end.original]).toEqual([['整户消亡'], []])
  for (const [kind, name] of [
    ['201', 'QZBF'],
    ['202', 'QZHF'],
  ] as const)
    expect(element(told(kind, contentOf([], [bookOf(1, [1])])).business, name).length).toBe(1)
})

const point = (n: number, dkbm: string, o: MessageObject = {}): MessageObject => ({
  fbfbm: '51202111920301',
  ysdm: '211021',
  jzdh: `J${n}`,
  jzdlx: '3',
  dkbm,
  xzbz: '3300000.000',
  yzbz: '35500000.000',
  wkt: `POINT(105.${n} 29.8)`,
  ...o,
})
const line = (n: string | null, o: MessageObject = {}): MessageObject => ({
  fbfbm: '51202111920301',
  id: 'L1',
  ysdm: '211031',
  jzxh: n,
  wkt: 'LINESTRING(105 29,106 29)',
  ...o,
})

test('points and lines are told with what was done to them, a parcel as it stood, and each kind fits the schema of the province', () => {
  const [p1, p2] = ['5120211192030100001', '5120211192030100002']
  const ground: GroundSides = {
    parcels: [{ dkbm: p1, scmj: '900.00', wkt: 'POLYGON((0 0,2 0,2 2,0 0))' }],
    points: { before: [point(1, p1), point(2, p1), point(3, p1)], after: [point(1, p1), point(2, `${p1}/${p2}`), point(4, p2)] },
    lines: { before: [line(null), line('7')], after: [line(null, { wkt: 'MULTILINESTRING((105 29,106 29),(105 30,106 30))' }), line('7')] },
  }
  const m = told('105', contentOf([bookOf(1, [1, 2])], [bookOf(1, [1]), bookOf(2, [2])]), ground)
  const rowsOf = (side: readonly AccessElement[], name: string, number: string) =>
    element(side, name).map((r) => {
      const [[, op], [, row], [, shp]] = r as [AccessElement, AccessElement, AccessElement]
      return [(row as AccessElement[]).find(([n]) => n === number)![1], op, shp]
    })
  expect(rowsOf(m.original, 'DKJZD', 'JZDH').map(([n, op]) => [n, op])).toEqual([
    ['J1', '01'],
    ['J2', '01'],
    ['J3', '01'],
  ])
  expect(rowsOf(m.change, 'DKJZD', 'JZDH').map(([n, op]) => [n, op])).toEqual([
    ['J1', '01'],
    ['J2', '03'],
    ['J4', '02'],
    ['J3', '04'],
  ])
  expect(rowsOf(m.change, 'DKJZX', 'JZXH')).toEqual([
    [null, '03', 'MULTILINESTRING((105 29,106 29),(105 30,106 30))'],
    ['7', '01', 'LINESTRING(105 29,106 29)'],
  ])
  const parcel = (side: readonly AccessElement[]) => Object.fromEntries(element(side, 'CBDK')[0] as AccessElement[])
  expect([parcel(m.original), parcel(m.change)].map((x) => [x.CZFS, x.SHP])).toEqual([
    ['01', 'POLYGON((0 0,2 0,2 2,0 0))'],
    ['03', 'POLYGON((0 0,1 0,1 1,0 0))'],
  ])
  const tags = { business: 'BUSINESS_DATA', parcel: 'YDKBM' }
  const guid = '00000000-0000-5000-8000-000000000000'
  for (const kind of ['101', '102', '103', '104', '105', '106', '107', '201', '202']) {
    const of = accessMessage({ ...facts, guid, kind }, contentOf([bookOf(1, [1]), bookOf(2, [2])], [bookOf(1, [2]), bookOf(2, [1])]), ground)
    const xml = accessXml(of, tags)
    expect([kind, provinceFaults(xml, tags)]).toEqual([kind, []])
    expect([kind, provinceFaults(accessXml(of, { ...tags, parcel: 'YCBDKBM' }), tags)[0]]).toEqual([kind, expect.stringContaining('YDKBM')])
    for (const [from, to] of [
      ['<SJLX>', '<SJLX>9'],
      ['<XZQBM>512021</XZQBM>', ''],
      ['<DKJZD><CZFS>02', '<DKJZD><CZFS>05'],
      ['<SHP>POINT(105.1 29.8)', '<SHP>POINT(here)'],
      ['</CHANGE_DATA>', '<MORE/></CHANGE_DATA>'],
      ['</SUBMIT>', ''],
    ] as const)
      expect([kind, from, provinceFaults(xml.replace(from, to), tags).length > 0]).toEqual([kind, from, true])
  }
})

test('names that the draft spells in two ways are those of the configuration, in every place', () => {
  const m = told('105', contentOf([bookOf(1, [1, 2])], [bookOf(1, [1]), bookOf(2, [2])]))
  const usual = accessXml(m, { business: 'BUSINESS_DATA', parcel: 'YDKBM' })
  const other = accessXml(m, { business: 'BUSSINESS_DATA', parcel: 'YCBDKBM' })
  expect(usual).toContain('<YDKBM>5120211192030100007;5120211192030100008</YDKBM>')
  expect(other).toBe(usual.replaceAll('BUSINESS_DATA>', 'BUSSINESS_DATA>').replaceAll('YDKBM>', 'YCBDKBM>'))
  expect(usual.indexOf('<ORIGINAL_DATA>')).toBeLessThan(usual.indexOf('<CHANGE_DATA>'))
})

test('kinds follow types and items, answers are read by their head alone, papers by type and size', () => {
  expect(['contract_sign', 'change_split', 'hand_over'].map((t) => accessKindOf(t, null))).toEqual(['101', '105', undefined])
  expect(accessKindOf('contract_supplement', 'contract_supplement_3')).toBe('201')
  expect(readAccessAnswer('<R><HEAD><ZT>100</ZT><MS> 好 </MS></HEAD></R>')).toEqual({ code: '100', words: '好', guid: '' })
  for (const none of ['', 'down', '<ZT>1</ZT>', '{"ZT":100}']) expect(readAccessAnswer(none)).toBeUndefined()
  expect(Object.keys(ACCESS_ANSWERS)).toEqual(['101', '102', '103', '104', '105', '999'])
  const paper = (kind: string, extension: string, size: number) => ({ kind, extension, size, ossName: 'x', day: '2026-06-01' })
  const named = papersFor(
    [paper('DKSYT', 'jpg', 1), paper('DKSYT', 'JPG', 1), paper('QT', 'pdf', 1), paper('CBFHKB', 'pdf', 2 ** 20 + 1), paper('SQS', 'docx', 1)],
    { cbfbm: '1', cbjyqzbm: '1J' },
  )
  expect([named.taken.map((p) => p.file), named.left]).toEqual([['DKSYT1J1.jpg', 'DKSYT1J2.jpg', '其他.pdf'], 2])
})
