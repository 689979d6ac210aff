// How a volume is ordered, numbered and named. Pure. Source: business-flows.md 11; documents.md 13.
import { GROUP } from './archive.ts'

/** Kinds of papers in the order in which they lie in a volume (dictionary archive_doc). */
export const DOC = {
  application: '02',
  identity: '03',
  survey: '04',
  sketch: '05',
  publicity: '06',
  opinion: '07',
  contract: '08',
  book: '09',
  certificate: '10',
  proof: '11',
  other: '12',
  plan: '20',
  minutes: '21',
} as const
export type DocType = (typeof DOC)[keyof typeof DOC]

/** In which part of a volume the files of a kind (dictionary attach_kind) lie. */
const KINDS: Readonly<Record<string, DocType>> = {
  SQS: DOC.application,
  CBFSFZ: DOC.identity,
  CBFHKB: DOC.identity,
  WTS: DOC.identity,
  DCB: DOC.survey,
  CLCG: DOC.survey,
  DKSYT: DOC.sketch,
  GSB: DOC.publicity,
  CBHT: DOC.contract,
  CBJYQZ: DOC.certificate,
  XY: DOC.proof,
  HYJL: DOC.minutes,
  HJZM: DOC.proof,
  QT: DOC.proof,
}
export const docTypeOf = (attachKind: string | null | undefined): DocType => KINDS[attachKind ?? ''] ?? DOC.other

/** What a signed file is, where it is no contract of household land (dictionary htlx). */
const SIGNED: Readonly<Record<string, string>> = { '5': '转让合同', '6': '互换合同', '7': '分户协议', '8': '合户协议', '9': '终止（解除）承包合同协议' }
/** The title of a signed file by its kind (dictionary htlx). */
export const signedTitle = (htlx: string | null): string => `${SIGNED[htlx ?? ''] ?? '承包合同'}（已签署）`

/** What a volume is of. */
export interface VolumeOf {
  groupType: string
  fbfbm: string
  cbfbm?: string | null
  year: number
}
/** 档号: issuer, kind of volume, serial of the household (0000: the issuer's own), year, and which of that year it is. Source: business-flows.md 11. */
export const archiveNo = ({ groupType, fbfbm, cbfbm, year }: VolumeOf, n: number): string =>
  [fbfbm, groupType, groupType === GROUP.household ? (cbfbm ?? '').slice(14) : '0000', String(year), String(n).padStart(3, '0')].join('-')

/** Order among the papers that come together: by kind, else as they were given. */
export const byKindOfPaper = <T extends { docType: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.docType < b.docType ? -1 : a.docType > b.docType ? 1 : 0))
/** Page numbers of papers that come behind `last` pages, without a gap; a paper without pages of its own (an archive, a table) counts one. */
export function withPages<T extends { pages: number }>(list: readonly T[], last: number): (T & { pageFrom: number; pageTo: number })[] {
  let at = last
  return list.map((d) => {
    const from = at + 1
    at += Math.max(1, d.pages)
    return { ...d, pageFrom: from, pageTo: at }
  })
}
/** Where the next paper of a volume comes: behind so many pages and papers. */
export const volumeEnd = (list: readonly { sort: number | null; pageTo: number | null }[]): { pages: number; sort: number } => ({
  pages: Math.max(0, ...list.map((d) => d.pageTo ?? 0)),
  sort: Math.max(0, ...list.map((d) => d.sort ?? 0)),
})
/** Where the numbers of pages of a volume do not follow each other: the titles of the papers. */
export function gaps(list: readonly { title: string | null; pageFrom: number | null; pageTo: number | null; pages: number | null }[]): string[] {
  let at = 0
  const out: string[] = []
  for (const d of list) {
    if (d.pageFrom !== at + 1 || (d.pageTo ?? 0) - (d.pageFrom ?? 0) + 1 !== Math.max(1, d.pages ?? 1)) out.push(d.title ?? '')
    at = d.pageTo ?? at
  }
  return out
}

/** Households of one case from which its common papers lie in the issuer's volume of the year, and each household's volume has its own alone. */
export const MANY = 5
