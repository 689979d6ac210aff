/** B09, B10, D: values of one layer row, checked while the layer is streamed. */
import { UNREADABLE } from '../../kit/model/clean.ts'
import { HIDDEN } from '../../kit/model/hidden.ts'
import type { Bbox, Layer, LayerRow, StagedPoint } from '../package/staged.ts'
import { draft, num, findingText } from './finding.ts'
import type { FindingDraft } from './finding.ts'
import type { Facts, Rules } from './facts.ts'
import type { Limits } from './limits.ts'
import { codeItem, isCodeList, listText } from './limits.ts'
import { areaOf, isPossible, pointsOf, polygonsOf } from './shapes/geometry.ts'
import { nameFault } from './people.ts'
import { layerSpecs } from './schema.ts'
import { strayOf } from './shapes/stray.ts'

/** `county` = extent of XJXZQ, null if unknown; `valid` = the polygon passed C01 and C02. */
export interface LayerInput {
  layer: Layer
  row: LayerRow
  object: string
  place: StagedPoint | undefined
  facts: Facts
  county: Bbox | null
  valid: boolean
}

const names: Record<string, string> = { DK: 'DKBM', JZD: 'JZDH', XJXZQ: 'XZQDM', XJQY: 'XJQYDM', CJQY: 'CJQYDM', ZJQY: 'ZJQYDM' }

/** The name of a layer row in findings: its code, else its BSM. */
export function rowName(layer: string, row: LayerRow): string {
  return findingText(row.attrs[names[layer] ?? 'BSM']) || findingText(row.attrs['BSM']) || `第${row.index + 1}条`
}

function* undecodable({ layer, row, object, place }: LayerInput): Iterable<FindingDraft> {
  const garbled = Object.keys(row.attrs).filter((name) => UNREADABLE.test(findingText(row.attrs[name])))
  for (const name of new Set([...row.bad, ...garbled])) {
    yield draft(layer.name, object, name, row.attrs[name], `${name}中有无法识别的字符（乱码、半个汉字或造字），请重新填写`, { place })
  }
}

/** layers whose features are compared with their neighbours */
const compared = new Set(['DK', 'JZD', 'JZX'])

function* farAway({ layer, row, place, facts, county }: LayerInput, limits: Limits): Iterable<FindingDraft> {
  if (!facts.projected) return
  const margin = limits.countyMargin_m
  const points = pointsOf(row.geometry)
  const outside = ([x, y]: StagedPoint, box: Bbox) => x < box[0] - margin || y < box[1] - margin || x > box[2] + margin || y > box[3] + margin
  // a control point is named by its BSM here, its number may be empty
  const object = layer.name === 'DK' ? findingText(row.attrs['DKBM']) : findingText(row.attrs['BSM'])
  const impossible = points.find((p) => !isPossible([p]))
  if (impossible) {
    yield draft(
      layer.name,
      object,
      '',
      impossible.map(String).join(','),
      `坐标${impossible.map(String).join('，')}不在可能的范围内（原点、带号、坐标轴颠倒或数据损坏），请检查坐标`,
    )
  } else if (county && points.some((p) => outside(p, county))) {
    yield draft(layer.name, object, '', '', `图形在县域范围之外（超出1公里），请检查坐标`, { place })
  } else if (compared.has(layer.name) && strayOf(points)) {
    yield draft(layer.name, object, '', '', '图形跨度过大，未能与相邻图形比较，请检查坐标', { place })
  }
}

function* emptyValues({ layer, row, object, place }: LayerInput): Iterable<FindingDraft> {
  for (const { name, zh, constraint } of layerSpecs[layer.name].fields) {
    if (constraint !== 'M' || !Object.hasOwn(row.attrs, name) || findingText(row.attrs[name]) || row.bad.includes(name)) continue
    yield draft(layer.name, object, name, '', `${zh}（${name}）为空，该项必须填写`, { place })
  }
}

function* codesInList({ layer, row, object, place }: LayerInput): Iterable<FindingDraft> {
  for (const { name, zh, domain } of layerSpecs[layer.name].fields) {
    const list = domain ?? ''
    const value = findingText(row.attrs[name])
    if (!value || !isCodeList(list) || codeItem(list, value)) continue
    yield draft(layer.name, object, name, value, `${zh}（${name}）的值“${value}”不在代码表中，可用：${listText(list)}`, { place })
  }
}

