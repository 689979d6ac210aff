// The dictionary of indicators: what a figure is called, its unit, its formula over counters, and the list that shows its rows. Screens, workbooks and
// tests read it. Source: statistics.md 2, 7, 8, 16, 17.
import { both as w, type Text } from '../../kit/model/lang.ts'
import { PARCEL_SIZES } from '../../land/parts/tallies.ts'
import { className, percent } from '../home/views.ts'
import { sumFigures } from '../../land/definitions/area.ts'

/** Counted rows and added areas (mu, a name that ends in `:mu`) of a region: kept figures (`fbf`, `htArea`), and tallies folded by `counters.ts`. */
export type Counters = Readonly<Record<string, number>>

export const UNITS = {
  issuers: w('个', 'issuers'),
  groups: w('个', 'groups'),
  villages: w('个', 'villages'),
  households: w('户', 'households'),
  people: w('人', 'people'),
  parcels: w('块', 'parcels'),
  contracts: w('份', 'contracts'),
  books: w('本', 'books'),
  mu: w('亩', 'mu'),
  percent: w('%', '%'),
  days: w('天', 'days'),
  objections: w('件', 'objections'),
  parcelsEach: w('块/户', 'parcels per household'),
  muEach: w('亩/户', 'mu per household'),
  muPerson: w('亩/人', 'mu per person'),
  muParcel: w('亩/块', 'mu per parcel'),
} as const satisfies Record<string, Text>
export type Unit = keyof typeof UNITS

/** Categories of parcels (dictionary dklb) that an analysis may be narrowed to. */
export const PARCEL_CATEGORIES: readonly string[] = ['10', '21', '22', '23', '99']

/** Lists that show rows: their screen, their call and the button that opens them. */
export const ROW_LISTS = {
  fbf: { page: '/land/fbf', call: '/base-qssj/fbf/page', perm: 'fbf_view' },
  cbf: { page: '/land/cbf', call: '/base-qssj/cbf/page', perm: 'cbf_view' },
  dk: { page: '/land/dk', call: '/base-dlxx/dk/page', perm: 'dk_view' },
  cbht: { page: '/registry/cbht', call: '/base-qssj/cbht/page', perm: 'cbht_view' },
  djb: { page: '/registry/djb', call: '/base-qssj/djb/wzx/page', perm: 'djb_view' },
  household: { page: '/extension/household', call: '/ybProcess/cbfBusiness/page', perm: 'extension_household_view' },
} as const
/** The list and its filters, beside the region and the day, that show exactly the rows of a number. */
export interface Rows {
  list: keyof typeof ROW_LISTS
  filter: Readonly<Record<string, string>>
}
export interface Indicator {
  label: Text
  unit: Unit
  /** null where there is nothing to be a part of */
  value(c: Counters): number | null
  /** none: a mean, a share, or rows that no list shows by themselves */
  rows?: Rows
  /** there is no past day of it */
  today?: true
}

const of =
  (...names: string[]) =>
  (c: Counters) =>
    names.reduce((n, name) => sumFigures(n, c[name] ?? 0), 0)
const hundredth = (n: number) => Math.round(n * 100) / 100
/** A mean with two decimals. */
const mean = (part: (c: Counters) => number, whole: (c: Counters) => number) => (c: Counters) => (whole(c) === 0 ? null : hundredth(part(c) / whole(c)))
const share = (part: (c: Counters) => number, whole: (c: Counters) => number) => (c: Counters) => percent(part(c), whole(c))
const dk = (filter: Rows['filter'] = {}): Rows => ({ list: 'dk', filter: { zt: '1', ...filter } })
const cbht = (filter: Rows['filter'] = {}): Rows => ({ list: 'cbht', filter: { qszt: '1', ...filter } })

const parcels = of('dk')
const parcelArea = of('dk:mu')
const HELD_WAYS = ['110', '100']
const OTHER_WAYS = ['120', '121', '122', '123', '129']
const WAYS = [...HELD_WAYS, ...OTHER_WAYS, '200', '300']
/** What lines were acquired in some ways, and what in none of those that have a figure of their own. */
const byWay = (ways: readonly string[], measure = '') => of(...ways.map((x) => `line.ht.way.${x}${measure}`))
const inNoWay = (measure = '') => {
  const known = byWay(WAYS, measure)
  return (c: Counters) => sumFigures(c[`line.ht${measure}`] ?? 0, -known(c))
}
const contractors = of('cbf1', 'cbf2', 'cbf3', 'cbf')
const contractedArea = of('line.ht:mu')
const measuredArea = of('line.sc:mu')

