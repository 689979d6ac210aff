import fc from 'fast-check'
import { expect, test } from 'vitest'
import { postingAddress, postingCode, postingByCode } from './link.ts'
import { postedChanges, postingLacks, postingThin, type PostedHousehold } from './posted.ts'
import { remarked, type EarlierRemarks } from './remarks.ts'

const parcel = (dkbm: string, more: object = {}) => ({
  dkbm,
  dkmc: '沟边田',
  dkdz: '村道',
  dknz: '渠',
  dkxz: '王五',
  dkbz: '李四',
  scmjm: '1.50',
  htmjm: '1.50',
  geom: 'POLYGON((0 0,1 0,1 1,0 0))',
  ...more,
})
const member = (cyxm: string, yhzgx = '20') => ({ cyxm, cyzjhm: `510***********${cyxm.length}`, yhzgx })
const h = (more: Partial<PostedHousehold> = {}): PostedHousehold => ({
  cbfbm: '1',
  cbfmc: '张三',
  members: [member('张三', '02')],
  parcels: [parcel('a')],
  ...more,
})
const snapshot = (households: PostedHousehold[]) => ({ targets: ['1'], households })

test('a posting needs something to post, a name of each household, a name and an area of each parcel', () => {
  expect(postingLacks({}).map((t) => t.zh)).toEqual(['没有公示内容'])
  expect(postingLacks(snapshot([h()]))).toEqual([])
  const bad = postingLacks(snapshot([h({ cbfmc: '', parcels: [parcel('a', { dkmc: '', htmjm: '' }), parcel('b', { htmjm: '0.00' })] })]))
  expect(bad.map((t) => t.zh)).toEqual(['承包方1缺少名称', '地块a缺少名称、合同面积', '地块b缺少合同面积'])
  expect(bad.map((t) => t.en)).toEqual(['contractor 1 has no name', 'parcel a has no name or contract area', 'parcel b has no contract area'])
  expect(postingThin(snapshot([h({ parcels: [parcel('a', { dkdz: '' }), parcel('b', { geom: null })] })])).map((t) => t.en)).toEqual([
    '1 parcels lack a side',
    '1 parcels have no outline and are not on the posted map',
  ])
})

test('what changed after the posting is told row by row, in its order', () => {
  expect(postedChanges(undefined, [h()])).toEqual([])
  expect(postedChanges([h()], [h()])).toEqual([])
  const now = h({ cbfmc: '张四', members: [member('李五')], parcels: [parcel('a', { htmjm: '1.60', dkdz: '', geom: null }), parcel('c')] })
  expect(postedChanges([h(), h({ cbfbm: '2', cbfmc: '王五' })], [now, h({ cbfbm: '3', cbfmc: '赵六' })]).map((t) => t.zh)).toEqual([
    '承包方1名称由【张三】变为【张四】',
    '张三：成员张三已不在',
    '张三：新增成员李五',
    '地块a东至由【村道】变为【】',
    '地块a合同面积由【1.50】变为【1.60】',
    '地块a图形有变',
    '新增地块c',
    '承包方王五不再列入',
    '新增承包方赵六',
  ])
  expect(postedChanges([h()], [h({ members: [member('张三', '01')], parcels: [] })]).map((t) => t.en)).toEqual([
    '张三: relation of 张三 changed',
    'parcel a is no longer in it',
  ])
})

/** What is remarked of households and their parcels, in Chinese; a line before is [parcel, contractor, area]. */
function remarks(now: PostedHousehold[], lines: [dkbm: string, cbfbm: string, htmjm: string][], more: Partial<EarlierRemarks> = {}) {
  const before = {
    typeCode: 'change_contract',
    cut: new Set<string>(),
    fates: new Map<string, string>(),
    lines: lines.map(([dkbm, cbfbm, htmjm]) => ({ dkbm, dkmc: '沟边田', cbfbm, htmjm })),
    names: new Map(['1', '2'].map((c) => [c, c === '1' ? '张三' : '王五'])),
    known: new Set(lines.map(([dkbm]) => dkbm)),
    ...more,
  }
  return remarked(now, before).map((x) => [x.remark?.zh, x.parcels.map((p) => p.remark?.zh)])
}
const a = parcel('a'),
  c = parcel('c')
