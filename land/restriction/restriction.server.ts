import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { localDay } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable, page } from '../../kit/server/query.server.ts'
import { crud, listing, route, answering, type Route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { dk } from '../definitions/dk.ts'
import { lzht } from '../definitions/lzht.ts'
import { ZT } from '../definitions/statuses.ts'
import { conditions, dayOf, turnDue } from '../register/standing.server.ts'
import { stateOf, STATES, type RestrictionState } from '../register/acts/standing.ts'
import { restriction, type Restriction } from '../register/acts/tables.ts'
import { lzhtRoutes } from './lzht.server.ts'
import { restriction_request } from './request.ts'
import { requestRoutes } from './requests.server.ts'

type Shown = Pick<Restriction, 'fromDay' | 'toDay' | 'endDay' | 'endTime' | 'endCauseKind' | 'endWords'>
/** A restriction with its state on the day of the context; an end that was not known at its moment is not told. */
function told<R extends Shown>(ctx: Ctx, row: R): R & { state: RestrictionState } {
  const isKnown = !ctx.knownAt || !row.endTime || row.endTime <= ctx.knownAt
  const seen = isKnown ? row : { ...row, endDay: null, endTime: null, endCauseKind: null, endWords: null }
  return { ...seen, state: seen.endDay && seen.endCauseKind === 'undo' ? 'ended' : stateOf(seen, dayOf(ctx)) }
}

/** Restrictions with their state; `state` asks for one, `objectCode` for those on one object. */
async function list(ctx: Ctx, { state, objectCode, ...filter }: TextInput) {
  const is = conditions(ctx, 'restriction')
  let q = joinable(ctx, restriction).where(is.known)
  const not = (x: typeof is.ended) => sql<boolean>`not ${x}`
  if (state) {
    const asked = STATES.find((s) => s === state)
    if (!asked) throw problems.badRequest({ zh: '状态格式不正确', en: 'The state is malformed' })
    const where = { valid: [is.stands], coming: [not(is.ended), not(is.begun)], expired: [not(is.ended), is.begun, is.past], ended: [is.ended] }[asked]
    for (const w of where) q = q.where(w)
  }
  if (objectCode) q = q.where((e) => e.or(['dkbm', 'cbjyqzbm', 'cbfbm'].map((n) => e(`restriction.${n}`, '=', objectCode))))
  const found = await page(ctx, restriction, filter, q)
  return withHolders(ctx, { ...found, records: found.records.map((r) => told(ctx, r)) })
}
type Restricted = Pick<Restriction, 'dkbm' | 'cbjyqzbm' | 'cbfbm'>
/** Whose right each row of a page is about, and which parcel, by the names that the register has for them. */
export async function withHolders<R extends Restricted, P extends { records: R[] }>(ctx: Ctx, found: P) {
  const parcels = [...new Set(found.records.flatMap((r) => r.dkbm ?? []))]
  const fields = parcels.length
    ? await joinable(ctx, dk)
        .select(['dk.dkbm', 'dk.dkmc', 'dk.cbfbm'])
        .where('dk.countyCode', 'in', [...new Set(parcels.map(countyOf))])
        .where('dk.dkbm', 'in', parcels)
        .where('dk.zt', '=', ZT.valid)
        .execute()
    : []
  const parcelOf = new Map(fields.map((p) => [p.dkbm, p]))
  // a book is named by its household and a letter
  const holderOf = (r: Restricted) => r.cbfbm ?? r.cbjyqzbm?.slice(0, -1) ?? parcelOf.get(r.dkbm!)?.cbfbm
  const holders = [...new Set(found.records.flatMap((r) => holderOf(r) ?? []))]
  const people = holders.length
    ? await joinable(ctx, cbf)
        .select(['cbf.cbfbm', 'cbf.cbfmc'])
        .where('cbf.countyCode', 'in', [...new Set(holders.map(countyOf))])
        .where('cbf.cbfbm', 'in', holders)
        .where('cbf.zt', '=', ZT.valid)
        .execute()
    : []
  const nameOf = new Map(people.map((h) => [h.cbfbm, h.cbfmc]))
  const records = found.records.map((r) => ({ ...r, cbfmc: nameOf.get(holderOf(r) ?? '') ?? null, dkmc: parcelOf.get(r.dkbm ?? '')?.dkmc ?? null }))
  return { ...found, records }
}
/** All that ever stood against one object (`code` of a parcel, book or contractor), the newest first. */
async function history(ctx: Ctx, { code: asked = '' }: TextInput<'code'>) {
  const found = await flatRows(joinable(ctx, restriction), restriction)
    .where(conditions(ctx, 'restriction').known)
    .where((e) => e.or([e('restriction.dkbm', '=', asked), e('restriction.cbjyqzbm', '=', asked), e('restriction.cbfbm', '=', asked)]))
    .where('restriction.countyCode', '=', asked.slice(0, 6))
    .orderBy('restriction.fromDay', 'desc')
    .orderBy('restriction.id', 'desc')
    .execute()
  return found.map((r) => told(ctx, r))
}

/** Just after midnight: what begins or is over shows so. A term needs no act. Source: acts.md 4 (circulation). */
export const restrictionRoutine: Routine = {
  name: 'restriction-days',
  label: '权利限制到期',
  due: { at: '00:10' },
  async run({ now, system, as, signal }) {
    const due = await system((tx) =>
      tx.selectFrom('restriction').select(['tenantId', 'countyCode']).distinct().where('turnDay', '<=', localDay(now)).orderBy('countyCode').execute(),
    )
    let n = 0
    for (const { tenantId, countyCode } of due)
      for (let some = 1; some > 0; n += some) {
        signal.throwIfAborted()
        some = await as(tenantId, (ctx) => turnDue(ctx, countyCode))
      }
    return `${n} turned`
  },
}

const plain = crud(restriction)
const shape = { of: restriction, also: ['state'] }
const named = { of: restriction, also: ['state', 'cbfmc', 'dkmc'] }
const routes: readonly Route[] = [
  answering(listing({ ...plain.page, query: [...(plain.page.query ?? []), 'state', 'objectCode', 'asOf', 'knownAt'] }, list), { as: 'page', ...named }),
  route({
    ...plain.page,
    method: 'GET',
    path: `${restriction.path}/history`,
    summary: '对象的权利限制',
    query: ['code', 'asOf', 'knownAt'],
    body: undefined,
    answer: { as: 'rows', ...shape },
    run: history,
  }),
  ...requestRoutes,
  ...lzhtRoutes,
]
/** Restrictions of rights: seen, entered and ended by two persons; circulation contracts. */
export const restrictionSlice: Slice = { name: 'restriction', resources: [restriction_request, lzht], routes }
