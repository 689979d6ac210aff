import { toMu, m2, mu, sum, type M2, type Mu } from '../../land/definitions/area.ts'
import { regionOfFbf } from '../../kit/model/region-code.ts'
import { cleaned, cleanText } from '../../kit/model/clean.ts'
import type { Field } from '../../kit/model/field.ts'
import type { Fields } from '../../kit/model/resource.ts'
import type { MdbRow } from './staged.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { djb } from '../../land/definitions/cbht.ts'
import { cbjyqz, cbjyqz_event } from '../../land/definitions/cbjyqz.ts'
import { dk, jzx } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { OWN_COLUMNS } from '../../land/definitions/national/format.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { LZHT, lzht } from '../../land/definitions/lzht.ts'
import { DJZT, DYZT, LZZT, QSZT, YYZT, ZT } from '../../land/definitions/statuses.ts'

/** How rows of the national tables become rows of the base. Pure: the standard's upper-case fields in, our columns out. */
export type Attributes = Readonly<Record<string, string | number | null>>
export type Columns = Record<string, string | number | null>

const textOf = (v: string | number | null | undefined): string => (v === null || v === undefined ? '' : cleanText(String(v)))
const orNull = (v: string | number | null | undefined): string | null => textOf(v) || null
/** Columns of the standard by name; each means the same in every table, and is written alike. */
const COLUMNS: Fields = Object.assign({}, ...[lzht, cbjyqz, djb, jzx, dk, fbf, jtcy, cbf].map((r) => r.fields))
const EVENT_COLUMNS: Fields = cbjyqz_event.fields
const LINE: Pick<Field, 'kind'> = { kind: 'text' }
/** Fields of the same name, upper case there and lower case here, written as a form would; blank text becomes null. */
const same = (row: Attributes, names: readonly string[]): Columns =>
  Object.fromEntries(names.map((n) => [n, cleaned(COLUMNS[n] ?? LINE, String(row[n.toUpperCase()] ?? '')) || null]))
/** Areas with two decimals; shapefiles hold floats and the database decimal text. */
const m2Of = (v: string | number | null | undefined): M2 | null => (textOf(v) ? m2(typeof v === 'number' ? v : Number(v)) : null)
const muOf = (v: string | number | null | undefined, from: M2 | null): Mu | null => (textOf(v) ? mu(Number(v).toFixed(2)) : from && toMu(from))
const areas = (row: Attributes, name: string): Columns => {
  const square = m2Of(row[name.toUpperCase()])
  return { [name]: square, [`${name}m`]: muOf(row[`${name.toUpperCase()}M`], square) }
}

/** Issuer code of any code that begins with one (parcel, contractor, contract, book), and its region. */
export const mappedIssuer = (code: string): string => code.slice(0, 14)
export const mappedRegion = (code: string): string => regionOfFbf(mappedIssuer(code))

/** Years of a term: the number in CBQX ('30年'), else from the dates; null for 长久 and 9999. */
export function termYears(term: string | null, from: string | null, to: string | null): number | null {
  const stated = /^(\d{1,3})\s*年?$/.exec(term ?? '')
  if (stated) return Number(stated[1])
  if (!from || !to || to >= '9999') return null
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return Math.round(days / 365.25)
}

export const fbfRow = (row: MdbRow): Columns => {
  const fbfbm = textOf(row.FBFBM)
  return {
    ...same(row, ['fbfmc', 'fbffzrxm', 'fzrzjlx', 'fzrzjhm', 'lxdh', 'fbfdz', 'yzbm', 'fbfdcy', 'fbfdcrq', 'fbfdcjs']),
    fbfbm,
    regionCode: regionOfFbf(fbfbm),
    zt: ZT.valid,
    syqxz: fbfbm.endsWith('00000') ? '33' : fbfbm.endsWith('00') ? '32' : '31',
  }
}

/** What a contractor's books say of it: the household contract (…J) leads, areas and parcels are summed over all. */
export interface Holding {
  cbjyqzbm: string
  cbfs: string | null
  cbqx: number | null
  cbqxq: string | null
  cbqxz: string | null
  djsj: string | null
  htzmjm: Mu
  cbdkzs: number
}

export const cbfRow = (row: MdbRow, holding: Holding | undefined, circulated: boolean): Columns => {
  const cbfbm = textOf(row.CBFBM)
  return {
    ...same(row, [
      'cbfmc',
      'cbflx',
      'cbfzjlx',
      'cbfzjhm',
      'cbfdz',
      'lxdh',
      'yzbm',
      'cbfcysl',
      'cbfdcrq',
      'cbfdcy',
      'cbfdcjs',
      'gsjs',
      'gsjsr',
      'gsshrq',
      'gsshr',
    ]),
    cbfbm,
    fbfbm: mappedIssuer(cbfbm),
    regionCode: mappedRegion(cbfbm),
    zt: ZT.valid,
    dyzt: DYZT.none,
    yyzt: YYZT.none,
    lzzt: circulated ? LZZT.circulated : LZZT.none,
    ...contractorFacts(holding),
  }
}

