// Time stamps, asked of an authority that is openssl's own, and judged by it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbound } from '../../runtime/outbound.server.ts'
import { verify } from './verify.server.ts'
import { createAuthority, issueCertificate } from './development-ca.server.ts'
import { signPdf } from './pades.server.ts'
import { readStamp, stampBy } from './timestamp.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'stamps-'))
const file = (name: string, bytes?: string | Buffer): string => {
  const path = join(folder, name)
  if (bytes !== undefined) writeFileSync(path, bytes)
  return path
}
const openssl = (...a: string[]): string => execFileSync('openssl', a, { encoding: 'utf8', stdio: 'pipe' })
const CONFIG = `
[tsa]
default_tsa = own
[own]
serial = ${file('serial')}
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
[req]
distinguished_name = name
[name]
[stamping]
extendedKeyUsage = critical,timeStamping
`
let server: Server
let url: string
/** What the authority does to its answers. */
let spoil: (reply: Buffer) => Buffer = (r) => r

beforeAll(async () => {
  const config = file('tsa.cnf', CONFIG)
  file('serial', '01')
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    file('tsa.key'),
    '-out',
    file('tsa.pem'),
    '-subj',
    '/CN=tsa',
    '-days',
    '3650',
    '-config',
    config,
    '-extensions',
    'stamping',
  )
  server = createServer((q, r) => {
    const parts: Buffer[] = []
    q.on('data', (p: Buffer) => parts.push(p))
    q.on('end', () => {
      const [asked, out] = [file('q.tsq', Buffer.concat(parts)), file('r.tsr')]
      openssl('ts', '-reply', '-config', config, '-queryfile', asked, '-signer', file('tsa.pem'), '-inkey', file('tsa.key'), '-out', out)
      r.setHeader('content-type', 'application/timestamp-reply').end(spoil(readFileSync(out)))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(async () => {
  await new Promise((done) => server.close(done))
  rmSync(folder, { recursive: true })
})
const stamp = () => stampBy(url, openOutbound(['127.0.0.1']))

test('a signature bears the stamp of the authority, which openssl verifies and a foreign reader does not stumble over', async () => {
  const doc = await PDFDocument.create()
  doc.addPage()
  const authority = await createAuthority('开发用根证书', '2026-01-01T00:00:00Z')
  const who = await issueCertificate('张三', authority, '2026-01-01T00:00:00Z')
  let stamped: { token: Buffer; of: Buffer } | undefined
  const signed = await signPdf(Buffer.from(await doc.save()), who, {
    reason: '签订',
    name: '张三',
    location: '',
    time: '2026-06-01T08:00:00Z',
    stamp: async (of) => {
      const token = await stamp()(of)
      stamped = { token, of }
      return token
    },
  })
  const { token, of } = stamped!
  const verified = openssl('ts', '-verify', '-data', file('data', of), '-in', file('token', token), '-token_in', '-CAfile', file('tsa.pem'))
  expect(verified).toContain('Verification: OK')
  const [one] = await verify(signed, [authority.certificate.toString('pem')])
  expect([one!.valid, one!.trusted, Date.parse(one!.stamped)]).toEqual([true, true, (await readStamp(token, of))!.time.getTime()])
  expect(execFileSync('pdfsig', ['-nocert', file('x.pdf', signed)], { encoding: 'utf8' })).toContain('Signature is Valid')
  // the stamp is of this signature and no other
  expect(await readStamp(token, Buffer.concat([of, Buffer.from('x')]))).toBeUndefined()
})

test('an answer to another question, a changed one and none at all are refused', async () => {
  const first = await stamp()(Buffer.from('a')).then(() => readFileSync(file('r.tsr')))
  spoil = () => first
  await expect(stamp()(Buffer.from('a'))).rejects.toMatchObject({ key: 'time-stamp-refused', words: { en: expect.stringContaining('nonce') } })
  await expect(stamp()(Buffer.from('b'))).rejects.toMatchObject({ key: 'time-stamp-refused', words: { en: expect.stringContaining('signature') } })
  spoil = (r) => {
    r[r.length - 3]! ^= 1
    return r
  }
  await expect(stamp()(Buffer.from('a'))).rejects.toMatchObject({ key: 'time-stamp-refused' })
  spoil = () => Buffer.from('no reply')
  await expect(stamp()(Buffer.from('a'))).rejects.toMatchObject({ words: { zh: '时间戳服务没有给出有效的时间戳（format）' } })
})
