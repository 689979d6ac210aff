// The certificate desk: every deed at every stage, serial numbers that are given once, what a date and a collector must be, and what is told afterwards.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idCardCheck } from '../../kit/model/id-card.ts'
import { bench, FBFBM, land, VILLAGE, type Bench, type Person } from '../../tests/case-bench.ts'
import { idCard } from '../../tests/samples.ts'
import { write } from '../register/write.server.ts'
import { certificateSlice } from './desk.server.ts'
import { collectionWrong, datesWrong, DEEDS, numberIn, rangesLeft, blankSerial, STAGES, stageOf, certificateDeedOf, type Deed, type Stage } from './desk.ts'

describe('pure', () => {
  test('a certificate stands where its serial, its day of issue and its collection say', () => {
    expect(stageOf({ sfzx: 0 })).toBe('unprinted')
    expect(stageOf({ sfzx: 0, cbjyqzlsh: '1' })).toBe('printed')
    expect(stageOf({ sfzx: 0, fzrq: '2026-01-01', qzsflq: '2' })).toBe('issued')
    expect(stageOf({ sfzx: 0, fzrq: '2026-01-01', qzsflq: '1' })).toBe('collected')
    expect(stageOf({ sfzx: 1, fzrq: '2026-01-01', qzsflq: '1' })).toBe('void')
  })
  test('year and day of issue lie between the registration and today, the year not after the day', () => {
    const names = (d: Parameters<typeof datesWrong>[0], since: string | null = '2016-05-02') => datesWrong(d, since, '2026-03-02').map((w) => w.msg.en)
    expect(names({ fzrq: '2016-05-02', bznf: 2016 })).toEqual([])
    expect(names({ fzrq: '2026-03-02', bznf: 2026 })).toEqual([])
    expect(names({ fzrq: '2016-05-01', bznf: 2016 })).toEqual(['It cannot be issued before the book was registered on 2016-05-02'])
    expect(names({ fzrq: '2026-03-03', bznf: 2026 })).toEqual(['It cannot be issued later than today'])
    expect(names({ bznf: 1999 })).toEqual(['The year cannot be before 2016, when the book was registered'])
    expect(names({ bznf: 2027 })).toEqual(['The year cannot be later than this year'])
    expect(names({ fzrq: '2020-01-01', bznf: 2021 })).toEqual(['The year cannot be after the day of issue'])
    expect(names({ fzrq: '1999-01-01', bznf: 1999 }, null)).toEqual([])
  })
  test('a collector is complete, of a number that fits its document, on a day between issue and today', () => {
    const whole = { qzlqrq: '2026-02-01', qzlqrxm: '王五', qzlqrzjlx: '1', qzlqrzjhm: idCard() }
    const fields = (c: object) => collectionWrong({ ...whole, ...c }, '2026-01-05', '2026-03-02').map((w) => w.field)
    expect(fields({})).toEqual([])
    for (const n of ['qzlqrq', 'qzlqrxm', 'qzlqrzjlx', 'qzlqrzjhm']) expect(fields({ [n]: '' })).toEqual([n])
    expect(fields({ qzlqrzjhm: '123' })).toEqual(['qzlqrzjhm'])
    // a resident's number under another document is refused where it is typed, and stands where a package brought it
    const other = { ...whole, qzlqrzjlx: '9' }
    expect([undefined, whole, other].map((was) => collectionWrong(other, '2026-01-05', '2026-03-02', was).map((w) => w.field))).toEqual([
      ['qzlqrzjhm'],
      ['qzlqrzjhm'],
      [],
    ])
    expect([fields({ qzlqrq: '2026-01-04' }), fields({ qzlqrq: '2026-03-03' })]).toEqual([['qzlqrq'], ['qzlqrq']])
  })
  test('a serial is read back from a range only as the range writes it', () => {
    const r = { prefix: '川（2026）第', suffix: '号', digits: 6 }
    fc.assert(fc.property(fc.integer({ min: 1, max: 9_999_999 }), (no) => numberIn(r, blankSerial(r, no)) === no))
    for (const s of ['川（2026）第12号', '川（2026）第0000012号', '川（2026）第000012', '（2026）第000012号', '川（2026）第00001x号'])
      expect(numberIn(r, s)).toBeUndefined()
  })
  test('the ranges that are left and the spent numbers make up the whole, none twice', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 })), (some) => {
        const spent = some.toSorted((a, b) => a - b)
        const left = rangesLeft(10, 50, spent).flatMap(({ fromNo, toNo }) => Array.from({ length: toNo - fromNo + 1 }, (_, i) => fromNo + i))
        expect([...left, ...spent.filter((n) => n >= 10 && n <= 50)].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 41 }, (_, i) => i + 10))
      }),
    )
  })
  test('what changed between two versions is told by its name', () => {
    const v = { id: '1', recordedAt: '', causeKind: 'desk', djbId: '7', qzsflq: '2', sfzx: 0 }
    const pairs = [
      [undefined, v, 'new'],
      [undefined, { ...v, causeKind: 'import' }, 'import'],
      [v, { ...v, cbjyqzlsh: '1' }, 'print'],
      [{ ...v, cbjyqzlsh: '1' }, v, 'spoil'],
      [v, { ...v, fzrq: '2026-01-01' }, 'issue'],
      [v, { ...v, qzsflq: '1' }, 'collect'],
      [v, { ...v, sfzx: 1 }, 'void'],
      [v, { ...v, sfbdcfz: '1' }, 'bdc'],
      [v, { ...v, djbId: '8' }, 'keep'],
      [v, v, 'set'],
    ] as const
    expect(pairs.map(([a, b]) => certificateDeedOf(a, b))).toEqual(pairs.map(([, , deed]) => deed))
  })
})

