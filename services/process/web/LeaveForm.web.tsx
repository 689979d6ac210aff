import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOpenPage } from '../../../kit/web/open-page.web.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { Alert, Button, Card, Flex, Form } from 'antd'
import { useState } from 'react'
import type { Page } from '../../../kit/model/page.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { Foot, useToast } from '../../../kit/web/dialogs.web.tsx'
import { bodyOf, showFaults } from '../../../kit/web/ResourceForm.web.tsx'
import { useUnsaved } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { useDialogDraft, draftedValues } from '../../../kit/web/dialog-draft.web.ts'
import { leave } from '../flow.ts'
import { usePathParts } from './leave-call.web.ts'
import { LeaveFields } from './LeaveFields.web.tsx'
import { Diagram, ProcessName } from './parts.web.tsx'
import { words } from './words.ts'

/** Asks for leave in a process: the form, and the way that it will go. Source: platform.md 2 (leave workflow: start form). */
export default function LeaveForm() {
  const { say } = useSay()
  const [processDefinitionId] = usePathParts(1)
  const [form] = Form.useForm()
  const toast = useToast()
  const go = useOpenPage()
  const client = useQueryClient()
  const { busy, run } = useOneCall(),
    [dirty, setDirty] = useState(false)
  useUnsaved(dirty)
  const draft = useDialogDraft(words.leaveForm, processDefinitionId ?? '', draftedValues(form))
  const list = useQuery({
    queryKey: queryKeyOf('work_start', 'page', 'all'),
    queryFn: () => api.get<Page<AnyRow>>('cpt-flow/work/start-list', { category: 'leave' }, { quiet: true }),
  })
  const of = list.data?.records.find((s) => s.processDefinitionId === processDefinitionId)
  const send = async (values: Record<string, unknown>) => {
    await run(
      async () => {
        await api.post('cpt-flow/leave/start-process', { processDefinitionId, ...bodyOf(leave, values) }, undefined, { quiet: true })
        setDirty(false)
        form.resetFields()
        void draft?.end()
        await client.invalidateQueries({ queryKey: queryKeyOf('work_sent') })
        go('/work/process', { kind: 'send' })
      },
      {
        done: words.submitted,
        refused(e) {
          if (!showFaults(form, leave, e)) toast.failed(e)
          return true
        },
      },
    )
  }
  if (list.data && !of)
    return (
      <Alert type="warning" showIcon title={say({ zh: '流程已停用或已有新版本，不能发起', en: 'The process is disabled or replaced and cannot be started' })} />
    )
  return (
    <Flex vertical gap="middle">
      <Card
        title={
          <Flex gap="middle" align="center">
            {say(words.leaveForm)}
            {of && <ProcessName row={of} />}
          </Flex>
        }
      >
        <Form
          form={form}
          name="leave-start"
          labelCol={{ flex: '7em' }}
          labelWrap
          wrapperCol={{ flex: 1 }}
          style={{ maxWidth: 880 }}
          scrollToFirstError={{ focus: true }}
          onValuesChange={() => {
            setDirty(true)
            draft?.typed()
          }}
          onFinish={(v) => void send(v)}
        >
          {draft?.offer}
          <LeaveFields />
          <Foot note={draft?.line} cancel={words.back} onCancel={() => go('/work/process', { kind: 'start' })}>
            <Button type="primary" htmlType="submit" loading={busy} disabled={!of}>
              {say(words.submit)}
            </Button>
          </Foot>
        </Form>
      </Card>
      <Card title={say(words.diagram)}>{processDefinitionId && <Diagram processDefinitionId={processDefinitionId} />}</Card>
    </Flex>
  )
}
