import { sql } from 'kysely'
import { m2, mu, toMu, within } from '../definitions/area.ts'
import { areaWrong } from '../definitions/parcel-size.ts'
import { geom, listOf, ref, text } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import type { Draft } from '../../kit/model/resource.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route, crud, detail, ids, rowIdOf, listing, answering, type Route, type SentDraft } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import type { Fbf } from '../definitions/fbf.ts'
import { listedParcels, MORE_FILTERS } from './list.server.ts'
import { getFbf } from '../fbf/fbf.server.ts'
import { areaText } from '../geometry/area.ts'
import { onGrid, shapeFromWkt, zoneOfEpsg } from '../geometry/crs.ts'
import { OVERLAP } from '../geometry/overlap.ts'
import { isGeometryError } from '../geometry/shape.ts'
import { landProblems } from '../definitions/problems.ts'
import { dk, inheritedByPieces, jzd, jzx, type Dk } from '../definitions/dk.ts'
import { boundariesOf, type BoundarySet } from '../register/boundaries.server.ts'
import type { Act } from '../register/acts/acts.ts'
import { nextDkbms } from '../register/codes.server.ts'
import { commonGround } from '../register/ground.server.ts'
import { historyOf } from '../register/history.server.ts'
import { changeFree, lockOf, locksOf, refuseLocked, requireUnlocked } from '../register/locked.server.ts'
import { registryNumbersWrong } from '../register/registry-numbers.server.ts'
import { standingThen } from '../register/standing.server.ts'
import { write } from '../register/write.server.ts'
import { DJZT, FREE, ZT } from '../definitions/statuses.ts'
import { RINGS_WORDS } from '../geometry/rings.ts'
import { outlineOf } from '../geometry/validity.ts'
import { requireInCounty, requireNearVillage, requireSize } from './place.server.ts'
import { boundariesFor, boundary, getDk, keyed, writeBoundaries, type Coded, type Other } from './boundaries.server.ts'
import { countyProjection } from '../../platform/regions/lookup.server.ts'

/** EPSG code of the county's 3-degree zone without prefix, from the region table or the longitude of the parcel. Source: data-format.md 6. */
async function zoneOf(ctx: Ctx, county: string, wkt: string): Promise<number> {
  const projection = await countyProjection(ctx, county)
  if (projection) return projection
  const lon = Number(/-?\d+(\.\d+)?/.exec(wkt)?.[0] ?? 105)
  return 4534 + Math.round(lon / 3) - 25
}

/** Planar area in m² in the county's zone, and whether the polygon is one valid ring. Source: codes.md 3.4. */
export async function withMeasures(ctx: Ctx, county: string, wkt: string): Promise<{ m2: string; valid: boolean; parts: number }> {
  const zone = await zoneOf(ctx, county, wkt)
  try {
    const {
      rows: [r],
    } = await sql<{ valid: boolean; parts: number; area: string }>`select ST_IsValid(g) as valid, ST_NumGeometries(g) as parts,
      round(ST_Area(ST_Transform(g, ${sql.lit(zone)}))::numeric, 2) as area from (select ST_GeomFromText(${wkt}, 4326) as g) x`.execute(ctx.db)
    return { m2: r!.area, valid: r!.valid, parts: Number(r!.parts) }
  } catch (e) {
    if ((e as { code?: string }).code === 'XX000') throw landProblems.notValid({ why: RINGS_WORDS['too-few-points'] })
    throw e
  }
}

