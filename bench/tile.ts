import { tileRows } from '../slices/map/map.server.ts'
import { encodeTile, tileEnvelope } from '../slices/map/mvt.ts'
import { openCounty } from './county.ts'
import { compare, figure, judge, print } from './measure.ts'
import { CLERK, contextOf, TENANT, type Bench } from './setup.ts'

/** Ours : ST_AsMVT over ST_AsMVTGeom on the same PostgreSQL. Source: the table of limits in README.md. */
const LIMIT = 1
const ZOOMS = [12, 13, 14, 15, 16, 17]
const EXTENT = 4096,
  BUFFER = 64
/** As many as a tile of ours carries at most (slices/map/map.server.ts). */
const MOST = 20_000

/** The tile of a zoom in the grid of tileEnvelope that holds a place. */
function tileAt(z: number, [lon, lat]: readonly [number, number]): [number, number, number] {
  const side = 360 / 2 ** z
  return [z, Math.floor((lon + 180) / side), Math.floor((90 - lat) / side)]
}

/** What the route does: rows under the wall, then the encoder. */
const ours = (b: Bench, tile: [number, number, number]) =>
  b.db.transaction({ tenantId: TENANT, readOnly: true }, async (tx) => {
    const features = await tileRows(contextOf(tx, CLERK), ...tile)
    return { bytes: encodeTile(...tile, [{ name: 'dk', features }]).length, features: features.length }
  })

/** The same rows and properties made into a tile by the database itself. */
async function theirs(b: Bench, tile: [number, number, number]): Promise<number> {
  const [w, s, e, n] = tileEnvelope(...tile),
    pad = (e - w) * (BUFFER / EXTENT)
  const {
    rows: [row],
  } = await b.bare.query(
    `select ST_AsMVT(t, 'dk', ${EXTENT}, 'geom', 'id') as tile from (
    select id, dkbm, dkmc, dklb, djzt, scmjm, cbfmc, ST_AsMVTGeom(geom, ST_MakeEnvelope($1, $2, $3, $4, 4326), ${EXTENT}, ${BUFFER}, true) as geom
    from dk where "tenantId" = $6 and zt = '1' and geom && ST_MakeEnvelope($1 - $5::float8, $2 - $5::float8, $3 + $5::float8, $4 + $5::float8, 4326) limit ${MOST}) t`,
    [w, s, e, n, pad, TENANT],
  )
  return (row.tile as Buffer).length
}

const parcels = Number(process.argv[2] ?? 100_000)
const b = await openCounty(parcels)
const {
  rows: [middle],
} = await b.bare.query(`select ST_X(p) as lon, ST_Y(p) as lat from (select ST_Centroid(ST_Extent(geom)) as p from dk) x`)
const place = [Number(middle.lon), Number(middle.lat)] as const
const shown: string[][] = [],
  over: string[] = []
for (const z of ZOOMS) {
  const tile = tileAt(z, place),
    { bytes, features } = await ours(b, tile),
    bare = await theirs(b, tile)
  const m = await compare({ ours: () => ours(b, tile), mvt: () => theirs(b, tile) }, { calls: features > 2000 ? 2 : 8 })
  if (m.ratio.mvt > LIMIT) over.push(`z ${z}`)
  shown.push([
    String(z),
    String(features),
    String(bytes),
    String(bare),
    figure(m.ms.ours),
    figure(m.ms.mvt),
    m.ratio.mvt.toFixed(2),
    m.ratio.mvt > LIMIT ? 'OVER' : '',
  ])
}
await b.close()
console.log(`\n${parcels} parcels, limit ${LIMIT}`)
print(['zoom', 'parcels', 'bytes', 'bytes of ST_AsMVT', 'ours ms', 'ST_AsMVT ms', 'ratio', ''], shown)
judge(over)
