import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { DialogForm } from '../../../platform/parts/DialogForm.web.tsx'
import { words } from './words.ts'

/** What is done with the chosen person, its words and what is to be known before. */
const WAYS = {
  transfer: { title: words.transfer, to: words.transferTo, done: words.transferred, hint: undefined },
  delegate: { title: words.delegate, to: words.delegateTo, done: words.delegated, hint: words.delegateHint },
} as const
interface TransferProps {
  of: AnyRow
  /** hand the task over, or ask for an opinion */
  way?: keyof typeof WAYS
  onClose(): void
  onDone(): void
}
/** Gives the open task of a case to another person who may do it: for good, or for an opinion. */
export function TransferDialog({ of: row, way = 'transfer', onClose, onDone }: TransferProps) {
  const { say } = useSay()
  const { user } = useSession()
  const { title, to, done, hint } = WAYS[way]
  const { busy, run } = useOneCall()
  const people = useQuery({
    queryKey: queryKeyOf('business', 'task-people', row.taskId),
    staleTime: 0,
    queryFn: () => api.get<{ id: string; name: string }[]>('yw-accept/business/task-people', { taskId: row.taskId }),
  })
  const give = (v: { userId: string; comment?: string }) => run(() => api.post(`yw-accept/business/${way}`, { taskId: row.taskId, ...v }), { done })
  return (
    <Dialog open width={520} title={`${say(title)} ${row.businessName ?? ''}`} onCancel={onClose}>
      <DialogForm name={way} of={title} about={String(row.id)} busy={busy} act={title} onSend={give} onDone={onDone} onCancel={onClose}>
        <Form.Item name="userId" label={say(to)} extra={hint && say(hint)} required rules={[{ required: true, message: say(words.transferNeeded) }]}>
          <Select
            loading={people.isLoading}
            showSearch={{ optionFilterProp: 'label' }}
            options={(people.data ?? []).filter((p) => way === 'transfer' || p.id !== user?.user_id).map((p) => ({ value: p.id, label: p.name }))}
            notFoundContent={say(words.nobodyElse)}
          />
        </Form.Item>
        <Form.Item name="comment" label={say(words.transferWhy)} rules={[{ max: 200 }]}>
          <Input.TextArea autoSize={{ minRows: 2 }} maxLength={200} showCount />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}
