import { Duplex } from 'node:stream'
import type { ToWorker } from './messages.server.ts'

/** What a virtual socket is plugged into. */
export interface Plug {
  /** resolves when an engine serves; rejects when there is none any more */
  ready: () => Promise<void>
  post: (message: ToWorker, transfer?: ArrayBuffer[]) => void
  /** called with the socket when it begins and ends to exist for the engine */
  add: (id: number, socket: Duplex) => void
  remove: (id: number) => boolean
}

/** A socket of the `pg` driver whose other end is the worker. The driver calls the methods added here on a TCP socket. */
export function virtualSocket(id: number, plug: Plug): Duplex {
  const send = (chunks: Uint8Array[]): void => {
    // a copy, because the driver uses its buffers again
    const bytes = Uint8Array.from(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    plug.post({ type: 'data', id, bytes }, [bytes.buffer])
  }
  const leave = (): void => {
    if (plug.remove(id)) plug.post({ type: 'close', id })
  }
  const socket = new Duplex({
    allowHalfOpen: false,
    read: () => undefined,
    write: (chunk: Uint8Array, _encoding, done) => {
      send([chunk])
      done()
    },
    writev: (chunks, done) => {
      send(chunks.map((c) => c.chunk as Uint8Array))
      done()
    },
    final: (done) => {
      leave()
      socket.push(null)
      done()
    },
    destroy: (error, done) => {
      leave()
      done(error)
    },
  })
  const connect = (): Duplex => {
    plug.ready().then(
      () => {
        if (socket.destroyed) return
        plug.add(id, socket)
        plug.post({ type: 'open', id })
        socket.emit('connect')
      },
      (error: Error) => {
        socket.destroy(error)
      },
    )
    return socket
  }
  const self = (): Duplex => socket
  return Object.assign(socket, { connect, setNoDelay: self, setKeepAlive: self, ref: self, unref: self })
}
