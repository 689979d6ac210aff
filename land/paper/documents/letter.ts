/** Letters and lists of a case (acceptance, correction, refusal, opinions, notices, statements, answers): pages of blocks in order, all as final text. A4 portrait. */

import type { PrintedChoice } from '../../../services/typeset/choices.ts'

/** A paragraph; pairs of label and value, two a line; boxes of which some are ticked; a table with the share of each column; opinions with who gave them, and how he signs by hand (PNG in base64); places for signatures. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'table'; readonly columns: readonly (readonly [title: string, share: number])[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'choices'; readonly label: string; readonly boxes: readonly PrintedChoice[] }
  | { readonly kind: 'opinions'; readonly rows: readonly { title: string; text: string; by: string; at: string; picture?: string }[] }
  | { readonly kind: 'signs'; readonly labels: readonly string[] }
export interface Letter {
  readonly title: string
  /** number of the paper, right above its text */
  readonly number?: string
  /** whom it is written to */
  readonly to?: string
  readonly blocks: readonly Block[]
  /** who writes it and when, right below its text; the first line has the place of the seal */
  readonly from?: readonly string[]
}
export interface LetterDoc {
  readonly docId?: string
  readonly title: string
  readonly letters: readonly Letter[]
}

/** Columns from which a table asks for a wider page. */
const WIDE = 7
/** Millimetres of the end of a letter that may stand together on one page; what is more begins before it. */
const MOST_TAIL = 150
const heightOf = (b: Block): number => {
  if (b.kind === 'signs') return 8 + Math.ceil(b.labels.length / 2) * 14
  // what is only to be filled in says nothing yet
  if (b.kind === 'facts' && b.rows.every(([, value]) => value === '')) return Math.ceil(b.rows.length / 2) * 12
  return b.kind === 'opinions' ? b.rows.length * 35 : Infinity
}
/** Where the end of a letter begins: the signatures, opinions and empty lines after the last block that says something, which are never alone on a page. */
function tailAt(blocks: readonly Block[], from: readonly string[]): number {
  let at = blocks.length,
    height = from.length ? 12 + from.length * 7 : 0
  while (at > 0 && height + heightOf(blocks[at - 1]!) <= MOST_TAIL) height += heightOf(blocks[--at]!)
  return at
}
/** Two pairs beside each other; an odd one has an empty neighbour. */
function pairsOf(rows: readonly (readonly [string, string])[]): string[][] {
  const pairs: string[][] = []
  for (let i = 0; i < rows.length; i += 2) pairs.push([...rows[i]!, ...(rows[i + 1] ?? ['', ''])])
  return pairs
}

/** A block as the template reads it; a picture as its bytes. */
function modelOf(b: Block) {
  if (b.kind === 'facts') return { ...b, pairs: pairsOf(b.rows) }
  if (b.kind !== 'opinions') return b
  // who has no signature leaves no trace in what is typeset: the code of such a paper stays
  return { ...b, rows: b.rows.map(({ picture, ...r }) => (picture ? { ...r, picture: [...atob(picture)].map((c) => c.charCodeAt(0)) } : r)) }
}

/** @returns the JSON the template reads: the blocks of each letter, and apart from them its end (`tail`), which holds together with the last of them */
export function letterModel(d: LetterDoc) {
  const whole = { number: '', to: '', from: [] as readonly string[] }
  const blocks = (list: readonly Block[]) => list.map(modelOf)
  const letters = d.letters.map((l) => {
    const at = tailAt(l.blocks, l.from ?? [])
    return {
      ...whole,
      ...l,
      isWide: l.blocks.some((b) => b.kind === 'table' && b.columns.length >= WIDE),
      blocks: blocks(l.blocks.slice(0, at)),
      tail: blocks(l.blocks.slice(at)),
    }
  })
  return { ...d, letters }
}
