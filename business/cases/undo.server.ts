import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import { invalidField } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Cause } from '../../land/register/acts/acts.ts'
import { registerProblems } from '../../land/register/acts/problems.ts'
import { changedSince, undo } from '../../land/register/undo.server.ts'
import { withdrawMessages } from '../../platform/messages/send.server.ts'
import { emit } from '../../runtime/outbox.server.ts'
import { remember } from '../../services/process/process.server.ts'
import { business, business_book, contract_file, type Business } from './definitions/business.ts'
import { lockBusiness, moveBusiness, requireAction } from './handling/case.server.ts'
import { doneName } from './people/parties-told.server.ts'
import { booksOf } from './handling/books.server.ts'
import { counterOf } from './definitions/counter.ts'
import { handlingOf, type Registry } from './handling/handling.server.ts'
import { contractsOf } from './handling/contracts.server.ts'

/** What the finish told the rest of the product of a business: rows of the outbox by its id. */
const told = (ctx: Ctx, b: Business) =>
  ctx.db.selectFrom('outbox').where('tenantId', '=', ctx.who.tenantId).where('key', '=', b.id).where('topic', 'like', 'business.%')

/** What bars the undoing outside the house, or undefined; what the register itself says against it is the register's (changedSince). */
const knownOutside = async (ctx: Ctx, b: Business): Promise<Text | undefined> =>
  (await pushed(ctx, b)) ?? (await archived(ctx, b)) ?? restrictedSince(ctx, b, await madeBy(ctx, b))
/** Who has been told of it, or is being told. */
async function pushed(ctx: Ctx, b: Business): Promise<Text | undefined> {
  const found = await told(ctx, b)
    .select(sql<boolean>`"doneTime" is null`.as('running'))
    .where('topic', '=', 'business.push')
    .where(
      sql<boolean>`(("doneTime" is not null and error is null and payload ->> 'untold' is null) or ("doneTime" is null and until > ${ctx.now}::timestamptz))`,
    )
    .executeTakeFirst()
  if (!found) return (await accepted(ctx, b)) ? both('已被省级平台接收', 'the province has accepted it') : undefined
  return found.running
    ? both('正在向不动产登记机构推送', 'it is being sent to the real-estate registry')
    : both('已向不动产登记机构推送成功', 'the real-estate registry has been told')
}

/** The volume that was closed over papers of it; one that still grows takes the decision as well. docs/adr/0049. */
async function archived(ctx: Ctx, b: Business): Promise<Text | undefined> {
  const mine = mineIn(ctx, b)
  const { rows: found } = await sql<{ archiveNo: string }>`select g."archiveNo" from file_detail d join file_group g on ${mine('g')} and g.id = d."groupId"
    where ${mine('d')} and d."businessId" = ${b.id} and g.status = ${CLOSED} order by g.id limit 1`.execute(ctx.db)
  const archiveNo = found[0]?.archiveNo
  return archiveNo ? both(`案卷【${archiveNo}】已归档封卷`, `volume ${archiveNo} has been closed`) : undefined
}
/** A volume that takes nothing more (dictionary archive_status). */
const CLOSED = '1'

