/**
 * The staged package: what the reader found in an uploaded national submission package (汇交成果包, NY/T 2539-2016 §7).
 * Pure types and tiny helpers. Raw facts only: nothing here judges, the checks do.
 */

import type { Text } from '../../kit/model/lang.ts'
import type { LayerName, StagedTable } from '../../land/definitions/national/format.ts'

/** One file written to the work folder. `path` is relative to the package root, '/' separated; `abs` is where its bytes lie. */
export interface StagedFile {
  path: string
  size: number
  abs: string
}

/** Why an archive entry was not written. `path` is relative to the root, or the entry's own name where it escapes it. */
export interface UnsafeEntry {
  path: string
  why: 'escape' | 'size' | 'ratio' | 'executable' | 'link' | 'duplicate' | 'name'
}

/** A file that is there and could not be read (summary table, code table, metadata, layer). `message` is for people. */
export interface ReadingProblem {
  path: string
  message: string
}

/** dbf field descriptor as it stands in the file; `length` in bytes. */
export interface DbfField {
  name: string
  type: string
  length: number
  decimals: number
}

/**
 * Coordinate system of a layer or of the package. `centralMeridian` in degrees (0 when geographic);
 * `zonePrefix` = the easting carries the zone number (35 500 000); `epsg` 4513… with prefix, 4534… without, 4490 geographic,
 * 0 where no code exists (1.5° meridians, foreign datum). zoneWidth 6 appears only as a fact to be refused.
 */
export interface Crs {
  kind: 'projected' | 'geographic'
  datum: 'cgcs2000' | 'wgs84' | 'xian80' | 'beijing54' | 'unknown'
  centralMeridian: number
  zonePrefix: boolean
  zoneWidth: 3 | 1.5 | 6
  epsg: number
  source: 'prj' | 'metadata' | 'coordinates'
  /** of a projection that is not Gauss-Krüger as the standard has it: its name, the text by which it is converted ('' where nothing can), and why where it is the degrees: counted from elsewhere than Greenwich, or none */
  other?: { name: string; definition: string; why?: 'meridian' | 'unit' }
}

/** What the coordinates of a layer are as numbers: degrees, or metres with the zone number in front of the easting (0 = none). */
export interface StagedNumbers {
  kind: 'degrees' | 'metres'
  zone: number
}

export type Encoding = 'gb18030' | 'utf-8' | 'big5'
export type StagedPoint = [number, number]
export type Bbox = [number, number, number, number]

export type Geometry =
  | { type: 'Point'; coordinates: StagedPoint }
  | { type: 'MultiPoint'; coordinates: StagedPoint[] }
  | { type: 'LineString'; coordinates: StagedPoint[] }
  | { type: 'MultiLineString'; coordinates: StagedPoint[][] }
  | { type: 'Polygon'; coordinates: StagedPoint[][] }
  | { type: 'MultiPolygon'; coordinates: StagedPoint[][][] }

export const layerNames: readonly LayerName[] = ['KZD', 'XJXZQ', 'XJQY', 'CJQY', 'ZJQY', 'QYJX', 'DZDW', 'XZDW', 'MZDW', 'DK', 'JZD', 'JZX', 'JBNTBHQ', 'ZJ']

/** The seven summary tables by the end of their file name (data format §7). Keys of StagedPackage.summary. */
export const summaryNames: readonly string[] = [
  '按地块汇总表',
  '按承包地土地用途汇总表',
  '按承包地所有权性质汇总表',
  '按非承包地地块类别汇总表',
  '按承包地是否基本农田汇总表',
  '按权证信息汇总表',
  '按承包方汇总表',
]

/**
 * One vector file set. `file` = path of the set without extension ('矢量数据/DK5120212016'); `county` and `year` as its name says
 * ('' where absent). A part that is missing has count null and is absent in `parts`. `shapeType` is the ESRI code (1, 3, 5; +10 Z, +20 M),
 * `crs` the system its own .prj states, else the metadata and coordinates; `numbers` what most of its records say, else what the county's layer says.
 */
export interface Layer {
  name: LayerName
  file: string
  county: string
  year: string
  parts: { shp?: StagedFile; shx?: StagedFile; dbf?: StagedFile; prj?: StagedFile; cpg?: StagedFile }
  shapeType: number
  fields: DbfField[]
  counts: { shp: number | null; shx: number | null; dbf: number | null }
  hasPrj: boolean
  prj?: string
  crs: Crs | null
  numbers: StagedNumbers | null
  ldid: number
  cpg?: string
  /** what most of its text is written in; a row that is written otherwise is read by its own bytes */
  encoding: Encoding
  /** place of each record in the .shp where the .shx does not lead through it from end to end; bytes of the .shp that no record has */
  places?: readonly number[]
  /** the .shx leads nowhere, or not to the records: it was not used */
  isIndexBroken?: boolean
  deadBytes: number
}