/** What the analysis of parcels tells of each region. */
const PARCELS = {
  parcels: { label: w('地块', 'Parcels'), unit: 'parcels', value: parcels, rows: dk() },
  parcelArea: { label: w('实测面积', 'Measured area'), unit: 'mu', value: parcelArea },
  meanParcel: { label: w('平均每块面积', 'Mean parcel'), unit: 'muParcel', value: mean(parcelArea, parcels) },
  smallShare: { label: w('0.5亩及以下地块占比', 'Parcels of at most 0.5 mu'), unit: 'percent', value: share(of('dk.size.0', 'dk.size.1'), parcels) },
  fragmentation: { label: w('户均地块', 'Parcels per household'), unit: 'parcelsEach', value: mean(parcels, of('cbf1')), today: true },
  basic: { label: w('基本农田地块', 'Basic farmland, parcels'), unit: 'parcels', value: of('dk.sfjbnt.1'), rows: dk({ sfjbnt: '1' }) },
  basicArea: { label: w('基本农田面积', 'Basic farmland'), unit: 'mu', value: of('dk.sfjbnt.1:mu') },
  basicShare: { label: w('基本农田面积占比', 'Basic farmland, share'), unit: 'percent', value: share(of('dk.sfjbnt.1:mu'), parcelArea) },
  unheld: { label: w('未承包地块', 'Not contracted'), unit: 'parcels', value: of('dk.held.2'), rows: dk({ contracted: '2' }) },
  undrawn: { label: w('无图形地块', 'Without shape'), unit: 'parcels', value: of('dk.drawn.2'), rows: dk({ hasGeom: '2' }) },
} as const satisfies Record<string, Indicator>

/** What the analysis of contracted parcels tells of each region. */
const LINES = {
  contracts: { label: w('现势合同', 'Contracts in force'), unit: 'contracts', value: of('letter.J', 'letter.Q'), rows: cbht() },
  lines: { label: w('合同地块', 'Contracted parcels'), unit: 'parcels', value: of('line.ht') },
  lineArea: { label: w('合同面积', 'Contract area'), unit: 'mu', value: contractedArea },
  lineMeasured: { label: w('合同地块实测面积', 'Measured area under contract'), unit: 'mu', value: measuredArea },
  lineFormer: { label: w('原合同面积', 'Former contract area'), unit: 'mu', value: of('line.yht:mu') },
  gained: { label: w('实测增加面积', 'Measured above contract'), unit: 'mu', value: of('line.more:mu') },
  gainedLines: { label: w('实测增加地块', 'Parcels measured above'), unit: 'parcels', value: of('line.more') },
  lost: { label: w('实测减少面积', 'Measured below contract'), unit: 'mu', value: of('line.less:mu') },
  lostLines: { label: w('实测减少地块', 'Parcels measured below'), unit: 'parcels', value: of('line.less') },
  farShare: { label: w('相差超过10%占比', 'Off by more than 10 %'), unit: 'percent', value: share(of('line.far'), of('line.ht')) },
  household: { label: w('家庭承包地块', 'By household, parcels'), unit: 'parcels', value: byWay(HELD_WAYS) },
  householdArea: { label: w('家庭承包面积', 'By household, area'), unit: 'mu', value: byWay(HELD_WAYS, ':mu') },
  otherWay: { label: w('其他方式承包地块', 'In other ways, parcels'), unit: 'parcels', value: byWay(OTHER_WAYS) },
  otherWayArea: { label: w('其他方式承包面积', 'In other ways, area'), unit: 'mu', value: byWay(OTHER_WAYS, ':mu') },
  transferred: { label: w('转让地块', 'Transferred, parcels'), unit: 'parcels', value: byWay(['200']) },
  transferredArea: { label: w('转让面积', 'Transferred, area'), unit: 'mu', value: byWay(['200'], ':mu') },
  exchanged: { label: w('互换地块', 'Exchanged, parcels'), unit: 'parcels', value: byWay(['300']) },
  exchangedArea: { label: w('互换面积', 'Exchanged, area'), unit: 'mu', value: byWay(['300'], ':mu') },
  elseWay: { label: w('其他地块', 'Other parcels'), unit: 'parcels', value: inNoWay() },
  elseWayArea: { label: w('其他面积', 'Else, area'), unit: 'mu', value: inNoWay(':mu') },
  shared: { label: w('确权确股地块', 'Held in shares, parcels'), unit: 'parcels', value: of('line.ht.share.1') },
  sharedArea: { label: w('确权确股面积', 'Held in shares, area'), unit: 'mu', value: of('line.ht.share.1:mu') },
  meanHousehold: { label: w('户均合同面积', 'Area per contract'), unit: 'muEach', value: mean(contractedArea, of('letter.J', 'letter.Q')) },
  meanPerson: { label: w('人均合同面积', 'Area per person'), unit: 'muPerson', value: mean(contractedArea, of('jt')), today: true },
} as const satisfies Record<string, Indicator>

