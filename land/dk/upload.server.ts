// A shapefile of parcels beside the register: what it would change is listed, nothing stored; what of it is free land gets its codes and is stored by the writer.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { readDraft } from '../../kit/model/check.ts'
import { m2, toMu } from '../definitions/area.ts'
import { json, text } from '../../kit/model/field.ts'
import { cleaned } from '../../kit/model/clean.ts'
import type { Text } from '../../kit/model/lang.ts'
import { problems, type Wrong } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireInDictionary } from '../../kit/server/dictionary.server.ts'
import { flatRows, joinable, requireRegion, scoped } from '../../kit/server/query.server.ts'
import { DeferredResponse, route, type Route, type Slice, type TextInput, type Upload } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dk, inheritedByPieces, type Dk } from '../definitions/dk.ts'
import { landProblems } from '../definitions/problems.ts'
import { DJZT, ZT } from '../definitions/statuses.ts'
import { getFbf } from '../fbf/fbf.server.ts'
import { areaText } from '../geometry/area.ts'
import { onGrid, shapeFromWkt, zoneOf, zoneOfEpsg } from '../geometry/crs.ts'
import { boxOfPoints } from '../geometry/shape.ts'
import type { Act } from '../register/acts/acts.ts'
import { nextDkbms } from '../register/codes.server.ts'
import { landBeside } from '../register/ground.server.ts'
import { casesHolding } from '../register/held.server.ts'
import { requireUnlocked } from '../register/locked.server.ts'
import { write } from '../register/write.server.ts'
import { requireFewPoints } from './dk.server.ts'
import { farOutlines, requireInCounty, requireNearVillage, requireSize } from './place.server.ts'
import { pairsIn, type ColumnPairs } from './shape-columns.ts'
import { changesIn, UPLOAD_COLUMNS, STORED, UPLOADED, type Changed, type Incoming, type Present, type UploadedColumns, type UploadedShape } from './upload.ts'
import { datumShifts } from '../../platform/settings/number-param.server.ts'
import { countyProjection } from '../../platform/regions/lookup.server.ts'

/** Records of one file, and parcels around them, at most: it is answered while somebody waits. */
const MOST = 200
const MOST_AROUND = 2000
const MEGABYTES = 20
/** Reads the outlines of a shapefile with what its table says; handed in by the application. @throws what of the file is not as it should be */
export type ReadShapes = (task: {
  files: readonly { name: string; bytes: Uint8Array }[]
  countyLongitude: number
  most: number
  datums: Readonly<Record<string, string>>
  columns: ColumnPairs
  attributes: true
}) => Promise<readonly { dkbm: string; geom: string; attrs?: Readonly<Record<string, string>>; issues?: readonly Text[]; hints?: readonly Text[] }[]>

const saidIn = (of: Readonly<Record<string, unknown>>): UploadedColumns =>
  Object.fromEntries(UPLOAD_COLUMNS.flatMap((n) => (of[n] === undefined || of[n] === null || of[n] === '' ? [] : [[n, cleaned(dk.fields[n], String(of[n]))]])))

