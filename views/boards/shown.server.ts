// A board with its figures, for who looks at it: each panel is asked for as its own call would be, and left empty where that call would be refused.
import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { holdsButton, inApiScope, type Route, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { campaignFigures } from '../extension/progress.server.ts'
import { progressSlice } from '../extension/routes.server.ts'
import { analysis } from '../figures/analysis.server.ts'
import { figuresSlice } from '../figures/figures.server.ts'
import { figuresOf } from '../home/figures.server.ts'
import { slice as homeSlice } from '../home/home.server.ts'
import { byChild, placeAsked, placeHead } from '../home/place.server.ts'
import { board, indicatorsOfSet, keptPanels, panelLabel, type BoardSet, type OwnBoard, type BoardPanel, type ShownBoard, type ShownPanel } from './board.ts'

/** Figures of a set as every set answers them. */
interface SetFigures {
  total: Readonly<Record<string, number | null>>
  children: readonly { regionCode: string; regionName: string; self: boolean; values: Readonly<Record<string, number | null>> }[]
  series: readonly { name: string; points: readonly (readonly [string, number, ...unknown[]])[] }[]
}
type Asked = TextInput<'regionCode'>
/** The figures of the start, as indicators. */
async function homeFigures(ctx: Ctx, q: Asked): Promise<SetFigures> {
  const p = placeAsked(ctx, q)
  const { total, children } = await byChild(ctx, p, figuresOf(ctx, p))
  const values = (c: Readonly<Record<string, number>>) => Object.fromEntries(indicatorsOfSet('home').map(([key, i]) => [key, i.value(c)]))
  return { total: values(total), children: children.map((c) => ({ ...c, values: values(c.values) })), series: [] }
}
/** By which call each set is asked for anywhere else, and how its figures are read. */
const SOURCES: Readonly<Record<BoardSet, { path: string; read(ctx: Ctx, q: Asked): Promise<SetFigures> }>> = {
  home: { path: '/data/statistics/home', read: homeFigures },
  dk: { path: '/dzzw/analyze/dk', read: (ctx, q) => analysis(ctx, 'dk', q) },
  cbdk: { path: '/dzzw/analyze/cbdk', read: (ctx, q) => analysis(ctx, 'cbdk', q) },
  region: { path: '/dzzw/statistics', read: (ctx, q) => analysis(ctx, 'region', q) },
  progress: { path: '/ybProcess/common/progress', read: (ctx, q) => campaignFigures(ctx, 'progress', q) },
  renew: { path: '/dzzw/analyze/htqd/renew', read: (ctx, q) => campaignFigures(ctx, 'renew', q) },
}
const CALLS: ReadonlyMap<string, Route> = new Map([...homeSlice.routes, ...figuresSlice.routes, ...progressSlice.routes].map((r) => [r.path, r]))
/** Whether somebody may have the figures of a set: whether he may make the call that answers them. */
export function maySeeSet(who: Who, set: BoardSet): boolean {
  const call = CALLS.get(SOURCES[set].path)
  if (!call) throw new Error(`no call ${SOURCES[set].path}`)
  return holdsButton(who, call) && inApiScope(who, call)
}

/** Most child regions that a panel shows. */
const MOST_REGIONS = 60
const bare = (p: BoardPanel, state: ShownPanel['state']): ShownPanel => ({ ...p, state, value: null, regions: [], parts: [] })
function filled(p: BoardPanel, f: SetFigures): ShownPanel {
  const plain = bare(p, 'shown')
  if (p.shape === 'split') return { ...plain, parts: (f.series.find((s) => s.name === p.key)?.points ?? []).map(([key, n]) => [key, n] as const) }
  const value = f.total[p.key] ?? null
  if (p.shape === 'number') return { ...plain, value }
  const regions = f.children
    .filter((c) => !c.self)
    .map(({ regionCode, regionName, values }) => ({ regionCode, regionName, value: values[p.key] ?? null }))
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  return { ...plain, value, regions: regions.slice(0, MOST_REGIONS) }
}

interface Meant {
  isEnabled: number | null
  place: string | null
  roleIds: string | null
}
/** Whether a board is meant for the caller: it is enabled, and for the wall, for everybody's start, or for that of one of his roles. */
const isMeant = (ctx: Ctx, b: Meant): boolean => {
  const roles = (b.roleIds ?? '').split(',').filter(Boolean)
  return b.isEnabled === 1 && (b.place === 'wall' || roles.length === 0 || roles.some((r) => ctx.who.roleIds.includes(r)))
}
/** The boards of a place that the caller is meant to see, in their order. */
export async function ownBoards(ctx: Ctx, q: TextInput<'place'>): Promise<OwnBoard[]> {
  const found = await scoped(ctx, board)
    .select(['board.id', 'board.name', 'board.roleIds', 'board.place', 'board.isEnabled'])
    .where('board.isEnabled', '=', 1)
    .where('board.place', '=', q.place === 'wall' ? 'wall' : 'home')
    .where(sql<boolean>`board.version is not null`)
    .orderBy('board.sort')
    .orderBy('board.name')
    .orderBy('board.id')
    .execute()
  return found.filter((b) => isMeant(ctx, b as Meant)).map((b) => ({ id: String(b.id), name: b.name ?? '' }))
}
/**
 * A board with the figures of a region that the caller sees. A panel whose figures his buttons do not give is answered as refused, without any; one whose indicator
 * this version does not have, as unknown. @throws not-found for a board that is not his, out-of-region
 */
export async function shownBoard(ctx: Ctx, q: TextInput<'id' | 'regionCode'>): Promise<ShownBoard> {
  const at = await rows.get(ctx, board, q.id ?? '')
  // whoever sets boards up sees all of them
  if (!isMeant(ctx, at) && !ctx.who.perms.has('board_view')) throw problems.notFound({ zh: '看板', en: 'Board' })
  const p = placeAsked(ctx, q)
  const panels = keptPanels(at.panels)
  const known = panels.filter((x) => panelLabel(x))
  const sets = [...new Set(known.map((x) => x.set))].filter((set) => maySeeSet(ctx.who, set))
  const figures = new Map<BoardSet, SetFigures>()
  for (const set of sets) figures.set(set, await SOURCES[set].read(ctx, q))
  const shown = panels.map((x) => {
    if (!panelLabel(x)) return bare(x, 'unknown')
    const f = figures.get(x.set)
    return f ? filled(x, f) : bare(x, 'refused')
  })
  return { ...placeHead(ctx, p), id: at.id, name: at.name, version: at.version ?? 0, panels: shown }
}
