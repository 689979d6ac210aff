/** The development certificate authority kept on disk: made at first use, readable by the server's own user only. */

import 'reflect-metadata'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { createAuthority, type DevelopmentAuthority } from './pades/development-ca.server.ts'

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

async function loadOrCreate(folder: string, now: string): Promise<DevelopmentAuthority> {
  const file = join(folder, 'authority.pem')
  const stored = await readFile(file, 'utf8').catch((e: { code?: string }) => {
    if (e.code === 'ENOENT') return undefined
    throw e
  })
  if (stored !== undefined) return parse(stored)
  const made = await createAuthority(NAME, now)
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', made.keys.privateKey), 'PRIVATE KEY')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temp = `${file}.${randomUUID()}`
  await writeFile(temp, `${made.certificate.toString('pem')}\n${key}\n`, { mode: 0o600 })
  try {
    // link never replaces: of two servers that start at once, the first one's authority stays
    await link(temp, file)
  } catch (e) {
    if ((e as { code?: string }).code !== 'EEXIST') throw e
  } finally {
    await rm(temp, { force: true })
  }
  return parse(await readFile(file, 'utf8'))
}

async function parse(pem: string): Promise<DevelopmentAuthority> {
  const [cert, key] = x509.PemConverter.decodeWithHeaders(pem)
  if (!cert || !key) throw new Error('signing/authority.pem holds no certificate and key')
  const certificate = new x509.X509Certificate(cert.rawData)
  const privateKey = await crypto.subtle.importKey('pkcs8', key.rawData, KEY, true, ['sign'])
  return { certificate, keys: { privateKey, publicKey: await certificate.publicKey.export() } }
}