/** The zone of a county, from the region table or a longitude in the outlines. */
async function zoneIn(ctx: Ctx, county: string, wkt: string): Promise<number> {
  const projection = await countyProjection(ctx, county)
  return zoneOfEpsg(projection ?? 0) ?? zoneOf(Number(/-?\d+(\.\d+)?/.exec(wkt)?.[0] ?? 105))
}
/** The valid parcels of the county that the outlines meet: land of another village is overlapped all the same. @throws upload-too-many */
async function presentAt(ctx: Ctx, county: string, records: readonly Incoming[]): Promise<Present[]> {
  const points = records.flatMap((r) => [...r.geom.matchAll(/(-?[\d.]+)\s+(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const))
  const [west, south, east, north] = boxOfPoints(points)
  const box = sql`ST_MakeEnvelope(${west}, ${south}, ${east}, ${north}, 4326)`
  const codes = [...new Set(records.map((r) => r.dkbm).filter(Boolean))]
  const near = <Q extends AnyQuery>(q: Q) =>
    q
      .where('dk.countyCode', '=', county)
      .where('dk.zt', '=', ZT.valid)
      .where((w) => w.or([sql<boolean>`dk.geom && ${box}`, w('dk.dkbm', 'in', codes.length ? codes : [''])]))
  const everybody: Ctx = { ...ctx, who: { ...ctx.who, regionCode: county, dataScopes: [] } }
  const found = await typedRows<Dk & { wkt: string | null }>(
    near(flatRows(joinable(everybody, dk), dk) as AnyQuery)
      .select(sql<string | null>`ST_AsText(dk.geom, 15)`.as('wkt'))
      .orderBy('dk.dkbm')
      .limit(MOST_AROUND + 1),
  )
  if (found.length > MOST_AROUND) throw landProblems.uploadTooMany({ max: MOST_AROUND })
  const seen = new Set(
    (
      await near(scoped(ctx, dk) as AnyQuery)
        .select('dk.dkbm')
        .execute()
    ).map((r) => String(r.dkbm)),
  )
  const held = await casesHolding(
    ctx,
    'dk',
    county,
    found.map((p) => p.dkbm!),
  )
  return found.map((p) => ({
    ...saidIn(p),
    dkbm: p.dkbm!,
    fbfbm: p.fbfbm!,
    cbfbm: p.cbfbm ?? null,
    cbfmc: p.cbfmc ?? null,
    scmj: p.scmj ?? null,
    wkt: p.wkt,
    isRegistered: p.djzt === DJZT.registered,
    by: held.get(p.dkbm!)?.[0] ?? null,
    seen: seen.has(p.dkbm!),
  }))
}
/** What outlines would change in a county. @throws outside-county, too-many-points, upload-too-many */
async function compared(ctx: Ctx, county: string, records: readonly Incoming[]): Promise<Changed[]> {
  await requireFewPoints(
    ctx,
    records.map((r) => r.geom),
  )
  await requireInCounty(ctx, county, records.map((r) => r.geom).join(' '))
  const present = await presentAt(ctx, county, records)
  const abroad = await landBeside(
    ctx,
    records.map(({ geom }) => ({ geom })),
    { beyond: county, most: MOST_AROUND + 1 },
  )
  if (abroad.length > MOST_AROUND) throw landProblems.uploadTooMany({ max: MOST_AROUND })
  return changesIn(records, present, await zoneIn(ctx, county, records[0]!.geom), abroad)
}
/** Outlines that are drawn anew: they lie near the land of their village. */
const isDrawn = ({ change }: Changed): boolean => change === 'new' || change === 'modify'
/** Changes with what is said of outlines that lie far from the land of their village; `at`: issuer or region of new ones. */
async function withPlaces(ctx: Ctx, at: string, changes: readonly Changed[]): Promise<Changed[]> {
  const far = new Map<Changed, Text>()
  for (const [code, of] of Map.groupBy(changes.filter(isDrawn), (c) => c.fbfbm || at))
    for (const [i, { words }] of await farOutlines(ctx, code, of)) far.set(of[i]!, words)
  return changes.map((c) => ({ ...c, issues: [...c.issues, ...[far.get(c)].filter((why) => why !== undefined)] }))
}
const sayIn = (ctx: Ctx, c: Changed) => ({
  ...c,
  issues: c.issues.map((i) => i[ctx.lang]),
  hints: c.hints.map((h) => h[ctx.lang]),
  store: STORED.includes(c.change) && c.issues.length === 0,
})

/** Whether an upload is refused whole for its first issue (`block`), or issues are told beside the records (`warn`, and where nothing is said). Source: data-format.md 12. */
function isBlocking(validate: unknown): boolean {
  if (validate !== undefined && validate !== '' && validate !== 'warn' && validate !== 'block')
    throw problems.badRequest({ zh: '校验方式应为warn或block', en: 'validate is warn or block' })
  return validate === 'block'
}
/** A list of changes of which none may have an issue. @throws upload-refused */
function requireSound(changes: readonly Changed[]): void {
  for (const c of changes) if (c.issues[0]) throw landProblems.uploadRefused({ no: c.no, why: c.issues[0] })
}

/** Reads a shapefile and lists what it would change. Stores nothing. @throws upload-refused where `validate` is block */
async function upload(read: ReadShapes, ctx: Ctx, input: TextInput<'regionCode' | 'fbfbm' | 'validate' | 'columns'>, file: Upload): Promise<DeferredResponse> {
  const blocks = isBlocking(input.validate)
  const columns = pairsIn(input.columns ?? '')
  if (!columns) throw problems.badRequest({ zh: '字段对应有误', en: 'The pairs of columns are malformed' })
  const regionCode = input.fbfbm || input.regionCode || ctx.who.regionCode
  const county = countyOf(regionCode)
  if (county.length < 6) throw landProblems.uploadRegion()
  requireRegion(ctx, input.fbfbm ? (await getFbf(ctx, regionCode)).regionCode : regionCode)
  const projection = await countyProjection(ctx, county)
  const datums = await datumShifts(ctx)
  // the file is gone when the transaction is over
  const files = [{ name: file.name, bytes: new Uint8Array(await readFile(file.path)) }]
  return new DeferredResponse(async (again) => {
    const found = await read({ files, most: MOST, countyLongitude: projection ? 75 + 3 * (projection - 4534) : 105, datums, columns, attributes: true })
    const records = found.map((r, i): Incoming => ({
      no: i + 1,
      dkbm: r.dkbm,
      geom: r.geom,
      said: saidIn(r.attrs ?? {}),
      issues: r.issues ?? [],
      hints: r.hints ?? [],
    }))
    return again(async (own) => {
      const changes = await withPlaces(own, regionCode, await compared(own, county, records))
      if (blocks) requireSound(changes)
      return changes.map((c) => sayIn(own, c))
    })
  })
}

interface Asked extends Incoming {
  change: UploadedShape
}
/** An outline for the form of a case; `to`: whose it becomes, where its parcel is cut. */
export interface Outlined {
  no: number
  dkbm: string
  geom: string
  to?: string
}
/** Takes outlines into the form of an open case and answers the codes by record; handed in by the application, since cases stand above. */
export type IntoCase = (ctx: Ctx, businessId: string, outlines: readonly Outlined[]) => Promise<{ no: number; dkbm: string }[]>
type Sent = Readonly<Record<string, unknown>>
/** Outlines as they were sent. @throws upload-none, malformed */
function sentIn(parcels: unknown, isGood: (p: Sent) => boolean): readonly Sent[] {
  const sent = Array.isArray(parcels) ? (parcels as Sent[]) : []
  if (sent.length === 0) throw landProblems.uploadNone()
  const good = sent.length <= MOST && sent.every((p) => p && Number.isInteger(p.no) && typeof p.geom === 'string' && isGood(p))
  if (!good) throw problems.badRequest({ zh: '图形清单有误', en: 'The list of outlines is malformed' })
  return sent
}
/** The records that a person chose for a case. @throws upload-none, malformed */
const outlinesIn = (parcels: unknown): Outlined[] =>
  sentIn(parcels, (p) => typeof p.dkbm === 'string').map((p) => ({
    no: Number(p.no),
    dkbm: String(p.dkbm),
    geom: String(p.geom),
    ...(typeof p.to === 'string' ? { to: p.to } : {}),
  }))
/** The records that a person chose of an upload. @throws upload-none, malformed */
function askedIn(parcels: unknown): Asked[] {
  return sentIn(parcels, (p) => typeof p.change === 'string').map((p) => ({
    no: Number(p.no),
    dkbm: String(p.dkbm ?? ''),
    geom: String(p.geom),
    change: p.change as UploadedShape,
    said: saidIn((p.said ?? {}) as Readonly<Record<string, unknown>>),
  }))
}
const measuresOf = (geom: string, zone: number) => {
  const scmj = m2(areaText(shapeFromWkt(geom, zone)))
  requireSize(scmj)
  return { geom: onGrid(geom, zone), scmj, scmjm: toMu(scmj) }
}
/** What a parcel says of itself, as its form would check it: its own words, else those of the parcel it comes from. @throws invalid, at the field */
async function fieldsOf(ctx: Ctx, no: number, said: UploadedColumns, from: Readonly<Record<string, unknown>>, isNew: boolean) {
  const given: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(UPLOAD_COLUMNS.map((n) => [n, from[n] ?? (isNew ? (dk.fields[n] as { default?: string }).default : undefined)])),
    ...said,
  }
  // what the register lacks of a parcel is no reason to refuse what came
  const asked = isNew ? UPLOADED : Object.fromEntries(Object.entries(UPLOADED).map(([n, f]) => [n, { ...f, required: false }]))
  const { draft, wrong } = readDraft(asked, given)
  // a name that the register has so, from a package, bars no other change
  const [kept, faulty] = [true, false].map((is) => wrong.filter((w) => rows.isUnchanged(given[w.field], from[w.field]) === is)) as [Wrong[], Wrong[]]
  if (faulty.length) throw problems.invalid(faulty.map((w) => ({ field: `parcels.${no}.${w.field}`, msg: prefixed(no, w.msg) })))
  await requireInDictionary(ctx, { ...dk, fields: UPLOADED }, draft)
  return { ...draft, ...Object.fromEntries(kept.map((w) => [w.field, from[w.field]])) } as Readonly<Record<string, string | null>>
}
const prefixed = (no: number, m: Text): Text => ({ zh: `第${no}条记录：${m.zh}`, en: `Record ${no}: ${m.en}` })

/**
 * Gives codes to outlines of an upload and stores them in one entry: new parcels, pieces, joined ones, moved outlines, other words; `fbfbm`: of new ones.
 * Each is compared anew; registered and held land is refused by name. Answers the codes by record.
 */
async function assign(ctx: Ctx, input: TextInput<'fbfbm' | 'regionCode'> & { parcels: unknown }): Promise<{ no: number; dkbm: string }[]> {
  const asked = askedIn(input.parcels)
  const fresh = asked.some((a) => a.change === 'new')
  if (fresh && !input.fbfbm) throw landProblems.uploadIssuer()
  const issuer = input.fbfbm ? await getFbf(ctx, input.fbfbm) : undefined
  const county = countyOf(issuer?.fbfbm ?? asked.find((a) => a.dkbm)?.dkbm ?? (input.regionCode || ctx.who.regionCode))
  if (county.length < 6) throw landProblems.uploadRegion()
  const changes = (await compared(ctx, county, asked)).filter((c) => c.no > 0)
  for (const [i, c] of changes.entries()) {
    if (c.change !== asked[i]!.change) throw landProblems.uploadChanged({ no: c.no })
    if (c.issues[0]) throw landProblems.uploadRefused({ no: c.no, why: c.issues[0] })
  }
  const stored = changes.filter((c) => STORED.includes(c.change))
  if (stored.length === 0) throw landProblems.uploadNone()
  if (stored.some((c) => c.dkbm === '')) rows.requirePerm(ctx, dk, 'add')
  if (stored.some((c) => c.change !== 'new')) rows.requirePerm(ctx, dk, 'edit')
  const zone = await zoneIn(ctx, county, asked[0]!.geom)
  const known = new Map<string, Dk>()
  for (const dkbm of [...new Set(stored.flatMap((c) => (c.dkbm ? [c.dkbm] : c.ydkbm)))].toSorted()) {
    const row = await rows.find(ctx, dk, { dkbm, zt: ZT.valid }, true)
    if (!row) throw problems.notFound({ zh: dk.label, en: dk.en })
    await requireUnlocked(ctx, dk, row)
    known.set(dkbm, row)
  }
  for (const [fbfbm, of] of Map.groupBy(stored.filter(isDrawn), (c) => c.fbfbm || issuer!.fbfbm!)) await requireNearVillage(ctx, fbfbm, of)
  const codes = new Map<number, string>()
  for (const [fbfbm, of] of Map.groupBy(
    stored.filter((c) => c.dkbm === ''),
    (c) => c.fbfbm || issuer!.fbfbm!,
  )) {
    const next = await nextDkbms(ctx, fbfbm, of.length)
    for (const c of of) codes.set(c.no, next.shift()!)
  }
  const day = ctx.now.slice(0, 10)
  const acts: Act[] = []
  for (const c of stored) {
    const from = known.get(c.dkbm || c.ydkbm[0]!)
    if (c.change === 'new') {
      const fields = await fieldsOf(ctx, c.no, c.said, {}, true)
      acts.push({
        act: 'newParcel',
        dkbm: codes.get(c.no)!,
        fields: { ...fields, fbfbm: issuer!.fbfbm!, ysdm: String(dk.fields.ysdm.default), ...measuresOf(c.geom, zone) },
      })
    } else if (c.change === 'modify' || c.change === 'attribute') {
      const fields = await fieldsOf(ctx, c.no, c.said, from!, false)
      const moved = c.change === 'modify'
      acts.push({ act: 'setParcel', dkbm: c.dkbm, fields: { ...fields, ...(moved ? measuresOf(c.geom, zone) : {}) }, bgfs: moved ? '0' : '10' })
    }
  }
  for (const [, of] of Map.groupBy(
    stored.filter((c) => c.ydkbm.length > 0),
    (c) => c.ydkbm.join(),
  )) {
    const parent = known.get(of[0]!.ydkbm[0]!)!
    const own = inheritedByPieces(parent)
    const children = []
    for (const c of of) {
      const fields = await fieldsOf(ctx, c.no, c.said, parent, false)
      children.push({ dkbm: codes.get(c.no)!, fields: { ...own, ...fields, ...measuresOf(c.geom, zone) } })
    }
    acts.push({ act: 'replaceParcels', parents: of[0]!.ydkbm, children, bgfs: of[0]!.change === 'cut' ? '1' : '2', bgyy: '上传图形' })
  }
  const id = ctx.newId()
  const regionCode = issuer?.regionCode ?? [...known.values()][0]!.regionCode
  await write(ctx, { cause: { kind: 'form', id }, unit: `upload-shp/${id}`, regionCode, day, acts })
  return stored.map((c) => ({ no: c.no, dkbm: c.dkbm || codes.get(c.no)! }))
}

const PARCELS = json('图形', { en: 'Outlines', required: true })
/** 上传图形, 赋码入库. `read` is the reader of shapefiles, `intoCase` takes outlines into an open case. */
export const uploadSlice = (read: ReadShapes, intoCase: IntoCase): Slice => ({ name: 'dk-upload', resources: [], routes: uploadRoutes(read, intoCase) })
const uploadRoutes = (read: ReadShapes, intoCase: IntoCase): Route[] => [
  route({
    method: 'POST',
    path: '/dzzw/upload-shp',
    perm: 'dk_import',
    scope: 'land',
    audit: 'dk.compare',
    summary: '上传地块图形（shp）',
    body: {
      regionCode: text('行政区划', { en: 'Region', max: 14 }),
      fbfbm: text('发包方', { en: 'Issuer', max: 14 }),
      validate: text('校验方式', { en: 'Validation', max: 5 }),
      columns: text('字段对应', { en: 'Columns', max: 500 }),
    },
    upload: { maxBytes: MEGABYTES * 2 ** 20 },
    run: (ctx, input, f) => upload(read, ctx, input, f.upload!),
  }),
  route({
    method: 'POST',
    path: '/dzzw/re-assign',
    perm: 'dk_import',
    scope: 'land',
    audit: 'dk.assign',
    summary: '图形赋码入库',
    body: {
      regionCode: text('行政区划', { en: 'Region', max: 14 }),
      fbfbm: text('发包方', { en: 'Issuer', max: 14 }),
      businessId: text('业务', { en: 'Case', max: 20 }),
      parcels: PARCELS,
    },
    maxBody: 8 * 2 ** 20,
    run: (ctx, input) => (input.businessId ? intoCase(ctx, input.businessId, outlinesIn(input.parcels)) : assign(ctx, input)),
  }),
]
