import { createReadStream } from 'node:fs'
import { connect, type NetConnectOpts } from 'node:net'
import { fileProblems } from '../problems.ts'

/** Looks through a file that somebody sent. @throws when it must not be taken in */
export type Scan = (path: string) => Promise<void>
/** Where clamd listens, and whether without its answer nothing is taken in. */
export interface Scanner {
  at: NetConnectOpts
  required: boolean
}
/** Milliseconds without a sign of life after which the scanner counts as away. */
const TIMEOUT_MS = 60_000

/** A file as clamd takes it: blocks, each after its length in four bytes, and a block of none at the end. Memory: one block. */
async function* framed(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  const length = (n: number) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(n)
    return head
  }
  for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
    yield length(block.length)
    yield block
  }
  yield length(0)
}
/** What stands for an answer when the scanner hung up in the middle: it does so on a file larger than it takes, and what it said last may get lost. */
const BROKE_OFF = 'broke off'
/** What clamd answers of a file: 'stream: OK', 'stream: <name> FOUND', or an error of its own. @throws when nobody is there or nobody answers in time */
async function asked(at: NetConnectOpts, path: string): Promise<string> {
  const socket = connect(at).setEncoding('utf8')
  const silence = new Error('the virus scanner does not answer')
  let stands = false
  let heard = ''
  let wrong: Error | undefined
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  socket.once('connect', () => (stands = true))
  socket.once('error', (e) => (wrong = e))
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(silence))
  socket.on('data', (words: string) => {
    heard += words
    // an answer ends with a zero byte, whatever of the file is still to be sent
    if (heard.endsWith('\0')) socket.destroy()
  })
  try {
    for await (const part of framed(path)) {
      if (socket.destroyed) break
      if (!socket.write(part)) await Promise.race([new Promise<void>((done) => socket.once('drain', () => done())), closed])
    }
    await closed
  } finally {
    socket.destroy()
  }
  if (heard !== '') return heard.replace(/\0$/, '')
  if (stands && wrong !== silence) return BROKE_OFF
  throw wrong
}

/**
 * Files are looked through by clamd (protocol INSTREAM of its manual). What it finds is refused. What it cannot look through, because it is away or the
 * file is larger than it takes, is refused when it is required, else let in; `told` hears of it. Source: security.md D10, K18.
 */
export function clamd({ at, required }: Scanner, told: (e: unknown) => void): Scan {
  return async (path) => {
    const answer = await asked(at, path).catch((e: unknown) => {
      told(e)
      return ''
    })
    const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
    if (found) throw fileProblems.infected({ found })
    if (answer === 'stream: OK') return
    if (answer !== '') told(new Error(`virus scanner: ${answer}`))
    if (required) throw answer === BROKE_OFF || answer.includes('size limit exceeded') ? fileProblems.unscannable() : fileProblems.unscanned()
  }
}
