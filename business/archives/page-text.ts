// What is written on a page, as it is kept and found. Pure.
import { cleanNote } from '../../kit/model/clean.ts'
import { maskText } from '../../kit/model/mask.ts'
import { MOST_TEXT } from './archive.ts'

/** Signs before and after what was found that are shown with it. */
const AROUND = 30

/** The text of a page in one line: characters unified, no blanks beside a Chinese character, so that a word that a line break parts is found. */
export const pageText = (raw: string): string =>
  cleanNote(raw)
    .replace(/\p{Cc}|\s|\u3000/gu, ' ')
    .replace(/ +/g, ' ')
    .replace(/ ?([\p{Script=Han}，。、；：！？（）《》【】“”]) ?/gu, '$1')
    .trim()
    .slice(0, MOST_TEXT)
/** Where a text that was typed stands on a page, with what stands around it; the beginning of the page where it was found by its pinyin. */
export function excerpt(text: string, typed: string): string {
  const at = Math.max(0, text.indexOf(typed))
  const [from, to] = [Math.max(0, at - AROUND), at + typed.length + AROUND]
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}

/** How numbers of persons stand in a text, in words that JavaScript and PostgreSQL read alike: an identity number with a day in it, a mobile number. */
export const NUMBERS = [
  '(?<![0-9])[1-9][0-9]{5}(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9Xx](?![0-9Xx])',
  '(?<![0-9])1[3-9][0-9]{9}(?![0-9])',
] as const
const FOUND = NUMBERS.map((n) => new RegExp(n, 'g'))
/** A text as people without the right to full numbers read it. */
export const maskedText = (text: string): string => FOUND.reduce((t, n) => t.replace(n, maskText), text)
