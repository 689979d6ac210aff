import { Alert, Segmented } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import type { RowCommand, Tools } from '../../../kit/web/commands.web.tsx'
import { phrases } from '../../../kit/web/phrases.ts'
import type { Column } from '../../../kit/web/ResourceTable.web.tsx'
import { usePageState } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { flow_deployment } from '../flow.ts'
import { DiagramDialog, ProcessName, State, VersionTag } from './parts.web.tsx'
import { words } from './words.ts'

const change = (state: 'active' | 'suspend') => (row: AnyRow, t: Tools) =>
  api.post('cpt-flow/manager/change-state', {}, { processId: row.id, state }).then(t.reload)

/** Deployed processes: diagram, enable, disable, delete; those of the product to look at. Source: screens.md A24. */
export default function Manager() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const [drawn, setDrawn] = useState<AnyRow>()
  const builtIn = search.builtIn === '1'
  const on = (row: AnyRow) => row.suspensionState === 'active'
  const diagram: RowCommand = { key: 'diagram', label: words.diagram, perm: 'flow_deployment_view', run: setDrawn }
  const commands: RowCommand[] = [
    diagram,
    {
      key: 'enable',
      label: words.enable,
      perm: 'flow_deployment_edit',
      confirm: words.enableAsk,
      done: words.enabled,
      when: (r) => !on(r),
      run: change('active'),
    },
    { key: 'disable', label: words.disable, perm: 'flow_deployment_edit', confirm: words.disableAsk, done: words.disabled, when: on, run: change('suspend') },
    {
      key: 'delete',
      label: phrases.remove,
      perm: 'flow_deployment_delete',
      danger: true,
      confirm: phrases.confirmRemove,
      done: phrases.removed,
      run: (row, t) => api.post('cpt-flow/manager/delete-deployment', {}, { deploymentIds: row.id }).then(t.reload),
    },
  ]
  const columns = (all: readonly Column[]): Column[] =>
    all.map((c) => {
      if (c.key === 'name') return { ...c, render: (_v: unknown, row: AnyRow) => <ProcessName row={row} /> }
      if (c.key === 'version') return { ...c, render: (v: unknown) => <VersionTag of={v} /> }
      return c.key === 'suspensionState' ? { ...c, render: (v: unknown) => <State of={v} /> } : c
    })
  return (
    <>
      <Segmented
        style={{ marginBottom: 12 }}
        value={builtIn ? '1' : ''}
        onChange={(v) => setSearch({ builtIn: v || undefined, current: undefined })}
        options={[
          { value: '', label: say(words.deployedTab) },
          { value: '1', label: say(words.builtInTab) },
        ]}
      />
      {builtIn && <Alert type="info" showIcon title={say(words.builtInNote)} style={{ marginBottom: 12 }} />}
      <ResourcePage
        verb="list"
        regionTree={false}
        key={String(builtIn)}
        of={builtIn ? BUILT_IN : flow_deployment}
        toolCommands={[]}
        rowCommands={builtIn ? [diagram] : commands}
        columns={columns}
        without={['processDefinitionId', 'suspensionState']}
        query={builtIn ? { builtIn: '1' } : {}}
      />
      {drawn && <DiagramDialog processDefinitionId={drawn.processDefinitionId as string} row={drawn} onClose={() => setDrawn(undefined)} />}
    </>
  )
}
const { key, name, category } = flow_deployment.fields
const unsearched = <F extends object>(f: F): F => ({ ...f, search: undefined })
/** The built-in ones have neither version nor time, are always enabled, and are few. */
const BUILT_IN = { ...flow_deployment, fields: { key: unsearched(key), name: unsearched(name), category: unsearched(category) } }
