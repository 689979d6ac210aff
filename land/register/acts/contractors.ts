import type { Draft } from '../../../kit/model/resource.ts'
import type { EndContractor, Member, NewContractor, SetContractor } from './acts.ts'
import type { cbf } from '../../definitions/cbf.ts'
import { CBFLX } from '../../definitions/household.ts'
import type { jtcy } from '../../definitions/jtcy.ts'
import { DJZT, FREE, ZT } from '../../definitions/statuses.ts'
import { add, after, alter, amend, take, type Fresh, type Work } from './changes.ts'
import type { ContractorRow, MemberRow } from './found.ts'
import { regionOf } from './issuers.ts'
import { registerProblems } from './problems.ts'

const NAMES = { zh: '承包方', en: 'Contractor' } as const

/** The valid contractor with this code. @throws object-not-found */
export function contractorOf(w: Work, cbfbm: string): ContractorRow {
  const found = w.found.contractors.get(cbfbm)
  if (!found) throw registerProblems.notFound({ code: cbfbm, ...NAMES })
  return found
}
/** A contractor as it will stand: one that comes with this entry, or that of the register with its changes. */
export function contractorAfter(w: Work, cbfbm: string): Draft<typeof cbf> & { id: string } {
  const fresh = freshContractor(w, cbfbm)
  return fresh ?? after(w.changes.cbf, contractorOf(w, cbfbm))
}
export const freshContractor = (w: Work, cbfbm: string): Fresh<typeof cbf> | undefined =>
  w.changes.cbf.fresh.find(({ values }) => values.cbfbm === cbfbm)?.values
/** Changes a contractor, or what is written of one that comes. */
export function alterContractor(w: Work, cbfbm: string, values: Draft<typeof cbf>, day?: string): void {
  const fresh = freshContractor(w, cbfbm)
  if (fresh) Object.assign(fresh, values)
  else alter(w, w.changes.cbf, contractorOf(w, cbfbm), values, day)
}

export type MemberValues = Draft<typeof jtcy> & { id: string }
/** Members of a contractor as they will stand, in their order. */
export function membersAfter(w: Work, cbfbm: string): MemberValues[] {
  const gone = new Set(w.changes.jtcy.gone.map(({ row }) => row.id))
  const stay = w.found.members.filter((m) => !gone.has(m.id)).map((m) => after(w.changes.jtcy, m))
  const all: MemberValues[] = [...stay, ...w.changes.jtcy.fresh.map(({ values }) => values)]
  return all.filter((m) => m.cbfbm === cbfbm).toSorted((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
}

export function enteredContractor(w: Work, a: NewContractor): void {
  if (w.found.used.has(a.cbfbm)) throw registerProblems.exists({ code: a.cbfbm, ...NAMES })
  const fbfbm = a.fields.fbfbm ?? a.cbfbm.slice(0, 14)
  const given = { ...FREE, cbdkzs: 0, htzmjm: '0.00', djzt: DJZT.none }
  const cbfcysl = a.fields.cbflx === CBFLX.household ? a.members.length : 1
  add(w, w.changes.cbf, { ...given, ...a.fields, cbfcysl, regionCode: regionOf(w, fbfbm), fbfbm, cbfbm: a.cbfbm, zt: ZT.valid }, a.day)
}

export function setContractor(w: Work, a: SetContractor): void {
  const row = contractorOf(w, a.cbfbm)
  const { cbflx } = { ...row, ...a.fields }
  // members are counted, never told
  const { cbfcysl: _, ...fields } = { ...a.fields }
  const counted = cbflx !== CBFLX.household ? { cbfcysl: 1 } : a.members ? { cbfcysl: a.members.length } : {}
  amend(w, w.changes.cbf, row, { ...fields, ...counted }, a.day)
}

export function endContractor(w: Work, a: EndContractor): void {
  alter(w, w.changes.cbf, contractorOf(w, a.cbfbm), { zt: ZT.historic, djzt: DJZT.ended, zxyylx: a.zxyylx }, a.day)
}

type Lists = NewContractor | SetContractor | EndContractor
/**
 * Writes the members of all contractors of an entry at once, so that one may move from a household to another: who is named by id stays or moves, who
 * is named without is new, who is left over in a household that was listed or ended goes. After the contractors themselves.
 */
export function members(w: Work, acts: readonly Lists[]): void {
  const lists = acts.filter((a) => a.act === 'endContractor' || a.members)
  const emptied = new Set(lists.map((a) => a.cbfbm))
  const pool = new Map(w.found.members.filter((m) => emptied.has(m.cbfbm!)).map((m) => [m.id, m]))
  for (const a of lists) {
    if (a.act === 'endContractor') continue
    const { id: cbfId, regionCode } = contractorAfter(w, a.cbfbm)
    for (const [i, m] of a.members!.entries()) member(w, pool, m, { cbfId, cbfbm: a.cbfbm, regionCode, sort: i + 1 }, a.day)
  }
  for (const left of pool.values()) take(w, w.changes.jtcy, left, lists.find((a) => a.cbfbm === left.cbfbm)!.day ?? w.since)
}
function member(w: Work, pool: Map<string, MemberRow>, { id, double: _, ...m }: Member, place: Draft<typeof jtcy>, day?: string): void {
  // a member that a correction adds belongs to its household from the first day
  const first = w.entry.cause.kind === 'correction' ? w.found.days.get(place.cbfId!)?.[0] : undefined
  if (!id) return void add(w, w.changes.jtcy, { ...m, ...place }, day ?? first)
  const known = pool.get(id)
  if (!known) throw registerProblems.member({ code: m.cyxm || id })
  pool.delete(id)
  alter(w, w.changes.jtcy, known, { ...m, ...place }, day)
}
