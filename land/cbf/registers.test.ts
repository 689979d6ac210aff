// The lists of issuers, contractors and parcels with all that their screens ask: figures, unsigned contractors, papers, boundary marks, families, forms.
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as rows from '../../kit/server/rows.server.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { issuerOf } from '../../tests/applications.ts'
import { ctxOf } from '../../tests/contract/rows.ts'
import { idCard, sample } from '../../tests/samples.ts'
import { world, type Answer, type Client, type World } from '../../tests/world.ts'
import { cbf } from '../definitions/cbf.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { jtcy } from '../definitions/jtcy.ts'

const [GROUP, NEXT, VILLAGE] = ['51202111920301', '51202111920302', '512021119203']
const [CBF, DK, PAPERS, FILES] = ['/base-qssj/cbf', '/base-dlxx/dk', '/yb-attach/cbfattachinfo', '/cpt-resource/attach/endpoint']
let w: World, county: Client, village: Client
let households: { id: string; cbfbm: string }[]
const ok = (a: Answer): any => {
  expect(a.msg).toBe('操作成功')
  return a.data
}
/** Key and words of a refusal, in both languages. */
async function refused(who: Client, method: 'GET' | 'POST', path: string, o: { body?: object; query?: Record<string, unknown> }) {
  const [zh, en] = await Promise.all((['zh', 'en'] as const).map((l) => who.send(method, path, { ...o, headers: { 'accept-language': l } })))
  const words = (a: Answer) => a.data?.fields?.[0]?.msg ?? a.msg
  return [zh!.key, words(zh!), words(en!)]
}
const household = (cbfmc: string, more: object = {}) => {
  const cbfzjhm = idCard()
  return {
    ...sample(cbf, { fbfbm: GROUP, cbfmc, cbflx: '1', cbfzjlx: '1', cbfzjhm, lxdh: '19900001234', ...more }),
    jtcyList: [{ ...sample(jtcy), yhzgx: '02', cyxm: cbfmc, cyzjlx: '1', cyzjhm: cbfzjhm, cybz: null, sfgyr: '1' }],
  }
}
/** A field of 0.001 by 0.0005 degrees, `n` fields north of the first. */
const strip = (n: number, height = 1) => {
  const [s, t] = [29.8 + n / 2000, 29.8 + (n + height) / 2000]
  return `POLYGON((105.3 ${s},105.301 ${s},105.301 ${t},105.3 ${t},105.3 ${s}))`
}
async function parcel(geom: string, more: object = {}): Promise<string> {
  const body = sample(dk, { fbfbm: GROUP, geom, ...more })
  const { drawn } = (await county.post(`${DK}/save`, { ...body, scmj: '1.00', scmjm: '0.00' })).data
  return ok(await county.post(`${DK}/save`, { ...body, scmj: drawn, scmjm: (Math.round(Number(drawn) * 0.15) / 100).toFixed(2) }))
}
const codeOf = async (id: string) => ok(await county.get(`${DK}/detail`, { id })).dkbm as string
beforeAll(async () => {
  w = await world()
  ;[county, village] = [await w.as('county'), await w.as('village')]
  await w.db.transaction({ tenantId: '000000' }, async (tx) => {
    const ctx = ctxOf(tx)
    await rows.insert(ctx, fbf, issuerOf(GROUP, idCard()))
    await rows.insert(ctx, fbf, { ...issuerOf(NEXT, idCard()), fbfdcy: null })
  })
  households = []
  for (const name of ['张三', '李四']) {
    const id = ok(await county.post(`${CBF}/save`, household(name)))
    households.push({ id, cbfbm: ok(await county.get(`${CBF}/detail`, { id })).cbfbm })
  }
})
afterAll(() => w?.end())

test('issuers are listed with contractors, parcels and contracts, and with what they lack; the complete ones can be asked for', async () => {
  const list = async (q: object) => ok(await county.get('/base-qssj/fbf/page', { regionCode: VILLAGE, ...q })).records
  const of = (r: any) => [r.fbfbm, r.contractors, r.parcels, r.contracts, r.lacks]
  expect((await list({})).map(of)).toEqual([
    [GROUP, 2, 0, 0, []],
    [NEXT, 0, 0, 0, ['发包方调查员']],
  ])
  expect((await list({ complete: '1' })).map((r: any) => r.fbfbm)).toEqual([GROUP])
  expect((await list({ complete: '2' })).map((r: any) => r.fbfbm)).toEqual([NEXT])
  expect(await refused(county, 'GET', '/base-qssj/fbf/page', { query: { complete: '3' } })).toEqual([
    'bad-request',
    '信息完整性格式不正确',
    'Completeness is 1 or 2',
  ])
})

test('issuers of the register show the sealed name, whatever the issuer is called today, and running cases', async () => {
  const at = '2026-01-01 00:00:00'
  await w.db.pool.query(
    `insert into djb ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", cbjyqzbm, version, qszt, fbfbm, fbfmc, djsj, "validFrom", "regFrom", why, "causeKind", "causeId")
    values ('512021', 990001, '000000', 1, $1, 1, $1, 1, $2, $3, 1, '1', $2, '一社旧名', '2020-01-01', $1, '2020-01-01', 'new', 'import', 1)`,
    [at, GROUP, `${households[0]!.cbfbm}J`],
  )
  await w.db.pool.query(
    `insert into business ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", fbfbm, status) select
    '512021', 990000 + n, '000000', 1, $1, 1, $1, 1, $2, $2, n::text from generate_series(1, 4) n`,
    [at, GROUP],
  )
  const [first, second] = ok(await village.get('/dj-syq/fbf/page', { regionCode: VILLAGE })).records
  expect([first.sealedName, first.running, first.contracts, second.sealedName, second.running]).toEqual(['一社旧名', 2, 1, null, 0])
  await w.db.pool.query('delete from djb where id = 990001')
  await w.db.pool.query('delete from business where id between 990001 and 990004')
})