/** What a parcel's geometry and areas must fulfil before it is stored. Answers the drawn area. */
async function checkShape(ctx: Ctx, county: string, draft: { geom: string; scmj: string; scmjm: string }): Promise<string> {
  await requireInCounty(ctx, county, draft.geom)
  const shape = await withMeasures(ctx, county, draft.geom)
  const read = outlineOf(draft.geom, zoneOfEpsg(await zoneOf(ctx, county, draft.geom)) ?? 0)
  if (!shape.valid && 'wrong' in read) throw landProblems.notValid({ why: read.wrong })
  if (shape.parts !== 1) throw landProblems.multipart()
  if (areaWrong(draft.scmj, shape.m2)) throw landProblems.areaMismatch({ is: draft.scmj, drawn: shape.m2 })
  if (!within(mu(draft.scmjm), toMu(m2(draft.scmj)), 1)) throw landProblems.muMismatch()
  return shape.m2
}
/** Refuses a parcel that overlaps a valid one, of whatever county; `stored`: outlines by code. */
async function checkOverlap(ctx: Ctx, stored: ReadonlyMap<string, string>): Promise<void> {
  const found = await commonGround(
    ctx,
    [...stored].map(([dkbm, geom]) => ({ dkbm, geom })),
  )
  const [hit] = found.filter((f) => f.area > OVERLAP.warn).toSorted((a, b) => a.n - b.n || b.area - a.area)
  if (hit) throw landProblems.overlap({ dkbm: hit.other, n: hit.area.toFixed(2) })
}

/** The outline as it is stored, on the grid of the county's zone, and its area in m². @throws where it is not one polygon */
async function gridded(ctx: Ctx, county: string, wkt: string): Promise<{ geom: string; area: string }> {
  const zone = zoneOfEpsg(await zoneOf(ctx, county, wkt))!
  try {
    const geom = onGrid(wkt, zone)
    return { geom, area: areaText(shapeFromWkt(geom, zone)) }
  } catch (e) {
    if (isGeometryError(e)) throw e.code === 'wkt-not-polygon' ? landProblems.multipart() : landProblems.notValid({ why: e.words })
    throw e
  }
}

/** Half of the grid of 0.001 m, in degrees of latitude: points nearer than this are one point. */
const SAME_POINT = 4.5e-9
/** The shape with the coordinates that its points have already in the register: a text of 9 decimals is not quite the stored number. */
async function withStoredPoints(ctx: Ctx, county: string, wkt: string): Promise<string> {
  const {
    rows: [r],
  } = await sql<{ wkt: string | null }>`select ST_AsText(ST_Snap(g, (select ST_Collect(d.geom) from dk d where d."countyCode" = ${county}
    and d."tenantId" = ${ctx.who.tenantId} and d.zt = ${sql.lit(ZT.valid)} and d.geom && g), ${sql.lit(SAME_POINT)}), 15) as wkt
    from (select ST_GeomFromText(${wkt}, 4326) as g) x`.execute(ctx.db)
  return r!.wkt ?? wkt
}

function insertParcel(ctx: Ctx, f: Fbf, dkbm: string, draft: Draft<typeof dk>): Promise<string> {
  return rows.insert(ctx, dk, { sjly: '1', ...draft, regionCode: f.regionCode, dkbm, zt: ZT.valid, djzt: DJZT.none, ...FREE, sfqqqg: '2' })
}

