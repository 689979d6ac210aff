import source from './materials.json' with { type: 'json' }
import type { Papers } from './type.ts'

/** A file that a task asks for. `businessItem` groups its attachments (dictionary attach_kind). */
export interface FileRequirement {
  taskKey: string
  businessItem: string
  fileName: string
  isRequired: '1' | '2'
  fileType: string
  fileNumber: number
  fileSize: number
}

/** Kind of a signed contract (dictionary attach_kind): what the task sign makes, or is given on paper. */
export const CONTRACT_KIND = 'CBHT'

/** What a type asks for by the materials matrix when nothing else is configured; conditional files are not required. Source: business-flows.md 4.12. */
export function defaultFiles(typeCode: string): FileRequirement[] {
  return source.materials
    .filter((m) => m.required.includes(typeCode) || m.conditional.includes(typeCode))
    .map((m) => ({
      taskKey: m.task,
      businessItem: m.kind,
      fileName: m.name,
      isRequired: m.required.includes(typeCode) ? '1' : '2',
      fileType: 'pdf,jpg,png',
      fileNumber: 10,
      fileSize: 10240,
    }))
}

/** The fewest days of publicity that a type may be configured with: some have them by law, the others one. */
export const leastDays = (typeCode: string): number => Object.entries(source.lawfulDays).find(([code]) => code === typeCode)?.[1] ?? 1

/** What is asked of this case: its papers leave kinds out, and make others required. */
export const askedFor = <R extends { businessItem: string; isRequired: string }>(files: readonly R[], { without = [], with: needed = [] }: Papers): R[] =>
  files.filter((f) => !without.includes(f.businessItem)).map((f) => (needed.includes(f.businessItem) ? { ...f, isRequired: '1' } : f))
