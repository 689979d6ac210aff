import { useQuery } from '@tanstack/react-query'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useKeys, type KeyAct } from '../list/keys/keyed.web.ts'
import type { RecordProps } from '../list/props.web.ts'
import { recordWords as words } from './words.ts'

/** A record beside the one that is shown; `current`: the page of the list that it stands on, where that is another one. */
export interface Neighbour {
  id: string
  current?: number
}
export interface Neighbours {
  /** the row as the list has it; it is shown until the record itself has come */
  row: AnyRow | undefined
  /** its number in the whole list, from 1; nothing where the list does not have it (an address that somebody sent) */
  place: number | undefined
  total: number
  previous: Neighbour | undefined
  next: Neighbour | undefined
  /** neighbours on another page of the list, which is still being asked for */
  coming?: { previous: boolean; next: boolean }
}
type Open = Pick<RecordProps, 'of' | 'id' | 'list'>

/** Another page of the list, by the same key as the list has it: stepping there asks nothing again. */
function useOther({ of: r, list: { verb, query } }: Open, current: number | undefined): Page<AnyRow> | undefined {
  const other = { ...query, current: current ?? 1 }
  const { data } = useQuery({
    queryKey: queryKeyOf(r, 'page', `${r.path}/${verb}`, other),
    enabled: current !== undefined,
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>(`${r.path}/${verb}`, other, { quiet: true }),
  })
  return current === undefined ? undefined : data
}

/** Which records come before and after one, in the order of its list and over the ends of its pages. */
export function useNeighbours(open: Open): Neighbours {
  const { page, query } = open.list
  const rows = page?.records ?? []
  const at = rows.findIndex((x) => x.id === open.id)
  const current = Number(query.current ?? 1)
  const size = Number(query.size ?? rows.length) || 1
  const total = page?.total ?? 0
  const isLast = at >= 0 && at === rows.length - 1 && current * size < total
  const before = useOther(open, at === 0 && current > 1 ? current - 1 : undefined)
  const after = useOther(open, isLast ? current + 1 : undefined)
  const beside = (i: number): Neighbour | undefined => (at >= 0 && rows[i] ? { id: rows[i].id } : undefined)
  const over = (row: AnyRow | undefined, to: number): Neighbour | undefined => row && { id: row.id, current: to }
  return {
    row: rows[at],
    place: at < 0 ? undefined : (current - 1) * size + at + 1,
    total,
    previous: beside(at - 1) ?? over(before?.records.at(-1), current - 1),
    next: beside(at + 1) ?? over(after?.records[0], current + 1),
    coming: { previous: at === 0 && current > 1 && !before, next: isLast && !after },
  }
}

const isWriting = (at: EventTarget | null): boolean => at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))
/** Parts that answer to arrows themselves, or scroll by them. */
const OWN_ARROWS = '[role="tablist"], [role="menu"], [role="menuitem"], [role="listbox"], .ant-table, .ol-viewport'
/** What lies over the page and keeps the keys. */
const OVER = '.ant-modal-wrap, .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden)'
/** The way that a key asks for: j and → to the next record, k and ← to the one before. */
export function neighbourStep(e: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>): 'next' | 'previous' | undefined {
  if (e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || isWriting(e.target)) return undefined
  if (e.key === 'j') return 'next'
  if (e.key === 'k') return 'previous'
  if (e.target instanceof Element && e.target.closest(OWN_ARROWS)) return undefined
  return e.key === 'ArrowRight' ? 'next' : e.key === 'ArrowLeft' ? 'previous' : undefined
}
/** Listens for these keys while the page is shown and nothing lies over it. */
export function useStepKeys(visible: boolean, go: (way: 'next' | 'previous') => void): void {
  const isOurs = (e: KeyboardEvent) => {
    const isCovered = [...document.querySelectorAll<HTMLElement>(OVER)].some((x) => x.offsetParent !== null || x.getClientRects().length > 0)
    return neighbourStep(e) !== undefined && !isCovered
  }
  const acts: KeyAct[] = [
    { keys: ['j', 'ArrowRight'], shown: 'j →', what: words.next, run: () => go('next') },
    { keys: ['k', 'ArrowLeft'], shown: 'k ←', what: words.previous, run: () => go('previous') },
  ]
  useKeys(visible, words.keysOfRecord, acts, isOurs)
}
