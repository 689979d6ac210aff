/** The account of electronic signatures: grants, reservations, use and return, each a movement under the account's lock. Source: statistics.md 10; business-flows.md 13 (I28). */

import { sql } from 'kysely'
import { int, text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { inRegion, isRegionCode, regionPath, regionRange } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { typedRows, typedRow, type AnyQuery } from '../../kit/server/any-query.server.ts'
import { joinable, page, requireRegion, scoped } from '../../kit/server/query.server.ts'
import { crud, detail, rowIdOf, route, reading, type InputOf, type Route, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import type { SignAccount } from '../../platform/shell/shell.ts'
import { EFFECT, isLow, remainingOf, sign_account, sign_movement, type AccountMove, type SignAccountRow } from './account.ts'
import { balanceProblems } from './problems.ts'

/** Most signatures of one grant. */
const MAX_GRANT = 10_000_000

/** The account that counts in a region: the nearest at or above. */
const nearest = async (ctx: Ctx, regionCode: string): Promise<SignAccountRow | undefined> =>
  await typedRow<SignAccountRow>(
    joinable(ctx, sign_account)
      .selectAll('sign_account')
      .where('sign_account.regionCode', 'in', regionPath(regionCode))
      .orderBy(sql`length("regionCode")`, 'desc')
      .limit(1),
  )

/** The account held until the transaction ends: of two that move it one waits, and sees what the other left. */
const held = async (ctx: Ctx, id: string): Promise<SignAccountRow> =>
  (await joinable(ctx, sign_account).selectAll('sign_account').where('sign_account.id', '=', id).forUpdate().executeTakeFirstOrThrow()) as SignAccountRow

interface Entry {
  quantity: number
  regionCode: string
  contractId?: string
  cbhtbm?: string | null
  reason?: string
}
/**
 * Moves an account that this transaction holds. The figures are written here and not through the rows of a form: an account lies above the region of who
 * signs under it. What is audited is the movement.
 */
async function move(ctx: Ctx, account: SignAccountRow, kind: AccountMove, entries: readonly Entry[]): Promise<void> {
  const n = entries.reduce((sum, e) => sum + e.quantity, 0)
  const by = (figure: 'purchased' | 'consumed' | 'reserved') => (EFFECT[kind][figure] ?? 0) * n
  await ctx.db
    .updateTable('sign_account')
    .set({ purchased: sql`purchased + ${by('purchased')}`, consumed: sql`consumed + ${by('consumed')}`, reserved: sql`reserved + ${by('reserved')}` })
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', account.id)
    .execute()
  await rows.insertMany(
    ctx,
    sign_movement,
    entries.map((e) => ({ ...e, accountId: account.id, move: kind, operator: ctx.who.realName })),
  )
}

type Signed = Pick<ContractFile, 'id' | 'cbhtbm' | 'regionCode'>
const entryOf = (c: Signed): Entry => ({ quantity: 1, regionCode: c.regionCode!, contractId: c.id, cbhtbm: c.cbhtbm })

/** Holds one signature for each contract that begins, of the account nearest to the case; all or none. @throws E3001 */
export async function reserve(ctx: Ctx, regionCode: string, contracts: readonly Signed[]): Promise<void> {
  const found = await nearest(ctx, regionCode)
  if (!found) throw refusal('E3001')
  const account = await held(ctx, found.id)
  if (remainingOf(account) < contracts.length) throw refusal('E3001')
  await move(ctx, account, 'reserve', contracts.map(entryOf))
}

/**
 * Uses or gives back what a contract has reserved, of the account that it was reserved of; where it holds nothing, nothing moves. So an end that comes
 * twice counts once.
 */
export async function settle(ctx: Ctx, kind: 'consume' | 'release', c: Signed): Promise<void> {
  const last = async () =>
    await typedRow<{ accountId: string; move: string }>(
      joinable(ctx, sign_movement)
        .select(['sign_movement.accountId', 'sign_movement.move'])
        .where('sign_movement.contractId', '=', c.id)
        .orderBy('sign_movement.id', 'desc')
        .limit(1),
    )
  const open = await last()
  if (open?.move !== 'reserve') return
  const account = await held(ctx, open.accountId)
  // asked again under the lock: another may have settled it meanwhile
  if ((await last())?.move === 'reserve') await move(ctx, account, kind, [entryOf(c)])
}

const told = (regionCode: string, a: SignAccountRow | undefined): SignAccount => {
  const figures = { purchased: a?.purchased ?? 0, consumed: a?.consumed ?? 0, reserved: a?.reserved ?? 0 }
  return { regionCode: a?.regionCode ?? regionCode, ...figures, remaining: remainingOf(figures), low: a && isLow(a) ? 1 : 0 }
}
/** The region a call asks for: the caller's own or one below it. */
export function askedRegion(ctx: Ctx, q: TextInput<'regionCode'>): string {
  const asked = q.regionCode || ctx.who.regionCode
  if (q.regionCode && !isRegionCode(asked)) throw problems.badRequest({ zh: '行政区划不正确', en: 'The region is malformed' })
  if (!inRegion(asked, ctx.who.regionCode)) throw problems.outOfRegion({ regionCode: asked })
  return asked
}
/** The account of which signatures of a region are taken; without one all is 0. */
export const accountOf = async (ctx: Ctx, regionCode: string): Promise<SignAccount> => told(regionCode, await nearest(ctx, regionCode))
/** What a region has, as the top bar shows it: its account, or where there is none at or above it those below it together. */
async function shownOf(ctx: Ctx, regionCode: string): Promise<SignAccount> {
  const own = await nearest(ctx, regionCode)
  return own ? told(regionCode, own) : below(ctx, regionCode)
}
/** The accounts of the parts of a region together: a province has none of its own while its counties have. */
async function below(ctx: Ctx, regionCode: string): Promise<SignAccount> {
  const { lo, hi } = regionRange(regionCode)
  const all = await typedRows<SignAccountRow>(
    joinable(ctx, sign_account).selectAll('sign_account').where('sign_account.regionCode', '>=', lo).where('sign_account.regionCode', '<', hi),
  )
  const sum = (of: 'purchased' | 'consumed' | 'reserved') => all.reduce((n, a) => n + a[of]!, 0)
  const figures = { purchased: sum('purchased'), consumed: sum('consumed'), reserved: sum('reserved') }
  return { regionCode, ...figures, remaining: remainingOf(figures), low: all.some(isLow) ? 1 : 0 }
}

const GRANT = {
  id: text('账户', { en: 'Account', max: 19, required: true }),
  quantity: int('授予次数', { en: 'Quantity', required: true, min: -MAX_GRANT, max: MAX_GRANT }),
  reason: text('说明', { en: 'Reason', max: 254 }),
}
/** Gives signatures to an account, or takes back some that are still free (a negative number). */
async function grant(ctx: Ctx, input: InputOf<'POST', never, typeof GRANT>): Promise<void> {
  rows.requirePerm(ctx, sign_account, 'edit')
  const { quantity = NaN } = input
  if (!Number.isInteger(quantity) || quantity === 0 || Math.abs(quantity) > MAX_GRANT)
    throw invalidField('quantity', { zh: '请输入授予次数', en: 'Please enter the number of signatures' })
  const seen = await rows.get(ctx, sign_account, rowIdOf(input))
  requireRegion(ctx, seen.regionCode)
  const account = await held(ctx, seen.id)
  if (remainingOf(account) + quantity < 0) throw balanceProblems.notFree({ free: remainingOf(account) })
  await move(ctx, account, 'grant', [{ quantity, regionCode: account.regionCode, reason: (input.reason ?? '').slice(0, 254) }])
}

/** A new account has nothing; only its bound and remark are changed by a form. */
const save = async (ctx: Ctx, input: SentRow<typeof sign_account>): Promise<string> => {
  const draft = await rows.checkedDraft(ctx, sign_account, input)
  if (!input.id) return rows.insert(ctx, sign_account, { ...draft, purchased: 0, consumed: 0, reserved: 0 })
  const { regionCode } = await rows.get(ctx, sign_account, rowIdOf(input))
  if (draft.regionCode !== regionCode) throw balanceProblems.ofItsRegion()
  return rows.update(ctx, sign_account, rowIdOf(input), draft, input)
}

/** Rows of a region and what lies in it: neither accounts nor movements stand behind a policy of regions. */
function inOwnRegion(ctx: Ctx, q: AnyQuery, column: string, above: readonly string[] = []): AnyQuery {
  const { lo, hi } = regionRange(ctx.who.regionCode)
  return q.where((e) => e.or([e.and([e(column, '>=', lo), e(column, '<', hi)]), ...(above.length ? [e(column, 'in', above)] : [])]))
}
/** Accounts that a person may see: those of his region, and those above of which his signatures are taken. */
const seenAccounts = (ctx: Ctx) => inOwnRegion(ctx, scoped(ctx, sign_account) as AnyQuery, 'sign_account.regionCode', regionPath(ctx.who.regionCode))
/** @throws not-found for an account that the caller may not see */
async function seenAccount(ctx: Ctx, q: { readonly id?: unknown }) {
  const a = (await detail(ctx, sign_account, q)) as SignAccountRow
  if (!inRegion(a.regionCode, ctx.who.regionCode) && !inRegion(ctx.who.regionCode, a.regionCode))
    throw problems.notFound(both(sign_account.label, sign_account.en))
  return a
}

const accounts = crud(sign_account),
  movements = crud(sign_movement)
export const accountRoutes: readonly Route[] = [
  { ...accounts.page, run: (ctx, q) => page(ctx, sign_account, q, seenAccounts(ctx)) },
  { ...accounts.detail, run: seenAccount },
  { ...accounts.submit, run: save },
  route({
    method: 'POST',
    path: '/sign-base/account/grant',
    perm: 'sign_account_edit',
    scope: 'tenant',
    audit: 'sign_account.grant',
    summary: '授予电子签次数',
    body: GRANT,
    answer: 'nothing',
    run: grant,
  }),
  {
    ...movements.page,
    perm: 'sign_account_view',
    run: (ctx, q) => page(ctx, sign_movement, q, inOwnRegion(ctx, scoped(ctx, sign_movement) as AnyQuery, 'sign_movement.regionCode')),
  },
  reading('land', 'signed-in')('/data/sign-num', '电子签余量', ['regionCode'], (ctx, q) => shownOf(ctx, askedRegion(ctx, q))),
]
