import { labelOf } from '../../../kit/model/field.ts'
import { cleaned } from '../../../kit/model/clean.ts'
import type { Field, Kind } from '../../../kit/model/field.ts'
import type { Lang, Text } from '../../../kit/model/lang.ts'
import { isRounded } from '../../../runtime/workbook/rounded.ts'
import { cellFaults } from './problems.ts'

/** What a cell of a sheet holds. A moment of a sheet has no zone; it comes as if it were UTC. */
export type Read = string | number | boolean | Date | null
/** Words of a column by key, and what people may type for them. */
export interface Choices {
  /** keys by what people type: the words of both languages, and the key itself */
  keys: ReadonlyMap<string, readonly string[]>
  /** words that may be chosen, for the drop-down and the sentence about a wrong one */
  offered: Readonly<Record<Lang, readonly string[]>>
}
export type ReadCell = { value: string | number | null } | { fault: Text }

const NUMBERS: readonly Kind[] = ['int', 'decimal', 'area']
/** How many digits of a number Excel keeps; with one more it is already another number. */
const EXACT_LIMIT = 1e15
const two = (n: number) => String(n).padStart(2, '0')
const dayOf = (d: Date) => `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`
const clockOf = (d: Date) => `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`

/** A cell as people read it. A day has no time unless it says one. */
export function textOfRead(v: Read): string {
  if (v === null) return ''
  if (v instanceof Date) return Number.isNaN(v.getTime()) ? '' : clockOf(v) === '00:00:00' ? dayOf(v) : `${dayOf(v)} ${clockOf(v)}`
  if (typeof v === 'boolean') return v ? '1' : '0'
  return String(v)
}
/** Line ends and escaped signs as a workbook keeps them: what only the way through a file changes is no difference. */
const plain = (s: string): string =>
  s.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))).replace(/\r\n?/g, '\n')
const isNumber = (s: string) => /^-?\d{1,15}(\.\d+)?$/.test(s)

/** Whether a cell that was read says the same as the cell that an export shows for a value. */
export function sameCell(kind: Kind, shown: string | number | null, read: Read): boolean {
  const a = plain(shown === null ? '' : String(shown)),
    b = plain(textOfRead(read))
  if (a === b) return true
  if (NUMBERS.includes(kind) && isNumber(a) && isNumber(b)) return Number(a) === Number(b)
  return (kind === 'datetime' && a === `${b} 00:00:00`) || (a.trim() === '' && b.trim() === '')
}

/** A day however people write it: 2026-3-1, 2026/3/1, 2026.3.1, 2026年3月1日, 20260301. Anything else stays for the field's own check. */
function dayText(s: string): string {
  const m = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))$/.exec(s)
  return m ? `${m[1]}-${two(Number(m[2] ?? m[4]))}-${two(Number(m[3] ?? m[5]))}` : s
}
/** What a sum in a sheet leaves behind (0.30000000000000004) is no third decimal. */
function numberText(v: number): string {
  const cents = Math.round(v * 100)
  return Math.abs(v * 100 - cents) < 1e-6 && Math.abs(v) < 1e13 ? String(cents / 100) : String(v)
}

/** How many options are named in a sentence; the template has them all. */
const NAMED = 8
/** The key behind a word, or the sentence about what may be chosen. */
function keyOf(f: Field, s: string, choices: Choices): ReadCell {
  const keys = choices.keys.get(s)
  if (keys?.length === 1) return { value: keys[0]! }
  if (keys) return { fault: cellFaults.manyWords(labelOf(f), keys.slice(0, NAMED).join('、')) }
  const some = (lang: Lang) => choices.offered[lang].slice(0, NAMED).join(lang === 'en' ? ', ' : '、')
  return { fault: cellFaults.notWord(labelOf(f), { zh: some('zh'), en: some('en') }, choices.offered.zh.length > NAMED) }
}

/**
 * The value that a cell means for a field, before the field's own checks; empty is null. `at` names the cell (B7).
 * Words become keys where the column has choices; surrounding blanks go.
 */
export function takeCell(f: Field, read: Read, at: string, choices: Choices | undefined): ReadCell {
  if (read === null) return { value: null }
  if (typeof read === 'number') {
    if (Math.abs(read) >= EXACT_LIMIT && !NUMBERS.includes(f.kind)) return { fault: cellFaults.precision(at) }
    if (NUMBERS.includes(f.kind)) return { value: numberText(read) }
  }
  let s = textOfRead(read).trim()
  if (s === '') return { value: null }
  if (f.kind === 'text' || f.kind === 'note') s = cleaned(f, s)
  if (f.kind === 'text' && isRounded(s)) return { fault: cellFaults.precision(at) }
  if (/^#(REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!)$/.test(s)) return { fault: cellFaults.errorValue(at) }
  if (choices) {
    const taken = keyOf(f, s, choices)
    return f.kind === 'flag' && 'value' in taken ? { value: Number(taken.value) } : taken
  }
  if (f.kind === 'date') return { value: dayText(s.replace(/[ T]00:00(:00)?$/, '')) }
  if (f.kind === 'datetime') {
    const [day = '', clock] = s.split(/[ T]/)
    return { value: `${dayText(day)} ${clock ? (clock.length === 5 ? `${clock}:00` : clock) : '00:00:00'}` }
  }
  return { value: NUMBERS.includes(f.kind) ? s.replace(/(?<=\d),(?=\d{3}(\D|$))/g, '') : s }
}
