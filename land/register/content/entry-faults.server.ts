/** The digest of what an entry was told, and what of kept entries is not what was written, from what was read of them: no database (works.server.ts). */
import type { Text } from '../../../kit/model/lang.ts'
import { sha256 } from '../../../runtime/sha256.server.ts'
import type { Act } from '../acts/acts.ts'

/** A text of data that does not hang on the order of its names. */
function canonical(v: unknown): unknown {
  if (Array.isArray(v)) return v.map(canonical)
  if (!v || typeof v !== 'object') return v
  return Object.fromEntries(
    Object.entries(v)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([n, x]) => [n, canonical(x)]),
  )
}
/** @returns the acts of an entry as the text that is kept, and its SHA-256 */
export function actsText(acts: readonly Act[]): { text: string; sha256: string } {
  const text = JSON.stringify(canonical(acts))
  return { text, sha256: sha256(text) }
}

/** What can be wrong with a kept entry. */
export type EntryFault = 'acts' | 'entryAudit' | 'entryMissing' | 'entryFacts'
/** What the audit log keeps of an entry beside its digest, and what people call it; entries of before are compared where their row of the log names it. */
const FACTS = ['causeKind', 'causeId', 'day', 'registrar'] as const
type Fact = (typeof FACTS)[number]
type Facts = Readonly<Record<Fact, string | null>>
/** @returns the facts of an entry as its row of the audit log says them: before and after */
export const loggedFacts = (row: Readonly<Record<Fact, string | null>>): Record<string, readonly [null, string | null]> =>
  Object.fromEntries(FACTS.map((n) => [n, [null, row[n]] as const]))
const FACT_WORDS: Readonly<Record<Fact | 'unit' | 'counts' | 'made' | 'createUser' | 'createTime', Text>> = {
  causeKind: { zh: '起因', en: 'cause' },
  causeId: { zh: '起因编号', en: 'cause id' },
  day: { zh: '登记日期', en: 'day' },
  registrar: { zh: '登簿人', en: 'registrar' },
  unit: { zh: '单元', en: 'unit' },
  counts: { zh: '事项数', en: 'number of acts' },
  made: { zh: '结果', en: 'what it made' },
  createUser: { zh: '入库人', en: 'who wrote it' },
  createTime: { zh: '入库时间', en: 'when it was written' },
}

/** An entry with its row of the log, as they are read. */
interface EntryRow extends Facts {
  id: string
  unit: string
  regionCode: string
  causeKind: string
  acts: readonly Act[] | null
  sha256: string | null
  undoneBy: string | null
  logged: Readonly<Record<string, unknown>> | null
  /** whether count of acts, result, person and time are those of the log; none where it does not say */
  isSame: Readonly<Record<'counts' | 'made' | 'createUser' | 'createTime', boolean | null>>
  /** codes of the books that its cause made */
  books: readonly string[] | null
  /** the number of the case that it came from */
  caseCode: string | null
}
/** An entry that is not what was written: what it names by codes, and which facts differ. */
export interface FaultyEntry {
  id: string
  unit: string
  regionCode: string
  why: EntryFault
  codes: readonly string[]
  facts: readonly Text[]
  caseCode: string | null
}
/** The entries that are not what was written, of entries as one text of JSON. */
export const entriesWrong = (read: string): FaultyEntry[] =>
  (JSON.parse(read) as EntryRow[]).flatMap((r): FaultyEntry[] => {
    const [why, facts] = [faultOf(r), factsWrong(r)]
    const { id, unit, regionCode, caseCode } = r
    return (why ?? facts.length) ? [{ id, unit, regionCode, why: why ?? 'entryFacts', codes: r.acts ? codesIn(r.acts) : (r.books ?? []), facts, caseCode }] : []
  })
/** What acts name, by codes that people know: those of books and parcels before those of issuers. */
function codesIn(acts: readonly Act[]): string[] {
  const text = JSON.stringify(acts)
  return [...new Set([...text.matchAll(/"(\d{18}[JQ]|\d{18,19}|\d{14})"/g)].map((m) => m[1]!))].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
}
/** Of a package only the digest of its file or of its acts is kept; a registration that was taken back has no acts of its own. */
function faultOf({ causeKind, acts, sha256, logged }: Pick<EntryRow, 'causeKind' | 'acts' | 'sha256' | 'logged'>): EntryFault | undefined {
  if (!acts && causeKind !== 'import' && causeKind !== 'undo') return 'entryMissing'
  if (acts && actsText(acts).sha256 !== sha256) return 'acts'
  return typeof logged?.['sha256'] === 'string' && logged['sha256'] !== sha256 ? 'entryAudit' : undefined
}
/** What of an entry is not what its row of the log says; the unit of one that was taken back is another since. */
function factsWrong(e: EntryRow): Text[] {
  const { logged } = e
  if (!logged) return []
  const facts = FACTS.filter((n) => Array.isArray(logged[n]) && (logged[n][1] ?? null) !== e[n])
  const unit = typeof logged['unit'] === 'string' && e.undoneBy === null && logged['unit'] !== e.unit
  const others = (['counts', 'made', 'createUser', 'createTime'] as const).filter((n) => e.isSame[n] === false)
  return [...facts, ...(unit ? (['unit'] as const) : []), ...others].map((n) => FACT_WORDS[n])
}
