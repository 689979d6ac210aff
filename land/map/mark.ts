// What people keep of the map: notes that they drew, places and views that they come back to, and sets of layers. Source: screens.md G1.
import { flag, json, note, ref, region, text } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { readLinkedLayers, readView } from './layers/view-link.ts'
import type { DrawnShape } from './layers/search-shape.ts'

/** Kinds of what is kept: a note with its shape, a view of the map, which layers are on and how. */
export const MARK_KINDS = ['note', 'bookmark', 'layers'] as const
/** Characters of what is kept as JSON, corners of a shape, marks of one person. */
export const MARK_LIMITS = { body: 16_384, corners: 500, marks: 500 } as const

/** What a mark holds: of a note its shape, of a bookmark a view (with what was shown in it), of a set the layers as an address says them. */
export interface MarkBody {
  shape?: DrawnShape
  view?: string
  layers?: string
  theme?: string
  regionCode?: string
  asOf?: string
}
/** 地图标记: kept for the person who made it; shared by choice with everybody at and below his region. */
export const map_mark = defineResource({
  name: 'map_mark',
  label: '地图标记',
  en: 'Mark of the map',
  path: '/map/mark',
  scope: 'tenant',
  title: 'title',
  derived: ['mayEdit', 'userName'],
  fields: {
    kind: text('种类', { en: 'Kind', required: true, fixed: true, max: 8, values: [...MARK_KINDS] }),
    title: text('名称', { en: 'Name', required: true, max: 50, name: true }),
    words: note('内容', { en: 'Text', max: 500 }),
    body: json<MarkBody>('图形或视图', { en: 'Shape or view' }),
    isShared: flag('是否共享', { en: 'Shared', default: 0 }),
    userId: ref('所有者', 'sys_user', { en: 'Owner', form: 'none' }),
    regionCode: region('行政区划', { en: 'Region', form: 'none' }),
  },
})
export type MapMark = Row<typeof map_mark>

const isObject = (v: unknown): v is Record<string, unknown> => !!v && typeof v === 'object' && !Array.isArray(v)
const isPlace = (v: unknown): boolean =>
  Array.isArray(v) && v.length === 2 && v.every((n) => typeof n === 'number' && Number.isFinite(n)) && v[0] > 73 && v[0] < 137 && v[1] > 3 && v[1] < 54.5
const isWay = (v: unknown, least: number): v is unknown[] => Array.isArray(v) && v.length >= least && v.length <= MARK_LIMITS.corners && v.every(isPlace)
function isDrawn(v: unknown): boolean {
  if (!isObject(v)) return false
  const { type, coordinates: c } = v
  if (type === 'Point') return isPlace(c)
  if (type === 'LineString') return isWay(c, 2)
  return type === 'Polygon' && Array.isArray(c) && c.length === 1 && isWay(c[0], 4)
}
const isText = (v: unknown, most: number): boolean => v === undefined || (typeof v === 'string' && v.length <= most)
const NAMES = ['shape', 'view', 'layers', 'theme', 'regionCode', 'asOf']
/** What is wrong with what a mark of a kind holds, or undefined. */
export function markWrong(kind: string, body: unknown): Text | undefined {
  const malformed = both('标记内容不正确', 'What the mark holds is malformed')
  if (!isObject(body) || JSON.stringify(body).length > MARK_LIMITS.body || Object.keys(body).some((n) => !NAMES.includes(n))) return malformed
  if (!['layers', 'theme', 'regionCode', 'asOf', 'view'].every((n) => isText(body[n], n === 'layers' ? 8000 : 60))) return malformed
  const { shape, view, layers } = body as { shape?: unknown; view?: string; layers?: string }
  if (kind === 'note') return isDrawn(shape) ? undefined : both('请在地图上画出标注的位置', 'Draw the place of the note on the map')
  if (shape !== undefined) return malformed
  if (kind === 'bookmark') return readView(view) ? undefined : both('书签的视图不正确', 'The view of the bookmark is malformed')
  return readLinkedLayers(layers).length > 0 ? undefined : both('图层方案中没有图层', 'The set has no layers')
}
