import { useEffect, useMemo, useRef, useState } from 'react'
import { PAGING_NAMES, type Page } from '../../kit/model/page.ts'
import { api, isApiError } from '../../kit/web/client.web.ts'
import { useList, useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import type { Question, Tools } from '../../kit/web/commands.web.tsx'
import { listQuery, useListState, type ListPatch, type ListState } from '../../kit/web/list-state.web.ts'
import { usePageState } from '../../kit/web/session.web.ts'
import { BATCH_LIMITS } from './batch.ts'
import type { ResourcePageProps } from './props.web.ts'
import { filterTree, filterKeyOf } from './tree.ts'

export interface ListData {
  state: ListState
  set(patch: ListPatch): void
  /** the call's query as it was sent */
  query: Record<string, string | number>
  page: Page<AnyRow> | undefined
  loading: boolean
  error: unknown
  retry(): void
  /** asks for the exact total */
  onExact(): void
  tools: Tools
  /** rows that are selected, on whichever page */
  selected: readonly AnyRow[]
  select(rows: readonly AnyRow[]): void
  /** all rows that match are selected, as a question */
  question: Question | undefined
  /** selects all rows that match, on every page; undefined where they are too many or the list has no question */
  selectAll: (() => Promise<void>) | undefined
  /** asks with these filters; with the same ones it asks anew: others have worked meanwhile */
  search(filters: Record<string, string>): void
}

/** Milliseconds between two looks at rows that change by themselves. */
const MOVING_MS = 3000

/** The rows of a list's screen: what the address says, what the server answers, what is selected. `fit`: rows that the window holds, once it is known. */
export function useListData(props: ResourcePageProps, fit: number | undefined): ListData {
  const { of: r, writes, query, filters: also = [], verb = 'page', tree = false, choices = {} } = props
  const { refused } = usePageState()
  const names = [...also, ...Object.keys(choices), ...(verb === 'page' && !tree ? ['where'] : [])]
  const [state, set] = useListState(r, r.versioned ? [...names, 'asOf'] : names, fit)
  const [exact, setExact] = useState('')
  const asked = filterKeyOf(state.filters)
  const sent = { ...(tree ? {} : listQuery(state)), ...query, ...(exact === asked ? { exactTotal: 1 } : {}) }
  const list = useList(r, verb, sent, fit !== undefined)
  const page = useMemo(() => {
    if (!Array.isArray(list.data)) return list.data
    const all = filterTree(list.data, r, state.filters)
    return { records: all, total: all.length, size: state.size, current: 1, pages: 1 }
  }, [list.data, r, asked, state.size])
  const moves = !!props.isMoving && !!page?.records.some(props.isMoving)
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => void list.refetch(), MOVING_MS)
    return () => clearInterval(timer)
  }, [moves, list.refetch])
  const isRefused = isApiError(list.error) && list.error.code === 403
  useEffect(() => {
    if (isRefused) refused?.()
  }, [isRefused])
  const { remove, reload } = useWrites(r, writes)
  // an address may name a page that is none any more: the last one is shown
  const last = page && page.records.length === 0 && page.total > 0 ? Math.ceil(page.total / state.size) : 0
  useEffect(() => {
    if (last > 0 && last < state.current) set({ current: last })
  }, [last, state.current])
  const [selected, choose] = useState<readonly AnyRow[]>([])
  const [question, ask] = useState<Question>()
  const select = (rows: readonly AnyRow[]) => {
    ask(undefined)
    choose(rows)
  }
  const total = page?.total ?? 0
  const selectAll = async () => {
    const whole = Object.fromEntries(Object.entries(sent).filter(([n]) => !PAGING_NAMES.includes(n)))
    if (total > BATCH_LIMITS.direct) return ask({ query: whole, total })
    // few ones are chosen one by one: every command takes them
    select((await api.get<Page<AnyRow>>(`${r.path}/${verb}`, { ...whole, current: 1, size: BATCH_LIMITS.direct })).records)
  }
  const isAskable = verb === 'page' && !tree && !state.filters.asOf && !page?.totalIsEstimate && total <= BATCH_LIMITS.most
  const change = (patch: ListPatch) => {
    // another question has other rows; another page of the same one has not
    if (patch.filters) select([])
    set(patch)
  }
  const own: Tools = {
    open: (mode, id) => set({ open: { mode, ...(id ? { id } : {}) } }),
    reload: () => (select([]), reload()),
    remove: async (ids) => {
      await remove(ids)
      select([])
      // the last row of a page is gone, and so is the page
      if (ids.length >= (page?.records.length ?? 0) && state.current > 1) set({ current: state.current - 1 })
    },
  }
  const find = (filters: Record<string, string>) =>
    filterKeyOf(clean(filters)) === asked && state.current === 1 ? void own.reload() : change({ filters, current: 1 })
  // the parts of the list have the same tools as long as it stands, and they do what they do now: none is drawn anew for them
  const latest = useRef({ ...own, find, change })
  latest.current = { ...own, find, change }
  const [{ tools, ...steady }] = useState(() => ({
    set: (patch: ListPatch) => latest.current.change(patch),
    search: (filters: Record<string, string>) => latest.current.find(filters),
    tools: {
      open: (mode, id) => latest.current.open(mode, id),
      remove: (ids) => latest.current.remove(ids),
      reload: () => latest.current.reload(),
    } satisfies Tools,
  }))
  return {
    ...steady,
    state,
    query: sent,
    page,
    loading: list.isFetching,
    error: list.error,
    retry: () => void list.refetch(),
    onExact: () => setExact(asked),
    tools,
    selected,
    select,
    question,
    selectAll: isAskable ? selectAll : undefined,
  }
}
const clean = (filters: Record<string, string>) => Object.fromEntries(Object.entries(filters).filter(([, v]) => v !== ''))
