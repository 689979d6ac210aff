// Random entries over a register, told by a seed: nine of ten lawful, covering every act and every type and item, with undo, entries written again, several on
// a day; one of ten that must be refused, by its code.
import type { Act, Cause, CauseKind, Entry } from '../../land/register/acts/acts.ts'
import { CASES } from './cases.ts'
import { apply, onDay, restore } from './model.ts'
import { know, type Maker, makerOf, reading } from './making.ts'
import { newVillage, OTHERS, UNLAWFUL } from './others.ts'
import { plusDays } from './rules.ts'
import { empty, isRefused, type Put, type Refused, type State } from './state.ts'

export const TODAY = '2026-03-02'
/** What is done next. `undo` takes a cause back; `refused` is the code that must be answered; an undo may be refused or not. */
export interface Step {
  name: string
  today: string
  entry: Entry
  undo?: Cause
  refused?: string
}
let lastStart: { issuers: number; state: State; entries: Entry[] } | undefined
/** A register to begin with: packages of three villages, 42 households and about 120 parcels, some of them free. */
export function start(issuers = 3): { state: State; entries: Entry[] } {
  if (lastStart?.issuers === issuers) return lastStart
  const m = makerOf(20_26, empty(TODAY))
  let state = empty(TODAY)
  const entries = Array.from({ length: issuers }, (_, i) => {
    const fbfbm = `5120211012010${i + 1}`
    return entryOf('import', m, TODAY, newVillage(m, fbfbm, 14, 40, TODAY))
  })
  for (const entry of entries) {
    const next = apply(state, entry)
    if (isRefused(next)) throw new Error(`${next.refused}: ${next.about}`)
    state = next
  }
  lastStart = { issuers, state, entries }
  return lastStart
}
/** Numbers of causes are ids of the database, far from others. */
const FIRST_CAUSE = 9_000_000
function entryOf(kind: CauseKind, m: Maker, day: string, acts: readonly Act[]): Entry {
  const id = String(FIRST_CAUSE + ++m.n)
  return { cause: { kind, id }, unit: `${kind}-${id}`, regionCode: '512021', day, ...(kind === 'business' && { registrar: '登簿人' }), acts }
}
const BUSINESS = Object.keys(CASES)
const OTHER = Object.keys(OTHERS)
const BAD = Object.keys(UNLAWFUL)
const made = (m: Maker, names: readonly string[]) => (m.skip.size > 0 ? names.filter((n) => !m.skip.has(n)) : names)

/** The next step over a state: chosen by the maker's chance, made from what the register holds. */
export function nextStep(m: Maker, state: State): Step {
  const today = m.chance.in100(12) ? plusDays(state.today, 1 + m.chance.below(3)) : state.today
  const w = reading(onDay(state, today))
  if (m.again) {
    const entry = m.again
    delete m.again
    // what was written last and taken back is done once more: the same codes, the same unit
    return { name: `again ${entry.unit}`, today, entry: { ...entry, day: today } }
  }
  for (;;) {
    const dice = m.chance.below(100)
    if (dice < 10) {
      const name = m.chance.one(made(m, BAD))
      const { by, day, make } = UNLAWFUL[name]!
      const acts = make(m, w, today)
      if (acts) return { name, today, entry: entryOf(by, m, day?.(today) ?? today, acts), refused: name.split(' ')[0]! }
    } else if (dice < 17) {
      const target = !m.skip.has('undo') && m.written.length > 0 && m.written[Math.max(0, m.written.length - 1 - m.chance.below(m.chance.in100(60) ? 1 : 30))]
      if (target) return { name: `undo ${target.unit}`, today, entry: entryOf('undo', m, today, []), undo: target.cause }
    } else if (dice < 65) {
      const name = m.chance.one(made(m, BUSINESS))
      const acts = CASES[name]!(m, w, today)
      if (acts) return { name, today, entry: entryOf('business', m, today, acts) }
    } else {
      const name = m.chance.one(made(m, OTHER))
      const { by, make } = OTHERS[name]!
      const acts = make(m, w, today)
      if (acts) return { name, today, entry: entryOf(by, m, today, acts) }
    }
  }
}
/** Does a step, and lets the maker know what is there now. */
export function take(m: Maker, state: State, step: Step, log?: Put[]): State | Refused {
  const before = onDay(state, step.today)
  const after = step.undo ? restore(before, step.undo, step.entry, log) : apply(before, step.entry, log)
  if (isRefused(after)) return after
  for (const a of step.entry.acts) {
    if (a.act === 'newIssuer') know(m, `fbf:${a.fbfbm}`)
    if (a.act === 'newContractor') know(m, `cbf:${a.cbfbm}`)
    if (a.act === 'newParcel') know(m, `dk:${a.dkbm}`)
    if (a.act === 'replaceParcels') for (const c of a.children) know(m, `dk:${c.dkbm}`)
  }
  if (step.undo) {
    const at = m.written.findIndex((e) => e.cause.id === step.undo!.id)
    const [entry] = m.written.splice(at, 1)
    if (entry && at === m.written.length && m.chance.in100(60)) m.again = entry
  } else m.written.push(step.entry)
  return after
}
