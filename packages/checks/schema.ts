/** B and E: structure of layers and tables against NY/T 2539 appendix A and B. */
import { otherDeclared } from '../package/dbf.ts'
import { crsOfPrj } from '../package/crs.ts'
import layerSpec from '../../land/definitions/national/layers.json' with { type: 'json' }
import tableSpec from '../../land/definitions/national/tables.json' with { type: 'json' }
import { shapeKind, stagedText } from '../package/staged.ts'
import type { Layer, MdbColumn } from '../package/staged.ts'
import { draft } from './finding.ts'
import type { FindingDraft } from './finding.ts'
import type { Facts, Rules } from './facts.ts'
import type { PersonField } from './people.ts'
import { tableFields } from './people.ts'
import type { LayerName } from '../../land/definitions/national/format.ts'

export interface LayerSpec {
  zh: string
  geometry: string
  constraint: string
  ysdm: string
  fields: PersonField[]
}
export const layerSpecs = layerSpec.layers as Record<LayerName, LayerSpec>
const tableNamesZh = tableSpec.tables as Record<string, { zh: string; constraint: string }>

function* missingLayers({ pkg }: Facts): Iterable<FindingDraft> {
  for (const [name, spec] of Object.entries(layerSpecs)) {
    if (spec.constraint !== 'M' || pkg.layers.some((layer) => layer.name === name)) continue
    yield draft(name, name, '', '', `缺少必备图层${name}（${spec.zh}）`)
  }
}

const kinds: Record<string, string> = { Point: '点', PolyLine: '线', Polygon: '面', MultiPoint: '多点', Null: '空', Unknown: '未知' }

function expectedKind(spec: LayerSpec): string {
  if (spec.geometry === 'Line') return 'PolyLine'
  return spec.geometry === 'Polygon' ? 'Polygon' : 'Point'
}

function* geometryType({ pkg }: Facts): Iterable<FindingDraft> {
  for (const layer of pkg.layers) {
    const expected = expectedKind(layerSpecs[layer.name])
    const found = shapeKind(layer.shapeType)
    if (!layer.parts.shp || found === expected) continue
    yield draft(layer.name, layer.name, '', layer.shapeType, `图层几何类型为${kinds[found]}，应为${kinds[expected]}`)
  }
}

/** dbf field of that name; names compare without case since old tools write either. */
function fieldOf(layer: Layer, name: string) {
  return layer.fields.find((field) => field.name.toUpperCase() === name)
}

function* missingFields({ pkg }: Facts): Iterable<FindingDraft> {
  for (const layer of pkg.layers.filter(({ parts }) => parts.dbf)) {
    for (const { name, zh } of layerSpecs[layer.name].fields) {
      if (!fieldOf(layer, name)) yield draft(layer.name, `${layer.name}.${name}`, name, '', `缺少字段${name}（${zh}）`)
    }
  }
}

function* fieldShapes({ pkg }: Facts): Iterable<FindingDraft> {
  for (const layer of pkg.layers) {
    for (const spec of layerSpecs[layer.name].fields) {
      const field = fieldOf(layer, spec.name)
      if (!field) continue
      const object = `${layer.name}.${spec.name}`
      const text = spec.type === 'Char'
      const fits = text ? field.type === 'C' : field.type === 'N' || field.type === 'F'
      if (!fits) yield draft(layer.name, object, spec.name, field.type, `字段类型为${field.type}，应为${text ? '字符型C' : '数值型N'}`, { severity: 'E' })
      else if (field.length < spec.length) {
        yield draft(layer.name, object, spec.name, field.length, `字段长度${field.length}，短于规定的${spec.length}`, { severity: 'E' })
      } else if (text && field.length > spec.length) {
        yield draft(layer.name, object, spec.name, field.length, `字段长度${field.length}，长于规定的${spec.length}`, { severity: 'W' })
      } else if (!text && field.decimals < spec.decimals) {
        yield draft(layer.name, object, spec.name, field.decimals, `字段小数位数${field.decimals}，少于规定的${spec.decimals}`, { severity: 'E' })
      }
    }
  }
}

