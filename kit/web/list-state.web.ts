import { PAGE_SIZES } from '../model/page.ts'
import { entries, type AnyResource } from '../model/resource.ts'
import { usePageState } from './session.web.ts'

export type OpenMode = 'view' | 'add' | 'edit'
/** What the address says about a list: nothing of it is copied into React state. */
export interface ListState {
  current: number
  size: number
  ascs?: string
  descs?: string
  /** 'add', 'view.<id>' or 'edit.<id>' taken apart */
  open?: { mode: OpenMode; id?: string }
  /** query names with their texts, as the server takes them */
  filters: Record<string, string>
}
export type ListPatch = Partial<Omit<ListState, 'open'>> & { open?: ListState['open'] | null }

/** One column of an order. */
export interface Sort {
  name: string
  isDown: boolean
}
/** The order that an address asks for, the most important column first. */
export const sortsOf = ({ ascs, descs }: Pick<ListState, 'ascs' | 'descs'>): Sort[] => [
  ...(ascs ?? '')
    .split(',')
    .filter(Boolean)
    .map((n) => ({ name: n.replace(/^-/, ''), isDown: n.startsWith('-') })),
  ...(descs ?? '')
    .split(',')
    .filter(Boolean)
    .map((name) => ({ name, isDown: true })),
]
/** An order as the address has it: one column by its way, several in `ascs`, those that go down with a minus. */
export function sortPatch(sorts: readonly Sort[]): Pick<ListPatch, 'ascs' | 'descs' | 'current'> {
  const [first] = sorts
  if (sorts.length === 1 && first!.isDown) return { ascs: undefined, descs: first!.name, current: 1 }
  return { ascs: sorts.map((s) => (s.isDown ? `-${s.name}` : s.name)).join(',') || undefined, descs: undefined, current: 1 }
}
/** The order after a column was pressed: up, down, not at all; `also` keeps the others. */
export function sortsAfter(sorts: readonly Sort[], name: string, also: boolean): Sort[] {
  const at = sorts.find((s) => s.name === name)
  const next = !at ? { name, isDown: false } : at.isDown ? undefined : { name, isDown: true }
  if (!also) return next ? [next] : []
  if (!at) return [...sorts, next!]
  return sorts.flatMap((s) => (s !== at ? [s] : next ? [next] : []))
}

/** Query names that a list may be filtered by: declared fields, ranges as `<field>Start` and `<field>End`. */
export function searchNames(r: AnyResource): string[] {
  return entries(r).flatMap(([n, f]) => (!f.search ? [] : f.search === 'range' ? [`${n}Start`, `${n}End`] : [n]))
}

function readState(r: AnyResource, search: Record<string, unknown>, also: readonly string[], fit: number): ListState {
  const text = (k: string) => (search[k] === undefined || search[k] === null || search[k] === '' ? undefined : String(search[k]))
  const whole = (k: string, d: number) => (/^[1-9]\d{0,6}$/.test(text(k) ?? '') ? Number(text(k)) : d)
  const size = whole('size', fit)
  const [, mode, id] = /^(view|add|edit)(?:\.(.+))?$/.exec(text('open') ?? '') ?? []
  const filters: Record<string, string> = {}
  for (const n of [...searchNames(r), ...also]) {
    const v = text(n)
    if (v !== undefined) filters[n] = v
  }
  return {
    current: whole('current', 1),
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : fit,
    filters,
    ...(text('ascs') ? { ascs: text('ascs') } : {}),
    ...(text('descs') ? { descs: text('descs') } : {}),
    ...(mode && (mode === 'add' || id) ? { open: { mode: mode as OpenMode, ...(id ? { id } : {}) } } : {}),
  }
}

/**
 * The list state of the page's address and the way to change it. `also` names query names beyond the declared ones.
 * `set` merges; `filters` replaces all filters at once; `open: null` closes. Other names of the address stay as they are. `fit`: rows of a page where the address says nothing.
 */
export function useListState(r: AnyResource, also: readonly string[] = [], fit = 10): [ListState, (patch: ListPatch) => void] {
  const { search, setSearch } = usePageState()
  const state = readState(r, search, also, fit)
  const set = (patch: ListPatch) => {
    const next: Record<string, string | number | undefined> = {}
    if (patch.filters) for (const n of [...searchNames(r), ...also]) next[n] = patch.filters[n] || undefined
    for (const k of ['ascs', 'descs'] as const) if (Object.hasOwn(patch, k)) next[k] = patch[k] || undefined
    if (patch.current !== undefined) next.current = patch.current === 1 ? undefined : patch.current
    if (patch.size !== undefined) next.size = patch.size === fit ? undefined : patch.size
    if (patch.open !== undefined) next.open = patch.open ? [patch.open.mode, patch.open.id].filter(Boolean).join('.') : undefined
    setSearch(next)
  }
  return [state, set]
}

/** The query that the list call sends. */
export const listQuery = ({ current, size, ascs, descs, filters }: ListState): Record<string, string | number> => ({
  ...filters,
  ...(ascs ? { ascs } : {}),
  ...(descs ? { descs } : {}),
  current,
  size,
})
