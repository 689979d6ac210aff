// Layers of a package that are no part of the register: what the ground looks like around the parcels. Source: NY/T 2539 appendix A; data-format.md 4.
import { date, geom, json, region, text } from '../../../kit/model/field.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import { defineResource } from '../../../kit/model/resource.ts'

const none = { form: 'none' } as const

/** Attributes of a feature as the package has them, by the names of its columns. */
export type FeatureAttributes = Readonly<Record<string, string | number | null>>

/**
 * 图层要素: a feature of a layer of the package, as it was told from `fromDay` until `toDay` (not in it; null: it stands). `regionCode`: the village in which it
 * lies, or a wider region where no village is known. `causeId`, `endCauseId`: the packages that told and that ended it. Nothing is erased.
 */
export const land_feature = defineResource({
  name: 'land_feature',
  label: '图层要素',
  en: 'Feature of a layer',
  path: '/yzt/land-feature',
  scope: 'land',
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, column: false }),
    layer: text('图层', { en: 'Layer', max: 8, ...none }),
    bsm: text('标识码', { en: 'Feature id', max: 20, ...none }),
    name: text('名称', { en: 'Name', max: 254, ...none }),
    attrs: json<FeatureAttributes>('属性', { en: 'Attributes', ...none }),
    geom: geom('图形', { en: 'Shape', ...none }),
    digest: text('摘要', { en: 'Digest', max: 64, ...none }),
    fromDay: date('起始日期', { en: 'From', ...none }),
    toDay: date('截止日期', { en: 'To', ...none }),
    causeId: text('起因编号', { en: 'Cause id', max: 19, ...none }),
    endCauseId: text('终止起因编号', { en: 'Ended by', max: 19, ...none }),
  },
})

/** A column of a layer: its name, what it is called, and the dictionary of its keys. */
interface LayerColumn {
  name: string
  label: Text
  dict?: string
}
/** A layer of the ground. `title`: the column that names a feature; `code`: of regions, the column of their code. */
export interface GroundLayer {
  key: string
  label: Text
  minZoom: number
  isDefault: boolean
  title: string
  code?: string
  style: { color: string; fill?: string; width?: number }
  fields: readonly LayerColumn[]
}
const column = (name: string, zh: string, en: string, dictionary?: string): LayerColumn => ({
  name,
  label: both(zh, en),
  ...(dictionary ? { dict: dictionary } : {}),
})
const NOTE = column('BZ', '备注', 'Remark'),
  CALLED = column('DWMC', '地物名称', 'What it is')
