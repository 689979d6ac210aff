import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { NODE_FLAGS } from '../tools/serve.mjs'

/** Starts the server as a process of its own, so that its memory and its processor are not the caller's. Answers it with its address. */
export async function startServed(env: Readonly<Record<string, string | undefined>>): Promise<{ child: ChildProcess & { pid: number }; address: string }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, join(import.meta.dirname, '../apps/server/main.server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (d: Buffer) => {
      output += d.toString()
      const found = /^http:\/\/\S+$/m.exec(output)?.[0]
      if (found) resolve(found)
    })
    child.on('exit', () => reject(new Error(output)))
  })
  return { child: child as typeof child & { pid: number }, address }
}
