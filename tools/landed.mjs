// Enters new migrations with their checksums into db/landed-migrations.json. What stands there is never changed: history is not edited.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const LIST = join(ROOT, 'db/landed-migrations.json')
const FOLDER = join(ROOT, 'db/migrations')
const landed = JSON.parse(readFileSync(LIST, 'utf8'))
for (const name of readdirSync(FOLDER).sort()) {
  if (!name.endsWith('.sql')) continue
  const sum = createHash('sha256')
    .update(readFileSync(join(FOLDER, name)))
    .digest('hex')
  if (landed[name] && landed[name] !== sum) console.error(`${name} is not what landed: put it back and add a new migration`)
  landed[name] ??= sum
}
writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(Object.entries(landed).sort()), null, 1)}\n`)
