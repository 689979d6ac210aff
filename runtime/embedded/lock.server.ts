import { closeSync, openSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'

/** A held lock. `check` throws when somebody took it away, and shows other machines that the holder lives. */
export interface FolderLock {
  check: () => void
  release: () => void
}

/** Another machine (or container) that shares the folder counts as alive while its mark is younger than this, in ms. */
const FOREIGN_FRESH = 30_000

/** A lock file whose holder has not written its content yet is respected for this long, in ms. */
const WRITING = 5_000

/** When process `pid` started, in the machine's own counting; undefined when it does not live. Source: proc(5), field 22 of stat. */
export function processStart(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // a zombie holds nothing any more
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    // no /proc on this platform: that it lives is all that can be told
    return process.platform === 'linux' ? undefined : 'alive'
  }
}

/** True when the holder written in `text` still lives. */
function isHeld(text: string, file: string): boolean {
  const age = Date.now() - statSync(file).mtimeMs
  try {
    const holder = JSON.parse(text) as { pid: number; started: string; host: string }
    if (holder.host !== hostname()) return age < FOREIGN_FRESH
    return processStart(holder.pid) === holder.started
  } catch {
    return age < WRITING
  }
}

/** Moves a dead holder's file away; false when another process was quicker. */
function removeDead(file: string, text: string): boolean {
  const aside = `${file}.${process.pid}.${Date.now()}`
  try {
    renameSync(file, aside)
  } catch {
    return false
  }
  if (readFileSync(aside, 'utf8') === text) {
    unlinkSync(aside)
    return true
  }
  // that was a new holder's lock: give it back
  renameSync(aside, file)
  return false
}

/**
 * Takes the lock file, created with O_EXCL and holding pid and process start time. Takes over from a dead process.
 * Throws when a living process holds it (two processes on one folder lose committed rows without any error).
 */
export function takeLock(file: string): FolderLock {
  const mine = JSON.stringify({ pid: process.pid, started: processStart(process.pid), host: hostname(), nonce: crypto.randomUUID() })
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const fd = openSync(file, 'wx', 0o600)
      writeSync(fd, mine)
      closeSync(fd)
      return heldLock(file, mine)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const text = readFileSync(file, 'utf8')
    if (isHeld(text, file)) throw new Error(`the database folder is in use by another process (${file}: ${text}); stop that process first`)
    removeDead(file, text)
  }
  throw new Error(`the lock file ${file} could not be taken`)
}

function heldLock(file: string, mine: string): FolderLock {
  const isMine = (): boolean => {
    try {
      return readFileSync(file, 'utf8') === mine
    } catch {
      return false
    }
  }
  const check = (): void => {
    if (!isMine()) throw new Error(`the lock file ${file} was removed or taken by another process`)
    utimesSync(file, new Date(), new Date())
  }
  return {
    check,
    release: () => {
      if (isMine()) unlinkSync(file)
    },
  }
}
