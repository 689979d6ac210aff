// Starts the server with a given Node and stays until it ends; used by npm start and by the archive of npm run pack.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * What the server's Node is told. Young objects get 8 MB at a time instead of 64: bodies of a megabyte that are refused at once filled both halves before
 * anybody looked, 128 MB of a process that holds 200 (bench/others.ts).
 */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']

/** Runs the server in this process's place: signals go through, its exit code is ours. It listens once `ready` has come. */
export function serve(node, ready = Promise.resolve()) {
  const server = spawn(node, [...NODE_FLAGS, join(ROOT, 'apps/server/main.server.ts')], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // compiled modules are kept: a second start is a quarter faster
    env: { NODE_COMPILE_CACHE: join(ROOT, '.cache/node'), ...process.env, WAIT_TO_LISTEN: '1' },
  })
  void ready.then(() => server.connected && server.send('listen', () => server.connected && server.disconnect()))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code) => process.exit(code ?? 0))
}
