/** What a rule of the watch is, and words in which rules are written. Pure. */
import { both as w, type Text } from '../../kit/model/lang.ts'
import type { ObjectKind, Severity } from './findings.ts'

/** What mends a finding. `business`: a type begun on the contractor; `page`: where the object is changed by hand; `case`: the business itself. */
export type Repair = { readonly business: string } | { readonly page: string; readonly name: string } | { readonly case: true }
export interface Rule {
  readonly id: string
  readonly words: Text
  readonly severity: Severity
  readonly of: ObjectKind
  readonly repair: Repair
  /**
   * ids of rows that break it, with `what` (codes and figures; with words in them both languages, by `saying`). IN(x) holds table x to tenant and county, MINE(o) to the slice too; :c is the county,
   * :ids the slice. Without it `by` says who finds it.
   */
  readonly sql?: string
  /** `digests`: of frozen books; `rows`: their rows beside them; `acts`: digests of entries; `bytes`: files of signed contracts and papers of cases, read beside any transaction; `audit`: rows beside the audit log (audited.ts); `ground`: land on land (land/register/ground.server.ts); `names`: of issuers, as people read them */
  readonly by?: 'digests' | 'rows' | 'acts' | 'bytes' | 'audit' | 'ground' | 'names'
  /** the statement, or who finds it, tells the severity of each (`severity`, error or warn); the rule's own is the worst */
  readonly graded?: true
  /** objects that are asked of in one statement; none: a whole slice */
  readonly atOnce?: number
}
/** Rows of a table, called `o`, that hold `where`; `what` is what the finding tells of one. */
export const broken = (table: string, where: string, what = `''`) => `select o.id, ${what} as what from ${table} o where MINE(o) and ${where}`
/** What a finding tells in words, in both languages, from two texts of the statement: who reads it later reads his own. */
export const saying = (zh: string, en: string) => `json_build_object('zh', ${zh}, 'en', ${en})::text`
/** A subquery's table beside the object, held to its county and tenant. */
export const joinSameCounty = (t: string, x: string) => `${t} ${x} where ${x}."countyCode" = o."countyCode" and ${x}."tenantId" = o."tenantId"`
/** Where an object is changed by hand, or shown. */
export const book = { page: '/registry/djb', name: 'cbjyqzbm' }
export const household = { page: '/land/cbf', name: 'cbfbm' }
export const parcel = { page: '/land/dk', name: 'dkbm' }
export const contract = { page: '/registry/cbht', name: 'cbhtbm' }
/** A rule as data. */
export const rule = (id: string, zh: string, en: string, of: ObjectKind, repair: Repair, sql?: string, severity: Severity = 'error'): Rule => ({
  id,
  words: w(zh, en),
  severity,
  of,
  repair,
  ...(sql ? { sql } : {}),
})