/** Codes of the books that a business made, of their holders and of their land. */
interface MadeOf {
  cbjyqzbms: string[]
  cbfbms: string[]
  dkbms: string[]
}
const mineIn = (ctx: Ctx, b: Business) => (t: string) =>
  sql`${sql.ref(`${t}.countyCode`)} = ${b.countyCode} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
async function madeBy(ctx: Ctx, b: Business): Promise<MadeOf> {
  const mine = mineIn(ctx, b)
  const { rows: found } = await sql<MadeOf>`with made as (select d.id, d.cbjyqzbm, d.cbfbm from business_book k
      join djb d on ${mine('d')} and d.id = k."newDjbId" where ${mine('k')} and k."businessId" = ${b.id})
    select array(select cbjyqzbm from made) as cbjyqzbms, array(select cbfbm from made) as cbfbms,
      array(select l.dkbm from cbdkxx l where ${mine('l')} and l."djbId" in (select id from made)) as dkbms`.execute(ctx.db)
  return found[0]!
}
/**
 * What has been entered since on what the business registered, by a notice of the registry or at the desk: whoever lent or sued relied on it, whether a version of
 * its book stays or not.
 */
async function restrictedSince(ctx: Ctx, b: Business, on: MadeOf): Promise<Text | undefined> {
  const { rows: found } = await sql<{ kind: keyof typeof RESTRICTED; code: string; causeKind: string }>`
    select x.kind, coalesce(x.cbjyqzbm, x.dkbm, x.cbfbm) as code, x."causeKind" from restriction x where ${mineIn(ctx, b)('x')} and x."endDay" is null
      and x.kind = any(${Object.keys(RESTRICTED)}::text[]) and (x."causeKind" <> 'business' or x."causeId" <> ${b.id})
      and x."createTime" >= ${b.finishTime}::timestamptz
      and (x.cbjyqzbm = any(${on.cbjyqzbms}::text[]) or x.cbfbm = any(${on.cbfbms}::text[]) or x.dkbm = any(${on.dkbms}::text[])) order by x.id limit 1`.execute(
    ctx.db,
  )
  const [first] = found
  if (!first) return undefined
  const { zh, en } = RESTRICTED[first.kind]
  if (first.causeKind === 'notice')
    return both(`不动产登记机构此后已在【${first.code}】上登记${zh}`, `the real-estate registry has since entered ${en} on ${first.code}`)
  return both(`此后已在【${first.code}】上登记${zh}`, `${en} has since been entered on ${first.code}`)
}
const RESTRICTED = { dy: both('抵押', 'a mortgage'), yy: both('异议', 'an objection'), cf: both('查封', 'a seizure') } as const

/** A message that the province has accepted (ACCESS of outside/access/config.ts, which stands above). */
const ACCEPTED = '1'
/** Whether the province has accepted the message of a business: its chain has no way back. */
const accepted = (ctx: Ctx, b: Business) =>
  ctx.db
    .selectFrom('access_message')
    .select('id')
    .where('countyCode', '=', b.countyCode)
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessId', '=', b.id)
    .where('status', '=', ACCEPTED)
    .executeTakeFirst()

const causeOf = (b: Business): Cause => ({ kind: 'business', id: b.id })
interface UndoCheck {
  ok: boolean
  reason: string
  /** where it cannot be undone: the business that leads back, and with whom it begins */
  counter?: { typeCode: string; start: string }
}
/** The business that leads back from a finished one, begun with whom it is about. */
async function counter(of: Registry, ctx: Ctx, b: Business): Promise<UndoCheck['counter']> {
  const books = (await booksOf(ctx, b)).map((k) => ({ code: k.code ?? '', role: k.role ?? '', isMade: !!k.newDjbId }))
  return counterOf(handlingOf(of, b).type, b.fbfbm ?? '', books)
}
/** Whether a finished business can be undone, and if not, why and what may be done instead. The undoing asks the same. Source: business-flows.md 6.3. */
export async function undoCheck(of: Registry, ctx: Ctx, input: TextInput<'businessId'>): Promise<UndoCheck> {
  const b: Business = await rows.get(ctx, business, input.businessId ?? '')
  requireAction(ctx, b, 'undo')
  const why = (await knownOutside(ctx, b)) ?? (await changedSince(ctx, causeOf(b), b.regionCode))
  return { ok: !why, reason: why?.[ctx.lang] ?? '', ...(why ? { counter: await counter(of, ctx, b) } : {}) }
}

/** Takes the registration of a finished business back: the register as before, pending pushes ended, contracts void, the business revoked and marked as undone. */
export async function undoBusiness(ctx: Ctx, input: TextInput<'businessId' | 'reason'>): Promise<void> {
  const b = await lockBusiness(ctx, input.businessId)
  requireAction(ctx, b, 'undo')
  const reason = (input.reason ?? '').trim()
  if (!reason) throw invalidField('reason', both('请输入撤回原因', 'Please enter the reason'))
  const why = await knownOutside(ctx, b)
  if (why) throw registerProblems.notUndone({ why })
  const made = await madeBy(ctx, b)
  await undo(ctx, causeOf(b), b.regionCode)
  // what was being entered meanwhile was not seen before, and stands once the register has let this through
  const meanwhile = await restrictedSince(ctx, b, made)
  if (meanwhile) throw registerProblems.notUndone({ why: meanwhile })
  const words = both(`登记已撤回：${reason}`, `Registration taken back: ${reason}`)[ctx.lang].slice(0, 254)
  await ctx.db
    .updateTable('outbox')
    .set({ doneTime: ctx.now, parkTime: null, error: words })
    .where('tenantId', '=', ctx.who.tenantId)
    .where('key', '=', b.id)
    .where('topic', 'like', 'business.%')
    .where('doneTime', 'is', null)
    .execute()
  await withdrawMessages(ctx, `${doneName(b.id)}:`)
  await rows.updateMany(
    ctx,
    contract_file,
    (await contractsOf(ctx, b)).map((row) => ({ row, values: { reason: words } })),
  )
  const books = await ctx.db
    .selectFrom('business_book')
    .select('id')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('countyCode', '=', b.countyCode)
    .where('businessId', '=', b.id)
    .execute()
  await rows.erase(
    ctx,
    business_book,
    books.map((x) => String(x.id)),
  )
  await remember(ctx, { regionCode: b.regionCode, instanceId: b.processInstanceId!, businessId: b.id }, 'undo', { comment: reason })
  await moveBusiness(ctx, b, 'undo', { undone: 1, revokeReason: words })
  // what was filed of it stays as history, and the decision comes to it
  const { businessCode, regionCode } = b
  await emit(ctx, 'business.archive', `undone-${b.id}`, { businessId: b.id, businessCode, regionCode })
  // those who were told that it is finished hear of it; the key is not the case's own, whose events have ended
  await emit(ctx, 'case.undone', `undone-${b.id}`, { businessId: b.id, businessCode, typeCode: b.businessTypeCode, regionCode })
}
