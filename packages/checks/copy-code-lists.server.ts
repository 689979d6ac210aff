/**
 * Command: node tools/run.mjs packages/checks/copy-code-lists.server.ts <dictionaries.json>. Rewrites code-lists.json from the domain dictionaries;
 * keeps the lists that fields of layers and tables name.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tables from '../../land/definitions/national/tables.json' with { type: 'json' }
import layers from '../../land/definitions/national/layers.json' with { type: 'json' }

interface Item {
  key: string
  zh: string
  letter?: string
  sexHint?: string
  selectable?: boolean
}
interface Dictionary {
  code: string
  items: Item[]
}

function copyCodeLists(source: string): void {
  const given = JSON.parse(readFileSync(source, 'utf8')) as { dictionaries: Dictionary[] }
  const groups = [...Object.values(tables.tables), ...Object.values(layers.layers)]
  const wanted = new Set(groups.flatMap((group) => group.fields.map((field) => ('domain' in field ? String(field.domain) : ''))))
  const kept = given.dictionaries.filter((list) => wanted.has(list.code))
  const item = ({ zh, letter, sexHint, selectable }: Item) => ({ zh, letter, sexHint, selectable })
  const lists = Object.fromEntries(kept.map((list) => [list.code, Object.fromEntries(list.items.map((entry) => [entry.key, item(entry)]))]))
  const out = { source: 'domain dictionaries (machine/dictionaries.json), copied by copy-code-lists.server.ts', lists }
  writeFileSync(fileURLToPath(new URL('code-lists.json', import.meta.url)), JSON.stringify(out, null, 1) + '\n')
}

copyCodeLists(process.argv[2] ?? 'dictionaries.json')
