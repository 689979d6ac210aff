import { pathToFileURL } from 'node:url'
import Feature from 'ol/Feature.js'
import MVT from 'ol/format/MVT.js'
import { parcelFeatures, type TileRow } from '../land/map/map.server.ts'
import { DENSE_LAYER, encodeTile, PARCEL_ZOOM, tileEnvelope } from '../land/map/tiles/mvt.ts'
import { areaInTile, tileAt } from '../land/map/tiles/testing.ts'
import { systemWho } from '../runtime/maintenance.server.ts'
import { openCounty } from './county.ts'
import { compare, figure, judge, print, sizesOf } from './measure.ts'
import { contextOf, TENANT, type Bench } from './setup.ts'

/** The whole route : ST_AsMVT over ST_AsMVTGeom on the same PostgreSQL. Source: the table of limits in README.md. */
const LIMIT = 1.5
/** Reading and encoding alone, without the route : the same. */
const ENCODER = 1.2
/** 10, 11: counties, drawn by the overview; 12: towns; 13: a town; 14: some villages; 15: one village; 16: a group; 17, 18: fields. */
const ZOOMS = [10, 11, 12, 13, 14, 15, 16, 17, 18]
/** The zooms at which towns and villages are looked at; above them a tile is so small that finding the caller weighs more than making it. */
const JUDGED = 15
const EXTENT = 4096,
  BUFFER = 64

type Tile = readonly [z: number, x: number, y: number]

const COLUMNS = 'id, dkbm, dkmc, dklb, djzt, scmjm, cbfmc'
const ROWS = `from dk where "tenantId" = $6 and zt = '1' and geom && ST_MakeEnvelope($1::float8 - $5::float8, $2::float8 - $5::float8, $3::float8 + $5::float8, $4::float8 + $5::float8, 4326)`
/** The same rows and properties made into a tile by the database itself; on the embedded engine, which cannot, only read as WKB. */
async function theirs(b: Bench, tile: Tile): Promise<number> {
  const [w, s, e, n] = tileEnvelope(...tile)
  const values = [w, s, e, n, (e - w) * (BUFFER / EXTENT), TENANT]
  if (b.embedded) return (await b.bare.query(`select ${COLUMNS}, ST_AsBinary(geom) as wkb ${ROWS}`, values)).rows.length
  const made = await b.bare.query(
    `select ST_AsMVT(t, 'dk', ${EXTENT}, 'geom', 'id') as tile from (
    select ${COLUMNS}, ST_AsMVTGeom(geom, ST_MakeEnvelope($1::float8, $2::float8, $3::float8, $4::float8, 4326), ${EXTENT}, ${BUFFER}, true) as geom ${ROWS}) t`,
    values,
  )
  return (made.rows[0].tile as Buffer).length
}

/**
 * The parcels that lie in a tile and that ours does not carry, where it does not say that it carries none. The truth is uncut: what intersects the
 * tile, by the database. Answers words for the table, '' when nothing is missing.
 */
async function missing(b: Bench, tile: Tile, bytes: Uint8Array): Promise<string> {
  const features = new MVT().readFeatures(Uint8Array.from(bytes).buffer)
  const [dense] = features.filter((f) => f.get('layer') === DENSE_LAYER)
  const { rows } = await b.bare.query(
    `select dkbm from dk where "tenantId" = $5 and zt = '1' and ST_Intersects(geom, ST_MakeEnvelope($1::float8, $2::float8, $3::float8, $4::float8, 4326))`,
    [...tileEnvelope(...tile), TENANT],
  )
  if (dense) return Number(dense.get('parcels')) >= rows.length ? '' : `says ${dense.get('parcels')} of ${rows.length}`
  const drawn = new Set(features.map((f) => String(f.get('dkbm'))))
  const lost = rows.filter((r) => !drawn.has(String(r.dkbm))).length
  return lost ? `${lost} of ${rows.length} missing` : ''
}

let caller: ReturnType<typeof contextOf> | undefined
/** Reading and encoding alone, without the route and its transaction: the same rows as WKB, made into a tile by the product's own encoder. Answers its bytes. */
async function encoded(b: Bench, [z, x, y]: Tile): Promise<number> {
  const [w, s, e, n] = tileEnvelope(z, x, y)
  const { rows } = await b.bare.query<TileRow>(`select ${COLUMNS}, ST_AsBinary(geom) as wkb, null as class ${ROWS}`, [
    w,
    s,
    e,
    n,
    (e - w) * (BUFFER / EXTENT),
    TENANT,
  ])
  // who sees the columns; its transaction is over before anything is measured
  const ctx = (caller ??= await b.db.transaction({ tenantId: TENANT }, async (tx) => contextOf(tx, systemWho(TENANT))))
  return encodeTile(z, x, y, [{ name: 'dk', features: parcelFeatures(ctx, rows, { z, box: [w, s, e, n] }) }], {}).length
}

