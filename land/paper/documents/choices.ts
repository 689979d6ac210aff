/** A check box of a form with its text. */
export interface Choice {
  readonly text: string
  readonly on: boolean
}

/** @returns one box a text, the hit one ticked; a hit that is none of the boxes ticks nothing */
export function choicesOf(boxes: readonly string[], hit: string | undefined): Choice[] {
  return boxes.map((text) => ({ text, on: text === hit }))
}
