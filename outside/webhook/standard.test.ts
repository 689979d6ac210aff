// What we sign is what Standard Webhooks means by a signature: judged by the library of the standard, which shares no line with the product.
import { expect, test } from 'vitest'
import { clock } from '../../kit/model/clock.ts'
import { webhookHeaders } from './deliver.server.ts'

interface Library {
  Webhook: new (secret: string) => { verify(body: string, headers: Record<string, string>): unknown; sign(id: string, at: Date, body: string): string }
}
/** Loaded by name: the types of the product do not rest on it. */
const LIBRARY: string = 'standardwebhooks'
const { Webhook } = (await import(LIBRARY)) as Library
const secret = (n: number) => `whsec_${Buffer.alloc(32, n).toString('base64')}`
const body = JSON.stringify({ type: 'case.finished', timestamp: '2026-06-01T01:00:00.000Z', data: { about: '业务1' } })
const now = clock().getTime()

test('the library of the standard takes what is signed, with either secret while one is changed, and computes the same signature', () => {
  const headers = webhookHeaders([secret(2), secret(1)], 'msg_1', now, body)
  for (const n of [1, 2]) expect(new Webhook(secret(n)).verify(body, headers)).toEqual(JSON.parse(body))
  expect(webhookHeaders([secret(1)], 'msg_1', now, body)['webhook-signature']).toBe(new Webhook(secret(1)).sign('msg_1', new Date(now), body))
})

test('it refuses another body, id, time or secret', () => {
  const headers = webhookHeaders([secret(1)], 'msg_1', now, body)
  const judge = (o: Record<string, string> = {}, text = body, by = 1) => new Webhook(secret(by)).verify(text, { ...headers, ...o })
  expect(judge()).toEqual(JSON.parse(body))
  expect(() => judge({}, body.replace('1', '2'))).toThrow()
  expect(() => judge({ 'webhook-id': 'msg_2' })).toThrow()
  expect(() => judge({ 'webhook-timestamp': String(Math.floor(now / 1000) - 1) })).toThrow()
  expect(() => judge({}, body, 3)).toThrow()
  expect(() => new Webhook(secret(1)).verify(body, webhookHeaders([secret(1)], 'msg_1', now - 6 * 60_000, body))).toThrow()
})