function* bsmPositive({ layer, row, object, place }: LayerInput): Iterable<FindingDraft> {
  const value = row.attrs['BSM']
  if (findingText(value) && !(Number.isInteger(num(value)) && num(value) > 0)) {
    yield draft(layer.name, object, 'BSM', value, `标识码${findingText(value)}应为正整数`, { place })
  }
}

const annotations = new Set(['112000', '161052', '196012', '196022', '196032', '211012', '211022', '211032'])

function* featureCode({ layer, row, object, place }: LayerInput): Iterable<FindingDraft> {
  const value = findingText(row.attrs['YSDM'])
  const { ysdm } = layerSpecs[layer.name]
  const fits = layer.name === 'ZJ' ? annotations.has(value) : value === ysdm
  if (value && !fits) yield draft(layer.name, object, 'YSDM', value, `要素代码${value}不对，本图层应为${layer.name === 'ZJ' ? '注记类代码' : ysdm}`, { place })
}

function* parcelCode({ layer, row, object, place, facts }: LayerInput): Iterable<FindingDraft> {
  const value = findingText(row.attrs['DKBM'])
  if (layer.name !== 'DK' || !value) return
  if (!/^\d{19}$/.test(value)) yield draft('DK', object, 'DKBM', value, `地块代码${value}应为19位数字，现为${value.length}位`, { place })
  else if (facts.tables.fbf.size && !facts.tables.fbf.has(value.slice(0, 14))) {
    yield draft('DK', object, 'DKBM', value, `地块代码前14位${value.slice(0, 14)}不是发包方表中的代码`, { place })
  }
}

function* dirtyText({ layer, row, object, place }: LayerInput): Iterable<FindingDraft> {
  for (const { name, zh, type, constraint } of layerSpecs[layer.name].fields) {
    const value = findingText(row.attrs[name])
    if (type !== 'Char' || !value) continue
    if (HIDDEN.test(value)) yield draft(layer.name, object, name, value, `${zh}（${name}）中有不可见字符，请去掉`, { place })
    if (constraint !== 'M') continue
    if (/^(null|无|none|n\/a)$/i.test(value.trim())) yield draft(layer.name, object, name, value, `${zh}（${name}）填了“${value}”，应填实际内容`, { place })
    else if (/[\s\u3000\u00a0]/.test(value)) yield draft(layer.name, object, name, value, `${zh}“${value}”中有空格或换行，请去掉`, { place })
  }
}

function* measuredArea({ layer, row, object, place, facts, valid }: LayerInput, limits: Limits): Iterable<FindingDraft> {
  const value = num(row.attrs['SCMJ'])
  if (layer.name !== 'DK' || !valid || !facts.projected) return
  const area = areaOf(polygonsOf(row.geometry))
  const allowed = Math.max(limits.scmjTolerance.abs_m2, limits.scmjTolerance.rel * area)
  if (Math.abs(value - area) > allowed) {
    yield draft('DK', object, 'SCMJ', value, `实测面积${value}平方米与图形面积${area.toFixed(2)}平方米相差${Math.abs(value - area).toFixed(2)}平方米`, {
      place,
    })
  }
}

/** Areas in mu with the area in square metres that each goes with. */
export const MU_FIELDS: readonly [mu: string, m2: string][] = [
  ['SCMJM', 'SCMJ'],
  ['JBNTMJM', 'JBNTMJ'],
  ['MJM', 'MJ'],
]

function* areaInMu({ layer, row, object, place }: LayerInput, limits: Limits): Iterable<FindingDraft> {
  for (const [mu, field] of MU_FIELDS) {
    const value = num(row.attrs[mu])
    const expected = num(row.attrs[field]) * 0.0015
    if (Math.abs(value - expected) > limits.areaMuTolerance + 1e-9) {
      yield draft(layer.name, object, mu, value, `${mu}为${value}亩，按${field}折算应为${expected.toFixed(2)}亩`, { place })
    }
  }
}

const sides: readonly [field: string, zh: string][] = [
  ['DKDZ', '东至'],
  ['DKXZ', '西至'],
  ['DKNZ', '南至'],
  ['DKBZ', '北至'],
]

/** True for a contracted parcel. */
function contracted({ layer, row }: LayerInput): boolean {
  return layer.name === 'DK' && findingText(row.attrs['DKLB']) === '10'
}

