// Issuers, contractors and parcels as a clerk writes them, through the server: codes, areas, shapes, and every refusal in both languages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardCheck } from '../../kit/model/id-card.ts'
import { m2, mu, sum, toMu } from '../definitions/area.ts'
import { nextNumber } from '../../kit/server/counters.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { idCard, sample } from '../../tests/samples.ts'
import { world, type Answer, type Client, type World } from '../../tests/world.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { jtcy } from '../definitions/jtcy.ts'

const VILLAGE = '512021119203'
const [GROUP, OTHER, FULL] = ['01', '02', '03'].map((n) => VILLAGE + n) as [string, string, string]
const DK = '/base-dlxx/dk',
  CBF = '/base-qssj/cbf',
  FBF = '/base-qssj/fbf'
let w: World
let county: Client
const ok = (a: Answer): any => {
  expect(a.msg).toBe('操作成功')
  return a.data
}
/** Key and words of a call that is refused, in both languages; nothing was changed by it. */
async function refused(path: string, body: object, query: Record<string, unknown> = {}): Promise<[key: string | undefined, zh: string, en: string]> {
  const [zh, en] = await Promise.all((['zh', 'en'] as const).map((l) => county.send('POST', path, { body, query, headers: { 'accept-language': l } })))
  const words = (a: Answer) => a.data?.fields?.[0]?.msg ?? a.msg
  return [zh!.key, words(zh!), words(en!)]
}
beforeAll(async () => {
  w = await world()
  county = await w.as('county')
  for (const regionCode of [GROUP, OTHER, FULL]) ok(await county.post(`${FBF}/save`, sample(fbf, { regionCode })))
})
afterAll(() => w?.end())

/** A square field of about 100 m by 96 m, `row` fields north and `column` fields east of the first. */
const square = (row: number, column: number, shift = 0) => {
  const [x, y] = [105.3 + column / 1000 + shift, 29.8 + row / 1000]
  const at = (dx: number, dy: number) => `${(x + dx / 1000).toFixed(9)} ${(y + dy / 1000).toFixed(9)}`
  return `POLYGON((${at(0, 0)},${at(1, 0)},${at(1, 1)},${at(0, 1)},${at(0, 0)}))`
}
const parcel = (geom: string, more: object = {}) => sample(dk, { fbfbm: GROUP, geom, ...more })
const areas = (scmj: string) => ({ scmj, scmjm: toMu(m2(scmj)) })
/** The drawn area of a shape in m², as the refusal of a wrong one says it. */
async function drawnOf(geom: string): Promise<string> {
  const a = await county.post(`${DK}/save`, parcel(geom, areas('1.00')))
  expect(a.key).toBe('area-mismatch')
  return a.data.drawn
}
const drawn = async (geom: string, more: object = {}) => parcel(geom, { ...areas(await drawnOf(geom)), ...more })
const saved = async (geom: string, more: object = {}): Promise<string> => ok(await county.post(`${DK}/save`, await drawn(geom, more)))
const detail = async (path: string, id: string) => ok(await county.get(`${path}/detail`, { id }))
const household = (more: object = {}) => {
  const cbfzjhm = idCard()
  return {
    ...sample(cbf, { fbfbm: GROUP, cbfmc: '张三', cbflx: '1', cbfzjlx: '1', cbfzjhm }),
    jtcyList: [{ ...sample(jtcy), yhzgx: '02', cyxm: '张三', cyzjlx: '1', cyzjhm: cbfzjhm, cybz: null, sfgyr: '1' }],
    ...more,
  }
}

test('a parcel gets the next code of its issuer, keeps it when it changes, and nobody gets it again', async () => {
  const first = await saved(square(0, 0)),
    second = await saved(square(0, 2))
  expect([(await detail(DK, first)).dkbm, (await detail(DK, second)).dkbm]).toEqual([`${GROUP}00001`, `${GROUP}00002`])
  expect((await detail(DK, await saved(square(0, 4), { fbfbm: OTHER }))).dkbm).toBe(`${OTHER}00001`)
  const { rev, ...before } = await detail(DK, first)
  ok(await county.post(`${DK}/update`, { ...(await drawn(square(0, 0))), dkmc: '新名', id: first, rev }))
  expect(await detail(DK, first)).toMatchObject({ dkbm: before.dkbm, dkmc: '新名', sjly: '2' })
  ok(await county.post(`${DK}/remove`, {}, { ids: second }))
  expect((await detail(DK, await saved(square(0, 2)))).dkbm).toBe(`${GROUP}00003`)
})

