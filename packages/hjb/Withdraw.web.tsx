import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Input, Space } from 'antd'
import { useState } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { api } from '../../kit/web/client.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useDialogDraft, useDraftedState } from '../../kit/web/dialog-draft.web.ts'
import { hjb } from '../package/hjb.ts'
import { withdrawWords as words } from './words.ts'

interface Check {
  ok: boolean
  reason: string
  counts: Record<string, number>
}
const COUNTED: readonly [string, Text][] = [
  ['fbf', words.fbf],
  ['cbf', words.cbf],
  ['dk', words.dk],
  ['cbht', words.cbht],
  ['djb', words.djb],
]

/** Taking a written package back: its conditions first, then what would leave, or what stands against it. */
export function Withdraw({ id }: { id: string }) {
  const { say } = useSay()
  const toast = useToast()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const draft = useDialogDraft(words.withdraw, id, { take: () => reason || undefined, put: setReason })
  useDraftedState(draft, [reason], !reason)
  const { data: check } = useQuery({
    queryKey: queryKeyOf(hjb, 'emptyCheck', id),
    enabled: isOpen,
    gcTime: 0,
    staleTime: 0,
    queryFn: () => api.get<Check>('hjb/hjbinfo/emptyCheck', { id }, { quiet: true }),
  })
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{say(words.withdraw)}</Button>
  const go = async () => {
    await api.post('hjb/hjbinfo/empty', { id, reason }, undefined, { quiet: true })
    toast.done()
    void draft?.end()
    setOpen(false)
    await client.invalidateQueries({ queryKey: queryKeyOf(hjb) })
  }
  return (
    <Form layout="vertical">
      <Alert
        type={check && !check.ok ? 'error' : 'warning'}
        showIcon
        message={say(words.conditions)}
        description={
          <Flex vertical gap="small">
            <ul style={{ margin: 0, paddingInlineStart: 20 }}>
              {words.each.map((w) => (
                <li key={w.zh}>{say(w)}</li>
              ))}
            </ul>
            {check && !check.ok && <b>{say({ zh: `不能撤回：${check.reason}`, en: `Not possible: ${check.reason}` })}</b>}
            {check?.ok && (
              <span>
                {say(words.leaves)}
                {COUNTED.map(([key, w]) => `${say(w)} ${check.counts[key] ?? 0}`).join(say({ zh: '，', en: ', ' }))}
              </span>
            )}
          </Flex>
        }
      />
      {draft?.offer}
      <Form.Item label={say(words.reason)} htmlFor="hjb-withdraw-reason" required style={{ marginBlock: 12 }}>
        <Input.TextArea id="hjb-withdraw-reason" value={reason} maxLength={500} disabled={!check?.ok} onChange={(e) => setReason(e.target.value)} />
      </Form.Item>
      <Space>
        <Button danger type="primary" disabled={!check?.ok || !reason.trim()} onClick={() => void go().catch(toast.failed)}>
          {say(words.withdraw)}
        </Button>
        <Button onClick={() => setOpen(false)}>{say(words.back)}</Button>
        {draft?.line}
      </Space>
    </Form>
  )
}
