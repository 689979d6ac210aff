import { Descriptions, Segmented } from 'antd'
import { useState, type ReactNode } from 'react'
import { both } from '../../kit/model/lang.ts'
import { useAsk } from '../../kit/web/ask.web.ts'
import { api, isApiError } from '../../kit/web/client.web.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand, type Tools } from '../../kit/web/commands.web.tsx'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { listQuery, useListState } from '../../kit/web/list-state.web.ts'
import type { ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { columnsOf, type Column } from '../../kit/web/ResourceTable.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { DisposeDialog } from './DisposeDialog.web.tsx'
import { PushCalls, PushTotals } from './PushCalls.web.tsx'
import { Reconcile } from './reconcile/Reconcile.web.tsx'
import { push_log, PUSH_STATES, PUSH_OPEN, PUSH_STATE } from './push-log.ts'
import { readInFull } from '../../services/operations/read-only.ts'
import { withStates } from '../../services/operations/StateTag.web.tsx'
import { words } from '../../services/operations/words.ts'

const COLOURS: Readonly<Record<string, string>> = {
  [PUSH_STATE.sending]: 'processing',
  [PUSH_STATE.arrived]: 'success',
  [PUSH_STATE.failed]: 'error',
  [PUSH_STATE.disposed]: 'warning',
}
const drawn = withStates({ words: PUSH_STATES, colours: COLOURS })
const nothingPushed = both(
  '业务办结后，按“推送配置”推送的记录显示在这里。',
  'Each push appears here, once a business is finished in a region that has a push configuration.',
)
const allArrived = both('办结的业务都已送达登记机构。', 'Every finished business has arrived at the registry.')
const own = {
  said: both('应答或未推送原因', 'Answer, or why not told'),
  anyway: both('仍要再次推送?', 'Push it again all the same?'),
  all: both('全部推送', 'Push all'),
  confirmAll: both('确定推送当前列表中全部未送达的业务?', 'Push all cases of this list, which have not arrived?'),
}
const why = both('未送达原因', 'Why it has not arrived')
/** What the registry answered, or why nobody was told, stands beside the state in one column: of a push it is the one or the other. */
function withReason(columns: readonly Column[], title: string): Column[] {
  const of = (key: string) => columns.find((c) => c.key === key)!
  const reason: Column = { ...of('error'), title, render: (v, r, i) => v || (of('untold').render?.(r.untold, r, i) as ReactNode) }
  return drawn(columns).flatMap((c) => (c.key === 'error' || c.key === 'untold' ? [] : c.key === 'status' ? [c, reason] : [c]))
}

/** One push to read. */
function Entry({ row = {} }: Pick<ResourceFormProps, 'row'>) {
  const { lang } = useSay()
  const shown = drawn(columnsOf(readInFull(push_log), lang)).filter((c) => c.key !== 'businessId')
  const items = shown.map((c) => ({
    key: c.key,
    label: String(c.title),
    span: c.key === 'error' ? ('filled' as const) : 1,
    children: c.key === 'error' ? String(row.error ?? '') : ((c.render?.(row[c.key], row as AnyRow, 0) as ReactNode) ?? String(row[c.key] ?? '')),
  }))
  return (
    <>
      <Descriptions bordered size="small" column={2} items={items} />
      <PushCalls of={(row as AnyRow).calls ?? []} />
    </>
  )
}

const ARRIVED_ALREADY = 'push-arrived'
/** Pushes again: what has arrived already only when its reader, who is told when and as which message, says so. */
function useAgain() {
  const { say } = useSay()
  const [ask, toast] = [useAsk(), useToast()]
  return async (rows: readonly AnyRow[], t: Tools): Promise<void> => {
    const ids = rows.map((r) => r.id).join(',')
    const push = (again: 0 | 1) => api.post('dataPushLog/submit', { again }, { ids }, { quiet: true }).then(() => true)
    const told = (e: unknown): boolean => {
      toast.failed(e)
      return false
    }
    const asked = async (e: unknown): Promise<boolean> => {
      if (!isApiError(e) || e.key !== ARRIVED_ALREADY) return told(e)
      return (await ask(both(`${e.msg}。${say(own.anyway)}`, `${e.msg}. ${say(own.anyway)}`))) && push(1).catch(told)
    }
    // of what arrived the server tells more than this question
    if (!rows.some((r) => r.status === PUSH_STATE.arrived) && !(await ask(words.confirmPush))) return
    if (!(await push(0).catch(asked))) return
    toast.done(words.pushQueued)
    await t.reload()
  }
}
const { row, tool } = defaultCommands(push_log)
const searched = { ...push_log, fields: { ...push_log.fields, status: { ...push_log.fields.status, search: undefined } } }

/** 推送日志: all pushes, or those that have not arrived; push again, dispose of them with a reason, export. Source: screens.md F1, F2. */
export default function PushLogPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const [state] = useListState(push_log)
  const [ending, setEnding] = useState<{ ids: readonly string[]; tools: Tools }>()
  const again = useAgain()
  const open = search.only === 'open'
  const common = { label: words.pushAgain, perm: 'push_log_edit' }
  const rows: RowCommand[] = [
    row.view,
    { key: 'again', ...common, run: (r, t) => again([r], t) },
    {
      key: 'dispose',
      label: words.dispose,
      perm: 'push_log_edit',
      when: (r) => PUSH_OPEN.includes(r.status),
      run: (r, t) => setEnding({ ids: [r.id], tools: t }),
    },
  ]
  const { current: _c, size: _s, ...filters } = listQuery(state)
  const tools: ToolCommand[] = [
    // a configuration that came later mends them all
    ...(open
      ? [
          {
            key: 'all',
            label: own.all,
            perm: 'push_log_edit',
            confirm: own.confirmAll,
            done: words.pushQueued,
            run: (_on: readonly AnyRow[], t: Tools) => api.post('dataPushLog/submitOpen', undefined, filters).then(t.reload),
          },
        ]
      : []),
    { key: 'again', ...common, needsRows: true, run: again },
    { key: 'dispose', label: words.dispose, perm: 'push_log_edit', needsRows: true, run: (on, t) => setEnding({ ids: on.map((r) => r.id), tools: t }) },
    // what has not arrived is pushed or disposed of, never removed
    ...(open ? [] : [tool.delete]),
    { key: 'print', label: words.printList, perm: 'push_log_export', run: () => download('dataPushLog/print', filters) },
    { key: 'export', label: words.exportList, perm: 'push_log_export', run: () => download('dataPushLog/export', filters) },
  ]
  return (
    <>
      <PushTotals />
      <div>
        <Segmented
          style={{ marginBottom: 12 }}
          value={search.only ?? ''}
          onChange={(v) => setSearch({ only: v || undefined, current: undefined })}
          options={[
            { value: '', label: say(words.pushed) },
            { value: 'open', label: say(words.notPushed) },
            { value: 'sides', label: say(words.twoSides) },
          ]}
        />
      </div>
      {search.only === 'sides' ? (
        <Reconcile />
      ) : (
        <ResourcePage
          regionTree={false}
          of={searched}
          nothing={open ? allArrived : nothingPushed}
          verb={open ? 'notPushPage' : 'page'}
          rowCommands={rows}
          toolCommands={tools}
          columns={(list) => withReason(list, say(open ? why : own.said))}
          form={(p) => <Entry {...(p.row ? { row: p.row } : {})} />}
        />
      )}
      {ending && <DisposeDialog at="dataPushLog" ids={ending.ids.join(',')} most={200} onDone={ending.tools.reload} onClose={() => setEnding(undefined)} />}
    </>
  )
}
