import { Segmented } from 'antd'
import { useOpenPage } from '../../../kit/web/open-page.web.ts'
import { useState } from 'react'
import type { AnyResource } from '../../../kit/model/resource.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import type { RowCommand } from '../../../kit/web/commands.web.tsx'
import { phrases } from '../../../kit/web/phrases.ts'
import type { Column } from '../../../kit/web/ResourceTable.web.tsx'
import { usePageState } from '../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { taskWords } from './names.ts'
import { DiagramDialog, ProcessName, State, VersionTag } from './parts.web.tsx'
import { work_sent, work_start, work_task } from './screens.ts'
import { words } from './words.ts'

const KINDS = {
  start: { of: work_start, text: words.startable, hide: [] },
  claim: { of: work_task, text: words.toClaim, hide: ['endTime', 'outcome', 'comment'] },
  todo: { of: work_task, text: words.toDo, hide: ['endTime', 'outcome', 'comment'] },
  send: { of: work_sent, text: words.sent, hide: [] },
  done: { of: work_task, text: words.done, hide: ['startTime'] },
} as const
type Kind = keyof typeof KINDS
const isKind = (v: unknown): v is Kind => typeof v === 'string' && v in KINDS

const WORK = '/work/process'
/** Where a row is handled or looked at: land business on its own screens, leave on its three pages. */
function placeOf(row: AnyRow, handle: boolean): { to: string; search?: Record<string, string> } {
  if (row.businessTable === 'business')
    return handle ? { to: '/business/todo', search: { open: `edit.${row.businessId}` } } : { to: '/business/all', search: { open: `view.${row.businessId}` } }
  return {
    to: handle
      ? `${WORK}/leave/handle/${row.taskId}/${row.processInstanceId}/${row.businessId}`
      : `${WORK}/leave/detail/${row.processInstanceId}/${row.businessId}`,
  }
}

/** My processes: what I can start, claim, do, what I started and did. Source: platform-api.md 4 (My work). */
export default function MyWork() {
  const { say, lang } = useSay()
  const { choices } = useDict('task_key')
  const { search, setSearch } = usePageState()
  const goTo = useOpenPage()
  const [drawn, setDrawn] = useState<AnyRow>()
  const kind: Kind = isKind(search.kind) ? search.kind : 'todo'
  const go = ({ to, search: q }: ReturnType<typeof placeOf>) => goTo(to, q)
  const diagram: RowCommand = { key: 'diagram', label: words.diagram, run: setDrawn }
  const view: RowCommand = { key: 'view', label: phrases.view, run: (row) => go(placeOf(row, false)) }
  const commands: Readonly<Record<Kind, RowCommand[]>> = {
    start: [{ key: 'start', label: words.start, perm: 'leave_add', run: (row) => go({ to: `${WORK}/leave/form/${row.processDefinitionId}` }) }, diagram],
    claim: [
      {
        key: 'claim',
        label: words.claim,
        confirm: words.claimAsk,
        done: words.claimed,
        run: (row, t) => api.post('cpt-flow/work/claim-task', {}, { taskId: row.taskId }).then(t.reload),
      },
      view,
      diagram,
    ],
    todo: [{ key: 'handle', label: words.handle, run: (row) => go(placeOf(row, true)) }, view, diagram],
    send: [view, diagram],
    done: [view, diagram],
  }
  const shown = KINDS[kind]
  const columns = (all: readonly Column[]): Column[] =>
    all
      .filter((c) => !(shown.hide as readonly string[]).includes(c.key))
      .map((c) => {
        if (c.key === 'processDefinitionName' || c.key === 'name') return { ...c, render: (_v: unknown, row: AnyRow) => <ProcessName row={row} /> }
        if (c.key === 'taskName') return { ...c, render: (v: unknown) => taskWords(lang, v, choices) }
        if (c.key === 'status' || c.key === 'outcome') return { ...c, render: (v: unknown) => <State of={v} /> }
        return c.key === 'version' || c.key === 'processDefinitionVersion' ? { ...c, render: (v: unknown) => <VersionTag of={v} /> } : c
      })
  return (
    <>
      <Segmented
        style={{ marginBottom: 12 }}
        value={kind}
        onChange={(v) => setSearch({ ...Object.fromEntries(Object.keys(search).map((n) => [n, undefined])), kind: v })}
        options={Object.entries(KINDS).map(([value, k]) => ({ value: value as Kind, label: say(k.text) }))}
      />
      <ResourcePage
        regionTree={false}
        key={kind}
        of={shown.of as AnyResource}
        verb={`${kind}-list`}
        toolCommands={[]}
        rowCommands={commands[kind]}
        columns={columns}
      />
      {drawn && (
        <DiagramDialog
          {...(kind === 'start' ? { processDefinitionId: drawn.processDefinitionId as string } : { processInstanceId: drawn.processInstanceId as string })}
          row={drawn}
          onClose={() => setDrawn(undefined)}
        />
      )}
    </>
  )
}