test('contractors are numbered by their kind: households from 1, individuals from 8001, organisations from 9001', async () => {
  const codeOf = async (body: object) => (await detail(CBF, ok(await county.post(`${CBF}/save`, body)))).cbfbm
  const alone = (cbflx: string) => household({ cbflx, jtcyList: [] })
  expect(await codeOf(household())).toBe(`${GROUP}0001`)
  expect([await codeOf(alone('2')), await codeOf(alone('3')), await codeOf(household())]).toEqual([`${GROUP}8001`, `${GROUP}9001`, `${GROUP}0002`])
})

test('an issuer whose serial numbers are used up gets no further parcel and no further household', async () => {
  // the last number is given already
  const who = await whoOf(w.db, '000000', 'county')
  await w.db.transaction({ tenantId: who.tenantId }, async (tx) => {
    for (const [kind, last] of [
      ['dk', 99_999],
      ['cbf1', 8000],
    ] as const)
      await nextNumber({ who, db: tx } as Ctx, kind, FULL, last)
  })
  const usedUp = ['codes-used-up', `发包方【${FULL}】的顺序码已用完`, `The serial numbers of issuer ${FULL} are used up`]
  expect(await refused(`${DK}/save`, await drawn(square(2, 0), { fbfbm: FULL }))).toEqual(usedUp)
  expect(await refused(`${CBF}/save`, household({ fbfbm: FULL }))).toEqual(usedUp)
  // individuals have a range of their own
  ok(await county.post(`${CBF}/save`, household({ fbfbm: FULL, cbflx: '2', jtcyList: [] })))
})

test('a shape is one simple polygon', async () => {
  const ring = (points: string) => parcel(`POLYGON((${points}))`)
  expect(await refused(`${DK}/save`, ring('105.4 29.8,105.401 29.801,105.401 29.8,105.4 29.801,105.4 29.8'))).toEqual([
    'geometry',
    expect.stringMatching(/^地块图形无效：边界自相交或自相接（105\.40\d+, 29\.80\d+），请修正$/),
    expect.stringMatching(/^The polygon is not valid: the boundary crosses or touches itself \(105\.40\d+, 29\.80\d+\)$/),
  ])
  const malformed = (zh: string, en: string) => ['invalid', `空间范围格式不正确：WKT 文本有误：${zh}`, `Polygon is malformed: The WKT text is not valid: ${en}`]
  expect(await refused(`${DK}/save`, ring('105.4 29.8,105.401 29.8,105.401 29.801,105.4 29.801'))).toEqual(malformed('环没有闭合', 'a ring is not closed'))
  expect(await refused(`${DK}/save`, ring('105.4 29.8,105.401 29.8'))).toEqual(malformed('环至少要有四个坐标', 'a ring needs at least four coordinates'))
  const two = `MULTI${square(4, 0).replace('((', '(((').replace('))', ')),')}${square(4, 2).slice('POLYGON'.length)})`
  expect(await refused(`${DK}/save`, parcel(two))).toEqual(['multipart', '一个地块只能有一个多边形', 'A parcel must be one polygon'])
  expect(await refused(`${DK}/save`, parcel('POINT(105.4 29.8)'))).toEqual(['invalid', '空间范围格式不正确', expect.any(String)])
  expect(await refused(`${DK}/save`, parcel(''))).toEqual(['invalid', '请绘制地块', 'Please draw the parcel'])
})

