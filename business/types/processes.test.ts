import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { processXml, typeCodes } from '../../services/process/engine/definitions.ts'
import { parseDefinition } from '../../services/process/engine/engine.server.ts'
import { filesOf } from '../../tools/floors.mjs'
import { bpmnFile, bpmnText } from '../../services/process/engine/generate.server.ts'

const fileOf = (typeCode: (typeof typeCodes)[number]) => readFile(bpmnFile(new URL('./', import.meta.url), typeCode), 'utf8')

describe.each(typeCodes)('the file of %s', (typeCode) => {
  test('is what the generator writes', async () => {
    expect(await fileOf(typeCode)).toBe(await bpmnText(typeCode))
  })

  test('draws every node and flow, and means the same as the text without diagram', async () => {
    const xml = await fileOf(typeCode)
    const [drawn, plain] = [await parseDefinition(xml), await parseDefinition(processXml(typeCode))]
    expect(drawn.model).toEqual(plain.model)
    for (const { id } of plain.model.nodes) expect(xml).toMatch(new RegExp(`<bpmndi:BPMNShape [^>]*bpmnElement="${id}"`))
    for (const { id } of plain.model.flows) expect(xml).toMatch(new RegExp(`<bpmndi:BPMNEdge [^>]*bpmnElement="${id}">\\s*<di:waypoint`))
  })
})

test('each kind of contract that is shipped is made by some case', () => {
  const { items } = (
    JSON.parse(readFileSync('platform/seed/dictionaries.json', 'utf8')) as { dictionaries: { code: string; items: { key: string }[] }[] }
  ).dictionaries.find((d) => d.code === 'htlx')!
  const sources = filesOf(['business/types'], (f: string) => f.endsWith('.ts') && !f.endsWith('.test.ts')).map((f: string) => readFileSync(f, 'utf8'))
  const made = sources.flatMap((text: string) =>
    [...text.matchAll(/const \w*HTLX\b[^=\n]*= (\{[^}]*\}|'\d+')/g)].flatMap(([, value]) => [...value!.matchAll(/'(\d+)'/g)].map(([, key]) => key!)),
  )
  expect([...new Set(made)].toSorted()).toEqual(items.map((i) => i.key).toSorted())
})
