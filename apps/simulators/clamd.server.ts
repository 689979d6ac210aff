// A virus scanner that speaks the protocol of clamd (PING, VERSION, INSTREAM) and knows one virus: the test file of EICAR.
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** The harmless file by which scanners are tried, in two parts so that no scanner takes this source for it. Source: eicar.org. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export interface ClamdSimulator {
  port: number
  /** bytes of a stream at most, as StreamMaxLength of clamd.conf */
  most: number
  /** answers to streams so far */
  answers: string[]
  close(): Promise<void>
}

/** Starts it on this machine alone (port 0: a free one). */
export async function startClamdSimulator(port = 0): Promise<ClamdSimulator> {
  const sockets = new Set<Socket>()
  const s: ClamdSimulator = { port: 0, most: 25 * 2 ** 20, answers: [], close: async () => {} }
  const server = createServer((socket) => {
    sockets.add(socket)
    let got = Buffer.alloc(0)
    let bytes = Buffer.alloc(0)
    let command: string | undefined
    const say = (words: string, end: string) => {
      if (command?.endsWith('INSTREAM')) s.answers.push(words)
      // it closes at once, whatever is still on its way to it: the other side may lose the answer
      socket.end(words + end, () => socket.destroy())
    }
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (d) => {
      if (socket.writableEnded) return
      got = Buffer.concat([got, d])
      if (command === undefined) {
        // a command begins with z and ends with a zero byte, or with n and a new line
        const end = got.indexOf(got[0] === 0x7a ? 0 : 0x0a)
        if (end < 0) return
        command = got.subarray(0, end).toString()
        got = got.subarray(end + 1)
      }
      const end = command.startsWith('z') ? '\0' : '\n'
      const verb = command.slice(1)
      if (verb === 'PING') return say('PONG', end)
      if (verb === 'VERSION') return say('ClamAV 1.4.6/simulator', end)
      if (verb !== 'INSTREAM') return say('UNKNOWN COMMAND', end)
      while (got.length >= 4) {
        const n = got.readUInt32BE()
        if (n === 0) return say(bytes.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK', end)
        if (bytes.length + n > s.most) return say('INSTREAM size limit exceeded. ERROR', end)
        if (got.length < 4 + n) return
        bytes = Buffer.concat([bytes, got.subarray(4, 4 + n)])
        got = got.subarray(4 + n)
      }
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  s.port = (server.address() as AddressInfo).port
  s.close = () =>
    new Promise((done) => {
      server.close(() => done())
      for (const socket of sockets) socket.destroy()
    })
  return s
}

if (import.meta.main) console.log(`clamd simulator at 127.0.0.1:${(await startClamdSimulator(Number(process.env.PORT ?? 3310))).port}`)
