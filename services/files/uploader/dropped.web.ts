/** Files that systems leave in folders and nobody means to send. */
const LEFTOVER = /^(\.|Thumbs\.db$|desktop\.ini$)/i

/** All entries of a folder: a reader hands them out a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (some.length === 0) return all.sort((a, b) => a.name.localeCompare(b.name, 'zh', { numeric: true }))
    all.push(...some)
  }
}
async function filesIn(entry: FileSystemEntry, most: number): Promise<File[]> {
  if (entry.isFile) return [await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))]
  const found: File[] = []
  for (const e of await entriesOf(entry as FileSystemDirectoryEntry)) {
    if (LEFTOVER.test(e.name)) continue
    found.push(...(await filesIn(e, most - found.length)))
    if (found.length > most) break
  }
  return found
}

/**
 * The files that were dropped; of folders those in them, folder by folder in the order of their names, without what systems leave there. Stops one
 * above `most`. Must be called while the drop is being handled: afterwards the browser no longer tells what was dropped.
 */
export async function droppedFiles(data: DataTransfer, most: number): Promise<File[]> {
  const entries = [...data.items].map((i) => i.webkitGetAsEntry?.() ?? null).filter((e) => e !== null)
  // what has no entry (pictures dragged out of another page) is a file all the same
  if (!entries.some((e) => e.isDirectory)) return [...data.files]
  const found: File[] = []
  for (const e of entries) found.push(...(await filesIn(e, most - found.length)))
  return found
}
