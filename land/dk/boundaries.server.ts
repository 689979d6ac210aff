// What the routes of parcels do with boundaries: points and lines of a parcel as a list, and those of what a form draws.
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { joinable, listColumns, paging } from '../../kit/server/query.server.ts'
import { crud, type Route, textIn } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dk, dk_jz, jzd, jzx, type Dk } from '../definitions/dk.ts'
import type { Fbf } from '../definitions/fbf.ts'
import { landProblems } from '../definitions/problems.ts'
import { ZT } from '../definitions/statuses.ts'
import { toMetres, zoneOf } from '../geometry/crs.ts'
import { distance, isGeometryError } from '../geometry/shape.ts'
import type { Position } from '../../kit/model/wkt.ts'
import { boundariesOf, type BoundarySet } from '../register/boundaries.server.ts'

/** A parcel that changes along with an edited one: a neighbour with moved points, a new piece, one that is taken in. */
export interface Other {
  id: string
  kind: 'changed' | 'added' | 'removed'
  wkt?: string
}
/** An other parcel with its code: of one that comes, the code it gets. */
export type Coded = Other & { dkbm: string }
/** The valid parcel with this code in the caller's region; throws when there is none. */
export async function getDk(ctx: Ctx, dkbm: string): Promise<Dk> {
  const found = await rows.find(ctx, dk, { dkbm, zt: ZT.valid })
  if (!found) throw problems.notFound({ zh: dk.label, en: dk.en })
  return found
}

type Lines = { records: Record<string, any>[] }
/** Length (m, two digits) of a boundary line from its points in degrees; none where it has no shape. */
function lengthOf(lines: unknown): string | null {
  const all = (Array.isArray(lines) ? lines : []) as Position[][]
  const first = all[0]?.[0]
  if (!first) return null
  const zone = zoneOf(first[0]!)
  const metres = all.map((line) => line.map((p) => toMetres(p, zone)))
  return metres.reduce((s, line) => s + line.slice(1).reduce((n, p, i) => n + distance(line[i]!, p), 0), 0).toFixed(2)
}
const withLengths = <P extends Lines>(page: P): P => ({ ...page, records: page.records.map((r) => ('lines' in r ? { ...r, length: lengthOf(r.lines) } : r)) })
/** A page of lines with their lengths; of points as it is. */
async function measured(ctx: Ctx, r: typeof jzd | typeof jzx, page: Lines): Promise<Lines> {
  if (r === jzd || page.records.length === 0) return page
  const found = await joinable(ctx, r)
    .select(['jzx.id', 'jzx.lines'])
    .where('jzx.countyCode', 'in', [...new Set(page.records.map((x) => countyOf(String(x.regionCode))))])
    .where(
      'jzx.id',
      'in',
      page.records.map((x) => x.id),
    )
    .execute()
  const lines = new Map(found.map((x) => [String(x.id), x.lines]))
  return { ...page, records: page.records.map((x) => ({ ...x, length: lengthOf(lines.get(x.id)) })) }
}
/** Boundary points or lines of a parcel, through the link table; without a parcel, of the region. */
export const boundary = (r: typeof jzd | typeof jzx, kind: 'd' | 'x'): Route => {
  const plain = crud(r).page
  return {
    ...plain,
    perm: 'dk_view',
    query: [...(plain.query ?? []).filter((n) => n !== 'dkbm'), 'dkbm'],
    ...(kind === 'x' ? { answer: { as: 'page', of: r, also: ['length', 'lines'] } as const } : {}),
    run: async (ctx, q, f) => {
      if (!q.dkbm) return measured(ctx, r, (await plain.run(ctx, q, f)) as Lines)
      const p = await getDk(ctx, textIn(q, 'dkbm'))
      const { current, size, offset } = paging(q)
      const own = joinable(ctx, dk_jz)
        .select(['dk_jz.countyCode', 'dk_jz.jzId'])
        .where('dk_jz.countyCode', '=', p.countyCode)
        .where('dk_jz.dkbm', '=', p.dkbm)
        .where('dk_jz.kind', '=', kind)
        .as('own')
      const of = joinable(ctx, r).innerJoin(own, (j) => j.onRef('own.countyCode', '=', `${r.name}.countyCode`).onRef('own.jzId', '=', `${r.name}.id`))
      const lines = kind === 'x' ? ['jzx.lines'] : []
      const all = await of
        .select([...listColumns(r), ...lines])
        .where(`${r.name}.countyCode`, '=', p.countyCode)
        .orderBy(`${r.name}.id`)
        .execute()
      return withLengths({ records: all.slice(offset, offset + size), total: all.length, size, current, pages: Math.ceil(all.length / size) })
    },
  }
}

/** The key points of a parcel as values of its row. */
export const keyed = (kjzb: BoundarySet['kjzb'], dkbm: string): { kjzb?: string } => (kjzb.has(dkbm) ? { kjzb: kjzb.get(dkbm)! } : {})
/** Boundaries of all that one call draws: the parcel itself and those that changed along. */
export async function boundariesFor(ctx: Ctx, f: Fbf, own: { dkbm: string; wkt: string }, others: readonly Coded[]): Promise<BoundarySet> {
  const at = { fbfbm: f.fbfbm!, regionCode: f.regionCode, day: ctx.now.slice(0, 10) }
  try {
    return await boundariesOf(ctx, countyOf(f.fbfbm!), [{ ...at, ...own }, ...others.map((o) => ({ ...at, dkbm: o.dkbm, wkt: o.wkt ?? null }))])
  } catch (e) {
    if (isGeometryError(e)) throw e.code === 'wkt-not-polygon' ? landProblems.multipart() : landProblems.notValid({ why: e.words })
    throw e
  }
}
/** Neighbours with their new vertices, and points and lines of all. */
export async function writeBoundaries(ctx: Ctx, { neighbours, write }: BoundarySet): Promise<void> {
  const everybody: Ctx = { ...ctx, who: { ...ctx.who, regionCode: '' } }
  await rows.updateMany(everybody, dk, neighbours)
  await write(undefined)
}
