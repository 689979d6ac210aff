/** The certificate authority of a place, kept on disk, readable by the server's own user only: set up by an administrator, else a development one made at first use. */

import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { X509Certificate } from '@peculiar/x509'
import type { DevelopmentAuthority } from './development-ca.server.ts'

const NAME = '承包系统开发用根证书'
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const
const opened = new Map<string, Promise<DevelopmentAuthority>>()

/**
 * Opens the authority of a data folder (`signing/authority.pem`: certificate and key, mode 0600), creating it when missing.
 * @param now ISO 8601, beginning of validity of a new one
 * @throws when the file cannot be read as one
 */
export function openAuthority(dataDir: string, now: string): Promise<DevelopmentAuthority> {
  const known = opened.get(dataDir)
  if (known) return known
  const made = loadOrCreate(join(dataDir, 'signing'), now)
  opened.set(dataDir, made)
  made.catch(() => opened.delete(dataDir))
  return made
}

/** Reads and makes certificates; loaded with the first of them. */
const certificates = async () => {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}
const create = async (name: string, now: string) => (await import('./development-ca.server.ts')).createAuthority(name, now)
const nameOf = (c: X509Certificate): string => c.subjectName.getField('CN')[0] ?? ''
/** Whether the authority of a data folder is one that somebody set up: neither absent nor the one that is made at first use. */
export async function isSetUp(dataDir: string): Promise<boolean> {
  const pem = await readFile(join(dataDir, 'signing', 'authority.pem'), 'utf8').catch(() => undefined)
  return pem !== undefined && nameOf((await parse(pem)).certificate) !== NAME
}
/**
 * Sets up the authority of a data folder, before anything was signed there: of this name, or the certificate and key (PEM, PKCS #8, P-256) that another issued.
 * @throws RangeError for what cannot issue certificates now, and where there is an authority already: what was signed by it would be trusted no more
 */
export async function setUpAuthority(dataDir: string, given: { name: string } | { pem: string }, now: string): Promise<string> {
  const made = 'name' in given ? await create(given.name, now) : await parse(given.pem)
  const { certificate, keys } = made
  const [challenge, algorithm] = [Buffer.from(now), { ...KEY, hash: 'SHA-256' }]
  const isItsKey = await crypto.subtle.verify(algorithm, keys.publicKey, await crypto.subtle.sign(algorithm, keys.privateKey, challenge), challenge)
  if (!isItsKey) throw new RangeError('the key is not that of the certificate')
  const { BasicConstraintsExtension } = await certificates()
  if (!certificate.getExtension(BasicConstraintsExtension)?.ca) throw new RangeError('the certificate is not that of an authority (basic constraints)')
  if (new Date(now) < certificate.notBefore || new Date(now) > certificate.notAfter) throw new RangeError('the certificate is not valid today')
  if (!(await keep(join(dataDir, 'signing'), made))) throw new RangeError('there is an authority already (signing/authority.pem)')
  opened.delete(dataDir)
  return nameOf(certificate)
}

async function loadOrCreate(folder: string, now: string): Promise<DevelopmentAuthority> {
  const file = join(folder, 'authority.pem')
  const stored = await readFile(file, 'utf8').catch((e: { code?: string }) => {
    if (e.code === 'ENOENT') return undefined
    throw e
  })
  if (stored !== undefined) return parse(stored)
  await keep(folder, await create(NAME, now))
  return parse(await readFile(file, 'utf8'))
}
/** Writes an authority where there is none; answers whether there was none. */
async function keep(folder: string, made: DevelopmentAuthority): Promise<boolean> {
  const file = join(folder, 'authority.pem')
  const { PemConverter } = await certificates()
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', made.keys.privateKey), 'PRIVATE KEY')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temp = `${file}.${randomUUID()}`
  await writeFile(temp, `${made.certificate.toString('pem')}\n${key}\n`, { mode: 0o600 })
  try {
    // link never replaces: of two servers that start at once, the first one's authority stays
    await link(temp, file)
    return true
  } catch (e) {
    if ((e as { code?: string }).code !== 'EEXIST') throw e
    return false
  } finally {
    await rm(temp, { force: true })
  }
}

async function parse(pem: string): Promise<DevelopmentAuthority> {
  const x509 = await certificates()
  const [cert, key] = x509.PemConverter.decodeWithHeaders(pem)
  if (!cert || !key) throw new Error('signing/authority.pem holds no certificate and key')
  const certificate = new x509.X509Certificate(cert.rawData)
  const privateKey = await crypto.subtle.importKey('pkcs8', key.rawData, KEY, true, ['sign'])
  return { certificate, keys: { privateKey, publicKey: await certificate.publicKey.export() } }
}
