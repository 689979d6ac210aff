import { sql } from 'kysely'
import { localTime } from '../../kit/server/clock.server.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { filterNames } from '../../kit/server/query.server.ts'
import { answering, reading, type Slice } from '../../kit/server/route.server.ts'
import { regionRange } from '../../kit/model/region-code.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { newestFirst } from '../../services/operations/lists.server.ts'
import type { PushFault } from './fault.ts'
import { officeText } from '../../platform/public/numbers.ts'
import { KEPT_CHARACTERS, maskMessage, third_log } from './third-log.ts'

/** A call of the registry as it went: no status where no answer came. */
export interface RegistryCall<T> {
  businessCode: string
  businessTypeCode: string
  regionCode: string
  msgId: string
  target: string
  httpStatus: number | null
  ms: number
  /** of the message as it was sent */
  bytes: number
  fault: PushFault | null
  message: T
  /** how it was written that was sent */
  written(message: T): string
  answer: string
}
/** An answer as the log keeps it: what names persons in it with stars, where it can be read. */
function maskAnswer(answer: string): string {
  try {
    return JSON.stringify(maskMessage(JSON.parse(answer)))
  } catch {
    return officeText(answer)
  }
}
/** Keeps a call of the registry as it was sent, persons with stars. */
export async function logCall<T>(ctx: Ctx, { message, written, answer, ...call }: RegistryCall<T>): Promise<void> {
  const request = written(maskMessage(message)).slice(0, KEPT_CHARACTERS)
  await ctx.db
    .insertInto('third_log')
    .values({ id: ctx.newId(), tenantId: ctx.who.tenantId, createTime: ctx.now, ...call, request, answer: maskAnswer(answer).slice(0, KEPT_CHARACTERS) })
    .execute()
}

/** The calls that the caller may see: of cases in his region. */
function calls(ctx: Ctx): AnyQuery {
  const all = ctx.db.selectFrom('third_log').where('tenantId', '=', ctx.who.tenantId) as AnyQuery
  const { lo, hi } = regionRange(ctx.who.regionCode)
  return ctx.who.regionCode === '' ? all : all.where('third_log.regionCode', '>=', lo).where('third_log.regionCode', '<', hi)
}
const COLUMNS = ['id', ...Object.keys(third_log.fields)].map((n) => `third_log.${n}`)

/** How many calls of one business are told with it. */
const MOST_CALLS = 50
/** The calls about one business, the newest first. */
export const callsOf = (ctx: Ctx, businessCode: string): Promise<Record<string, unknown>[]> =>
  calls(ctx).where('third_log.businessCode', '=', businessCode).select(COLUMNS).orderBy('third_log.id', 'desc').limit(MOST_CALLS).execute()

/** Days for which calls are kept, as those of the log of calls. */
const KEEP_DAYS = 184
/** Nightly: calls of the registry of more than 184 days go. */
export const thirdLogRetention: Routine = {
  name: 'third-log-retention',
  label: '清理第三方日志',
  due: { at: '02:25' },
  run: ({ now, system }) =>
    system(async (tx) => {
      const before = localTime(new Date(now.getTime() - KEEP_DAYS * 86_400_000))
      const { numAffectedRows } = await sql`delete from third_log where "createTime" < ${before}::timestamptz`.execute(tx)
      return `${numAffectedRows ?? 0} calls`
    }),
}
/** The log of calls of the real-estate registry. Source: land-contract.md 7 (thirdLog); screens.md F5. */
export const thirdLogSlice: Slice = {
  name: 'third-log',
  resources: [],
  routes: [
    answering(
      reading('tenant', 'third_log_view')('/thirdLog/bdc', '第三方日志分页', [...filterNames(third_log), 'current', 'size'], (ctx, q) =>
        newestFirst(ctx, third_log, calls(ctx), COLUMNS, q),
      ),
      { as: 'page', of: third_log },
    ),
  ],
}
