import { api } from '../../kit/web/client.web.ts'

/** A signer as the desk shows him. */
export interface DeskNode {
  nodeSort: number
  nodeCode: string
  signerName: string
  /** waiting, open, signed, refused, closed */
  state: string
  signTime: string | null
  /** who compared his document, and how */
  deskName: string | null
  docMeans: string | null
  /** how he wrote his name */
  means: string | null
  /** tries that are left with a wrong document */
  left: number
  /** number of his document, masked */
  idCard: string
  hasSeal: boolean
  onTablet: boolean
  /** when he signed by the clock of a tablet without network; none otherwise */
  awayTime: string | null
}
/** A document as it is shown at the desk. */
export interface ShownDocument {
  docType: string
  docName: string
  docNumber: string
}
/** A name that was written at the desk, and what is kept beside it: pictures as data addresses. */
export interface WrittenAct {
  consent: number
  picture: string
  means: string
  bySeal?: number
  finger?: string
  photo?: string
}
/** How the desk does what a signer does: by calls, or by what a tablet without network keeps. Each act throws what refuses it. */
export interface Door {
  compare(shown: ShownDocument, docMeans: string): Promise<{ known: Known; file: Blob }>
  /** the file was read to its end */
  read?(): void
  sign(known: Known, written: WrittenAct): Promise<unknown>
  refuse(known: Known, reason: string): Promise<unknown>
  /** hands the node to a tablet; absent where there is no network */
  tablet?(known: Known, beside: Partial<WrittenAct>): Promise<{ url: string | null; path: string; passUntil: string }>
}
/** The desk that calls the server. */
export function onlineDoor(contractId: string, nodeSort: number): Door {
  const post = <T>(verb: string, body: object) => api.post<T>(`sign/onsite/${verb}`, { contractId, nodeSort, ...body }, undefined, { quiet: true })
  return {
    async compare(shown, docMeans) {
      const known = await post<Known>('compare', { docMeans, ...shown })
      const { blob } = await api.blob('sign/onsite/file', undefined, { quiet: true }, { contractId, nodeSort, pass: known.pass })
      return { known, file: blob }
    },
    sign: ({ pass }, written) => post('sign', { pass, ...written }),
    refuse: ({ pass }, reason) => post('refuse', { pass, reason }),
    tablet: ({ pass }, beside) => post('tablet', { pass, ...beside }),
  }
}
/** Whom the desk has compared: what goes on with him. */
export interface Known {
  pass: string
  hasSeal: boolean
}
