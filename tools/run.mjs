// node tools/run.mjs <file> [arguments]: runs a tool of ours with the pinned Node, on any machine with Node >= 20. Same exit code.
import { spawn } from 'node:child_process'
import { install, node24 } from './runtime.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) {
  console.error('node tools/run.mjs <file> [arguments], for example: node tools/run.mjs tools/generate.ts --check')
  process.exit(2)
}
install()
const tool = spawn(node24(), ['--disable-warning=ExperimentalWarning', file, ...args], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tool.kill(signal))
tool.on('exit', (code) => process.exit(code ?? 1))