export const jtcyRow = (row: MdbRow, cbfId: string, sort: number): Columns => {
  const cbfbm = textOf(row.CBFBM)
  return { ...same(row, ['cyxm', 'cyxb', 'yhzgx', 'cyzjlx', 'cyzjhm', 'sfgyr', 'cybz', 'cybzsm']), cbfbm, cbfId, sort, regionCode: mappedRegion(cbfbm) }
}

/** What the tables say of a parcel. Several rows (确权确股) share it: their areas are summed, and of several contractors none holds it alone. */
export interface ParcelLink {
  cbfbm: string | null
  cbfmc: string | null
  qqmjm: Mu | null
  yhtmjm: Mu | null
  sfqqqg: string
  registered: boolean
  circulated: boolean
  /** earliest day of registration of the books that name it */
  since: string | null
}

/** What a parcel says of its books, and what it says while there are none. */
export const parcelFacts = (link: ParcelLink | undefined): Columns => ({
  cbfbm: link?.cbfbm ?? null,
  cbfmc: link?.cbfmc ?? null,
  sfqqqg: link?.sfqqqg ?? '2',
  djzt: link?.registered ? DJZT.registered : DJZT.none,
})
/** The same of a contractor. */
export const contractorFacts = (holding: Holding | undefined): Columns => ({
  djzt: holding ? DJZT.registered : DJZT.none,
  cbfs: null,
  ...(holding ?? { cbdkzs: 0, htzmjm: '0.00' }),
})

export const dkRow = (a: Attributes, link: ParcelLink | undefined): Columns => {
  const dkbm = textOf(a.DKBM)
  return {
    ...same(a, ['bsm', 'ysdm', 'dkmc', 'syqxz', 'dklb', 'tdlylx', 'dldj', 'tdyt', 'sfjbnt', 'dkdz', 'dkxz', 'dknz', 'dkbz', 'zjrxm', 'kjzb', 'dkbzxx']),
    ...areas(a, 'scmj'),
    dkbm,
    fbfbm: mappedIssuer(dkbm),
    regionCode: mappedRegion(dkbm),
    zt: ZT.valid,
    sjly: '0',
    dyzt: DYZT.none,
    yyzt: YYZT.none,
    ...parcelFacts(link),
    qqmjm: link?.qqmjm ?? null,
    yhtmjm: link?.yhtmjm ?? null,
    lzzt: link?.circulated ? '1' : '0',
  }
}

/** Parcels a point or line belongs to: DKBM joined by '/'. */
export const mappedParcels = (a: Attributes): string[] =>
  textOf(a.DKBM)
    .split('/')
    .map((s) => s.trim())
    .filter(Boolean)

export const jzdRow = (a: Attributes): Columns => {
  const first = mappedParcels(a)[0] ?? ''
  const digits = textOf(a.JZDH).replace(/\D/g, '')
  return {
    ...same(a, ['bsm', 'jzdh', 'jzdlx', 'jblx', 'dkbm']),
    xzbz: coordinate(a.XZBZ),
    yzbz: coordinate(a.YZBZ),
    jzdxh: digits ? Number(digits) : null,
    fbfbm: mappedIssuer(first),
    regionCode: mappedRegion(first),
  }
}
const coordinate = (v: string | number | null | undefined) => (typeof v === 'number' ? v.toFixed(3) : orNull(v))

export const jzxRow = (a: Attributes): Columns => {
  const first = mappedParcels(a)[0] ?? ''
  return {
    ...same(a, ['bsm', 'jzxh', 'qjzdh', 'zjzdh', 'jxxz', 'jzxlb', 'jzxwz', 'jzxsm', 'pldwqlr', 'pldwzjr', 'dkbm']),
    fbfbm: mappedIssuer(first),
    regionCode: mappedRegion(first),
  }
}

/** Names that book, contract and certificate repeat. */
export interface MappedHolder {
  cbfmc: string | null
  cbfzjhm: string | null
  fbfmc: string | null
  cbfcysl: number | null
}

export const cbhtRow = (row: MdbRow, djbId: string | null, holder: MappedHolder): Columns => {
  const cbhtbm = textOf(row.CBHTBM)
  const dates = same(row, ['cbqxq', 'cbqxz']) as { cbqxq: string | null; cbqxz: string | null }
  return {
    ...same(row, ['ycbhtbm', 'fbfbm', 'cbfbm', 'cbfs', 'cbdkzs', 'qdsj']),
    ...dates,
    ...areas(row, 'htzmj'),
    ...areas(row, 'yhtzmj'),
    cbhtbm,
    djbId,
    regionCode: mappedRegion(cbhtbm),
    version: 1,
    qszt: QSZT.current,
    cbqx: termYears(null, dates.cbqxq, dates.cbqxz),
    htlx: cbhtbm.endsWith('Q') ? '2' : '1',
    // contracts of the confirmation were signed on paper
    signStatus: '2',
    cbfmc: holder.cbfmc,
    cbfzjhm: holder.cbfzjhm,
    fbfmc: holder.fbfmc,
  }
}

