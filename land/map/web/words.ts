import { RINGS_WORDS } from '../../geometry/rings.ts'
/** A text of the map in both languages. */
export type MapWords = Record<string, { zh: string; en: string }>

/** Default texts of the map components, by key; refusal and check codes of the geometry are keys too. */
export const mapWords: MapWords = {
  'zoom-in': { zh: '放大', en: 'Zoom in' },
  'zoom-out': { zh: '缩小', en: 'Zoom out' },
  'filter-extent': { zh: '列表只显示当前地图范围', en: 'List the parcels on the map' },
  'full-extent': { zh: '全图', en: 'Full extent' },
  locate: { zh: '定位', en: 'Locate' },
  'locate-failed': { zh: '无法取得当前位置', en: 'The current position is not available' },
  'measure-length': { zh: '量距离', en: 'Measure length' },
  'measure-area': { zh: '量面积', en: 'Measure area' },
  'measure-hint': { zh: '单击加点，双击结束，Esc 清除', en: 'Click to add points, double click to finish, Esc to clear' },
  legend: { zh: '图例', en: 'Legend' },
  'other-status': { zh: '其他', en: 'Other' },
  'tile-failed': { zh: '部分图块加载失败', en: 'Some tiles could not be loaded' },
  map: { zh: '地图', en: 'Map' },
  parcels: { zh: '块', en: 'parcels' },
  dense: { zh: '块，放大后显示', en: 'parcels, zoom in to see them' },
  metre: { zh: '米', en: 'm' },
  m2: { zh: '平方米', en: 'm²' },
  mu: { zh: '亩', en: 'mu' },
  modify: { zh: '修改', en: 'Modify' },
  draw: { zh: '绘制', en: 'Draw' },
  split: { zh: '分割', en: 'Split' },
  merge: { zh: '合并', en: 'Merge' },
  undo: { zh: '撤销', en: 'Undo' },
  redo: { zh: '重做', en: 'Redo' },
  'delete-point': { zh: '删除点', en: 'Delete point' },
  'modify-hint': {
    zh: '拖动界址点移动；拖动边线加点；点选后按 Delete 删除',
    en: 'Drag a point to move it, an edge to add one; click a point and press Delete to remove it',
  },
  'draw-hint': { zh: '单击加点，双击结束；靠近邻地块时自动吸附', en: 'Click to add points, double click to finish; points snap to the neighbours' },
  'split-hint': { zh: '从地块边界外画线穿过地块，双击结束', en: 'Draw a line across the parcel from outside to outside, double click to finish' },
  'cut-line': { zh: '分割线坐标', en: 'Coordinates of the line' },
  'cut-by-line': { zh: '按坐标分割', en: 'Cut along these' },
  'merge-hint': { zh: '单击要并入的相邻地块', en: 'Click the neighbouring parcel to merge' },
  picture: { zh: '图形', en: 'Map' },
  wkt: { zh: 'WKT 文本', en: 'WKT text' },
  'wkt-apply': { zh: '应用', en: 'Apply' },
  area: { zh: '面积', en: 'Area' },
  east: { zh: '东', en: 'East' },
  south: { zh: '南', en: 'South' },
  west: { zh: '西', en: 'West' },
  north: { zh: '北', en: 'North' },
  valid: { zh: '图形有效', en: 'The shape is valid' },
  empty: { zh: '尚未绘制地块', en: 'No parcel drawn yet' },
  overlap: { zh: '与相邻地块重叠', en: 'Overlaps a neighbour' },
  'others-changed': { zh: '同时改动的地块', en: 'Other parcels changed' },
  changed: { zh: '改动', en: 'changed' },
  added: { zh: '新增', en: 'new' },
  removed: { zh: '并入', en: 'taken in' },
  'line-short': { zh: '分割线至少要有两个点', en: 'The line needs at least two points' },
  'line-crosses-itself': { zh: '分割线不能自相交', en: 'The line must not cross itself' },
  'line-misses': { zh: '分割线没有完全穿过地块，请从地块边界外画到边界外', en: 'The line does not cross the parcel; draw it from outside to outside' },
  'split-invalid': { zh: '分割后的地块图形无效，请调整分割线', en: 'A piece would be invalid; change the line' },
  'merge-few': { zh: '合并至少需要两个地块', en: 'Merging needs two parcels' },
  'merge-apart': { zh: '地块之间没有公共边，不能合并', en: 'The parcels share no edge' },
  'merge-overlap': { zh: '地块互相重叠，不能合并', en: 'The parcels overlap' },
  'move-invalid': { zh: '移动后地块图形无效', en: 'A parcel would become invalid by this move' },
  'delete-invalid': { zh: '删除后地块图形无效', en: 'A parcel would become invalid without this point' },
  'wkt-invalid': { zh: 'WKT 文本有误', en: 'The WKT text is not valid' },
  'wkt-not-polygon': { zh: '地块图形必须是单个多边形', en: 'The shape must be a single polygon' },
  'zone-outside': { zh: '坐标不在中国境内', en: 'The coordinates are outside China' },
  ...RINGS_WORDS,
  'repeated-point': { zh: '相邻两点距离小于 0.05 米', en: 'Two points are nearer than 0.05 m' },
  'narrow-angle': { zh: '夹角小于 5 度', en: 'An angle is below 5°' },
  hole: { zh: '地块内有空洞', en: 'The parcel has a hole' },
  'too-small': { zh: '面积小于 1 平方米', en: 'The area is below 1 m²' },
}

/** Gives the text of a key. */
export type Translate = (key: string) => string

/** A translator over the default words and the given ones; a function is taken as it is. Unknown keys come back as they are. */
export function translator(given: Translate | MapWords | undefined, lang: 'zh' | 'en' = 'zh'): Translate {
  if (typeof given === 'function') return given
  const words: MapWords = { ...mapWords, ...given }
  return (key) => words[key]?.[lang] ?? key
}