test('a list says what changes: what came from whom, what goes to whom, and nothing of what stays', () => {
  const two = [h({ parcels: [a] }), h({ cbfbm: '2', cbfmc: '王五', parcels: [c] })]
  expect(
    remarks(two, [
      ['a', '1', '1.50'],
      ['c', '2', '1.50'],
    ]),
  ).toEqual([
    [undefined, [undefined]],
    [undefined, [undefined]],
  ])
  for (const [typeCode, came, went] of [
    ['change_split', '由张三户分得', '分给王五'],
    ['change_transfer', '由张三转让', '转让给王五'],
    ['change_exchange', '由张三换入', '换给王五'],
    ['contract_renew', '由张三转入', '转给王五'],
  ])
    expect(
      remarks(
        two,
        [
          ['a', '1', '1.50'],
          ['c', '1', '1.50'],
        ],
        { typeCode: typeCode! },
      ),
    ).toEqual([
      [`沟边田（c）1.50亩${went}`, [undefined]],
      [undefined, [came]],
    ])
  // who was absorbed is no household any more
  expect(
    remarks(
      [h({ parcels: [a, c] })],
      [
        ['a', '1', '1.50'],
        ['c', '2', '1.50'],
      ],
      { typeCode: 'change_merge' },
    ),
  ).toEqual([[undefined, [undefined, '由王五户并入']]])
  expect(
    remarked(two, {
      typeCode: 'change_exchange',
      cut: new Set(),
      fates: new Map(),
      known: new Set(),
      names: new Map(),
      lines: [{ dkbm: 'c', dkmc: '塘', cbfbm: '1', htmjm: '1.50' }],
    }).map((x) => x.remark?.en ?? x.parcels[0]!.remark?.en),
  ).toEqual(['塘 (c), 1.50 mu, exchanged to 王五', 'exchanged from 张三'])
})

test('a term that is no longer the posted one has changed; a posting from before terms were posted says nothing of them', () => {
  const of = (cbqxz: string) => h({ term: { cbqxq: '2028-10-01', cbqxz } })
  expect(postedChanges([of('2058-09-30')], [of('2058-09-30')])).toEqual([])
  expect(postedChanges([of('2058-09-30')], [of('2057-12-31')])).toEqual([
    {
      zh: '承包方张三承包期限由【2028-10-01～2058-09-30】变为【2028-10-01～2057-12-31】',
      en: 'contractor 张三: contract term was 2028-10-01～2058-09-30, is 2028-10-01～2057-12-31',
    },
  ])
  expect(postedChanges([of('2058-09-30')], [h()]).map((t) => t.zh)).toEqual(['承包方张三承包期限由【2028-10-01～2058-09-30】变为【】'])
  expect(postedChanges([h()], [of('2058-09-30')])).toEqual([])
})
test('a renewal says of each household until when its contract ran and runs, with the round where it is known; a list without terms says nothing', () => {
  const before = { typeCode: 'contract_renew', lines: [], names: new Map(), known: new Set(''), cut: new Set(''), fates: new Map() }
  const said = (term: NonNullable<PostedHousehold['term']>) => remarked([h({ parcels: [], term })], before)[0]!.remark
  const next = { cbqxq: '2028-10-01', cbqxz: '2058-09-30' }
  expect(said({ ...next, before: '2028-09-30', roundNo: 3 })).toEqual({
    zh: '承包期限由2028年09月30日延长至2058年09月30日（自2028年10月01日起，第3轮承包期）',
    en: 'contract term 2028-10-01 to 2058-09-30 (the one before ends on 2028-09-30, round 3)',
  })
  expect(said({ ...next, before: '2028-09-30' })).toEqual({
    zh: '承包期限由2028年09月30日延长至2058年09月30日（自2028年10月01日起）',
    en: 'contract term 2028-10-01 to 2058-09-30 (the one before ends on 2028-09-30)',
  })
  expect(said({ ...next, roundNo: 3 })).toEqual({
    zh: '承包期限自2028年10月01日至2058年09月30日（第3轮承包期）',
    en: 'contract term 2028-10-01 to 2058-09-30 (round 3)',
  })
  expect(said(next)).toEqual({ zh: '承包期限自2028年10月01日至2058年09月30日', en: 'contract term 2028-10-01 to 2058-09-30' })
  // beside what else changes of it
  const two = h({ cbfmc: '李四', parcels: [a], term: next })
  expect(
    remarks(
      [two],
      [
        ['c', '1', '1.50'],
        ['a', '1', '1.50'],
      ],
    )[0]![0],
  ).toBe('承包方代表由张三变更为李四；承包期限自2028年10月01日至2058年09月30日；沟边田（c）1.50亩不再承包')
  expect(remarked([h({ parcels: [] })], before)[0]).not.toHaveProperty('remark')
})

