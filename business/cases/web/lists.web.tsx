import { DownOutlined, ReloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Button, Dropdown, Flex, Grid } from 'antd'
import { useState } from 'react'
import { today } from '../../../kit/web/clock.web.ts'
import type { Page } from '../../../kit/model/page.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { Commands, type Tools } from '../../../kit/web/commands.web.tsx'
import { listQuery, useListState, type ListPatch, type ListState } from '../../../kit/web/list-state.web.ts'
import { phrases } from '../../../kit/web/phrases.ts'
import { RegionTree } from '../../../kit/web/RegionTree.web.tsx'
import { ColumnChooser, ResourceTable, useHiddenColumns, type Column } from '../../../kit/web/ResourceTable.web.tsx'
import { SearchBar } from '../../../kit/web/SearchBar.web.tsx'
import { usePageState, useSession } from '../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { typeCodes, type TypeCode } from '../../../services/process/engine/definitions.ts'
import { business } from '../business.ts'
import { STATUS } from '../flow.ts'
import { dayBefore } from '../promise.ts'
import { Cards } from './Cards.web.tsx'
import { CasePage, type Shown } from './CasePage.web.tsx'
import { listColumns } from './list-columns.web.tsx'
import { rowCommands, type ListKind } from './list-commands.web.ts'
import { ListDialogs, type ListDialog } from './ListDialogs.web.tsx'
import type { Screens } from './screen.web.ts'
import { words } from './words.ts'

/** The status of the businesses of a list, where all of them have one. */
const STATUS_OF: Readonly<Partial<Record<ListKind, string>>> = { 'todo-list': STATUS.todo, 'done-list': STATUS.done, 'revoke-list': STATUS.revoked }
/** Begins a new case of one of the types that can be accepted. */
function AcceptButton({ types, onAccept }: { types: readonly string[]; onAccept(typeCode: string): void }) {
  const { say } = useSay()
  const { label } = useDict('business_type')
  return (
    <Dropdown trigger={['click']} menu={{ items: types.map((key) => ({ key, label: label(key), onClick: () => onAccept(key) })) }}>
      <Button type="primary" icon={<DownOutlined />} iconPlacement="end">
        {say(words.accept)}
      </Button>
    </Dropdown>
  )
}

/** What an address asks to begin: a type, or `<type>.<code of a contractor, parcel or book>`; without a name the first type. */
function begunFrom(screens: Screens, asked: string | undefined): { typeCode: TypeCode; start?: string } | undefined {
  const [name, start] = (asked ?? Object.keys(screens)[0] ?? '').split('.')
  const typeCode = typeCodes.find((t) => t === name)
  return typeCode && { typeCode, ...(start ? { start } : {}) }
}

interface ListCardsProps {
  kind: ListKind
  state: ListState
  set(patch: ListPatch): void
  /** rows of the list of what one has to do */
  total: number
}
/** The numbers above a list: in the list of all businesses each narrows it. */
function ListCards({ kind, state: { filters }, set, total }: ListCardsProps) {
  if (kind === 'handled-list') return null
  const yesterday = dayBefore(today())
  const narrowing = {
    onStatus: (status: string) => set({ filters: { ...filters, status, dueDayEnd: '' }, current: 1 }),
    onLate: () => set({ filters: { ...filters, status: STATUS.doing, dueDayEnd: yesterday }, current: 1 }),
    late: filters.status === STATUS.doing && filters.dueDayEnd === yesterday,
  }
  return (
    <Cards
      filters={filters}
      at={kind === 'page' ? (filters.status ?? '') : STATUS_OF[kind]!}
      {...(kind === 'page' ? narrowing : {})}
      {...(kind === 'todo-list' ? { mine: total } : {})}
    />
  )
}

interface ToolbarProps {
  kind: ListKind
  filters: ListState['filters']
  types: readonly string[]
  /** chosen rows, where many may be passed on together */
  chosen: readonly AnyRow[] | undefined
  columns: readonly Column[]
  hidden: readonly string[]
  onHidden(keys: readonly string[]): void
  onAccept(typeCode: string): void
  onPass(): void
  onReload(): void
}
/** The buttons above a list: begin a business, pass many on; read anew, export, choose columns. */
function ListToolbar({ kind, filters, types, chosen, columns, hidden, onHidden, onAccept, onPass, onReload }: ToolbarProps) {
  const { say } = useSay()
  const { can } = useSession()
  const Export = usePageState().tables?.Export
  const exported = kind === 'page' ? filters : { ...filters, status: STATUS_OF[kind] }
  return (
    <Flex justify="space-between" style={{ marginBottom: 12 }}>
      <div>
        <Flex gap="small">
          {can('business_add') && (kind === 'todo-list' || kind === 'page') && <AcceptButton types={types} onAccept={onAccept} />}
          {chosen && (
            <Button disabled={chosen.length === 0} onClick={onPass}>
              {say(words.passMany)}
              {chosen.length > 0 && ` (${chosen.length})`}
            </Button>
          )}
        </Flex>
      </div>
      <Flex gap="small">
        <Button shape="circle" icon={<ReloadOutlined />} aria-label={say(phrases.refresh)} onClick={onReload} />
        {Export && kind !== 'todo-list' && kind !== 'handled-list' && <Export name={business.name} path={business.path} query={exported} />}
        <ColumnChooser columns={columns} hidden={hidden} onChange={onHidden} />
      </Flex>
    </Flex>
  )
}

