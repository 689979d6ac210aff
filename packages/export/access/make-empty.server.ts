/**
 * Makes `empty.json`: an Access database (JET4) with the twelve tables of the national format and no row. Taken from a database of those tables: pages of the
 * system and of definitions stay under their numbers, for the catalogue names them; pages of rows go.
 * `node tools/run.mjs packages/export/access/make-empty.server.ts <file.mdb>`
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { JET_PAGE, jetTableOf } from './format.ts'
import tables from '../../../land/definitions/national/tables.json' with { type: 'json' }
import { MDBReader } from '../../package/mdb-reader.server.ts'

const from = readFileSync(process.argv[2] ?? '')
const objects = new MDBReader(from).getTable('MSysObjects').getData() as { Id: number; Name: string; Type: number }[]
const wanted = new Set(Object.keys(tables.tables))
const own = objects.filter((o) => o.Type === 1 && wanted.has(o.Name)).map((o) => ({ name: o.Name, page: o.Id }))
const pageAt = (n: number) => Buffer.from(from.subarray(n * JET_PAGE, (n + 1) * JET_PAGE))
const numbers: number[] = []
for (let n = 0; n < from.length / JET_PAGE; n++) {
  const page = pageAt(n)
  const isMap = page[0] === 5
  const isRow = page[0] === 1 && own.some((t) => t.page === page.readUInt32LE(4))
  if (!isMap && !isRow) numbers.push(n)
}
const maps = new Set(own.map((t) => jetTableOf(pageAt(t.page)).mapPage))
const pages = numbers.map((n) => {
  const page = pageAt(n)
  if (own.some((t) => t.page === n)) page.writeUInt32LE(0, 16)
  // every map of a table begins anew: kind 0, from page 0, no bit set
  if (maps.has(n)) {
    const rows = page.readUInt16LE(12)
    page.fill(0, page.readUInt16LE(14 + (rows - 1) * 2) & 0x1fff)
  }
  return page
})
const bytes = brotliCompressSync(Buffer.concat(pages)).toString('base64')
writeFileSync(new URL('./empty.json', import.meta.url), `${JSON.stringify({ numbers, tables: own, bytes })}\n`)
