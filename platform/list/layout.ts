import type { Field } from '../../kit/model/field.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { hundredths, isDecimal, ofHundredths } from '../../kit/model/decimal.ts'

export const DENSITIES = ['compact', 'usual', 'loose'] as const
export type Density = (typeof DENSITIES)[number]
/** Height of a row in pixels, as list.css has it. */
export const ROW_HEIGHT: Readonly<Record<Density, number>> = { compact: 30, usual: 36, loose: 46 }
/** The narrowest column, px. */
export const NARROWEST = 48

/** How somebody has laid a list out; what is not there stands as the screen has it. */
export interface ListLayout {
  hidden?: readonly string[]
  order?: readonly string[]
  widths?: Readonly<Record<string, number>>
  pinned?: readonly string[]
  density?: Density
  /** every second row in another shade */
  stripes?: boolean
  /** long texts in several lines, where all rows are drawn */
  wrap?: boolean
  /** whether the region tree stands beside the list */
  tree?: boolean
  /** whether a record stands beside the list, where there is room */
  split?: boolean
}

/** Columns in the order of a layout; those it does not know stay behind the one before them. */
export function columnsInOrder<C extends { key: string }>(columns: readonly C[], order: readonly string[] = []): C[] {
  const known = new Map(columns.map((c) => [c.key, c]))
  const out = order.flatMap((k) => known.get(k) ?? [])
  columns.forEach((c, i) => {
    if (out.includes(c)) return
    const before = columns[i - 1]
    out.splice(before ? out.indexOf(before) + 1 : 0, 0, c)
  })
  return out
}
/** The order with one column at another place; as it was where there is no such column or place. */
export function columnMoved(keys: readonly string[], key: string, to: number): string[] {
  const out = [...keys]
  const at = out.indexOf(key)
  if (at < 0 || to < 0 || to >= out.length) return out
  out.splice(at, 1)
  out.splice(to, 0, key)
  return out
}
/** Columns as they are laid out: shown ones, pinned ones first, with their widths. */
export function laidOut<C extends { key: string; width?: number | string }>(columns: readonly C[], layout: ListLayout, pinned: readonly string[]): C[] {
  const keep = layout.pinned ?? pinned
  const shown = columnsInOrder(columns, layout.order).filter((c) => !(layout.hidden ?? []).includes(c.key))
  const wide = shown.map((c) => ({ ...c, width: layout.widths?.[c.key] ?? c.width ?? 160 }))
  const isPinned = (c: C) => keep.includes(c.key)
  const atLeft = wide.filter(isPinned).map((c, i) => ({ ...c, fixed: 'start' as const, ...(i === 0 ? { className: 'list-name' } : {}) }))
  return [...atLeft, ...wide.filter((c) => !isPinned(c))]
}

/** Whether a text is a code, a number, a day or a term: such a one is read whole, and is broken at none of its hyphens. */
export const isOneWord = (v: unknown): boolean => typeof v === 'string' && /^(?=.*\d)[\w.·/:~–至 -]{1,32}$/.test(v)

/** Whole numbers of the register that count something: members, parcels, circulated parcels. The others are years, versions and numbers of an order. */
const COUNTS: readonly string[] = ['cbfcysl', 'cbdkzs', 'lzdks']
const storedColumns = (r: AnyResource, is: (name: string, f: Field) => boolean): string[] =>
  r.scope !== 'land' ? [] : entries(r).flatMap(([n, f]) => (is(n, f) && f.column !== false && !r.derived?.includes(n) ? [n] : []))
/** The areas that a list of land stores and shows. */
export const areaColumns = (r: AnyResource): string[] => storedColumns(r, (_n, f) => f.kind === 'area')
/** The columns of a list of land that are added up in its foot: what it counts, then its areas. */
export const summedColumns = (r: AnyResource): string[] => [...storedColumns(r, (n, f) => f.kind === 'int' && COUNTS.includes(n)), ...areaColumns(r)]
/** The sum of decimal texts, exact; undefined when one of them is no number. */
export function areaSumOf(values: readonly unknown[]): string | undefined {
  const texts = values.map((v) => String(v ?? '') || '0')
  return texts.every(isDecimal) ? ofHundredths(texts.reduce((sum, t) => sum + hundredths(t), 0n)) : undefined
}
