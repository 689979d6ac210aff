/** 公示表: the list of households that a publicity posts, A3 landscape; the first posting with members and sides, the second with contracted and measured area. */

export interface PostedRow {
  readonly cbfmc: string
  readonly members: readonly { cyxm: string; cyzjhm: string; yhzgx: string }[]
  readonly parcels: readonly {
    dkmc: string
    dkbm: string
    dkdz: string
    dknz: string
    dkxz: string
    dkbz: string
    scmjm: string
    htmjm: string
    kind: string
    /** whether it is basic farmland, on the sheet that is signed */
    basic?: string
    /** what is noted of the parcel alone */
    remark?: string
  }[]
  /** totals of the household, mu */
  readonly scmjm: string
  readonly htmjm: string
  readonly remark: string
}
export interface PostingDoc {
  readonly docId?: string
  readonly title: string
  readonly issuer: string
  /** 公示日期 */
  readonly period: string
  /** what the areas beside the measured ones are: 合同面积 of the contract, or 二轮合同面积 of the second round */
  readonly area?: '合同' | '二轮合同'
  /** 一榜 as the sheet that households sign: with basic farmland and a place for each signature */
  readonly signed?: boolean
  /** 一榜 with members, 二榜 without */
  readonly form: 'first' | 'second'
  readonly households: readonly PostedRow[]
  /** totals of the table, mu */
  readonly scmjm: string
  readonly htmjm: string
  /** what changed after the posting, a line each */
  readonly changes: readonly string[]
}

const NO_MEMBER = { cyxm: '', cyzjhm: '', yhzgx: '' }
const NO_PARCEL = { dkmc: '', dkbm: '', dkdz: '', dknz: '', dkxz: '', dkbz: '', scmjm: '', htmjm: '', kind: '', basic: '' }
/** @returns the JSON the template reads: a household has as many lines as its longer list, members and parcels side by side; `lined`: its remarks stand in the lines of its parcels, what is said of itself in the first */
export function postingModel(d: PostingDoc) {
  const lines = (h: PostedRow) => Math.max(1, h.parcels.length, d.form === 'first' ? h.members.length : 0)
  const remarkAt = (h: PostedRow, n: number) => [...(n === 0 ? [h.remark] : []), h.parcels[n]?.remark ?? ''].filter(Boolean).join('；')
  const households = d.households.map((h, i) => ({
    ...h,
    lined: h.parcels.some((p) => p.remark),
    no: String(i + 1),
    // an organisation has no members to count
    count: h.members.length ? String(h.members.length) : '',
    lines: Array.from({ length: lines(h) }, (_, n) => ({ ...(h.members[n] ?? NO_MEMBER), ...(h.parcels[n] ?? NO_PARCEL), remark: remarkAt(h, n) })),
  }))
  const all = Map.groupBy(
    d.households.flatMap((h) => h.parcels),
    (p) => p.dkbm,
  )
  const shared = [...all.values()].filter((of) => of.length > 1).length
  return {
    ...d,
    area: d.area ?? '合同',
    signed: d.signed ?? false,
    households,
    parcels: String(all.size),
    note: shared ? `其中${shared}块地块由几户共同承包，在各户名下分别列出，合计的地块数和实测面积中只计一次。` : '',
  }
}
