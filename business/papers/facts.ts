// What the papers of a case are made of, and what several of them begin and end with. Pure.
import type { Block } from '../../land/paper/documents/letter.ts'
import { dayText, textOf, type Words } from '../../land/paper/rows.ts'
import type { PostedHousehold } from '../publicity/posted.ts'
import type { Objection, Publicity } from '../publicity/publicity.ts'
import type { Business } from '../cases/definitions/business.ts'
import { paperNumber, PAPERS, type Paper } from './papers.ts'

/** A task that somebody has done, or a step that is told. */
export interface Opinion {
  title: string
  text: string
  by: string
  at: string
  /** how he signed by hand at that moment, as PNG in base64; '' where he has not said */
  picture: string
}
/** A file that the case asks for, and how many of it are there. */
export interface Material {
  fileName: string
  isRequired: string
  given: number
}
/** A paper that was printed to be served: what it is, its number, when it was printed last, and to whom it goes. */
export interface ServedPaper {
  name: string
  number: string
  day: string
  to: string
}
/** A certificate that the case cancelled; days yyyy-MM-dd. */
export interface CancelledCertificate {
  cbjyqzbm: string
  serial: string
  cbfmc: string
  reason: string
  day: string
  authority: string
}
/** A serial that a certificate of the case bore: who wrote it when, when it was collected, why it was spoilt. */
export interface WrittenCertificate {
  cbjyqzbm: string
  cbfmc: string
  serial: string
  day: string
  writer: string
  collected: string
  spoilt: string
}
/** Everything that the papers of a case are made of. */
export interface CaseFacts {
  b: Business
  typeName: string
  itemName: string
  issuer: { fbfmc: string; fbffzrxm: string; fbfdz: string }
  /** the issuer's phone, whole: the notice that is posted gives it to whoever objects; no other paper has it */
  objectionPhone: string
  /** office that writes: name of the county or town */
  office: string
  today: string
  words: Words
  materials: readonly Material[]
  /** day of acceptance, and what was there of the materials then; nothing before the acceptance */
  accepted?: { day: string; materials: readonly Material[] }
  /** day on which the case was revoked or its registration taken back */
  revokedDay?: string
  opinions: readonly Opinion[]
  /** reasons of the pre-flight: what may be put right, and what bars the acceptance */
  faults: readonly string[]
  refusals: readonly string[]
  households: readonly PostedHousehold[]
  served: readonly ServedPaper[]
  cancelled: readonly CancelledCertificate[]
  written: readonly WrittenCertificate[]
  round?: Publicity
  objection?: Objection
}

/** A paragraph. */
export const factText = (s: string): Block => ({ kind: 'text', text: s })
/** Title and number of a paper. */
export const numbered = (f: CaseFacts, paper: Paper) => ({ title: PAPERS[paper].zh, number: paperNumber(f.b.businessCode, paper) })
/** Who writes in the name of the office, with the place of its seal and the day: that of what the paper tells, today where it tells how things stand. */
export const office = (f: CaseFacts, day: string = f.today): string[] => [f.office, '（盖章）', dayText(day)]
/** What the case is. */
export const caseFacts = ({ b, typeName, itemName, issuer }: CaseFacts): Block => ({
  kind: 'facts',
  rows: [
    ['业务编号', textOf(b.businessCode)],
    ['业务名称', textOf(b.businessName)],
    ['业务类型', typeName],
    ['业务事项', itemName],
    ['申请人', textOf(b.obligeName)],
    ['发包方', issuer.fbfmc],
  ],
})
