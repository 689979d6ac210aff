/** A map that is never changed: `with` answers a new one that shares all but the touched parts with the old. */
export class Kept<V> {
  private readonly parts: readonly ReadonlyMap<string, V>[]
  constructor(parts: readonly ReadonlyMap<string, V>[] = Array.from({ length: 1024 }, () => new Map<string, V>())) {
    this.parts = parts
  }
  get(key: string): V | undefined {
    return this.parts[partOf(key)]!.get(key)
  }
  *[Symbol.iterator](): Generator<[string, V]> {
    for (const part of this.parts) yield* part
  }
  /** The map with these values; undefined takes a key out. */
  with(changes: Iterable<readonly [string, V | undefined]>): Kept<V> {
    const parts = [...this.parts]
    const own = new Map<number, Map<string, V>>()
    for (const [key, v] of changes) {
      const n = partOf(key)
      let part = own.get(n)
      if (!part) own.set(n, (part = new Map(parts[n])))
      if (v === undefined) part.delete(key)
      else part.set(key, v)
    }
    for (const [n, part] of own) parts[n] = part
    return new Kept(parts)
  }
}
function partOf(key: string): number {
  let h = 0
  for (let i = 0; i < key.length; i++) h = (h * 31 + key.charCodeAt(i)) | 0
  return h & 1023
}
