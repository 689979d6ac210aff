/**
 * A map whose entries lie in a file instead of memory, so that a package of any size is joined within the same memory. Entries iterate in
 * the order in which their keys came first. Values are plain data and belong to the map: to change one, set it again.
 */
export interface DiskMap<T> extends Iterable<[key: string, value: T]> {
  /** number of entries */
  readonly size: number
  get(key: string): T | undefined
  has(key: string): boolean
  set(key: string, value: T): void
  /** an entry without a key: found by iterating or by its indexed fields only */
  add(value: T): void
  keys(): Generator<string>
  values(): Generator<T>
  /** values whose indexed field has this text, in order */
  of(field: string, text: string): T[]
  /** whether `of` would find any */
  holds(field: string, text: string): boolean
  /** values by the text of an indexed field, in the order of their first entry; groups of fewer than `least` are left out */
  groups(field: string, least?: number): Generator<[text: string, values: T[]]>
}

/** Makes an empty map. `fields` are indexed; null and undefined count as ''. `decode` reads a value back from its JSON. */
export type NewDiskMap = <T>(fields?: readonly (keyof T & string)[], decode?: (json: string) => T) => DiskMap<T>
