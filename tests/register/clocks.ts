// The two clocks of the register as plain data: rectangles of belief and registered days, one function that writes history, one question that reads it.
// Part of the model that the writer is compared with: written from the design, so it imports nothing that the writer uses.
import type { Cause } from '../../land/register/acts/acts.ts'

/** A moment that has not come: still believed. */
export const EVER = Infinity
/** A day that has not come; sorts after every day. The database has the same word. */
export const OPEN = 'infinity'

export type Why = 'new' | 'change' | 'correction' | 'restore' | 'import'
export type Row = Readonly<Record<string, unknown>>
/** Believed from [validFrom, validTo) (moments), true in the register [regFrom, regTo) (days). */
export interface Rect {
  readonly validFrom: number
  readonly validTo: number
  readonly regFrom: string
  readonly regTo: string
  readonly why: Why
  readonly cause: Cause
  readonly closedBy?: Cause
  readonly row: Row
}
export type History = readonly Rect[]
/** Who writes, when and why. */
export interface Stamp {
  moment: number
  cause: Cause
  why: Why
}
/** What a put makes of the row that is believed on a day; nothing said of nothing leaves a gap a gap. */
export type Change = (row: Row | undefined) => Row | undefined

export const nameOf = (cause: Cause): string => `${cause.kind}:${cause.id}`
const value = (v: unknown): unknown => (Array.isArray(v) ? JSON.stringify(v) : (v ?? null))
/** The names of the columns in which two rows differ; absent and null are one. */
export const differing = (a: Row, b: Row): string[] => [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((k) => value(a[k]) !== value(b[k]))
const same = (a: Row | undefined, b: Row | undefined): boolean => a === b || (!!a && !!b && differing(a, b).length === 0)

/** The live row: the open rectangle. */
export const live = (history: History): Rect | undefined => history.find((r) => r.validTo === EVER && r.regTo === OPEN)
/** What was believed at moment t about day D. */
export const at = (history: History, t: number, day: string): Row | undefined =>
  history.find((r) => r.validFrom <= t && t < r.validTo && r.regFrom <= day && day < r.regTo)?.row
/** What is believed now, by days. */
export const believed = (history: History): Rect[] => history.filter((r) => r.validTo === EVER).toSorted((a, b) => (a.regFrom < b.regFrom ? -1 : 1))

/**
 * Writes history: `change` is applied to each believed piece of the days [from, to) separately, and to each gap between them. What stays of a piece keeps its
 * why and cause. A piece that the change leaves as it is stays untouched; what the same entry wrote a moment ago is written over (no interval is empty).
 */
export function put(history: History, by: Stamp, from: string, to: string, change: Change): History {
  const out: Rect[] = history.filter((r) => r.validTo !== EVER)
  let written = false
  const write = (row: Row | undefined, regFrom: string, regTo: string, as: { why: Why; cause: Cause }) => {
    if (!row || regFrom >= regTo) return
    written = true
    out.push({ validFrom: by.moment, validTo: EVER, regFrom, regTo, why: as.why, cause: as.cause, row })
  }
  let reached = from
  for (const r of believed(history)) {
    const [start, end] = [r.regFrom > from ? r.regFrom : from, r.regTo < to ? r.regTo : to]
    if (start >= end) {
      out.push(r)
      continue
    }
    write(change(undefined), reached, start, by)
    reached = end
    const row = change(r.row)
    if (same(row, r.row)) {
      out.push(r)
      continue
    }
    written = true
    if (r.validFrom < by.moment) out.push({ ...r, validTo: by.moment, closedBy: by.cause })
    write(r.row, r.regFrom, start, r)
    write(row, start, end, r.validFrom === by.moment && nameOf(r.cause) === nameOf(by.cause) ? r : by)
    write(r.row, end, r.regTo, r)
  }
  write(change(undefined), reached, to, by)
  return written ? out : history
}

/** One stretch of days that a cause changed: what it is to become again, and the columns that others have changed since. */
export interface Restored {
  from: string
  to: string
  row: Row | undefined
  others: string[]
  /** nothing is to be written: what is believed is what it is to become */
  stands: boolean
}
/**
 * What becomes of an object when `cause` is taken back: for each stretch of days that it wrote or closed after the moment `since`, what was believed just
 * before, with what other causes have changed since laid over it. What others changed and changed back counts for nothing. A row that others took away
 * says so as the column `*`.
 */
export function restored(history: History, cause: Cause, since: number): Restored[] {
  const name = nameOf(cause)
  const days = [...new Set(history.flatMap((r) => [r.regFrom, r.regTo]))].toSorted()
  const out: (Restored & { of: unknown[] })[] = []
  for (const [i, from] of days.entries()) {
    const to = days[i + 1]
    if (to === undefined) break
    const steps = stepsOn(history, from)
    const first = steps.findIndex((s) => s.by === name && s.moment > since)
    if (first < 0) continue
    const former = steps[first - 1]
    const over = new Map<string, unknown>()
    const mine = new Map<string, unknown>()
    for (const [n, step] of steps.entries()) {
      if (n < first) continue
      const [was, is] = [steps[n - 1]?.row ?? {}, step.row ?? {}]
      for (const k of differing(was, is)) {
        if (step.by === name) {
          mine.set(k, is[k])
          over.delete(k)
        } else if (value(is[k]) === value(mine.has(k) ? mine.get(k) : former?.row?.[k])) over.delete(k)
        else over.set(k, is[k])
      }
    }
    const last = steps.at(-1)!
    const gone = last.by !== name && !last.row
    const row = former?.row && { ...former.row, ...Object.fromEntries(over) }
    const of = [last.rect, steps[first]!.rect, former?.rect]
    const before = out.at(-1)
    if (before?.to === from && before.of.every((x, n) => x === of[n])) before.to = to
    else out.push({ from, to, row, others: [...over.keys(), ...(gone ? ['*'] : [])], stands: same(row, last.row), of })
  }
  return out
}
/** What was believed about a day, one after the other; a gap that a cause made is a step without a row. */
function stepsOn(history: History, day: string): { by: string; moment: number; row?: Row; rect?: Rect }[] {
  const chain = history.filter((r) => r.regFrom <= day && day < r.regTo).toSorted((a, b) => a.validFrom - b.validFrom)
  return chain.flatMap((r, i) => {
    const step = { by: nameOf(r.cause), moment: r.validFrom, row: r.row, rect: r }
    const next = chain[i + 1]?.validFrom ?? EVER
    return r.validTo < next ? [step, { by: nameOf(r.closedBy!), moment: r.validTo }] : [step]
  })
}