test('contractors without a signed contract are listed with the reason and the days; once it is signed they are gone', async () => {
  const file = async (status: string) => {
    const at = w.ago(3 * 86_400)
    await w.db.pool.query('delete from contract_file where id = 990011')
    await w.db.pool.query(
      `insert into business ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", fbfbm, status)
      values ('512021', 990010, '000000', 1, $1, 1, $1, 1, $2, $2, '2') on conflict do nothing`,
      [at, GROUP],
    )
    await w.db.pool.query(
      `insert into contract_file ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", "businessId", cbfbm, "signStatus")
      values ('512021', 990011, '000000', 1, $1, 1, $1, 1, $2, 990010, $3, $4)`,
      [at, GROUP, households[0]!.cbfbm, status],
    )
  }
  const list = async (q: object = {}) =>
    ok(await village.get(`${CBF}/unsignedPage`, { regionCode: VILLAGE, ...q })).records.map((r: any) => [r.cbfmc, r.reason, r.days, r.fbfmc !== null])
  expect(await list()).toEqual([
    ['张三', 'unsigned', 0, true],
    ['李四', 'unsigned', 0, true],
  ])
  for (const [status, reason] of [
    ['1', 'signing'],
    ['5', 'expired'],
    ['7', 'refused'],
  ] as const) {
    await file(status)
    expect([await list({ reason }), (await list()).length]).toEqual([[['张三', reason, 3, true]], 2])
  }
  await file('2')
  expect(await list()).toEqual([['李四', 'unsigned', 0, true]])
  const sheet = await county.get(`${CBF}/unsignedCbfExport`, { regionCode: VILLAGE })
  expect([sheet.status, sheet.raw.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  expect((await refused(county, 'GET', `${CBF}/unsignedPage`, { query: { reason: 'x' } })).slice(1)).toEqual(['未签原因格式不正确', 'The reason is malformed'])
})

test('households are tagged, many at once, and searched by their tags; the register says nothing of them', async () => {
  const [one, two] = households.map((h) => h.cbfbm)
  const set = (cbfbms: unknown, tags: string) => ({ body: { cbfbms, tags } })
  const at = `${CBF}/tags`
  const list = async (query: object) => ok(await county.get(`${CBF}/page`, { fbfbm: GROUP, ...query })).records.map((r: any) => [r.cbfmc, r.tags])
  ok(await county.post(at, { cbfbms: `${one},${two}`, tags: '4,3' }))
  ok(await county.post(at, { cbfbms: one, tags: '3' }))
  expect((await list({})).toSorted()).toEqual([
    ['张三', '3'],
    ['李四', '3,4'],
  ])
  expect([await list({ tag: '4' }), await list({ tag: '4', hasContract: '1' }), await list({ tag: '9' })]).toEqual([[['李四', '3,4']], [], []])
  expect(await refused(county, 'POST', at, set(one, '77'))).toEqual(['invalid', '标签不存在：77', 'No such tag: 77'])
  expect(await refused(county, 'POST', at, set(`${GROUP}7777`, '3'))).toEqual(['not-found', '承包方不存在', `${cbf.en} not found`])
  const many = Array.from({ length: 201 }, (_, i) => GROUP + String(i).padStart(4, '0')).join(',')
  expect((await refused(county, 'POST', at, set(many, '3')))[1]).toBe('一次最多设置200户')
  ok(await county.post(at, { cbfbms: two, tags: '' }))
  expect(await list({ tag: '4' })).toEqual([])
})

test('a reminder needs its words, and reaches only unsigned contractors with a mobile number', async () => {
  const ask = (cbfbms: string) => ({ body: { cbfbms } })
  const at = `${CBF}/unsigned-remind`
  expect(await refused(county, 'POST', at, ask(households[1]!.cbfbm))).toEqual([
    'reminder-content',
    '请先在短信内容中启用编号为【SIGN_REMIND】的签约提醒内容',
    'Enable an SMS content with the code SIGN_REMIND first: it is what the reminder says',
  ])
  const admin = await w.as('admin')
  const content = { contentCode: 'SIGN_REMIND', contentName: '签约提醒', content: '{cbfmc}，请到{fbfmc}签订承包合同。{x}', templateId: 'T1', isEnabled: 1 }
  const good = { ...content, content: content.content.replace('{x}', '') }
  expect((await admin.post('/sms/message/content/config/save', content)).msg).toBe('没有模板变量{x}，该短信可用：{cbfmc}、{fbfmc}')
  const id = ok(await admin.post('/sms/message/content/config/save', good))
  // one that was saved before its names were looked at
  await w.db.pool.query('update sms_content set content = $2 where id = $1', [id, content.content])
  expect((await refused(county, 'POST', at, ask(households[1]!.cbfbm)))[0]).toBe('reminder-holes')
  ok(await admin.post('/sms/message/content/config/update', { ...good, id }))
  // the first has signed
  expect(await refused(county, 'POST', at, ask(households[0]!.cbfbm))).toEqual([
    'reminder-nobody',
    '所选承包方都没有可发送短信的手机号码，或都不在未签之列',
    'None of the chosen contractors is unsigned and has a mobile number',
  ])
  expect((await county.post(at, { cbfbms: households[1]!.cbfbm })).key).toBe('sms-provider')
  const provider = { smsCode: 'S1', category: 'http', endpoint: 'http://127.0.0.1:9/sms', accessKey: 'a', secretKey: 'b', signName: '承包', templateId: 'T1' }
  const sms = ok(await admin.post('/cpt-resource/sms/submit', provider))
  ok(await admin.post('/cpt-resource/sms/enable', {}, { id: sms }))
  expect(ok(await county.post(at, { cbfbms: households.map((h) => h.cbfbm).join(',') }))).toEqual({ sent: 1, left: 1 })
  const { rows: told } = await w.db.pool.query(`select phone, content from sms_history where "contentCode" = 'SIGN_REMIND'`)
  expect(told).toEqual([{ phone: '199****1234', content: expect.stringMatching(/^李四，请到.+签订承包合同。$/) }])
  expect((await village.post(at, { cbfbms: households[1]!.cbfbm })).key).toBe('forbidden')
  // who has opted out is told nothing, and a number that is told nothing is none
  const { rows: numbers } = await w.db.pool.query('select lxdh from cbf where cbfbm = $1', [households[1]!.cbfbm])
  ok(await admin.post('/sms/opt-out/submit', { phone: numbers[0].lxdh }))
  expect((await county.post(at, { cbfbms: households[1]!.cbfbm })).key).toBe('reminder-nobody')
})

test('papers of a household: what it must have, has and lacks; a plan of its region or above says which kinds', async () => {
  const mine = async (q: object = {}) => ok(await village.get(`${PAPERS}/list`, { regionCode: VILLAGE, ...q })).records
  const of = (r: any) => [r.cbfmc, r.required, r.has, r.lacks, r.files, r.isComplete]
  const usual = ['CBFSFZ', 'CBFHKB']
  expect((await mine()).map(of)).toEqual(['张三', '李四'].map((n) => [n, usual, [], usual, 0, false]))
  const [h] = households
  const upload = async (businessItem: string, name: string) =>
    ok(await village.upload(`${FILES}/upload`, { name, bytes: PDF }, { businessId: h!.id, businessItem })).id
  await upload('CBFSFZ', '身份证.pdf')
  const loose = ok(await village.upload(`${FILES}/upload`, { name: '户口簿.pdf', bytes: PDF }, { businessId: h!.id, businessItem: 'cbf' })).id
  expect(of((await mine())[0])).toEqual(['张三', usual, ['CBFSFZ'], ['CBFHKB'], 1, false])
  ok(await village.post(`${PAPERS}/submit`, { cbfbm: h!.cbfbm, businessItem: 'CBFHKB', attachIds: loose }))
  const first = (await mine({ complete: '1' }))[0]
  expect([...of(first), first.collector.length > 0, first.lastUpload.slice(0, 4)]).toEqual([
    '张三',
    usual,
    ['CBFHKB', 'CBFSFZ'],
    [],
    2,
    true,
    true,
    first.lastUpload.slice(0, 4),
  ])
  expect(ok(await village.get(`${PAPERS}/checkCbfAttach`, { regionCode: VILLAGE }))).toMatchObject({
    households: 2,
    complete: 1,
    lacks: [{ cbfmc: '李四', lacks: usual }],
  })
  expect(ok(await village.get(`${PAPERS}/checkCbfAttach`, { cbfbm: h!.cbfbm }))).toMatchObject({ households: 1, complete: 1, lacks: [] })
  // a plan of the village asks for more
  const plan = { regionCode: VILLAGE, chosen: 'CBFSFZ,CBHT', collector: '王五', fromDay: '2026-01-01', toDay: '2026-12-31' }
  expect((await village.post('/yb-attach/taskinfo/submit', plan)).key).toBe('forbidden')
  ok(await county.post('/yb-attach/taskinfo/submit', plan))
  expect(of((await mine())[0])).toEqual(['张三', ['CBFSFZ', 'CBHT'], ['CBFHKB', 'CBFSFZ'], ['CBHT'], 2, false])
  expect(ok(await village.get('/yb-attach/taskinfo/getPlan', { regionCode: GROUP }))).toMatchObject({
    plan: { collector: '王五' },
    kinds: ['CBFSFZ', 'CBHT'],
    target: 2,
    done: 0,
  })
  const kinds = ok(await village.get(`${PAPERS}/detail`, { id: h!.id })).kinds.map((k: any) => [k.kind, k.required, k.files.length])
  expect(kinds).toEqual([
    ['CBFSFZ', true, 1],
    ['CBHT', true, 0],
    ['CBFHKB', false, 1],
  ])
  const [zip, sheet] = [await village.get(`${PAPERS}/download-zip-by-cbfbm`, { cbfbm: h!.cbfbm }), await village.get(`${PAPERS}/export`, { xzqhbm: VILLAGE })]
  expect([zip.raw.includes('身份证/身份证.pdf'), sheet.raw.subarray(0, 2).toString()]).toEqual([true, 'PK'])
  // one archive has its bound here as everywhere
  await w.db.pool.query(`update attach set "attachSize" = 2147483647 where "businessId" = $1`, [h!.id])
  expect((await village.get(`${PAPERS}/download-zip-by-cbfbm`, { cbfbm: h!.cbfbm })).key).toBe('zip-too-large')
  await w.db.pool.query(`update attach set "attachSize" = 1 where "businessId" = $1`, [h!.id])
})

test('what is wrong with papers and plans is named in both languages', async () => {
  const at = '/yb-attach/taskinfo/submit'
  const plan = { regionCode: GROUP, chosen: 'CBFSFZ', collector: '王五', fromDay: '2026-02-01', toDay: '2026-01-01' }
  expect((await refused(county, 'POST', at, { body: plan })).slice(1)).toEqual(['截止日期不能早于开始日期', 'The end is before the beginning'])
  const over = { ...plan, fromDay: '2020-02-01', toDay: '2020-03-01' }
  expect((await refused(county, 'POST', at, { body: over })).slice(1)).toEqual(['截止日期不能早于今天', 'It has already ended'])
  expect((await refused(county, 'POST', at, { body: { ...plan, chosen: '' } })).slice(1)).toEqual(['请选择附件类别', 'Please select the kinds'])
  expect((await refused(county, 'POST', at, { body: { ...plan, chosen: 'CBFSFZ,NO' } })).slice(1)).toEqual([
    '附件类别不正确：NO',
    'The kind of papers is unknown: NO',
  ])
  expect(await refused(county, 'GET', `${PAPERS}/checkCbfAttach`, { query: { regionCode: '512021' } })).toEqual([
    'smaller-region',
    '请选择乡镇或以下的行政区划',
    'Choose a township or a smaller region',
  ])
  const other = ok(await village.upload(`${FILES}/upload`, { name: '甲.pdf', bytes: PDF }, { businessId: households[1]!.id, businessItem: 'CBFSFZ' })).id
  const take = { cbfbm: households[0]!.cbfbm, businessItem: 'CBFSFZ', attachIds: other }
  expect(await refused(village, 'POST', `${PAPERS}/submit`, { body: take })).toEqual([
    'file-elsewhere',
    '附件【甲.pdf】属于其他数据，不能归入该承包方',
    '甲.pdf belongs to another row and cannot be attached to this contractor',
  ])
})

test('marks of points and lines are written by hand, their places are not; of a parcel under way nothing is', async () => {
  const dkbm = await codeOf(await parcel(strip(0)))
  const list = async (what: string) => ok(await village.get(`/base-dlxx/${what}/page`, { dkbm, size: 50 })).records
  const [[point], [line]] = [await list('jzd'), await list('jzx')]
  ok(await village.post('/base-dlxx/jzd/update', { id: point.id, rev: point.rev, jzdlx: point.jzdlx, jblx: '2' }))
  ok(await village.post('/base-dlxx/jzx/update', { ...line, jzxsm: '沿田埂中心', pldwqlr: '李四', pldwzjr: '李四' }))
  expect([(await list('jzd')).find((p: any) => p.id === point.id).jblx, (await list('jzx')).find((p: any) => p.id === line.id).jzxsm]).toEqual([
    '2',
    '沿田埂中心',
  ])
  const moved = await village.post('/base-dlxx/jzd/update', { id: point.id, rev: point.rev + 1, jzdlx: point.jzdlx, xzbz: '1.000' })
  expect([moved.status, moved.data.fields[0].msg]).toEqual([400, 'X坐标值不能修改'])
  // an open case holds the parcel, or a share of it
  const body = { id: point.id, rev: point.rev + 1, jzdlx: point.jzdlx, jblx: '1' }
  await w.db.pool.query(
    `insert into business ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", fbfbm, status)
    values ('512021', 990030, '000000', 1, $1, 1, $1, 1, $2, $2, '2')`,
    [w.ago(0), GROUP],
  )
  for (const [type, object] of [
    ['dk', dkbm],
    ['share', `${dkbm}:${households[0]!.cbfbm}`],
  ]) {
    await w.db.pool.query(
      `insert into business_lock ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", "objectType", "objectCode", "businessId")
      values ('512021', 990031, '000000', 1, $1, 1, $1, 1, $2, $3, $4, 990030)`,
      [w.ago(0), GROUP, type, object],
    )
    expect(await refused(village, 'POST', '/base-dlxx/jzd/update', { body })).toEqual([
      'boundary-held',
      `地块【${dkbm}】正在办理业务，其界址不能修改`,
      `A business is in progress on parcel ${dkbm}: its boundary cannot be changed`,
    ])
    await w.db.pool.query('delete from business_lock where id = 990031')
  }
  await w.db.pool.query('delete from business where id = 990030')
  // the form with its table of coordinates has them
  const form = await village.get(`${DK}/survey-table/download`, { dkbm })
  expect(textOf(form.raw)).toMatch(/沿田埂中心[\s\S]*J1/)
})

test('what moving a boundary changes is told before it is stored: parcels, holders, contracts, areas; nothing is written', async () => {
  const [a, b] = [await parcel(strip(10)), await parcel(strip(11), { dkmc: '北邻' })]
  const [own, next] = [ok(await county.get(`${DK}/detail`, { id: a })), ok(await county.get(`${DK}/detail`, { id: b }))]
  const told = ok(await village.post(`${DK}/effects`, { id: a, geom: strip(10, 1.5), others: [{ kind: 'changed', id: next.dkbm, wkt: strip(11.5, 0.5) }] }))
  expect(told.map((e: any) => [e.what, e.dkbm, e.before, e.difference.slice(0, 1), e.contracts])).toEqual([
    ['own', own.dkbm, own.scmjm, '+', []],
    ['moved', next.dkbm, next.scmjm, '-', []],
  ])
  expect(ok(await county.get(`${DK}/detail`, { id: a })).geom).toBe(own.geom)
  expect((await village.post(`${DK}/effects`, { id: a })).status).toBe(400)
})

test('the family of a parcel: where its land came from and went to', async () => {
  const [a, b, c] = [await parcel(strip(20)), await parcel(strip(22)), await parcel(strip(24))]
  const [first, left, right] = [await codeOf(a), await codeOf(b), await codeOf(c)]
  await w.db.pool.query(`update dk set ydkbm = $1 where id = any($2)`, [JSON.stringify([first]), [b, c]])
  await w.db.pool.query(`update dk set zt = '2' where id = $1`, [a])
  for (const dkbm of [first, left]) {
    const tree = ok(await village.get(`${DK}/lineage`, { dkbm }))
    expect([tree.nodes.map((n: any) => [n.dkbm, n.zt]).toSorted(), tree.edges.toSorted((x: any, y: any) => (x.to < y.to ? -1 : 1))]).toEqual([
      [
        [first, '2'],
        [left, '1'],
        [right, '1'],
      ],
      [
        { from: first, to: left },
        { from: first, to: right },
      ],
    ])
  }
  expect((await village.get(`${DK}/lineage`, { dkbm: `${GROUP}99999` })).key).toBe('not-found')
})

test('collective land is counted by category, use and holder', async () => {
  const before = ok(await village.get(`${DK}/statisticsJtd`, { regionCode: VILLAGE }))
  await parcel(strip(30), { dklb: '22' })
  const now = ok(await village.get(`${DK}/statisticsJtd`, { regionCode: VILLAGE }))
  expect([now.n - before.n, now.dklb.find((p: any) => p.key === '22')?.n, now.held, now.area > before.area]).toEqual([
    1,
    1,
    [{ key: '2', n: 1, area: now.area }],
    true,
  ])
  expect((await village.get(`${DK}/statisticsJtd`, { regionCode: '110101' })).key).toBe('out-of-region')
})

test('contractors and parcels are found by contract, certificate, holder, shape and the box of a map, and name their issuer', async () => {
  const n = async (path: string, q: object) => ok(await village.get(`${path}/page`, { regionCode: VILLAGE, ...q })).total
  expect([
    await n(CBF, { hasContract: '1' }),
    await n(CBF, { hasContract: '2' }),
    await n(CBF, { hasCertificate: '1' }),
    await n(CBF, { hasCertificate: '2' }),
  ]).toEqual([0, 2, 0, 2])
  const all = await n(DK, {})
  expect([await n(DK, { contracted: '2' }), await n(DK, { hasGeom: '1' }), await n(DK, { hasGeom: '2' })]).toEqual([all, all, 0])
  expect(ok(await village.get(`${DK}/page`, { size: 1 })).records[0].fbfmc).toBe('测试村')
  expect(await refused(village, 'GET', `${DK}/page`, { query: { contracted: 'x' } })).toEqual(['bad-request', '是否承包格式不正确', 'Contracted is 1 or 2'])
})

test('parcels are listed by the box of a map: what it meets and nothing outside, nobody else’s land; what is no box is refused in both languages', async () => {
  const codes = async (bbox: string, who = village, more: object = {}) =>
    ok(await who.get(`${DK}/page`, { bbox, size: 200, ...more })).records.map((r: any) => r.dkbm) as string[]
  // a field far north of all others, 0.001 by 0.0005 degrees
  const own = await codeOf(await parcel(strip(200)))
  const [south, north] = [29.8 + 200 / 2000, 29.8 + 201 / 2000]
  expect(await codes(`105.2,${south - 0.0001},105.4,${north + 0.0001}`)).toEqual([own])
  // within it, over its edge, touching its corner
  expect(await codes(`105.3002,${south + 0.0001},105.3003,${south + 0.0002}`)).toEqual([own])
  expect(await codes(`105.3009,${south + 0.0001},105.4,${north}`)).toEqual([own])
  expect(await codes(`105.301,${north},105.302,${north + 0.001}`)).toEqual([own])
  // beside it on each side
  for (const beside of [
    `105.3011,${south},105.4,${north}`,
    `105.2,${south},105.2999,${north}`,
    `105.2,${north + 0.0001},105.4,${north + 0.001}`,
    `105.2,${south - 0.001},105.4,${south - 0.0001}`,
  ])
    expect([beside, await codes(beside)]).toEqual([beside, []])
  // with other filters, and within the caller's region: land of another village in the same box is the county's to see
  const box = `105.2,${south},105.4,${north + 0.001}`
  await w.db.transaction({ tenantId: '000000' }, (tx) => rows.insert(ctxOf(tx), fbf, issuerOf('51202111920401', idCard())))
  const theirs = await codeOf(await parcel(strip(201), { fbfbm: '51202111920401' }))
  expect([await codes(box, county), await codes(box), await codes(box, await w.as('other'))]).toEqual([[own, theirs], [own], []])
  expect([await codes(box, county, { regionCode: VILLAGE }), await codes(box, village, { dkbm: `${GROUP}00001` })]).toEqual([[own], []])
  expect(await codes('', village, { dkbm: own })).toEqual([own])
  for (const bad of ['1,2', '105,29,106', '105,29,106,30,1', 'a,29,106,30', '106,29,105,30', '105,30,106,29', 'Infinity,29,106,30', '105;29;106;30'])
    expect([bad, await refused(village, 'GET', `${DK}/page`, { query: { bbox: bad } })]).toEqual([
      bad,
      ['bad-request', '地图范围格式不正确', 'The map extent must be west,south,east,north'],
    ])
})

/** The text of a PDF. */
const textOf = (pdf: Buffer): string => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
test('the survey is posted and the extension applied for on their forms, of those who were chosen', async () => {
  const [h] = households
  await w.db.pool.query(`update dk set cbfbm = $1, cbfmc = '张三' where dkbm = $2`, [h!.cbfbm, `${GROUP}00001`])
  const posted = textOf((await village.get(`${CBF}/publicity-survey/download`, { cbfbms: h!.cbfbm })).raw)
  expect([/农村土地承包经营权调查信息公示表/.test(posted), /张三/.test(posted), /李四/.test(posted), /\*\*\*/.test(posted), posted.includes('合计')]).toEqual([
    true,
    true,
    false,
    true,
    true,
  ])
  const asked = textOf((await village.get(`${CBF}/contract-apply/download`, { regionCode: VILLAGE })).raw)
  expect([asked.match(/延包申请书/g)!.length >= 2, asked.includes('李四'), asked.replace(/[\s\u200b]/g, '').includes(`${GROUP}00001`)]).toEqual([
    true,
    true,
    true,
  ])
})

test('a parcel that goes on after a piece was cut, on the same day, tells what it measured before', async () => {
  const id = await parcel(strip(40))
  const { rev, scmjm, dkbm, ...row } = ok(await county.get(`${DK}/detail`, { id }))
  // a while later
  w.setNow(w.ago(-600))
  ;[county, village] = [await w.as('county'), await w.as('village')]
  const half = strip(40, 0.5)
  const names = Object.entries(dk.fields).flatMap(([n, f]) => (f.form === undefined ? [n] : []))
  const body = { ...Object.fromEntries(names.map((n) => [n, row[n]])), id, rev, geom: half }
  const { drawn } = (await county.post(`${DK}/update`, { ...body, scmj: '1.00', scmjm: '0.00' })).data
  ok(await county.post(`${DK}/update`, { ...body, scmj: drawn, scmjm: (Math.round(Number(drawn) * 0.15) / 100).toFixed(2) }))
  const other = await parcel(strip(40.5, 0.5))
  // as the register has it of cuts of former days, and packages bring it
  await w.db.pool.query(`update dk set ydkbm = $2, "createTime" = (select "updateTime" from dk where dkbm = $3) where id = $1`, [
    other,
    JSON.stringify([dkbm]),
    dkbm,
  ])
  const [own, piece] = ok(await village.get(`${DK}/lineage`, { dkbm })).nodes
  expect([own.goesOn, own.former, piece.goesOn, piece.former, Number(own.scmjm) < Number(scmjm)]).toEqual([true, scmjm, false, null, true])
})

test('a parcel that its form cuts ends, and every piece has a code of its own; what is contracted, held, joined at once or moved besides is not cut', async () => {
  const id = await parcel(strip(60))
  const { rev, dkbm, ...row } = ok(await county.get(`${DK}/detail`, { id }))
  const names = Object.entries(dk.fields).flatMap(([n, f]) => (f.form === undefined ? [n] : []))
  const pieces = [{ kind: 'added', id: '1', wkt: strip(60.5, 0.5) }]
  const body = { ...Object.fromEntries(names.map((n) => [n, row[n]])), id, rev, geom: strip(60, 0.5), dkmc: '大田东', others: pieces }
  const { drawn } = (await county.post(`${DK}/update`, { ...body, scmj: '1.00', scmjm: '0.00' })).data
  const cut = { ...body, scmj: drawn, scmjm: (Math.round(Number(drawn) * 0.15) / 100).toFixed(2) }
  const all = async () => (await w.db.pool.query('select id, dkbm, rev, zt, "ydkbm" from dk order by id')).rows
  const before = await all()
  const more = await parcel(strip(61.2, 0.4))
  const joined = ok(await county.get(`${DK}/detail`, { id: more })).dkbm
  const known = await all()
  const asked = async (b: object) => (await county.post(`${DK}/update`, b)).key
  expect(await asked({ ...cut, others: [...pieces, { kind: 'removed', id: joined }] })).toBe('cut-and-join')
  expect(await asked({ ...cut, rev: rev - 1 })).toBe('changed')
  // a piece is left out: that is no cut of this parcel
  expect(await asked({ ...cut, others: [{ kind: 'added', id: '1', wkt: strip(60.5, 0.2) }] })).toBe('E1010')
  expect(await asked({ ...cut, others: [{ kind: 'added', id: '1', wkt: strip(60.4, 0.6) }] })).not.toBe(undefined)
  expect(await all()).toEqual(known)
  const first = ok(await county.post(`${DK}/update`, cut))
  const fresh = (await w.db.pool.query(`select * from dk where ydkbm::jsonb ? $1 order by dkbm`, [dkbm])).rows
  const [parent] = (await w.db.pool.query('select * from dk where id = $1', [id])).rows
  expect([parent.zt, parent.djzt, parent.dkbm]).toEqual(['2', '9', dkbm])
  expect(fresh.map((p) => [p.dkmc, p.zt, p.djzt, p.sjly, p.dklb, p.dkbm > dkbm, before.some((k) => k.dkbm === p.dkbm)])).toEqual([
    ['大田东', '1', '0', '3', row.dklb, true, false],
    ['大田东', '1', '0', '3', row.dklb, true, false],
  ])
  expect(String(fresh[0].id)).toBe(String(first))
  const tree = ok(await village.get(`${DK}/lineage`, { dkbm }))
  expect(tree.edges.toSorted((a: any, b: any) => (a.to < b.to ? -1 : 1))).toEqual(fresh.map((p) => ({ from: dkbm, to: p.dkbm })))
  // the points of both, and the line between them
  for (const p of fresh) expect(ok(await county.get('/base-dlxx/jzd/page', { dkbm: p.dkbm })).total).toBeGreaterThanOrEqual(4)
})

test('the form of a household takes a person once, however the number is typed, and nobody who is a co-owner of another household', async () => {
  const body = household('王五')
  const head = body.jtcyList[0]!
  const x = 'E1234567X'
  const of = (cyzjhm: string, more: object = {}) => ({ ...head, yhzgx: '20', cyxm: '王小', cyzjlx: '5', cyzjhm, ...more })
  // the same paper typed in two ways
  const twice = await county.post(`${CBF}/save`, { ...body, jtcyList: [head, of(x), of(x.toLowerCase())] })
  expect([twice.code, twice.data.fields]).toEqual([400, [{ field: 'jtcyList.2.cyzjhm', msg: '家庭成员证件号码重复' }]])
  const other = ok(await county.get(`${CBF}/detail`, { id: households[0]!.id }))
  const taken = other.jtcyList[0]
  const come = { ...of(taken.cyzjhm, { cyxm: taken.cyxm, cyzjlx: taken.cyzjlx }) }
  const double = await county.post(`${CBF}/save`, { ...body, jtcyList: [head, come] })
  expect([double.code, double.data.fields]).toEqual([
    400,
    [{ field: 'jtcyList.1.cyzjhm', msg: `【${taken.cyxm}】已是承包方【${other.cbfbm}】的共有人；确有依据的，请通过业务办理说明理由并由第二人确认` }],
  ])
  // who is no co-owner is in the household without a share, as in a case
  const id = ok(await county.post(`${CBF}/save`, { ...body, jtcyList: [head, { ...come, sfgyr: '2' }] }))
  const saved = ok(await county.get(`${CBF}/detail`, { id }))
  const again = await county.post(`${CBF}/update`, { ...saved, jtcyList: saved.jtcyList.map((m: any) => ({ ...m, sfgyr: '1' })) })
  expect([again.code, again.data.fields?.[0]?.field]).toEqual([400, 'jtcyList.1.cyzjhm'])
  ok(await county.post(`${CBF}/update`, { ...saved, lxdh: '19900009999' }))
})

const BATCH = '/platform/list-batch'
const postcodes = async (query: object): Promise<string[]> => [
  ...new Set<string>(ok(await county.get(`${CBF}/page`, { fbfbm: NEXT, size: 200, ...query })).records.map((r: any) => r.yzbm)),
]
test('many households are changed together as it was shown, each by the rules of its form; the last change is taken back while nobody changed the row since', async () => {
  const ids = households.map((h) => h.id)
  const read = async (id: string) => ok(await county.get(`${CBF}/detail`, { id }))
  const former = (await read(ids[0]!)).yzbm
  const ask = { list: 'cbf', ids: ids.join(','), values: { yzbm: '642355' } }
  const shown = ok(await county.post(`${BATCH}/preview`, ask))
  expect([shown.changed, shown.same, shown.refused]).toEqual([2, 0, 0])
  expect(shown.rows.map((r: any) => [r.name, r.before.yzbm])).toEqual([
    ['张三', former],
    ['李四', former],
  ])
  // nothing is written by looking
  expect((await read(ids[0]!)).yzbm).toBe(former)
  const { marks } = shown
  // somebody changes one of them between the look and the act: none is changed
  ok(await village.post(`${CBF}/update`, { ...(await read(ids[1]!)), cbfdz: '新址' }))
  const stale = await refused(county, 'POST', `${BATCH}/run`, { body: { list: 'cbf', values: ask.values, rows: marks } })
  expect(stale).toEqual([
    'batch-refused',
    '李四：数据已被他人修改，请刷新后重试。本次没有修改任何数据',
    '李四: Somebody else changed this; reload and try again. Nothing was changed',
  ])
  expect((await read(ids[0]!)).yzbm).toBe(former)
  const again = ok(await county.post(`${BATCH}/preview`, ask)).marks
  const done = ok(await county.post(`${BATCH}/run`, { list: 'cbf', values: ask.values, rows: again }))
  expect([done.done, (await read(ids[0]!)).yzbm, (await read(ids[1]!)).yzbm]).toEqual([2, '642355', '642355'])
  const audited = await w.db.pool.query(`select "objectId", diff from audit_event where action = 'cbf.update' and diff::text like '%642355%'`)
  expect(audited.rows.map((r) => r.objectId).toSorted()).toEqual(ids.toSorted())
  expect(ok(await county.post(`${BATCH}/preview`, ask)).same).toBe(2)
  // tags go the same way
  const tags = { list: 'cbf-tags', ids: ids.join(','), values: { tags: '3' } }
  const labelled = ok(await county.post(`${BATCH}/preview`, tags))
  ok(await county.post(`${BATCH}/run`, { ...tags, ids: undefined, rows: labelled.marks }))
  expect(ok(await county.get(`${CBF}/page`, { fbfbm: GROUP, tag: '3' })).records.map((r: any) => r.cbfmc)).toEqual(['张三', '李四'])
  // one is changed by another person: neither is taken back; then only what is as it was left
  ok(await village.post(`${CBF}/update`, { ...(await read(ids[1]!)), cbfdz: '再改' }))
  expect((await refused(county, 'POST', `${BATCH}/undo`, { body: { list: 'cbf', rows: done.marks } })).slice(0, 2)).toEqual([
    'undo-changed',
    '“李四”之后又被修改，不能撤销',
  ])
  const mine = done.marks.filter((m: any) => m.id === ids[0])
  ok(await county.post(`${BATCH}/undo`, { list: 'cbf', rows: mine }))
  expect([(await read(ids[0]!)).yzbm, (await read(ids[0]!)).jtcyList.length, (await read(ids[1]!)).yzbm]).toEqual([former, 1, '642355'])
})

test('a save of a household with its members is taken back whole; what was only just entered has nothing before it', async () => {
  const id = ok(await county.post(`${CBF}/save`, household('王五')))
  const first = ok(await county.get(`${CBF}/detail`, { id }))
  expect((await refused(county, 'POST', `${BATCH}/undo`, { body: { list: 'cbf', rows: [{ id, rev: first.rev }] } })).slice(0, 2)).toEqual([
    'undo-nothing',
    '“王五”没有可以撤销的修改',
  ])
  w.setNow(w.ago(-60))
  const child = { ...sample(jtcy), yhzgx: '10', cyxm: '王小', cyzjlx: '1', cyzjhm: idCard(), cybz: null, sfgyr: '1' }
  ok(await county.post(`${CBF}/update`, { ...first, cbfdz: '他处', jtcyList: [...first.jtcyList, child] }))
  ok(await county.post(`${BATCH}/undo`, { list: 'cbf', rows: [{ id, rev: first.rev + 1 }] }))
  const now = ok(await county.get(`${CBF}/detail`, { id }))
  expect([now.cbfdz, now.jtcyList.map((m: any) => m.cyxm)]).toEqual([first.cbfdz, ['王五']])
  ok(await county.post(`${CBF}/remove`, undefined, { ids: id }))
})

test('what matches a question is chosen by the server and changed as a job: shown first, each refusal named, and taken back', async () => {
  w.jobs.start()
  const ids = await w.db.transaction({ tenantId: '000000' }, (tx) =>
    rows.insertMany(
      ctxOf(tx),
      cbf,
      Array.from({ length: 203 }, (_, i) => ({
        ...sample(cbf, { fbfbm: NEXT, cbfmc: `户${i}`, yzbm: '642350' }),
        regionCode: NEXT,
        cbfbm: `${NEXT}${String(i + 1).padStart(4, '0')}`,
        // two are of the register no more
        zt: i < 2 ? '2' : '1',
        djzt: '2',
      })) as never,
    ),
  )
  expect(ids.length).toBe(203)
  const ask = { list: 'cbf', query: { fbfbm: NEXT }, values: { yzbm: '642399' } }
  const ended = async (a: Answer) => {
    const { job } = ok(a)
    await w.jobs.idle()
    const row = ok(await county.get('/cpt-system/job/detail', { id: job }))
    return { job, status: row.status, message: row.message, ...row.result }
  }
  const shown = await ended(await county.post(`${BATCH}/preview`, ask))
  expect([shown.status, shown.changed, shown.refused, shown.refusals.map((r: any) => r.name).toSorted()]).toEqual(['done', 201, 2, ['户0', '户1']])
  expect(await postcodes({})).toEqual(['642350'])
  expect((await refused(village, 'POST', `${BATCH}/run`, { body: { list: 'cbf', job: shown.job } }))[0]).toBe('batch-not-previewed')
  const done = await ended(await county.post(`${BATCH}/run`, { list: 'cbf', job: shown.job }))
  expect([done.status, done.done, (await postcodes({})).toSorted()]).toEqual(['done', 201, ['642350', '642399']])
  const twice = await ended(await county.post(`${BATCH}/run`, { list: 'cbf', job: shown.job }))
  expect([twice.status, twice.message]).toEqual(['failed', expect.stringContaining('数据已被他人修改，请刷新后重试。本次没有修改任何数据')])
  const back = await ended(await county.post(`${BATCH}/undo`, { list: 'cbf', job: done.job }))
  expect([back.status, back.done, await postcodes({})]).toEqual(['done', 201, ['642350']])
})

test('a change of many rows is refused in words: another list, a locked field, a wrong value, too many or no rows, another question, a missing button', async () => {
  const no = async (verb: string, body: object, who = county) =>
    refused(who, 'POST', `${BATCH}/${verb}`, { body: { list: 'cbf', ids: households[0]!.id, values: { yzbm: '642355' }, ...body } })
  expect(await no('preview', { list: 'sys_user' })).toEqual(['batch-list', '该列表不支持批量修改', 'Rows of this list cannot be changed together'])
  expect((await no('preview', { values: { cbfmc: '甲' } }))[0]).toBe('batch-field')
  expect(await no('preview', { values: {} })).toEqual(['batch-empty', '请至少选择一项要修改的内容', 'Choose at least one field to change'])
  expect((await no('preview', { values: { yzbm: '12' } }))[0]).toBe('invalid')
  expect((await no('preview', { ids: Array.from({ length: 201 }, (_, i) => i + 1).join(',') })).slice(0, 2)).toEqual([
    'batch-too-many',
    '一次最多修改200条，请增加条件',
  ])
  expect((await no('preview', { ids: '' }))[0]).toBe('none-selected')
  expect((await no('preview', { ids: '', query: { nothing: '1' } }))[0]).toBe('unknown-parameter')
  expect((await no('preview', { ids: '', query: { cbfmc: ['a'] } }))[0]).toBe('bad-request')
  expect((await no('preview', { ids: '', query: { fbfbm: `${GROUP.slice(0, 12)}99` } }))[0]).toBe('none-selected')
  expect((await no('run', { ids: undefined, rows: 'x' }))[0]).toBe('bad-request')
  expect((await no('run', { ids: undefined, rows: [] }))[0]).toBe('none-selected')
  expect((await no('run', { ids: undefined, job: '1' })).slice(0, 2)).toEqual(['batch-not-previewed', '请先预览，再确认修改'])
  expect((await no('undo', { ids: undefined, values: undefined, list: 'cbf-tags', rows: [{ id: households[0]!.id, rev: 1 }] })).slice(0, 1)).toEqual([
    'undo-nothing',
  ])
  expect((await no('preview', {}, await w.as('audit')))[0]).toBe('forbidden')
  // of another tenant nothing is seen, and nothing changed
  const elsewhere = ok(await (await w.as('other')).post(`${BATCH}/preview`, { list: 'cbf', ids: households[0]!.id, values: { yzbm: '642355' } }))
  expect([elsewhere.changed, elsewhere.refusals[0].why]).toEqual([0, '承包方不存在'])
})