function* extraFields({ pkg }: Facts): Iterable<FindingDraft> {
  for (const layer of pkg.layers) {
    const known = new Set(layerSpecs[layer.name].fields.map((field) => field.name))
    for (const { name } of layer.fields) {
      if (!known.has(name.toUpperCase())) yield draft(layer.name, `${layer.name}.${name}`, name, '', `多出字段${name}，标准中没有`)
    }
  }
}

/** Systems whose degrees are others than those of the standard: no projection is wrong there. */
const DEGREES_WRONG: Readonly<Record<'meridian' | 'unit', (name: string) => string>> = {
  meridian: (name) => `坐标系【${name}】的经度不从格林尼治子午线起算，应从格林尼治子午线起算`,
  unit: (name) => `坐标系【${name}】的角度单位不是度，应为度`,
}
function* coordinateSystem({ pkg }: Facts): Iterable<FindingDraft> {
  const stated = Number(stagedText(pkg.metadata, 'centralMer'))
  for (const { name, crs, prj, numbers } of pkg.layers) {
    const own = prj === undefined ? null : crsOfPrj(prj)
    const wrong = (value: string | number, message: string) => draft(name, name, '', value, message)
    if (!crs) yield wrong('', '无法判断坐标系')
    else if (prj !== undefined && !own) yield wrong('', '坐标系文件.prj无法识别')
    else if (own?.kind === 'geographic' && crs.kind === 'projected') yield wrong('geographic', '坐标系文件.prj写的是经纬度，而坐标是投影坐标')
    else if (own?.kind === 'projected' && crs.kind === 'geographic') yield wrong('geographic', '坐标为经纬度，而坐标系文件.prj写的是投影坐标')
    else if (crs.other?.why) yield wrong(crs.other.name, DEGREES_WRONG[crs.other.why](crs.other.name))
    else if (crs.kind === 'geographic') yield wrong('geographic', '坐标为经纬度，应为CGCS2000高斯-克吕格投影坐标')
    else if (crs.other) yield wrong(crs.other.name, `投影为【${crs.other.name}】，应为高斯-克吕格投影（比例因子1，东移500千米，单位米）`)
    else if (crs.datum !== 'cgcs2000') yield wrong(crs.datum, `坐标系为${crs.datum}，应为CGCS2000`)
    else if (crs.zoneWidth === 6) yield wrong(6, '坐标为6度分带，应为3度或1.5度分带')
    else if (numbers && numbers.zone >= 25 && crs.zonePrefix && numbers.zone * 3 !== crs.centralMeridian) {
      yield wrong(numbers.zone, `坐标带号为${numbers.zone}，与中央经线${crs.centralMeridian}度不符`)
    } else if (stated && crs.centralMeridian !== stated) yield wrong(crs.centralMeridian, `中央经线为${crs.centralMeridian}度，元数据为${stated}度`)
    else if (pkg.crs && crs.centralMeridian !== pkg.crs.centralMeridian) {
      yield wrong(crs.centralMeridian, `中央经线为${crs.centralMeridian}度，其他图层为${pkg.crs.centralMeridian}度`)
    }
  }
}

function* declaredEncoding({ pkg }: Facts): Iterable<FindingDraft> {
  for (const layer of pkg.layers) {
    const declared = otherDeclared(layer)
    if (declared) yield draft(layer.name, layer.name, '', declared, `文字编码声明为${declared}，实际为${layer.encoding}，已按实际编码读取`, { severity: 'T' })
  }
}

