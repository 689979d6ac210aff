/** The two calls of pg-copy-streams 7 the product uses; the package ships no types. */
declare module 'pg-copy-streams' {
  import type { Submittable } from 'pg'
  import type { Duplex, Readable, Writable } from 'node:stream'

  export function from(sql: string): Writable & Submittable & { rowCount: number }
  export function to(sql: string): (Readable | Duplex) & Submittable & { rowCount: number }
}
