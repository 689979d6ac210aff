/**
 * A disk whose power can be cut, loaded into the threads of a process that opens an embedded database (node --import). The files below CRASH_FOLDER
 * are written as ever; what was written and not yet synced can be undone, because the old bytes are remembered. At the write CRASH_AT a share of what is
 * not synced is lost (CRASH_KEEP: the chance of a sector, a file or a name to survive), and the process is killed.
 *
 * A sync of a file keeps its bytes, length and name; a sync of a folder keeps the names in it. What is removed is removed at once.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, resolve } from 'node:path'
import { seeded } from '../seeded.ts'

const SECTOR = 4096
const folder = process.env.CRASH_FOLDER!
const at = Number(process.env.CRASH_AT)
const keep = Number(process.env.CRASH_KEEP)
const random = seeded(Number(process.env.CRASH_SEED))

interface File {
  /** length and sectors as they were at the last sync */
  length: number
  old: Map<number, Buffer>
  /** its name is not on the disk yet */
  fresh: boolean
}
const files = new Map<string, File>()
const paths = new Map<number, string>()
/** Renames whose folder was not synced since: from, to, and what lay there. */
let renames: { from: string; to: string; replaced: Buffer | undefined }[] = []
let writes = 0
const real = { ...fs }
const isOurs = (path: unknown): path is string => typeof path === 'string' && resolve(path).startsWith(`${folder}/pgdata`)

function fileOf(path: string): File {
  let f = files.get(path)
  if (!f) {
    f = { length: real.existsSync(path) ? real.statSync(path).size : 0, old: new Map(), fresh: false }
    files.set(path, f)
  }
  return f
}
/** Remembers the sectors from `from` to `to` before they change. */
function remember(path: string, from: number, to: number): void {
  const f = fileOf(path)
  const fd = real.openSync(path, 'r')
  try {
    for (let n = Math.floor(from / SECTOR); n * SECTOR < Math.min(to, f.length); n++) {
      if (f.old.has(n)) continue
      const bytes = Buffer.alloc(SECTOR)
      f.old.set(n, bytes.subarray(0, real.readSync(fd, bytes, 0, SECTOR, n * SECTOR)))
    }
  } finally {
    real.closeSync(fd)
  }
}
const isLost = () => random() >= keep

function cut(): void {
  for (const r of renames.toReversed()) {
    if (!isLost() || !real.existsSync(r.to)) continue
    real.renameSync(r.to, r.from)
    if (r.replaced) real.writeFileSync(r.to, r.replaced)
  }
  for (const [path, f] of files) {
    if (!real.existsSync(path)) continue
    if (f.fresh && isLost()) {
      real.unlinkSync(path)
      continue
    }
    const fd = real.openSync(path, 'r+')
    for (const [n, bytes] of f.old) if (isLost()) real.writeSync(fd, bytes, 0, bytes.length, n * SECTOR)
    const now = real.fstatSync(fd).size
    // of what was appended a sector may be on the disk or hold zeros; the length may be the old one
    if (now > f.length && isLost()) real.ftruncateSync(fd, f.length)
    else for (let p = f.length; p < now; p += SECTOR) if (isLost()) real.writeSync(fd, Buffer.alloc(Math.min(SECTOR, now - p)), 0, Math.min(SECTOR, now - p), p)
    real.closeSync(fd)
  }
  process.kill(process.pid, 'SIGKILL')
  // the other threads must do nothing on the disk any more
  for (;;);
}
function written(): void {
  writes += 1
  if (writes === at) cut()
}
function synced(path: string): void {
  if (real.statSync(path).isDirectory()) {
    for (const [p, f] of files) if (dirname(p) === path) f.fresh = false
    renames = renames.filter((r) => dirname(r.to) !== path)
    return
  }
  files.set(path, { length: real.statSync(path).size, old: new Map(), fresh: false })
  renames = renames.filter((r) => r.to !== path)
}

fs.openSync = ((path: fs.PathLike, flags?: fs.OpenMode, mode?: fs.Mode) => {
  const isNew = isOurs(path) && !real.existsSync(path)
  const fd = real.openSync(path, flags ?? 'r', mode)
  if (isOurs(path)) {
    paths.set(fd, resolve(path))
    if (isNew) fileOf(resolve(path)).fresh = true
  }
  return fd
}) as typeof fs.openSync
fs.closeSync = (fd) => {
  paths.delete(fd)
  real.closeSync(fd)
}
fs.writeSync = ((fd: number, buffer: NodeJS.ArrayBufferView, offset: number, length: number, position: number | null) => {
  const path = paths.get(fd)
  if (path) {
    if (typeof position !== 'number') throw new Error('a write without position')
    remember(path, position, position + length)
    written()
  }
  return real.writeSync(fd, buffer, offset, length, position)
}) as typeof fs.writeSync
fs.ftruncateSync = (fd, length = 0) => {
  const path = paths.get(fd)
  if (path) remember(path, length ?? 0, fileOf(path).length)
  real.ftruncateSync(fd, length)
}
fs.truncateSync = (path, length = 0) => {
  if (isOurs(path)) remember(resolve(path), length ?? 0, fileOf(resolve(path)).length)
  real.truncateSync(path, length)
}
fs.renameSync = (from, to) => {
  if (isOurs(from) && isOurs(to)) {
    const [a, b] = [resolve(from), resolve(to)]
    renames.push({ from: a, to: b, replaced: real.existsSync(b) && real.statSync(b).isFile() ? real.readFileSync(b) : undefined })
    const f = files.get(a)
    files.delete(a)
    if (f) files.set(b, f)
    for (const [fd, p] of paths) if (p === a) paths.set(fd, b)
  }
  real.renameSync(from, to)
}
for (const name of ['fsyncSync', 'fdatasyncSync'] as const)
  fs[name] = (fd) => {
    real[name](fd)
    const path = paths.get(fd)
    if (path) synced(path)
  }
syncBuiltinESMExports()
