// How the simulated service signs a PDF: an authority of its own, a certificate of one use for each signer, PAdES B-B, one revision a signature.
import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { PDFArray, type PDFContext, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRef, PDFString } from '@cantoo/pdf-lib'
import * as x509 from '@peculiar/x509'
import { SignPdf, Signer } from '@signpdf/signpdf'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { sha256Bytes } from '../../../runtime/sha256.server.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const TEN_YEARS = 3652 * 86_400_000
export interface Authority {
  certificate: x509.X509Certificate
  keys: CryptoKeyPair
}
const named = (name: string) => new x509.Name([{ C: [{ printableString: 'CN' }] }, { CN: [{ utf8String: name }] }])
const serialNumber = () => `00${randomBytes(15).toString('hex')}`
const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
const validity = (at: Date) => ({ notBefore: new Date(at.getTime() - TEN_YEARS), notAfter: new Date(at.getTime() + TEN_YEARS) })

/** A self-signed authority. */
export async function newAuthority(at: Date): Promise<Authority> {
  const keys = await newKeys()
  const extensions = [new x509.BasicConstraintsExtension(true, 0, true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true)]
  const name = named('模拟签署服务根证书')
  return {
    keys,
    certificate: await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: serialNumber(),
      name,
      keys,
      signingAlgorithm: ALGORITHM,
      ...validity(at),
      extensions,
    }),
  }
}

const bytes = (b: Uint8Array): ArrayBuffer => new Uint8Array(b).buffer
const octets = (b: Uint8Array) => new asn1js.OctetString({ valueHex: bytes(b) })
const sequence = (...value: asn1js.AsnType[]) => new asn1js.Sequence({ value })

async function cms(content: Buffer, name: string, a: Authority, at: Date): Promise<Buffer> {
  const keys = await newKeys()
  const own = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: named(name),
    issuer: a.certificate.subjectName,
    publicKey: keys.publicKey,
    signingKey: a.keys.privateKey,
    signingAlgorithm: ALGORITHM,
    ...validity(at),
    extensions: [new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true)],
  })
  const certificates = [own, a.certificate].map((c) => pkijs.Certificate.fromBER(c.rawData))
  const attribute = (type: string, value: asn1js.AsnType) => new pkijs.Attribute({ type, values: [value] })
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.7.1' }),
    certificates,
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({ issuer: certificates[0]!.issuer, serialNumber: certificates[0]!.serialNumber }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute('1.2.840.113549.1.9.3', new asn1js.ObjectIdentifier({ value: '1.2.840.113549.1.7.1' })),
            attribute('1.2.840.113549.1.9.4', octets(sha256Bytes(content))),
            attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(sha256Bytes(new Uint8Array(own.rawData))))))),
          ],
        }),
      }),
    ],
  })
  await signed.sign(keys.privateKey, 0, 'SHA-256', bytes(content))
  return Buffer.from(new pkijs.ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) }).toSchema().toBER(false))
}

interface PagePlace {
  page: number
  rect: readonly number[]
}
/** The day as a signature shows it that reaches over its own place and that of the day; the letters are every reader's own. */
function dayLook(context: PDFContext, rect: readonly number[], day: PagePlace & { text: string }): PDFRef {
  const Helvetica = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' })
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, rect[2]! - rect[0]!, rect[3]! - rect[1]!], Resources: { Font: { Helvetica } } }
  return context.register(context.stream(`BT /Helvetica 11 Tf ${day.rect[0]! - rect[0]!} ${day.rect[3]! - 10 - rect[1]!} Td (${day.text}) Tj ET`, form))
}
/** Signs a file once more, at a place of a page (1-based; PDF points); `day`: the last signature shows the day there. */
export async function signFile(pdf: Buffer, name: string, place: PagePlace, a: Authority, at: Date, day?: PagePlace & { text: string }): Promise<Buffer> {
  const doc = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false })
  const { context, catalog } = doc
  const page = doc.getPages()[place.page - 1]!
  const star = PDFName.of('**********')
  const V = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, star, star, star],
      Contents: PDFHexString.of('0'.repeat(32768)),
      M: PDFString.fromDate(at),
      Name: PDFHexString.fromText(name),
    }),
  )
  /** A value under a name of a dictionary, made where there is none; what holds it is written anew. */
  const under = <T extends PDFDict | PDFArray>(owner: PDFDict, key: string, make: () => T): T => {
    const ref = owner.get(PDFName.of(key))
    if (ref instanceof PDFRef) context.snapshot?.markRefForSave(ref)
    const found = owner.lookup(PDFName.of(key)) as T | undefined
    if (found) return found
    const made = make()
    owner.set(PDFName.of(key), made)
    return made
  }
  const form = under(catalog, 'AcroForm', () => context.obj({}) as PDFDict)
  form.set(PDFName.of('SigFlags'), context.obj(3))
  const fields = under(form, 'Fields', () => context.obj([]) as PDFArray)
  const T = PDFHexString.fromText(`Signature${fields.size() + 1}`)
  const both = day?.page === place.page ? [0, 1, 2, 3].map((i) => Math[i < 2 ? 'min' : 'max'](place.rect[i]!, day.rect[i]!)) : undefined
  const look = both && day ? { AP: { N: dayLook(context, both, day) } } : {}
  const shown = { T, V, P: page.ref, Rect: both ?? [...place.rect], F: 132, ...look }
  const widget = context.register(context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', ...shown }))
  fields.push(widget)
  under(page.node, 'Annots', () => context.obj([]) as PDFArray).push(widget)
  for (const ref of [page.ref, context.trailerInfo.Root as PDFRef]) context.snapshot?.markRefForSave(ref)
  const prepared = Buffer.from(await doc.commit({ useObjectStreams: false }))
  return new SignPdf().sign(prepared, Object.assign(new Signer(), { sign: (content: Buffer) => cms(content, name, a, at) }))
}
