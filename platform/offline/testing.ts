import type { Shelf } from './safe.web.ts'

/** A shelf of tests, over a map that they look into. */
export function shelfOf(map: Map<string, unknown>): Shelf {
  return {
    get: async (n) => map.get(n),
    put: async (all) => all.forEach(([n, v]) => void map.set(n, v)),
    remove: async (names) => names.forEach((n) => void map.delete(n)),
    names: async () => [...map.keys()],
  }
}
