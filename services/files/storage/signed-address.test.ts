// An address that hands a file out is signed as the service's own library signs it.
import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { expect, test } from 'vitest'
import { signedAddress } from './signed-address.server.ts'

const bytesOf = (v: string | ArrayBuffer | ArrayBufferView): string | Uint8Array =>
  typeof v === 'string' ? v : ArrayBuffer.isView(v) ? new Uint8Array(v.buffer, v.byteOffset, v.byteLength) : new Uint8Array(v)
/** SHA-256 as the library asks for it. */
class Sha256 {
  readonly #hash
  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(key))
  }
  update(v: string | ArrayBuffer | ArrayBufferView) {
    this.#hash.update(bytesOf(v))
  }
  async digest() {
    return new Uint8Array(this.#hash.digest())
  }
  reset() {}
}
const place = { endpoint: 'http://10.0.0.9:9000', region: 'cn-west-1', bucket: 'land', accessKey: 'AK/1', secretKey: 'S+ecret/1' }
const at = Date.parse('2026-03-02T09:00:00+08:00')

test.each([true, false])('bucket in the path: %s', async (inPath) => {
  const own = new URL(
    signedAddress({ ...place, inPath }, 'https://files.example.org', 'a'.repeat(32), { name: "李'四(1) 合同.pdf", type: 'application/pdf', seconds: 300, at }),
  )
  const host = inPath ? 'files.example.org' : 'land.files.example.org'
  expect([own.protocol, own.host, own.pathname]).toEqual(['https:', host, `${inPath ? '/land' : ''}/${'a'.repeat(32)}`])
  const { 'X-Amz-Signature': signature, ...query } = Object.fromEntries(own.searchParams)
  const signer = new SignatureV4({
    service: 's3',
    region: place.region,
    credentials: { accessKeyId: place.accessKey, secretAccessKey: place.secretKey },
    sha256: Sha256,
    uriEscapePath: false,
  })
  const asked = { method: 'GET', protocol: 'https:', hostname: host, path: own.pathname, headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }
  const named = { 'response-content-disposition': query['response-content-disposition']!, 'response-content-type': 'application/pdf' }
  const theirs = await signer.presign(
    { ...asked, query: named },
    { signingDate: new Date(at), expiresIn: 300, unhoistableHeaders: new Set(['x-amz-content-sha256']), unsignableHeaders: new Set(['x-amz-content-sha256']) },
  )
  expect({ ...query, 'X-Amz-Signature': signature }).toEqual(theirs.query)
  expect(named['response-content-disposition']).toBe(`attachment; filename*=UTF-8''${'%E6%9D%8E%27%E5%9B%9B%281%29%20%E5%90%88%E5%90%8C.pdf'}`)
})
