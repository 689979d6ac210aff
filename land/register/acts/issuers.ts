import type { EndIssuer, NewIssuer, SetIssuer } from './acts.ts'
import { padRegion, regionOfFbf } from '../../../kit/model/region-code.ts'
import { ZT } from '../../definitions/statuses.ts'
import { add, alter, amend, type Work } from './changes.ts'
import type { IssuerRow } from './found.ts'
import { registerProblems } from './problems.ts'

const NAMES = { zh: '发包方', en: 'Issuer' } as const

/** The issuer with this code. @throws object-not-found */
export function issuerOf(w: Work, fbfbm: string): IssuerRow {
  const found = w.found.issuers.get(fbfbm)
  if (!found) throw registerProblems.notFound({ code: fbfbm, ...NAMES })
  return found
}
/** The region of an issuer that stands or comes with this entry. */
export function regionOf(w: Work, fbfbm: string): string {
  const fresh = w.changes.fbf.fresh.find(({ values }) => values.fbfbm === fbfbm)
  return fresh?.values.regionCode ?? issuerOf(w, fbfbm).regionCode
}
/** The name of an issuer as it will stand. */
export function issuerName(w: Work, fbfbm: string): string | null {
  const fresh = w.changes.fbf.fresh.find(({ values }) => values.fbfbm === fbfbm)
  return fresh ? (fresh.values.fbfmc ?? null) : (w.changes.fbf.changed.get(issuerOf(w, fbfbm).id)?.values.fbfmc ?? issuerOf(w, fbfbm).fbfmc)
}
/** Ownership (dictionary syqxz) by level: township, village, group. Source: codes.md 3.1. */
const ownership = (fbfbm: string): string => (fbfbm.endsWith('00000') ? '33' : fbfbm.endsWith('00') ? '32' : '31')

export function newIssuer(w: Work, a: NewIssuer): void {
  if (w.found.used.has(a.fbfbm)) throw registerProblems.exists({ code: a.fbfbm, ...NAMES })
  const regionCode = a.fields.regionCode ?? regionOfFbf(a.fbfbm)
  if (padRegion(regionCode) !== a.fbfbm) throw registerProblems.otherCounty({ code: a.fbfbm })
  add(w, w.changes.fbf, { syqxz: ownership(a.fbfbm), ...a.fields, regionCode, fbfbm: a.fbfbm, zt: ZT.valid }, a.day)
}

export function setIssuer(w: Work, a: SetIssuer): void {
  const row = issuerOf(w, a.fbfbm)
  if (a.fields) amend(w, w.changes.fbf, row, a.fields, a.day)
  const { kind: causeKind, id: causeId } = w.entry.cause
  for (const { no, from, to, planId } of a.rounds ?? []) {
    const values = { fromDay: from, toDay: to, planId: planId ?? null, causeKind, causeId }
    const known = w.found.ownRounds.find((r) => r.fbfbm === a.fbfbm && r.roundNo === no)
    if (!known) add(w, w.changes.fbf_round, { ...values, regionCode: row.regionCode, fbfbm: a.fbfbm, roundNo: no }, a.day)
    else if (known.fromDay !== from || known.toDay !== to) alter(w, w.changes.fbf_round, known, values, a.day)
  }
}

export function endIssuer(w: Work, a: EndIssuer): void {
  const row = issuerOf(w, a.fbfbm)
  if (w.found.held.has(a.fbfbm)) throw registerProblems.issuerHeld({ code: a.fbfbm })
  alter(w, w.changes.fbf, row, { zt: ZT.historic }, a.day)
}
