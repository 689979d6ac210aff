import { pageAt } from '../pages.ts'

/** A pointer that only passes over a line of the menu fetches nothing, ms. */
const MEANT = 60

/**
 * Fetches the code of a page when the pointer rests on its line of the menu, or the keyboard comes to it: it is there when the line is pressed, and what nobody
 * wants is never sent. What does not arrive is fetched when it is wanted, and told then. Answers how to stop it.
 */
export function warm(menu: HTMLElement): () => void {
  let timer = 0
  const meant = (e: Event) => {
    clearTimeout(timer)
    const line = (e.target as Element).closest<HTMLElement>('[data-menu-id]')?.dataset.menuId ?? ''
    const load = pageAt(line.slice(line.indexOf('-/') + 1))
    if (load) timer = window.setTimeout(() => void load().catch(() => undefined), MEANT)
  }
  menu.addEventListener('pointerover', meant)
  menu.addEventListener('focusin', meant)
  return () => {
    clearTimeout(timer)
    menu.removeEventListener('pointerover', meant)
    menu.removeEventListener('focusin', meant)
  }
}
