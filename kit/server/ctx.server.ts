import type { Lang } from '../model/lang.ts'
import type { Page } from '../model/page.ts'
import type { Problem } from '../model/problem.ts'
import type { AnyResource } from '../model/resource.ts'
import type { ScopeRule } from '../model/scope-rules.ts'
import type { AnyQuery } from './any-query.server.ts'
import type { Tx } from './db.server.ts'

/** The person (or program) behind a request. */
export interface Who {
  userId: string
  account: string
  realName: string
  tenantId: string
  deptId: string
  roleIds: readonly string[]
  /** role aliases: administrator, admin, … */
  roles: readonly string[]
  /** all rows at or below this region are theirs to see; '' = the whole tenant */
  regionCode: string
  /** button codes */
  perms: ReadonlySet<string>
  sessionId?: string
  /** why personal data is seen in full, as it was said at this session; null: it is asked for and was not said, so stars are shown */
  purpose?: string | null
  /** id of the administrator who looks through this person's eyes */
  viewer?: string
  /** a caller who can only read (`reads`: these calls and no others), and what he is told of everything else but calls of these names of the audit */
  onlyReads?: { but: readonly string[]; why: () => Problem; reads?: readonly string[] }
  /** data scope: which rows of a resource are theirs to see, beyond tenant and region; none = all of those */
  dataScopes?: readonly ScopeRule[]
  /** API scope: patterns of paths that may be called where a button is needed; none = all of those */
  apiPaths?: readonly string[]
  /** the calls that may be made and no other, whether they need a button or not: what a signed link opens; none = no such bound */
  only?: readonly string[]
}

/** What a handler works with. Its only way to the database is the request's own transaction. */
export interface Ctx {
  who: Who
  db: Tx
  lang: Lang
  /** 'yyyy-MM-dd HH:mm:ss', the same for the whole request */
  now: string
  /** the clock of `now`, for what must be later than what it waited for; none: the product's own */
  clock?: () => Date
  /** reads of versioned tables see what is registered at the end of this day (yyyy-MM-dd); only routes that take `asOf` set it */
  asOf?: string
  /** and as the system knew it at this moment ('yyyy-MM-dd HH:mm:ss'); alone: of the day of that moment */
  knownAt?: string
  newId(): string
  requestId: string
  ip: string
  /** the call that is being answered, and whether it wrote the audit log; absent in jobs and in the server's own work */
  /** `objectId`: the row that the call turned out to be about; `inFull`: rows whose personal data was answered without stars, `name id`, and their definition */
  call?: { path: string; reads: boolean; audited?: boolean; inFull?: Map<string, string>; objectId?: string }
  /** what causes register changes, kept with each version; none: a form */
  cause?: { kind: string; id: string | null }
  /** a page hands its question, narrowed and filtered, to this and answers what comes back, and reads no rows: totals beside a list */
  instead?: (question: AnyQuery, r: AnyResource) => Promise<Page<Record<string, unknown>>>
  /** queues work in this transaction; it starts after the commit. `long`: it is of a size that others do not wait for, though its kind usually is not */
  enqueue(kind: string, payload: Record<string, unknown>, o?: { title?: string; regionCode?: string; long?: boolean }): Promise<string>
}

/** The clocks that a call or its record names. */
export const clocksOf = ({ asOf, knownAt }: Pick<Ctx, 'asOf' | 'knownAt'>): Pick<Ctx, 'asOf' | 'knownAt'> => ({
  ...(asOf ? { asOf } : {}),
  ...(knownAt ? { knownAt } : {}),
})
export const ADMINISTRATOR = 'administrator'
export const isAdministrator = (who: Who) => who.roles.includes(ADMINISTRATOR)
