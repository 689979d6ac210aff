// Starts the server with a given Node and keeps it up until somebody stops it; used by npm start and by the archive of npm run pack.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * What the server's Node is told. Young objects get 8 MB at a time instead of 64: bodies of a megabyte that are refused at once filled both halves before
 * anybody looked, 128 MB of a process that holds 200 (bench/others.ts).
 */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']

/** Seconds before the first, second, … restart in a row; the last one for all that follow. */
const PAUSES = [1, 2, 5, 10, 30, 60]
/** A server that served for so long begins with the first pause again, ms. */
const STEADY_MS = 600_000
/** The exit code of a server that asks to be started again at once, as one that only serves. */
const AGAIN = 82
/** Exit codes and signals that say what happened. */
const CAUSES = {
  SIGKILL: 'it was killed, as the system does when memory is short: see dmesg',
  SIGABRT: 'it ran out of memory or met a fault of its own: its last lines stand above',
  134: 'it ran out of memory or met a fault of its own: its last lines stand above',
  1: 'a fault that nobody caught: its last lines stand above',
}
/** Why a server ended, for the console. */
export const whyEnded = (code, signal) => `${signal ?? `exit code ${code}`}${CAUSES[signal ?? code] ? `: ${CAUSES[signal ?? code]}` : ''}`
/** Seconds until a server is started again that ended for the n-th time in a row. */
export const pauseBefore = (n) => PAUSES[Math.min(n, PAUSES.length) - 1]

/**
 * Runs the server: signals go through, and where it ends by them its exit code is ours. One that served and then ended by itself is started again, with
 * growing pauses, and why it ended is said; one that never served has a fault that a further start does not mend, and its exit code is ours too.
 * It listens once `ready` has come.
 * @param program the server's file
 * @param second how long a second of the pauses is, ms
 */
export function serve(node, ready = Promise.resolve(), program = join(ROOT, 'apps/server/main.server.ts'), second = 1000) {
  let [inRow, hasServed, asked] = [0, false, false]
  let server
  const start = () => {
    const begun = performance.now()
    server = spawn(node, [...NODE_FLAGS, program], {
      cwd: ROOT,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // compiled modules are kept: a second start is a quarter faster
      env: { NODE_COMPILE_CACHE: join(ROOT, '.cache/node'), ...process.env, WAIT_TO_LISTEN: '1', START_AGAIN: String(AGAIN) },
    })
    server.on('message', (m) => {
      hasServed ||= m === 'serving'
    })
    void ready.then(() => server.connected && server.send('listen', () => {}))
    server.on('exit', (code, signal) => {
      if (code === AGAIN && !asked) return start()
      if (asked || !hasServed || code === 0) process.exit(code ?? 1)
      inRow = performance.now() - begun > STEADY_MS ? 1 : inRow + 1
      const pause = pauseBefore(inRow)
      console.error(`the server ended (${whyEnded(code, signal)}); it is started again in ${pause} s`)
      setTimeout(start, pause * second)
    })
  }
  start()
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      asked = true
      // between two starts there is nobody to wait for
      if (server.exitCode !== null || server.signalCode !== null) process.exit(0)
      server.kill(signal)
    })
}
