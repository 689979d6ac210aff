// The survey without network at the server: what may be taken along and delivered and by whom, that nothing of it is lost, and what a person decides.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registryOf } from '../../../apps/server/handlings.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { dict_biz } from '../../../platform/definitions/system.ts'
import { making_plan, MAKING } from '../../../land/fbf/making-plan.ts'
import { attach } from '../../../services/files/attach.ts'
import { bench, FBFBM, land, registered, VILLAGE, type Bench } from '../../../tests/case-bench.ts'
import { stories, type House } from '../../../tests/type-stories.ts'
import { extensionSlice } from '../households/routes.server.ts'
import { FIELD_KIND, FIELD_STATE, type FieldItem } from './field.ts'
import { fieldSlice } from './routes.server.ts'
import { wktOf, type TakenHousehold } from './taken.ts'

const registry = registryOf({ digestOf: async () => 'a'.repeat(64), sealer: { sign: (t) => t } })
const PERMS = [
  'extension_household_view',
  'extension_household_edit',
  'field_item_view',
  'field_item_edit',
  'field_device_view',
  'field_device_edit',
  'cbf_view',
]
const AT = '/ybProcess/field'
let b: Bench
let told: ReturnType<typeof stories>
let houses: House[]
beforeAll(async () => {
  b = await bench({ routes: [...extensionSlice(registry).routes, ...fieldSlice(async () => undefined).routes], perms: PERMS })
  told = stories(b, { typeCode: 'contract_renew', name: '延包', files: [] })
  await land(b, [])
  houses = []
  for (const n of [1, 2, 3, 4]) houses.push(await registered(b, n, [`0000${n}`]))
  await b.as('admin', async (ctx) => {
    const word = (code: string, dictKey: string) =>
      rows.insert(ctx, dict_biz, { code, dictKey, dictValue: dictKey, parentId: dictKey === '-1' ? null : '1', isSealed: 0 } as never)
    for (const code of ['household_tag', 'attach_kind']) for (const key of ['-1', code === 'attach_kind' ? 'CBFSFZ' : '6']) await word(code, key)
  })
})
afterAll(() => b?.end())

type Collector = 'village' | 'town' | 'other'
const PHONES: Readonly<Record<Collector, string>> = { village: randomUUID(), town: randomUUID(), other: randomUUID() }
const call = (who: Collector, path: string, body: object) => b.call(who)('POST', path, body)
const take = (who: Collector, more: object = {}) => call(who, `${AT}/take`, { fbfbm: FBFBM, deviceId: PHONES[who], deviceName: 'Android 15', ...more })
const taken = async (who: Collector): Promise<TakenHousehold[]> => (await take(who)).data.households
const TIME = '2026-03-02 08:30:00'
const item = (h: House, more: object) => ({ itemId: randomUUID(), cbfbm: h.cbfbm, kind: FIELD_KIND.survey, deviceTime: TIME, ...more })
const deliver = (who: Collector, sent: object, deviceId = PHONES[who]) => call(who, `${AT}/deliver`, { deviceId, ...sent })
const survey = (of: TakenHousehold, more: object) => ({
  content: { ...of.said, wish: '1', ybddlx: '1', surveyDay: '2026-03-01', surveyor: '李四', ...more },
  base: of.said,
})
const kept = (where = 'true'): Promise<FieldItem[]> => told.all('field_item', where)
const household = async (h: House) => (await told.all('extension_household', `cbfbm = '${h.cbfbm}'`))[0]
const decide = (i: FieldItem, more: object) => call('town', `${AT}/decide`, { id: i.id, rev: i.rev, ...more })
const fileOf = (who: 'village' | 'town') =>
  b.as(who, (ctx) =>
    rows.insert(ctx, attach, {
      regionCode: VILLAGE,
      name: '户口簿.jpg',
      extension: 'jpg',
      contentType: 'image/jpeg',
      attachSize: 3,
      sha256: 'a'.repeat(64),
      ossName: randomUUID(),
      locked: 0,
    }),
  )

