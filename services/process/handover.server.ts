// Who leaves hands over: the open tasks that are somebody's own, and giving them to another person.
import type { Problem } from '../../kit/model/problem.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { personName } from '../../platform/people/name.ts'
import { process_task } from './process.ts'
import { lockRow } from './rows.server.ts'

export interface OpenWork {
  id: string
  userId: string
  /** task and process, as people call them */
  name: string
}
/** The open tasks that these people have taken, or that were given to them, wherever they lie; the oldest first. */
export async function openWork(ctx: Ctx, userIds: readonly string[]): Promise<OpenWork[]> {
  if (userIds.length === 0) return []
  const found = await ctx.db
    .selectFrom('process_task')
    .select(['id', 'assignee', 'name', 'processName'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('status', '=', 'open')
    .where('assignee', 'in', [...userIds])
    .orderBy('id')
    .execute()
  return found.map((t) => ({ id: String(t.id), userId: String(t.assignee), name: `${t.processName}（${t.name}）` }))
}
const noUser = (): Problem => problems.notFound({ zh: '接手人', en: 'Successor' })
/** Gives open tasks to a person of the tenant who can sign in. @throws not-found */
export async function handOver(ctx: Ctx, work: readonly OpenWork[], to: string): Promise<void> {
  const person = await ctx.db
    .selectFrom('sys_user')
    .select(['id', 'realName', 'account', 'status'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', to)
    .executeTakeFirst()
  if (!person || Number(person.status) !== 1 || work.some((t) => t.userId === to)) throw noUser()
  for (const { id } of work) {
    const task = await lockRow(ctx, process_task, id)
    if (task.status === 'open') await rows.change(ctx, process_task, task, { assignee: to, assigneeName: personName(person) })
  }
}
