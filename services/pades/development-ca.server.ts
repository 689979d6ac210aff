/** A certificate authority for development and simulators: it issues signing certificates to any name. Never trust it in production. */

import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import * as x509 from '@peculiar/x509'

export interface DevelopmentAuthority {
  readonly certificate: x509.X509Certificate
  readonly keys: CryptoKeyPair
}
export interface IssuedCertificate {
  /** PEM: the certificate, then the authority's. */
  readonly chain: readonly string[]
  readonly privateKey: CryptoKey
  /** The key as PKCS #8 PEM, for keeping it. */
  readonly privateKeyPem: string
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY = 86_400_000

/** @returns a self-signed authority valid ten years from `from` (ISO 8601) */
export async function createAuthority(name: string, from: string): Promise<DevelopmentAuthority> {
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: distinguished(name),
    keys,
    signingAlgorithm: ALGORITHM,
    ...validity(from, 3652),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  })
  return { certificate, keys }
}

/**
 * Issues a signing certificate to a person or body; the name is kept letter by letter (UTF8String), whatever it contains.
 * @param from first moment of validity, ISO 8601; valid two years
 * @throws RangeError when the name is empty or longer than 64 characters (X.520)
 */
export async function issueCertificate(name: string, authority: DevelopmentAuthority, from: string): Promise<IssuedCertificate> {
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: distinguished(name),
    issuer: authority.certificate.subjectName,
    publicKey: keys.publicKey,
    signingKey: authority.keys.privateKey,
    signingAlgorithm: ALGORITHM,
    ...validity(from, 731),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate),
    ],
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    chain: [certificate.toString('pem'), authority.certificate.toString('pem')],
    privateKey: keys.privateKey,
    privateKeyPem: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  }
}

/**
 * What the authority has revoked, signed by it: nothing, since a certificate of one use has no key that could still sign.
 * @param at moment of the list, ISO 8601; it stands as long as a certificate
 * @returns DER of a certificate revocation list (RFC 5280)
 */
export async function revocationList(authority: DevelopmentAuthority, at: string): Promise<Buffer> {
  const { notBefore, notAfter } = validity(at, 731)
  const list = await x509.X509CrlGenerator.create({
    issuer: authority.certificate.subjectName,
    thisUpdate: notBefore,
    nextUpdate: notAfter,
    signingKey: authority.keys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [await x509.AuthorityKeyIdentifierExtension.create(authority.keys.publicKey)],
  })
  return Buffer.from(list.rawData)
}

function distinguished(name: string): x509.Name {
  if (name === '' || [...name].length > 64) throw new RangeError(`证书名称应为1至64个字符：${name}`)
  return new x509.Name([{ C: [{ printableString: 'CN' }] }, { CN: [{ utf8String: name }] }])
}

function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}

function serial(): string {
  return `00${randomBytes(15).toString('hex')}`
}

function validity(from: string, days: number): { notBefore: Date; notAfter: Date } {
  const notBefore = new Date(from)
  return { notBefore, notAfter: new Date(notBefore.getTime() + days * DAY) }
}
