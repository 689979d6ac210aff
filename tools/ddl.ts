// Prints the DDL that definitions ask for, as a start for the next migration: node tools/ddl.ts fbf cbf
import { compose } from '../apps/server/compose.server.ts'
import { createTable } from '../kit/server/columns.server.ts'
import { folderStorage } from '../slices/files/storage.server.ts'

const { slices } = compose({
  session: { keys: { keyId: '', publicKey: '', privateKey: '' }, captcha: false },
  storage: folderStorage('/nowhere'),
  dataDir: '/nowhere',
})
const wanted = process.argv.slice(2)
for (const r of slices.flatMap((s) => s.resources)) if (wanted.length === 0 || wanted.includes(r.name)) console.log(`${createTable(r)}\n`)
