/** The tables and layers of a package as one GeoPackage (OGC 12-128r18), which every GIS opens without a driver: layers with their shapes, tables beside them. Rows are written one by one. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { epsgOf } from '../../land/geometry/crs.ts'
import { prjOf } from '../../land/geometry/shapefile.ts'
import { pointsOf } from '../checks/shapes/geometry.ts'
import { geometryWkb } from '../intake/ewkb.server.ts'
import { emptyExtent, widenExtent, withPoints } from '../package/shape.ts'
import type { Bbox, Geometry, MdbRow } from '../package/staged.ts'
import { layerStandard, tableNames, tableStandard, type StandardField, type LayerName, type StagedTable } from '../../land/definitions/national/format.ts'
import { layerKind, type PackageZone } from './standard.ts'

/** A GeoPackage that is being written. */
export interface GeoPackageFile {
  /** a record of a layer; geometry in metres without the number of the zone; `more`: columns of the layer beside those of the standard, the same for each of its records */
  feature(layer: LayerName, geometry: Geometry | null, values: Readonly<Record<string, string>>, more?: readonly StandardField[]): void
  row(table: StagedTable, row: MdbRow): void
  /** the file is whole after it */
  end(): void
  /** gives it up */
  close(): void
}

/** 'GPKG', and the version of the standard that is kept. */
const MARK = { application: 0x47504b47, version: 10400 } as const
const SCHEMA = `
create table gpkg_spatial_ref_sys (srs_name text not null, srs_id integer not null primary key, organization text not null,
  organization_coordsys_id integer not null, definition text not null, description text);
create table gpkg_contents (table_name text not null primary key, data_type text not null, identifier text unique, description text default '',
  last_change datetime not null, min_x double, min_y double, max_x double, max_y double, srs_id integer references gpkg_spatial_ref_sys (srs_id));
create table gpkg_geometry_columns (table_name text not null unique references gpkg_contents (table_name), column_name text not null, geometry_type_name text not null,
  srs_id integer not null references gpkg_spatial_ref_sys (srs_id), z tinyint not null, m tinyint not null, primary key (table_name, column_name));`
/** What every GeoPackage has: two systems that are none, and WGS 84. */
const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]'
const NEEDED: readonly (readonly [name: string, id: number, organization: string, code: number, definition: string])[] = [
  ['Undefined cartesian SRS', -1, 'NONE', -1, 'undefined'],
  ['Undefined geographic SRS', 0, 'NONE', 0, 'undefined'],
  ['WGS 84 geodetic', 4326, 'EPSG', 4326, WGS84],
]
const GEOMETRY = { Point: 'POINT', PolyLine: 'MULTILINESTRING', Polygon: 'MULTIPOLYGON' } as const
const columnType = ({ type }: StandardField): string => (type === 'Int' ? 'INTEGER' : type === 'Float' ? 'REAL' : type === 'Date' ? 'DATE' : 'TEXT')
const valueOf = ({ type }: StandardField, v: string | number | null | undefined): string | number | null => {
  if (v === null || v === undefined || v === '') return null
  if (type !== 'Int' && type !== 'Float') return String(v)
  const n = Number(v)
  return Number.isFinite(n) ? n : null
}

/** Lines and polygons as several, so that a layer has one type; of several points the first, as in a shapefile. */
function ofOneType(g: Geometry): Geometry {
  switch (g.type) {
    case 'MultiPoint':
      return { type: 'Point', coordinates: g.coordinates[0]! }
    case 'LineString':
      return { type: 'MultiLineString', coordinates: [g.coordinates] }
    case 'Polygon':
      return { type: 'MultiPolygon', coordinates: [g.coordinates] }
    default:
      return g
  }
}
/** A shape as a GeoPackage keeps it: its head without a box, then the well-known bytes. */
function blobOf(g: Geometry, srs: number): Buffer {
  const head = Buffer.alloc(8)
  head.write('GP', 0, 'latin1')
  // little endian, no box
  head.writeUInt8(1, 3)
  head.writeInt32LE(srs, 4)
  return Buffer.concat([head, geometryWkb(ofOneType(g))])
}

