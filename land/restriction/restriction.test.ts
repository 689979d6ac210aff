// Restrictions: what an undo does to them, what stands on a day, two persons, circulation contracts, and the day that passes.
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { idCard } from '../../tests/samples.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachTo, bench, FBFBM, land, VILLAGE, type Bench, type Person } from '../../tests/case-bench.ts'
import { routes as dkRoutes } from '../dk/dk.server.ts'
import type { Act, Cause } from '../register/acts/acts.ts'
import { restrictedBy } from '../register/standing.server.ts'
import { undo } from '../register/undo.server.ts'
import { write } from '../register/write.server.ts'
import { requireOpenPapers } from './papers.server.ts'
import { restrictionRoutine, restrictionSlice } from './restriction.server.ts'

const PERMS = ['restriction_view', 'dk_view', ...['view', 'add', 'edit', 'check', 'delete'].flatMap((v) => [`restriction_request_${v}`, `lzht_${v}`])]
let b: Bench
beforeAll(async () => {
  b = await bench({ routes: [...restrictionSlice.routes, ...dkRoutes], perms: PERMS })
  b.setDay('2026-02-20')
  await land(
    b,
    Array.from({ length: 20 }, (_, i) => String(i + 1).padStart(5, '0')),
  )
  await contracted([5, 6, 7, 10, 11])
  b.setDay('2026-03-02')
})
afterAll(() => b?.end())

