/**
 * Writes the default definitions with their diagrams to bpmn/<typeCode>.bpmn. Run this file after a change to
 * definitions.ts or processes.json; a test compares the files with what it would write.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { processXml, typeCodes } from './definitions.ts'
import type { TypeCode } from './definitions.ts'
import { layoutXml } from './layout.server.ts'

/** Where the file of a type lies. */
export function bpmnFile(typeCode: TypeCode): URL {
  return new URL(`bpmn/${typeCode}.bpmn`, import.meta.url)
}

/** Text of a type's file: the default process with its diagram. */
export async function bpmnText(typeCode: TypeCode): Promise<string> {
  return layoutXml(processXml(typeCode))
}

if (import.meta.main) {
  await mkdir(new URL('bpmn/', import.meta.url), { recursive: true })
  for (const typeCode of typeCodes) await writeFile(bpmnFile(typeCode), await bpmnText(typeCode))
  console.log(`${typeCodes.length} definitions written`)
}
