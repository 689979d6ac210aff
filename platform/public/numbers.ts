// Numbers of people in texts that become public or are kept in logs: people write them into what nobody masks. Pure. Source: rulings.md 42.
import { maskText } from '../../kit/model/mask.ts'

/** A digit, of half or full width, and what is written between two that belong together. */
const D = '[0-9０-９]'
const GAP = String.raw`[\s\-－—–._\u200b-\u200d\ufeff]?`
const run = (first: string, more: number | string, last = '') => new RegExp(`(?<!${D})${first}(?:${GAP}${D}){${more}}${last ? GAP + last : ''}(?!${D})`, 'g')

/** Contracts are called by the code of their contractor and a J, and a year that is still to come is nobody's birth: such codes of the register stay. */
const BORN = /^[1-9]\d{5}(18\d\d|19\d\d|20[0-2]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dX]$/
/** In the order in which they are looked for; `is` judges the plain digits, so that codes of the register and dates stay. */
const RESIDENT = [
  { found: run('[1-9１-９]', 16, '[0-9０-９xXｘＸ](?![Jj])'), is: BORN },
  { found: run('[1-9１-９]', 14), is: /^[1-9]\d{7}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}$/ },
] as const
const MOBILE = [
  { found: run('[8８]', 12), is: /^861[3-9]\d{9}$/ },
  { found: run('[1１]', 10), is: /^1[3-9]\d{9}$/ },
] as const
const LANDLINE = [{ found: run('[0０]', '9,11'), is: /^0\d{9,11}$/ }] as const

const plain = (s: string): string =>
  s
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\dX]/g, '')
const hidden = (text: string, kinds: readonly { found: RegExp; is: RegExp }[]): string =>
  kinds.reduce((t, { found, is }) => t.replaceAll(found, (s) => (is.test(plain(s)) ? maskText(plain(s)) : s)), text)

/** A text of an office: numbers of residents and mobile phones are masked; the telephone of its window stays. */
export const officeText = (text: unknown): string => hidden(String(text ?? ''), [...RESIDENT, ...MOBILE])
/** A text of a citizen: every telephone in it is somebody's own. */
export const citizenText = (text: unknown): string => hidden(String(text ?? ''), [...RESIDENT, ...MOBILE, ...LANDLINE])
