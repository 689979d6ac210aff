/** Time stamps (RFC 3161): an authority says that a signature was there at a time, in a token that is put beside it (PAdES B-T). */

import { randomBytes } from 'node:crypto'
import type { TimeStampResp } from 'pkijs'
import { problem } from '../../kit/model/problem.ts'
import { sha256Bytes } from '../../runtime/sha256.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'

/** Asks for a token over these bytes; DER of the token. */
export type Stamp = (bytes: Buffer) => Promise<Buffer>

export const timeStampProblems = {
  refused: problem<{ why: string }>(503, 'time-stamp-refused', (d) => ({
    zh: `时间戳服务没有给出有效的时间戳（${d.why}）`,
    en: `The time stamping authority returned no valid stamp (${d.why})`,
  })),
}
/** Encodings of requests and tokens; loaded with the first of them. */
const encodings = () => Promise.all([import('pkijs'), import('asn1js')])
const SHA256 = '2.16.840.1.101.3.4.2.1'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const bytesOf = (b: Buffer | Uint8Array): ArrayBuffer => new Uint8Array(b).buffer

/**
 * The authority at an address. What it answers is checked: status, digest, nonce, and its signature over them.
 * @throws time-stamp-refused, outbound problems
 */
export const stampBy =
  (url: string, outbound: Pick<Outbound, 'call'>): Stamp =>
  async (bytes) => {
    const [pkijs, asn1js] = await encodings()
    const nonce = randomBytes(8)
    // an integer of DER is positive when its first bit is not set
    nonce[0] = (nonce[0]! & 0x7f) | 0x40
    const request = new pkijs.TimeStampReq({
      version: 1,
      messageImprint: new pkijs.MessageImprint({
        hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA256 }),
        hashedMessage: new asn1js.OctetString({ valueHex: bytesOf(sha256Bytes(bytes)) }),
      }),
      nonce: new asn1js.Integer({ valueHex: bytesOf(nonce) }),
      certReq: true,
    })
    const body = Buffer.from(request.toSchema().toBER(false))
    const answer = await outbound.call(url, { method: 'POST', headers: { 'content-type': 'application/timestamp-query' }, body })
    if (answer.status !== 200) throw timeStampProblems.refused({ why: `HTTP ${answer.status}` })
    const token = await tokenIn(answer.body)
    const said = await readStamp(token, bytes)
    if (!said?.nonce.equals(nonce)) throw timeStampProblems.refused({ why: said ? 'nonce' : 'signature' })
    return token
  }

async function tokenIn(der: Buffer): Promise<Buffer> {
  const [pkijs] = await encodings()
  let response: TimeStampResp
  try {
    response = pkijs.TimeStampResp.fromBER(bytesOf(der))
  } catch {
    throw timeStampProblems.refused({ why: 'format' })
  }
  const { status } = response.status
  if (status > 1 || !response.timeStampToken) throw timeStampProblems.refused({ why: `status ${status}` })
  return Buffer.from(response.timeStampToken.toSchema().toBER(false))
}

/** What a token says of these bytes: its time and nonce; undefined where it is of other bytes, or its own signature is not right. */
export async function readStamp(token: Buffer, bytes: Buffer): Promise<{ time: Date; nonce: Buffer } | undefined> {
  const [pkijs] = await encodings()
  try {
    const info = pkijs.ContentInfo.fromBER(bytesOf(token))
    const signed = new pkijs.SignedData({ schema: info.content })
    const content = signed.encapContentInfo.eContent?.getValue()
    if (signed.encapContentInfo.eContentType !== TST_INFO || !content) return undefined
    const said = pkijs.TSTInfo.fromBER(content)
    const { hashAlgorithm, hashedMessage } = said.messageImprint
    if (hashAlgorithm.algorithmId !== SHA256 || !Buffer.from(hashedMessage.valueBlock.valueHexView).equals(sha256Bytes(bytes))) return undefined
    if (!(await signed.verify({ signer: 0, data: bytesOf(bytes), checkChain: false }))) return undefined
    return { time: said.genTime, nonce: Buffer.from(said.nonce?.valueBlock.valueHexView ?? []) }
  } catch {
    return undefined
  }
}
