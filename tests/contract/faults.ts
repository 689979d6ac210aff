import { isDeepStrictEqual } from 'node:util'

/** What is wrong, one line each: a loop over many definitions shows all of it at once. */
export interface Faults {
  readonly found: string[]
  /** notes `what` unless `is` equals `should` */
  same(what: string, is: unknown, should: unknown): void
}
export function faults(): Faults {
  const found: string[] = []
  return {
    found,
    same(what, is, should) {
      if (!isDeepStrictEqual(is, should)) found.push(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`)
    },
  }
}
