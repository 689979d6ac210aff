import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The body of a call as text. @throws where it is longer than a megabyte */
export async function callText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > 1 << 20) throw new Error('too large')
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Answers with JSON. */
export const sayLine = (reply: ServerResponse, status: number, body: unknown) =>
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Listens on this machine alone (port 0: a free one). Answers the address without a path, and how to stop at once. */
export async function serve(port: number, answer: (request: IncomingMessage, reply: ServerResponse) => void): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** POST /simulator {"behaviour": …}: what a simulator does from now on; answers what it does, 400 with what it knows where that is nothing of it. */
export async function steer<B extends string>(
  simulator: { behaviour: B },
  known: readonly B[],
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const wanted = (JSON.parse(await callText(request)) as { behaviour?: unknown }).behaviour
  const found = known.find((b) => b === wanted)
  if (!found) return void sayLine(reply, 400, { known })
  simulator.behaviour = found
  sayLine(reply, 200, { behaviour: found })
}
