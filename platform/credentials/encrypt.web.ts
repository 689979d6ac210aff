import { api } from '../../kit/web/client.web.ts'

interface PublicKey {
  keyId?: string
  publicKey: string
  nonce?: string
  timestamp?: string | number
}

/**
 * Encrypts passwords for one call: SM2, order C1C2C3, lower-case hex without the leading 04, of `nonce|timestamp|password`.
 * The nonce makes a copied ciphertext worthless. Source: platform-api.md 2.6.
 */
export async function encryptAll(passwords: readonly string[]): Promise<{ texts: string[]; headers: Record<string, string> }> {
  const [{ sm2 }, key] = await Promise.all([import('sm-crypto-v2'), api.get<PublicKey>('cpt-auth/oauth/public-key', {}, { anonymous: true, quiet: true })])
  const texts = passwords.map((p) => sm2.doEncrypt(`${key.nonce ?? ''}|${key.timestamp ?? ''}|${p}`, key.publicKey, 0))
  return { texts, headers: key.keyId ? { 'Key-Id': key.keyId } : {} }
}
