import { createHmac } from 'node:crypto'
import { exactTime } from '../../../kit/server/clock.server.ts'
import { sha256 } from '../../../runtime/sha256.server.ts'

/** A bucket, and who signs for it; `inPath`: it stands in the path and not in the host's name. */
interface Signed {
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  inPath: boolean
}
/** A file as it is handed out at an address of its bucket. */
export interface Handed {
  /** the name under which a browser saves it */
  name: string
  type: string
  /** seconds for which the address holds, from `at` on */
  seconds: number
  /** ms since 1970 */
  at: number
}
const coded = (v: string): string => encodeURIComponent(v).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
const hmac = (key: string | Buffer, v: string): Buffer => createHmac('sha256', key).update(v).digest()

/**
 * An address of a bucket under `endpoint` that hands one object out to whoever has it, for saving, until its time is over (AWS Signature Version 4 in the
 * query). The key of the bucket is not told by it.
 */
export function signedAddress(p: Signed, endpoint: string, key: string, h: Handed): string {
  const base = new URL(endpoint)
  const host = p.inPath ? base.host : `${p.bucket}.${base.host}`
  const path = p.inPath ? `/${coded(p.bucket)}/${coded(key)}` : `/${coded(key)}`
  const time = exactTime(new Date(h.at)).replace(/[-:]|\.\d{3}/g, '')
  const range = [time.slice(0, 8), p.region, 's3', 'aws4_request']
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': [p.accessKey, ...range].join('/'),
    'X-Amz-Date': time,
    'X-Amz-Expires': String(h.seconds),
    'X-Amz-SignedHeaders': 'host',
    'response-content-disposition': `attachment; filename*=UTF-8''${coded(h.name)}`,
    'response-content-type': h.type,
  })
    .map(([n, v]) => `${coded(n)}=${coded(v)}`)
    .join('&')
  const asked = ['GET', path, query, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const said = ['AWS4-HMAC-SHA256', time, range.join('/'), sha256(asked)].join('\n')
  const secret = range.reduce<string | Buffer>((k, part) => hmac(k, part), `AWS4${p.secretKey}`)
  return `${base.protocol}//${host}${path}?${query}&X-Amz-Signature=${hmac(secret, said).toString('hex')}`
}
