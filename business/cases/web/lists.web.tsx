import { DownOutlined, ReloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, Flex, Grid } from 'antd'
import { useState } from 'react'
import { minuteText, today } from '../../../kit/web/clock.web.ts'
import type { Page } from '../../../kit/model/page.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { Commands, type RowCommand, type Tools } from '../../../kit/web/commands.web.tsx'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { listQuery, useListState } from '../../../kit/web/list-state.web.ts'
import { phrases } from '../../../kit/web/phrases.ts'
import { RegionTree } from '../../../kit/web/RegionTree.web.tsx'
import { columnsOf, ColumnChooser, ResourceTable, useHiddenColumns } from '../../../kit/web/ResourceTable.web.tsx'
import { SearchBar } from '../../../kit/web/SearchBar.web.tsx'
import { usePageState, useSession } from '../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { business } from '../business.ts'
import { STATUS } from '../flow.ts'
import type { CaseRow } from './form.web.ts'
import { Cards } from './Cards.web.tsx'
import { CasePage, type Shown } from './CasePage.web.tsx'
import { FlowDialog } from './FlowDialog.web.tsx'
import { RevokeDialog } from './RevokeDialog.web.tsx'
import { dayBefore } from '../promise.ts'
import { Due, HandledTask, Holder, TaskName } from './cells.web.tsx'
import { PassMany } from './PassMany.web.tsx'
import { StatusTag } from './StatusTag.web.tsx'
import { TransferDialog } from './TransferDialog.web.tsx'
import type { Screens } from './screen.web.ts'
import { typeCodes, type TypeCode } from '../../../services/process/engine/definitions.ts'
import { words } from './words.ts'

type Kind = 'todo-list' | 'page' | 'handled-list' | 'done-list' | 'revoke-list'
const OF_KIND = { 'todo-list': STATUS.todo, 'done-list': STATUS.done, 'revoke-list': STATUS.revoked } as const
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

interface ActsOf {
  kind: Kind
  onFlow(row: AnyRow): void
  onRevoke(row: AnyRow): void
  onCopied(typeCode: string): void
  onTransfer(row: AnyRow): void
  /** where the installation tells other offices */
  onPush?: ((row: AnyRow) => void) | undefined
}
/** Columns that stand before the state of a business. */
const FIRST: readonly string[] = ['businessName']
/** Row buttons of a list; what a business does not admit is not there. */
function rowCommands({ kind, onFlow, onRevoke, onCopied, onTransfer, onPush }: ActsOf): RowCommand[] {
  const running = (row: AnyRow) => row.status === STATUS.todo || row.status === STATUS.doing
  const todo: RowCommand[] =
    kind !== 'todo-list'
      ? []
      : [
          { key: 'handle', label: words.handle, perm: 'business_edit', run: (row, t) => t.open('edit', row.id) },
          {
            key: 'claim',
            label: words.claim,
            perm: 'business_edit',
            done: words.claimed,
            when: (row) => !!row.taskId && !row.assignee && !row.signMode,
            run: (row, t) => api.post('cpt-flow/work/claim-task', {}, { taskId: row.taskId }).then(t.reload),
          },
        ]
  return [
    ...todo,
    { key: 'view', label: phrases.view, perm: 'business_view', run: (row, t) => t.open('view', row.id) },
    ...(kind === 'todo-list' || kind === 'page'
      ? [
          {
            key: 'transfer',
            label: words.transfer,
            perm: 'business_commit',
            when: (row) => !!row.taskId && !row.signMode && !row.ownerName,
            run: onTransfer,
          } satisfies RowCommand,
        ]
      : []),
    {
      key: 'copy',
      label: words.copy,
      perm: 'business_add',
      confirm: words.copyAsk,
      when: (row) => row.status === STATUS.revoked && (kind === 'revoke-list' || kind === 'page'),
      run: async (row) => onCopied((await api.post<{ businessTypeCode: string }>('yw-accept/business/copy', {}, { businessId: row.id })).businessTypeCode),
    },
    { key: 'flow', label: words.flow, perm: 'business_view', when: (row) => !!row.processInstanceId, run: onFlow },
    ...(onPush && (kind === 'done-list' || kind === 'page')
      ? [{ key: 'push', label: words.pushState, perm: 'push_log_view', when: (row) => row.status === STATUS.done, run: onPush } satisfies RowCommand]
      : []),
    ...(kind === 'todo-list' || kind === 'page'
      ? [{ key: 'revoke', label: words.revoke, perm: 'business_revoke', danger: true, when: running, run: onRevoke } satisfies RowCommand]
      : []),
    {
      key: 'delete',
      label: phrases.remove,
      perm: 'business_delete',
      danger: true,
      confirm: phrases.confirmRemove,
      done: phrases.removed,
      when: (row) => (kind === 'todo-list' && row.status === STATUS.todo) || (kind === 'revoke-list' && row.status === STATUS.revoked),
      run: (row, t) => t.remove([row.id]),
    },
  ]
}