const AT = '/base-qssj/cbjyqz'
const BLANKS = '/base-qssj/cert-blank'
const PERMS = [
  ...['view', 'add', 'edit', 'delete', 'print', 'issue', 'cancel', 'plain'].map((v) => `cbjyqz_${v}`),
  ...['view', 'add', 'edit', 'delete'].map((v) => `cert_blank_${v}`),
  'cert_serial_view',
]
const HOUSES = 24
let b: Bench
beforeAll(async () => {
  b = await bench({ routes: certificateSlice.routes, perms: PERMS })
  b.setDay('2026-03-02')
  const parcels = Array.from({ length: HOUSES }, (_, i) => String(i + 1).padStart(5, '0'))
  await land(b, parcels)
  for (let i = 1; i <= HOUSES; i++) await household(i)
  b.setDay('2026-03-20')
})
afterAll(() => b?.end())

const cbfbm = (n: number) => `${FBFBM}${String(n).padStart(4, '0')}`
const code = (n: number) => `${cbfbm(n)}J`
const numbers = new Map<number, string>()
/** Households with a book and a certificate that waits for its serial. */
const household = (n: number) =>
  b.as('county', (ctx) => {
    const number = idCard()
    numbers.set(n, number)
    const member = { cyxm: `户${n}`, cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: number, sfgyr: '1', cybz: '0' }
    const fields = { fbfbm: FBFBM, cbfmc: `户${n}`, cbflx: '1', cbfzjlx: '1', cbfzjhm: number, cbfdz: '玉顶村', yzbm: '642350' }
    const dkbm = FBFBM + String(n).padStart(5, '0')
    return write(ctx, {
      cause: { kind: 'business', id: String(700 + n) },
      unit: `h${n}`,
      regionCode: VILLAGE,
      day: '2026-03-02',
      registrar: '县经办',
      acts: [
        { act: 'newContractor', cbfbm: cbfbm(n), fields, members: [member] },
        { act: 'setParcel', dkbm, fields: { dklb: '10' }, bgfs: '10' },
        {
          act: 'newBook',
          code: code(n),
          fbfbm: FBFBM,
          cbfbm: cbfbm(n),
          from: [],
          djlx: '0',
          djxl: '0',
          terms: { cbfs: '110', cbqx: 30, cbqxq: '2026-01-01', cbqxz: '2055-12-31' },
          lines: [{ dkbm, cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' }],
          contract: { paper: { htlx: '1', qdsj: '2026-03-01', signWay: '3', signStatus: '2' } },
        },
        { act: 'certificate', code: code(n), event: 'new' },
      ] as never,
    })
  })
const post = (who: Person, path: string, body: object = {}, query: Record<string, string> = {}, lang?: 'en') => b.call(who, lang)('POST', path, body, query)
const ok = async (...a: Parameters<typeof post>): Promise<any> => {
  const r = await post(...a)
  expect(r.msg).toBe('操作成功')
  return r.data
}
const key = async (...a: Parameters<typeof post>) => (await post(...a)).key
const field = async (...a: Parameters<typeof post>) => (await post(...a)).data?.fields?.map((f: any) => f.field)
const rowOf = async (n: number) =>
  (await b.db.pool.query(`select id::text, rev, cbjyqzlsh, fzrq::text, qzsflq, sfzx, sfbdcfz from cbjyqz where cbjyqzbm = $1 order by id desc`, [code(n)]))
    .rows[0]
const idOf = async (n: number): Promise<string> => (await rowOf(n)).id
/** A certificate as who opens a form of it sees it. */
const asSeen = async (n: number): Promise<{ id: string; rev: number }> => {
  const { id, rev } = await rowOf(n)
  return { id, rev }
}
const blanks = (fromNo: number, toNo: number, more: object = {}) => ({
  regionCode: '510112',
  prefix: '川（2026）第',
  suffix: '号',
  digits: 6,
  fromNo,
  toNo,
  receiveDay: '2026-03-01',
  ...more,
})
const serial = (no: number) => `川（2026）第${String(no).padStart(6, '0')}号`
const ISSUED = { fzrq: '2026-03-20', fzjg: '安岳县人民政府', bznf: 2026 }
const collected = () => ({ qzlqrq: '2026-03-20', qzlqrxm: '领证人', qzlqrzjlx: '1', qzlqrzjhm: idCard() })

test('without blanks nothing is printed; a range is entered once, and changed or removed only while nothing of it is used', async () => {
  expect(await post('county', `${AT}/print`, { ids: await idOf(1) })).toMatchObject({
    key: 'no-blank',
    msg: `区域【${VILLAGE}】没有可用的空白证，请先登记领入的空白证`,
  })
  expect((await post('county', `${AT}/print`, { ids: await idOf(1) }, {}, 'en')).msg).toBe(
    `No blanks left for region ${VILLAGE}: enter the received blanks first`,
  )
  for (const [name, more] of [
    ['toNo', { fromNo: 5, toNo: 4 }],
    ['toNo', { toNo: 100_001 }],
    ['digits', { toNo: 1000, digits: 3 }],
    ['receiveDay', { receiveDay: '2026-03-21' }],
    ['regionCode', { regionCode: '51' }],
  ] as const)
    expect(await field('admin', `${BLANKS}/submit`, blanks(1, 9, more))).toEqual([name])
  const id = await ok('county', `${BLANKS}/submit`, blanks(1, 3))
  expect(await post('county', `${BLANKS}/submit`, blanks(3, 5))).toMatchObject({
    key: 'blanks-overlap',
    msg: `号段与已领入的【${serial(1)}】至【${serial(3)}】重叠`,
  })
  // other words around the number are other blanks
  const other = await ok('county', `${BLANKS}/submit`, blanks(3, 5, { prefix: '甲' }))
  await ok('county', `${BLANKS}/submit`, { ...blanks(1, 4), id, rev: 1 })
  // none is asked for, and one that is said is what was read
  const read = await asSeen(1)
  for (const rev of [read.rev - 1, read.rev + 1, 0]) expect(await key('county', `${AT}/print`, { ids: read.id, rev })).toBe('changed')
  expect(await ok('county', `${AT}/print`, { ids: await idOf(1) })).toMatchObject([{ cbjyqzbm: code(1), cbjyqzlsh: serial(1) }])
  expect(await key('county', `${BLANKS}/submit`, { ...blanks(1, 9), id, rev: 3 })).toBe('blanks-in-use')
  expect(await key('county', `${BLANKS}/remove`, {}, { ids: id })).toBe('blanks-in-use')
  await ok('county', `${BLANKS}/remove`, {}, { ids: other })
})

test('a spoilt paper keeps its serial for ever, spoilt blanks are passed over, and the unused ones are told', async () => {
  expect(await field('county', `${AT}/spoil`, { ...(await asSeen(1)), reason: '' })).toEqual(['reason'])
  await ok('county', `${AT}/spoil`, { ...(await asSeen(1)), reason: '打印错位' })
  expect(await rowOf(1)).toMatchObject({ cbjyqzlsh: null, sfzx: 0 })
  // once on paper, never removed
  expect(await key('county', `${AT}/remove`, {}, { ids: await idOf(1) })).toBe('certificate-ever-printed')
  const [range] = (await b.call('county')('GET', `${BLANKS}/page`)).data.records
  expect(range).toMatchObject({ first: serial(1), last: serial(4), next: serial(2), spoilt: 1, left: 3 })
  const spoils = (fromNo: number, toNo: number) => post('county', `${BLANKS}/spoil`, { id: range.id, fromNo, toNo, reason: '受潮' })
  expect((await spoils(4, 5)).key).toBe('not-blank')
  expect((await spoils(1, 2)).key).toBe('serial-used')
  expect((await spoils(3, 2)).data.fields[0].field).toBe('toNo')
  expect((await spoils(2, 2)).msg).toBe('操作成功')
  const unused = (await b.call('county')('GET', `${BLANKS}/unused`, {}, { regionCode: '510112' })).data
  expect(unused).toMatchObject([{ first: serial(3), last: serial(4), n: 2 }])
  expect(await ok('county', `${AT}/print`, { ids: await idOf(1) })).toMatchObject([{ cbjyqzlsh: serial(3) }])
  const gone = (await b.call('county')('GET', '/base-qssj/cert-serial/page', {}, { status: '2' })).data.records
  expect(gone.map((r: any) => [r.serial, r.reason]).toSorted()).toEqual([
    [serial(1), '打印错位'],
    [serial(2), '受潮'],
  ])
})

test('two at once take two serials, and one certificate is printed once', async () => {
  await ok('county', `${BLANKS}/submit`, blanks(100, 140))
  const [two, three] = [await idOf(2), await idOf(3)]
  const both = await Promise.all([post('county', `${AT}/print`, { ids: two }), post('county', `${AT}/print`, { ids: three })])
  expect(new Set(both.flatMap((r) => r.data.map((x: any) => x.cbjyqzlsh))).size).toBe(2)
  const four = await idOf(4)
  const same = await Promise.all([post('county', `${AT}/print`, { ids: four }), post('county', `${AT}/print`, { ids: four })])
  expect(same.map((r) => r.code).toSorted()).toEqual([200, 409])
})

/** Brings a certificate to a stage from wherever it stands before it. */
async function bring(n: number, to: Stage): Promise<string> {
  const id = await idOf(n)
  const way: Partial<Record<Stage, () => Promise<unknown>>> = {
    unprinted: () => ok('county', `${AT}/print`, { ids: id }),
    printed: () => ok('county', `${AT}/issue`, { ids: id, ...ISSUED }),
    issued: async () => ok('county', `${AT}/collect`, { ...(await asSeen(n)), ...collected() }),
    collected: async () => ok('county', `${AT}/cancel`, { ...(await asSeen(n)), reason: '收回' }),
  }
  for (let at = stageOf(await rowOf(n)); at !== to; at = stageOf(await rowOf(n))) await way[at]!()
  return id
}
const DOES: Readonly<Record<Exclude<Deed, 'replace'>, (id: string, n: number) => Promise<{ code: number; key?: string }>>> = {
  set: async (id, n) =>
    post('county', `${AT}/update`, { id, rev: (await rowOf(n)).rev, cbjyqzbm: code(n), cbfdbzjhm: numbers.get(n), sfbdcfz: '2', bznf: 2026, fzjg: '另一机关' }),
  drop: (id) => post('county', `${AT}/remove`, {}, { ids: id }),
  print: (id) => post('county', `${AT}/print`, { ids: id }),
  spoil: async (_, n) => post('county', `${AT}/spoil`, { ...(await asSeen(n)), reason: '污损' }),
  issue: (id) => post('county', `${AT}/issue`, { ids: id, ...ISSUED }),
  collect: async (_, n) => post('county', `${AT}/collect`, { ...(await asSeen(n)), ...collected() }),
  bdc: async (_, n) => post('county', `${AT}/bdc`, { ...(await asSeen(n)), sfbdcfz: '2' }),
  cancel: async (_, n) => post('county', `${AT}/cancel`, { ...(await asSeen(n)), reason: '收回' }),
}
test('every forbidden deed is refused at every stage by its name and changes nothing', async () => {
  const wrong: string[] = []
  let n = 5
  for (const stage of STAGES) {
    const id = await bring(n, stage)
    for (const [deed, does] of Object.entries(DOES)) {
      if ((DEEDS[deed as Deed] as readonly Stage[]).includes(stage)) continue
      const before = JSON.stringify(await rowOf(n))
      const r = await does(id, n)
      if (r.code !== 409 || r.key !== 'certificate-stage' || JSON.stringify(await rowOf(n)) !== before) wrong.push(`${deed} at ${stage}: ${r.code} ${r.key}`)
    }
    n += 1
  }
  expect(wrong).toEqual([])
})
test('every allowed deed happens at each of its stages', async () => {
  const wrong: string[] = []
  let n = 10
  for (const [deed, does] of Object.entries(DOES))
    for (const stage of DEEDS[deed as Deed]) {
      // what is printed once is not removed: the others are free of blanks
      const id = await bring(n, stage)
      const r = await does(id, n)
      if (r.code !== 200) wrong.push(`${deed} at ${stage}: ${r.code} ${r.key}`)
      n += 1
    }
  expect(wrong).toEqual([])
  expect(n).toBeLessThanOrEqual(HOUSES)
})
test('a refusal says where the certificate stands and what cannot be done', async () => {
  const id = await bring(5, 'collected')
  expect((await post('county', `${AT}/print`, { ids: id })).msg).toBe(`权证【${code(5)}】已领取，不能打证`)
  expect((await post('county', `${AT}/print`, { ids: id }, {}, 'en')).msg).toBe(`Certificate ${code(5)} is collected: it cannot be printed`)
  expect((await post('county', `${AT}/print`, { ids: Array.from({ length: 201 }, (_, i) => i + 1).join() })).key).toBe('too-many-certificates')
  expect(await key('county', `${AT}/print`, { ids: '' })).toBeDefined()
  expect(await key('other', `${AT}/print`, { ids: id })).toBe('not-found')
})

test('a step of one certificate is taken as it was seen, and by one of two who saw it at once', async () => {
  const asked = { spoil: { reason: '污损' }, collect: collected(), bdc: { sfbdcfz: '2' }, cancel: { reason: '收回' } }
  const at = { spoil: 'printed', collect: 'issued', bdc: 'collected', cancel: 'collected' } as const
  for (const [deed, form] of Object.entries(asked) as [keyof typeof asked, object][]) {
    const id = await bring(6, at[deed])
    const before = await rowOf(6)
    const told = [await field('county', `${AT}/${deed}`, { id, ...form })]
    for (const rev of [0, before.rev - 1, before.rev + 1]) told.push(await key('county', `${AT}/${deed}`, { id, rev, ...form }))
    expect([deed, ...told]).toEqual([deed, ['rev'], 'changed', 'changed', 'changed'])
    expect(await rowOf(6)).toEqual(before)
    if (deed !== 'bdc') continue
    // where a certificate stands does not tell it: the number of the one would stand over that of the other
    const [one, two] = [7, 8].map((n) => ({ ...form, id, rev: before.rev, sfbdcfz: '1', bdcqzh: `川（2026）安岳县不动产权第000000${n}号` }))
    const both = await Promise.all([post('county', `${AT}/bdc`, one), post('county', `${AT}/bdc`, two)])
    expect(both.map((r) => r.key ?? r.code).toSorted()).toEqual([200, 'changed'])
    await ok('county', `${AT}/bdc`, { ...(await asSeen(6)), sfbdcfz: '2' })
  }
})
test('the form writes by the same steps: dates, collector and serial are checked, and an issued certificate only gets its collector', async () => {
  const n = 2
  const id = await bring(n, 'printed')
  expect(await field('county', `${AT}/issue`, { ids: id, ...ISSUED, fzrq: '2026-03-01' })).toEqual(['fzrq'])
  expect(await field('county', `${AT}/issue`, { ids: id, ...ISSUED, bznf: 1999 })).toEqual(['bznf'])
  const read = await asSeen(n)
  expect(await key('county', `${AT}/issue`, { ids: id, ...ISSUED, rev: read.rev - 1 })).toBe('changed')
  expect(await field('county', `${AT}/issue`, { ids: id, ...ISSUED, bznf: 1999, rev: read.rev })).toEqual(['bznf'])
  await bring(n, 'issued')
  const { rev, cbjyqzlsh } = await rowOf(n)
  const form = { id, rev, cbjyqzbm: code(n), cbfdbzjhm: numbers.get(n), sfbdcfz: '2', cbjyqzlsh, ...ISSUED, qzsflq: '1' }
  expect(await field('county', `${AT}/update`, form)).toEqual(['qzlqrq', 'qzlqrxm', 'qzlqrzjhm'])
  for (const call of ['collect', 'update'])
    expect(await field('county', `${AT}/${call}`, { ...(call === 'update' ? form : { id, rev }), ...collected(), qzlqrxm: '/' })).toEqual(['qzlqrxm'])
  // a number that the register knows is nobody else's, and no child collects
  const child = `51202120180101951${idCardCheck('51202120180101951')}`
  for (const qzlqrzjhm of [numbers.get(3), child]) expect(await field('county', `${AT}/collect`, { id, rev, ...collected(), qzlqrzjhm })).toEqual(['qzlqrzjhm'])
  // a name of the household is its own person's: with another number it is refused by name, at both doors; who is none of it brings his own
  for (const [call, sent, qzlqrxm] of [
    ['collect', { id, rev }, `户${n}`],
    ['update', form, `户${n}`],
    // nor does a point or a blank make him somebody else
    ['collect', { id, rev }, `户·${n}`],
    ['update', form, `户-${n}`],
  ] as const)
    expect((await post('county', `${AT}/${call}`, { ...sent, ...collected(), qzlqrxm })).data.fields).toEqual([
      { field: 'qzlqrzjhm', msg: `【${qzlqrxm}】在登记簿中的证件号码与填写的证件号码不一致` },
    ])
  expect(await key('county', `${AT}/update`, { ...form, ...collected(), fzjg: '另一机关' })).toBe('certificate-stage')
  expect(await key('county', `${AT}/update`, { ...form, ...collected(), rev: 1 })).toBe('changed')
  // a resident's number under another document stands where a package brought it, and is refused where it is typed
  const brought = { ...collected(), qzlqrzjlx: '9' }
  const { qzlqrzjlx, qzlqrzjhm } = brought
  await b.db.owner.updateTable('cbjyqz').set({ qzlqrzjlx, qzlqrzjhm }).where('id', '=', id).execute()
  expect(await field('county', `${AT}/update`, { ...form, ...brought, qzlqrzjhm: idCard() })).toEqual(['qzlqrzjhm'])
  await ok('county', `${AT}/update`, { ...form, ...brought })
  expect(stageOf(await rowOf(n))).toBe('collected')
})
test('a paper that was made elsewhere is entered with its serial, which nobody has; one that the registry issues is not printed', async () => {
  await bring(3, 'collected')
  await ok('county', `${AT}/cancel`, { ...(await asSeen(3)), reason: '改发' })
  const form = { cbjyqzbm: code(3), cbfdbzjhm: numbers.get(3), sfbdcfz: '2', fzjg: '安岳县人民政府', bznf: 2026 }
  expect(await field('county', `${AT}/save`, { ...form, cbfdbzjhm: idCard() })).toEqual(['cbfdbzjhm'])
  expect(await field('county', `${AT}/save`, { ...form, cbjyqzlsh: '旧1' })).toEqual(['fzrq'])
  expect(await field('county', `${AT}/save`, { ...form, fzrq: '2026-03-20' })).toEqual(['cbjyqzlsh'])
  expect(await post('county', `${AT}/save`, { ...form, fzrq: '2026-03-20', cbjyqzlsh: serial(1) })).toMatchObject({
    key: 'serial-used',
    msg: `流水号【${serial(1)}】已使用或已作废，同一流水号不能使用两次`,
  })
  // a blank of the ledger that is used by hand is no blank any more
  const id = await ok('county', `${AT}/save`, { ...form, fzrq: '2026-03-20', cbjyqzlsh: serial(139) })
  expect([await idOf(3), stageOf(await rowOf(3))]).toEqual([id, 'issued'])
  expect(await key('county', `${AT}/save`, form)).toBe('object-exists')
  const unused = (await b.call('county')('GET', `${BLANKS}/unused`)).data.map((r: any) => r.last)
  expect(unused).toContain(serial(138))
  const theirs = await asSeen(23)
  expect(await field('county', `${AT}/bdc`, { ...theirs, sfbdcfz: '1' })).toEqual(['bdcqzh'])
  for (const bdcqzh of ['5', '=1+1', '渝（2026）安岳县不动产权第0000123号', '川（2027）安岳县不动产权第0000123号'])
    expect([bdcqzh, await field('county', `${AT}/bdc`, { ...theirs, sfbdcfz: '1', bdcqzh })]).toEqual([bdcqzh, ['bdcqzh']])
  await ok('county', `${AT}/bdc`, { ...theirs, sfbdcfz: '1', bdcqzh: '川（2026）安岳县不动产权第0000123号' })
  // the same number with other brackets is the same number
  const another = { ...(await asSeen(22)), sfbdcfz: '1', bdcqzh: '川(2026)安岳县不动产权第0000123号' }
  expect((await post('county', `${AT}/bdc`, another)).data.fields).toEqual([{ field: 'bdcqzh', msg: `不动产权证号已属于另一登记簿【${code(23)}】` }])
  expect(await key('county', `${AT}/print`, { ids: theirs.id })).toBe('certificate-real-estate')
})

test('the list tells the stage and by what a certificate ended, and finds by stage', async () => {
  const at = async (stage: Stage) => (await b.call('county')('GET', `${AT}/page`, {}, { stage, size: '50' })).data.records as any[]
  for (const stage of STAGES) expect([stage, new Set((await at(stage)).map((r) => r.stage))]).toEqual([stage, new Set([stage])])
  expect((await at('void')).every((r) => r.endKind === 'zx')).toBe(true)
  expect((await b.call('county')('GET', `${AT}/page`, {}, { stage: 'lost' })).code).toBe(400)
})
test('the history tells every step with its serial, its reason and who did it', async () => {
  const { deeds, events, versions } = (await b.call('county')('GET', `${AT}/history`, {}, { cbjyqzbm: code(3) })).data
  expect(deeds.map((d: any) => [d.deed, d.serial ?? d.reason ?? '']).filter(([deed]: any) => deed !== 'print')).toEqual([
    ['new', ''],
    ['issue', ''],
    ['collect', ''],
    ['void', '改发'],
    ['new', ''],
  ])
  expect([events.map((e: any) => e.kind), versions.length]).toEqual([['zx'], 2])
  const spoilt = (await b.call('county')('GET', `${AT}/history`, {}, { cbjyqzbm: code(1) })).data.deeds
  expect(spoilt.map((d: any) => [d.deed, d.serial, d.reason])).toEqual([
    ['new', null, null],
    ['print', serial(1), null],
    ['spoil', serial(1), '打印错位'],
    ['print', serial(3), null],
  ])
})
test('figures of the real-estate registry: children add up to the whole, with areas', async () => {
  const { total, children } = (await b.call('county')('GET', `${AT}/statisticsBdcfz`, {}, { regionCode: '510112101' })).data
  expect(total).toMatchObject({ books: HOUSES, registered: 1, registeredArea: '1.50', rate: 4.2 })
  expect(children).toMatchObject([{ ...total, regionCode: VILLAGE }])
  expect(total.registered + total.unregistered + total.without).toBe(HOUSES)
  expect((await b.call('other')('GET', `${AT}/statisticsBdcfz`)).data.total.books).toBe(0)
  // numbers that are kept stand behind no policy of rows: another county's are asked for in vain
  for (const regionCode of ['510112101', '510112', '51'])
    expect(await b.call('other')('GET', `${AT}/statisticsBdcfz`, {}, { regionCode })).toMatchObject({ code: 403, key: 'out-of-region' })
})
test('nobody outside sees the ledger; a town takes from the blanks of its county', async () => {
  expect((await b.call('other')('GET', `${BLANKS}/page`)).data.total).toBe(0)
  // a town takes from the blanks of its county, which it does not see
  expect((await b.call('town')('GET', `${BLANKS}/page`)).data.total).toBe(0)
  expect((await ok('town', `${AT}/print`, { ids: await idOf(24) }))[0].cbjyqzlsh).toMatch(/^川/)
})
test('whatever the order of printing and spoiling papers and blanks, no serial is given twice', async () => {
  const range = await ok('county', `${BLANKS}/submit`, blanks(1000, 1400, { regionCode: VILLAGE }))
  const homes = [10, 12, 13, 16, 17, 22]
  const [seen, gone]: [string[], Set<number>] = [[], new Set()]
  const step = fc.oneof(fc.constantFrom(...homes), fc.integer({ min: 1000, max: 1015 }))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 8 }), async (steps) => {
      for (const n of steps) {
        if (n >= 1000) {
          // a blank that is used or spoilt cannot be spoilt again
          const r = await post('county', `${BLANKS}/spoil`, { id: range, fromNo: n, toNo: n, reason: '受潮' })
          expect(r.code).toBe(gone.has(n) ? 409 : 200)
          gone.add(n)
          continue
        }
        const id = await idOf(n)
        if (stageOf(await rowOf(n)) === 'printed') await ok('county', `${AT}/spoil`, { ...(await asSeen(n)), reason: '污损' })
        else {
          const [{ cbjyqzlsh }] = await ok('county', `${AT}/print`, { ids: id })
          seen.push(cbjyqzlsh)
          const no = numberIn({ prefix: '川（2026）第', suffix: '号', digits: 6 }, cbjyqzlsh)!
          expect(gone.has(no)).toBe(false)
          gone.add(no)
        }
      }
    }),
    { numRuns: 4, seed: 11 },
  )
  expect(seen.length).toBeGreaterThan(3)
  expect(new Set(seen).size).toBe(seen.length)
  const { rows } = await b.db.pool.query(`select cbjyqzlsh from cbjyqz where cbjyqzlsh is not null group by 1 having count(*) > 1`)
  expect(rows).toEqual([])
})