/** No edit touches more parcels than this at once. */
const MOST_OTHERS = 50
/** The parcels that a call says change along. @throws where they are malformed or too many */
export function otherParcels(others: unknown): Other[] {
  const given = (others ?? []) as Other[]
  const good = Array.isArray(given) && given.length <= MOST_OTHERS && given.every((o) => o && (o.kind === 'removed' || typeof o.wkt === 'string'))
  if (!good) throw problems.badRequest({ zh: '联动地块有误', en: 'The list of parcels changed along with it is malformed' })
  return given
}
const areasOf = (area: string) => ({ scmj: area, scmjm: toMu(m2(area)) })
/** Whether two outlines enclose the same land, to 0.01 m². */
async function isSameShape(ctx: Ctx, county: string, a: string, b: string): Promise<boolean> {
  const zone = await zoneOf(ctx, county, a)
  const {
    rows: [r],
  } = await sql<{ apart: number }>`select ST_Area(a) + ST_Area(b) - 2 * ST_Area(ST_Intersection(a, b)) as apart from (
      select ST_Transform(ST_MakeValid(ST_GeomFromText(${a}, 4326)), ${sql.lit(zone)}) as a,
        ST_Transform(ST_MakeValid(ST_GeomFromText(${b}, 4326)), ${sql.lit(zone)}) as b
    ) s`.execute(ctx.db)
  return Number(r!.apart) <= 0.01
}
/** Stores the parcels that changed along with `own`, in its transaction. Answers what has to be free of overlaps in the end, by code. */
async function saveOthers(ctx: Ctx, f: Fbf, own: Draft<typeof dk>, others: readonly Coded[], kjzb: BoundarySet['kjzb']): Promise<Map<string, string>> {
  const county = countyOf(f.fbfbm!),
    stored = new Map<string, string>()
  for (const o of others.filter((x) => x.kind === 'removed')) await removeFree(ctx, [(await getDk(ctx, o.id)).id])
  for (const o of others.filter((x) => x.kind === 'changed')) {
    const before = await rows.get(ctx, dk, (await getDk(ctx, o.id)).id, true)
    const lock = await lockOf(ctx, dk, before)
    if (lock) {
      // points on the edge of a registered neighbour change nothing that is registered
      if (!(await isSameShape(ctx, county, before.geom!, o.wkt!))) refuseLocked(dk, lock)
      await rows.update(ctx, dk, before.id, { geom: o.wkt, ...keyed(kjzb, o.dkbm) })
      stored.set(before.dkbm!, o.wkt!)
      continue
    }
    const isMoved = !(await isSameShape(ctx, county, before.geom!, o.wkt!))
    const areas = isMoved ? areasOf((await gridded(ctx, county, o.wkt!)).area) : { scmj: before.scmj!, scmjm: before.scmjm! }
    if (isMoved) requireSize(m2(areas.scmj))
    await checkShape(ctx, county, { geom: o.wkt!, ...areas })
    await rows.update(ctx, dk, before.id, { geom: o.wkt, ...areas, sjly: '2', ...keyed(kjzb, o.dkbm) })
    stored.set(before.dkbm!, o.wkt!)
  }
  for (const o of others.filter((x) => x.kind === 'added')) {
    const draft = { ...own, geom: o.wkt!, ...areasOf((await gridded(ctx, county, o.wkt!)).area), sjly: '3', ydkbm: [own.dkbm] }
    requireSize(m2(draft.scmj))
    await checkShape(ctx, county, draft)
    await insertParcel(ctx, f, o.dkbm, { ...draft, ...keyed(kjzb, o.dkbm) })
    stored.set(o.dkbm, o.wkt!)
  }
  return stored
}
/**
 * Cuts a free parcel by its form: it ends, and every piece comes with a code of its own (`code` of the one that the form describes), by one entry of the writer.
 * Source: codes.md 3. Answers the id of that piece. @throws E1010 where outline and cut change at once, cut-and-join, registered
 */
async function cut(ctx: Ctx, f: Fbf, known: Dk, draft: Draft<typeof dk>, code: string, others: readonly Coded[]): Promise<string> {
  const county = countyOf(f.fbfbm!)
  if (others.some((o) => o.kind === 'removed')) throw landProblems.cutAndJoin()
  const piece: Draft<typeof dk> = inheritedByPieces({ ...known, ...draft })
  const children = [{ dkbm: code, fields: { ...piece, ...draft } }]
  const stored = new Map([[code, draft.geom!]])
  const acts: Act[] = [{ act: 'replaceParcels', parents: [known.dkbm!], children, bgfs: '1', bgyy: '分割' }]
  for (const o of others) {
    const before = o.kind === 'added' ? undefined : await rows.get(ctx, dk, (await getDk(ctx, o.id)).id, true)
    // a neighbour that only gets a point on its edge, registered or not, has it before the writer draws boundaries
    if (before && (await isSameShape(ctx, county, before.geom!, o.wkt!))) {
      await rows.update(ctx, dk, before.id, { geom: o.wkt! })
      continue
    }
    if (before) await requireUnlocked(ctx, dk, before)
    const fields = { geom: o.wkt!, ...areasOf((await gridded(ctx, county, o.wkt!)).area) }
    if (before) acts.push({ act: 'setParcel', dkbm: o.dkbm, fields, bgfs: '0' })
    else children.push({ dkbm: o.dkbm, fields: { ...piece, ...fields } })
    requireSize(m2(fields.scmj))
    await checkShape(ctx, county, fields)
    stored.set(o.dkbm, o.wkt!)
  }
  const id = ctx.newId()
  await write(ctx, { cause: { kind: 'form', id }, unit: `dk-cut/${id}`, regionCode: f.regionCode, day: ctx.now.slice(0, 10), acts })
  await checkOverlap(ctx, stored)
  return (await getDk(ctx, code)).id
}
/** Counted in place: a text is not cut into forty thousand pieces to be refused. */
function commasIn(text: string): number {
  let n = 0
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) n += 1
  return n
}
/** Refuses shapes of more points than the database is asked about: their cost grows faster than their number. Looked at before any of them is read. */
export async function requireFewPoints(ctx: Ctx, wkts: readonly string[]): Promise<void> {
  const is = wkts.reduce((n, wkt) => n + 1 + commasIn(wkt), 0)
  const max = await numberParam(ctx, PARAMS.pointsMax)
  if (is > max) throw landProblems.tooManyPoints({ is, max })
}

