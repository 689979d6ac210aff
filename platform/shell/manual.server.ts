import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { problems } from '../../kit/model/problem.ts'
import { FileResponse } from '../../kit/server/route.server.ts'
import type { OperationFile } from './shell.ts'

const TYPES: Readonly<Record<string, string>> = { '.pdf': 'application/pdf', '.mp4': 'video/mp4', '.webm': 'video/webm' }

/** The manual and the videos of a folder, by name: PDF documents first, then MP4 and WebM. A folder that is not there holds none. */
export async function operationFiles(folder: string): Promise<OperationFile[]> {
  const names = await readdir(folder).catch(() => [] as string[])
  const files = names.filter((n) => TYPES[extname(n).toLowerCase()])
  const all = await Promise.all(
    files.map(async (name): Promise<OperationFile> => {
      const kind = TYPES[extname(name).toLowerCase()]!.startsWith('video/') ? 'video' : 'manual'
      return { id: name, name: name.slice(0, -extname(name).length), kind, size: (await stat(join(folder, name))).size }
    }),
  )
  return all.toSorted((a, b) => (a.kind === b.kind ? a.name.localeCompare(b.name, 'zh') : a.kind === 'manual' ? -1 : 1))
}
/** One of them as a file. Only a name of the list is ever opened. */
export async function operationFile(folder: string, id: unknown): Promise<FileResponse> {
  const found = (await operationFiles(folder)).find((f) => f.id === String(id ?? ''))
  if (!found) throw problems.notFound({ zh: '文件', en: 'File' })
  return new FileResponse(found.id, TYPES[extname(found.id).toLowerCase()]!, createReadStream(join(folder, found.id)), found.kind === 'video')
}
