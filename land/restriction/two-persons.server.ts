// What one person asks and another decides: the steps that all such requests share. Source: rulings.md 3.
import type { Text } from '../../kit/model/lang.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import type { Field } from '../../kit/model/field.ts'
import type { AnyResource, Fields, Row } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route, type Route, type TextInput, type Run } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { requireSecond } from './papers.server.ts'
import { restrictionProblems } from './problems.ts'
import { REQUEST } from './request.ts'

const OPEN_WORDS = {
  change: { zh: '修改该事项', en: 'change the request' },
  withdraw: { zh: '撤回该事项', en: 'withdraw the request' },
  judge: { zh: '复核该事项', en: 'decide the request' },
} as const
type Asked = { status: string | null; createUser: string; updateUser: string }
const asked = (row: object): Asked => row as Asked
/** Refuses what is not possible with a request in its state. */
export const notNow = (does: keyof typeof OPEN_WORDS) => problems.notAllowedNow(OPEN_WORDS[does])
/** A request that nobody has judged, held until the transaction ends. */
export async function openOne<T extends AnyResource>(ctx: Ctx, r: T, id: unknown, does: keyof typeof OPEN_WORDS): Promise<Row<T>> {
  const row = await rows.get(ctx, r, String(id ?? ''), true)
  if (asked(row).status !== REQUEST.open) throw notNow(does)
  return row
}
/** What a step of a request is sent: which one, and the revision that its sender read. */
export type AsRead = TextInput<'id'> & { readonly rev?: unknown }
/** The same where the caller may judge it: others entered and changed it, and it is what he read: it may have been changed meanwhile. */
export async function toJudge<T extends AnyResource>(ctx: Ctx, r: T, { id, rev }: AsRead): Promise<Row<T>> {
  const row = await openOne(ctx, r, id, 'judge')
  const { createUser, updateUser } = asked(row)
  requireSecond(ctx, [createUser, updateUser])
  rows.requireRevSaid(row, rev)
  return row
}
/** Who has judged, and when. */
export const judgedByTwo = (ctx: Ctx) => ({ checker: ctx.who.realName, checkTime: ctx.now })
/** Ends a request as it was judged. */
const ended = (ctx: Ctx, r: AnyResource, row: Row<AnyResource>, values: Record<string, unknown>) => rows.change(ctx, r, row, values)

/** Why a request is ended so: what the caller gave as `opinion`. `missing`: what is said where nothing was given. @throws invalid */
export function reasonIn(input: TextInput<'opinion'>, missing: Text): string {
  const opinion = (input.opinion ?? '').trim()
  if (!opinion) throw invalidField('opinion', missing)
  if (opinion.length > 500) throw invalidField('opinion', { zh: '复核意见长度不能超过500位', en: 'Opinion: at most 500 characters' })
  return opinion
}
async function refuse(ctx: Ctx, r: AnyResource, input: AsRead & TextInput<'opinion'>): Promise<void> {
  const row = await toJudge(ctx, r, input)
  const opinion = reasonIn(input, { zh: '请输入复核意见', en: 'Please enter the opinion' })
  await ended(ctx, r, row, { status: REQUEST.refused, opinion, ...judgedByTwo(ctx) })
}
async function withdraw(ctx: Ctx, r: AnyResource, input: AsRead): Promise<void> {
  const row = await openOne(ctx, r, input.id, 'withdraw')
  if (asked(row).createUser !== ctx.who.userId) throw restrictionProblems.notOwn()
  rows.requireRevSaid(row, input.rev)
  await ended(ctx, r, row, { status: REQUEST.withdrawn })
}
/** A step of a request: `{path}/{verb}?id`, with the revision that was read where it judges. */
export const step = <B extends Fields = Record<never, never>>(
  r: AnyResource,
  verb: string,
  perm: string,
  summary: string,
  run: Run<'id', NoInfer<B>, 'POST'>,
  body = {} as B,
) => route({ method: 'POST', path: `${r.path}/${verb}`, perm, scope: 'land', audit: `${r.name}.${verb}`, summary, query: ['id'], body, answer: 'nothing', run })
/** The calls by which requests of a definition are confirmed, refused and withdrawn. */
export const judging = (r: AnyResource, confirm: Run<'id', Record<never, never>, 'POST'>): Route[] => [
  step(r, 'confirm', `${r.name}_check`, `复核${r.label}`, confirm),
  step(r, 'refuse', `${r.name}_check`, `退回${r.label}`, (ctx, q) => refuse(ctx, r, q), { opinion: r.fields.opinion as Field<string> }),
  step(r, 'withdraw', `${r.name}_add`, `撤回${r.label}`, (ctx, q) => withdraw(ctx, r, q)),
]
