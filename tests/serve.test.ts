// What keeps the server up: npm start and the archive of npm run pack.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { pauseBefore, whyEnded } from '../tools/serve.mjs'

const SERVE = resolve(import.meta.dirname, '../tools/serve.mjs')
/** Runs a program in the server's place, a second of pause as a millisecond; answers how it ended, how often it was begun and what was said. */
async function kept(program: string, signalAfter?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'serve-'))
  try {
    const [file, runs] = [join(folder, 'server.mjs'), join(folder, 'runs')]
    writeFileSync(runs, '')
    writeFileSync(
      file,
      `import { appendFileSync, readFileSync } from 'node:fs'\nappendFileSync('${runs}', 'x')\nconst run = readFileSync('${runs}', 'utf8').length\n${program}`,
    )
    const code = `import { serve } from ${JSON.stringify(SERVE)}; serve(process.execPath, Promise.resolve(), ${JSON.stringify(file)}, 1)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (d: Buffer) => {
        said += d.toString()
        if (signalAfter && said.includes(signalAfter)) child.kill('SIGTERM')
      })
    const [status] = (await once(child, 'close')) as [number]
    return { status, runs: readFileSync(runs, 'utf8').length, said }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a server that served and ended by itself is started again, with growing pauses, and why it ended is said', async () => {
  const r = await kept(`process.send('serving', () => run === 4 ? process.exit(0) : run === 1 ? process.kill(process.pid, 'SIGKILL') : process.exit(run))`)
  expect([r.status, r.runs]).toEqual([0, 4])
  expect(r.said.trim().split('\n')).toEqual([
    'the server ended (SIGKILL: it was killed, as the system does when memory is short: see dmesg); it is started again in 1 s',
    'the server ended (exit code 2); it is started again in 2 s',
    'the server ended (exit code 3); it is started again in 5 s',
  ])
  expect([pauseBefore(6), pauseBefore(7), pauseBefore(9000)]).toEqual([60, 60, 60])
  expect(whyEnded(134, null)).toContain('out of memory')
})

test('a server that has done its first import asks for a new process, and gets it at once', async () => {
  expect(await kept(`process.exit(run === 1 ? Number(process.env.START_AGAIN) : 0)`)).toEqual({ status: 0, runs: 2, said: '' })
})

test('a server that never served is not started again: its exit code is that of the command', async () => {
  expect(await kept('process.exit(7)')).toEqual({ status: 7, runs: 1, said: '' })
})

test('a server that was asked to stop is not started again', async () => {
  const r = await kept(`process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); process.send('serving', () => console.log('up'))`, 'up')
  expect([r.status, r.runs, r.said]).toEqual([0, 1, 'up\n'])
})