test('a shape of more points than a parameter allows is refused before it is measured, alone and with what changes along', async () => {
  const circle = (points: number) => {
    const at = (i: number) =>
      `${(105.5 + 0.0005 * Math.cos((2 * Math.PI * i) / points)).toFixed(8)} ${(29.8 + 0.0005 * Math.sin((2 * Math.PI * i) / points)).toFixed(8)}`
    return `POLYGON((${[...Array.from({ length: points }, (_, i) => at(i)), at(0)].join(',')}))`
  }
  const many = (is: number, max: number) => [
    'too-many-points',
    `图形共有${is}个点，最多${max}个，请抽稀后重试`,
    `The shapes have ${is} points; at most ${max}: simplify and try again`,
  ]
  expect(await refused(`${DK}/save`, parcel(circle(40_000)))).toEqual(many(40_001, 10_000))
  // the last that is taken goes on to be measured
  expect((await refused(`${DK}/save`, parcel(circle(9999), areas('1.00'))))[0]).toBe('area-mismatch')
  const admin = await w.as('admin')
  ok(await admin.post('/cpt-system/param/submit', { paramName: '图形点数', paramKey: 'dk.points.max', paramValue: '20' }))
  try {
    expect(await refused(`${DK}/save`, { ...parcel(square(5, 0)), others: [{ kind: 'changed', id: '1', wkt: circle(20) }] })).toEqual(many(26, 20))
  } finally {
    const id = (await admin.get('/cpt-system/param/list', { paramKey: 'dk.points.max' })).data.records[0].id
    ok(await admin.post('/cpt-system/param/remove', {}, { ids: id }))
  }
})

test('the measured area may differ from the drawn one by a thousandth and no more; what is stored is that of the stored outline', async () => {
  const geom = square(6, 0)
  const is = await drawnOf(geom)
  const limit = m2((Math.floor(Number(is) / 10) / 100).toFixed(2))
  const over = sum([m2(is), limit, m2('0.01')])
  expect(await refused(`${DK}/save`, parcel(geom, areas(over)))).toEqual([
    'area-mismatch',
    `实测面积${over}平方米与图形面积${is}平方米不符`,
    `Measured area ${over} m² does not match the drawn ${is} m²`,
  ])
  const id = ok(await county.post(`${DK}/save`, parcel(geom, areas(sum([m2(is), limit])))))
  // typed within the tolerance it is taken, and measured here: a register's area is that of its outline
  expect((await detail(DK, id)).scmj).toBe(is)
  const stored = (await w.db.pool.query(`select scmj, round(ST_Area(ST_Transform(geom, 4544))::numeric, 3) as area from dk where id = ${id}`)).rows[0]
  expect(Math.abs(Number(stored.scmj) - Number(stored.area))).toBeLessThanOrEqual(0.005)
})

test('an outline that stays on its grid stays as it is stored, to the last digit, whatever the text that is sent says between the millimetres', async () => {
  const geom = square(6, 4)
  const id = await saved(geom)
  // as a package brought it: a third of a millimetre north of the grid; the form sends it a third south
  await w.db.pool.query(`update dk set geom = ST_Translate(geom, 0, 3e-9) where id = ${id}`)
  const stored = async () => (await w.db.pool.query(`select ST_AsText(geom, 15) as geom, scmj from dk where id = ${id}`)).rows[0]
  const before = await stored()
  const sent = geom.replace(/(\d+\.\d+) (\d+\.\d+)/g, (_, x: string, y: string) => `${x} ${(Number(y) - 3e-9).toFixed(9)}`)
  const { rev } = await detail(DK, id)
  ok(await county.post(`${DK}/update`, { ...parcel(sent, areas(before.scmj)), dkmc: '新名', id, rev }))
  expect([await stored(), (await detail(DK, id)).dkmc]).toEqual([before, '新名'])
})

test('mu and square metres say the same area, to a hundredth of a mu', async () => {
  const geom = square(8, 0)
  const { scmj, scmjm } = areas(await drawnOf(geom))
  const off = (by: string) => parcel(geom, { scmj, scmjm: sum([scmjm, mu(by)]) })
  expect(await refused(`${DK}/save`, off('0.02'))).toEqual([
    'mu-mismatch',
    '亩与平方米面积不一致（1亩=2000/3平方米）',
    'Mu and m² do not match (1 mu = 2000/3 m²)',
  ])
  ok(await county.post(`${DK}/save`, off('0.01')))
})

