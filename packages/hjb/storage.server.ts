import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toDisk } from '../../runtime/keep-file.server.ts'

/** Where a package lies: DATA_DIR/packages/<tenant>/<sha256>.zip. One folder a tenant, so that none removes another's file. */
export const packageFile = (dataDir: string, tenantId: string, sha256: string): string => join(dataDir, 'packages', tenantId, `${sha256}.zip`)
/** A private work folder for one job; it may be left over from a killed server and is emptied before use. */
export const workFolder = (dataDir: string, jobId: string): string => join(dataDir, 'work', `hjb-${jobId}`)

/** Takes an uploaded file over by its digest: a rename on the same disk, else a copy that appears under its name only when whole. */
export async function storePackage(dataDir: string, tenantId: string, from: string, sha256: string): Promise<void> {
  const to = packageFile(dataDir, tenantId, sha256)
  await mkdir(dirname(to), { recursive: true })
  try {
    await toDisk(from)
    await rename(from, to)
  } catch (e) {
    if ((e as { code?: string }).code !== 'EXDEV') throw e
    await copyFile(from, `${to}.part`)
    await toDisk(`${to}.part`)
    await rename(`${to}.part`, to)
  }
  await toDisk(dirname(to))
}
/** Removes a package file; one that is gone already is fine. */
export const dropPackage = (dataDir: string, tenantId: string, sha256: string): Promise<void> => rm(packageFile(dataDir, tenantId, sha256), { force: true })
/** Whether the file is still there. */
export const hasPackage = (dataDir: string, tenantId: string, sha256: string): Promise<boolean> =>
  stat(packageFile(dataDir, tenantId, sha256)).then(
    () => true,
    () => false,
  )
/** Removes a work folder with everything in it. */
export const dropFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
