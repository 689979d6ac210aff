/** Detached CMS signature with the attributes of CAdES/PAdES B-B, made with PKI.js (keeps Chinese certificate names intact). */

import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { sha256Bytes } from '../../runtime/sha256.server.ts'
import type { Stamp } from './timestamp.server.ts'

/** Who signs: certificates (PEM text or DER), the signer's own first, then its issuers; the key as CryptoKey or PKCS #8 PEM. */
export interface SigningIdentity {
  readonly chain: readonly (string | Buffer)[]
  readonly privateKey: CryptoKey | string
}

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  rsa: '1.2.840.113549.1.1.1',
  ec: '1.2.840.10045.2.1',
}
/** Attribute that holds the time stamp of a signature. */
export const TIME_STAMP = '1.2.840.113549.1.9.16.2.14'
const CURVES: Readonly<Record<string, string>> = { '1.2.840.10045.3.1.7': 'P-256', '1.3.132.0.34': 'P-384', '1.3.132.0.35': 'P-521' }

/** @returns the DER of the SignedData over `content` (SHA-256, RSA PKCS#1 v1.5 or ECDSA), with a time stamp where there is an authority; throws RangeError without certificate or for another key type */
export async function signDetached(content: Buffer, { chain, privateKey }: SigningIdentity, stamp?: Stamp): Promise<Buffer> {
  const ders = chain.map(derOf)
  const own = ders[0]
  if (!own) throw new RangeError('缺少签名证书')
  const certificates = ders.map((der) => pkijs.Certificate.fromBER(bytes(der)))
  const signer = certificates[0] as pkijs.Certificate
  const key = typeof privateKey === 'string' ? await importKey(privateKey, signer) : privateKey
  const signedAttrs = new pkijs.SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new pkijs.Attribute({ type: OID.contentType, values: [new asn1js.ObjectIdentifier({ value: OID.data })] }),
      new pkijs.Attribute({ type: OID.messageDigest, values: [octets(sha256Bytes(content))] }),
      // ESSCertIDv2 with the default hash (SHA-256) binds the certificate to the signature
      new pkijs.Attribute({ type: OID.signingCertificateV2, values: [sequence(sequence(sequence(octets(sha256Bytes(own)))))] }),
    ],
  })
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: OID.data }),
    certificates,
    signerInfos: [
      new pkijs.SignerInfo({ version: 1, sid: new pkijs.IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }), signedAttrs }),
    ],
  })
  await signed.sign(key, 0, 'SHA-256', bytes(content))
  if (stamp) {
    const own = signed.signerInfos[0] as pkijs.SignerInfo
    const token = await stamp(Buffer.from(own.signature.valueBlock.valueHexView))
    const { result } = asn1js.fromBER(bytes(token))
    own.unsignedAttrs = new pkijs.SignedAndUnsignedAttributes({ type: 1, attributes: [new pkijs.Attribute({ type: TIME_STAMP, values: [result] })] })
  }
  const info = new pkijs.ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER(false))
}

function importKey(pem: string, signer: pkijs.Certificate): Promise<CryptoKey> {
  const { algorithmId, algorithmParams } = signer.subjectPublicKeyInfo.algorithm
  const curve = algorithmParams instanceof asn1js.ObjectIdentifier ? CURVES[algorithmParams.valueBlock.toString()] : undefined
  if (algorithmId === OID.rsa) return crypto.subtle.importKey('pkcs8', derOf(pem), { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign'])
  if (algorithmId === OID.ec && curve) return crypto.subtle.importKey('pkcs8', derOf(pem), { name: 'ECDSA', namedCurve: curve }, false, ['sign'])
  throw new RangeError(`不支持的签名密钥类型：${algorithmId}`)
}

/** DER of a certificate that is given as PEM text or as DER. */
export function derOf(x: string | Buffer): Buffer<ArrayBuffer> {
  return Buffer.from(typeof x === 'string' ? Buffer.from(x.replace(/-----[^-]+-----/g, ''), 'base64') : x)
}

function bytes(b: Buffer): ArrayBuffer {
  return new Uint8Array(b).buffer
}

function octets(b: Buffer): asn1js.OctetString {
  return new asn1js.OctetString({ valueHex: bytes(b) })
}

function sequence(...value: asn1js.AsnType[]): asn1js.Sequence {
  return new asn1js.Sequence({ value })
}
