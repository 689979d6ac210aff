/** Checks the signatures of a PDF: the signed bytes, the CMS over them, and who issued the certificate. */

import { X509Certificate } from 'node:crypto'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { TIME_STAMP } from './cms.server.ts'
import { readStamp } from './timestamp.server.ts'
import { onlySigned } from './revisions.server.ts'
import { MOST_SIGNATURES, tooManySignatures, type VerifiedSignature } from './verify.ts'

const COMMON_NAME = '2.5.4.3'

/**
 * @param authorities DER or PEM certificates that are trusted as issuers
 * @returns one entry a signature field, in the order of signing; a damaged signature is not valid, a file that is no PDF throws RangeError, one with too many
 *   signatures a Problem
 */
export async function verify(pdf: Buffer, authorities: readonly (string | Buffer)[] = []): Promise<VerifiedSignature[]> {
  const doc = await PDFDocument.load(pdf, { updateMetadata: false }).catch(() => {
    throw new RangeError('文件不是有效的PDF')
  })
  const trusted = authorities.map((a) => new X509Certificate(a))
  const out: (VerifiedSignature & { end: number })[] = []
  const [range, contents] = [PDFName.of('ByteRange'), PDFName.of('Contents')]
  const found = doc.context.enumerateIndirectObjects().flatMap(([, o]) => (o instanceof PDFDict && o.has(range) && o.has(contents) ? [o] : []))
  if (found.length > MOST_SIGNATURES) throw tooManySignatures()
  for (const dict of found) out.push(await one(pdf, dict, trusted))
  out.sort((a, b) => a.end - b.end)
  // of a broken signature nothing is proved in any case
  const sound = out.filter((s) => s.valid)
  const between = await onlySigned(sound.map(({ end }) => pdf.subarray(0, end)))
  for (const [i, s] of sound.entries()) s.changedAfter = between[i] === false
  return out.map(({ end: _end, ...rest }) => rest)
}

async function one(pdf: Buffer, dict: PDFDict, authorities: readonly X509Certificate[]): Promise<VerifiedSignature & { end: number }> {
  const m = dict.lookup(PDFName.of('M'))
  const at = m instanceof PDFString || m instanceof PDFHexString ? dateOf(m) : undefined
  const said = dict.lookup(PDFName.of('Reason'))
  const reason = said instanceof PDFString || said instanceof PDFHexString ? said.decodeText() : ''
  const range = rangeOf(dict)
  const bad = {
    signer: '',
    stamped: '',
    certificate: '',
    valid: false,
    trusted: false,
    whole: false,
    changedAfter: false,
    time: at?.toISOString() ?? '',
    reason,
    end: range?.end ?? 0,
  }
  const contents = dict.lookup(PDFName.of('Contents'))
  if (!range || !(contents instanceof PDFHexString)) return bad
  // the gap must be exactly this signature's own hexadecimal text, or bytes could hide in it
  if (range.from !== 0 || range.end > pdf.length || pdf.toString('latin1', range.gap, range.resume) !== `<${contents.asString()}>`) return bad
  const signed = signedData(Buffer.from(contents.asBytes()))
  const certificate = signed && own(signed)
  if (!signed || !certificate) return bad
  const content = Buffer.concat([pdf.subarray(0, range.gap), pdf.subarray(range.resume, range.end)])
  const valid = await signed.verify({ signer: 0, data: new Uint8Array(content).buffer, checkChain: false }).catch(() => false)
  return {
    ...bad,
    signer: nameOf(certificate),
    stamped: await stampOf(signed),
    certificate: pemOf(certificate),
    valid,
    trusted: valid && isTrusted(certificate, authorities, at),
    whole: range.end === pdf.length,
  }
}

function rangeOf(dict: PDFDict): { from: number; gap: number; resume: number; end: number } | undefined {
  const array = dict.lookup(PDFName.of('ByteRange'))
  const numbers = array instanceof PDFArray ? array.asArray().map((n) => (n instanceof PDFNumber ? n.asNumber() : Number.NaN)) : []
  const [from, gap, resume, rest] = numbers
  if (numbers.length !== 4 || !numbers.every((n) => Number.isSafeInteger(n) && n >= 0) || resume! < gap!) return undefined
  return { from: from!, gap: gap!, resume: resume!, end: resume! + rest! }
}

function signedData(der: Buffer): pkijs.SignedData | undefined {
  try {
    // the field is longer than the signature: what follows it is padding
    const { offset } = asn1js.fromBER(new Uint8Array(der).buffer)
    const info = pkijs.ContentInfo.fromBER(new Uint8Array(der.subarray(0, offset)).buffer)
    const signed = new pkijs.SignedData({ schema: info.content })
    return signed.signerInfos.length === 1 ? signed : undefined
  } catch {
    return undefined
  }
}

/** The certificate that the signature names as its own. */
function own(signed: pkijs.SignedData): pkijs.Certificate | undefined {
  const sid = signed.signerInfos[0]!.sid
  if (!(sid instanceof pkijs.IssuerAndSerialNumber)) return undefined
  return signed.certificates?.find(
    (c): c is pkijs.Certificate => c instanceof pkijs.Certificate && c.issuer.isEqual(sid.issuer) && c.serialNumber.isEqual(sid.serialNumber),
  )
}

function nameOf(certificate: pkijs.Certificate): string {
  return String(certificate.subject.typesAndValues.find((t) => String(t.type) === COMMON_NAME)?.value.valueBlock.value ?? '')
}

async function stampOf(signed: pkijs.SignedData): Promise<string> {
  const { unsignedAttrs, signature } = signed.signerInfos[0]!
  const attribute = unsignedAttrs?.attributes.find((a) => a.type === TIME_STAMP)
  if (!attribute) return ''
  const token = Buffer.from((attribute.values[0] as asn1js.BaseBlock).toBER(false))
  return (await readStamp(token, Buffer.from(signature.valueBlock.valueHexView)))?.time.toISOString() ?? ''
}

function pemOf(certificate: pkijs.Certificate): string {
  return new X509Certificate(Buffer.from(certificate.toSchema().toBER(false))).toString()
}

function isTrusted(certificate: pkijs.Certificate, authorities: readonly X509Certificate[], at: Date | undefined): boolean {
  if (!at || at < certificate.notBefore.value || at > certificate.notAfter.value) return false
  const x = new X509Certificate(Buffer.from(certificate.toSchema().toBER(false)))
  return authorities.some((a) => x.checkIssued(a) && x.verify(a.publicKey))
}

function dateOf(m: PDFString | PDFHexString): Date | undefined {
  try {
    return m.decodeDate()
  } catch {
    return undefined
  }
}
