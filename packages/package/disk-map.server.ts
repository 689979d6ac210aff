import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { NewDiskMap, DiskMap } from './disk-map.ts'

/** Entries a statement of an iteration reads at once. */
const BATCH = 500
/** Entries kept decoded in memory for each map: neighbours in a table mostly ask for the same few. */
const KEPT = 1000

/** All maps of one piece of work, in one private file. */
export interface DiskMaps {
  make: NewDiskMap
  close(): void
}

/**
 * Opens a file for maps below `parent`; `close` removes it. The file is scratch, one transaction that is never committed or synced: after
 * a crash nobody reads it. Memory: 4 MB of pages and at most 1000 values a map.
 */
export function openDiskMaps(parent: string): DiskMaps {
  const dir = mkdtempSync(join(parent, 'maps-'))
  const db = new DatabaseSync(join(dir, 'maps.db'))
  db.exec('pragma synchronous = off; pragma locking_mode = exclusive; pragma cache_size = -4096; begin')
  let made = 0
  return {
    make: <T>(fields: readonly (keyof T & string)[] = [], decode: (json: string) => T = JSON.parse) => map<T>(db, `s${++made}`, fields, decode),
    close: () => {
      db.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Maps below `parent` for as long as the work runs. */
export async function withDiskMaps<T>(parent: string, work: (newMap: NewDiskMap) => Promise<T>): Promise<T> {
  const maps = openDiskMaps(parent)
  try {
    return await work(maps.make)
  } finally {
    maps.close()
  }
}

type Entry = { n: number; k: string; v: string }

function map<T>(db: DatabaseSync, name: string, fields: readonly (keyof T & string)[], decode: (json: string) => T): DiskMap<T> {
  const columns = fields.map((_, i) => `f${i}`)
  const column = (field: string) => columns[fields.indexOf(field as (typeof fields)[number])]
  db.exec(`create table ${name} (${['n integer primary key', 'k text unique', 'v text not null', ...columns].join(', ')})`)
  for (const c of columns) db.exec(`create index ${name}_${c} on ${name} (${c})`)
  const all = ['k', 'v', ...columns]
  const put = db.prepare(
    `insert into ${name} (${all.join(', ')}) values (${all.map(() => '?').join(', ')}) on conflict (k) do update set ${all.map((c) => `${c} = excluded.${c}`).join(', ')}`,
  )
  const byKey = db.prepare(`select v from ${name} where k = ?`)
  const next = db.prepare(`select n, k, v from ${name} where n > ? order by n limit ${BATCH}`)
  const byField = new Map(columns.map((c) => [c, db.prepare(`select v from ${name} where ${c} = ? order by n`)]))
  const anyOf = new Map(columns.map((c) => [c, db.prepare(`select 1 from ${name} where ${c} = ? limit 1`)]))
  const kept = new Map<string, T | undefined>()
  let size = 0

  const keep = (key: string, value: T | undefined) => {
    if (kept.size >= KEPT) kept.clear()
    kept.set(key, value)
    return value
  }
  const write = (key: string | null, value: T) => put.run(key, JSON.stringify(value), ...fields.map((field) => String(value[field] ?? '')))
  const get = (key: string): T | undefined => {
    const known = kept.get(key)
    if (known !== undefined || kept.has(key)) return known
    const found = byKey.get(key) as { v: string } | undefined
    return keep(key, found && decode(found.v))
  }
  function* entries(): Generator<Entry> {
    for (let last = 0; ;) {
      const rows = next.all(last) as Entry[]
      yield* rows
      if (rows.length < BATCH) return
      last = rows[rows.length - 1]!.n
    }
  }
  const of = (field: string, text: string) => (byField.get(column(field)!)!.all(text) as { v: string }[]).map((row) => decode(row.v))

  return {
    get size() {
      return size
    },
    get,
    has: (key) => get(key) !== undefined,
    set(key, value) {
      if (get(key) === undefined) size++
      write(key, value)
      keep(key, value)
    },
    add(value) {
      size++
      write(null, value)
    },
    *keys() {
      for (const entry of entries()) yield entry.k
    },
    *values() {
      for (const entry of entries()) yield decode(entry.v)
    },
    *[Symbol.iterator]() {
      for (const entry of entries()) yield [entry.k, decode(entry.v)]
    },
    of,
    holds: (field, text) => anyOf.get(column(field)!)!.get(text) !== undefined,
    *groups(field, least = 1) {
      const c = column(field)!
      // a statement of its own: the reader of a group may begin another iteration
      const texts = db.prepare(`select ${c} as text from ${name} group by ${c} having count(*) >= ? order by min(n)`).iterate(least) as Iterable<{
        text: string
      }>
      for (const { text } of texts) yield [text, of(field, text)]
    },
  }
}
