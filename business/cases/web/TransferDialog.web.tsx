import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { Dialog, useToast } from '../../../kit/web/dialogs.web.tsx'
import { phrases } from '../../../kit/web/phrases.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { words } from './words.ts'

/** Gives the open task of a case to another person who may do it. */
export function TransferDialog({ of: row, onClose, onDone }: { of: AnyRow; onClose(): void; onDone(): void }) {
  const { say } = useSay()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const people = useQuery({
    queryKey: ['business', 'task-people', row.taskId],
    staleTime: 0,
    queryFn: () => api.get<{ id: string; name: string }[]>('yw-accept/business/task-people', { taskId: row.taskId }),
  })
  const give = async (v: { userId: string; comment?: string }) => {
    setBusy(true)
    try {
      await api.post('yw-accept/business/transfer', { taskId: row.taskId, ...v })
      toast.done(words.transferred)
      onDone()
    } catch {
      /* the client has told why */
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open width={520} title={`${say(words.transfer)} ${row.businessName ?? ''}`} onCancel={onClose}>
      <Form name="transfer" layout="vertical" onFinish={(v) => void give(v)}>
        <Form.Item name="userId" label={say(words.transferTo)} required rules={[{ required: true, message: say(words.transferNeeded) }]}>
          <Select
            loading={people.isLoading}
            showSearch={{ optionFilterProp: 'label' }}
            options={(people.data ?? []).map((p) => ({ value: p.id, label: p.name }))}
            notFoundContent={say(words.nobodyElse)}
          />
        </Form.Item>
        <Form.Item name="comment" label={say(words.transferWhy)} rules={[{ max: 200 }]}>
          <Input.TextArea autoSize={{ minRows: 2 }} maxLength={200} showCount />
        </Form.Item>
        <Flex justify="end" gap="small">
          <Button type="primary" htmlType="submit" loading={busy}>
            {say(words.transfer)}
          </Button>
          <Button disabled={busy} onClick={onClose}>
            {say(phrases.cancel)}
          </Button>
        </Flex>
      </Form>
    </Dialog>
  )
}