test('a parcel may touch its neighbours and overlap none of them', async () => {
  const next = await detail(DK, await saved(square(10, 0)))
  const [key, zh, en] = await refused(`${DK}/save`, await drawn(square(10, 1, -0.0001)))
  const [n] = /[\d.]+(?=平方米)/.exec(zh)!
  expect([key, zh, en]).toEqual(['E1016', `新地块与【${next.dkbm}】重叠${n}平方米`, `The parcel overlaps ${next.dkbm} by ${n} m²`])
  expect(Number(n)).toBeGreaterThan(1000)
  await saved(square(10, 1))
  // its own old shape is no neighbour; a removed one is none either
  ok(await county.post(`${DK}/update`, { ...(await drawn(square(10, 0))), id: next.id, rev: next.rev }))
  ok(await county.post(`${DK}/remove`, {}, { ids: next.id }))
  const again = await detail(DK, await saved(square(10, 0)))
  // the same where the land is the next county's, which this office does not see
  const abroad = `512022${again.dkbm.slice(6)}`
  await w.db.pool
    .query(`update dk set "countyCode" = '512022', dkbm = '${abroad}', fbfbm = '512022' || substr(fbfbm, 7), "regionCode" = '512022' || substr("regionCode", 7)
    where dkbm = '${again.dkbm}'`)
  const covering = await refused(`${DK}/save`, await drawn(square(10, 0, -0.0001)))
  const [m] = /[\d.]+(?=平方米)/.exec(covering[1])!
  expect(covering).toEqual(['E1016', `新地块与【${abroad}】重叠${m}平方米`, `The parcel overlaps ${abroad} by ${m} m²`])
  await saved(square(10, -1))
  // one that lies on it since before, as packages bring, keeps its outline: what else is wrong of it is mended, and its outline is judged where it moves
  const under = await detail(DK, await saved(square(10, 3)))
  await w.db.pool.query(`update dk set geom = (select geom from dk where id = $1) where dkbm = '${abroad}'`, [under.id])
  ok(await county.post(`${DK}/update`, { ...under, dkmc: '压盖', id: under.id, rev: under.rev }))
  const redrawn = { ...(await drawn(square(10, 3, -0.0001))), id: under.id, rev: under.rev + 1 }
  expect((await refused(`${DK}/update`, redrawn))[0]).toBe('E1016')
  await w.db.pool.query(`delete from dk where dkbm = '${abroad}'`)
})

test('parcels and contractors stay with their issuer, and an issuer with its region', async () => {
  const fixed = ['fbf-fixed', '发包方不能更改', 'The issuer cannot be changed']
  const land = await detail(DK, await saved(square(12, 0)))
  expect(await refused(`${DK}/update`, { ...(await drawn(square(12, 0))), fbfbm: OTHER, id: land.id, rev: land.rev })).toEqual(fixed)
  const id = ok(await county.post(`${CBF}/save`, household()))
  expect(await refused(`${CBF}/update`, { ...household({ fbfbm: OTHER }), id, rev: 1 })).toEqual(fixed)
  const issuer = (await county.get(`${FBF}/page`, { fbfbm: GROUP })).data.records[0]
  expect(await refused(`${FBF}/update`, sample(fbf, { regionCode: OTHER, id: issuer.id, rev: issuer.rev }))).toEqual(fixed)
  expect(await refused(`${DK}/save`, await drawn(square(14, 0), { fbfbm: `${VILLAGE}99` }))).toEqual([
    'no-fbf',
    `发包方【${VILLAGE}99】不存在`,
    `Issuer ${VILLAGE}99 does not exist`,
  ])
})