function* recordCounts({ pkg }: Facts): Iterable<FindingDraft> {
  for (const { name, counts, places, deadBytes, isIndexBroken } of pkg.layers) {
    // every program reads such a file by its index
    if (places)
      yield draft(name, name, '', '', `shp文件编辑后未整理${deadBytes ? `（含${deadBytes}字节废弃数据）` : ''}，已按shx索引读取，建议整理后再提交`, {
        severity: 'T',
      })
    const known = Object.entries(counts).filter(([, count]) => count !== null)
    if (new Set(known.map(([, count]) => count)).size < 2) {
      if (isIndexBroken) yield draft(name, name, '', '', 'shx索引损坏，已按shp中记录的先后顺序读取，请核对图形与属性是否对应', { severity: 'T' })
      continue
    }
    yield draft(name, name, '', '', `记录数不一致：${known.map(([part, count]) => `${part} ${count}条`).join('，')}`)
  }
}

function* emptyLayers({ pkg }: Facts): Iterable<FindingDraft> {
  const vital = new Set(['DK', 'JZD', 'JZX', 'XJXZQ'])
  for (const { name, counts } of pkg.layers) {
    if (counts.dbf === 0 || counts.shp === 0) yield draft(name, name, '', 0, '图层中没有记录', { severity: vital.has(name) ? 'E' : 'W' })
  }
}

/** Access types that can carry a standard type. */
const accessTypes: Record<string, RegExp> = {
  Char: /text|char|memo/i,
  Float: /numeric|decimal|double|float|currency|money/i,
  Int: /int|long|byte|numeric|decimal/i,
  Date: /date/i,
}

function columnFault(field: PersonField, column: MdbColumn | undefined): string {
  if (!column) return `缺少字段${field.name}（${field.zh}）`
  if (!accessTypes[field.type]?.test(column.type)) return `字段类型为${column.type}，应为${field.type}`
  const short = field.type === 'Char' && /text|char/i.test(column.type) && column.size < field.length
  return short ? `字段长度${column.size}，短于规定的${field.length}` : ''
}

function* tableStructure({ pkg }: Facts): Iterable<FindingDraft> {
  if (!pkg.tables.length) return
  for (const [name, fields] of Object.entries(tableFields)) {
    const table = pkg.tables.find((entry) => entry.name.toUpperCase() === name)
    if (!table) yield draft(name, name, '', '', `数据库缺少表${name}（${tableNamesZh[name]?.zh}）`)
    for (const field of table ? fields : []) {
      const column = table?.columns.find((entry) => entry.name.toUpperCase() === field.name)
      const fault = columnFault(field, column)
      if (fault) yield draft(name, `${name}.${field.name}`, field.name, column?.size, fault)
    }
  }
}

function* extraTables({ pkg }: Facts): Iterable<FindingDraft> {
  for (const { name, columns } of pkg.tables) {
    const fields = tableFields[name.toUpperCase() as keyof typeof tableFields]
    if (!fields) yield draft(name, name, '', '', `多出表${name}，标准中没有`)
    for (const column of fields ? columns : []) {
      const known = fields.some((field) => field.name === column.name.toUpperCase())
      if (!known) yield draft(name, `${name}.${column.name}`, column.name, '', `多出字段${column.name}，标准中没有`)
    }
  }
}

function* emptyTables({ pkg, tables }: Facts): Iterable<FindingDraft> {
  const vital = ['FBF', 'CBF', 'CBDKXX', 'CBHT', 'CBJYQZDJB', 'CBJYQZ', ...(tables.cbf.holds('cbflx', '1') ? ['CBF_JTCY'] : [])]
  for (const name of vital) {
    const table = pkg.tables.find((entry) => entry.name.toUpperCase() === name)
    if (table?.count === 0) yield draft(name, name, '', 0, `表${name}（${tableNamesZh[name]?.zh}）没有记录`)
  }
}

/** Rules on the structure of layers and tables. */
export const schemaRules = {
  B01: missingLayers,
  B02: geometryType,
  B03: missingFields,
  B04: fieldShapes,
  B05: extraFields,
  B06: coordinateSystem,
  B07: recordCounts,
  B08: emptyLayers,
  B09: declaredEncoding,
  E01: tableStructure,
  E02: extraTables,
  E03: emptyTables,
} satisfies Rules<Facts>