const borders = (key: string, label: Text, minZoom: number, [code, name]: readonly [string, string]): GroundLayer => ({
  key,
  label,
  minZoom,
  isDefault: false,
  title: name,
  code,
  style: { color: '#8a7f72', width: 1.5 },
  fields: [column(code, '区划代码', 'Code'), column(name, '区划名称', 'Name')],
})
/** The layers of a package beside parcels, their points and their lines, the uppermost first. */
export const GROUND_LAYERS: readonly GroundLayer[] = [
  {
    key: 'ZJ',
    label: both('注记', 'Annotations'),
    minZoom: 15,
    isDefault: true,
    title: 'ZJNR',
    style: { color: '#6b6257' },
    fields: [column('ZJNR', '注记内容', 'Text'), column('YSDM', '要素代码', 'Feature code')],
  },
  {
    key: 'KZD',
    label: both('控制点', 'Control points'),
    minZoom: 14,
    isDefault: false,
    title: 'KZDMC',
    style: { color: '#b42318' },
    fields: [
      column('KZDMC', '控制点名称', 'Name'),
      column('KZDDH', '控制点点号', 'Number'),
      column('KZDLX', '控制点类型', 'Kind', 'kzdlx'),
      column('KZDDJ', '控制点等级', 'Grade'),
      column('BSLX', '标石类型', 'Stone', 'bslx'),
      column('BZLX', '标志类型', 'Mark', 'bzlx'),
      column('KZDZT', '控制点状态', 'State'),
      column('X2000', 'X坐标值', 'X (north, m)'),
      column('Y2000', 'Y坐标值', 'Y (east, m)'),
    ],
  },
  { key: 'DZDW', label: both('点状地物', 'Point objects'), minZoom: 15, isDefault: true, title: 'DWMC', style: { color: '#7a6a55' }, fields: [CALLED, NOTE] },
  {
    key: 'XZDW',
    label: both('线状地物', 'Roads and ditches'),
    minZoom: 12,
    isDefault: true,
    title: 'DWMC',
    style: { color: '#a89a86', width: 1.5 },
    fields: [CALLED, column('CD', '长度（米）', 'Length (m)'), column('KD', '宽度（米）', 'Width (m)'), NOTE],
  },
  {
    key: 'MZDW',
    label: both('面状地物', 'Buildings, ponds and woods'),
    minZoom: 13,
    isDefault: true,
    title: 'DWMC',
    style: { color: '#b0a493', fill: '#d9d0c3', width: 1 },
    fields: [CALLED, column('MJ', '面积（平方米）', 'Area (m²)'), column('MJM', '面积（亩）', 'Area (mu)'), NOTE],
  },
  {
    key: 'JBNTBHQ',
    label: both('基本农田保护区', 'Protected farmland'),
    minZoom: 10,
    isDefault: false,
    title: 'BHQBH',
    style: { color: '#7f9c2f', fill: '#d6e3a133', width: 1.5 },
    fields: [
      column('BHQBH', '保护区编号', 'Number'),
      column('JBNTMJ', '基本农田面积（平方米）', 'Area (m²)'),
      column('JBNTMJM', '基本农田面积（亩）', 'Area (mu)'),
    ],
  },
  {
    key: 'QYJX',
    label: both('区域界线', 'Boundary lines of regions'),
    minZoom: 9,
    isDefault: false,
    title: 'JXLX',
    style: { color: '#7a5c9e', width: 1.5 },
    fields: [column('JXLX', '界线类型', 'Kind', 'jxlx'), column('JXXZ', '界线性质', 'Nature', 'jxxz')],
  },
  borders('ZJQY', both('组级区域', 'Groups'), 13, ['ZJQYDM', 'ZJQYMC']),
  borders('CJQY', both('村级区域', 'Villages'), 11, ['CJQYDM', 'CJQYMC']),
  borders('XJQY', both('乡级区域', 'Townships'), 9, ['XJQYDM', 'XJQYMC']),
  borders('XJXZQ', both('县级行政区', 'County'), 6, ['XZQDM', 'XZQMC']),
]
/** What things are by what they are called, the first that fits: how they look, on the screen and on paper. */
export const THINGS: readonly { of: RegExp; label: Text; look: GroundLayer['style'] }[] = [
  { of: /塘|库|湖|水面|池/, label: both('水面', 'Water'), look: { color: '#7fb2d9', fill: '#cfe3f2', width: 1 } },
  { of: /渠|沟|河|溪|江/, label: both('沟渠河流', 'Ditches and streams'), look: { color: '#7fb2d9', width: 1.5 } },
  { of: /林|竹|园/, label: both('林地园地', 'Woods and gardens'), look: { color: '#9dbb8a', fill: '#dbe8d2', width: 0.5 } },
  { of: /房|宅|楼|学校|村委|卫生/, label: both('房屋', 'Buildings'), look: { color: '#a3917e', fill: '#d8cabb', width: 0.75 } },
  { of: /坝|场|院/, label: both('院坝场地', 'Yards'), look: { color: '#cfc6b8', fill: '#eee9e1', width: 0.5 } },
  { of: /道|路/, label: both('道路', 'Roads'), look: { color: '#c4a46a', width: 2.5 } },
  { of: /坎|坡|埂/, label: both('田坎坡地', 'Banks and slopes'), look: { color: '#c9c0b2', width: 0.75 } },
]
/** Annotations of parcels, their points and lines (要素代码 211…): the map writes these itself, one a parcel. */
export const OF_PARCELS = '211'
