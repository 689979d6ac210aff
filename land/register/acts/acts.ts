// Everything that can happen to the register, as plain data: a type of business decides acts, the writer alone carries them out. Pure: no I/O.
// Which acts each type writes, and what the writer derives from them, stands in README.md.
import type { Draft } from '../../../kit/model/resource.ts'
import type { cbdkxx, cbht, djb } from '../../definitions/cbht.ts'
import type { cbf } from '../../definitions/cbf.ts'
import type { cbjyqz } from '../../definitions/cbjyqz.ts'
import type { dk } from '../../definitions/dk.ts'
import type { fbf } from '../../definitions/fbf.ts'
import type { jtcy } from '../../definitions/jtcy.ts'

/** Who causes an entry. Each may write the acts that MAY gives it. */
export type CauseKind = 'business' | 'import' | 'correction' | 'notice' | 'desk' | 'form' | 'plan' | 'undo'
export interface Cause {
  kind: CauseKind
  /** of the business, package, correction, notice … */
  id: string
}

/**
 * One entry: written whole or not at all. `unit` makes it idempotent (process instance; package and village; correction; notice). `day` (yyyy-MM-dd) is
 * the day from which it is true; an act may carry its own. `registrar`: who passed recheck. The order of the acts means nothing; an object stands in at
 * most one of new, set, end and replace.
 */
export interface Entry {
  cause: Cause
  unit: string
  regionCode: string
  day: string
  registrar?: string
  /** of an import over what is there: its acts hang on that, so they are kept, and points and lines follow from the shapes */
  isIncrement?: boolean
  acts: readonly Act[]
}

/** Why a person may be head or co-owner of a second household: the reason, the file that proves it, who asked for it and the second person who agreed (user ids). */
export interface Double {
  reason: string
  attachId: string
  askedBy: string
  confirmedBy: string
}
/** A member as a household's list names it; `id`: a row of a household of this entry, which stays or moves; `double`: taken though it stands elsewhere. */
export type Member = { id?: string; double?: Double } & Pick<Draft<typeof jtcy>, 'cyxm' | 'cyxb' | 'yhzgx' | 'cyzjlx' | 'cyzjhm' | 'sfgyr' | 'cybz' | 'cybzsm'>
/** What an entry says of a member, out of a row or a form. */
export const memberFields = ({ cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz, cybzsm }: Omit<Member, 'id' | 'double'>): Omit<Member, 'id' | 'double'> => ({
  cyxm,
  cyxb,
  yhzgx,
  cyzjlx,
  cyzjhm,
  sfgyr,
  cybz,
  cybzsm,
})
/** One parcel of a book. Areas: htmj, yhtmj in m², htmjm, yhtmjm in mu, decimal text. A parcel stands in several books only with sfqqqg 1. */
export type Line = { dkbm: string; sfqqqg: string; htmj: string; htmjm: string } & Pick<Draft<typeof cbdkxx>, 'cbjyqqdfs' | 'yhtmj' | 'yhtmjm' | 'lzhtbm'>
/** Terms of a book. `cbqx` in years, null for those without end; `prevCbqxz`: the end of the term before a renewal, while it is not past. */
export interface Terms {
  cbfs: string
  cbqx: number | null
  cbqxq: string
  cbqxz: string
  prevCbqxz?: string
}
type Former = Pick<Draft<typeof cbht>, 'ycbhtbm' | 'yhtzmj' | 'yhtzmjm'>
type Signature = Pick<Draft<typeof cbht>, 'qdsj' | 'signWay' | 'signStatus' | 'attachId' | 'fileHash' | 'htxlh'>
/** Where the contract of a book comes from: signed in the case, carried from the version before, left unsigned (99), or paper made elsewhere. */
export type Contract = Former & ({ file: Signature; htlx: string } | { carry: true } | { unsigned: true; htlx: string } | { paper: Signature; htlx: string })
/** What the paper says where it differs from the rows after the entry. */
export type Printed = Pick<Draft<typeof djb>, 'djsj' | 'dbr' | 'djbfj' | 'ycbjyqzbh' | 'cbjyqzlsh' | 'cbqx' | 'dksyt'> & {
  members?: readonly Member[]
  fzjg?: string
  /** who holds the book, where a correction names another person than the record has; with the members */
  holder?: Required<Pick<Draft<typeof cbf>, 'cbfmc' | 'cbfzjlx' | 'cbfzjhm'>>
}