test('an issuer belongs to a township, village or group, and one with land or people is not removed', async () => {
  expect(await refused(`${FBF}/save`, sample(fbf, { regionCode: '512021' }))).toEqual([
    'fbf-level',
    '发包方应属于乡镇、村或组',
    'An issuer must belong to a township, village or group',
  ])
  expect((await refused(`${FBF}/save`, sample(fbf, { regionCode: GROUP })))[0]).toBe('duplicate')
  const remove = async (fbfbm: string) => refused(`${FBF}/remove`, {}, { ids: (await county.get(`${FBF}/page`, { fbfbm })).data.records[0].id })
  expect(await remove(GROUP)).toEqual(['fbf-in-use', '发包方下有承包方或地块，不能删除', 'The issuer has contractors or parcels'])
  for (const one of [OTHER, FULL]) expect((await remove(one))[0]).toBe('fbf-in-use')
  const empty = ok(await county.post(`${FBF}/save`, sample(fbf, { regionCode: VILLAGE })))
  ok(await county.post(`${FBF}/remove`, {}, { ids: empty }))
})

test('what is edited with a parcel is stored with it or not at all', async () => {
  const whole = await detail(DK, await saved(square(16, 0)))
  const other = await detail(DK, await saved(square(16, 1)))
  const edit = async (others: object[]) => ({ ...(await drawn(square(16, 0))), id: whole.id, rev: whole.rev, others })
  expect(await refused(`${DK}/update`, await edit([{ kind: 'changed', id: other.dkbm }]))).toEqual([
    'bad-request',
    '联动地块有误',
    'The list of parcels changed along with it is malformed',
  ])
  // the neighbour would reach into the parcel
  expect((await refused(`${DK}/update`, await edit([{ kind: 'changed', id: other.dkbm, wkt: square(16, 1, -0.0005) }])))[0]).toBe('E1016')
  expect(await detail(DK, other.id)).toEqual(other)
  ok(await county.post(`${DK}/update`, await edit([{ kind: 'changed', id: other.dkbm, wkt: square(16, 1, 0.0005) }])))
  expect((await detail(DK, other.id)).rev).toBe(other.rev + 1)
})

test('a parcel lies in its county: one of another province, of the ocean, or beyond what the region table says is refused', async () => {
  const at = (x: number, y: number) =>
    `POLYGON((${[
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ]
      .map(([dx, dy]) => `${x + dx! / 1000} ${y + dy! / 1000}`)
      .join()}))`
  const admin = await w.as('admin')
  const count = async () => (await county.get(`${DK}/page`, { size: 1 })).data.total
  const before = await count()
  // Beijing, the ocean, latitude and longitude the wrong way round, the far west of the own province, which another zone measures
  for (const geom of [at(116.4, 39.9), at(125, 20), at(29.8, 105.3), at(98.5, 30), at(-105.3, 29.8)])
    expect(await refused(`${DK}/save`, parcel(geom, areas('1.00')))).toEqual([
      'outside-county',
      '地块图形超出【安岳县】的经纬度范围（102.00–108.00°E, 25.70–34.70°N），请检查坐标；范围有误请在行政区划中更正',
      'The shape is outside 安岳县 (102.00–108.00°E, 25.70–34.70°N): check its coordinates, or correct the extent of the region',
    ])
  const region = (await admin.get('/cpt-system/region/detail', { code: '512021' })).data
  const extent = async (text: string) =>
    admin.post('/cpt-system/region/submit', { ...region, extent: text, rev: (await admin.get('/cpt-system/region/detail', { code: '512021' })).data.rev })
  const wrong = await extent('105.8,29.7,104.9,30.3')
  expect([wrong.key, wrong.data.fields[0].msg]).toEqual(['invalid', '经纬度范围应为“西,南,东,北”四个度数，例：104.9,29.7,105.8,30.3'])
  ok(await extent('104.9,29.7,105.8,30.3'))
  expect((await refused(`${DK}/save`, parcel(at(106.5, 29.6), areas('1.00'))))[1]).toBe(
    '地块图形超出【安岳县】的经纬度范围（104.85–105.85°E, 29.65–30.35°N），请检查坐标；范围有误请在行政区划中更正',
  )
  // a parcel that is changed along with another lies there, too
  const here = await drawn(square(40, 40))
  const along = await county.post(`${DK}/save`, { ...here, others: [{ kind: 'added', wkt: at(116.4, 39.9) }] })
  expect([along.key, await count()]).toEqual(['outside-county', before])
  ok(await county.post(`${DK}/save`, here))
  ok(await extent(''))
})