interface BusinessTableProps {
  kind: ListKind
  state: ListState
  set(patch: ListPatch): void
  tools: Tools
  list: UseQueryResult<Page<AnyRow>>
  /** rows chosen to be passed on together */
  chosen: readonly AnyRow[]
  onChoose(rows: readonly AnyRow[]): void
  screens: Screens
  Push: Shown['Push']
}
/** The rows of a list with what narrows them, and what may be done with them. */
function BusinessTable({ kind, state, set, tools, list, chosen, onChoose, screens, Push }: BusinessTableProps) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const hasRoom = Grid.useBreakpoint().md !== false
  const [hidden, setHidden] = useHiddenColumns(`business-${kind}`)
  const [dialog, setDialog] = useState<ListDialog>()
  const mayChoose = kind === 'todo-list' && can('business_commit')
  const close = () => setDialog(undefined)
  const done = () => {
    close()
    void tools.reload()
  }
  const show = (what: 'flow' | 'revoke' | 'transfer' | 'push') => (row: AnyRow) => setDialog({ show: what, row })
  const accept = (type: string) => tools.open('add', type)
  const columns = listColumns(kind, lang, say, state)
  const commands = rowCommands({
    kind,
    onFlow: show('flow'),
    onRevoke: show('revoke'),
    onCopied: accept,
    onTransfer: show('transfer'),
    onPush: Push && show('push'),
  })
  return (
    <Flex gap="middle" align="start" wrap>
      {hasRoom && (
        <div style={{ flex: '0 0 240px' }}>
          <RegionTree value={state.filters.regionCode} onChange={(code) => set({ filters: { ...state.filters, regionCode: code ?? '' }, current: 1 })} />
        </div>
      )}
      <div style={{ flex: '1 1 480px', minWidth: 0 }}>
        <ListCards kind={kind} state={state} set={set} total={list.data?.total ?? 0} />
        <SearchBar
          of={business}
          filters={state.filters}
          without={[...(hasRoom ? ['regionCode'] : []), ...(kind === 'done-list' || kind === 'revoke-list' ? ['status', 'currentActive'] : [])]}
          onSearch={(filters) => set({ filters, current: 1 })}
        />
        <ListToolbar
          kind={kind}
          filters={state.filters}
          types={Object.keys(screens)}
          chosen={mayChoose ? chosen : undefined}
          columns={columns}
          hidden={hidden}
          onHidden={setHidden}
          onAccept={accept}
          onPass={() => setDialog({ show: 'pass', rows: chosen })}
          onReload={() => void tools.reload()}
        />
        <ResourceTable
          of={business}
          page={list.data}
          state={state}
          onState={set}
          loading={list.isFetching}
          error={list.error}
          onRetry={() => void list.refetch()}
          columns={columns}
          hidden={hidden}
          {...(mayChoose ? { selected: chosen, onSelect: onChoose } : {})}
          actionsWidth={kind === 'todo-list' ? 190 : 180}
          actions={(row) => <Commands of={commands} on={row} tools={tools} limit={3} size="small" type="link" />}
        />
      </div>
      {dialog && (
        <ListDialogs
          dialog={dialog}
          Push={Push}
          onClose={close}
          onDone={done}
          onPassed={() => {
            onChoose([])
            done()
          }}
        />
      )}
    </Flex>
  )
}

/** One of the lists of businesses; an open row stands in the place of the list. Source: screens.md C1. */
function BusinessList({ kind, panels, screens, Papers, Rounds, Push }: { kind: ListKind } & Shown) {
  const [state, set] = useListState(business)
  const client = useQueryClient()
  const [chosen, setChosen] = useState<readonly AnyRow[]>([])
  const query = listQuery(state)
  const list = useQuery({
    queryKey: ['business', kind, query],
    placeholderData: keepPreviousData,
    enabled: !state.open,
    queryFn: () => api.get<Page<AnyRow>>(`yw-accept/business/${kind}`, query, { quiet: true }),
  })
  const reload = () => client.invalidateQueries({ queryKey: ['business'] })
  const tools: Tools = {
    open: (mode, id) => set({ open: { mode, ...(id ? { id } : {}) } }),
    reload,
    remove: async (ids) => {
      await api.post('yw-accept/business/remove', undefined, { ids: ids.join(',') })
      await reload()
    },
  }
  if (!state.open)
    return <BusinessTable kind={kind} state={state} set={set} tools={tools} list={list} chosen={chosen} onChoose={setChosen} screens={screens} Push={Push} />
  return (
    <CasePage
      key={`${state.open.mode}${state.open.id}`}
      {...(state.open.mode === 'add' ? { of: begunFrom(screens, state.open.id) } : { id: state.open.id })}
      panels={panels}
      screens={screens}
      Papers={Papers}
      Rounds={Rounds}
      Push={Push}
      view={state.open.mode === 'view'}
      onClose={() => {
        set({ open: null })
        void reload()
      }}
      onSaved={(id) => set({ open: { mode: 'edit', id } })}
    />
  )
}

export const Todo = (p: Shown) => <BusinessList kind="todo-list" {...p} />
export const All = (p: Shown) => <BusinessList kind="page" {...p} />
export const Handled = (p: Shown) => <BusinessList kind="handled-list" {...p} />
export const Done = (p: Shown) => <BusinessList kind="done-list" {...p} />
export const Revoked = (p: Shown) => <BusinessList kind="revoke-list" {...p} />
