// npm run backup: one backup now, by the server that runs, else by itself. npm run restore -- <archive>: puts a backup in the place of what is there.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node24, ROOT } from './runtime.mjs'

const [what, ...args] = process.argv.slice(2)
const program = join(ROOT, `apps/server/${what === 'restore' ? 'restore' : 'backup'}.server.ts`)
const child = spawn(node24(), ['--disable-warning=ExperimentalWarning', program, ...args], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
