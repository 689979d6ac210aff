import { ReloadOutlined, SearchOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Grid, Result, Space, Spin, Tooltip } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import { entries, permOf, type AnyResource } from '../../kit/model/resource.ts'
import { useDetail, useList, useWrites, type AnyRow, type Writes } from '../../kit/web/calls.web.ts'
import { isApiError } from '../../kit/web/client.web.ts'
import { Commands, defaultCommands, roomFor, type Command, type RowCommand, type ToolCommand, type Tools } from '../../kit/web/commands.web.tsx'
import { DayPicker } from '../../kit/web/DayPicker.web.tsx'
import { Dialog, SidePanel, useToast, useGuard } from '../../kit/web/dialogs.web.tsx'
import { listQuery, useListState, type ListState, type OpenMode } from '../../kit/web/list-state.web.ts'
import { asOfDay, phrases, selectedCount } from '../../kit/web/phrases.ts'
import { RegionTree } from '../../kit/web/RegionTree.web.tsx'
import { ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { columnsOf, ColumnChooser, ResourceTable, useHiddenColumns, type Column, type ResourceTableProps } from '../../kit/web/ResourceTable.web.tsx'
import { SearchBar } from '../../kit/web/SearchBar.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'

export interface ResourcePageProps {
  of: AnyResource
  /** replaces the row's buttons; default view, edit, delete */
  rowCommands?: readonly RowCommand[]
  /** the list call, where it is not `page` */
  verb?: string
  /** the list call answers a forest of all rows; it is shown as a tree and searched here */
  tree?: boolean
  /** names searched elsewhere on the screen */
  without?: readonly string[]
  /** replaces the toolbar's buttons; default add and multi-delete. Without any there is nothing to select rows for, but to export them */
  toolCommands?: readonly ToolCommand[]
  columns?: readonly Column[] | ((columns: readonly Column[]) => readonly Column[])
  /** where add, edit and view stand */
  panel?: 'dialog' | 'drawer'
  writes?: Writes
  /** the region tree at the left; on where the definition has a searchable regionCode */
  regionTree?: boolean
  /** another left pane, given the state of the list */
  left?: ReactNode
  /** fixed query parameters, and names of the address that are passed on beside declared filters */
  query?: Record<string, string>
  filters?: readonly string[]
  /** starting values of a new row */
  fresh?(state: ListState): Record<string, unknown>
  /** shows a row that is viewed as a page over the list, in the place of the form in a dialog or drawer */
  record?(props: RecordProps): ReactNode
  /** replaces the form; it gets what ResourceForm gets */
  form?(props: ResourceFormProps): ReactNode
  table?: ResourceTableProps['table']
  /** buttons of a row before 更多 */
  rowButtons?: number
}

/** What the page of a record knows of the list that it was opened from. */
export interface RecordProps {
  of: AnyResource
  id: string
  asOf?: string | undefined
  /** what may be done with the row, but to view it */
  commands: readonly RowCommand[]
  tools: Tools
  /** the call of the list, its query and what it answered: the order in which records follow one another */
  list: { verb: string; query: Record<string, string | number>; page: Page<AnyRow> | undefined }
  /** shows another record of the list, on another page of it where `current` is given */
  onStep(id: string, current?: number): void
  onClose(): void
}

/** The nodes of a forest that fit all filters as parts of their text, and what leads to them. */
function filterTree(nodes: readonly AnyRow[], r: AnyResource, filters: ListState['filters']): AnyRow[] {
  const asked = entries(r).flatMap(([n, f]) => (f.search && filters[n] ? [[n, filters[n]!] as const] : []))
  if (asked.length === 0) return [...nodes]
  return nodes.flatMap((n) => {
    const below = filterTree((n.children ?? []) as AnyRow[], r, filters)
    const { children: _, ...leaf } = n
    const fits = asked.every(([name, v]) =>
      String(n[name] ?? '')
        .toLowerCase()
        .includes(v.toLowerCase()),
    )
    return below.length ? [{ ...leaf, children: below }] : fits ? [leaf as AnyRow] : []
  })
}
/** Filters as one text, whatever their order. */
const keyOf = (filters: ListState['filters']) => JSON.stringify(Object.entries(filters).toSorted())
/** The ids of rows and of what stands below them. */
const idsOf = (rows: readonly AnyRow[]): string[] => rows.flatMap((x) => [x.id, ...idsOf((x.children ?? []) as AnyRow[])])
const TITLES: Record<OpenMode, Text> = { view: phrases.view, add: phrases.add, edit: phrases.edit }

/** A whole list screen from a definition. Page, size, filters, order and the open row stand in the address. Source: platform.md 2; platform-api.md 4. */
export function ResourcePage(props: ResourcePageProps) {
  const { of: r, panel = 'dialog', writes, query, filters: also = [], verb = 'page', tree = false, without = [] } = props
  const { say, lang } = useSay()
  const { can } = useSession()
  const { tables, refused } = usePageState()
  const Export = tables?.Export
  const [state, set] = useListState(r, r.versioned ? [...also, 'asOf'] : also)
  const day = state.filters.asOf
  const [exact, setExact] = useState('')
  const asked = keyOf(state.filters)
  const listed = { ...(tree ? {} : listQuery(state)), ...query, ...(exact === asked ? { exactTotal: 1 } : {}) }
  const list = useList(r, verb, listed)
  const all = Array.isArray(list.data) ? filterTree(list.data, r, state.filters) : undefined
  const page = Array.isArray(list.data) ? { records: all!, total: all!.length, size: state.size, current: 1, pages: 1 } : list.data
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
  // the record whose form was opened from its page: it lies over the page and leads back to it
  const [editing, setEditing] = useState<string>()
  const [selected, setSelected] = useState<readonly AnyRow[]>([])
  const [searching, setSearching] = useState(true)
  const [hidden, setHidden] = useHiddenColumns(r.name)
  const change: typeof set = (patch) => {
    setSelected([])
    set(patch)
  }
  const tools: Tools = {
    open: (mode, id) => set({ open: { mode, ...(id ? { id } : {}) } }),
    reload: () => (setSelected([]), reload()),
    remove: async (ids) => {
      await remove(ids)
      setSelected([])
      // the last row of a page is gone, and so is the page
      if (ids.length >= (page?.records.length ?? 0) && state.current > 1) set({ current: state.current - 1 })
    },
  }
  const viewed = state.open?.mode === 'view' ? state.open.id : undefined
  // what stands in a form: with a page for records only what is added or edited, from the list or from that page
  const form = !props.record || !viewed ? state.open : viewed === editing ? { mode: 'edit' as const, id: viewed } : undefined
  useEffect(() => setEditing(undefined), [viewed])
  const defaults = defaultCommands(r)
  const now = <On,>(commands: readonly Command<On>[]) => (day ? commands.filter((c) => c.past) : commands)
  // the same question is asked again: others have worked meanwhile
  const search = (filters: ListState['filters']) => (keyOf(filters) === asked && state.current === 1 ? void tools.reload() : change({ filters, current: 1 }))
  const rowCommands = now(props.rowCommands ?? Object.values(defaults.row))
  const toolCommands = now(props.toolCommands ?? Object.values(defaults.tool))
  const columns = typeof props.columns === 'function' ? props.columns(columnsOf(r, lang, state)) : (props.columns ?? columnsOf(r, lang, state))
  const shownIds = new Set(idsOf(page?.records ?? []))
  const rows = selected.filter((s) => shownIds.has(s.id))
  // on a narrow screen the region is one of the search fields, and a row has two buttons: a tree or more of them would stand before the list
  const wide = Grid.useBreakpoint().md !== false
  const most = wide ? (props.rowButtons ?? 4) : 2
  const { buttons: rowButtons, width: needed } = roomFor(
    rowCommands.filter((c) => !c.perm || can(c.perm)).map((c) => say(c.label)),
    most,
  )
  const regions = wide && (props.regionTree ?? r.fields.regionCode?.search !== undefined)
  const actions = (row: AnyRow) => <Commands of={rowCommands} on={row} tools={tools} limit={rowButtons} size="small" type="link" />
  const left =
    props.left ??
    (regions ? (
      <RegionTree value={state.filters.regionCode} onChange={(code) => change({ filters: { ...state.filters, regionCode: code ?? '' }, current: 1 })} />
    ) : null)
  const selects = verb === 'page' || toolCommands.length > 0
  const round = (label: Text, icon: ReactNode, onClick: () => void) => (
    <Tooltip title={say(label)}>
      <Button shape="circle" icon={icon} aria-label={say(label)} onClick={onClick} />
    </Tooltip>
  )
  return (
    <Flex gap="middle" align="start" wrap>
      {left && <div style={{ flex: '0 0 240px' }}>{left}</div>}
      <div style={{ flex: '1 1 480px', minWidth: 0 }}>
        {searching && <SearchBar of={r} filters={state.filters} without={regions ? [...without, 'regionCode'] : without} onSearch={search} />}
        <Flex justify="space-between" gap="small" wrap style={{ marginBottom: 12 }}>
          <Space wrap>
            <Commands of={toolCommands} on={rows} tools={tools} />
            {rows.length > 0 && <span role="status">{say(selectedCount(rows.length))}</span>}
          </Space>
          <Space wrap>
            {r.versioned && <DayPicker day={day} onChange={(asOf) => change({ filters: { ...state.filters, asOf }, current: 1 })} />}
            {round(phrases.refresh, <ReloadOutlined />, () => void tools.reload())}
            {Export && <Export name={r.name} path={r.path} query={{ ...state.filters, ...query }} ids={rows.map((x) => x.id)} />}
            <ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />
            {round(phrases.toggleSearch, <SearchOutlined />, () => setSearching(!searching))}
          </Space>
        </Flex>
        {day && (
          <Alert
            banner
            type="info"
            style={{ marginBottom: 12 }}
            title={say(asOfDay(day))}
            action={
              <Button size="small" onClick={() => change({ filters: { ...state.filters, asOf: '' }, current: 1 })}>
                {say(phrases.asOfNow)}
              </Button>
            }
          />
        )}
        <ResourceTable
          of={r}
          page={page}
          state={tree ? { ...state, current: 1 } : state}
          onState={change}
          loading={list.isFetching}
          error={list.error}
          onRetry={() => void list.refetch()}
          columns={columns}
          hidden={hidden}
          {...(verb === 'page' ? { onExact: () => setExact(asked) } : {})}
          {...(selects ? { selected: rows, onSelect: setSelected } : {})}
          table={
            tree ? { pagination: false, expandable: { expandIconColumnIndex: 2, defaultExpandAllRows: (all?.length ?? 0) < 20 }, ...props.table } : props.table
          }
          actionsWidth={Math.max(Math.min(rowCommands.length, rowButtons) * 64 + 24, needed + 24, 110)}
          {...(rowCommands.some((c) => !c.perm || can(c.perm)) ? { actions } : {})}
        />
      </div>
      {props.record &&
        viewed &&
        can(permOf(r, 'view')) &&
        props.record({
          of: r,
          id: viewed,
          asOf: day,
          commands: rowCommands.filter((c) => c.key !== 'view'),
          tools: { ...tools, open: (mode, id) => (mode === 'edit' && id === viewed ? setEditing(id) : tools.open(mode, id)) },
          list: { verb, query: listed, page },
          onStep: (id, current) => set({ open: { mode: 'view', id }, ...(current ? { current } : {}) }),
          onClose: () => set({ open: null }),
        })}
      {form && can(permOf(r, form.mode)) && (!day || form.mode === 'view') && (
        <OpenRow
          key={`${form.mode}${form.id}`}
          of={r}
          mode={form.mode}
          id={form.id}
          asOf={day}
          panel={panel}
          writes={writes}
          fresh={{ ...(regions && state.filters.regionCode ? { regionCode: state.filters.regionCode } : {}), ...props.fresh?.(state) }}
          form={props.form}
          onClose={() => (viewed && props.record ? (setEditing(undefined), void tools.reload()) : set({ open: null }))}
        />
      )}
    </Flex>
  )
}

interface OpenRowProps extends Pick<ResourcePageProps, 'of' | 'writes' | 'form'> {
  mode: OpenMode
  id?: string
  asOf?: string
  panel: 'dialog' | 'drawer'
  fresh?: Record<string, unknown>
  onClose(): void
}

/** One row in a dialog or drawer: loads it first, then shows the form; asks before unsaved work is lost. */
export function OpenRow({ of: r, mode, id, asOf, panel, writes, fresh, form = (p) => <ResourceForm {...p} />, onClose }: OpenRowProps) {
  const { say, lang } = useSay()
  const unsaved = useGuard()
  const toast = useToast()
  const { submit } = useWrites(r, writes)
  const detail = useDetail(r, mode === 'add' ? undefined : id, asOf)
  const close = () =>
    void unsaved
      .leave()
      .then((yes) => yes && onClose())
      .catch(toast.failed)
  const ready = mode === 'add' || (detail.data && !detail.isFetching)
  const body = detail.error ? (
    <Result
      status="error"
      title={say(phrases.loadFailed)}
      subTitle={detail.error.message}
      extra={<Button onClick={() => void detail.refetch()}>{say(phrases.retry)}</Button>}
    />
  ) : ready ? (
    form({ of: r, mode, row: mode === 'add' ? fresh : detail.data, onSubmit: submit, onDone: onClose, onCancel: close, unsaved })
  ) : (
    <Flex justify="center">
      <Spin />
    </Flex>
  )
  const title = `${say(TITLES[mode])}${lang === 'en' ? ` ${r.en}` : r.label}`
  return panel === 'drawer' ? (
    <SidePanel open title={title} onClose={close}>
      {body}
    </SidePanel>
  ) : (
    <Dialog open title={title} onCancel={close}>
      {body}
    </Dialog>
  )
}
