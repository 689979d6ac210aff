import type { Text } from '../../../kit/model/lang.ts'
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
/** Kind of the shapefile of a survey (dictionary attach_kind): no paper of the matrix, so no rule for papers says of which type it must be. */
export const SURVEY_KIND = 'CLCG'

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

/** The name of a paper in both languages. One that a region has named itself has no English but the word of its kind (`kindName`), where that is known. */
export const paperTitle = ({ businessItem, fileName }: Pick<FileRequirement, 'businessItem' | 'fileName'>, kindName = ''): Text => ({
  zh: fileName,
  en: source.materials.find((m) => m.kind === businessItem && m.name === fileName)?.en ?? `${kindName} ${fileName}`.trim(),
})

/** The fewest days of publicity that a type may be configured with: some have them by law, the others one. */
export const leastDays = (typeCode: string): number => Object.entries(source.lawfulDays).find(([code]) => code === typeCode)?.[1] ?? 1

/**
 * What is asked of this case: its papers leave kinds out, and make others required. Of several papers of one kind the first is required: the files of a kind
 * count for each of them.
 */
export const askedFor = <R extends { businessItem: string; isRequired: string }>(files: readonly R[], { without = [], with: needed = [] }: Papers): R[] => {
  const firsts = new Set(needed.map((kind) => files.find((f) => f.businessItem === kind)))
  return files.filter((f) => !without.includes(f.businessItem)).map((f) => (firsts.has(f) ? { ...f, isRequired: '1' } : f))
}

/**
 * The paper that a file says it is by its name: by the name of the paper or a part of it, that of its kind, or its key at the beginning (SQS_1.jpg). The longest
 * that fits; undefined where none does. `kindName`: words of dictionary attach_kind.
 */
export function paperNamed<R extends Pick<FileRequirement, 'businessItem' | 'fileName'>>(
  file: string,
  wanted: readonly R[],
  kindName: (kind: string) => string,
): R | undefined {
  const name = file.toLowerCase()
  const fit = (r: R): number => {
    const { fileName, businessItem } = r
    const said = [fileName, ...fileName.split(/[、/或（）]/), paperTitle(r).en, ...kindName(businessItem).split(/[（）()]/)].filter(
      (w) => w.length > 1 && w !== businessItem && name.includes(w.toLowerCase()),
    )
    const isKey = name.startsWith(businessItem.toLowerCase()) && !/^[a-z]/.test(name.slice(businessItem.length))
    return Math.max(isKey ? 1 : 0, ...said.map((w) => w.length))
  }
  const best = wanted.map((r) => ({ r, n: fit(r) })).toSorted((a, b) => b.n - a.n)[0]
  return best?.n ? best.r : undefined
}
