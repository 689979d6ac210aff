// Counts what a person does at a page: presses (a drag is one), fields that are typed in without a press before, and files that are chosen.
import type { Page } from 'playwright-core'

interface Counted {
  n: number
  last: EventTarget | null
}
declare global {
  var counted: Counted | undefined
}

/** Begins to count at a page, or begins anew. */
export const countFrom = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (globalThis.counted) return void Object.assign(globalThis.counted, { n: 0, last: null })
    const c: Counted = (globalThis.counted = { n: 0, last: null })
    addEventListener(
      'pointerdown',
      ({ target }) => {
        c.n++
        c.last = target
      },
      true,
    )
    addEventListener(
      'input',
      ({ target }) => {
        const isFile = target instanceof HTMLInputElement && target.type === 'file'
        // what was pressed and is typed in then is one act
        if (isFile || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || ['checkbox', 'radio'].includes(target.type)) return
        if (c.last !== target) c.n++
        c.last = target
      },
      true,
    )
    addEventListener(
      'change',
      ({ target }) => {
        if (target instanceof HTMLInputElement && target.type === 'file') c.n++
      },
      true,
    )
  })
/** How many acts there were since then. */
export const acts = (page: Page): Promise<number> => page.evaluate(() => globalThis.counted?.n ?? 0)