/** What the register lacks of a parcel that came with a package (指界人) is no reason to refuse another change of it. */
const withBlanks = (known: Dk | undefined): typeof dk =>
  known && !known.zjrxm ? { ...dk, fields: { ...dk.fields, zjrxm: { ...dk.fields.zjrxm, required: false } as never } } : dk
/** Refuses a real-estate unit number that this parcel cannot have; one that stands so already bars no other change. @throws invalid */
async function requireUnit(ctx: Ctx, county: string, unit: string | null | undefined, known: Dk | undefined): Promise<void> {
  if (!unit || unit === known?.bdcdyh) return
  const code = known?.dkbm ?? ''
  const wrong = (await registryNumbersWrong(ctx, county, { parcels: new Map([[code, unit]]) })).get(code)
  if (wrong) throw invalidField('bdcdyh', wrong)
}
/** Stores a parcel, and with it the parcels that its editing changed (`others`): all or nothing. Answers the id. */
async function save(ctx: Ctx, input: SentDraft<typeof withOthers>): Promise<string> {
  const { others: along, ...fields } = input
  const known = input.id ? await rows.get(ctx, dk, rowIdOf(input), true) : undefined
  const lock = known && (await lockOf(ctx, dk, known))
  if (lock) return changeFree(ctx, dk, known, fields, lock, { what: otherParcels(along).length ? [{ zh: '联动地块', en: 'the parcels changed along' }] : [] })
  const draft = await rows.checkedDraft(ctx, withBlanks(known), fields)
  const f = await getFbf(ctx, draft.fbfbm)
  const county = countyOf(f.fbfbm!),
    others: Coded[] = []
  await requireUnit(ctx, county, draft.bdcdyh, known)
  await requireFewPoints(ctx, [draft.geom, ...otherParcels(along).flatMap((o) => o.wkt ?? [])])
  await requireInCounty(ctx, county, draft.geom)
  const drawn = await gridded(ctx, county, draft.geom)
  await checkShape(ctx, county, { ...draft, geom: drawn.geom })
  // what was drawn is measured here, whatever was typed; an outline that stays keeps the area that it has
  const stays = !!known?.geom && (await gridded(ctx, county, known.geom)).geom === drawn.geom
  if (!stays) {
    requireSize(m2(drawn.area))
    await requireNearVillage(ctx, f.fbfbm!, [{ geom: drawn.geom, dkbm: known?.dkbm }])
    Object.assign(draft, areasOf(drawn.area))
  }
  // all of them before the first is written: the register still has every point
  draft.geom = await withStoredPoints(ctx, county, stays ? known.geom! : drawn.geom)
  const added = otherParcels(along).filter((o) => o.kind === 'added').length
  // a parcel that is cut ends, and all its pieces are new
  const isNew = !known || added > 0
  const n = (isNew ? 1 : 0) + added
  const codes = n ? await nextDkbms(ctx, f.fbfbm!, n) : []
  const [code] = isNew ? codes.splice(0, 1) : []
  for (const o of otherParcels(along)) {
    const dkbm = o.kind === 'added' ? codes.shift()! : o.id
    others.push(o.wkt ? { ...o, dkbm, wkt: await withStoredPoints(ctx, county, (await gridded(ctx, county, o.wkt)).geom) } : { ...o, dkbm })
  }
  if (known && known.fbfbm !== draft.fbfbm) throw landProblems.fbfFixed()
  if (known) rows.requireRevSaid(known, input.rev)
  if (known && added > 0) return cut(ctx, f, known, draft, code!, others)
  let id: string, boundaries: BoundarySet
  let own: Draft<typeof dk> = draft
  if (known) {
    own = { ...known, ...draft }
    boundaries = await boundariesFor(ctx, f, { dkbm: known.dkbm!, wkt: draft.geom }, others)
    id = await rows.update(ctx, dk, known.id, { ...draft, sjly: '2', ...keyed(boundaries.kjzb, known.dkbm!) })
  } else {
    boundaries = await boundariesFor(ctx, f, { dkbm: code!, wkt: draft.geom }, others)
    id = await insertParcel(ctx, f, code!, { ...draft, ...keyed(boundaries.kjzb, code!) })
  }
  const piece: Draft<typeof dk> = { ...inheritedByPieces(own), dkbm: own.dkbm, kjzb: own.kjzb }
  const stored = await saveOthers(ctx, f, piece, others, boundaries.kjzb)
  await writeBoundaries(ctx, boundaries)
  // looked at last: only now every parcel has its new shape
  // an outline that stays may overlap another since before: that is the watch's, and of another issuer perhaps
  await checkOverlap(ctx, new Map([...(stays ? [] : [[known?.dkbm ?? code!, draft.geom] as const]), ...stored]))
  return id
}

