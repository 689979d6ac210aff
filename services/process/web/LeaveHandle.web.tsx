import { useQueryClient } from '@tanstack/react-query'
import { useOpenPage } from '../../../kit/web/open-page.web.ts'
import { Alert, Button, Card, Flex, Form, Input } from 'antd'
import { useState } from 'react'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk } from '../../../kit/web/ask.web.ts'
import { useToast } from '../../../kit/web/dialogs.web.tsx'
import { bodyOf, showFaults } from '../../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { useDialogDraft, draftedValues } from '../../../kit/web/dialog-draft.web.ts'
import { leave } from '../flow.ts'
import { usePathParts, type LeaveRow } from './leave-call.web.ts'
import { LeaveFields } from './LeaveFields.web.tsx'
import { LeaveView } from './LeaveView.web.tsx'
import { nameIn } from './names.ts'
import { words } from './words.ts'

/** The decision on a task; the applicant's own task also takes the changed request. */
function Decide({ of: l, taskId }: { of: LeaveRow; taskId: string }) {
  const { say, lang } = useSay()
  const [form] = Form.useForm()
  const ask = useAsk(),
    toast = useToast()
  const go = useOpenPage()
  const client = useQueryClient()
  const [busy, setBusy] = useState<'pass' | 'return'>()
  const own = l.flow.isOwnTask === 1
  const draft = useDialogDraft(words.leaveHandle, taskId, draftedValues(form))
  const decide = async (flag: boolean) => {
    const opinion = String(form.getFieldValue('comment') ?? '').trim()
    if (!flag && !opinion) return form.setFields([{ name: 'comment', errors: [say(words.opinionNeeded)] }])
    if (own && !flag && !(await ask(words.withdrawAsk, true))) return
    const values: Record<string, unknown> = own && flag ? await form.validateFields() : {}
    setBusy(flag ? 'pass' : 'return')
    try {
      const comment = opinion || (own ? undefined : say(words.agree))
      const variables = own && flag ? bodyOf(leave, values) : undefined
      await api.post(
        'cpt-flow/work/complete-task',
        { taskId, processInstanceId: l.flow.processInstanceId, businessId: l.id, flag, comment, variables },
        undefined,
        { quiet: true },
      )
      void draft?.end()
      toast.done(words.handled)
      for (const key of ['work_task', 'work_sent', 'leave', 'process'] as const) await client.invalidateQueries({ queryKey: queryKeyOf(key) })
      go('/work/process', { kind: 'todo' })
    } catch (e) {
      if (!showFaults(form, leave, e)) toast.failed(e)
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Card title={nameIn(lang, l.flow.taskName)}>
      <Form
        form={form}
        name="leave-handle"
        initialValues={l}
        labelCol={{ flex: '7em' }}
        labelWrap
        wrapperCol={{ flex: 1 }}
        style={{ maxWidth: 880 }}
        onValuesChange={() => draft?.typed()}
      >
        {draft?.offer}
        {own && <LeaveFields />}
        <Form.Item name="comment" label={say(words.opinion)} rules={[{ max: 254 }]}>
          <Input.TextArea autoSize={{ minRows: 3 }} maxLength={254} showCount placeholder={own ? undefined : say(words.agree)} />
        </Form.Item>
        <Flex justify="end" align="center" gap="small" style={{ marginTop: 24 }}>
          {draft?.line}
          <Button danger loading={busy === 'return'} disabled={busy === 'pass'} onClick={() => void decide(false).catch(() => undefined)}>
            {say(own ? words.withdraw : words.sendBack)}
          </Button>
          <Button type="primary" loading={busy === 'pass'} disabled={busy === 'return'} onClick={() => void decide(true).catch(() => undefined)}>
            {say(own ? words.resubmit : words.pass)}
          </Button>
        </Flex>
      </Form>
    </Card>
  )
}

/** Source: platform.md 2 (leave workflow: handle task). */
export default function LeaveHandle() {
  const { say } = useSay()
  const [taskId = '', , businessId = ''] = usePathParts(3)
  return (
    <LeaveView businessId={businessId} title={say(words.leaveHandle)}>
      {(row) => (row.flow.taskId === taskId ? <Decide of={row} taskId={taskId} /> : <Alert type="info" showIcon title={say(words.notYours)} />)}
    </LeaveView>
  )
}
