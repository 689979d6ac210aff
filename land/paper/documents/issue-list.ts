/** 颁证清册: what is handed out to whom, A4 landscape, with a place to sign. Source: documents.md 8. */

export interface IssuedRow {
  readonly cbfmc: string
  readonly members: readonly string[]
  /** code of contract and certificate, and the serial of the paper */
  readonly code: string
  readonly serial: string
  readonly parcels: readonly { dkmc: string; dkbm: string; scmjm: string }[]
  /** total of the household, mu */
  readonly scmjm: string
}
export interface IssueListDoc {
  readonly title: string
  readonly place: string
  /** 制表日期 */
  readonly day: string
  readonly households: readonly IssuedRow[]
  readonly scmjm: string
}
const NO_PARCEL = { dkmc: '', dkbm: '', scmjm: '' }
/** @returns the JSON the template reads: a household has a line a parcel, its members in one cell */
export function issueListModel(d: IssueListDoc) {
  const households = d.households.map((h, i) => ({
    ...h,
    no: String(i + 1),
    count: h.members.length ? String(h.members.length) : '',
    members: h.members.join('、'),
    lines: h.parcels.length ? h.parcels : [NO_PARCEL],
  }))
  return { ...d, households, parcels: String(new Set(d.households.flatMap((h) => h.parcels.map((p) => p.dkbm))).size) }
}
