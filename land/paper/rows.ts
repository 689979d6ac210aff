/**
 * What the printed documents are made of: plain rows, as the register keeps them or as a draft of a business holds them.
 * Every value is text of the wire (dates yyyy-MM-dd, areas in mu with two decimals, dictionary keys) or absent.
 */

import { hundredths } from '../../kit/model/decimal.ts'
import { compare, mu } from '../definitions/area.ts'
import type { ContractMember } from './documents/contract.ts'
import type { LabelPoint } from './documents/sketch.ts'
import { ENDLESS, termOf } from './documents/term.ts'
import { shareIn } from '../definitions/contract-area.ts'
import { toMetres, zoneOf } from '../geometry/crs.ts'
import { parseWkt, type WktGeometry } from '../../kit/model/wkt.ts'
import { printedOrder } from '../register/content/book1.ts'

export type Value = string | number | null | undefined
/** Texts of dictionaries by code and key: `words.dldj['03']`. */
export type Words = Readonly<Record<string, Readonly<Record<string, string>>>>
/** Dictionaries that the documents print. */
export const WORD_CODES = ['yhzgx', 'cybz', 'dldj', 'yes_no', 'cbjyqqdfs', 'zjlx', 'djxl', 'tdyt'] as const

export interface PrintedMember {
  cyxm?: Value
  yhzgx?: Value
  cyzjhm?: Value
  cybz?: Value
  cybzsm?: Value
}
export interface HolderRow {
  cbfbm: string
  cbfmc: string
  /** of an organisation, whose contractor's name is its legal representative */
  dwmc?: Value
  cbfzjlx?: Value
  cbfzjhm?: Value
  cbfdz?: Value
  yzbm?: Value
  lxdh?: Value
}
export interface PrintedIssuer {
  fbfbm: string
  fbfmc: string
  tyshxydm?: Value
  fbffzrxm?: Value
  fzrzjhm?: Value
  lxdh?: Value
}
export interface TermsRow {
  cbhtbm: string
  cbfs?: Value
  htxlh?: Value
  version?: Value
  cbqx?: Value
  cbqxq?: Value
  cbqxz?: Value
  /** last day of the term before, where this one follows it and it is not over yet */
  prevCbqxz?: Value
  qdsj?: Value
}
/** A parcel under a contract; `geom` is WKT in degrees (EPSG:4326), or `rings` metres of the county's zone where a book keeps them. */
export interface PrintedParcel {
  dkbm: string
  dkmc?: Value
  dkdz?: Value
  dknz?: Value
  dkxz?: Value
  dkbz?: Value
  dldj?: Value
  sfjbnt?: Value
  dkbzxx?: Value
  htmjm?: Value
  yhtmjm?: Value
  scmjm?: Value
  /** in m², and whether the parcel is confirmed in shares */
  htmj?: Value
  scmj?: Value
  yhtmj?: Value
  sfqqqg?: Value
  geom?: string | null
  rings?: LabelPoint[][]
}
/** A contract with everyone and everything it names. */
/** The other contractor of a transfer (who gives the land) or an exchange, and what is agreed of it, one entry a point. */
export interface OtherParty {
  kind: 'transfer' | 'exchange'
  holder: HolderRow
  matters: readonly string[]
}
export interface ContractRows {
  /** only of a contract that is to be signed: where its issuer is, the place of signing where nothing else is said */
  place?: string
  /** only of a contract that is to be signed for a transfer or exchange */
  other?: OtherParty
  terms: TermsRow
  issuer: PrintedIssuer
  holder: HolderRow
  members: readonly PrintedMember[]
  parcels: readonly PrintedParcel[]
}

/** End of a term without end, as the register keeps it. Source: codes.md 5.4. */
const LONG_TERM = '9999'

/** @returns the value as text, nothing for what is absent */
export function textOf(v: Value): string {
  return v === null || v === undefined ? '' : String(v)
}

/** @returns who the contractor is as it prints: of an organisation its own name with that of its legal representative */
export const holderName = ({ cbfmc, dwmc }: Pick<HolderRow, 'cbfmc' | 'dwmc'>): string =>
  textOf(dwmc) === '' || dwmc === cbfmc ? cbfmc : `${dwmc}（法定代表人：${cbfmc}）`

/** @returns a day (yyyy-MM-dd, with or without time) as 2028年01月01日, the end of a term without end as 长期, nothing for no day */
export function dayText(v: Value): string {
  const m = /^(\d{4})-(\d\d)-(\d\d)/.exec(textOf(v))
  if (!m) return ''
  return m[1] === LONG_TERM ? ENDLESS : `${m[1]}年${m[2]}月${m[3]}日`
}

/** @returns a term from its days (yyyy-MM-dd) as it prints */
export const termText = (from: Value, to: Value): string => termOf(dayText(from), dayText(to))

/** What words say beside dictionaries: how areas print (`decimals`, 2 to 4). */
export const PRINTING = 'print'
const decimalsOf = (words: Words | undefined): number => Number(words?.[PRINTING]?.decimals ?? 2)
/** Millionths of a mu as text with n decimals, rounded half up. */
function muOf(millionths: bigint, n: number): string {
  const unit = 10n ** BigInt(6 - n)
  const rounded = (millionths + unit / 2n) / unit
  const whole = String(rounded).padStart(n + 1, '0')
  return `${whole.slice(0, -n)}.${whole.slice(-n)}`
}
/** Millionths of a mu: what is registered in mu, and where more decimals are asked for what the square metres beside it say, if both say the same. */
function millionthsOf(v: Value, area: Value, n: number): bigint {
  const registered = hundredths(mu(textOf(v))) * 10_000n
  if (n === 2 || !/^\d+(\.\d{1,2})?$/.test(textOf(area))) return registered
  const measured = hundredths(textOf(area)) * 15n
  const apart = measured > registered ? measured - registered : registered - measured
  return apart <= 10_000n ? measured : registered
}