test('names of persons have 18 characters, or as many as the parameter says; one that is longer in the register may stay', async () => {
  const long = '阿卜杜热合曼·买买提依明·吾买尔江·艾'
  const body = (name: string) => {
    const h = household()
    return { ...h, cbfmc: name, jtcyList: [{ ...h.jtcyList[0]!, cyxm: name }] }
  }
  const words = (max: number) => ['invalid', `姓名最多${max}个字符`, `A name has at most ${max} characters`]
  ok(await county.post(`${CBF}/save`, body(long.slice(0, 18))))
  expect(await refused(`${CBF}/save`, body(long.padEnd(19, '甲')))).toEqual(words(18))
  const admin = await w.as('admin')
  const set = async (paramValue: string) => ok(await admin.post('/cpt-system/param/submit', { paramName: '姓名长度', paramKey: 'person.name.max', paramValue }))
  const id = await set('30')
  try {
    const made = ok(await county.post(`${CBF}/save`, body(long.padEnd(30, '甲'))))
    expect(await refused(`${CBF}/save`, body(long.padEnd(31, '甲')))).toEqual(words(30))
    ok(await admin.post('/cpt-system/param/remove', {}, { ids: id }))
    const { data } = await county.get(`${CBF}/detail`, { id: made })
    ok(await county.post(`${CBF}/update`, { ...data, lxdh: '13900000000' }))
    expect(await refused(`${CBF}/update`, { ...data, cbfmc: long.padEnd(29, '乙'), jtcyList: [{ ...data.jtcyList[0], cyxm: long.padEnd(29, '乙') }] })).toEqual(
      words(18),
    )
  } finally {
    await admin.post('/cpt-system/param/remove', {}, { ids: id })
  }
})

test('numbers of an issuer’s principal are checked by their document, as those of households are; an old one of 15 digits is kept with 18; a member without a remark has none', async () => {
  const issuer = sample(fbf, { regionCode: `${GROUP.slice(0, 12)}09`, fzrzjlx: '1', fzrzjhm: idCard() })
  const off = idCard().replace(/.$/, (c) => (c === '1' ? '2' : '1'))
  const check = ['invalid', '证件号码校验位不正确', 'The check digit of the identity number is wrong']
  expect(await refused(`${FBF}/save`, { ...issuer, fzrzjhm: off })).toEqual(check)
  const whole = '51202119870517975'
  const old = whole.slice(0, 6) + whole.slice(8)
  const h = household({ cbfzjhm: old })
  const id = ok(await county.post(`${CBF}/save`, { ...h, jtcyList: [{ ...h.jtcyList[0]!, cyzjhm: old }] }))
  const { cbfzjhm, jtcyList } = await detail(CBF, id)
  const full = whole + idCardCheck(whole)
  expect([cbfzjhm, jtcyList[0].cyzjhm, jtcyList[0].cybz]).toEqual([full, full, '0'])
})

test('a parcel that came without the person who showed its boundary is changed all the same, and a new one names him', async () => {
  const id = await saved(square(30, 30))
  await w.db.pool.query('update dk set zjrxm = null where id = $1', [id])
  const { rev, ...row } = await detail(DK, id)
  const body = { ...Object.fromEntries(Object.entries(dk.fields).flatMap(([n, f]) => (f.form === undefined ? [[n, row[n]]] : []))), id, rev }
  ok(await county.post(`${DK}/update`, { ...body, dkmc: '新名', zjrxm: null }))
  expect(await detail(DK, id)).toMatchObject({ dkmc: '新名', zjrxm: null })
  expect(await refused(`${DK}/save`, await drawn(square(31, 30), { zjrxm: null }))).toEqual(['invalid', '请输入指界人姓名', 'Please enter the boundary person'])
})

