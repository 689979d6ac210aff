import type { RouterHistory } from '@tanstack/react-router'

const INDEX = '__TSR_index'
const placeIn = (state: unknown): number | undefined => {
  const at = (state as Record<string, unknown> | null)?.[INDEX]
  return typeof at === 'number' && Number.isFinite(at) ? at : undefined
}
/**
 * Gives every entry of the browser's history its place: one that the router did not make (the link to the page's content, an extension) has none, and a step back from a
 * form that is refused would then load the page anew instead of going forward to the form again, and what was typed would be lost.
 */
export function keepPlaces(history: RouterHistory): () => void {
  let last = placeIn(window.history.state) ?? 0
  return history.subscribe(() => {
    // what the router is about to push stands in its own location first, and has a place
    if (placeIn(window.history.state) === undefined) {
      last += 1
      window.history.replaceState({ ...(window.history.state as object | null), [INDEX]: last }, '')
    } else last = placeIn(history.location.state) ?? last
  })
}
