import { useEffect, useRef } from 'react'
import type { Text } from '../../../kit/model/lang.ts'

/** What a key does at its place: its help is this line and its handler too, so that neither says what the other does not know. */
export interface KeyAct {
  /** names of the keys, as the browser tells them */
  keys: readonly string[]
  /** how they are written for people, where that is otherwise */
  shown?: string
  what: Text
  /** false: not here and now; whoever listens next may have the key */
  run(e: KeyboardEvent): unknown
}
/** A part of the screen that has keys of its own, while it is seen. */
interface KeyPlace {
  name: Text
  acts(): readonly KeyAct[]
}
const places = new Set<KeyPlace>()
/** The keys that are heard now, by their places, the latest first. */
export const keysHere = (): { name: Text; acts: readonly KeyAct[] }[] =>
  [...places].toReversed().flatMap((p) => {
    const acts = p.acts()
    return acts.length > 0 ? [{ name: p.name, acts }] : []
  })

/** Says of keys that are listened to elsewhere that they are heard while `on`. */
export function useKeyPlace(on: boolean, name: Text, acts: readonly KeyAct[]): void {
  const now = useRef(acts)
  now.current = acts
  useEffect(() => {
    if (!on) return
    const place: KeyPlace = { name, acts: () => now.current }
    places.add(place)
    return () => void places.delete(place)
  }, [on, name])
}
/** Listens to keys while `on`; `isOurs`: whether what was pressed belongs to this place and not to what has the focus or lies over it. */
export function useKeys(on: boolean, name: Text, acts: readonly KeyAct[], isOurs: (e: KeyboardEvent) => boolean): void {
  useKeyPlace(on, name, acts)
  const now = useRef({ acts, isOurs })
  now.current = { acts, isOurs }
  useEffect(() => {
    if (!on) return
    const onKey = (e: KeyboardEvent) => {
      if (e.defaultPrevented || !now.current.isOurs(e)) return
      const act = now.current.acts.find((a) => a.keys.includes(e.key))
      if (act && act.run(e) !== false) e.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [on])
}
