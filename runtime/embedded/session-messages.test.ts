import { expect, test } from 'vitest'
import { collect, COPY_LIMIT, newClient, nextFrame, type ClientState } from './session-messages.server.ts'
import { frame, query } from './wire.server.ts'

const startup = (major: number): Buffer => {
  const packet = Buffer.alloc(8)
  packet.writeInt32BE(8, 0)
  packet.writeInt16BE(major, 4)
  return packet
}
const started = (): ClientState => ({ ...newClient(), started: true })
const COPY = query('copy t from stdin')
const data = (bytes: number) => frame('d', Buffer.alloc(bytes, 0x31))

test('a startup packet starts a connection when it is whole and of protocol 3', () => {
  const c = newClient()
  c.rest = startup(3).subarray(0, 7)
  expect(nextFrame(c)).toBeUndefined()
  c.rest = Buffer.concat([startup(3), query('select 1')])
  expect(nextFrame(c)).toEqual({ startup: true })
  expect(nextFrame(c)).toEqual({ message: query('select 1') })
  expect(nextFrame(c)).toBeUndefined()
  const old = newClient()
  old.rest = startup(2)
  expect(nextFrame(old)).toEqual({ startup: true })
  expect(old.started).toBe(false)
})
test('a message is taken when its last byte is there', () => {
  const c = started()
  c.rest = query('select 1').subarray(0, -1)
  expect(nextFrame(c)).toBeUndefined()
})
test('a batch ends at Sync and at a simple Query', () => {
  const c = started()
  expect(collect(c, 1, frame('E', Buffer.from('\0'), Buffer.alloc(4)))).toEqual({ do: 'wait' })
  const batch = collect(c, 1, frame('S'))
  expect(batch).toMatchObject({ do: 'run', copyIn: false })
  expect(batch.do === 'run' && batch.messages.length).toBe(2)
  expect(collect(c, 1, query('select 1'))).toMatchObject({ do: 'run', copyIn: false })
})
test('a flush, which a cursor needs, is refused', () => {
  expect(collect(started(), 1, frame('H'))).toEqual({ do: 'refuseCursor' })
})
test('the data of a COPY is one batch with its statement', () => {
  const c = started()
  expect(collect(c, 1, COPY)).toEqual({ do: 'askForCopy' })
  expect(collect(c, 1, data(10))).toEqual({ do: 'wait' })
  expect(collect(c, 1, frame('c'))).toMatchObject({ do: 'run', copyIn: true, messages: [COPY, data(10), frame('c')] })
  expect(c.copy).toBe('none')
})
test('too much data fails the COPY once, and what follows of it is thrown away', () => {
  const c = started()
  collect(c, 1, COPY)
  const failed = collect(c, 1, data(COPY_LIMIT))
  expect(failed).toMatchObject({ do: 'run', copyIn: true })
  expect(failed.do === 'run' && failed.messages.map((m) => String.fromCharCode(m[0]!))).toEqual(['Q', 'f'])
  expect([collect(c, 1, data(10)), collect(c, 1, frame('c'))]).toEqual([{ do: 'wait' }, { do: 'wait' }])
  expect(collect(c, 1, query('select 1'))).toMatchObject({ do: 'run', copyIn: false })
})
