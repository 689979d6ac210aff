/** Letters and lists of a case (acceptance, correction, refusal, opinions, notices, statements, answers): pages of blocks in order, all as final text. A4 portrait. */

import type { Choice } from './choices.ts'

/** A paragraph; pairs of label and value, two a line; boxes of which some are ticked; a table with the share of each column; opinions with who gave them; places for signatures. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'table'; readonly columns: readonly (readonly [title: string, share: number])[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'choices'; readonly label: string; readonly boxes: readonly Choice[] }
  | { readonly kind: 'opinions'; readonly rows: readonly { title: string; text: string; by: string; at: string }[] }
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

/** @returns the JSON the template reads */
export function letterModel(d: LetterDoc) {
  const whole = { number: '', to: '', from: [] as readonly string[] }
  // two pairs stand beside each other; an odd one has an empty neighbour
  const even = (rows: readonly (readonly [string, string])[]) => (rows.length % 2 ? [...rows, ['', ''] as const] : rows)
  const blocks = (list: readonly Block[]) => list.map((b) => (b.kind === 'facts' ? { ...b, rows: even(b.rows) } : b))
  return { ...d, letters: d.letters.map((l) => ({ ...whole, ...l, blocks: blocks(l.blocks) })) }
}