/** Zooms whose tiles are all fetched and held against the register. */
const WHOLE = [12, 13, 14, 15, 16]
/** All tiles of a zoom: how many, and what of the register they have not; parcels of a tile that draws none but says how many are counted apart. */
async function wholeZoom(
  b: Bench,
  z: number,
  box: readonly [number, number, number, number],
  register: { n: number; area: number },
): Promise<{ row: string[]; lost: number }> {
  const [, x0, y0] = tileAt(z, [box[0], box[3]])
  const [, x1, y1] = tileAt(z, [box[2], box[1]])
  const seen = new Set<string>()
  const unit = 360 / 2 ** z / 4096
  let area = 0
  let dense = 0
  let tiles = 0
  for (let x = x0; x <= x1; x++)
    for (let y = y0; y <= y1; y++) {
      const features = new MVT<Feature>({ featureClass: Feature }).readFeatures(Uint8Array.from(await b.get(`/map/dk/tile/${z}/${x}/${y}`)).buffer) as Feature[]
      tiles += 1
      for (const f of features)
        if (f.get('layer') === DENSE_LAYER) dense += Number(f.get('parcels'))
        else {
          seen.add(String(f.get('dkbm')))
          area += areaInTile(f)
        }
    }
  const share = ((area * unit * unit) / register.area) * 100
  return {
    row: [String(z), String(tiles), String(register.n), String(seen.size), dense ? String(dense) : '', `${share.toFixed(2)} %`],
    lost: Math.max(0, register.n - seen.size - dense),
  }
}

/** Measures the tiles in the middle of an open county and prints them. Answers the zooms over their limit. */
export async function tiles(b: Bench, parcels: number): Promise<string[]> {
  const {
    rows: [middle],
  } = await b.bare.query(`select ST_X(p) as lon, ST_Y(p) as lat from (select ST_Centroid(ST_Extent(geom)) as p from dk) x`)
  const shown: string[][] = [],
    over: string[] = []
  for (const z of ZOOMS) {
    const tile = tileAt(z, [Number(middle.lon), Number(middle.lat)]),
      path = `/map/dk/tile/${tile.join('/')}`
    const ours = await b.get(path)
    if (z < PARCEL_ZOOM) {
      const { ms } = await compare({ ours: () => b.get(path) }, { rounds: 5, calls: 8 })
      shown.push([String(z), String(ours.length), 'drawn by the overview', figure(ms.ours), '', '', '', '', ''])
      continue
    }
    const bare = await theirs(b, tile)
    const size = Math.max(ours.length, bare)
    const often = { rounds: size > 2_000_000 ? 2 : 5, calls: size > 2_000_000 ? 1 : size > 200_000 ? 2 : 8 }
    const m = await compare({ ours: () => b.get(path), mvt: () => theirs(b, tile) }, often)
    const drawn = !new MVT().readFeatures(Uint8Array.from(ours).buffer).some((f) => f.get('layer') === DENSE_LAYER)
    const e = drawn ? await compare({ ours: () => encoded(b, tile), mvt: () => theirs(b, tile) }, often) : undefined
    const isOver = !b.embedded && z <= JUDGED && m.ratio.mvt > LIMIT
    const isDear = !b.embedded && e !== undefined && e.ratio.mvt > ENCODER
    const lost = await missing(b, tile, ours)
    if (isOver) over.push(`tile z ${z}`)
    if (isDear) over.push(`encoder z ${z}`)
    if (lost) over.push(`tile z ${z}: ${lost}`)
    shown.push([
      String(z),
      String(ours.length),
      String(bare),
      figure(m.ms.ours),
      figure(m.ms.mvt),
      m.ratio.mvt.toFixed(2),
      e ? figure(e.ms.ours) : '',
      e ? e.ratio.mvt.toFixed(2) : '',
      [isOver || isDear ? 'OVER' : '', lost].join(' '),
    ])
  }
  console.log(
    `\nVector tiles, ${parcels} parcels, ${b.engine}; limits ${LIMIT} for route and ${ENCODER} for encoder : ${b.embedded ? 'the same rows read as WKB (this engine has no ST_AsMVT)' : 'ST_AsMVT'}`,
  )
  print(['zoom', 'bytes', b.embedded ? 'rows' : 'bytes of ST_AsMVT', 'route ms', 'bare ms', 'ratio', 'encoder ms', 'ratio', ''], shown)
  const {
    rows: [all],
  } = await b.bare.query(
    `select count(*)::int as n, sum(ST_Area(geom)) as area, ST_XMin(ST_Extent(geom)) as w, ST_YMin(ST_Extent(geom)) as s, ST_XMax(ST_Extent(geom)) as e, ST_YMax(ST_Extent(geom)) as n2 from dk where zt = '1' and "tenantId" = $1 and geom is not null`,
    [TENANT],
  )
  const whole: string[][] = []
  for (const z of WHOLE) {
    const w = await wholeZoom(b, z, [all.w, all.s, all.e, all.n2], { n: all.n, area: Number(all.area) })
    if (w.lost) over.push(`zoom ${z}: ${w.lost} parcels in no tile`)
    whole.push(w.row)
  }
  console.log('\nAll tiles of a zoom against the register')
  print(['zoom', 'tiles', 'parcels of the register', 'drawn', 'in tiles that only say how many', 'drawn land'], whole)
  return over
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const over: string[] = []
  for (const parcels of sizesOf(process.argv.slice(2))) {
    const b = await openCounty(parcels)
    over.push(...(await tiles(b, parcels)))
    await b.close()
  }
  judge(over)
}