export const djbRow = (row: MdbRow, contract: MdbRow | undefined, holder: MappedHolder, circulated: boolean): Columns => {
  const cbjyqzbm = textOf(row.CBJYQZBM)
  return {
    ...same(row, ['cbfbm', 'fbfbm', 'cbfs', 'cbqx', 'cbqxq', 'cbqxz', 'djsj', 'dbr', 'cbjyqzlsh', 'djbfj', 'ycbjyqzbh', 'dksyt']),
    cbjyqzbm,
    regionCode: mappedRegion(cbjyqzbm),
    version: 1,
    qszt: QSZT.current,
    djlx: '0',
    djxl: '0',
    dyzt: DYZT.none,
    yyzt: YYZT.none,
    lzzt: circulated ? LZZT.circulated : LZZT.none,
    printCount: 0,
    ...(contract ? { ...areas(contract, 'htzmj'), cbdkzs: orNull(contract.CBDKZS) } : {}),
    cbfmc: holder.cbfmc,
    cbfzjhm: holder.cbfzjhm,
    fbfmc: holder.fbfmc,
    cbfcysl: holder.cbfcysl,
  }
}

export const cbdkxxRow = (
  row: MdbRow,
  djbId: string | null,
  parcel: { id: string; dkmc: string | null; scmj: string | null; scmjm: string | null } | undefined,
): Columns => {
  const dkbm = textOf(row.DKBM)
  return {
    ...same(row, ['cbfbm', 'fbfbm', 'cbhtbm', 'cbjyqqdfs', 'lzhtbm']),
    ...areas(row, 'htmj'),
    ...areas(row, 'yhtmj'),
    dkbm,
    djbId,
    regionCode: mappedRegion(dkbm),
    qszt: QSZT.current,
    sfqqqg: textOf(row.SFQQQG) === '1' ? '1' : '2',
    dkId: parcel?.id ?? null,
    dkmc: parcel?.dkmc ?? null,
    scmj: parcel?.scmj ?? null,
    scmjm: parcel?.scmjm ?? null,
  }
}

/** A certificate that was issued or printed is valid, one that was cancelled is void. Source: acts.md 2, certificate. */
export const cbjyqzRow = (row: MdbRow, djbId: string | null, book: MdbRow | undefined, holder: MappedHolder, isCancelled = false): Columns => {
  const cbjyqzbm = textOf(row.CBJYQZBM),
    issued = textOf(row.FZRQ),
    serial = orNull(book?.CBJYQZLSH)
  return {
    ...same(row, ['fzjg', 'fzrq', 'qzsflq', 'qzlqrq', 'qzlqrxm', 'qzlqrzjlx', 'qzlqrzjhm']),
    cbjyqzbm,
    djbId,
    regionCode: mappedRegion(cbjyqzbm),
    cbjyqzlsh: serial,
    cbfmc: holder.cbfmc,
    cbfdbzjhm: holder.cbfzjhm,
    sfbdcfz: '2',
    bznf: issued ? Number(issued.slice(0, 4)) : null,
    sfzx: isCancelled ? 1 : 0,
    zt: isCancelled ? '2' : issued || serial ? '1' : '0',
  }
}

const EVENTS = { bf: 'CBJYQZ_QZBF', hf: 'CBJYQZ_QZHF', zx: 'CBJYQZ_QZZX' } as const
/** 补发, 换发 and 注销 as one list of events. */
export const eventRow = (kind: keyof typeof EVENTS, row: MdbRow): Columns => {
  const cbjyqzbm = textOf(row.CBJYQZBM)
  const own = Object.entries(OWN_COLUMNS[EVENTS[kind]] ?? {})
  return {
    cbjyqzbm,
    regionCode: mappedRegion(cbjyqzbm),
    kind,
    ...Object.fromEntries(own.map(([field, column]) => [column, cleaned(EVENT_COLUMNS[column] ?? LINE, String(row[field] ?? '')) || null])),
  }
}

export const lzhtRow = (row: MdbRow): Columns => ({
  ...same(row, ['cbhtbm', 'lzhtbm', 'cbfbm', 'srfbm', 'lzfs', 'lzqx', 'lzqxksrq', 'lzqxjsrq', 'lzdks', 'lzqtdyt', 'lzhtdyt', 'lzjgsm', 'htqdrq']),
  ...areas(row, 'lzmj'),
  regionCode: mappedRegion(textOf(row.LZHTBM)),
  status: LZHT.registered,
})
export const qslyzlfjRow = (row: MdbRow): Columns => {
  const cbjyqzbm = textOf(row.CBJYQZBM)
  return { ...same(row, ['zlfjbh', 'zlfjmc', 'zlfjrq', 'fj']), cbjyqzbm, regionCode: mappedRegion(cbjyqzbm) }
}

/** Sums of areas that may be absent. */
export const addMu = (a: Mu | null, b: Mu | null): Mu | null => (a && b ? sum([a, b]) : (a ?? b))
export { areas, muOf, m2Of, orNull, textOf }
