// One book is taken out of a case of many: it goes back to where it was, the others go on. Source: business-flows.md 4.10 (cancel); rulings.md 7.
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { personLocks } from './accept.server.ts'
import type { Row } from '../../kit/model/resource.ts'
import { booksOf, hasEntries } from './handling/books.server.ts'
import { BOOK_STATUS, business, business_book, business_draft, contract_file, isToRegister, type Business } from './definitions/business.ts'
import { actorOf, draftOf, lockBusiness, openTask, requireRevocable } from './handling/case.server.ts'
import { contractsOf } from './handling/contracts.server.ts'
import { closeCase } from './finish.server.ts'
import { STATUS } from './rules/flow.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { aboutOf, handlingOf, type Registry } from './handling/handling.server.ts'
import { holdObjects } from './handling/locks.server.ts'
import type { Lockable } from './definitions/meaning.ts'
import { refusal, takeOutProblems } from './rules/problems.ts'

/** Lets go what the case holds of these books alone: book, contractor, and the parcels that no other book of it names; `held`: what else the plan of their entry holds. */
const freeBooks = (
  ctx: Ctx,
  b: Business,
  gone: readonly Row<typeof business_book>[],
  left: readonly Row<typeof business_book>[],
  held: readonly Lockable[],
) => {
  const idsOf = (of: typeof gone) => of.flatMap((k) => k.djbId ?? [])
  const ids = (of: readonly string[]) => sql.join(of.map((id) => sql`${id}::bigint`))
  const lines = (of: readonly string[]) =>
    of.length
      ? sql`(select x.dkbm from cbdkxx x where x."countyCode" = ${b.countyCode} and x."tenantId" = ${ctx.who.tenantId} and x."djbId" in (${ids(of)}))`
      : sql`(select null::text where false)`
  const codes = gone.flatMap(({ code }) => (code ? [code, code.slice(0, -1)] : []))
  const keys = held.map((o) => `${o.objectType}:${o.objectCode}`)
  return sql`delete from business_lock l where l."countyCode" = ${b.countyCode} and l."businessId" = ${b.id} and (
    (l."objectType" in ('djb', 'cbf') and l."objectCode" = any(${codes}::text[]))
    or (l."objectType" || ':' || l."objectCode" = any(${keys}::text[]) and split_part(l."objectCode", ':', 1) not in ${lines(idsOf(left))})
    or (l."objectType" in ('dk', 'share') and split_part(l."objectCode", ':', 1) in ${lines(idsOf(gone))}
      and split_part(l."objectCode", ':', 1) not in ${lines(idsOf(left))}))`.execute(ctx.db)
}

/**
 * Takes a book out of a case under way: {businessId, djbId, cbhtbm}. With it go the books of its entry, their contracts and what the case holds of them.
 * One that could not be registered goes in the same way; the last one of a case that has registered others ends it.
 * @throws what of the case does not admit it: over, the last one, signed already
 */
export async function takeOut(of: Registry, ctx: Ctx, input: TextInput<'businessId' | 'djbId' | 'cbhtbm' | 'reason'>): Promise<void> {
  const b = await lockBusiness(ctx, input.businessId)
  if (b.status === STATUS.done) throw refusal('E2006')
  const task = await openTask(ctx, b)
  await requireRevocable(ctx, b, task)
  const { type, check } = handlingOf(of, b)
  const all = await booksOf(ctx, b)
  const asked = all.find((k) => isToRegister(k) && k.entry && k.code === (input.cbhtbm ?? '') && (k.djbId ?? '') === (input.djbId ?? ''))
  if (!asked || !type.without) throw takeOutProblems.none()
  const gone = all.filter((k) => k.entry === asked.entry)
  const left = all.filter((k) => isToRegister(k) && k.entry !== asked.entry)
  const made = all.filter((k) => k.status === BOOK_STATUS.finished)
  if (left.length === 0 && !(await hasEntries(ctx, b))) throw takeOutProblems.last()
  const contracts = (await contractsOf(ctx, b)).filter((c) => gone.some((k) => k.code === c.cbhtbm))
  const signed = contracts.find((c) => c.signStatus === SIGN.signed)
  if (signed && !((!task || task.taskKey === 'sign') && actorOf(ctx, b, task).admin)) throw takeOutProblems.signed({ cbhtbm: signed.cbhtbm ?? '' })
  // who waits for this row sees then that the case has changed
  const now = (await rows.change(ctx, business, b, {})) as Business
  const draft = await draftOf(ctx, b.id)
  const { plan } = await check(ctx, type.part?.(draft.form, asked.entry!) ?? draft.form, aboutOf(b), draft.codes)
  const rest = type.without(draft.form, asked.entry!)
  await rows.change(ctx, business_draft, draft, { form: rest })
  await rows.eraseMany(ctx, contract_file, contracts)
  const reason = input.reason || null
  await rows.updateMany(
    ctx,
    business_book,
    gone.map((row) => ({ row, values: { status: BOOK_STATUS.cancelled, reason } })),
  )
  if (left.length === 0)
    return closeCase(
      ctx,
      now,
      made.flatMap((k) => k.newDjbId ?? []),
    )
  await freeBooks(ctx, b, gone, left, plan ? [...plan.locks, ...personLocks(of, plan)] : [])
  // what stands against it keeps its plan from being told: it holds nothing that the plan of the others does not name
  const others = plan ? undefined : (await check(ctx, rest, aboutOf(b), draft.codes)).plan
  if (others) await holdObjects(ctx, b, [...others.locks, ...personLocks(of, others)], rest)
}
