// What may happen to a certificate on the desk, and what must be true of it. Pure. Source: business-flows.md 8; land-contract.md 3 (certificate).
import { date, dict, int, text } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { changedIdWrong } from '../definitions/household.ts'

/** Where a certificate stands (dictionary cert_stage). */
export const STAGES = ['unprinted', 'printed', 'issued', 'collected', 'void'] as const
export type Stage = (typeof STAGES)[number]
interface Standing {
  id?: unknown
  sfzx?: unknown
  qzsflq?: unknown
  fzrq?: unknown
  cbjyqzlsh?: unknown
}
/** Where a certificate stands: what a package brought may be issued without a serial number. */
export function stageOf({ sfzx, qzsflq, fzrq, cbjyqzlsh }: Standing): Stage {
  if (Number(sfzx ?? 0) === 1) return 'void'
  if (fzrq) return qzsflq === '1' ? 'collected' : 'issued'
  return cbjyqzlsh ? 'printed' : 'unprinted'
}

/** What the desk does, and with a certificate of which stages. Replacement and re-issue are begun here and done by a business (contract_supplement). */
export const DEEDS = {
  set: ['unprinted'],
  drop: ['unprinted'],
  print: ['unprinted'],
  spoil: ['printed'],
  issue: ['printed'],
  collect: ['issued'],
  bdc: ['unprinted', 'printed', 'issued', 'collected'],
  cancel: ['issued', 'collected'],
  replace: ['issued', 'collected'],
} as const satisfies Readonly<Record<string, readonly Stage[]>>
export type Deed = keyof typeof DEEDS
export const isReady = (deed: Deed, row: Standing): boolean => (DEEDS[deed] as readonly Stage[]).includes(stageOf(row))

const reason = text('原因', { en: 'Reason', required: true, max: 200 })
const { bznf, fzjg, qzlqrxm, qzlqrzjlx, qzlqrzjhm } = cbjyqz.fields
/** What each deed asks for. */
export const FORMS = {
  spoil: { reason: { ...reason, label: '作废原因' } },
  issue: { fzrq: date('发证日期', { past: true, en: 'Issued on', required: true }), fzjg, bznf },
  collect: {
    qzlqrq: date('权证领取日期', { past: true, en: 'Collected on', required: true }),
    qzlqrxm: text(qzlqrxm.label, { name: true, format: 'name', en: 'Collector', required: true, max: 50 }),
    qzlqrzjlx: dict(qzlqrzjlx.label, 'zjlx', { en: 'Collector ID type', required: true, default: '1' }),
    qzlqrzjhm: text(qzlqrzjhm.label, { en: 'Collector ID', required: true, max: 18 }),
  },
  bdc: {
    sfbdcfz: dict('是否不动产发证', 'yes_no', { en: 'Real-estate issued', required: true, default: '1', values: ['1', '2'] }),
    bdcqzh: text('不动产权证号', { en: 'Real-estate certificate', max: 100 }),
  },
  cancel: { reason: { ...reason, label: '注销原因' } },
} as const
/** What spoils numbers that are on no certificate. */
export const SPOIL_BLANKS = {
  fromNo: int('起始号码', { en: 'First number', required: true, min: 1, max: 999_999_999 }),
  toNo: int('截止号码', { en: 'Last number', required: true, min: 1, max: 999_999_999 }),
  reason: { ...reason, label: '作废原因' },
} as const
/** A filter of the list beside its columns. */
export const STAGE_FILTER = dict('环节', 'cert_stage', { en: 'Stage', form: 'none', search: 'eq', values: STAGES, width: 100 })

/** Certificates on which another name stands than in their book, since a correction: a filter of the list, and the name that is in the book. */
export const RENAMED_FILTER = dict('户主已更正', 'yes_no', { en: 'Holder corrected', form: 'none', search: 'eq', values: ['1'], column: false })
export const BOOK_NAME = text('登记簿现承包方', { en: 'Holder by the book', form: 'none', max: 50, width: 130 })

