// Boards: panels of the dictionary's indicators on a grid, for the start of some roles or for the wall. Pure: what a panel may be, and how a board travels as a file.
import { both as w, type Text } from '../../kit/model/lang.ts'
import { date, dict, flag, int, json, ref, refs, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { progressIndicators, SPLITS } from '../extension/indicators.ts'
import { divisionsOf, indicatorsOf, type Indicator } from '../figures/indicators.ts'
import { sumFigures } from '../../land/definitions/area.ts'

/** 看板: where it is shown, to whom, and its panels as they stand now. Who may change it is an administrator; what of it somebody sees is decided panel by panel. */
export const board = defineResource({
  name: 'board',
  label: '看板',
  en: 'Board',
  path: '/data/board',
  scope: 'tenant',
  order: ['sort', 'name'],
  title: 'name',
  fields: {
    name: text('看板名称', { en: 'Name', required: true, max: 60, search: 'like', width: 220 }),
    place: dict('显示位置', 'board_place', { en: 'Shown on', required: true, values: ['home', 'wall'], default: 'home', search: 'eq', width: 110 }),
    roleIds: refs('适用角色', 'sys_role', { en: 'For roles', column: false }),
    sort: int('排序', { en: 'Order', min: 1, max: 999, default: 1, width: 80 }),
    isEnabled: flag('启用', { en: 'Enabled', default: 1, search: 'eq', width: 80 }),
    version: int('版本', { en: 'Version', form: 'none', width: 80 }),
    panels: json('面板', { en: 'Panels', form: 'none', column: false }),
  },
})
/** A layout that a board has or had: any of them can be put back. */
export const board_version = defineResource({
  name: 'board_version',
  label: '看板版本',
  en: 'Version of a board',
  path: '/data/board-version',
  scope: 'tenant',
  order: ['version'],
  fields: {
    boardId: ref('看板', 'board', { en: 'Board', form: 'none', search: 'eq' }),
    version: int('版本', { en: 'Version', form: 'none', width: 80 }),
    panels: json('面板', { en: 'Panels', form: 'none', column: false }),
    day: date('日期', { en: 'Day', form: 'none', width: 110 }),
  },
})

const figure = (zh: string, en: string, unit: Indicator['unit'], ...names: string[]): Indicator => ({
  label: w(zh, en),
  unit,
  value: (c) => names.reduce((n, name) => sumFigures(n, c[name] ?? 0), 0),
})
/** What the start counts, for those who hold no button of the analyses: a screen on the wall is one of them. */
const HOME: readonly (readonly [string, Indicator])[] = [
  ['issuers', figure('发包方', 'Issuers', 'issuers', 'fbf')],
  ['households', figure('农户', 'Households', 'households', 'cbf1')],
  ['members', figure('家庭成员', 'Members', 'people', 'jt')],
  ['parcels', figure('承包地块', 'Contracted parcels', 'parcels', 'dkc')],
  ['parcelArea', figure('承包地块面积', 'Contracted parcels, area', 'mu', 'dkcArea')],
  ['contracts', figure('承包合同', 'Contracts', 'contracts', 'cbht')],
  ['contractArea', figure('合同面积', 'Contract area', 'mu', 'htArea')],
  ['certificates', figure('已发权证', 'Certificates issued', 'books', 'cert')],
]
/** Sets of indicators that panels are taken from. Each is asked for by a call of its own, and by that call's button. */
export const BOARD_SETS = {
  home: w('首页统计', 'Figures of the start'),
  dk: w('地块分析', 'Parcels'),
  cbdk: w('承包地块分析', 'Contracted parcels'),
  region: w('统计汇总', 'Figures of the region'),
  progress: w('延包进度', 'Progress of the extension'),
  renew: w('延包签订分析', 'Signing of the extension'),
} as const satisfies Record<string, Text>
export type BoardSet = keyof typeof BOARD_SETS
export const isBoardSet = (v: unknown): v is BoardSet => typeof v === 'string' && Object.hasOwn(BOARD_SETS, v)
export const indicatorsOfSet = (set: BoardSet): readonly (readonly [string, Indicator])[] =>
  set === 'home' ? HOME : set === 'progress' || set === 'renew' ? progressIndicators(set) : indicatorsOf(set)
/** What the rows of a set are divided by: the dictionary or the words of the values. */
export interface PanelSplit {
  key: string
  label: Text
  dict?: string
  ends?: readonly number[]
}
export const splitsOfSet = (set: BoardSet): readonly PanelSplit[] =>
  set === 'home' ? [] : set === 'progress' || set === 'renew' ? SPLITS.filter((s) => s.of.includes(set)) : divisionsOf(set)

export const PANEL_SHAPES = {
  number: w('数字', 'Number'),
  ranking: w('排名', 'Ranking'),
  bars: w('区域对比', 'By region'),
  map: w('分布图', 'Map'),
  split: w('分类构成', 'Divided'),
} as const satisfies Record<string, Text>
export type PanelShape = keyof typeof PANEL_SHAPES
const isShape = (v: unknown): v is PanelShape => typeof v === 'string' && Object.hasOwn(PANEL_SHAPES, v)

export const GRID = { columns: 12, rows: 60, panels: 24 } as const
/** One panel: which indicator (of shape `split`: what is divided by), how it is drawn, and where, in columns and rows of the grid. */
export interface BoardPanel {
  set: BoardSet
  key: string
  shape: PanelShape
  x: number
  y: number
  w: number
  h: number
}
/** What a panel is called; undefined where the dictionary has it no more. */
export const panelLabel = (p: Pick<BoardPanel, 'set' | 'key' | 'shape'>): Text | undefined =>
  p.shape === 'split' ? splitsOfSet(p.set).find((s) => s.key === p.key)?.label : indicatorsOfSet(p.set).find(([key]) => key === p.key)?.[1].label
export const panelIndicator = (p: BoardPanel): Indicator | undefined =>
  p.shape === 'split' ? undefined : indicatorsOfSet(p.set).find(([key]) => key === p.key)?.[1]

/** Why panels are refused, with the panel that is meant. */
export type PanelFault = { why: 'list' | 'most' } | { why: 'indicator' | 'shape' | 'place' | 'overlap'; at: number; name: string }
const isPlaced = ({ x, y, w: wide, h }: BoardPanel): boolean =>
  [x, y, wide, h].every(Number.isInteger) && x >= 0 && y >= 0 && wide >= 1 && h >= 1 && x + wide <= GRID.columns && y + h <= GRID.rows
const cover = (a: BoardPanel, b: BoardPanel): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
function faultOf(p: BoardPanel, at: number, before: readonly BoardPanel[]): PanelFault | undefined {
  const name = `${String(p.set)}.${String(p.key)}`.slice(0, 80)
  if (!isShape(p.shape)) return { why: 'shape', at, name }
  if (!isBoardSet(p.set) || typeof p.key !== 'string' || !panelLabel(p)) return { why: 'indicator', at, name }
  if (!isPlaced(p)) return { why: 'place', at, name }
  return before.some((b) => cover(b, p)) ? { why: 'overlap', at, name } : undefined
}
/** Validates the panels that were sent: returns them without unknown properties, or the fault. */
export function readPanels(v: unknown): { panels: BoardPanel[] } | { fault: PanelFault } {
  if (!Array.isArray(v) || v.some((p) => !p || typeof p !== 'object' || Array.isArray(p))) return { fault: { why: 'list' } }
  if (v.length > GRID.panels) return { fault: { why: 'most' } }
  const panels: BoardPanel[] = []
  for (const [i, sent] of (v as BoardPanel[]).entries()) {
    const p: BoardPanel = { set: sent.set, key: sent.key, shape: sent.shape, x: sent.x, y: sent.y, w: sent.w, h: sent.h }
    const fault = faultOf(p, i + 1, panels)
    if (fault) return { fault }
    panels.push(p)
  }
  return { panels }
}
/** Panels as they are kept; what this version does not know is left out. */
export const keptPanels = (v: unknown): BoardPanel[] =>
  Array.isArray(v) ? (v as BoardPanel[]).filter((p) => !!p && typeof p === 'object' && isBoardSet(p.set) && isShape(p.shape) && isPlaced(p)) : []

/** A board as a file: what it is, by which of its forms it was written, and nothing of the installation that it comes from. */
export const BOARD_FILE = { format: 'chengbao-board', version: 1, bytes: 100_000 } as const
export interface BoardFile {
  format: typeof BOARD_FILE.format
  version: number
  name: string
  place: string
  panels: readonly BoardPanel[]
}

/** A panel as a viewer is answered: with its figures, or without where his buttons do not give them. */
export interface ShownPanel extends BoardPanel {
  state: 'shown' | 'refused' | 'unknown'
  value: number | null
  regions: readonly { regionCode: string; regionName: string; value: number | null }[]
  parts: readonly (readonly [key: string, n: number])[]
}
export interface ShownBoard {
  asOf: string
  regionCode: string
  unit: string
  id: string
  name: string
  version: number
  panels: readonly ShownPanel[]
}
/** A board that somebody may open. */
export interface OwnBoard {
  id: string
  name: string
}
