import { parcelsOf, type EndRestriction, type Note, type ReplaceParcels, type Restrict } from './acts.ts'
import type { FlatRow } from '../../../kit/model/resource.ts'
import { QSZT } from '../../definitions/statuses.ts'
import { bookOf, versionsOf } from './books.ts'
import { add, after, alter, type Work } from './changes.ts'
import { alterContractor, contractorAfter, freshContractor } from './contractors.ts'
import { alterParcel, freshParcel, parcelAfter } from './parcels.ts'
import { registerProblems } from './problems.ts'
import { LAND_STATUS, nextChangeOf } from './standing.ts'
import type { restriction } from './tables.ts'

type Row = FlatRow<typeof restriction>
const isKind = (kind: string | null): kind is keyof typeof LAND_STATUS => kind !== null && kind in LAND_STATUS

const causeOf = (w: Work) => ({ causeKind: w.entry.cause.kind, causeId: w.entry.cause.id })
const live = (w: Work): Row[] => w.found.restrictions.filter((r) => !r.endDay)

/** Where an object of a restriction lies. */
const restricted = (on: On, { regionCode }: { regionCode?: string | null }) => ({ on, regionCode: regionCode! })

/** One row for each object that is named: parcels, book, contractor. */
export function restrict(w: Work, a: Restrict): void {
  if (w.found.restrictions.some((r) => r.ref === a.ref && isUsed(w, r))) throw registerProblems.exists({ code: a.ref, zh: '限制', en: 'Restriction' })
  if (a.to && a.to < a.from) throw registerProblems.termOrder({ code: a.ref })
  const { cbjyqzbm, cbfbm } = a.on
  const book = cbjyqzbm ? standingBook(w, cbjyqzbm) : undefined
  if (cbjyqzbm && !book) throw registerProblems.notCurrent({ code: cbjyqzbm })
  const targets = [
    ...parcelsOf(a.on).map((dkbm) => restricted({ dkbm }, parcelAfter(w, dkbm))),
    ...(book ? [restricted({ cbjyqzbm: book.cbjyqzbm }, book)] : []),
    ...(cbfbm ? [restricted({ cbfbm }, contractorAfter(w, cbfbm))] : []),
  ]
  if (targets.length === 0) throw registerProblems.restrictionNoTarget({ code: a.ref })
  requireNewPaper(w, a, targets)
  const days = { fromDay: a.from, toDay: a.to ?? null, turnDay: nextChangeOf(a.from, a.to ?? null, w.today) }
  const said = { ref: a.ref, kind: a.kind, ...days, words: a.text, paperNo: a.paperNo ?? null, ...causeOf(w) }
  for (const { on, regionCode } of targets) add(w, w.changes.restriction, { ...said, regionCode, ...on }, a.day)
  for (const { on } of targets) follow(w, a.kind, on)
}

/** One document is entered on an object once, until what it entered there has ended: also in this entry. @throws restriction-twice */
function requireNewPaper(w: Work, { kind, paperNo }: Restrict, targets: readonly { on: On }[]): void {
  if (!paperNo) return
  const ending = w.entry.acts.flatMap((x) => (x.act === 'endRestriction' ? [x.ref] : []))
  const before = live(w).filter((r) => r.kind === kind && r.paperNo === paperNo && !ending.includes(r.ref!))
  for (const { on } of targets) {
    const code = codeOf(on)
    const first = before.find((r) => codeOf(r) === code)
    if (first) throw registerProblems.restrictionTwice({ paperNo, code, ref: first.ref!, day: first.fromDay ?? '' })
  }
}

/** A name is taken while it stands, and after; but who ended it may put it on another object, and what was taken back never was. */
const isUsed = ({ entry: { cause } }: Work, r: Row) => !r.endDay || (r.endCauseKind !== 'undo' && (r.endCauseKind !== cause.kind || r.endCauseId !== cause.id))
export function endRestriction(w: Work, a: EndRestriction): void {
  const found = live(w).filter((r) => r.ref === a.ref)
  if (found.length === 0) throw registerProblems.notFound({ code: a.ref, zh: '限制', en: 'Restriction' })
  const day = a.day ?? w.entry.day
  const ended = { endDay: day, endWords: a.text, endCauseKind: w.entry.cause.kind, endCauseId: w.entry.cause.id, endTime: w.now, turnDay: null }
  for (const r of found) alter(w, w.changes.restriction, r, ended, day)
  for (const { kind, dkbm, cbjyqzbm, cbfbm } of found) follow(w, kind, { dkbm, cbjyqzbm, cbfbm })
}