test('a name of signs alone that a package brought bars no other change of parcel, household and issuer; a new one is refused', async () => {
  const none = ['invalid', '姓名（名称）不能只有数字或符号，也不能含有尖括号', 'A name cannot consist of digits or symbols alone, nor have angle brackets']
  const regionCode = `${GROUP.slice(0, 12)}08`
  const each = [
    [DK, dk, await saved(square(32, 30)), ['zjrxm'], { dkmc: '新名' }],
    [CBF, cbf, ok(await county.post(`${CBF}/save`, household())), ['cbfdcy', 'gsjsr', 'gsshr'], { lxdh: '13900000000' }],
    [FBF, fbf, ok(await county.post(`${FBF}/save`, sample(fbf, { regionCode }))), ['fbfmc', 'fbffzrxm', 'fbfdcy'], { lxdh: '13900000000' }],
  ] as const
  for (const [path, r, id, names, change] of each) {
    await w.db.pool.query(`update ${r.name} set ${names.map((n) => `"${n}" = '/'`).join()} where id = $1`, [id])
    const row = await detail(path, id)
    const body = Object.fromEntries([...Object.keys(r.fields), 'id', 'rev', 'jtcyList'].flatMap((n) => (Object.hasOwn(row, n) ? [[n, row[n]]] : [])))
    for (const n of names) expect([n, await refused(`${path}/update`, { ...body, ...change, [n]: '—' })]).toEqual([n, none])
    ok(await county.post(`${path}/update`, { ...body, ...change }))
    expect(await detail(path, id)).toMatchObject({ ...change, [names[0]]: '/' })
  }
})

test('an organisation has its own name beside that of its legal representative', async () => {
  const company = { ...sample(cbf, { fbfbm: GROUP, cbfmc: '李法人', cbflx: '3', cbfzjlx: '3', cbfzjhm: '915100009' }), jtcyList: [] }
  expect(await refused(`${CBF}/save`, { ...company, dwmc: null })).toEqual([
    'invalid',
    '请输入单位名称；承包方名称填写法定代表人姓名',
    "Enter the organisation; the contractor's name is its legal representative",
  ])
  const id = ok(await county.post(`${CBF}/save`, { ...company, dwmc: '油坪村种植专业合作社' }))
  expect(await detail(CBF, id)).toMatchObject({ cbfmc: '李法人', dwmc: '油坪村种植专业合作社' })
})

test('boundary lines say their length, of a parcel and of a region; a parcel says what its contracts in force have of it', async () => {
  const p = await detail(DK, await saved(square(29, 0)))
  const of = async (query: object) => ok(await county.get('/base-dlxx/jzx/page', { size: 200, ...query })).records as { id: string; length: string }[]
  const own = await of({ dkbm: p.dkbm })
  // 0.001 degrees: 96.6 m east, 110.9 m north
  expect(own.map((l) => Math.round(Number(l.length))).toSorted()).toEqual([111, 111, 97, 97])
  const region = await of({ regionCode: GROUP })
  expect(own.map((l) => region.find((r) => r.id === l.id)?.length)).toEqual(own.map((l) => l.length))
  const area = async () => ok(await county.get(`${DK}/page`, { dkbm: p.dkbm })).records[0].htmjm
  expect(await area()).toBeNull()
  for (const [n, qszt] of [
    [903, '1'],
    [904, '1'],
    [905, '2'],
  ] as const)
    await w.db.pool.query(
      `insert into cbdkxx ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", dkbm, cbfbm, cbhtbm, qszt, sfqqqg, htmj, htmjm, "regFrom", "validFrom", why, "causeKind")
       values ('512021', $1, '000000', 1, $7, 1, $7, 1, $2, $3, $4, $5, $6, '1', '100.00', '0.15', '2026-01-01', $7, 'new', 'import')`,
      [n, GROUP, p.dkbm, `${GROUP}0${n}`, `${GROUP}0${n}J`, qszt, w.now()],
    )
  expect(await area()).toBe('0.30')
  await w.db.pool.query('delete from cbdkxx where id in (903, 904, 905)')
})