/** Parcels of one value: the number and the area, as two of the items that can be chosen. */
const areaOf = (zh: string, en: string, ...names: string[]): Indicator => ({ label: w(zh, en), unit: 'mu', value: of(...names.map((n) => `dk.${n}:mu`)) })
const DRY = ['011', '012', '013']

/** The figures of a region: what the start has as cards, and the fifty items that can be chosen, by their number. */
const REGION = {
  i01: { label: w('发包方总数', 'Issuers'), unit: 'issuers', value: of('fbf'), rows: { list: 'fbf', filter: { zt: '1' } } },
  i02: { label: w('承包方总数', 'Contractors'), unit: 'households', value: contractors, rows: { list: 'cbf', filter: { zt: '1' } } },
  i03: { label: w('家庭成员总数', 'Members'), unit: 'people', value: of('jt'), today: true },
  i04: { label: w('承包农户总数', 'Households'), unit: 'households', value: of('cbf1'), rows: { list: 'cbf', filter: { zt: '1', cbflx: '1' } }, today: true },
  i05: {
    label: w('承包单位总数', 'Organisations'),
    unit: 'households',
    value: of('cbf3'),
    rows: { list: 'cbf', filter: { zt: '1', cbflx: '3' } },
    today: true,
  },
  i06: { label: w('承包个人总数', 'Persons'), unit: 'households', value: of('cbf2'), rows: { list: 'cbf', filter: { zt: '1', cbflx: '2' } }, today: true },
  i07: { label: w('家庭承包面积', 'By household, area'), unit: 'mu', value: byWay(HELD_WAYS, ':mu') },
  i08: { label: w('其他方式承包面积', 'In other ways, area'), unit: 'mu', value: byWay(OTHER_WAYS, ':mu') },
  i09: areaOf('种植业面积', 'Crops, area', 'tdyt.1'),
  i10: areaOf('林业面积', 'Forestry, area', 'tdyt.2'),
  i11: areaOf('畜牧业面积', 'Livestock, area', 'tdyt.3'),
  i12: areaOf('渔业面积', 'Fishery, area', 'tdyt.4'),
  i13: areaOf('非农业用途面积', 'Not agricultural, area', 'tdyt.5'),
  i14: areaOf('水田面积', 'Paddy, area', 'tdlylx.011'),
  i15: areaOf('旱地面积', 'Dry land, area', 'tdlylx.013'),
  i16: areaOf('水浇地面积', 'Irrigated land, area', 'tdlylx.012'),
  i17: { label: w('其他地类面积', 'Other uses, area'), unit: 'mu', value: (c) => sumFigures(parcelArea(c), -of(...DRY.map((x) => `dk.tdlylx.${x}:mu`))(c)) },
  i18: { label: w('地块总数', 'Parcels'), unit: 'parcels', value: parcels, rows: dk() },
  i19: { label: w('二轮合同面积', 'Former contract area'), unit: 'mu', value: of('line.yht:mu') },
  i20: { label: w('实测面积', 'Measured area'), unit: 'mu', value: parcelArea },
  i21: { label: w('确权面积', 'Confirmed area'), unit: 'mu', value: contractedArea },
  i22: areaOf('国有面积', 'State, area', 'syqxz.10'),
  i23: areaOf('集体面积', 'Collective, area', 'syqxz.30'),
  i24: areaOf('村民小组面积', "Villagers' groups, area", 'syqxz.31'),
  i25: areaOf('村级集体面积', 'Village collectives, area', 'syqxz.32'),
  i26: areaOf('乡级集体面积', 'Town collectives, area', 'syqxz.33'),
  i27: areaOf('其他农民集体面积', 'Other collectives, area', 'syqxz.34'),
  i28: areaOf('承包地块面积', 'Contracted land, area', 'dklb.10'),
  i29: areaOf('自留地面积', 'Private plots, area', 'dklb.21'),
  i30: areaOf('机动地面积', 'Reserve land, area', 'dklb.22'),
  i31: areaOf('开荒地面积', 'Reclaimed land, area', 'dklb.23'),
  i32: areaOf('其他集体土地面积', 'Other collective land, area', 'dklb.99'),
  i33: areaOf('一等地面积', 'Grade 1, area', 'dldj.01'),
  i34: areaOf('二等地面积', 'Grade 2, area', 'dldj.02'),
  i35: areaOf('三等地面积', 'Grade 3, area', 'dldj.03'),
  i36: areaOf('四等地面积', 'Grade 4, area', 'dldj.04'),
  i37: areaOf('五等地面积', 'Grade 5, area', 'dldj.05'),
  i38: areaOf('六等地面积', 'Grade 6, area', 'dldj.06'),
  i39: areaOf('七等地面积', 'Grade 7, area', 'dldj.07'),
  i40: areaOf('八等地面积', 'Grade 8, area', 'dldj.08'),
  i41: areaOf('九等地面积', 'Grade 9, area', 'dldj.09'),
  i42: areaOf('十等地面积', 'Grade 10, area', 'dldj.10'),
  i43: areaOf('基本农田面积', 'Basic farmland, area', 'sfjbnt.1'),
  i44: areaOf('非基本农田面积', 'Not basic farmland, area', 'sfjbnt.2'),
  i45: { label: w('家庭承包合同数量', 'Contracts by household'), unit: 'contracts', value: of('letter.J') },
  i46: { label: w('非家庭承包合同数量', 'Contracts in other ways'), unit: 'contracts', value: of('letter.Q') },
  i47: { label: w('合同总数', 'Contracts'), unit: 'contracts', value: of('letter.J', 'letter.Q'), rows: cbht() },
  i48: { label: w('合同总面积', 'Contract area'), unit: 'mu', value: of('letter.J:mu', 'letter.Q:mu') },
  i49: { label: w('颁发权证数量', 'Certificates issued'), unit: 'books', value: of('issued.J', 'issued.Q'), today: true },
  i50: { label: w('颁发权证面积', 'Certificates issued, area'), unit: 'mu', value: of('issued.J:mu', 'issued.Q:mu'), today: true },
  coOwners: { label: w('共有人数', 'Co-owners'), unit: 'people', value: of('jtg'), today: true },
  contracted: { label: w('承包地块数', 'Contracted parcels'), unit: 'parcels', value: of('dk.dklb.10'), rows: dk({ dklb: '10' }) },
  uncontracted: { label: w('非承包地块数', 'Other parcels'), unit: 'parcels', value: (c) => sumFigures(parcels(c), -(c['dk.dklb.10'] ?? 0)) },
  uncontractedArea: { label: w('非承包地块面积', 'Other parcels, area'), unit: 'mu', value: (c) => sumFigures(parcelArea(c), -(c['dk.dklb.10:mu'] ?? 0)) },
  books: { label: w('登记簿数', 'Books in force'), unit: 'books', value: of('books'), rows: { list: 'djb', filter: {} }, today: true },
  endedBooks: { label: w('已注销登记簿', 'Books ended'), unit: 'books', value: of('ended'), today: true },
  issuedHousehold: { label: w('家庭承包权证', 'Certificates by household'), unit: 'books', value: of('issued.J'), today: true },
  issuedOther: { label: w('其他方式权证', 'Certificates in other ways'), unit: 'books', value: of('issued.Q'), today: true },
  registry: { label: w('不动产登记发证数', 'Real-estate certificates'), unit: 'books', value: of('bdc'), today: true },
  parcelsEach: { label: w('户均地块', 'Parcels per household'), unit: 'parcelsEach', value: mean(byWay(HELD_WAYS), of('letter.J')) },
  areaEach: { label: w('户均面积', 'Area per household'), unit: 'muEach', value: mean(of('letter.J:mu'), of('letter.J')) },
  areaPerson: { label: w('人均面积', 'Area per person'), unit: 'muPerson', value: mean(of('letter.J:mu'), of('jt')), today: true },
  basicShare: { label: w('基本农田占比', 'Basic farmland, share'), unit: 'percent', value: share(of('dk.sfjbnt.1:mu'), parcelArea) },
} as const satisfies Record<string, Indicator>

