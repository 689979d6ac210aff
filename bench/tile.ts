import { pathToFileURL } from 'node:url'
import MVT from 'ol/format/MVT.js'
import { DENSE_LAYER, tileEnvelope } from '../land/map/mvt.ts'
import { tileAt } from '../land/map/testing.ts'
import { openCounty } from './county.ts'
import { compare, figure, judge, print, sizesOf } from './measure.ts'
import { TENANT, type Bench } from './setup.ts'

/** The whole route : ST_AsMVT over ST_AsMVTGeom on the same PostgreSQL. Source: the table of limits in README.md. */
const LIMIT = 1.5
/** 12: towns; 13: a town; 14: some villages; 15: one village; 16: a group; 17: fields. */
const ZOOMS = [12, 13, 14, 15, 16, 17]
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
    const ours = await b.get(path),
      bare = await theirs(b, tile)
    const m = await compare({ ours: () => b.get(path), mvt: () => theirs(b, tile) }, { rounds: 5, calls: ours.length > 200_000 ? 2 : 8 })
    const isOver = !b.embedded && z <= JUDGED && m.ratio.mvt > LIMIT
    const lost = await missing(b, tile, ours)
    if (isOver) over.push(`tile z ${z}`)
    if (lost) over.push(`tile z ${z}: ${lost}`)
    shown.push([
      String(z),
      String(ours.length),
      String(bare),
      figure(m.ms.ours),
      figure(m.ms.mvt),
      m.ratio.mvt.toFixed(2),
      [isOver ? 'OVER' : '', lost].join(' '),
    ])
  }
  console.log(
    `\nVector tiles, ${parcels} parcels, ${b.engine}; limit ${LIMIT} for route : ${b.embedded ? 'the same rows read as WKB (this engine has no ST_AsMVT)' : 'ST_AsMVT'}`,
  )
  print(['zoom', 'bytes', b.embedded ? 'rows' : 'bytes of ST_AsMVT', 'route ms', 'bare ms', 'ratio', ''], shown)
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
