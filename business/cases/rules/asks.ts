// What may stop a case: raw facts of a book, contractor or parcel as bits, and what a type makes of each. Pure. Source: register.md 7; business-flows.md 3.3 (B1-B11).
import { both, type Text } from '../../../kit/model/lang.ts'

/** Bits that the register and the running cases give to a book, a contractor or a parcel; `words`: the reason as a clerk reads it. */
export const BITS = {
  /** B1: the book is no longer the current one, the contractor or parcel no longer valid */
  ended: both('已注销或已变更', 'ended or changed in the meantime'),
  /** B3: another open business holds it, its contractor or one of its parcels */
  locked: both('存在在办业务', 'locked by a running business'),
  /** B4 */
  mortgaged: both('处于抵押状态', 'mortgaged'),
  /** B5 */
  objected: both('存在异议', 'objected to'),
  /** an authority has seized it: no catalogue number, it stops every type (acts.md 4) */
  seized: both('被查封', 'seized'),
  /** B6: not registered */
  unregistered: both('尚未登记', 'not registered'),
  /** B7 */
  expired: both('承包期限已届满', 'the term has ended'),
  /**
   * B8: the book or one of its parcels is circulated (lzzt 1; eligible.server.ts reads it for books and for parcels). It passes in every type (USUAL below)
   * but three, which ask for the tenant's paper (QT): contract_cancel, change_transfer, change_exchange (`asks` in their type.ts).
   */
  circulating: both('正在流转', 'in circulation'),
  /** B9 */
  issuerEnded: both('发包方已停用', 'the issuer is not active'),
  /** B11: no number of the head, no living head, or no parcel */
  incomplete: both('承包方、成员或地块信息不完整', 'contractor, members or parcels are incomplete'),
  /** a contract by another way than the household's (Q) */
  otherWay: both('不是家庭承包', 'not a household contract'),
  /** the contractor is no household */
  noHousehold: both('承包方不是农户', 'the contractor is no household'),
  /** it has a contract in every way that is open to it: none can be signed first */
  bound: both('已有承包合同', 'already has its contract'),
  /** fewer than two living members */
  alone: both('在世成员不足两人', 'fewer than two living members'),
  /** the certificate was printed or issued */
  issued: both('权证已打印或发放', 'the certificate has been printed or issued'),
  /** the contract is not signed */
  unsigned: both('合同未签订', 'the contract is not signed'),
  /** contract and its file are there and no certificate is out: no paper is missing or can be lost */
  supplied: both('合同已签订并有签署文件，权证未发放', 'the contract and its file are there, and no certificate is out'),
  /** the certificate is one of real estate (sfbdcfz 1): it is no longer ours to print */
  realEstate: both('已颁发不动产权证', 'a real-estate certificate was issued'),
} as const satisfies Readonly<Record<string, Text>>
export type Bit = keyof typeof BITS
export const BIT_NAMES = Object.keys(BITS) as Bit[]

/** What a type makes of a bit: nothing, a refusal, a warning, or the asking for a paper of this kind (dictionary attach_kind). */
type Effect = 'pass' | 'refuse' | 'warn' | { paper: string }
export type Asks = Readonly<Partial<Record<Bit, Effect>>>

/** What every type asks that says nothing else. */
const USUAL: Readonly<Record<Bit, Effect>> = {
  ended: 'refuse',
  locked: 'refuse',
  mortgaged: 'refuse',
  objected: 'refuse',
  seized: 'refuse',
  unregistered: 'refuse',
  expired: 'refuse',
  circulating: 'pass',
  issuerEnded: 'refuse',
  incomplete: 'refuse',
  otherWay: 'pass',
  noHousehold: 'pass',
  bound: 'pass',
  alone: 'pass',
  issued: 'pass',
  unsigned: 'pass',
  supplied: 'pass',
  realEstate: 'pass',
}
const effectOf = (asks: Asks | undefined, bit: Bit): Effect => asks?.[bit] ?? USUAL[bit]

/** How the bits of one object stand to a type. `reasons` are those that refuse, with the bits they come from. */
interface Verdict {
  eligible: boolean
  reasons: Bit[]
  warnings: Bit[]
  papers: string[]
}
export function judge(asks: Asks | undefined, bits: readonly Bit[]): Verdict {
  const by = (is: (e: Effect) => boolean) => bits.filter((b) => is(effectOf(asks, b)))
  const papers = bits.flatMap((b) => {
    const e = effectOf(asks, b)
    return typeof e === 'object' ? [e.paper] : []
  })
  const reasons = by((e) => e === 'refuse')
  return { eligible: reasons.length === 0, reasons, warnings: by((e) => e === 'warn'), papers: [...new Set(papers)] }
}

/** What may be begun with a contractor: each type that is built, whether it may be, from the row of what (its code, or that of the book that fits), and the reasons against it. */
export interface Startable {
  typeCode: string
  start: string
  eligible: boolean
  reasons: string[]
  /** what somebody should know who begins it: not everything of the type is open to this contractor */
  hints: string[]
  /** the number of the case that holds it, empty where none does */
  heldBy: string
}
