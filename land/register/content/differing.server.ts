/** In what books and what stands beside them differ, of what was read of both as text (compared.server.ts): no database (works.server.ts). */
import { QSZT } from '../../definitions/statuses.ts'
import type { Act } from '../acts/acts.ts'
import { readBook1, type Book1 } from './book1.ts'
import { disagreements, FILLED, formerDiffers, type ComparedState, type Disagreement } from './compared.ts'
import { frozenContents, type Piece } from './frozen.server.ts'

type Row = Readonly<Record<string, string | null>>
/** A book whose content is whole, with what stands beside it. */
interface Beside {
  id: string
  qszt: string
  /** the content in force, and when it was kept (seconds) */
  text: string
  frozen: string
  issuer: boolean | null
  parcels: readonly string[] | null
  apart: readonly string[] | null
  repeats: readonly string[] | null
  household: Row | null
  householdIsOld: boolean | null
  members: readonly Row[] | null
}
interface Former {
  id: string
  since: string
  row: Row
}
/** An act's entry with the row of a contract or certificate that it changed. */
interface FilledRow {
  djbId: string
  code: string
  id: string
  made: string
  acts: readonly Act[]
  at: string
  kind: 'cbht' | 'cbjyqz'
}
/** What was read of books of one county, each as one text of JSON. `filled`: what acts filled in later, where it was asked. */
export interface ReadBooks {
  county: string
  pieces: string
  beside: string
  former: string
  editions: string
  filled?: string
}
/** A book that differs: in what stands beside it now, and in its former versions. */
export interface DifferingBook {
  id: string
  now: Disagreement[]
  past: Disagreement[]
}

/** The books that differ, with their facts. */
export function differing(read: ReadBooks): DifferingBook[] {
  const past = pastDiffering(JSON.parse(read.former) as Former[], JSON.parse(read.editions) as { id: string; text: string }[])
  const beside = (JSON.parse(read.beside) as Beside[]).flatMap((b) => {
    const content = bookIn(b.text)
    return content ? [{ ...b, content }] : []
  })
  const made = frozenContents({ county: read.county, given: new Map() }, JSON.parse(read.pieces) as Piece[])
  const filled = filledIn(JSON.parse(read.filled ?? '[]') as FilledRow[], beside)
  const now = new Map(
    beside.map((b) => [
      b.id,
      disagreements(b.content, {
        made: made.get(b.id)!,
        isCurrent: b.qszt === QSZT.current,
        filled: read.filled ? filled.get(b.id)! : NOTHING,
        apart: b.apart ?? [],
        repeats: b.repeats ?? [],
        untouched: { issuer: b.issuer ?? false, household: b.householdIsOld ?? false, parcels: new Set(b.parcels) },
        ...(b.household ? { household: { row: b.household, members: b.members ?? [] } } : {}),
      }),
    ]),
  )
  const ids = new Set([...past.keys(), ...now.keys()])
  return [...ids].map((id) => ({ id, now: now.get(id) ?? [], past: past.get(id) ?? [] })).filter((b) => b.now.length + b.past.length > 0)
}
const NOTHING: ComparedState['filled'] = { contract: {}, certificate: {} }

/** What acts after a moment filled into the contracts and certificates of books, by book: the rows name the causes that changed them. */
function filledIn(filled: readonly FilledRow[], books: readonly Beside[]): Map<string, ComparedState['filled']> {
  const out = new Map<string, ComparedState['filled']>()
  for (const b of books) {
    const after = filled.filter((r) => r.djbId === b.id && Number(r.at) >= Number(b.frozen))
    const contract: Record<string, string> = {}
    const certificate: Record<string, string> = {}
    // a certificate that came later begins with nothing
    const last = filled.findLast((r) => r.djbId === b.id && r.kind === 'cbjyqz')
    if (last && Number(last.made) > Number(b.frozen)) for (const n of ['cbjyqzlsh', 'bznf', 'fzjg', 'fzrq']) certificate[n] = ''
    for (const r of after.toSorted((x, y) => Number(x.at) - Number(y.at)))
      for (const a of r.acts) {
        if (r.kind === 'cbht' && a.act === 'setContract' && a.cbhtbm === r.code) take(contract, a, FILLED)
        if (r.kind === 'cbjyqz' && a.act === 'certificate' && a.code === r.code) {
          if (a.event === 'print') certificate['cbjyqzlsh'] = a.serial
          if (a.event === 'spoil') certificate['cbjyqzlsh'] = ''
          if (a.event === 'issue') take(certificate, a, ['fzrq', 'fzjg', 'bznf'])
          if (a.event === 'set') take(certificate, a.fields, ['cbjyqzlsh', 'bznf', 'fzjg', 'fzrq'])
        }
      }
    out.set(b.id, { contract, certificate })
  }
  return out
}
function take(into: Record<string, string>, from: object, names: readonly string[]): void {
  for (const [n, v] of Object.entries(from)) if (names.includes(n) && v !== undefined) into[n] = v === null ? '' : String(v)
}

/** The facts in which former versions of books are like no edition of their content, by the book's id. */
function pastDiffering(former: readonly Former[], kept: readonly { id: string; text: string }[]): Map<string, Disagreement[]> {
  const editions = Map.groupBy(kept, (k) => k.id)
  const out = new Map<string, Disagreement[]>()
  for (const { id, since, row } of former) {
    const found = formerDiffers(
      (editions.get(id) ?? []).flatMap((e) => bookIn(e.text) ?? []),
      row,
      since,
    )
    if (found.length) out.set(id, [...(out.get(id) ?? []), ...found])
  }
  return out
}
function bookIn(text: string): Book1 | undefined {
  try {
    return readBook1(text)
  } catch {
    return undefined
  }
}