/**
 * One record. Text is right-trimmed, empty = null; numbers are numbers, blanks and asterisks null, an unparsable number stays text.
 * `bad` = fields with undecodable bytes. Geometry in package coordinates: Z/M dropped, zone prefix stripped (metres; degrees if geographic).
 */
export interface LayerRow {
  index: number
  attrs: Record<string, string | number | null>
  bad: string[]
  geometry: Geometry | null
}

/** Access column: `type` as Access names it (text, memo, long, integer, numeric, datetime …); size in characters for text, digits for numeric. */
export interface MdbColumn {
  name: string
  type: string
  size: number
  scale: number
}

/** Table structure; rows come from readTable. `count` = number of rows. */
export interface MdbTable {
  name: string
  columns: MdbColumn[]
  count: number
}

/** Dates are yyyy-MM-dd text, Numeric is decimal text, Integer is a number, empty text is null. */
export type MdbRow = Record<string, string | number | null>
/** The rows of a table in file order, none where it is not there; one table at a time. */
export type ReadTable = (name: StagedTable) => AsyncIterable<MdbRow> | Iterable<MdbRow>

/**
 * State of the database file. `file` is the one that is read (null if none), also with 'several' (the one named county+year wins)
 * and, where the reader manages, with 'ace'.
 */
export interface MdbFact {
  state: 'ok' | 'missing' | 'several' | 'unreadable' | 'ace' | 'jet3' | 'password'
  file: StagedFile | null
  all: string[]
  message: string
}

/** Element of the metadata tree; `text` is trimmed own text. */
export interface XmlElement {
  name: string
  text: string
  children: XmlElement[]
}

/** Cells that a person accepted otherwise than they stand in the file: by table or layer, and by the place of the record in its file from 0. */
export type AcceptedRepairs = Readonly<Record<string, Readonly<Record<number, Readonly<Record<string, string>>>>>>

/**
 * The opened package. `root` = name of the root folder ('' where the folders lie at the top), `dir` = work folder that holds the bytes.
 * `county` 6 digits, `countyName` and `year` ('' where not found): county and name from the root folder, else from the file names.
 * `folders` = all folders under the root ('图件/51202111920401'); `outside` = entries beside the root.
 */
export interface StagedPackage {
  root: string
  dir: string
  sha256: string
  county: string
  countyName: string
  year: string
  files: StagedFile[]
  folders: string[]
  outside: string[]
  unsafe: UnsafeEntry[]
  problems: ReadingProblem[]
  layers: Layer[]
  crs: Crs | null
  mdb: MdbFact
  tables: MdbTable[]
  codeTable: { code: string; name: string }[] | null
  codeTableFile: string | null
  summary: Record<string, string[][]>
  metadata: XmlElement | null
  metadataFile: string | null
  /** what its rows are read with */
  repairs?: AcceptedRepairs
}

/** The one error of openPackage that means "this is no readable package"; told apart by name. */
export interface PackageUnreadable extends Error {
  name: 'PackageUnreadable'
  /** why, for the user */
  words: Text
}

/** True for the error openPackage throws on an archive that cannot be read. */
export function isPackageUnreadable(error: unknown): error is PackageUnreadable {
  return error instanceof Error && error.name === 'PackageUnreadable'
}

/** Makes that error; the words are for the user, the cause for the log. */
export function packageUnreadable(zh: string, en: string, cause?: unknown): PackageUnreadable {
  return Object.assign(new Error(zh, { cause }), { name: 'PackageUnreadable' as const, words: { zh, en } })
}

/** The first layer of that name, or undefined. */
export function layerOf(pkg: StagedPackage, name: LayerName): Layer | undefined {
  return pkg.layers.find((layer) => layer.name === name)
}

/** All descendants (and the element itself) with that element name, in document order. */
export function elementsNamed(element: XmlElement | null, name: string): XmlElement[] {
  if (!element) return []
  const own = element.name === name ? [element] : []
  return [...own, ...element.children.flatMap((child) => elementsNamed(child, name))]
}

/** Text of the first element of that name, '' where absent or empty. */
export function stagedText(element: XmlElement | null, name: string): string {
  return elementsNamed(element, name)[0]?.text ?? ''
}

/** 'Point' | 'PolyLine' | 'Polygon' | 'MultiPoint' | 'Null' | 'Unknown' of an ESRI shape type, Z and M variants included. */
export function shapeKind(shapeType: number): 'Null' | 'Point' | 'PolyLine' | 'Polygon' | 'MultiPoint' | 'Unknown' {
  if (shapeType === 0) return 'Null'
  const kinds = { 1: 'Point', 3: 'PolyLine', 5: 'Polygon', 8: 'MultiPoint' } as const
  return shapeType > 28 ? 'Unknown' : (kinds[(shapeType % 10) as 1 | 3 | 5 | 8] ?? 'Unknown')
}
