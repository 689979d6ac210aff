import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk } from '../../../kit/web/ask.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { DialogForm } from '../../../platform/parts/DialogForm.web.tsx'
import { StartDialog } from './StartDialog.web.tsx'
import { words } from './words.ts'

const WAYS = {
  revoke: { title: words.revoke, ask: words.revokeAsk, done: words.revoked, max: 254 },
  undo: { title: words.undo, ask: words.undoAsk, done: words.undone, max: 200 },
} as const
interface Props {
  of: AnyRow
  /** revokes a business that runs, or takes back the registration of one that is done */
  way?: keyof typeof WAYS
  onClose(): void
  onDone(): void
}
/** Asks for the reason, confirms, and revokes a business or takes its registration back; what bars that is said before anybody types. */
export function RevokeDialog({ of: row, way = 'revoke', onClose, onDone }: Props) {
  const told = WAYS[way]
  const check = useQuery({
    queryKey: queryKeyOf('business', 'undo-check', row.id),
    enabled: way === 'undo',
    queryFn: () =>
      api.get<{ ok: boolean; reason: string; counter?: { typeCode: string; start: string } }>('yw-accept/business/undo-check', { businessId: row.id }),
  })
  const isBarred = way === 'undo' && !check.data?.ok
  const { say } = useSay()
  const ask = useAsk()
  const { busy, run } = useOneCall()
  const [counter, setCounter] = useState<{ typeCode: string; start: string }>()
  const revoke = async ({ reason }: { reason: string }) => {
    if (!(await ask(told.ask, true))) return false
    const sent = { businessId: row.id, reason, ...(way === 'revoke' && row.processInstanceId ? { processInstanceId: row.processInstanceId } : {}) }
    return run(() => api.post(`yw-accept/business/${way}`, sent), { done: told.done })
  }
  return (
    <Dialog open width={520} title={`${say(told.title)} ${row.businessName ?? ''}`} onCancel={onClose}>
      {way === 'undo' && <p style={{ marginTop: 0 }}>{say(words.undoNeeds)}</p>}
      {check.data && !check.data.ok && (
        <Alert
          type="warning"
          showIcon
          title={say(words.undoBarred)}
          description={check.data.reason}
          style={{ marginBottom: 16 }}
          action={
            check.data.counter && (
              <Button disabled={false} onClick={() => setCounter(check.data.counter)}>
                {say(words.counter)}
              </Button>
            )
          }
        />
      )}
      {counter && <StartDialog cbfbm={counter.start} cbfmc={counter.start} proposed={counter.typeCode} onClose={() => setCounter(undefined)} />}
      <DialogForm
        name="revoke"
        of={told.title}
        about={String(row.id)}
        disabled={isBarred}
        busy={busy}
        act={told.title}
        danger
        onSend={revoke}
        onDone={onDone}
        onCancel={onClose}
      >
        <Form.Item
          name="reason"
          label={say(words.reason)}
          required
          rules={[{ required: true, whitespace: true, message: say(words.reasonNeeded) }, { max: told.max }]}
        >
          <Input.TextArea autoSize={{ minRows: 3 }} maxLength={told.max} showCount />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}
