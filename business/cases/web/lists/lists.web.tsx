import { DownOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { today } from '../../../../kit/web/clock.web.ts'
import type { Page } from '../../../../kit/model/page.ts'
import { useList, type AnyRow } from '../../../../kit/web/calls.web.ts'
import type { ToolCommand } from '../../../../kit/web/commands.web.tsx'
import { listQuery, useListState, type ListPatch, type ListState } from '../../../../kit/web/list-state.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { ResourcePage } from '../../../../platform/list/ResourcePage.web.tsx'
import { useNeighbours } from '../../../../platform/record/neighbours.web.ts'
import { RecordBar } from '../../../../platform/record/RecordPage.web.tsx'
import { typeCodes, type TypeCode } from '../../../../services/process/engine/definitions.ts'
import { business } from '../../definitions/business.ts'
import { STATUS, WHOSE } from '../../rules/flow.ts'
import { previousDay } from '../../rules/promise.ts'
import { Cards } from './Cards.web.tsx'
import { CasePage, type ShownCase } from '../form/CasePage.web.tsx'
import { caseColumns } from './list-columns.web.tsx'
import { rowCommands, type ListKind } from './list-commands.web.ts'
import { ListDialogs, type ListDialog } from './ListDialogs.web.tsx'
import type { Screens } from '../screen.web.ts'
import { words } from '../words.ts'

/** The status of the businesses of a list, where all of them have one. */
const STATUS_OF: Readonly<Partial<Record<ListKind, string>>> = { 'todo-list': STATUS.todo, 'done-list': STATUS.done, 'revoke-list': STATUS.revoked }
/** What waits for somebody, by whose it is. */
const WAITING_AS = {
  whose: {
    label: words.whose,
    choices: [
      { value: WHOSE.me, label: words.whoseMe },
      { value: WHOSE.role, label: words.whoseRole },
    ],
  },
} as const
const NO_CHOICES = {}
/** Begins a new case of one of the types that can be accepted. */
function AcceptButton({ types, onAccept }: { types: readonly string[]; onAccept(typeCode: string): void }) {
  const { say } = useSay()
  const { label } = useDict('business_type')
  return (
    <Dropdown autoFocus trigger={['click']} menu={{ items: types.map((key) => ({ key, label: label(key), onClick: () => onAccept(key) })) }}>
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
  const yesterday = previousDay(today())
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

interface BusinessTableProps {
  kind: ListKind
  screens: Screens
  Push: ShownCase['Push']
}
/** The rows of a list with what narrows them, and what may be done with them. */
function BusinessTable({ kind, screens, Push }: BusinessTableProps) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const client = useQueryClient()
  const [state, set] = useListState(business)
  const [dialog, setDialog] = useState<ListDialog>()
  const close = () => setDialog(undefined)
  const done = () => {
    close()
    void client.invalidateQueries({ queryKey: queryKeyOf(business) })
  }
  const show = (what: 'flow' | 'revoke' | 'transfer' | 'push') => (row: AnyRow) => setDialog({ show: what, row })
  const accept = (type: string) => set({ open: { mode: 'add', id: type } })
  const commands = rowCommands({
    kind,
    onFlow: show('flow'),
    onRevoke: show('revoke'),
    onCopied: accept,
    onTransfer: show('transfer'),
    onPush: Push && show('push'),
  })
  const pass: ToolCommand = { key: 'pass', label: words.passMany, perm: 'business_commit', needsRows: true, run: (rows) => setDialog({ show: 'pass', rows }) }
  const isExported = kind !== 'todo-list' && kind !== 'handled-list'
  return (
    <>
      <ResourcePage
        of={business}
        verb={kind}
        layoutName={`business-${kind}`}
        columns={caseColumns(kind, lang, say, state)}
        rowCommands={commands}
        toolCommands={kind === 'todo-list' ? [pass] : []}
        choices={kind === 'todo-list' ? WAITING_AS : NO_CHOICES}
        exported={isExported && (kind === 'page' ? {} : { status: STATUS_OF[kind] })}
        without={kind === 'done-list' || kind === 'revoke-list' ? ['status', 'currentActive'] : []}
        above={(total) => <ListCards kind={kind} state={state} set={set} total={total} />}
        extra={can('business_add') && (kind === 'todo-list' || kind === 'page') && <AcceptButton types={Object.keys(screens)} onAccept={accept} />}
      />
      {dialog && <ListDialogs dialog={dialog} Push={Push} onClose={close} onDone={done} onPassed={done} />}
    </>
  )
}

/** The cases before and after one that is looked at, in the order of its list. */
function Beside({ kind, id, state, onStep }: { kind: ListKind; id: string; state: ListState; onStep(id: string, current?: number): void }) {
  const query = listQuery(state)
  const { data } = useList<Page<AnyRow>>(business, kind, query)
  return <RecordBar of={useNeighbours({ of: business, id, list: { verb: kind, query, page: data } })} onStep={onStep} />
}

/** One of the lists of businesses; an open row stands in the place of the list. Source: screens.md C1. */
function BusinessList({ kind, panels, screens, Papers, Rounds, Push }: { kind: ListKind } & ShownCase) {
  const [state, set] = useListState(business)
  const client = useQueryClient()
  const viewed = state.open?.mode === 'view' ? state.open.id : undefined
  if (!state.open) return <BusinessTable kind={kind} screens={screens} Push={Push} />
  return (
    <>
      {viewed && (
        <Beside kind={kind} id={viewed} state={state} onStep={(id, current) => set({ open: { mode: 'view', id }, ...(current ? { current } : {}) })} />
      )}
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
          void client.invalidateQueries({ queryKey: queryKeyOf(business) })
        }}
        onSaved={(id) => set({ open: { mode: 'edit', id } })}
      />
    </>
  )
}

export const Todo = (p: ShownCase) => <BusinessList kind="todo-list" {...p} />
export const All = (p: ShownCase) => <BusinessList kind="page" {...p} />
export const Handled = (p: ShownCase) => <BusinessList kind="handled-list" {...p} />
export const Done = (p: ShownCase) => <BusinessList kind="done-list" {...p} />
export const Revoked = (p: ShownCase) => <BusinessList kind="revoke-list" {...p} />
