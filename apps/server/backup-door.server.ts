import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Text } from '../../kit/model/lang.ts'
import { Problem } from '../../kit/model/problem.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import type { Backup } from '../../services/backup/backup.ts'

/** The longest path of a socket that every system takes. */
const LONGEST = 100
/** Where a server listens for the command: a socket in the data folder, which only the server's own user may open. */
function doorOf(dataDir: string): string {
  const name = `chengbao-${sha256(dataDir).slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const path = join(dataDir, 'backup.sock')
  return path.length <= LONGEST ? path : join(tmpdir(), `${name}.sock`)
}

/** What the command asks, and what it is told, a line each. */
interface Asked {
  passphrase?: string
}
type Told = { percent: number; step: Text } | { done: Backup } | { refused: Text }
type Make = (o: Asked & { progress(percent: number, step: Text): void }) => Promise<Backup>

/** Lets the command `npm run backup` ask this server, which holds the database, for a backup. Call `close` of what is answered. */
export async function openBackupDoor(dataDir: string, make: Make): Promise<Server> {
  const path = doorOf(dataDir)
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const tell = (t: Told) => socket.writable && socket.write(`${JSON.stringify(t)}\n`)
    createInterface(socket).once('line', (line) => {
      const { passphrase } = JSON.parse(line) as Asked
      make({ ...(passphrase ? { passphrase } : {}), progress: (percent, step) => void tell({ percent, step }) })
        .then(
          (done) => tell({ done }),
          (e) => tell({ refused: e instanceof Problem ? e.words : { zh: String(e), en: String(e) } }),
        )
        .finally(() => socket.end())
    })
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(path, done))
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  server.unref()
  return server
}

/** Asks the server of a data folder for a backup; undefined where none runs. @throws an Error with both words of a refusal */
export async function askServer(dataDir: string, asked: Asked, say: (percent: number, step: Text) => void): Promise<Backup | undefined> {
  const socket = connect(doorOf(dataDir))
  const isOpen = await new Promise<boolean>((done) => {
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
  })
  if (!isOpen) return undefined
  socket.write(`${JSON.stringify(asked)}\n`)
  for await (const line of createInterface(socket)) {
    const told = JSON.parse(line) as Told
    if ('done' in told) return told.done
    if ('refused' in told) throw new Error(`${told.refused.zh} / ${told.refused.en}`)
    say(told.percent, told.step)
  }
  throw new Error('服务在备份完成前停止 / the server stopped before the backup was done')
}