interface OpenLayer {
  insert: StatementSync
  fields: readonly StandardField[]
  box: Bbox
}

/** Begins a GeoPackage at `path`, which must not exist. `day` yyyy-MM-dd: when its rows were read. */
export function geoPackageFile(path: string, zone: PackageZone, day: string): GeoPackageFile {
  const db = new DatabaseSync(path)
  const srs = epsgOf(zone.zone, zone.isNumbered)
  const shift = zone.isNumbered ? zone.zone * 1e6 : 0
  db.exec(
    `pragma application_id = ${MARK.application}; pragma user_version = ${MARK.version}; pragma synchronous = off; pragma journal_mode = off; begin; ${SCHEMA}`,
  )
  const system = db.prepare('insert into gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id, definition) values (?, ?, ?, ?, ?)')
  for (const one of [...NEEDED, [`CGCS2000 / 3-degree zone ${zone.zone}`, srs, 'EPSG', srs, prjOf(zone.zone, zone.isNumbered)] as const]) system.run(...one)
  const content = db.prepare('insert into gpkg_contents (table_name, data_type, identifier, description, last_change, srs_id) values (?, ?, ?, ?, ?, ?)')
  const begun = (name: string, kind: string, zh: string, fields: readonly StandardField[], shape?: string): StatementSync => {
    const columns = fields.map((f) => `"${f.name}" ${columnType(f)}`)
    db.exec(`create table "${name}" (fid integer primary key autoincrement not null, ${[...(shape ? [`geom ${shape}`] : []), ...columns].join(', ')})`)
    content.run(name, kind, name, zh, `${day}T00:00:00.000Z`, shape ? srs : 0)
    if (shape) db.prepare('insert into gpkg_geometry_columns values (?, ?, ?, ?, 0, 0)').run(name, 'geom', shape, srs)
    const names = [...(shape ? ['geom'] : []), ...fields.map((f) => `"${f.name}"`)]
    return db.prepare(`insert into "${name}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
  }
  const tables = new Map(
    tableNames.map((name) => {
      const { zh, fields } = tableStandard(name)
      return [name, { insert: begun(name, 'attributes', zh, fields), fields }]
    }),
  )
  const layers = new Map<LayerName, OpenLayer>()
  const layerFor = (name: LayerName, more: readonly StandardField[]): OpenLayer => {
    const known = layers.get(name)
    if (known) return known
    const { zh, fields: standard } = layerStandard(name)
    // names of columns are told apart without their case, and two of them are its own
    const taken = new Set(['FID', 'GEOM', ...standard.map((f) => f.name)])
    const fields = [...standard, ...more.filter(({ name: n }) => !n.includes('"') && !taken.has(n.toUpperCase()) && taken.add(n.toUpperCase()))]
    const made: OpenLayer = { insert: begun(name, 'features', zh, fields, GEOMETRY[layerKind(name)]), fields, box: emptyExtent() }
    layers.set(name, made)
    return made
  }
  return {
    feature(name, geometry, values, more = []) {
      const { insert, fields, box } = layerFor(name, more)
      const shape = geometry && withPoints(geometry, ([x, y]) => [x + shift, y])
      widenExtent(box, pointsOf(shape))
      insert.run(shape && blobOf(shape, srs), ...fields.map((f) => valueOf(f, values[f.name])))
    },
    row(table, row) {
      const { insert, fields } = tables.get(table)!
      insert.run(...fields.map((f) => valueOf(f, row[f.name])))
    },
    end() {
      const boxed = db.prepare('update gpkg_contents set min_x = ?, min_y = ?, max_x = ?, max_y = ? where table_name = ?')
      for (const [name, { box }] of layers) if (box[0] <= box[2]) boxed.run(...box, name)
      db.exec('commit')
      db.close()
    },
    close: () => {
      if (db.isOpen) db.close()
    },
  }
}