const dkbm = (n: number) => FBFBM + String(n).padStart(5, '0')
/** A household with a book of these parcels, registered on 20 February; its term begins on 1 March. */
const contracted = (numbers: readonly number[]) =>
  b.as('admin', async (ctx) => {
    const household = { cbfmc: '赵一', cbflx: '1', cbfzjlx: '1', cbfzjhm: idCard() }
    const head = { cyxm: '赵一', cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: household.cbfzjhm, sfgyr: '1' }
    const lines = numbers.map((n) => ({ dkbm: dkbm(n), cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' }))
    const terms = { cbfs: '110', cbqx: 30, cbqxq: '2026-03-01', cbqxz: '2056-02-29' }
    const cbfbm = `${FBFBM}0001`
    const acts: Act[] = [
      { act: 'newContractor', cbfbm, fields: { fbfbm: FBFBM, ...household }, members: [head] },
      ...lines.map((l): Act => ({ act: 'setParcel', dkbm: l.dkbm, fields: { dklb: '10' }, bgfs: '10' })),
      { act: 'newBook', code: `${cbfbm}J`, fbfbm: FBFBM, cbfbm, from: [], djlx: '0', djxl: '0', terms, lines, contract: { unsigned: true, htlx: '1' } },
    ]
    await write(ctx, { cause: { kind: 'business', id: '850' }, unit: 'book', regionCode: VILLAGE, day: '2026-02-20', acts })
  })
const [HOUSEHOLD, BOOK] = [`${FBFBM}0001`, `${FBFBM}0001J`]
let units = 0
const enter = (cause: Cause, ...acts: Act[]) =>
  b.as('county', (ctx) => write(ctx, { cause, unit: `r${++units}`, regionCode: VILLAGE, day: ctx.now.slice(0, 10), acts }))
const set = (ref: string, kind: 'dy' | 'yy' | 'cf' | 'lz', n: number, more: object = {}): Act => ({
  act: 'restrict',
  ref,
  kind,
  on: { dkbm: dkbm(n) },
  from: '2026-01-01',
  text: '限制',
  ...more,
})
const end = (ref: string): Act => ({ act: 'endRestriction', ref, text: '解除' })
const flags = async (n: number) => (await b.db.pool.query('select dyzt || yyzt || lzzt as is from dk where dkbm = $1 and zt = $2', [dkbm(n), '1'])).rows[0]?.is
const stands = async (n: number, clocks: { asOf?: string; knownAt?: string } = {}) =>
  b.as('village', async (ctx) => [...((await restrictedBy({ ...ctx, ...clocks }, '510112', { dkbms: [dkbm(n)] })).get(dkbm(n)) ?? [])].toSorted().join())
const desk: Cause = { kind: 'desk', id: '901' }

test('undo ends what its cause brought and sets again what it ended; evidence stays, and what was known before is known still', async () => {
  const x: Cause = { kind: 'business', id: '800' }
  await enter(desk, set('R1', 'dy', 1), set('R4', 'dy', 4))
  const shape = (at: number, w: number) => `POLYGON((${at} 30.5,${at + w} 30.5,${at + w} 30.501,${at} 30.501,${at} 30.5))`
  const piece = (n: number, at: number) => ({
    dkbm: dkbm(n),
    fields: { dkmc: '半', dklb: '22', dldj: '01', tdyt: '1', sfjbnt: '1', scmj: '500.00', scmjm: '0.75', geom: shape(at, 0.0005) },
  })
  b.setDay('2026-03-10')
  await enter(x, end('R1'), set('Y2', 'yy', 2), set('Y3', 'yy', 3))
  await enter(x, end('Y2'), { act: 'replaceParcels', parents: [dkbm(4)], children: [piece(41, 104.1), piece(42, 104.1005)], bgfs: '1', bgyy: '分割' })
  expect([await flags(1), await flags(2), await flags(3), await flags(41)]).toEqual(['000', '000', '010', '100'])
  b.setDay('2026-03-20')
  await b.as('admin', (ctx) => undo(ctx, x, VILLAGE))
  expect([await flags(1), await flags(2), await flags(3), await flags(4), await flags(41)]).toEqual(['100', '000', '000', '100', undefined])
  const rows = (
    await b.db.pool.query(`select ref, right(dkbm, 3) as n, to_char("endDay", 'MM-DD') as "end", "endCauseKind" as by from restriction order by ref, dkbm`)
  ).rows.map((r) => `${r.ref} ${r.n} ${r.end ?? '-'} ${r.by ?? '-'}`)
  expect(rows).toEqual(['R1 001 - -', 'R4 004 - -', 'R4 041 03-20 undo', 'R4 042 03-20 undo', 'Y2 002 03-10 business', 'Y3 003 03-20 undo'])
  // what was believed before the undo, and what is believed of that day since
  expect([await stands(3, { knownAt: '2026-03-15 12:00:00' }), await stands(3, { asOf: '2026-03-15' }), await stands(3)]).toEqual(['yy', '', ''])
  expect([await stands(1, { knownAt: '2026-03-05 12:00:00' }), await stands(1)]).toEqual(['dy', 'dy'])
  // the same name may be used again
  await enter(desk, set('Y3', 'yy', 3))
  expect(await flags(3)).toBe('010')
})

const AT = '/base-qssj/restriction-request'
const asked = (n: number, more: object = {}) => ({
  kind: 'dy',
  objectCode: dkbm(n),
  fromDay: '2026-03-01',
  paperNo: '抵押证明2026-1号',
  reason: '设立抵押',
  ...more,
})
const post = async (who: Person, path: string, body: object = {}, id?: string) => b.call(who)('POST', path, body, id ? { id } : {})
const done = async (...a: Parameters<typeof post>) => {
  const r = await post(...a)
  expect(r.msg).toBe('操作成功')
  return r.data
}
const key = async (...a: Parameters<typeof post>) => (await post(...a)).key
const listed = async (query: Record<string, string>, path = '/base-qssj/restriction/page') => (await b.call('county')('GET', path, {}, query)).data
const states = async (query: Record<string, string>) => ((await listed(query)).records as { state: string }[]).map((r) => r.state)

test('a restriction is entered and ended by two persons, with reason and document; the list says how it stands', async () => {
  b.setDay('2026-03-21')
  expect(await post('town', `${AT}/submit`, asked(99))).toMatchObject({ key: 'object-not-found', msg: `限制对象【${dkbm(99)}】不存在或不是现势` })
  expect(await key('town', `${AT}/submit`, asked(5, { kind: 'lz' }))).toBe('by-contract')
  expect(await key('town', `${AT}/submit`, asked(5, { toDay: '2026-02-01' }))).toBe('invalid')
  expect(await key('town', `${AT}/submit`, asked(5, { reason: '' }))).toBe('invalid')
  expect(await key('other', `${AT}/submit`, asked(5))).toBe('object-not-found')
  const id = await done('town', `${AT}/submit`, asked(5))
  expect(await key('county', `${AT}/confirm`, { rev: 1 }, id)).toBe('no-document')
  await attachTo(b, id, ['restriction'])
  const same = await post('town', `${AT}/confirm`, { rev: 1 }, id)
  expect([same.code, same.key, same.msg]).toEqual([409, 'second-person', '录入或修改该事项的人员不能复核，请由其他人员复核'])
  expect(await flags(5)).toBe('000')
  const touch = () => b.as('town', (ctx) => requireOpenPapers(ctx, { businessId: id, businessItem: 'restriction', files: [] }))
  await touch()
  await done('county', `${AT}/confirm`, { rev: 1 }, id)
  expect(await flags(5)).toBe('100')
  // its documents are what it was confirmed by
  await expect(touch()).rejects.toMatchObject({ key: 'document-fixed', words: { zh: '事项已复核，证明文件不能再更改' } })
  // what was judged is judged
  for (const [verb, body] of [
    ['confirm', {}],
    ['refuse', { opinion: '不对' }],
    ['withdraw', {}],
  ] as const)
    expect(await key('town2', `${AT}/${verb}`, body, id)).toBe('not-allowed-now')
  const [row] = (await listed({ objectCode: dkbm(5) })).records
  expect(row).toMatchObject({
    state: 'valid',
    kind: 'dy',
    dkbm: dkbm(5),
    causeKind: 'desk',
    causeId: id,
    words: '设立抵押（抵押证明2026-1号）',
    regionCode: VILLAGE,
  })

  const why = { restrictionId: row.id, paperNo: '注销2026-2号', reason: '还清' }
  const ending = await done('county', `${AT}/end`, why)
  expect(await key('town', `${AT}/end`, why)).toBe('end-asked')
  await attachTo(b, ending, ['restriction'])
  expect(await key('county', `${AT}/confirm`, { rev: 1 }, ending)).toBe('second-person')
  expect(await key('town', `${AT}/refuse`, { rev: 1 }, ending)).toBe('invalid')
  await done('town', `${AT}/confirm`, { rev: 1 }, ending)
  expect([await flags(5), await states({ objectCode: dkbm(5) })]).toEqual(['000', ['ended']])
  expect(await listed({ code: dkbm(5) }, '/base-qssj/restriction/history')).toMatchObject([
    { state: 'ended', endWords: '还清（注销2026-2号）', endDay: '2026-03-21' },
  ])
  expect(await key('county', `${AT}/end`, why)).toBe('not-found')
  // who asked may take it back, nobody else; who changed it cannot confirm it
  const other = await done('town', `${AT}/submit`, asked(6))
  await done('county', `${AT}/submit`, { ...asked(6), id: other, rev: 1 })
  await attachTo(b, other, ['restriction'])
  expect([await key('county', `${AT}/confirm`, { rev: 1 }, other), await key('town2', `${AT}/withdraw`, { rev: 1 }, other)]).toEqual([
    'second-person',
    'not-own-request',
  ])
  // it is not what was read before it was changed: nobody judges it, nor takes it back, by that, or without saying what he read
  for (const [who, verb, more] of [
    ['town2', 'confirm', {}],
    ['town2', 'refuse', { opinion: '不对' }],
    ['town', 'withdraw', {}],
  ] as const) {
    const unsaid = await post(who, `${AT}/${verb}`, more, other)
    expect([verb, await key(who, `${AT}/${verb}`, { ...more, rev: 1 }, other), unsaid.data?.fields?.[0]]).toEqual([
      verb,
      'changed',
      { field: 'rev', msg: '缺少数据版本（rev），请刷新后重新提交' },
    ])
  }
  await done('town', `${AT}/withdraw`, { rev: 2 }, other)
  expect(await key('town2', `${AT}/confirm`, { rev: 2 }, other)).toBe('not-allowed-now')
})

test('two who confirm at once enter it once', async () => {
  const id = await done('town', `${AT}/submit`, asked(7))
  await attachTo(b, id, ['restriction'])
  const both = await Promise.all(['county', 'town2'].map((who) => post(who as Person, `${AT}/confirm`, { rev: 1 }, id)))
  expect(both.map((r) => r.code).toSorted()).toEqual([200, 409])
  expect((await listed({ objectCode: dkbm(7) })).total).toBe(1)
})

test('a circulation contract is entered, changed, registered by a second person, and ended before its time', async () => {
  const [cbhtbm, path] = [BOOK, '/base-qssj/lzht']
  const contract = (more: object = {}) => ({
    cbhtbm,
    srfbm: '51011210120100X001',
    lzfs: '120',
    lzqx: '5',
    lzqxksrq: '2026-03-10',
    lzqxjsrq: '2031-03-09',
    lzmj: '1500.00',
    lzjgsm: '每亩每年500元',
    dkbms: [dkbm(10), dkbm(11)],
    ...more,
  })
  expect(await key('town', `${path}/submit`, contract({ dkbms: [dkbm(12)] }))).toBe('lzht-parcels')
  for (const wrong of [{ dkbms: [] }, { lzmj: '0' }, { lzmj: '2000.01' }, { lzqxjsrq: '2056-03-01' }, { lzqxjsrq: '2026-03-09' }, { lzjgsm: '' }])
    expect([wrong, await key('town', `${path}/submit`, contract(wrong))]).toEqual([wrong, 'invalid'])
  expect(await key('town', `${path}/submit`, contract({ cbhtbm: `${FBFBM}0002J` }))).toBe('not-found')
  const id = await done('town', `${path}/submit`, contract())
  const detail = async () => (await b.call('county')('GET', `${path}/detail`, {}, { id })).data
  expect(await detail()).toMatchObject({ lzhtbm: `${FBFBM}0001`, cbfbm: `${FBFBM}0001`, status: '0', lzmjm: '2.25', lzdks: 2, regionCode: VILLAGE })
  await done('town', `${path}/submit`, { ...contract({ lzmj: '900.00', dkbms: [dkbm(10)] }), id, rev: 1 })
  expect(await key('county', `${path}/register`, { rev: 2 }, id)).toBe('no-document')
  await attachTo(b, id, ['lzht'])
  expect(await key('town', `${path}/register`, { rev: 2 }, id)).toBe('second-person')
  // neither what stood there before it was changed, nor what nobody says that he read
  expect([await key('county', `${path}/register`, { rev: 1 }, id), await key('county', `${path}/register`, {}, id)]).toEqual(['changed', 'invalid'])
  await done('county', `${path}/register`, { rev: 2 }, id)
  expect([(await detail()).status, await flags(10), await flags(11)]).toEqual(['1', '001', '000'])
  expect([await key('town', `${path}/submit`, { ...contract(), id }), await key('county', `${path}/register`, { rev: 2 }, id)]).toEqual([
    'not-allowed-now',
    'not-allowed-now',
  ])
  expect((await b.call('town')('POST', `${path}/remove`, {}, { ids: id })).key).toBe('not-allowed-now')
  const standing = (await listed({ ref: `${FBFBM}0001` })).records as { id: string; dkbm: string; cbjyqzbm: string; cbfbm: string; toDay: string }[]
  expect(standing.map((r) => r.dkbm ?? r.cbjyqzbm ?? r.cbfbm).toSorted()).toEqual([dkbm(10), cbhtbm, `${FBFBM}0001`].toSorted())
  const ending = await done('town', `${AT}/end`, { restrictionId: standing[0]!.id, paperNo: '终止1号', reason: '提前终止' })
  await attachTo(b, ending, ['restriction'])
  await done('county', `${AT}/confirm`, { rev: 1 }, ending)
  expect([await flags(10), await detail()]).toMatchObject(['000', { status: '2', endDay: '2026-03-21', endWords: '提前终止（终止1号）' }])
  // the next code is taken after those of a package
  await b.db.pool.query(`update lzht set lzhtbm = $1 where id = $2`, [`${FBFBM}0041`, id])
  const next = await done('town', `${path}/submit`, contract())
  expect((await b.call('county')('GET', `${path}/detail`, {}, { id: next })).data.lzhtbm).toBe(`${FBFBM}0042`)
})

test('a restriction lies between the registration of its book and the end of its term, on parcel, book and contractor, when it is asked for, changed and confirmed', async () => {
  const tooEarly = ['起始日期不能早于登记簿的登记日期2026-02-20', 'It cannot begin before the book was registered, on 2026-02-20']
  const tooLate = ['截止日期不能晚于承包期限止2056-02-29', 'It cannot end after the term of the contract, on 2056-02-29']
  const words = async (body: object) =>
    Promise.all((['zh', 'en'] as const).map(async (l) => (await b.call('town', l)('POST', `${AT}/submit`, body)).data?.fields?.[0]?.msg))
  for (const objectCode of [dkbm(10), BOOK, HOUSEHOLD])
    for (const kind of ['dy', 'cf']) {
      expect(await words(asked(10, { kind, objectCode, fromDay: '2026-02-19' }))).toEqual(tooEarly)
      // a court or an objection asks for no term of a contract
      const beyond = asked(10, { kind, objectCode, toDay: '2056-03-01' })
      if (kind === 'dy') expect(await words(beyond)).toEqual(tooLate)
      else await done('town', `${AT}/withdraw`, { rev: 1 }, await done('town', `${AT}/submit`, beyond))
    }
  expect(await words(asked(10, { fromDay: '2026-03-22' }))).not.toEqual([undefined, undefined])
  expect(await words(asked(10, { toDay: '2026-02-28' }))).not.toEqual([undefined, undefined])
  const id = await done('town', `${AT}/submit`, asked(10, { fromDay: '2026-02-20', toDay: '2056-02-29' }))
  expect(await words({ ...asked(10, { fromDay: '2026-02-19' }), id, rev: 1 })).toEqual(tooEarly)
  await attachTo(b, id, ['restriction'])
  await b.db.pool.query(`update restriction_request set "fromDay" = '1950-01-01' where id = $1`, [id])
  expect(await key('county', `${AT}/confirm`, { rev: 1 }, id)).toBe('invalid')
  await done('town', `${AT}/withdraw`, { rev: 1 }, id)
})

test('a mortgage is entered on a current book or a parcel of one; land without a book and households are seized or objected to', async () => {
  for (const objectCode of [dkbm(19), HOUSEHOLD]) {
    expect(await post('town', `${AT}/submit`, asked(19, { objectCode }))).toMatchObject({
      key: 'mortgage-no-book',
      msg: `【${objectCode}】不在现行登记簿中：抵押只能登记在现行登记簿（经营权证）或其中的承包合同、地块上`,
    })
    await done('town', `${AT}/withdraw`, { rev: 1 }, await done('town', `${AT}/submit`, asked(19, { objectCode, kind: 'cf' })))
  }
  const id = await done('town', `${AT}/submit`, asked(11))
  await attachTo(b, id, ['restriction'])
  // the book ends while the request waits
  await b.db.pool.query(`update cbdkxx set qszt = '2' where dkbm = $1`, [dkbm(11)])
  await b.db.pool.query(`update djb set qszt = '2' where cbjyqzbm = $1`, [BOOK])
  expect(await key('county', `${AT}/confirm`, { rev: 1 }, id)).toBe('mortgage-no-book')
  await b.db.pool.query(`update djb set qszt = '1' where cbjyqzbm = $1`, [BOOK])
  await b.db.pool.query(`update cbdkxx set qszt = '1' where dkbm = $1`, [dkbm(11)])
  await done('town', `${AT}/withdraw`, { rev: 1 }, id)
})

test('the same document is entered once on an object: the first is named while it waits and while it stands, and bars nothing when it has ended', async () => {
  const paper = (more: object = {}) => asked(6, { paperNo: '抵押证明2026-9号', ...more })
  const first = await done('town', `${AT}/submit`, paper())
  const twice = await post('county', `${AT}/submit`, paper())
  expect([twice.key, twice.msg]).toEqual([
    'restriction-asked',
    expect.stringMatching(`^文书【抵押证明2026-9号】登记在【${dkbm(6)}】上的申请已由.+于2026-03-21提交，请等待复核$`),
  ])
  const elsewhere = await done('county', `${AT}/submit`, paper({ objectCode: dkbm(7) }))
  const other = await done('county', `${AT}/submit`, paper({ kind: 'cf' }))
  const changed = await done('county', `${AT}/submit`, paper({ paperNo: '抵押证明2026-10号' }))
  expect(await key('county', `${AT}/submit`, { ...paper(), id: changed, rev: 1 })).toBe('restriction-asked')
  await attachTo(b, first, ['restriction'])
  await done('county', `${AT}/confirm`, { rev: 1 }, first)
  const [row] = (await listed({ objectCode: dkbm(6) })).records
  expect(row).toMatchObject({ paperNo: '抵押证明2026-9号', state: 'valid' })
  const again = await post('county', `${AT}/submit`, paper())
  expect([again.key, again.msg]).toEqual([
    'restriction-twice',
    `文书【抵押证明2026-9号】已登记在【${dkbm(6)}】上（限制编号dy-${first}，自2026-03-01起），解除前不能重复登记`,
  ])
  await enter(desk, end(`dy-${first}`))
  for (const id of [elsewhere, other, changed, await done('county', `${AT}/submit`, paper())]) await done('county', `${AT}/withdraw`, { rev: 1 }, id)
})

test('lists of a past day show and find the statuses of that day', async () => {
  const on = async (day: Record<string, string>) =>
    (await listed({ ...day, dkbm: dkbm(5), current: '1', size: '10' }, '/base-dlxx/dk/page')).records.map((r: { dyzt: string }) => r.dyzt)
  await b.db.pool.query(`update dk set "regFrom" = '2026-01-01', "validFrom" = '2026-01-01'`)
  expect([await on({}), await on({ asOf: '2026-03-20' }), await on({ asOf: '2026-02-28' })]).toEqual([['0'], ['1'], ['0']])
  expect([await on({ asOf: '2026-03-20', dyzt: '1' }), await on({ asOf: '2026-03-20', dyzt: '0' })]).toEqual([['1'], []])
  const read = async (asOf: string) => (await listed({ dkbm: dkbm(5), asOf }, '/base-dlxx/dk/detail')).dyzt
  expect([await read('2026-03-20'), await read('2026-02-28')]).toEqual(['1', '0'])
  // known then, not known now; and the state of a list
  expect(await states({ objectCode: dkbm(3), knownAt: '2026-03-15 12:00:00' })).toEqual(['valid'])
  expect(await states({ objectCode: dkbm(3), asOf: '2026-03-15', state: 'ended' })).toEqual(['ended'])
})

test('a term that begins or is over shows so when its day comes, without an act', async () => {
  b.setDay('2026-04-01')
  await enter(desk, set('T', 'lz', 8, { from: '2026-04-03', to: '2026-04-04', on: { dkbms: [dkbm(8), dkbm(9)] } }))
  const run = async (day: string) => {
    b.setDay(day)
    const as = <T>(_: string, work: (ctx: Ctx) => Promise<T>) => b.as('admin', work)
    const system = <T>(work: (tx: Tx) => Promise<T>) => b.as('admin', (ctx) => work(ctx.db))
    await restrictionRoutine.run({ db: b.db, now: new Date(`${day}T00:10:00+08:00`), signal: new AbortController().signal, as, system })
    return [await flags(8), await flags(9), ...(await states({ objectCode: dkbm(8) }))]
  }
  expect(await run('2026-04-02')).toEqual(['000', '000', 'coming'])
  expect(await run('2026-04-03')).toEqual(['001', '001', 'valid'])
  expect(await run('2026-04-04')).toEqual(['001', '001', 'valid'])
  expect(await run('2026-04-05')).toEqual(['000', '000', 'expired'])
  expect((await b.db.pool.query(`select count(*)::int as n from restriction where "turnDay" is not null`)).rows[0].n).toBe(0)
  for (const state of ['valid', 'coming', 'expired', 'ended']) expect((await states({ state })).every((s) => s === state)).toBe(true)
})

test('a restriction that an undo sets again stands on what was cut from its parcel meanwhile, and goes with the cut', async () => {
  const fields = { dkmc: '块', dklb: '22', dldj: '01', tdyt: '1', sfjbnt: '1' }
  const piece = (n: number, at: number, wide: number, more: object = {}) => ({
    dkbm: dkbm(n),
    fields: {
      ...fields,
      scmj: (wide * 1e6).toFixed(2),
      scmjm: (wide * 1500).toFixed(2),
      geom: `POLYGON((${at} 30.5,${at + wide} 30.5,${at + wide} 30.501,${at} 30.501,${at} 30.5))`,
    },
    ...more,
  })
  const cut = (parent: number, ...children: ReturnType<typeof piece>[]): Act => ({
    act: 'replaceParcels',
    parents: [dkbm(parent)],
    children,
    bgfs: '1',
    bgyy: '分割',
  })
  const [lift, cutting, again]: Cause[] = [
    { kind: 'desk', id: '951' },
    { kind: 'business', id: '952' },
    { kind: 'business', id: '953' },
  ]
  await enter(desk, set('Y15', 'yy', 15))
  await enter(lift!, end('Y15'))
  await enter(cutting!, cut(15, piece(151, 105.1, 0.0006), piece(152, 105.1006, 0.0004, { fate: 'lost' })))
  await enter(again!, cut(151, piece(153, 105.1, 0.0004), piece(154, 105.1004, 0.0002)))
  expect([await flags(153), await flags(154)]).toEqual(['000', '000'])
  const on = async () =>
    (await b.db.pool.query(`select right(dkbm, 3) as n from restriction where ref = 'Y15' and "endDay" is null order by dkbm`)).rows.map((r) => r.n)
  await b.as('admin', (ctx) => undo(ctx, lift!, VILLAGE))
  expect([await flags(153), await stands(154), await on()]).toEqual(['010', 'yy', ['015', '151', '153', '154']])
  await b.as('admin', (ctx) => undo(ctx, again!, VILLAGE))
  expect([await flags(151), await flags(153), await on()]).toEqual(['010', undefined, ['015', '151']])
})