/** What stands against a parcel stands against its pieces, because of the entry that cut it: taken back with it, it stands on the parcel alone. */
export function inherit(w: Work, a: ReplaceParcels): void {
  for (const r of live(w)) {
    if (!r.dkbm || !a.parents.includes(r.dkbm) || w.changes.restriction.changed.has(r.id)) continue
    const { regionCode, ref, kind, fromDay, toDay, turnDay, words, paperNo } = r
    for (const { dkbm } of a.children.filter((c) => c.fate !== 'lost')) {
      const known = [...live(w), ...w.changes.restriction.fresh.map((f) => f.values)].some((x) => x.ref === ref && x.dkbm === dkbm)
      if (!known) add(w, w.changes.restriction, { regionCode, ref, kind, fromDay, toDay, turnDay, words, paperNo, ...causeOf(w), dkbm }, a.day)
      follow(w, kind, { dkbm })
    }
  }
}

type On = { dkbm?: string | null; cbjyqzbm?: string | null; cbfbm?: string | null }
const codeOf = ({ dkbm, cbjyqzbm, cbfbm }: On): string => dkbm ?? cbjyqzbm ?? cbfbm ?? ''
/** The version that stands under a code when the entry is written: one that comes with it, else the current one. */
function standingBook(w: Work, code: string): { id: string; regionCode: string; cbjyqzbm: string } | undefined {
  const fresh = w.changes.djb.fresh.find(({ values }) => values.cbjyqzbm === code)?.values
  const found = fresh ?? versionsOf(w, code).find((b) => b.qszt === QSZT.current && !w.changes.djb.changed.get(b.id)?.values.qszt)
  return found && { id: found.id, regionCode: found.regionCode!, cbjyqzbm: code }
}
/**
 * The status of one object from all restrictions that stand on it today; what ended since shows none. A plain column beside the versions, which makes
 * none: register.md 3.
 */
function follow(w: Work, kind: string | null, { dkbm, cbjyqzbm, cbfbm }: On): void {
  if (!isKind(kind)) return
  const all = [...w.found.restrictions.map((r) => after(w.changes.restriction, r)), ...w.changes.restriction.fresh.map(({ values }) => values)]
  const inForce = all.filter((r) => r.kind === kind && !r.endDay && (r.fromDay ?? '') <= w.today && (!r.toDay || r.toDay >= w.today))
  const status = (is: boolean) => ({ [LAND_STATUS[kind]]: is ? '1' : '0' })
  if (dkbm && (freshParcel(w, dkbm) || w.found.parcels.has(dkbm))) alterParcel(w, dkbm, status(inForce.some((r) => r.dkbm === dkbm)))
  if (cbfbm && (freshContractor(w, cbfbm) || w.found.contractors.has(cbfbm))) alterContractor(w, cbfbm, status(inForce.some((r) => r.cbfbm === cbfbm)))
  if (!cbjyqzbm) return
  const set = status(inForce.some((r) => r.cbjyqzbm === cbjyqzbm))
  const fresh = w.changes.djb.fresh.find(({ values }) => values.cbjyqzbm === cbjyqzbm)
  const current = versionsOf(w, cbjyqzbm).find((b) => b.qszt === QSZT.current)
  if (fresh) Object.assign(fresh.values, set)
  else if (current) alter(w, w.changes.djb, current, set)
}

/** A line of the running page of a version (by id), or of the version that stands under a code. */
export function restrictionNote(w: Work, a: Note): void {
  const book = /[JQ]$/.test(a.on) ? standingBook(w, a.on) : bookOf(w, a.on)
  if (!book) throw registerProblems.notCurrent({ code: a.on })
  const said = { djlx: a.djlx ?? null, djxl: a.djxl ?? null, words: a.text, attachId: a.attachId ?? null, noteDay: a.day ?? w.entry.day, ...causeOf(w) }
  add(w, w.changes.djb_note, { regionCode: book.regionCode, djbId: book.id, onCode: book.cbjyqzbm, ...said }, a.day)
}
