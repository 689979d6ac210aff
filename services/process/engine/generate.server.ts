/**
 * Writes the default definitions with their diagrams to the folders of the business types: run this file with their folder (business/types) after a
 * change to definitions.ts or processes.json; a test beside the files compares them with what it would write.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { processXml, typeCodes } from './definitions.ts'
import type { TypeCode } from './definitions.ts'
import { layoutXml } from './layout.server.ts'

/** Where the file of a type lies in the folder of the types, which ends with a slash. */
export const bpmnFile = (types: URL, typeCode: TypeCode): URL => new URL(`${typeCode}/${typeCode}.bpmn`, types)

/** Text of a type's file: the default process with its diagram. */
export async function bpmnText(typeCode: TypeCode): Promise<string> {
  return layoutXml(processXml(typeCode))
}

if (import.meta.main) {
  const types = pathToFileURL(`${resolve(process.argv[2] ?? 'business/types')}/`)
  for (const typeCode of typeCodes) {
    await mkdir(new URL('.', bpmnFile(types, typeCode)), { recursive: true })
    await writeFile(bpmnFile(types, typeCode), await bpmnText(typeCode))
  }
  console.log(`${typeCodes.length} definitions written`)
}