/** What happens to a piece of a parcel: lost for good, taken by the state, back to the reserve. */
export type Fate = 'lost' | 'state' | 'reserve'
export type ParcelFields = Draft<typeof dk>
interface Dated {
  /** its own day where it is not the entry's (import, correction) */
  day?: string
}

export type NewIssuer = Dated & { act: 'newIssuer'; fbfbm: string; fields: Draft<typeof fbf> }
export type SetIssuer = Dated & {
  act: 'setIssuer'
  fbfbm: string
  fields?: Draft<typeof fbf>
  rounds?: readonly { no: number; from: string; to: string; planId?: string }[]
}
export type EndIssuer = Dated & { act: 'endIssuer'; fbfbm: string; reason: string }
export type NewContractor = Dated & { act: 'newContractor'; cbfbm: string; fields: Draft<typeof cbf>; members: readonly Member[] }
export type SetContractor = Dated & { act: 'setContractor'; cbfbm: string; fields?: Draft<typeof cbf>; members?: readonly Member[] }
/** zxyylx: 2 extinct, 6 split, 7 merged, 9 other. Members that no other household of the entry takes end with it. */
export type EndContractor = Dated & { act: 'endContractor'; cbfbm: string; zxyylx: '2' | '6' | '7' | '9'; successor?: readonly string[] }
/** A parcel; `geom` as WKT in degrees. */
export type NewParcel = Dated & { act: 'newParcel'; dkbm: string; fields: ParcelFields }
/** bgfs: 0 boundary, 10 attributes, 50 areas only, 51 leaves a book. */
export type SetParcel = Dated & { act: 'setParcel'; dkbm: string; fields?: ParcelFields; bgfs: '0' | '10' | '50' | '51' }
/** bgfs: 1 cut, 2 joined. Children have their own codes, taken when they were surveyed. */
export type ReplaceParcels = Dated & {
  act: 'replaceParcels'
  parents: readonly string[]
  children: readonly { dkbm: string; fields: ParcelFields; fate?: Fate }[]
  bgfs: '1' | '2'
  bgyy: string
}
export type EndParcel = Dated & { act: 'endParcel'; dkbm: string; bgfs?: '3'; bgyy: string }
/** A version of a book, whole: its lines are all its lines. `from`: versions it comes from, the last one of its code among them where there is one. */
export type NewBook = Dated & {
  act: 'newBook'
  code: string
  fbfbm: string
  cbfbm: string
  from: readonly string[]
  djlx: string
  djxl: string
  terms: Terms
  lines: readonly Line[]
  contract: Contract
  remark?: string
  as?: Printed
}
/** qszt 2: another version follows; 3: the right has ended. `agreement`: the signed paper that ended it (htlx 9). */
export type EndBook = Dated & {
  act: 'endBook'
  djbId: string
  qszt: '2' | '3'
  reason: string
  zxyylx?: string
  entry?: { djlx: string; djxl: string }
  agreement?: string
}
export type ReviseBook = Dated & { act: 'reviseBook'; djbId: string; content: Printed; lines?: readonly Line[]; terms?: Terms; contract?: Contract }
export type SetContract = Dated & { act: 'setContract'; cbhtbm: string; htlx?: string } & Signature
/** What happens to a certificate; keep and replace of one that was never made make it, cancel of one does nothing. */
export type Certificate = Dated & { act: 'certificate'; code: string } & (
    | { event: 'new' | 'keep' | 'drop' }
    | { event: 'replace' | 'reissue' | 'cancel'; reason: string }
    | { event: 'print' | 'spoil'; serial: string; reason?: string }
    | ({ event: 'issue' } & Pick<Draft<typeof cbjyqz>, 'fzrq' | 'fzjg' | 'bznf'>)
    | ({ event: 'collect' } & Pick<Draft<typeof cbjyqz>, 'qzlqrq' | 'qzlqrxm' | 'qzlqrzjlx' | 'qzlqrzjhm'>)
    | ({ event: 'bdc' } & Pick<Draft<typeof cbjyqz>, 'sfbdcfz' | 'bdcqzh'>)
    | { event: 'set'; fields: Draft<typeof cbjyqz> }
  )