const yearOf = (day: string): number => Number(day.slice(0, 4))
const at = (field: string, msg: Text): Wrong => ({ field, msg })
interface Issued {
  bznf?: number | null
  fzrq?: string | null
}
/** What is wrong with year and day of a certificate of a book registered on the day `since` (yyyy-MM-dd, if known). */
export function datesWrong({ bznf: year, fzrq }: Issued, since: string | null, today: string): Wrong[] {
  const wrong: Wrong[] = []
  if (fzrq && fzrq > today) wrong.push(at('fzrq', both('发证日期不能晚于今天', 'It cannot be issued later than today')))
  else if (fzrq && since && fzrq < since)
    wrong.push(at('fzrq', both(`发证日期不能早于登记日期${since}`, `It cannot be issued before the book was registered on ${since}`)))
  if (!year) return wrong
  if (since && year < yearOf(since))
    wrong.push(at('bznf', both(`办证年份不能早于登记年份${yearOf(since)}`, `The year cannot be before ${yearOf(since)}, when the book was registered`)))
  else if (year > yearOf(today)) wrong.push(at('bznf', both('办证年份不能晚于今年', 'The year cannot be later than this year')))
  else if (fzrq && year > yearOf(fzrq)) wrong.push(at('bznf', both('办证年份不能晚于发证日期', 'The year cannot be after the day of issue')))
  return wrong
}
/** Who collected a certificate, and when. */
export interface Collector {
  qzlqrq?: string | null
  qzlqrxm?: string | null
  qzlqrzjlx?: string | null
  qzlqrzjhm?: string | null
}
const NEEDED: readonly (readonly [keyof Collector, Text])[] = [
  ['qzlqrq', both('请选择权证领取日期', 'Please select the day of collection')],
  ['qzlqrxm', both('请输入领取人姓名', 'Please enter the collector')],
  ['qzlqrzjlx', both('请选择领取人证件类型', 'Please select the ID type of the collector')],
  ['qzlqrzjhm', both('请输入领取人证件号码', 'Please enter the ID number of the collector')],
]
/** What is wrong with who collected a certificate that was issued on the day `fzrq`, and when. `was`: the collector whom the certificate names already, from a package. */
export function collectionWrong(c: Collector, fzrq: string | null, today: string, was?: Collector): Wrong[] {
  const wrong = NEEDED.flatMap(([n, msg]) => (c[n] ? [] : [at(n, msg)]))
  if (c.qzlqrq && c.qzlqrq > today) wrong.push(at('qzlqrq', both('权证领取日期不能晚于今天', 'It cannot be collected later than today')))
  else if (c.qzlqrq && fzrq && c.qzlqrq < fzrq) wrong.push(at('qzlqrq', both('权证领取日期不能早于发证日期', 'It cannot be collected before it was issued')))
  const number = changedIdWrong(c.qzlqrzjlx, c.qzlqrzjhm, was && { zjlx: was.qzlqrzjlx, zjhm: was.qzlqrzjhm })
  if (number) wrong.push(at('qzlqrzjhm', number))
  return wrong
}

interface Range {
  prefix: string
  suffix?: string | null
  digits: number
}
/** The serial number of a blank, as it is printed on it. */
export const blankSerial = ({ prefix, suffix, digits }: Range, no: number): string => `${prefix}${String(no).padStart(digits, '0')}${suffix ?? ''}`
/** The number that a serial has in a range that is written like it; none otherwise. */
export function numberIn({ prefix, suffix, digits }: Range, serial: string): number | undefined {
  const end = suffix ?? ''
  if (!serial.startsWith(prefix) || !serial.endsWith(end)) return undefined
  const middle = serial.slice(prefix.length, serial.length - end.length)
  return middle.length >= digits && /^\d{1,9}$/.test(middle) && blankSerial({ prefix, suffix: end, digits }, Number(middle)) === serial
    ? Number(middle)
    : undefined
}
/** Numbers that are missing in `spent` between two numbers, as ranges in their order. `spent` is ascending. */
export function rangesLeft(from: number, to: number, spent: readonly number[]): { fromNo: number; toNo: number }[] {
  const out: { fromNo: number; toNo: number }[] = []
  let start = from
  for (const no of spent) {
    if (no < start || no > to) continue
    if (no > start) out.push({ fromNo: start, toNo: no - 1 })
    start = no + 1
  }
  return start <= to ? [...out, { fromNo: start, toNo: to }] : out
}

/** A version of a certificate, as its history reads it. */
export interface CertificateVersion {
  id: string
  recordedAt: string
  causeKind: string
  cbjyqzlsh?: string | null
  fzrq?: string | null
  qzsflq?: string | null
  sfzx?: number | null
  sfbdcfz?: string | null
  bdcqzh?: string | null
  djbId?: string | null
}
export type CertificateDeed = 'new' | 'import' | 'set' | 'print' | 'spoil' | 'issue' | 'collect' | 'keep' | 'bdc' | 'void'
/** What changed from one version of a certificate to the next (dictionary cert_deed); of the first, that it was made. */
export function certificateDeedOf(before: CertificateVersion | undefined, now: CertificateVersion): CertificateDeed {
  if (!before) return now.causeKind === 'import' ? 'import' : 'new'
  const differs = (n: keyof CertificateVersion) => (before[n] ?? null) !== (now[n] ?? null)
  if (differs('sfzx')) return 'void'
  if (differs('qzsflq')) return 'collect'
  if (differs('fzrq')) return 'issue'
  if (differs('cbjyqzlsh')) return now.cbjyqzlsh ? 'print' : 'spoil'
  if (differs('sfbdcfz') || differs('bdcqzh')) return 'bdc'
  return differs('djbId') ? 'keep' : 'set'
}
