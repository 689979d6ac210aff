import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { reading, type Route } from '../../kit/server/route.server.ts'
import { shown, visible } from '../../kit/server/narrow.server.ts'
import { dk } from '../definitions/dk.ts'
import { ZT } from '../definitions/statuses.ts'

/** A family has no more members: what is larger is broken data. */
const MOST = 500
interface Member {
  dkbm: string
  dkmc: string | null
  cbfmc: string | null
  scmjm: string | null
  zt: string
  regFrom: string
  madeAt: string
  ydkbm: unknown
  fbfbm: string
}
/** Codes of the parcels that one came from; what was imported may have one code instead of a list. */
export const parentsOf = (v: unknown): string[] =>
  (Array.isArray(v) ? v : v === null || v === undefined ? [] : [v]).map(String).filter((c) => /^\d{19}$/.test(c))

/** Rows of these conditions, of a code the valid one before a former one. */
async function members(ctx: Ctx, county: string, which: ReturnType<typeof sql<boolean>>): Promise<Map<string, Member>> {
  const found = await typedRows<Member>(
    joinable(ctx, dk)
      .select([
        'dk.dkbm',
        'dk.dkmc',
        'dk.cbfmc',
        'dk.scmjm',
        'dk.zt',
        'dk.ydkbm',
        'dk.fbfbm',
        sql<string>`dk."regFrom"::text`.as('regFrom'),
        sql<string>`dk."createTime"::text`.as('madeAt'),
      ])
      .where('dk.countyCode', '=', county)
      .where(which)
      .orderBy('dk.zt', 'desc')
      .orderBy('dk.id'),
  )
  return new Map(found.map((m) => [m.dkbm, m]))
}
/** When a piece of a parcel came: the day from which it is true, and when it was recorded. */
interface Cut {
  day: string
  at: string
}
/** What parcels that still stand measured before a piece of them came, in mu; none where no earlier version is known. */
async function formerAreas(ctx: Ctx, county: string, cuts: ReadonlyMap<string, Cut>): Promise<Map<string, string>> {
  if (cuts.size === 0) return new Map()
  const found = await joinable(ctx, dk, 'versions')
    .select(['dk.dkbm', 'dk.scmjm', sql<string>`dk."regFrom"::text`.as('regFrom'), sql<string>`dk."validTo"::text`.as('validTo')])
    .where('dk.countyCode', '=', county)
    .where('dk.dkbm', 'in', [...cuts.keys()])
    .orderBy('dk.validFrom')
    .orderBy('dk.regFrom')
    .execute()
  const out = new Map<string, string>()
  for (const [dkbm, { day, at }] of cuts) {
    const own = found.filter((v) => v.dkbm === dkbm && v.scmjm)
    // what was believed until the piece came; of what was recorded together, the days tell
    const before = own.findLast((v) => v.validTo !== 'infinity' && String(v.validTo) <= at) ?? own.findLast((v) => String(v.regFrom) < day)
    if (before) out.set(dkbm, String(before.scmjm))
  }
  return out
}

/**
 * The parcels that a parcel came from and that came from it, over all steps: rows with their area in mu, since when they stand so, and links from parent to
 * child. All pieces of an issuer are read at once and followed in memory.
 */
async function lineage(ctx: Ctx, dkbm: string) {
  const county = countyOf(dkbm)
  const own = (await members(ctx, county, sql<boolean>`dk.dkbm = ${dkbm}`)).get(dkbm)
  if (!own) throw problems.notFound({ zh: dk.label, en: dk.en })
  const pieces = await members(ctx, county, sql<boolean>`dk.fbfbm = ${own.fbfbm} and dk.ydkbm is not null`)
  const children = new Map<string, string[]>()
  for (const m of pieces.values()) for (const p of parentsOf(m.ydkbm)) children.set(p, [...(children.get(p) ?? []), m.dkbm])
  const family = new Set([dkbm])
  for (const code of family) {
    if (family.size >= MOST) break
    for (const next of [...parentsOf((pieces.get(code) ?? own).ydkbm).filter(() => code === dkbm || pieces.has(code)), ...(children.get(code) ?? [])])
      family.add(next)
  }
  const first = await members(ctx, county, sql<boolean>`dk.dkbm = any(${[...family].filter((c) => !pieces.has(c))}::text[])`)
  const all = [...family].flatMap((c) => pieces.get(c) ?? first.get(c) ?? [])
  const here = new Set(all.map((m) => m.dkbm))
  const edges = all.flatMap((m) => parentsOf(m.ydkbm).flatMap((from) => (here.has(from) ? [{ from, to: m.dkbm }] : [])))
  const cuts = new Map<string, Cut>()
  for (const m of all)
    if (m.zt === ZT.valid) {
      const [first] = all.filter((c) => parentsOf(c.ydkbm).includes(m.dkbm)).toSorted((x, y) => (x.madeAt < y.madeAt ? -1 : 1))
      if (first) cuts.set(m.dkbm, { day: first.regFrom, at: first.madeAt })
    }
  const former = await formerAreas(ctx, county, cuts)
  const nodes = all.map(({ ydkbm: _, fbfbm: __, madeAt: ___, ...m }) => ({
    ...visible(ctx, dk, shown(ctx, dk, m)),
    goesOn: cuts.has(m.dkbm),
    former: former.get(m.dkbm) ?? null,
  }))
  return { nodes, edges }
}
export const lineageRoutes: Route[] = [reading('land', 'dk_view')('/base-dlxx/dk/lineage', '地块沿革', ['dkbm'], (ctx, q) => lineage(ctx, q.dkbm ?? ''))]