function* neighbours(input: LayerInput): Iterable<FindingDraft> {
  if (!contracted(input)) return
  const empty = sides.filter(([field]) => !findingText(input.row.attrs[field]))
  if (empty.length > 1) {
    const words = empty.map(([, zh]) => zh).join('、')
    yield draft('DK', input.object, empty.map(([field]) => field).join(','), '', `承包地块四至中${words}为空，至少应填3项`, { place: input.place })
  }
}

function* pointer(input: LayerInput): Iterable<FindingDraft> {
  if (!contracted(input) || findingText(input.row.attrs['ZJRXM']) || input.row.bad.includes('ZJRXM')) return
  yield draft('DK', input.object, 'ZJRXM', '', '承包地块的指界人姓名为空', { place: input.place })
}

function* pointCoordinates({ layer, row, object, place, facts }: LayerInput, limits: Limits): Iterable<FindingDraft> {
  if (layer.name !== 'JZD' || row.geometry?.type !== 'Point' || !facts.projected) return
  const [east, north] = row.geometry.coordinates
  const x = num(row.attrs['XZBZ'])
  const y = num(row.attrs['YZBZ'])
  // the zone number may stand in front of the easting
  const bare = y >= 1e6 ? y % 1e6 : y
  const near = (a: number, b: number) => Math.abs(a - b) <= limits.xyTolerance_m + 1e-6
  if ((near(x, north) && near(bare, east)) || Number.isNaN(x) || Number.isNaN(y)) return
  const swapped = near(x, east) && near(y, north) ? 'X、Y坐标填反了' : '坐标值与图形不符'
  yield draft('JZD', object, 'XZBZ,YZBZ', `${x}/${y}`, `${swapped}：图形X（北）${north.toFixed(3)}，Y（东）${east.toFixed(3)}`, { place })
}

function* namesPerLine({ layer, row, object, place }: LayerInput): Iterable<FindingDraft> {
  if (layer.name !== 'JZX') return
  const parcels = findingText(row.attrs['DKBM']).split('/').length
  for (const [field, zh] of [
    ['PLDWQLR', '毗邻地物权利人'],
    ['PLDWZJR', '毗邻地物指界人'],
  ] as const) {
    const value = findingText(row.attrs[field])
    const count = value.split('/').length
    if (value && count !== parcels) yield draft('JZX', object, field, value, `${zh}有${count}个，应与地块代码一样为${parcels}个，用“/”分隔`, { place })
  }
}

function* nonFarmingUse(input: LayerInput): Iterable<FindingDraft> {
  if (contracted(input) && findingText(input.row.attrs['TDYT']) === '5') {
    yield draft('DK', input.object, 'TDYT', '5', '承包地块的土地用途为非农业用途，请核实', { place: input.place })
  }
}

/** GB/T 21010-2007: arable land, gardens, woods, meadows; ponds, ditches and other farm land of classes 104, 114, 117, 122, 123 (ours). */
const farming = /^(0[1-4]\d|104|114|117|122|123)$/

function* landUse(input: LayerInput): Iterable<FindingDraft> {
  const value = findingText(input.row.attrs['TDLYLX'])
  if (input.layer.name !== 'DK' || !value) return
  if (!/^\d{3}$/.test(value)) {
    yield draft('DK', input.object, 'TDLYLX', value, `土地利用类型“${value}”应填到二级类（3位代码）`, { severity: 'E', place: input.place })
  } else if (contracted(input) && codeItem('tdlylx', value) && !farming.test(value)) {
    const zh = codeItem('tdlylx', value)?.zh
    yield draft('DK', input.object, 'TDLYLX', value, `承包地块的土地利用类型为${value}${zh}，不是农用地`, { severity: 'W', place: input.place })
  }
}

function* pointerName({ layer, row, object, place }: LayerInput): Iterable<FindingDraft> {
  const value = findingText(row.attrs['ZJRXM'])
  const fault = layer.name === 'DK' ? nameFault(value) : ''
  if (fault) yield draft('DK', object, 'ZJRXM', value, `指界人姓名“${value}”不是姓名或名称：${fault}`, { place })
}

/** Rules on one layer row. */
export const layerRowRules = {
  B09: undecodable,
  B10: farAway,
  D01: emptyValues,
  D02: codesInList,
  D03: bsmPositive,
  D04: featureCode,
  D05: parcelCode,
  D06: dirtyText,
  D07: measuredArea,
  D08: areaInMu,
  D09: neighbours,
  D10: pointer,
  D13: pointCoordinates,
  D15: namesPerLine,
  D16: nonFarmingUse,
  D17: landUse,
  F20: pointerName,
} satisfies Rules<LayerInput>
