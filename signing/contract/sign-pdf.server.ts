import type { SignatureMark } from '../../services/pades/pades.server.ts'
import type { TextAnchor } from '../../services/typeset/typeset.server.ts'
import type { DevelopmentAuthority } from '../../services/pades/development-ca.server.ts'
import type { Stamp } from '../../services/pades/timestamp.server.ts'
import type { SignNode } from './nodes.ts'

export interface ContractSigner {
  name: string
  node: SignNode
  /** ISO 8601 with zone. */
  time: string
  /** PNG of the name by hand, and of the seal where the node's organisation seals. */
  image?: Buffer
  seal?: Buffer | undefined
  /** a page (PDF) with the day of signing, of who signs last */
  day?: Buffer | undefined
}
/** What signs is loaded with the first signature: PDFs, certificates and their encodings are a quarter of the program. */
export const loadSigning = () => Promise.all([import('../../services/pades/development-ca.server.ts'), import('../../services/pades/pades.server.ts')])
/** Place of a node's signature on the contract (documents: signature anchors), which every form has. */
const PLACE: Readonly<Record<SignNode, string>> = { cbf: 'cbfSign', cbf_zr: 'cbfZrSign', fbf: 'fbfSeal', jz: 'jzSeal' }
/** Where the name of a node's person stands that has a line of its own beside the seal. */
const LINE: Readonly<Partial<Record<SignNode, string>>> = { fbf: 'fbfPrincipal' }
/** Where the day of signing stands, behind its words. In forms of former versions `date` is over the words themselves: nothing is written there. */
export const DAY_PLACE = 'signDay'
/** Name of the place that a form must have for a node. */
export const requiredPlace = (node: SignNode): string => PLACE[node]
const placed = (anchors: readonly TextAnchor[], name: string | undefined) => anchors.find((a) => a.name === name)
/** Where a node signs: a seal at the place of seals, a name in the line of the person. A form of one's own may have one place for both. */
export const signaturePlace = (anchors: readonly TextAnchor[], node: SignNode, seals: boolean): TextAnchor | undefined =>
  (seals ? undefined : placed(anchors, LINE[node])) ?? placed(anchors, PLACE[node])
/** Where the day of signing stands, where the form has a place for it. */
export const dayPlace = (anchors: readonly TextAnchor[]): TextAnchor | undefined => placed(anchors, DAY_PLACE)
const REASON: Readonly<Record<SignNode, string>> = {
  cbf: '承包方签订承包合同',
  cbf_zr: '受让方（互换对方）签订承包合同',
  fbf: '发包方签订承包合同',
  jz: '承包合同鉴证',
}
/** The node of a signature by the reason that it names; undefined for a foreign one. */
export const nodeOf = (reason: string): SignNode | undefined => (Object.keys(REASON) as SignNode[]).find((n) => REASON[n] === reason)

/**
 * Signs a rendered contract once for each signer, in order, at the places of the contract form. Each signer gets a certificate of
 * one use from the authority; its key is never stored.
 * @param contract the file with its anchors (print: renderContract). A further signer may come later: pass the signed file and the same anchors.
 * @returns the signed file; throws RangeError for a node without place, a bad time, or a name of none or more than 64 characters
 */
export async function signContractPdf(
  contract: { pdf: Buffer; anchors: readonly TextAnchor[] },
  signers: readonly ContractSigner[],
  authority: DevelopmentAuthority,
  stamp?: Stamp,
): Promise<Buffer> {
  const [{ issueCertificate, revocationList }, { signPdf }] = await loadSigning()
  let { pdf } = contract
  for (const s of signers) {
    const place = signaturePlace(contract.anchors, s.node, s.seal !== undefined)
    if (!place) throw new RangeError(`合同没有${PLACE[s.node]}签署位置`)
    const from = new Date(Date.parse(s.time) - CLOCK_SKEW).toISOString()
    const identity = await issueCertificate(s.name, authority, from)
    pdf = await signPdf(pdf, identity, {
      revoked: [await revocationList(authority, from)],
      reason: REASON[s.node],
      name: s.name,
      location: '',
      stamp,
      time: s.time,
      page: place.page,
      rect: place.rect,
      image: s.seal ?? s.image,
      beside: besideOf(s, contract.anchors),
      // the issuer's seal stands for the whole of the pages
      overPages: s.seal !== undefined && s.node === 'fbf',
    })
  }
  return pdf
}
/** What a signature shows elsewhere: who seals has his name in his own line, who signs last brings the day. */
function besideOf({ node, seal, image, day }: ContractSigner, anchors: readonly TextAnchor[]): SignatureMark[] {
  const [line, date] = [seal && image && placed(anchors, LINE[node]), day && dayPlace(anchors)]
  return [
    ...(line ? [{ name: '负责人签名', page: line.page, rect: line.rect, png: image }] : []),
    ...(date ? [{ name: '签订日期', page: date.page, rect: date.rect, pdf: day }] : []),
  ]
}
/** A reader's clock may be behind ours. */
const CLOCK_SKEW = 60_000
