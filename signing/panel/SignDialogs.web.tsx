import { useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Radio } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api, isApiError } from '../../kit/web/client.web.ts'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { ON_SITE } from '../contract/flow.ts'
import { DialogForm } from '../../platform/parts/DialogForm.web.tsx'
import { isElectronic } from './contract-state.ts'
import { ScanForm } from './ScanForm.web.tsx'
import { FoundLink } from '../../business/cases/web/FoundLink.web.tsx'
import { words } from '../../business/cases/web/words.ts'
import type { SigningBlocker } from '../contracts/blocker.ts'
import { words as signWords } from '../contract/words.ts'

/** A blocker as the refusal of a way tells it. */
type Told = Omit<SigningBlocker, 'msg'> & { msg: string }
const findingsIn = (data: unknown): readonly Told[] => (data as { findings?: readonly Told[] } | null | undefined)?.findings ?? []

interface WayProps {
  businessId: string
  contractIds: readonly string[]
  /** signing begins by the way that is chosen, where it is one by a device */
  begins: boolean
  onClose(): void
  onDone(signWay: string): Promise<unknown>
}
/** Chooses how contracts are to be signed; what keeps them from beginning by that way is told with what puts it right. */
export function WayDialog({ businessId, contractIds, begins, onClose, onDone }: WayProps) {
  const { say } = useSay()
  const { choices } = useDict('sign_way')
  const [refused, setRefused] = useState<{ msg: string; list: readonly Told[] }>()
  const { busy, run } = useOneCall()
  const [way, setWay] = useState(ON_SITE)
  const save = (v: { signWay: string }) => {
    const choose = () =>
      api.post('dzzw/choose-sign-way', { businessId, contractIds, signWay: v.signWay }, undefined, { quiet: true }).then(() => onDone(v.signWay))
    return run(choose, {
      refused(e) {
        setRefused(isApiError(e) ? { msg: e.msg, list: findingsIn(e.data) } : undefined)
        return true
      },
    })
  }
  return (
    <Dialog open width={refused ? 640 : 520} title={say(words.chooseWay)} onCancel={onClose}>
      <DialogForm
        name="way"
        of={words.chooseWay}
        about={contractIds.join(',')}
        initialValues={{ signWay: ON_SITE }}
        busy={busy}
        act={begins && isElectronic({ signWay: way }) ? words.startSign : phrases.ok}
        onSend={save}
        onCancel={onClose}
        onValuesChange={({ signWay }: { signWay?: string }) => {
          setRefused(undefined)
          if (signWay) setWay(signWay)
        }}
      >
        <Form.Item name="signWay" rules={[{ required: true, message: say(words.wayNeeded) }]}>
          <Radio.Group vertical options={choices} />
        </Form.Item>
        {refused && (
          <Alert
            type="error"
            showIcon
            style={{ marginBottom: 16 }}
            title={refused.list.length ? say(signWords.notThisWay) : refused.msg}
            description={
              refused.list.length > 0 && (
                <ul style={{ margin: 0, paddingLeft: 18, maxHeight: '40vh', overflow: 'auto' }}>
                  {refused.list.map((f) => (
                    <li key={f.msg}>
                      {f.msg} {f.at && <FoundLink at={f.at} />}
                    </li>
                  ))}
                </ul>
              )
            }
          />
        )}
      </DialogForm>
    </Dialog>
  )
}

interface SignedProps {
  businessId: string
  of: AnyRow
  onClose(): void
  onDone(): Promise<unknown>
}
/** Takes the scan of a contract signed on paper. */
export function SignedDialog({ businessId, of: c, onClose, onDone }: SignedProps) {
  const { say } = useSay()
  const toast = useToast(),
    client = useQueryClient()
  const send = async (attachId: string, qdsj: string) => {
    await api.post('dzzw/upload-contract-file', { contractId: c.id, attachId, qdsj }, undefined, { quiet: true })
    await client.invalidateQueries({ queryKey: queryKeyOf('attach', businessId) })
    toast.done(words.uploaded)
    await onDone()
  }
  return (
    <Dialog open width={520} title={`${say(words.uploadSigned)} ${c.cbhtbm}`} onCancel={onClose}>
      <ScanForm name="signed" businessId={businessId} of={c} onClose={onClose} onSend={send} />
    </Dialog>
  )
}