test('a list says what is new, what leaves, what is cut, whose area changes and who represents the household now', () => {
  expect(remarks([h({ parcels: [a, c] })], [['a', '1', '1.20']])).toEqual([[undefined, ['合同面积由1.20亩变为1.50亩', '新增承包']]])
  expect(remarks([h({ cbfmc: '李四', parcels: [] })], [['a', '1', '1.50']])).toEqual([['承包方代表由张三变更为李四；沟边田（a）1.50亩不再承包', []]])
  expect(remarks([h({ parcels: [c] })], [['a', '1', '3.00']], { cut: new Set(['a']) })).toEqual([['沟边田（a）3.00亩已分割', ['分割所得']]])
  // a share of the parcel goes, the rest stays
  expect(remarks([h({ parcels: [a] }), h({ cbfbm: '2', cbfmc: '王五', parcels: [a] })], [['a', '1', '3.00']], { typeCode: 'change_transfer' })).toEqual([
    [undefined, ['合同面积由3.00亩变为1.50亩']],
    [undefined, ['由张三转让']],
  ])
  // who keeps his share of it has given nothing
  const shared = [h({ parcels: [a] }), h({ cbfbm: '2', cbfmc: '王五', parcels: [a] }), h({ cbfbm: '3', cbfmc: '赵六', parcels: [a] })]
  const before: Parameters<typeof remarks>[1] = [
    ['a', '1', '3.00'],
    ['a', '3', '1.50'],
  ]
  expect(remarks(shared, before, { typeCode: 'change_transfer' })[1]).toEqual([undefined, ['由张三转让']])
  for (const [fate, said] of [
    ['reserve', '终止承包，交还发包方'],
    ['lost', '终止承包，地块灭失'],
    ['state', '终止承包，土地征收'],
    ['left', '终止承包，由其他共有人继续承包'],
  ])
    expect(remarks([h({ parcels: [a] })], [['a', '1', '1.50']], { typeCode: 'contract_cancel', fates: new Map([['a', fate!]]) })).toEqual([[undefined, [said]]])
})

test('a short link of a posting names county and round again, and is short; anything else is none', () => {
  const county = fc.integer({ min: 110_000, max: 829_999 }).map(String)
  const id = fc.bigInt({ min: 10n ** 18n, max: 2n ** 63n - 1n }).map(String)
  fc.assert(
    fc.property(county, id, (countyCode, round) => {
      const code = postingCode(countyCode, round)
      expect([postingByCode(code), code.length <= 14]).toEqual([{ countyCode, id: round }, true])
    }),
  )
  expect(['', 'x', '0'.repeat(14), 'z'.repeat(15), `${postingCode('512021', '2127170901617410048')}!`, '中'.repeat(14)].map(postingByCode)).toEqual(
    Array(6).fill(undefined),
  )
  expect(postingAddress('https://htqd.example.gov.cn/x', '512021', '2127170901617410048')).toMatch(/^https:\/\/htqd\.example\.gov\.cn\/p\/\w{14}$/)
  expect(postingAddress('', '512021', '1')).toBe('')
})