/** A line of the running page (变动登记) of a book, contract or certificate. */
export type Note = Dated & { act: 'note'; on: string; djlx?: string; djxl?: string; text: string; attachId?: string }
/** kind: dy mortgage, yy objection, cf seizure, lz circulation; `ref` names the restriction. `dkbms`: parcels where there are several (circulation). */
export type Restrict = Dated & {
  act: 'restrict'
  ref: string
  kind: 'dy' | 'yy' | 'cf' | 'lz'
  on: { dkbm?: string; dkbms?: readonly string[]; cbjyqzbm?: string; cbfbm?: string }
  from: string
  to?: string
  text: string
  /** the document by which it is entered: once on an object while it stands */
  paperNo?: string
}
/** The parcels that a restriction is on. */
export const parcelsOf = ({ dkbm, dkbms = [] }: Restrict['on']): string[] => [...new Set([...(dkbm ? [dkbm] : []), ...dkbms])]
export type EndRestriction = Dated & { act: 'endRestriction'; ref: string; text: string }

export type Act =
  | NewIssuer
  | SetIssuer
  | EndIssuer
  | NewContractor
  | SetContractor
  | EndContractor
  | NewParcel
  | SetParcel
  | ReplaceParcels
  | EndParcel
  | NewBook
  | EndBook
  | ReviseBook
  | SetContract
  | Certificate
  | Note
  | Restrict
  | EndRestriction
export type ActName = Act['act']

/** Which acts a cause may write. Source: acts.md 4. */
export const MAY: Readonly<Record<CauseKind, readonly ActName[] | 'all'>> = {
  business: 'all',
  import: 'all',
  undo: 'all',
  correction: ['setIssuer', 'setContractor', 'setParcel', 'setContract', 'reviseBook', 'note'],
  notice: ['setParcel', 'certificate', 'restrict', 'endRestriction'],
  desk: ['certificate', 'setContract', 'restrict', 'endRestriction', 'note', 'newBook', 'newParcel', 'setParcel'],
  form: ['newIssuer', 'setIssuer', 'endIssuer', 'newContractor', 'setContractor', 'endContractor', 'newParcel', 'setParcel', 'replaceParcels', 'endParcel'],
  plan: ['setIssuer'],
}

/** The objects that an act makes, changes, ends or replaces, as `table:code`: no two acts of an entry may name the same. */
export function touched(a: Act): string[] {
  switch (a.act) {
    case 'newIssuer':
    case 'setIssuer':
    case 'endIssuer':
      return [`fbf:${a.fbfbm}`]
    case 'newContractor':
    case 'setContractor':
    case 'endContractor':
      return [`cbf:${a.cbfbm}`]
    case 'newParcel':
    case 'setParcel':
    case 'endParcel':
      return [`dk:${a.dkbm}`]
    case 'replaceParcels':
      return [...a.parents, ...a.children.map((c) => c.dkbm)].map((dkbm) => `dk:${dkbm}`)
    case 'newBook':
      return [`book:${a.code}`]
    case 'endBook':
    case 'reviseBook':
      return [`djb:${a.djbId}`]
    case 'restrict':
    case 'endRestriction':
      return [`restriction:${a.ref}`]
    case 'setContract':
      return [`cbht:${a.cbhtbm}`]
    default:
      return []
  }
}
