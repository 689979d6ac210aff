// Which papers go beside an access message, and under which names. Pure. Source: data-format.md 13.
import type { AccessPaper } from './access.ts'

export interface StoredPaper {
  /** dictionary attach_kind */
  kind: string | null
  extension: string | null
  size: number | null
  ossName: string | null
  day: string
}
const MB = 2 ** 20
/** Bytes of a paper at most: a household register has half of what others may have. */
const most = (kind: string | null) => (kind === 'CBFHKB' ? MB : 2 * MB)
const TAKEN = ['jpg', 'jpeg', 'png', 'pdf']
const BY_HOUSEHOLD = ['CBFSFZ', 'CBFHKB', 'CBHT']
export interface NamedPaper extends AccessPaper {
  ossName: string
}
/** The papers that the standard takes, by its names; `left`: how many are of another type or too large. */
export function papersFor(stored: readonly StoredPaper[], of: { cbfbm: string; cbjyqzbm: string }): { taken: NamedPaper[]; left: number } {
  const count = new Map<string, number>()
  const fits = stored.filter((p) => p.ossName && TAKEN.includes((p.extension ?? '').toLowerCase()) && (p.size ?? 0) <= most(p.kind))
  const taken = fits.map((p) => {
    const base = p.kind === 'DKSYT' ? `DKSYT${of.cbjyqzbm}` : BY_HOUSEHOLD.includes(p.kind ?? '') ? `${p.kind}${of.cbfbm}` : '其他'
    const n = (count.get(base) ?? 0) + 1
    count.set(base, n)
    // sketches carry their number from 1, others from the second on
    const name = p.kind === 'DKSYT' ? `${base}${n}` : n > 1 ? `${base}_${n}` : base
    return { name, day: p.day, file: `${name}.${p.extension!.toLowerCase()}`, ossName: p.ossName! }
  })
  return { taken, left: stored.length - taken.length }
}
