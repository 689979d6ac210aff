import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { processXml, typeCodes } from '../../services/process/engine/definitions.ts'
import { parseDefinition } from '../../services/process/engine/engine.server.ts'
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
