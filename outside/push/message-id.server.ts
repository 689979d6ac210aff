import { createHash } from 'node:crypto'

/** Namespace of message ids: RFC 9562's one for object identifiers. */
const NAMESPACE = Buffer.from('6ba7b8129dad11d180b400c04fd430c8', 'hex')
/** The UUID of version 5 of a text: the same business and version have the same message id at every attempt. Source: business-flows.md 10.2. */
export function messageId(text: string): string {
  const h = createHash('sha1').update(NAMESPACE).update(text).digest().subarray(0, 16)
  h[6] = (h[6]! & 0x0f) | 0x50
  h[8] = (h[8]! & 0x3f) | 0x80
  return h.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
