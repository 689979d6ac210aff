import { sql } from 'kysely'
import { problems, type Problem } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { dictionariesOf } from '../../kit/server/dictionary.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { CONTENTS, type ProductContent } from '../../platform/messages/contents.ts'
import { withdrawMessages } from '../../platform/messages/send.server.ts'
import { emit } from '../../runtime/outbox.server.ts'
import { next } from '../cases/rules/flow.ts'
import { refusal } from '../cases/rules/problems.ts'
import { refusedFor } from '../cases/rules/refused-for.ts'
import type { Business } from '../cases/definitions/business.ts'
import type { TaskStep } from '../cases/handling/handling.server.ts'
import { daysLeft, OPEN_OBJECTIONS, PUBLICITY, PUBLICITY_FLOW, type PublicityEvent } from './clock.ts'
import { snapshotOf } from './households.server.ts'
import { postingLacks, together } from './posted.ts'
import { publicityProblems } from './problems.ts'
import { CASE, objection, publicity, type Publicity } from './publicity.ts'

/** The day of a request, yyyy-MM-dd. */
export const postingToday = (ctx: Ctx): string => ctx.now.slice(0, 10)

/** The newest round of a task's publicity, or undefined. */
export async function newestRound(ctx: Ctx, taskId: string): Promise<Publicity | undefined> {
  const row = await scoped(ctx, publicity)
    .selectAll('publicity')
    .where('publicity.taskId', '=', taskId)
    .orderBy('publicity.round', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as Publicity | undefined
}

/** The newest round of what is no case, or undefined. */
export async function newestOf(ctx: Ctx, of: { kind: string; id: string; regionCode: string }): Promise<Publicity | undefined> {
  const row = await scoped(ctx, publicity)
    .selectAll('publicity')
    .where('publicity.countyCode', '=', countyOf(of.regionCode))
    .where('publicity.subjectKind', '=', of.kind)
    .where('publicity.subjectId', '=', of.id)
    .orderBy('publicity.round', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as Publicity | undefined
}

/** Opens the first round of a task that has just begun, or the one after a cancelled round `before`. */
export async function openRound(ctx: Ctx, b: Business, taskId: string, before?: Publicity): Promise<Publicity> {
  return (await rows.insertRow(ctx, publicity, {
    regionCode: b.regionCode,
    taskId,
    businessId: b.id,
    subjectKind: CASE,
    subjectId: b.id,
    round: (before?.round ?? 0) + 1,
    title: `${b.businessName}公示`.slice(0, 100),
    status: PUBLICITY.todo,
  })) as Publicity
}

/** Written when a posting begins; read by parties.server.ts. */
export const POSTING_TOPIC = 'posting.begun'

/** The name of what parties of a posting are told. */
export const noticeName = (of: ProductContent, id: string): string => `${of.code.toLowerCase()}:${id}`

/** Moves a publicity along its machine; throws "not allowed now" where it admits no such step. */
export async function moveRound(ctx: Ctx, p: Publicity, event: PublicityEvent, set: Record<string, unknown> = {}): Promise<Publicity> {
  const to = next(PUBLICITY_FLOW, p.status, event)
  if (!to) throw problems.notAllowedNow({ zh: '办理该公示', en: 'do this with the publicity' })
  const moved = (await rows.change(ctx, publicity, p, { ...set, status: to })) as Publicity
  // nobody is told any more of what was withdrawn
  if (event === 'revoke') for (const content of [CONTENTS.posting, CONTENTS.postingEnd]) await withdrawMessages(ctx, `${noticeName(content, p.id)}:`)
  if (event === 'start') await emit(ctx, POSTING_TOPIC, p.id, { id: p.id, countyCode: countyOf(p.regionCode) })
  return moved
}

/** Ends every open round of a business that went back or was revoked. */
async function cancelRounds(ctx: Ctx, businessId: string): Promise<void> {
  const open = await scoped(ctx, publicity)
    .selectAll('publicity')
    .where('publicity.businessId', '=', businessId)
    .where('publicity.status', 'in', [PUBLICITY.todo, PUBLICITY.doing])
    .execute()
  for (const p of open as Publicity[]) await moveRound(ctx, p, 'revoke')
}

/** How many objections each of these publicities had, and how many are open: what waits for an award outside holds its object, not the publicity. None is not named. */
export async function objectionsOf(ctx: Ctx, publicityIds: readonly string[]): Promise<Map<string, { total: number; open: number }>> {
  if (publicityIds.length === 0) return new Map()
  const found = await scoped(ctx, objection)
    .select([
      'objection.publicityId',
      sql<string>`count(*)`.as('total'),
      sql<string>`count(*) filter (where objection.status = any(${[...OPEN_OBJECTIONS]}::text[]) and objection.disputed is null)`.as('open'),
    ])
    .where('objection.publicityId', 'in', [...publicityIds])
    .groupBy('objection.publicityId')
    .execute()
  return new Map(found.map((r) => [r.publicityId!, { total: Number(r.total), open: Number(r.open) }]))
}

/** Days until a running publicity may be completed, by the register's clock; 0 = now. */
export const leftOf = (ctx: Ctx, p: Pick<Publicity, 'endDate'>): number => (p.endDate ? daysLeft(p.endDate, postingToday(ctx)) : 0)
/** What keeps a publicity from completing: E2004 open objections, E2003 days left. */
export async function notClosable(ctx: Ctx, p: Publicity): Promise<Problem[]> {
  const n = (await objectionsOf(ctx, [p.id])).get(p.id)?.open ?? 0
  const left = leftOf(ctx, p)
  return [...(n > 0 ? [refusal('E2004', { n })] : []), ...(left > 0 ? [refusal('E2003', { n: left })] : [])]
}
/** Refuses to complete a publicity. @throws the first of what keeps it */
export async function requireClosable(ctx: Ctx, p: Publicity): Promise<void> {
  const [why] = await notClosable(ctx, p)
  if (why) throw why
}

/** I23: the task publicity is passed only when its newest round is complete; what keeps it and is to be done there, the weightiest first. */
async function notPublished(ctx: Ctx, taskId: string): Promise<Problem[]> {
  const p = await newestRound(ctx, taskId)
  if (p?.status === PUBLICITY.done) return []
  if (p?.status === PUBLICITY.cancelled) return [publicityProblems.cancelled()]
  if (!p?.startDate) return [publicityProblems.notPosted()]
  if (p.startDate > postingToday(ctx)) return [publicityProblems.later({ day: p.startDate })]
  const why = await notClosable(ctx, p)
  return why.length ? why : [publicityProblems.notCompleted()]
}

/** The task publicity: a round opens with it, it is passed when a round is complete, and no round stays open behind it. */
export const publicityStep: TaskStep = {
  ready: async (ctx, { task }) => {
    const why = refusedFor(await notPublished(ctx, task.id))
    if (why) throw why
  },
  lacks: (ctx, { task }) => notPublished(ctx, task.id),
  ahead: async (of, ctx, b) => {
    // what was posted before was complete
    if (await rows.find(ctx, publicity, { businessId: b.id, status: PUBLICITY.doing })) return []
    const lacks = postingLacks(await snapshotOf(of, ctx, b))
    return lacks.length ? [publicityProblems.incomplete(together(lacks))] : []
  },
  onOpen: async (ctx, { business, task }) => void (await openRound(ctx, business, task.id)),
  onReturn: (ctx, { business }) => cancelRounds(ctx, business.id),
  onRevoke: (ctx, { business }) => cancelRounds(ctx, business.id),
  dictionaries: dictionariesOf(publicity),
}
