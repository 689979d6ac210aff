import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { typedRows, type AnyQuery } from '../../../kit/server/any-query.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../../kit/server/query.server.ts'
import type { TypeCode } from '../../../services/process/engine/definitions.ts'
import { process_task } from '../../../services/process/process.ts'
import { business_draft } from '../definitions/business.ts'
import type { CaseRules } from '../definitions/config.server.ts'
import { isLastTask } from '../rules/ending.ts'
import type { PassedTask } from './handling.server.ts'
import { didBefore } from './persons.server.ts'

/** What the pass of an open task means: it ends the case; the caller may not do it, since he accepted or checked the case. */
export interface Ahead {
  isLast: boolean
  apart: 'register' | 'check' | null
}
interface Open {
  businessId: string
  instanceId: string
  taskKey: string
  signMode: string | null
  candidateGroup: string | null
  rules: Partial<CaseRules> | null
  gates: Record<string, unknown> | null
  passed: PassedTask[]
}
/** The same of the open tasks of these cases, by case, in one statement. */
export async function aheadOf(ctx: Ctx, cases: readonly { id: string; businessTypeCode: string | null }[]): Promise<ReadonlyMap<string, Ahead>> {
  if (cases.length === 0) return new Map()
  const passed = joinable(ctx, process_task)
    .select([sql<string>`process_task."instanceId"::text`.as('instanceId'), 'process_task.taskKey', 'process_task.signers'])
    .select(sql<string | null>`process_task.assignee::text`.as('assignee'))
    .whereRef('process_task.countyCode', '=', 'business_draft.countyCode')
    .whereRef('process_task.businessId', '=', 'business_draft.businessId')
    .where('process_task.status', '=', 'done')
    .where('process_task.outcome', '=', 'pass')
    .orderBy('process_task.id')
  const found = await typedRows<Open>(
    (scoped(ctx, business_draft) as AnyQuery)
      .innerJoin('process_task as t', (j) => j.onRef('t.countyCode', '=', 'business_draft.countyCode').onRef('t.businessId', '=', 'business_draft.businessId'))
      .innerJoin('process_instance as i', (j) => j.onRef('i.countyCode', '=', 't.countyCode').onRef('i.id', '=', 't.instanceId'))
      .select(['t.taskKey', 't.signMode', 't.candidateGroup', 'business_draft.rules', jsonArrayFrom(passed).as('passed')])
      .select([sql`t."businessId"::text`.as('businessId'), sql`t."instanceId"::text`.as('instanceId'), sql`i.state::jsonb -> 'variables'`.as('gates')])
      .where(
        'business_draft.businessId',
        'in',
        cases.map((b) => b.id),
      )
      .where('t.status', '=', 'open'),
  )
  return new Map(
    found.map((t) => {
      const type = cases.find((b) => b.id === t.businessId)!.businessTypeCode as TypeCode
      const { threePersons = true, skipped = [] } = t.rules ?? {}
      // a countersigned task ends nothing as long as somebody else is to sign as well
      const isAwaited = t.signMode === 'all' && (t.candidateGroup ?? '').includes(',')
      return [
        t.businessId,
        { isLast: !isAwaited && isLastTask(type, t.taskKey, t.gates ?? {}, skipped), apart: didBefore(ctx.who.userId, t, { threePersons }, t.passed) ?? null },
      ]
    }),
  )
}