test('households are taken along once the plan of their issuer is posted, with members but no numbers, parcels with their outlines; by nobody of another county', async () => {
  expect((await take('village')).key).toBe('field-no-group')
  await b.as('admin', (ctx) =>
    rows.insert(ctx, making_plan, { regionCode: VILLAGE, fbfbm: FBFBM, planName: '一组方案', planYear: 2026, version: 1, status: MAKING.posted } as never),
  )
  const groups = (await b.call('village')('GET', `${AT}/groups`)).data
  expect(groups.map((g: { fbfbm: string; households: number; surveyed: number }) => [g.fbfbm, g.households, g.surveyed])).toEqual([[FBFBM, 4, 0]])
  expect((await b.call('other')('GET', `${AT}/groups`)).data).toEqual([])
  await b.db.pool.query(`update dk set geom = ST_GeomFromText('POLYGON((104 30,104.001 30,104.001 30.001,104 30))', 4326) where dkbm = $1`, [`${FBFBM}00001`])
  const { data } = await take('village')
  const [h] = data.households as TakenHousehold[]
  expect([data.households.length, h!.members.map((m) => m.cyxm), JSON.stringify(data).includes('zjhm')]).toEqual([4, ['张1', '李1', '张小1'], false])
  expect([h!.closed, h!.parcels.map((p) => p.dkbm), wktOf(h!.parcels[0]!.shape)]).toEqual([
    null,
    [`${FBFBM}00001`],
    expect.stringMatching(/^(MULTI)?POLYGON\(/),
  ])
  expect(h!.said.survey!.members.map((m) => [m.is, m.cyxm])).toEqual(h!.members.map((m) => [m.id, m.cyxm]))
  expect((await take('other')).key).toBe('field-no-group')
  expect((await take('village', { deviceId: 'x' })).data.fields[0].field).toBe('deviceId')
})

test('a survey is delivered once however often it goes, with the time of the device and of arrival; what was not taken along by this person on this device is refused', async () => {
  const [one] = await taken('village')
  const sent = item(houses[0]!, survey(one!, { tags: '6', finished: 1 }))
  expect((await deliver('village', sent, randomUUID())).key).toBe('field-not-taken')
  expect((await deliver('town', sent)).key).toBe('field-not-taken')
  expect((await deliver('village', { ...sent, cbfbm: `${FBFBM}9999` })).key).toBe('field-not-taken')
  expect((await deliver('village', { ...sent, kind: '9' })).data.fields[0].field).toBe('kind')
  expect((await deliver('village', { ...sent, content: { ...one!.said, survey: { members: [{ cyxm: '', note: 'x' }] } } })).key).toBe('invalid')
  expect((await deliver('village', { ...sent, content: { finished: 1 } })).key).toBe('invalid')
  expect(await kept()).toEqual([])
  const first = await deliver('village', sent)
  expect([first.msg, first.data]).toEqual(['操作成功', { state: FIELD_STATE.accepted, why: null, arrivedTime: '2026-03-02 09:00:00', differences: 0 }])
  const stood = await household(houses[0]!)
  expect((await deliver('village', sent)).data).toEqual(first.data)
  expect([(await kept()).length, await household(houses[0]!)]).toEqual([1, stood])
  expect([stood!.ybStatus, stood!.wish, stood!.surveyor]).toEqual(['2', '1', '李四'])
  expect((await deliver('village', { ...sent, kind: FIELD_KIND.boundary, content: { lon: 104, lat: 30, note: 'x' } })).key).toBe('field-other-item')
  const [row] = await kept()
  expect([row!.collector, String(row!.itemId)]).toEqual(['村经办', sent.itemId])
  const page = (await b.call('town')('GET', `${AT}/page`, {}, { regionCode: VILLAGE })).data.records[0]
  expect([page.deviceTime, page.arrivedTime]).toEqual([TIME, '2026-03-02 09:00:00'])
})

test('two collectors of one household: what each changed alone stands, what both changed is shown field by field and chosen by a person; who decides on something else is told', async () => {
  const [, a] = await taken('village')
  const [, c] = await taken('town')
  const renamed = (t: TakenHousehold, name: string) => ({
    ...t.said.survey!,
    members: t.said.survey!.members.map((m, i) => (i === 1 ? { ...m, cyxm: name } : m)),
  })
  expect((await deliver('village', item(houses[1]!, survey(a!, { wish: '2', survey: renamed(a!, '李二甲'), finished: 1 })))).data.state).toBe(
    FIELD_STATE.accepted,
  )
  const second = await deliver('town', item(houses[1]!, survey(c!, { wish: '3', survey: renamed(c!, '李二乙'), landNote: '东边让路' })))
  expect([second.data.state, second.data.differences]).toEqual([FIELD_STATE.conflict, 2])
  const stands = await household(houses[1]!)
  expect([stands!.ybStatus, stands!.wish, stands!.landNote, stands!.survey.members[1].cyxm]).toEqual(['2', '2', '东边让路', '李二甲'])
  const [open] = await kept(`state = '${FIELD_STATE.conflict}'`)
  const seen = (await b.call('town')('GET', `${AT}/detail`, {}, { id: open!.id })).data
  const member = a!.members[1]!.id
  expect(seen.differences.map((d: { path: string; theirs: string; mine: string }) => [d.path, d.theirs, d.mine])).toEqual([
    ['wish', '2', '3'],
    [`members/${member}/cyxm`, '李二甲', '李二乙'],
  ])
  expect((await decide(open!, { mine: ['ybddlx'], householdRev: seen.householdRev })).key).toBe('bad-request')
  expect((await decide(open!, { mine: ['wish'], householdRev: '1' })).key).toBe('changed')
  expect((await decide(open!, {})).data.fields[0].field).toBe('reason')
  expect((await decide(open!, { mine: ['wish'], householdRev: String(seen.householdRev) })).msg).toBe('操作成功')
  const after = await household(houses[1]!)
  expect([after!.wish, after!.survey.members[1].cyxm, after!.ybStatus]).toEqual(['3', '李二甲', '2'])
  const [done] = await kept(`id = ${open!.id}`)
  expect([done!.state, done!.decidedBy, (done!.content as { wish: string }).wish]).toEqual([FIELD_STATE.taken, '镇经办', '3'])
  expect((await decide(done!, { reason: 'x' })).key).toBe('field-decided')
})

test('photos go to the papers of the household, remarks and signatures stay with the item; a file of somebody else, or one that hangs elsewhere, is refused', async () => {
  await taken('village')
  const h = houses[2]!
  const paper = (attachId: string | undefined, paperKind = 'CBFSFZ') => item(h, { kind: FIELD_KIND.paper, attachId, content: { paperKind } })
  expect((await deliver('village', paper(undefined))).key).toBe('field-file')
  expect((await deliver('village', paper(await fileOf('town')))).key).toBe('field-file')
  const own = await fileOf('village')
  expect((await deliver('village', paper(own, '没有'))).key).toBe('invalid')
  expect((await deliver('village', paper(own))).data.state).toBe(FIELD_STATE.accepted)
  const of = (await told.all('cbf', `cbfbm = '${h.cbfbm}'`))[0]
  expect((await told.all('attach', `id = ${own}`)).map((f) => [String(f.businessId), f.businessItem])).toEqual([[String(of!.id), 'CBFSFZ']])
  expect((await deliver('village', paper(own))).key).toBe('field-file')
  const signed = await fileOf('village')
  const signature = item(h, { kind: FIELD_KIND.signature, attachId: signed, content: { signer: '张3' } })
  expect((await deliver('village', signature)).data.state).toBe(FIELD_STATE.accepted)
  const [stored] = await kept(`kind = '${FIELD_KIND.signature}'`)
  expect((await told.all('attach', `id = ${signed}`)).map((f) => String(f.businessId))).toEqual([String(stored!.id)])
  const remark = (more: object) =>
    item(h, { kind: FIELD_KIND.boundary, content: { dkbm: `${FBFBM}00003`, lon: 104.2, lat: 30.6, note: '以水沟为界', ...more } })
  expect((await deliver('village', remark({ lat: 91 }))).key).toBe('invalid')
  expect((await deliver('village', remark({ note: '' }))).key).toBe('invalid')
  expect((await deliver('village', remark({}))).data.state).toBe(FIELD_STATE.accepted)
})

test('a household that was marked or has ended meanwhile: the survey is kept with the reason, tried again once it may be, or left aside with a reason', async () => {
  const all = await taken('village')
  const [h, of] = [houses[2]!, all[2]!]
  const aside = (verb: string, body: object) => call('village', `/ybProcess/cbfBusiness/${verb}`, { cbfbms: h.cbfbm, reason: '外出', ...body })
  expect((await call('village', '/ybProcess/cbfBusiness/submit', { cbfbm: h.cbfbm, wish: '9' })).msg).toBe('操作成功')
  expect((await aside('set-aside', { ybStatus: '8' })).msg).toBe('操作成功')
  const sent = { ...survey(of, { wish: '9' }), base: { ...of.said } }
  const held = await deliver('village', item(h, sent))
  expect([held.data.state, held.data.why]).toEqual([FIELD_STATE.held, '已标记为暂缓'])
  const [one] = await kept(`state = '${FIELD_STATE.held}'`)
  expect((await decide(one!, { again: '1' })).key).toBe('extension-stopped')
  expect((await aside('take-back', {})).msg).toBe('操作成功')
  expect((await decide(one!, { again: '1' })).msg).toBe('操作成功')
  expect((await household(h))!.ybddlx).toBe('1')
  // ended: its code is no valid household's any more
  const [gone, gonesOf] = [houses[3]!, all[3]!]
  await b.db.pool.query(`update cbf set zt = '2' where cbfbm = $1`, [gone.cbfbm])
  const lost = await deliver('village', item(gone, survey(gonesOf, {})))
  expect([lost.msg, lost.data.state]).toEqual(['操作成功', FIELD_STATE.held])
  const [two] = await kept(`state = '${FIELD_STATE.held}'`)
  expect([(await decide(two!, { again: '1' })).key, (two!.content as { wish: string }).wish]).toEqual(['extension-stopped', '1'])
  expect((await decide(two!, { reason: '该户已整户注销' })).msg).toBe('操作成功')
  const [left] = await kept(`id = ${two!.id}`)
  expect([left!.state, left!.decision]).toEqual([FIELD_STATE.left, '该户已整户注销'])
})

test('a revoked device takes nothing along and delivers nothing; without a session it learns of its end and says that it is empty', async () => {
  const [one] = await taken('town')
  const device = (await told.all('field_device', `"deviceId" = '${PHONES.town}'`))[0]
  const revoke = (body: object) => call('town', '/ybProcess/fieldDevice/revoke', body)
  const looksIn = async (deviceId: string, more: object = {}) => {
    const r = await b.app.inject({ method: 'POST', url: `/api${AT}/contact`, payload: { deviceId, countyCode: FBFBM.slice(0, 6), ...more } })
    return r.json() as { data?: { revoked?: boolean }; key?: string }
  }
  expect([(await looksIn(PHONES.town)).data, (await looksIn(randomUUID())).data, (await looksIn('1')).key]).toEqual([
    { revoked: false },
    { revoked: false },
    'invalid',
  ])
  expect((await revoke({ ids: String(device!.id), reason: '' })).data.fields[0].field).toBe('reason')
  expect((await b.call('other')('POST', '/ybProcess/fieldDevice/revoke', { ids: String(device!.id), reason: '丢失' })).key).toBe('not-found')
  expect((await revoke({ ids: String(device!.id), reason: '手机丢失' })).msg).toBe('操作成功')
  const sent = item(houses[0]!, survey(one!, { wish: '4' }))
  const before = await kept()
  expect([(await deliver('town', sent)).key, (await take('town')).key, await kept()]).toEqual(['field-revoked', 'field-revoked', before])
  expect([(await looksIn(PHONES.town)).data, (await looksIn(PHONES.village)).data]).toEqual([{ revoked: true }, { revoked: false }])
  expect((await looksIn(PHONES.town, { wiped: 1 })).data).toEqual({ revoked: true })
  const listed = (await b.call('town')('GET', '/ybProcess/fieldDevice/page', {}, { regionCode: VILLAGE })).data.records
  const of = listed.find((d: { person: string }) => d.person === '镇经办')
  expect([of.state, of.reason, of.revokedBy, of.wipedTime]).toEqual(['3', '手机丢失', '镇经办', '2026-03-02 09:00:00'])
  expect(b.errors).toEqual([])
})

test('of an issuer with more households than a phone carries nothing is taken along, and the number is named', async () => {
  const large = `${VILLAGE}07`
  await b.as('admin', (ctx) =>
    rows.insert(ctx, making_plan, { regionCode: VILLAGE, fbfbm: large, planName: '七组方案', planYear: 2026, version: 1, status: MAKING.effective } as never),
  )
  await b.db.pool.query(
    `insert into cbf select (jsonb_populate_record(c, jsonb_build_object('id', 7000000000 + n, 'fbfbm', $1::text, 'cbfbm', $1::text || lpad(n::text, 4, '0')))).*
      from cbf c, generate_series(1, 501) n where c.cbfbm = $2`,
    [large, houses[0]!.cbfbm],
  )
  const refused = await take('village', { fbfbm: large })
  expect([refused.key, refused.msg]).toEqual(['field-most', '该发包方有501户，一次最多带走500户'])
  expect((await take('village', { fbfbm: 'x' })).data.fields[0].field).toBe('fbfbm')
})
