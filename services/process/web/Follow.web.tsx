import { Form, Input } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import type { RowCommand, Tools } from '../../../kit/web/commands.web.tsx'
import { useAsk } from '../../../kit/web/ask.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import type { Column } from '../../../kit/web/ResourceTable.web.tsx'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { DialogForm } from '../../../platform/parts/DialogForm.web.tsx'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { taskWords } from './names.ts'
import { DiagramDialog, ProcessName, useProcessName, VersionTag } from './parts.web.tsx'
import { running } from './screens.ts'
import { words } from './words.ts'

interface Stopping {
  row: AnyRow
  tools: Tools
}
/** Asks for the reason and stops a process. */
function StopDialog({ of: { row, tools }, onClose }: { of: Stopping; onClose(): void }) {
  const { say } = useSay()
  const ask = useAsk()
  const name = useProcessName()
  const { busy, run } = useOneCall()
  const stop = async ({ reason }: { reason: string }) => {
    if (!(await ask(words.stopAsk, true))) return false
    return run(() => api.post('cpt-flow/follow/delete-process-instance', { processInstanceId: row.id, reason }), { done: words.stopped })
  }
  const done = () => {
    onClose()
    return tools.reload()
  }
  return (
    <Dialog open width={520} title={`${say(words.stop)} - ${name(row)}`} onCancel={onClose}>
      <DialogForm name="stop" of={words.stop} about={row.id} busy={busy} act={words.stop} danger onSend={stop} onDone={done} onCancel={onClose}>
        <Form.Item
          name="reason"
          label={say(words.reason)}
          required
          rules={[{ required: true, whitespace: true, message: say(words.reasonNeeded) }, { max: 200 }]}
        >
          <Input.TextArea autoSize={{ minRows: 3 }} maxLength={200} showCount />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}

/** Running processes: where they stand, and stopping one with a reason. Source: screens.md A24. */
export default function Follow() {
  const { lang } = useSay()
  const { choices } = useDict('task_key')
  const [drawn, setDrawn] = useState<AnyRow>(),
    [stopping, setStopping] = useState<Stopping>()
  const commands: RowCommand[] = [
    { key: 'diagram', label: words.diagram, perm: 'process_instance_view', run: setDrawn },
    {
      key: 'stop',
      label: words.stop,
      perm: 'process_instance_delete',
      danger: true,
      when: (r) => r.category !== 'business' || words.landNote,
      run: (row, tools) => setStopping({ row, tools }),
    },
  ]
  const columns = (all: readonly Column[]): Column[] =>
    all.map((c) => {
      if (c.key === 'processName') return { ...c, render: (_v: unknown, row: AnyRow) => <ProcessName row={row} /> }
      if (c.key === 'version') return { ...c, render: (v: unknown) => <VersionTag of={v} /> }
      return c.key === 'activityName'
        ? {
            ...c,
            render: (v: unknown) =>
              String(v)
                .split('、')
                .map((name) => taskWords(lang, name, choices))
                .join(', '),
          }
        : c
    })
  return (
    <>
      <ResourcePage verb="list" regionTree={false} of={running} toolCommands={[]} rowCommands={commands} columns={columns} />
      {drawn && <DiagramDialog processInstanceId={drawn.id} row={drawn} onClose={() => setDrawn(undefined)} />}
      {stopping && <StopDialog of={stopping} onClose={() => setStopping(undefined)} />}
    </>
  )
}