/** Removes parcels that no book names and no case holds. */
async function removeFree(ctx: Ctx, list: readonly string[]): Promise<void> {
  for (const id of list) await requireUnlocked(ctx, dk, await rows.get(ctx, dk, id, true))
  await rows.remove(ctx, dk, list)
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  const found: Dk[] = []
  for (const id of gone) found.push(await rows.get(ctx, dk, id))
  const day = ctx.now.slice(0, 10)
  const of = (p: Dk) => ({ dkbm: p.dkbm!, fbfbm: p.fbfbm!, regionCode: p.regionCode, wkt: null, day })
  const boundaries: BoundarySet[] = []
  for (const some of Map.groupBy(found, (p) => p.countyCode!).values()) boundaries.push(await boundariesOf(ctx, some[0]!.countyCode!, some.map(of)))
  await removeFree(ctx, gone)
  for (const b of boundaries) await writeBoundaries(ctx, b)
}

const plain = crud(dk)
const otherFields = {
  kind: text('改动', { en: 'Change', required: true, values: ['changed', 'added', 'removed'] }),
  id: ref('地块', 'dk', { en: 'Parcel' }),
  wkt: geom('图形', { en: 'Shape' }),
}
const withOthers = { ...dk.fields, others: listOf('联动地块', 'Parcels changed along', otherFields) }
export const routes: Route[] = [
  answering(listing({ ...plain.page, query: [...(plain.page.query ?? []), ...MORE_FILTERS] }, listedParcels), { as: 'page', of: dk, also: ['fbfmc', 'htmjm'] }),
  route({
    ...plain.detail,
    query: ['id', 'dkbm', 'asOf', 'knownAt'],
    run: async (ctx, q) => (await standingThen(ctx, dk, [await (q.dkbm ? getDk(ctx, q.dkbm) : detail(ctx, dk, q))]))[0],
  }),
  { ...plain.save, body: withOthers, run: save },
  { ...plain.update, body: withOthers, run: save },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
  boundary(jzd, 'd'),
  boundary(jzx, 'x'),
  historyOf(dk, 'dkbm'),
  locksOf(dk),
  route({
    method: 'GET',
    path: '/base-dlxx/dk/is-qqqg',
    perm: 'dk_view',
    scope: 'land',
    audit: 'read',
    summary: '是否确权确股',
    query: ['dkbm', 'asOf', 'knownAt'],
    run: async (ctx, q) => (await getDk(ctx, q.dkbm ?? '')).sfqqqg === '1',
  }),
  route({
    method: 'GET',
    path: '/base-dlxx/dk/getDkLzStatus',
    perm: 'dk_view',
    scope: 'land',
    audit: 'read',
    summary: '地块流转状态',
    query: ['dkbm'],
    run: async (ctx, q) => (await getDk(ctx, q.dkbm ?? '')).lzzt,
  }),
]
