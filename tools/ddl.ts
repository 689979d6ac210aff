// Prints the DDL that definitions ask for, as a start for the next migration: node tools/run.mjs tools/ddl.ts fbf cbf
import { createTable } from '../kit/server/columns.server.ts'
import { composed } from './composed.ts'

const { slices } = composed()
const wanted = process.argv.slice(2)
for (const r of slices.flatMap((s) => s.resources)) if (wanted.length === 0 || wanted.includes(r.name)) console.log(`${createTable(r)}\n`)
