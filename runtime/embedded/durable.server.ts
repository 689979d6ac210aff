import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten's NODEFS that are touched here. */
interface NodeFileSystem {
  realPath: (node: unknown) => string
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
}

function syncPath(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/**
 * PGlite's folder file system with an fsync that reaches the disk. As shipped it has none, so that a power cut destroys the
 * database (upstream issue 1107). Files are synced by their descriptor, folders by opening them.
 */
export function durableFs(folder: string): NodeFS {
  const files = new NodeFS(folder)
  const init = files.init.bind(files)
  files.init = async (pg, options) => {
    const result = await init(pg, options)
    const addFsync = (mod: { FS: { filesystems: { NODEFS: unknown } } }): void => {
      const nodefs = mod.FS.filesystems.NODEFS as NodeFileSystem
      nodefs.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncPath(nodefs.realPath(stream.node))
        else fdatasyncSync(stream.nfd)
        return 0
      }
    }
    result.emscriptenOpts.preRun = [...(result.emscriptenOpts.preRun ?? []), addFsync]
    return result
  }
  return files
}

/** Start parameters: without -F (which switches fsync off) when durable; wal_sync_method=fsync because fdatasync is a stub. */
export function startParams(durable: boolean, settings: Record<string, string>): string[] {
  const base = durable ? [...PGlite.defaultStartParams.filter((p) => p !== '-F'), '-c', 'wal_sync_method=fsync'] : PGlite.defaultStartParams
  return [...base, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Syncs every file and folder below `folder`: the files of a new database are written without fsync. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}