/** What is asked for: parcels, contracted parcels, both by region (ruling on undefined calls), the figures of a region. */
export const SETS = { dk: PARCELS, cbdk: LINES, both: { ...PARCELS, ...LINES }, region: REGION } as const satisfies Record<string, Record<string, Indicator>>
export type SetName = keyof typeof SETS
export const isSet = (v: unknown): v is SetName => typeof v === 'string' && Object.hasOwn(SETS, v)
export const indicatorsOf = (set: SetName): [string, Indicator][] => Object.entries(SETS[set] as Record<string, Indicator>)

/** Those of the indicators of a set that are asked for by their keys, with commas in between and in that order; all where none is. Undefined: one does not exist. */
export function chosenIndicators(set: SetName, items: string | undefined): [string, Indicator][] | undefined {
  const all = indicatorsOf(set)
  const keys = [...new Set((items ?? '').split(',').filter(Boolean))]
  if (keys.length === 0) return all
  const found = keys.flatMap((key) => all.filter(([k]) => k === key))
  return found.length === keys.length ? found : undefined
}

/** What rows are divided by: the counters that begin with `prefix`, a dictionary or classes that name the values, and the list of one value. */
export interface Division {
  key: string
  label: Text
  prefix: string
  of: 'parcels' | 'lines'
  dict?: string
  /** upper ends of classes */
  ends?: readonly number[]
  words?: Readonly<Record<string, Text>>
  rows?(value: string): Rows
  today?: true
}
const byField = (key: string, zh: string, en: string, dict: string, today?: true): Division => ({
  key,
  label: w(zh, en),
  prefix: `dk.${key}.`,
  of: 'parcels',
  dict,
  rows: (value) => dk({ [key]: value }),
  ...(today ? { today } : {}),
})
/** The class of a size as bounds of a filter that holds both of its ends: areas have two decimals. */
function sizeFilter(value: string): Readonly<Record<string, string>> {
  const at = Number(value)
  const [from, to] = [PARCEL_SIZES[at - 1], PARCEL_SIZES[at]]
  return { ...(from === undefined ? {} : { scmjmStart: (from + 0.01).toFixed(2) }), ...(to === undefined ? {} : { scmjmEnd: to.toFixed(2) }) }
}
export const DIVISIONS: readonly Division[] = [
  byField('dklb', '地块类别', 'Category', 'dklb'),
  byField('dldj', '地力等级', 'Soil grade', 'dldj'),
  byField('tdyt', '土地用途', 'Purpose', 'tdyt'),
  byField('tdlylx', '土地利用类型', 'Land use', 'tdlylx'),
  byField('sfjbnt', '是否基本农田', 'Basic farmland', 'yes_no'),
  byField('syqxz', '所有权性质', 'Ownership', 'syqxz'),
  byField('djzt', '登记状态', 'Registration', 'djzt'),
  byField('lzzt', '流转状态', 'Circulation', 'lzzt', true),
  byField('dyzt', '抵押状态', 'Mortgage', 'dyzt', true),
  byField('yyzt', '异议状态', 'Objection', 'yyzt', true),
  { key: 'size', label: w('面积区间（亩）', 'Size (mu)'), prefix: 'dk.size.', of: 'parcels', ends: PARCEL_SIZES, rows: (v) => dk(sizeFilter(v)) },
  { key: 'way', label: w('取得方式', 'Acquired by'), prefix: 'line.ht.way.', of: 'lines', dict: 'cbjyqqdfs' },
  { key: 'share', label: w('是否确权确股', 'Shares'), prefix: 'line.ht.share.', of: 'lines', dict: 'yes_no' },
  { key: 'lineSize', label: w('合同面积区间（亩）', 'Contract area (mu)'), prefix: 'line.ht.size.', of: 'lines', ends: PARCEL_SIZES },
]
/** The divisions that an answer has. */
export const divisionsOf = (set: SetName): readonly Division[] =>
  DIVISIONS.filter((d) => set === 'both' || (set === 'dk' && d.of === 'parcels') || (set === 'cbdk' && d.of === 'lines'))
/** What a class is called. */
export const classOfDivision = (d: Division, value: string): string => className(d.ends ?? [], Number(value))

/** One value of a division: how many, and their area in mu. */
export type DivisionPoint = readonly [key: string, n: number, area: number]
export interface Analysis {
  asOf: string
  regionCode: string
  level: number
  unit: string
  total: Readonly<Record<string, number | null>>
  children: readonly { regionCode: string; regionName: string; self: boolean; values: Readonly<Record<string, number | null>> }[]
  series: readonly { name: string; points: readonly DivisionPoint[] }[]
}
