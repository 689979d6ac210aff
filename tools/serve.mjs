// Starts the server with a given Node and stays until it ends; used by npm start and by the archive of npm run pack.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** Runs the server in this process's place: signals go through, its exit code is ours. It listens once `ready` has come. */
export function serve(node, ready = Promise.resolve()) {
  const server = spawn(node, ['--disable-warning=ExperimentalWarning', join(ROOT, 'apps/server/main.server.ts')], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // compiled modules are kept: a second start is a quarter faster
    env: { NODE_COMPILE_CACHE: join(ROOT, '.cache/node'), ...process.env, WAIT_TO_LISTEN: '1' },
  })
  void ready.then(() => server.connected && server.send('listen', () => server.connected && server.disconnect()))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code) => process.exit(code ?? 0))
}