test('parcels are downloaded as shapefiles with their points and lines: chosen ones, an issuer’s, a region’s', async () => {
  const [a, b] = [await detail(DK, await saved(square(30, 0))), await detail(DK, await saved(square(30, 1)))]
  const got = async (query: Record<string, unknown>, who = county) => who.send('GET', '/dzzw/download-shp', { query })
  const files = (zip: Buffer) => [...zip.toString('latin1').matchAll(/PK\x01\x02.{42}([A-Z]+\d+\.[a-z]+)/gs)].map((m) => m[1]!)
  const zip = await got({ dkbms: `${a.dkbm},${b.dkbm}` })
  expect(zip.status).toBe(200)
  const layers = ['DK', 'JZD', 'JZX'].flatMap((l) => ['shp', 'shx', 'dbf', 'prj', 'cpg'].map((x) => `${l}512021.${x}`))
  expect(
    files(zip.raw)
      .map((f) => f.replace(/\d{4}\./, '.'))
      .toSorted(),
  ).toEqual(layers.toSorted())
  // the same as a drawing, in the zone of the county
  const drawing = await got({ dkbms: a.dkbm, format: 'dxf' })
  expect(files(drawing.raw).map((f) => f.replace(/\d{4}\./, '.'))).toEqual(['DK512021.dxf'])
  expect((await got({ dkbms: a.dkbm, format: 'kml' })).msg).toBe('格式应为shp或dxf')
  // of a case that holds no land, or is none, nothing
  for (const businessId of ['4712', 'x']) expect((await got({ businessId })).code).toBe(404)
  for (const query of [{ fbfbm: GROUP }, { regionCode: VILLAGE }]) expect([query, (await got(query)).status]).toEqual([query, 200])
  const no = async (query: Record<string, unknown>) =>
    Promise.all((['zh', 'en'] as const).map(async (l) => (await county.send('GET', '/dzzw/download-shp', { query, headers: { 'accept-language': l } })).msg))
  expect(await no({ dkbms: Array.from({ length: 201 }, (_, i) => a.dkbm.slice(0, 14) + String(i).padStart(5, '0')).join(',') })).toEqual([
    '一次最多下载200个地块的图形，请缩小范围',
    'At most 200 parcels at a time: choose a smaller region',
  ])
  expect((await got({ regionCode: '510112' })).code).toBe(403)
  expect((await got({ dkbms: '5120211192039900001' })).code).toBe(404)
})

test('the shares of a parcel are told with who has them', async () => {
  const p = await detail(DK, await saved(square(31, 0)))
  const shares = async () => ok(await county.get(`${DK}/shares`, { dkbm: p.dkbm })) as { cbfbm: string; share: string | null }[]
  expect(await shares()).toEqual([])
  const half = (Number(p.scmj) / 2).toFixed(2)
  for (const [n, sfqqqg] of [
    [1, '1'],
    [2, '1'],
  ] as const)
    await w.db.pool.query(
      `insert into cbdkxx ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", dkbm, cbfbm, cbhtbm, qszt, sfqqqg, htmj, htmjm, "regFrom", "validFrom", why, "causeKind")
       values ('512021', $1, '000000', 1, $8, 1, $8, 1, $2, $3, $4, $5, '1', $6, $7, '1.00', '2026-01-01', $8, 'new', 'import')`,
      [900 + n, GROUP, p.dkbm, `${GROUP}000${n}`, `${GROUP}000${n}J`, sfqqqg, half, w.now()],
    )
  expect((await shares()).map((s) => s.share)).toEqual(['0.5000', '0.5000'])
  const asked = async () => [ok(await county.get(`${DK}/is-qqqg`, { dkbm: p.dkbm })), ok(await county.get(`${DK}/getDkLzStatus`, { dkbm: p.dkbm }))]
  await w.db.pool.query(`update dk set sfqqqg = '1', lzzt = '1' where id = $1`, [p.id])
  expect(await asked()).toEqual([true, '1'])
  await w.db.pool.query(`update dk set sfqqqg = '2', lzzt = '0' where id = $1`, [p.id])
  expect(await asked()).toEqual([false, '0'])
  await w.db.pool.query('delete from cbdkxx where id in (901, 902)')
})