/** What an address asks to begin: a type, or `<type>.<code of a contractor, parcel or book>`; without a name the first type. */
function begunFrom(screens: Screens, asked: string | undefined): { typeCode: TypeCode; start?: string } | undefined {
  const [name, start] = (asked ?? Object.keys(screens)[0] ?? '').split('.')
  const typeCode = typeCodes.find((t) => t === name)
  return typeCode && { typeCode, ...(start ? { start } : {}) }
}

/** One of the four lists of businesses; an open row stands in the place of the list. Source: screens.md C1. */
function BusinessList({ kind, panels, screens, Papers, Rounds, Push }: { kind: Kind } & Shown) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const Export = usePageState().tables?.Export
  const [state, set] = useListState(business)
  const roomy = Grid.useBreakpoint().md !== false
  const client = useQueryClient()
  const [hidden, setHidden] = useHiddenColumns(`business-${kind}`)
  const [flow, setFlow] = useState<AnyRow>(),
    [revoking, setRevoking] = useState<AnyRow>(),
    [giving, setGiving] = useState<AnyRow>(),
    [pushed, setPushed] = useState<AnyRow>(),
    [chosen, setChosen] = useState<readonly AnyRow[]>([]),
    [passing, setPassing] = useState<readonly AnyRow[]>()
  const many = kind === 'todo-list' && can('business_commit')
  const query = listQuery(state)
  const list = useQuery({
    queryKey: ['business', kind, query],
    placeholderData: keepPreviousData,
    enabled: !state.open,
    queryFn: () => api.get<Page<AnyRow>>(`yw-accept/business/${kind}`, query, { quiet: true }),
  })
  const reload = () => client.invalidateQueries({ queryKey: ['business'] })
  if (state.open) {
    const close = () => {
      set({ open: null })
      void reload()
    }
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
        onClose={close}
        onSaved={(id) => set({ open: { mode: 'edit', id } })}
      />
    )
  }
  const tools: Tools = {
    open: (mode, id) => set({ open: { mode, ...(id ? { id } : {}) } }),
    reload,
    remove: async (ids) => {
      await api.post('yw-accept/business/remove', undefined, { ids: ids.join(',') })
      await reload()
    },
  }
  const wide = kind === 'page'
  const under = kind === 'todo-list' || kind === 'handled-list' || wide
  const plain = columnsOf(business, lang, state)
  const columns = [
    ...FIRST.map((key) => plain.find((c) => c.key === key)!),
    ...(kind === 'handled-list'
      ? [{ key: 'handledTask', title: say(words.handledTask), width: 170, render: (_v: unknown, row: AnyRow) => <HandledTask row={row} /> }]
      : []),
    ...(under
      ? [
          { key: 'currentActive', title: say(words.task), width: 100, render: (_v: unknown, row: AnyRow) => <TaskName row={row} /> },
          { key: 'assigneeName', title: say(words.holder), width: 100, render: (_v: unknown, row: AnyRow) => <Holder row={row} /> },
        ]
      : []),
    ...(kind === 'todo-list'
      ? []
      : [{ key: 'status', dataIndex: 'status', title: say({ zh: '状态', en: 'Status' }), width: 100, render: (v: unknown) => <StatusTag value={v} /> }]),
    ...(kind === 'revoke-list' ? [{ key: 'revokeReason', dataIndex: 'revokeReason', title: say(words.reason), width: 200, ellipsis: true }] : []),
    ...plain.filter(
      (c) => !FIRST.includes(c.key) && !['currentActive', 'status', 'progress', 'dueDay', ...(kind === 'done-list' ? [] : ['finishTime'])].includes(c.key),
    ),
    ...plain.filter((c) => c.key === 'dueDay').map((c) => ({ ...c, width: 170, render: (_v: unknown, row: AnyRow) => <Due row={row} /> })),
    { key: 'regionName', dataIndex: 'regionName', title: say(words.region), width: 120, ellipsis: true },
    {
      key: 'progress',
      dataIndex: 'progress',
      title: say({ zh: '进度', en: 'Progress' }),
      width: 80,
      render: (v: unknown) => (v == null ? '' : `${String(v)}%`),
    },
    { key: 'createTime', dataIndex: 'createTime', title: say({ zh: '创建时间', en: 'Created' }), width: 150, render: minuteText },
  ]
  const commands = rowCommands({
    kind,
    onFlow: setFlow,
    onRevoke: setRevoking,
    onCopied: (type) => tools.open('add', type),
    onTransfer: setGiving,
    onPush: Push && setPushed,
  })
  return (
    <Flex gap="middle" align="start" wrap>
      {roomy && (
        <div style={{ flex: '0 0 240px' }}>
          <RegionTree value={state.filters.regionCode} onChange={(code) => set({ filters: { ...state.filters, regionCode: code ?? '' }, current: 1 })} />
        </div>
      )}
      <div style={{ flex: '1 1 480px', minWidth: 0 }}>
        {kind !== 'handled-list' && (
          <Cards
            filters={state.filters}
            at={kind === 'page' ? (state.filters.status ?? '') : OF_KIND[kind]}
            {...(wide
              ? {
                  onStatus: (status: string) => set({ filters: { ...state.filters, status, dueDayEnd: '' }, current: 1 }),
                  onLate: () => set({ filters: { ...state.filters, status: STATUS.doing, dueDayEnd: dayBefore(today()) }, current: 1 }),
                  late: state.filters.status === STATUS.doing && state.filters.dueDayEnd === dayBefore(today()),
                }
              : {})}
            {...(kind === 'todo-list' ? { mine: list.data?.total ?? 0 } : {})}
          />
        )}
        <SearchBar
          of={business}
          filters={state.filters}
          without={[...(roomy ? ['regionCode'] : []), ...(kind === 'done-list' || kind === 'revoke-list' ? ['status', 'currentActive'] : [])]}
          onSearch={(filters) => set({ filters, current: 1 })}
        />
        <Flex justify="space-between" style={{ marginBottom: 12 }}>
          <div>
            <Flex gap="small">
              {can('business_add') && (kind === 'todo-list' || wide) && (
                <AcceptButton types={Object.keys(screens)} onAccept={(type) => tools.open('add', type)} />
              )}
              {many && (
                <Button disabled={chosen.length === 0} onClick={() => setPassing(chosen)}>
                  {say(words.passMany)}
                  {chosen.length > 0 && ` (${chosen.length})`}
                </Button>
              )}
            </Flex>
          </div>
          <Flex gap="small">
            <Button shape="circle" icon={<ReloadOutlined />} aria-label={say(phrases.refresh)} onClick={() => void reload()} />
            {Export && kind !== 'todo-list' && kind !== 'handled-list' && (
              <Export
                name={business.name}
                path={business.path}
                query={{ ...state.filters, ...(wide ? {} : { status: OF_KIND[kind as 'done-list' | 'revoke-list'] }) }}
              />
            )}
            <ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />
          </Flex>
        </Flex>
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
          {...(many ? { selected: chosen, onSelect: setChosen } : {})}
          actionsWidth={kind === 'todo-list' ? 190 : 180}
          actions={(row) => <Commands of={commands} on={row} tools={tools} limit={3} size="small" type="link" />}
        />
      </div>
      {passing && (
        <PassMany
          of={passing}
          onClose={() => {
            setPassing(undefined)
            setChosen([])
            void reload()
          }}
        />
      )}
      {giving && (
        <TransferDialog
          of={giving}
          onClose={() => setGiving(undefined)}
          onDone={() => {
            setGiving(undefined)
            void reload()
          }}
        />
      )}
      {pushed && Push && (
        <Dialog open width={860} title={`${say(words.pushState)} ${pushed.businessName ?? ''}`} onCancel={() => setPushed(undefined)}>
          <Push row={pushed as CaseRow} />
        </Dialog>
      )}
      {flow && <FlowDialog processInstanceId={flow.processInstanceId} title={flow.businessName} onClose={() => setFlow(undefined)} />}
      {revoking && (
        <RevokeDialog
          of={revoking}
          onClose={() => setRevoking(undefined)}
          onDone={() => {
            setRevoking(undefined)
            void reload()
          }}
        />
      )}
    </Flex>
  )
}

export const Todo = (p: Shown) => <BusinessList kind="todo-list" {...p} />
export const All = (p: Shown) => <BusinessList kind="page" {...p} />
export const Handled = (p: Shown) => <BusinessList kind="handled-list" {...p} />
export const Done = (p: Shown) => <BusinessList kind="done-list" {...p} />
export const Revoked = (p: Shown) => <BusinessList kind="revoke-list" {...p} />
