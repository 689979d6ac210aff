import { faultOf } from '../files/uploader/upload-rules.ts'
import type { Text } from '../../kit/model/lang.ts'

/** What the picker takes. Source: platform.md 2, 9 (photo picker: png, jpg, jpeg; 10485760 bytes). */
export const PICKER = { accept: ['png', 'jpg', 'jpeg'], sizeKb: 10_485_760 / 1024 } as const
/** Photos of one PDF at most. Source: services/files/offline-pdf.server.ts. */
export const MOST_PHOTOS = 50

/** A picture of the tool: one that stands with the business (`attachId`), or one that only this browser has (`file`). */
export interface ShownPhoto {
  key: string
  name: string
  attachId?: string
  file?: File
  /** address of the picture, for an `img` */
  url?: string
}
/** What a chosen file breaks, or undefined. */
export const pickFault = (file: { name: string; size: number }): Text | undefined => faultOf(file, PICKER)

/**
 * Photos are named with a timestamp; two of one millisecond are told apart. What did not come from a camera says before it what it is, and is a PNG
 * then: '签名1763740000000.png'. Source: platform.md 2.
 */
export function photoName(now: number, taken: readonly string[], what = '', extension: 'jpg' | 'png' = 'jpg'): string {
  const name = (at: number) => `${what}${at}.${extension}`
  let at = now
  while (taken.includes(name(at))) at += 1
  return name(at)
}
/** The list with one entry where another stands; the same list when there is nothing to move. */
export function movedPhotos<T extends { key: string }>(list: readonly T[], key: string, to: string): readonly T[] {
  const [from, at] = [list.findIndex((p) => p.key === key), list.findIndex((p) => p.key === to)]
  if (from < 0 || at < 0 || from === at) return list
  const next = [...list]
  next.splice(at, 0, ...next.splice(from, 1))
  return next
}
/** The list with one entry a step earlier (-1) or later (1). */
export function stepped<T extends { key: string }>(list: readonly T[], key: string, by: -1 | 1): readonly T[] {
  const neighbour = list[list.findIndex((p) => p.key === key) + by]
  return neighbour ? movedPhotos(list, key, neighbour.key) : list
}
/** Pictures in the order of their keys; those that the order does not know come last, as they were. */
export function inOrder<T extends { key: string }>(list: readonly T[], order: readonly string[]): readonly T[] {
  if (order.length === 0) return list
  const rank = ({ key }: T) => (order.includes(key) ? order.indexOf(key) : order.length)
  return [...list].sort((a, b) => rank(a) - rank(b))
}
/** Ids of the pictures that the server has, in their order. */
export const idsOf = (list: readonly ShownPhoto[]): string[] => list.flatMap((s) => s.attachId ?? [])
/** The list after some were sent: they stand where they stood, as pictures of the server. `sent`: key → id. */
export const afterSending = (list: readonly ShownPhoto[], sent: ReadonlyMap<string, string>): ShownPhoto[] =>
  list.map((s) => {
    const attachId = sent.get(s.key)
    return attachId === undefined ? s : { key: attachId, name: s.name, attachId }
  })