/**
 * @param area the same area in m², from which a third and fourth decimal come
 * @returns an area in mu as it prints: with two decimals, or as many as the words say; nothing for no area
 */
export function muText(v: Value, words?: Words, area?: Value): string {
  return textOf(v) === '' ? '' : muOf(millionthsOf(v, area, decimalsOf(words)), decimalsOf(words))
}

/** @returns the sum of areas in mu as they print, absent ones left out; nothing when all are absent */
export function muTotal(all: readonly Value[], words?: Words, areas: readonly Value[] = []): string {
  return sumOf(
    all.map((v, i) => muText(v, words, areas[i])),
    words,
  )
}
/** @returns the sum of areas that are printed already, so that a column adds up to what stands below it; nothing when all are absent */
export function sumOf(printed: readonly string[], words?: Words): string {
  const n = decimalsOf(words)
  const given = printed.filter((v) => v !== '')
  const millionths = (v: string) => BigInt(v.replace('.', '')) * 10n ** BigInt(6 - n)
  const all = given.reduce((s, v) => s + millionths(v), 0n)
  return given.length === 0 ? '' : muOf(all, n)
}

/** @returns the text of a dictionary key; a key that the dictionary lacks stands for itself */
export function printedWord(words: Words, code: (typeof WORD_CODES)[number], key: Value): string {
  const k = textOf(key)
  return words[code]?.[k] ?? k
}

/** @returns parcels ordered by code */
export function byCode<T extends { readonly dkbm: string }>(parcels: readonly T[]): T[] {
  return [...parcels].sort((a, b) => (a.dkbm < b.dkbm ? -1 : a.dkbm > b.dkbm ? 1 : 0))
}

/** @returns each parcel once: one that several households hold in shares stands in the list of each of them, and measures what it measures once */
export const onceEach = <T extends { readonly dkbm: string }>(parcels: readonly T[]): T[] => [...new Map(parcels.map((p) => [p.dkbm, p])).values()]

/** @returns members ready to print, in the order in which they print */
export function membersOf(members: readonly PrintedMember[], holder: HolderRow, words: Words): ContractMember[] {
  return printedOrder(members, holder).map((m) => ({
    cyxm: textOf(m.cyxm),
    yhzgx: printedWord(words, 'yhzgx', m.yhzgx),
    cyzjhm: textOf(m.cyzjhm),
    bz: remark(m, words),
  }))
}

/** cybz 0 (无) says nothing; a note follows the word. */
function remark(m: PrintedMember, words: Words): string {
  const word = textOf(m.cybz) === '0' ? '' : printedWord(words, 'cybz', m.cybz)
  return [word, textOf(m.cybzsm)].filter((t) => t !== '').join('，')
}

/** @returns the share of a household in a parcel that is confirmed in shares, as it prints; nothing for a whole parcel */
export function shareText(p: Pick<PrintedParcel, 'sfqqqg' | 'htmj' | 'scmj'>): string {
  const share = shareIn({ sfqqqg: textOf(p.sfqqqg), htmj: textOf(p.htmj), scmj: textOf(p.scmj) })
  return share === undefined ? '' : `确股份额${share}`
}

/** @returns the four neighbours as they print */
export function sidesOf(p: PrintedParcel) {
  return { dkdz: textOf(p.dkdz), dknz: textOf(p.dknz), dkxz: textOf(p.dkxz), dkbz: textOf(p.dkbz) }
}

/** @returns whether a parcel has a contract area */
export const isContracted = ({ htmjm }: Pick<PrintedParcel, 'htmjm'>): boolean => textOf(htmjm) !== '' && compare(mu(textOf(htmjm)), mu('0')) > 0
/** @returns the area that a parcel prints with: contract area, and the measured one where there is no contract (or none yet) */
export const printedArea = (p: PrintedParcel, words?: Words): string => (isContracted(p) ? muText(p.htmjm, words, p.htmj) : muText(p.scmjm, words, p.scmj))

/** @returns all rings of a polygon in metres of the zone (x east, y north), none for no geometry; throws wkt-invalid for other text */
export function ringsOf(wkt: string | null | undefined, zone: number): LabelPoint[][] {
  if (!wkt) return []
  return polygons(parseWkt(wkt))
    .flat()
    .map((ring) => ring.map((p) => toMetres(p, zone)))
}

/** @returns the 3-degree zone of the first point of the first geometry, undefined when none is drawn */
export function zoneOfOutline(all: readonly (string | null | undefined)[]): number | undefined {
  const wkt = all.find((g) => g)
  const ring = wkt ? polygons(parseWkt(wkt))[0]?.[0] : undefined
  return ring?.[0] ? zoneOf(ring[0][0]) : undefined
}

function polygons(g: WktGeometry): [number, number][][][] {
  if (g.type === 'POLYGON') return [g.coordinates]
  return g.type === 'MULTIPOLYGON' ? g.coordinates : []
}
