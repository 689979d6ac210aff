import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { problems } from '../../kit/model/problem.ts'
import { isId } from '../../kit/model/resource.ts'
import { route, FileResponse, type Route } from '../../kit/server/route.server.ts'
import type { attach, Attach } from './attach.ts'
import { ATTACH_PATH, attachmentsOf } from './attachments.server.ts'
import { cleanFileName, distinctNames } from './names.ts'
import { fileProblems } from './problems.ts'
import { requireAsKept } from './serve.server.ts'
import type { Storage } from './storage/storage.server.ts'

/** Opened when it is read from, and not before: an archive of many files holds one open at a time. */
async function* bytesOf(storage: Storage, name: string) {
  yield* storage.stream(name)
}
/** Stored files as one archive that is written while it is sent; nothing is packed tighter, pictures and PDF are packed already. Flat memory. */
export function zipStream(storage: Storage, files: readonly { name: string; ossName: string }[]): Readable {
  const zip = new ZipArchive({ store: true })
  for (const f of files) zip.append(Readable.from(bytesOf(storage, f.ossName)), { name: f.name })
  zip.finalize().catch((e: Error) => zip.destroy(e))
  return zip
}

/** Files, and megabytes of them, that one archive has at most: it is sent while somebody waits. */
const MOST_FILES = 1000
const MOST_MB = 2048

/** Refuses files that are no archive: too many, too large together, or one that is not as it was kept. @throws zip-too-large, gone, changed */
export async function requirePackable(storage: Storage, all: readonly Attach[]): Promise<void> {
  const mb = Math.ceil(all.reduce((n, a) => n + Number(a.attachSize ?? 0), 0) / 2 ** 20)
  if (all.length > MOST_FILES || mb > MOST_MB) throw fileProblems.zipTooLarge({ n: all.length, mb, files: MOST_FILES, most: MOST_MB })
  for (const a of all) await requireAsKept(storage, a)
}

/** All files of a business in one ZIP, a folder for each kind. Source: platform.md 7 (download-zip). */
export const zipRoute = (storage: Storage, filed: typeof attach): Route =>
  route({
    method: 'GET',
    answer: 'file',
    path: `${ATTACH_PATH}/download-zip`,
    perm: 'attach_view',
    scope: 'land',
    audit: 'read',
    traced: 'attach.download',
    summary: '打包下载业务附件',
    query: ['businessId', 'businessItem'],
    run: async (ctx, q) => {
      const businessId = q.businessId ?? ''
      const none = () => problems.notFound({ zh: '附件', en: 'Attachment' })
      if (!isId(businessId)) throw none()
      const all = await attachmentsOf(ctx, businessId, q.businessItem || undefined, filed)
      if (all.length === 0) throw none()
      await requirePackable(storage, all)
      const names = distinctNames(all.map((a) => [cleanFileName(a.businessItem ?? ''), cleanFileName(a.name ?? '') || a.id].filter(Boolean).join('/')))
      return new FileResponse(
        `${businessId}.zip`,
        'application/zip',
        zipStream(
          storage,
          all.map((a, i) => ({ name: names[i]!, ossName: a.ossName! })),
        ),
      )
    },
  })
