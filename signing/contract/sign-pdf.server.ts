import type { TextAnchor } from '../../services/typeset/typeset.server.ts'
import type { DevelopmentAuthority } from '../../services/pades/development-ca.server.ts'
import type { Stamp } from '../../services/pades/timestamp.server.ts'
import type { SignNode } from './nodes.ts'

export interface ContractSigner {
  name: string
  node: SignNode
  /** ISO 8601 with zone. */
  time: string
  /** PNG of the seal or handwriting. */
  image?: Buffer
  /** the picture is a seal that goes over the edges of all pages too */
  overPages?: boolean
}
/** What signs is loaded with the first signature: PDFs, certificates and their encodings are a quarter of the program. */
export const loadSigning = () => Promise.all([import('../../services/pades/development-ca.server.ts'), import('../../services/pades/pades.server.ts')])
/** Place of a node's signature on the contract (documents: signature anchors). */
const PLACE: Readonly<Record<SignNode, string>> = { cbf: 'cbfSign', cbf_zr: 'cbfZrSign', fbf: 'fbfSeal', jz: 'jzSeal' }
/** Name of the place at which a node signs. */
export const signaturePlace = (node: SignNode): string => PLACE[node]
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
    const place = contract.anchors.find((a) => a.name === PLACE[s.node])
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
      ...(s.image ? { image: s.image } : {}),
      ...(s.overPages ? { overPages: true } : {}),
    })
  }
  return pdf
}
/** A reader's clock may be behind ours. */
const CLOCK_SKEW = 60_000
