// What an entry says is judged by itself, before anything is read: who may write which act, days, codes, kinds of change. Pure.
import { countyOf } from '../../../kit/model/region-code.ts'
import { CBFLX } from '../../definitions/household.ts'
import { MAY, touched, type Act, type CauseKind, type Entry } from './acts.ts'
import { SERIALS } from './codes.ts'
import { registerProblems } from './problems.ts'

/** Who brings history: their acts may have days of their own, and reach before what is known. */
export const BRINGS_HISTORY: readonly CauseKind[] = ['import', 'correction', 'undo']
/** What a notice of the real-estate registry says of a parcel. */
const OF_REGISTRY = ['bdcdyh']
/** Areas: what bgfs 50 may change. */
const AREAS = ['scmj', 'scmjm', 'qqmjm', 'yhtmjm']

/** Codes of an act in its county. */
const codesOf = (a: Act): string[] => touched(a).flatMap((t) => (/^(djb|restriction):/.test(t) ? [] : [t.slice(t.indexOf(':') + 1)]))
/**
 * What an entry says must be allowed to its cause and well formed. `today`: yyyy-MM-dd.
 * @throws act-not-allowed, entry-own-day, entry-future-day, code, code-range, object-twice, parcel-change …
 */
export function requireAllowed(entry: Entry, today: string): void {
  const { kind } = entry.cause
  if (entry.acts.length === 0) throw registerProblems.noActs()
  const seen = new Set<string>()
  for (const a of entry.acts) {
    if (!isAllowed(a, kind)) throw registerProblems.mayNot({ cause: kind, act: a.act })
    if (a.day && !(kind === 'import' || kind === 'correction')) throw registerProblems.ownDay({ day: a.day })
    const day = a.day ?? entry.day
    if (day > today) throw registerProblems.futureDay({ day })
    for (const code of codesOf(a)) if (countyOf(code) !== countyOf(entry.regionCode)) throw registerProblems.otherCounty({ code })
    for (const t of touched(a)) {
      if (seen.has(t)) throw registerProblems.twice({ code: t.slice(t.indexOf(':') + 1) })
      seen.add(t)
    }
    wellFormed(a, kind, today)
  }
}
function isAllowed(a: Act, kind: CauseKind): boolean {
  const may = MAY[kind]
  if (may !== 'all' && !may.includes(a.act)) return false
  if (a.act === 'reviseBook') return kind === 'correction'
  if (a.act === 'setIssuer') return kind !== 'plan' || !a.fields
  return kind !== 'notice' || a.act !== 'setParcel' || Object.keys(a.fields ?? {}).every((n) => OF_REGISTRY.includes(n))
}

const requireCode = (ok: RegExp, code: string): void => {
  if (!ok.test(code)) throw registerProblems.malformed({ code })
}
function wellFormed(a: Act, kind: CauseKind, today: string): void {
  const changes = (ok: boolean, code: string) => {
    if (!ok) throw registerProblems.change({ code })
  }
  switch (a.act) {
    case 'newIssuer':
      return requireCode(/^\d{14}$/, a.fbfbm)
    case 'newContractor': {
      requireCode(/^\d{18}$/, a.cbfbm)
      const { from, to } = SERIALS[a.fields.cbflx || CBFLX.household] ?? { from: 1, to: 0 }
      const serial = Number(a.cbfbm.slice(14))
      // a package brings the codes that its contractors have
      if (kind !== 'import' && (serial < from || serial > to)) throw registerProblems.range({ code: a.cbfbm })
      return
    }
    case 'newParcel':
      return requireCode(/^\d{19}$/, a.dkbm)
    case 'setParcel': {
      const names = Object.keys(a.fields ?? {})
      return changes((a.bgfs !== '50' || names.every((n) => AREAS.includes(n))) && (a.bgfs !== '10' || !names.includes('geom')), a.dkbm)
    }
    case 'replaceParcels': {
      for (const c of a.children) requireCode(/^\d{19}$/, c.dkbm)
      const [parents, children] = [a.parents.length, a.children.length]
      return changes(a.bgfs === '1' ? parents === 1 && children > 1 : parents > 1 && children === 1, a.parents.join(' '))
    }
    case 'newBook':
      return requireCode(/^\d{18}[JQ]$/, a.code)
    case 'setContract':
      if (a.qdsj && a.qdsj > today) throw registerProblems.signedLater({ code: a.cbhtbm, day: a.qdsj })
  }
}
