// The alternatives of a plan, reckoned from the register as it stands; nothing is written.
import { typedRows } from '../../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { both } from '../../../kit/model/lang.ts'
import { invalidField } from '../../../kit/model/problem.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../../kit/server/query.server.ts'
import { reading, type Route, type TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { CBFLX } from '../../../land/definitions/household.ts'
import { landProblems } from '../../../land/definitions/problems.ts'
import { DJZT, QSZT, ZT } from '../../../land/definitions/statuses.ts'
import { alternativesOf, LAND_BOUNDS, type LandBounds, type HolderFacts, type IssuerLand } from './alternatives.ts'

/** Category of parcels of the reserve (dictionary dklb). */
const RESERVE = '22'
const SHARE = '1'
const hundredths = (v: unknown) => Math.round(Number(v ?? 0) * 100)
const mu = (n: number) => (n / 100).toFixed(2)

/** Households, their members who live, their parcels by household contract, and the reserve of an issuer. */
async function landOf(ctx: Ctx, fbfbm: string): Promise<IssuerLand> {
  const county = countyOf(fbfbm)
  const living = sql<string>`(select count(*) from jtcy j where j."countyCode" = cbf."countyCode" and j."tenantId" = cbf."tenantId" and j."cbfId" = cbf.id
    and j.cybz is distinct from '7')`
  const holders = await typedRows<{ cbfbm: string; cbfmc: string | null; people: string }>(
    scoped(ctx, cbf)
      .select(['cbf.cbfbm', 'cbf.cbfmc', living.as('people')])
      .where('cbf.countyCode', '=', county)
      .where('cbf.fbfbm', '=', fbfbm)
      .where('cbf.zt', '=', ZT.valid)
      .where('cbf.cbflx', '=', CBFLX.household)
      .orderBy('cbf.cbfbm'),
  )
  const lines = await joinable(ctx, cbdkxx)
    .select(['cbdkxx.cbfbm', 'cbdkxx.dkbm', 'cbdkxx.sfqqqg', sql<string>`cbdkxx.htmjm::text`.as('htmjm')])
    .where('cbdkxx.countyCode', '=', county)
    .where('cbdkxx.cbfbm', 'in', holders.length ? holders.map((h) => h.cbfbm) : [''])
    .where('cbdkxx.qszt', '=', QSZT.current)
    .where(sql<boolean>`right(cbdkxx.cbhtbm, 1) = 'J'`)
    .orderBy('cbdkxx.dkbm')
    .execute()
  const reserve = await joinable(ctx, dk)
    .select(['dk.dkbm', sql<string>`dk.scmjm::text`.as('scmjm')])
    .where('dk.countyCode', '=', county)
    .where('dk.fbfbm', '=', fbfbm)
    .where('dk.zt', '=', ZT.valid)
    .where('dk.dklb', '=', RESERVE)
    .where('dk.djzt', '=', DJZT.none)
    .where('dk.scmjm', '>', '0')
    .orderBy('dk.dkbm')
    .execute()
  const byHolder = Map.groupBy(lines, (l) => String(l.cbfbm))
  return {
    holders: holders.map((h): HolderFacts => ({
      cbfbm: h.cbfbm,
      cbfmc: h.cbfmc ?? '',
      people: Number(h.people),
      lines: (byHolder.get(h.cbfbm) ?? []).map((l) => ({ dkbm: String(l.dkbm), mu: hundredths(l.htmjm), isShare: l.sfqqqg === SHARE })),
    })),
    reserve: reserve.map((r) => ({ dkbm: String(r.dkbm), mu: hundredths(r.scmjm) })),
  }
}
function boundsIn(q: TextInput<'lower' | 'upper'>): LandBounds {
  const read = (name: keyof LandBounds, from: number, to: number): number => {
    const v = q[name] === undefined || q[name] === '' ? LAND_BOUNDS[name] : Number(q[name])
    if (!Number.isInteger(v) || v < from || v > to) throw invalidField(name, both(`请输入${from}至${to}的整数`, `A whole number from ${from} to ${to}`))
    return v
  }
  return { lower: read('lower', 0, 100), upper: read('upper', 100, 1000) }
}
/** {fbfbm, lower?, upper?}: the alternatives side by side; areas in mu. @throws no-fbf */
async function alternatives(ctx: Ctx, q: TextInput<'fbfbm' | 'lower' | 'upper'>) {
  const fbfbm = q.fbfbm ?? ''
  const issuer = await rows.find(ctx, fbf, { fbfbm, zt: ZT.valid })
  if (!issuer) throw landProblems.noFbf({ fbfbm })
  const bounds = boundsIn(q)
  const shownHead = (n: number | null) => (n === null ? null : mu(n))
  return {
    fbfbm,
    ...bounds,
    alternatives: alternativesOf(await landOf(ctx, fbfbm), bounds).map(({ moves, changed, area, perHead, reserveLeft, ...a }) => ({
      ...a,
      area: mu(area),
      reserveLeft: mu(reserveLeft),
      mean: mu(perHead.mean),
      least: mu(perHead.least),
      most: mu(perHead.most),
      moves: moves.map(({ mu: area_, ...m }) => ({ ...m, areaMu: mu(area_) })),
      changed: changed.map((h) => ({
        ...h,
        before: mu(h.before),
        after: mu(h.after),
        perHeadBefore: shownHead(h.perHeadBefore),
        perHeadAfter: shownHead(h.perHeadAfter),
      })),
    })),
  }
}
export const alternativeRoutes: readonly Route[] = [
  reading('land', 'making_plan_view')('/ybProcess/makingPlan/alternatives', '延包方案比选', ['fbfbm', 'lower', 'upper'], alternatives),
]
