// The queue of households that no member heads, or several do, and their repair: the code of the relation is written, never another contractor. Source: rulings.md 41.
import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { json, text } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import type { Draft } from '../../kit/model/resource.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireInDictionary } from '../../kit/server/dictionary.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import { flatRows, joinable, page, regionAsked, scoped, underRegion } from '../../kit/server/query.server.ts'
import { reading, route, type InputOf, type Route, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { correction } from '../correction/correction.ts'
import { booksOfHousehold, correctMembers } from '../correction/correction.server.ts'
import { cbf, type Cbf } from '../definitions/cbf.ts'
import { CBFLX, HEAD, isHead, likeness } from '../definitions/household.ts'
import { jtcy, type Jtcy } from '../definitions/jtcy.ts'
import { youngHead } from '../definitions/kin.ts'
import { isOwner } from '../definitions/person.ts'
import { ZT } from '../definitions/statuses.ts'
import { lockOf, refuseLocked } from '../register/locked.server.ts'
import { write } from '../register/write.server.ts'
import { REQUEST } from '../restriction/request.ts'
import { headProblems } from './problems.ts'
import { changedMembers, HEAD_FAULTS, headChanges, headFault, proposedHead, type RelationChange } from './heads.ts'

/** Members of the household of the query whose code is a head's. */
const heads = sql`(select count(*) from jtcy j where j."countyCode" = cbf."countyCode" and j."tenantId" = cbf."tenantId" and j."cbfId" = cbf.id
  and j.yhzgx in (${sql.join(HEAD)}))`
const FAULTY = { none: sql<boolean>`${heads} = 0`, several: sql<boolean>`${heads} > 1` } as const
const readMembers = (ctx: Ctx, county: string, ids: readonly string[]): Promise<Jtcy[]> =>
  flatRows(scoped(ctx, jtcy), jtcy).where('jtcy.countyCode', '=', county).where('jtcy.cbfId', 'in', ids).orderBy('jtcy.cbfId').orderBy('jtcy.sort').execute()

type Contractor = Pick<Cbf, 'id' | 'cbfmc' | 'cbfzjhm'>
/** A household of the queue: what is wrong, its members, who is proposed and what would be written. */
function toRepair(ctx: Ctx, c: Contractor, members: readonly Jtcy[]) {
  const proposal = proposedHead(c, members)
  return {
    fault: headFault(members),
    members: members.map((m) => {
      const { id, cyxm, cyxb, yhzgx, cyzjhm, sfgyr, cybz } = shown(ctx, jtcy, m, cbf)
      const mayHead = isOwner(m)
      const changes = mayHead ? headChanges(members, m).map(({ id: of, after }) => ({ id: of, after })) : []
      return { id, cyxm, cyxb, yhzgx, cyzjhm, sfgyr, cybz, mayHead, like: likeness(c, m) ?? null, changes }
    }),
    proposed: proposal ? { id: proposal.member.id, by: proposal.by } : null,
  }
}

/** A page of the households of a region that want a repair, each with its members and what is proposed; `fault`: none or several. */
async function queue(ctx: Ctx, q: TextInput<'regionCode' | 'fault' | 'cbfmc' | 'current' | 'size'>) {
  const region = regionAsked(ctx, q.regionCode)
  if (region.length < 6) throw headProblems.narrower()
  const fault = HEAD_FAULTS.find((f) => f === q.fault)
  if (q.fault && !fault) throw invalidField('fault', both('请选择户主问题', 'Choose the fault'))
  const valid = underRegion(joinable(ctx, cbf), 'cbf', region).where('cbf.zt', '=', ZT.valid).where('cbf.cbflx', '=', CBFLX.household)
  const found = await page(
    ctx,
    cbf,
    { current: q.current, size: q.size, ...(q.cbfmc ? { cbfmc: q.cbfmc } : {}) },
    valid.where(fault ? FAULTY[fault] : sql<boolean>`${heads} <> 1`),
  )
  const ids = found.records.map((c) => c.id)
  if (ids.length === 0) return { total: found.total, records: [] }
  const county = countyOf(region)
  const own = await typedRows<Contractor>(
    scoped(ctx, cbf).select(['cbf.id', 'cbf.cbfmc', 'cbf.cbfzjhm']).where('cbf.countyCode', '=', county).where('cbf.id', 'in', ids),
  )
  const members = Map.groupBy(await readMembers(ctx, county, ids), (m) => String(m.cbfId))
  const records = found.records.flatMap(({ id, regionCode, cbfbm, cbfmc, cbfzjhm, djzt }) => {
    const c = own.find((o) => o.id === id)
    return c ? [{ id, regionCode, cbfbm, cbfmc, cbfzjhm, djzt, ...toRepair(ctx, c, members.get(id) ?? []) }] : []
  })
  return { total: found.total, records }
}

/** The relations that a caller names for those who are no head any more: {member: relation}. @throws invalid */
async function relationsIn(ctx: Ctx, sent: unknown): Promise<Record<string, string>> {
  const said = Object.entries((sent ?? {}) as Record<string, unknown>)
  if (Array.isArray(sent) || said.some(([, v]) => typeof v !== 'string' || isHead({ yhzgx: v })))
    throw invalidField('relations', both('请选择其他成员与户主关系', 'Choose the relation of the other members'))
  for (const [, yhzgx] of said) await requireInDictionary(ctx, jtcy, { yhzgx })
  return Object.fromEntries(said) as Record<string, string>
}
/** Who the head is by the caller: a co-owner of the household who lives. @throws invalid */
function chosen(members: readonly Jtcy[], memberId: string): Jtcy {
  const head = members.find((m) => m.id === memberId)
  if (!head) throw invalidField('memberId', both('请选择本户成员', 'Choose a member of the household'))
  if (!isOwner(head)) throw invalidField('memberId', both('户主必须在世且为共有人', 'The head must be alive and a co-owner'))
  return head
}
/** Why a reason is asked for: the head is not the register's contractor, or is very young. `after`: the members as they are to be. */
const reasonAsked = (ctx: Ctx, c: Cbf, head: Jtcy, after: readonly Jtcy[]): Text | undefined =>
  likeness(c, head)
    ? youngHead(after, ctx.now.slice(0, 10))
    : both(`【${head.cyxm}】与承包方代表【${c.cbfmc}】不是同一人`, `${head.cyxm} is not the contractor ${c.cbfmc}`)

/** Writes the relations of a registered household and a further edition of each of its current books, as a correction that one person makes. */
async function correct(ctx: Ctx, c: Cbf, members: readonly Jtcy[], changes: readonly RelationChange[], reason: string): Promise<void> {
  const { regionCode } = c
  const cbfbm = c.cbfbm!
  const id = await rows.insert(ctx, correction, {
    regionCode,
    objectKind: 'jtcy',
    objectCode: cbfbm,
    memberId: changes[0]!.id,
    status: REQUEST.confirmed,
    paperNo: '户主修复',
    reason,
    proposer: ctx.who.realName,
    changes: changes.map((x) => ({ name: 'yhzgx', before: x.before, after: x.after, of: members.find((m) => m.id === x.id)?.cyxm ?? '' })),
  } as Draft<typeof correction>)
  const acts = correctMembers(cbfbm, changedMembers(members, changes), await booksOfHousehold(ctx, cbfbm))
  await write(ctx, { cause: { kind: 'correction', id }, unit: `correction/${id}`, regionCode, day: ctx.now.slice(0, 10), acts })
}

const REPAIR = {
  cbfbm: text('承包方编码', { en: 'Contractor', required: true, max: 18 }),
  memberId: text('户主', { en: 'Head', required: true, max: 19 }),
  relations: json('其他成员与户主关系', { en: 'Relations of the others' }),
  reason: text('原因', { en: 'Reason', max: 254 }),
}
/**
 * Gives a household of the queue its one head; `relations`: {member: relation} of the other heads. What is registered gets a correction
 * on record and further editions of its books, the rest is written to its members; both are audited.
 * @throws not-found, heads-one where nothing is wrong (any more), invalid, E1001 while a case holds the household, seized, correction-touched
 */
async function repair(ctx: Ctx, input: InputOf<'POST', never, typeof REPAIR>): Promise<void> {
  const { cbfbm = '' } = input
  const c = await rows.find(ctx, cbf, { cbfbm, zt: ZT.valid }, true)
  if (!c || c.cbflx !== CBFLX.household) throw problems.notFound({ zh: cbf.label, en: cbf.en })
  const lock = await lockOf(ctx, cbf, c)
  if (lock && (lock.seizedBy || lock.heldBy.length > 0)) refuseLocked(cbf, lock)
  const members = await readMembers(ctx, countyOf(cbfbm), [c.id])
  if (!headFault(members)) throw headProblems.one({ code: cbfbm })
  const head = chosen(members, input.memberId ?? '')
  const changes = headChanges(members, head, await relationsIn(ctx, input.relations))
  const given = (input.reason ?? '').trim()
  const why = reasonAsked(ctx, c, head, changedMembers(members, changes))
  if (why && !given) throw invalidField('reason', both(`${why.zh}，请说明原因`, `${why.en}: give the reason`))
  const reason = given || '户主代码与承包方代表不一致，按承包方代表修复'
  if (reason.length > 254) throw invalidField('reason', both('原因最多254字', 'The reason has at most 254 characters'))
  if (lock?.isRegistered) await correct(ctx, c, members, changes, reason)
  else for (const x of changes) await rows.update(ctx, jtcy, x.id, { yhzgx: x.after })
  const diff = Object.fromEntries(changes.map((x) => [members.find((m) => m.id === x.id)!.cyxm ?? x.id, [x.before, x.after]]))
  await audit(ctx, { action: 'cbf.head', object: cbf.name, objectId: c.id, regionCode: c.regionCode, diff: { ...diff, reason: [null, reason] } })
}

/** The queue of heads and its repair. */
export const headRoutes: Route[] = [
  reading('land', 'cbf_view')('/base-qssj/cbf/heads', '户主待修复的承包方', ['regionCode', 'fault', 'cbfmc', 'current', 'size'], queue),
  route({
    method: 'POST',
    path: '/base-qssj/cbf/head',
    perm: 'correction_add',
    scope: 'land',
    audit: 'cbf.head',
    answer: 'nothing',
    summary: '修复户主',
    body: REPAIR,
    run: repair,
  }),
]
