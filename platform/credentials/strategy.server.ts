import { entries } from '../../kit/model/resource.ts'
import { invalidField } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import type { Route, SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { DEFAULT_STRATEGY, type PasswordStrategy } from './password.ts'
import { password_strategy } from './strategy.ts'

/** What a tenant asks of passwords and sessions: its own row, else the default. */
export async function strategyOf(db: Tx, tenantId: string): Promise<PasswordStrategy> {
  const row = await db.selectFrom('password_strategy').selectAll().where('tenantId', '=', tenantId).executeTakeFirst()
  return row ? withDefaults(row) : DEFAULT_STRATEGY
}
const withDefaults = (row: Record<string, unknown>): PasswordStrategy =>
  Object.fromEntries(Object.entries(DEFAULT_STRATEGY).map(([n, v]) => [n, row[n] ?? v])) as PasswordStrategy

/** The tenant's strategy as the form reads it; without a row of its own it has no id yet. */
async function read(ctx: Ctx) {
  const row = await rows.find(ctx, password_strategy, {})
  return row ? { ...row, ...withDefaults({ ...row }) } : { id: null, ...DEFAULT_STRATEGY }
}

/** Stores the one row of the tenant; the id is the server's business. */
async function submit(ctx: Ctx, input: SentRow<typeof password_strategy>): Promise<string> {
  const known = await rows.find(ctx, password_strategy, {}, true)
  rows.requirePerm(ctx, password_strategy, 'edit')
  const given = Object.fromEntries(Object.entries(input).filter(([n]) => n !== 'id'))
  const draft = await rows.checkedDraft(ctx, password_strategy, { ...given, id: known?.id ?? '0' })
  const { minLength, maxLength } = draft as PasswordStrategy
  if (minLength > maxLength) throw invalidField('minLength', { zh: '最小长度不能大于最大长度', en: 'The minimum length is greater than the maximum' })
  return known ? rows.update(ctx, password_strategy, known.id, draft, input) : rows.insert(ctx, password_strategy, draft)
}

const at = (p: string) => `${password_strategy.path}/${p}`
/** Calls of the password strategy. Reading it is open to everybody signed in: who changes a password must know the rules. Source: platform-api.md 2.8. */
export const strategyRoutes: readonly Route[] = [
  { method: 'GET', path: at('default-strategy'), perm: 'signed-in', scope: 'tenant', audit: 'read', summary: '密码策略', run: (c) => read(c) },
  {
    method: 'POST',
    path: at('submit'),
    perm: 'password_strategy_edit',
    scope: 'tenant',
    audit: 'password_strategy.save',
    summary: '修改密码策略',
    body: Object.fromEntries(entries(password_strategy)),
    run: submit,
  },
  { method: 'GET', path: at('clear-cache'), perm: 'password_strategy_view', scope: 'none', audit: 'read', summary: '清除密码策略缓存', run: async () => true },
]
