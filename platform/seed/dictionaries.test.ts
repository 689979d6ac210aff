import { expect, test } from 'vitest'
import { readFile } from 'node:fs/promises'
import { composed } from '../../tools/composed.ts'

const { slices } = composed()
interface Dict {
  code: string
  items: { key: string; en: string }[]
}

test('every dictionary and value that a definition names is seeded', async () => {
  const { dictionaries } = JSON.parse(await readFile(new URL('./dictionaries.json', import.meta.url), 'utf8')) as { dictionaries: Dict[] }
  const known = new Map(dictionaries.map((d) => [d.code, new Set(d.items.map((i) => i.key))]))
  const fields = slices.flatMap((s) =>
    s.resources.flatMap((r) => Object.entries(r.fields as Record<string, any>).map(([name, f]) => ({ name: `${r.name}.${name}`, ...f }))),
  )
  const named = fields.filter((f) => f.dict)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((f) => !known.has(f.dict)).map((f) => `${f.name}: ${f.dict}`)).toEqual([])
  expect(named.filter((f) => f.values?.some((v: string) => !known.get(f.dict)!.has(v))).map((f) => `${f.name}: ${f.values}`)).toEqual([])
})

test('every value has its English word', async () => {
  const { dictionaries } = JSON.parse(await readFile(new URL('./dictionaries.json', import.meta.url), 'utf8')) as { dictionaries: Dict[] }
  const without = dictionaries.flatMap((d) => d.items.filter((i) => !i.en || /\p{Script=Han}/u.test(i.en)).map((i) => `${d.code} ${i.key}`))
  expect(without).toEqual([])
})
