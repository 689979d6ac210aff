import { Button, Flex, Form, Input } from 'antd'
import { useState } from 'react'
import type { AnyResource } from '../../../kit/model/resource.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../../kit/web/commands.web.tsx'
import { Dialog, useToast } from '../../../kit/web/dialogs.web.tsx'
import { phrases } from '../../../kit/web/phrases.ts'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../../kit/web/ResourcePage.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { FileInput } from '../FileInput.web.tsx'
import { words } from '../words.ts'
import { org_seal, SEAL } from './seal.ts'

/** The picture has an input of its own. */
const plain: AnyResource = { ...org_seal, fields: Object.fromEntries(Object.entries(org_seal.fields).filter(([n]) => n !== 'sealAttachId')) }

function SealForm(props: ResourceFormProps) {
  const { say } = useSay()
  return (
    <ResourceForm {...props} of={plain} body={(v) => bodyOf(org_seal, v, props.row as AnyRow | undefined)}>
      <Form.Item name="sealAttachId" label={say(words.picture)} extra={say(words.pictureHint)}>
        <FileInput accept=".png" item="JGYZ" disabled={props.mode === 'view'} />
      </Form.Item>
    </ResourceForm>
  )
}

/** The organisation's agent gets a code by SMS and reads it out; the right one certifies the seal. */
function CertifyDialog({ of: seal, onClose, onDone }: { of: AnyRow; onClose(): void; onDone(): Promise<unknown> }) {
  const { say } = useSay()
  const toast = useToast()
  const [codeId, setCodeId] = useState<string>()
  const send = () =>
    api.post<{ codeId: string }>('dzzw/org-seal/send-msg-auth', { id: seal.id }).then((a) => {
      setCodeId(a.codeId)
      toast.done(words.sent)
      return onDone()
    }, toast.failed)
  const certify = ({ code }: { code: string }) =>
    api.post('dzzw/org-seal/certify', { id: seal.id, codeId, code }).then(async () => {
      toast.done(words.certified)
      await onDone()
      onClose()
    }, toast.failed)
  return (
    <Dialog open width={480} title={`${say(words.certifyTitle)} - ${seal.orgName}`} onCancel={onClose}>
      <Form name="certify" layout="vertical" onFinish={(v) => void certify(v as { code: string })}>
        <Form.Item>
          <Button onClick={() => void send()}>{say(words.send)}</Button>
        </Form.Item>
        <Form.Item name="code" label={say(words.code)} rules={[{ required: true, message: say(words.codeNeeded) }]}>
          <Input disabled={!codeId} maxLength={8} autoComplete="one-time-code" />
        </Form.Item>
        <Flex justify="end" gap="small">
          <Button type="primary" htmlType="submit" disabled={!codeId}>
            {say(phrases.ok)}
          </Button>
          <Button onClick={onClose}>{say(phrases.cancel)}</Button>
        </Flex>
      </Form>
    </Dialog>
  )
}

/** Seals of organisations. Source: screens.md C8. */
export default function SealPage() {
  const [asked, setAsked] = useState<{ seal: AnyRow; reload(): Promise<unknown> }>()
  const { row } = defaultCommands(org_seal)
  const can: readonly unknown[] = [SEAL.certified, SEAL.stopped]
  const commands: RowCommand[] = [
    row.view,
    row.edit,
    {
      key: 'certify',
      label: words.certify,
      perm: 'org_seal_edit',
      when: (r) => !can.includes(r.sealState),
      run: (seal, t) => setAsked({ seal, reload: () => t.reload() }),
    },
    {
      key: 'turn',
      label: words.turn,
      perm: 'org_seal_edit',
      confirm: words.turnAsk,
      done: words.done,
      when: (r) => can.includes(r.sealState),
      run: (r, t) => api.post('dzzw/org-seal/turn', { id: r.id }).then(() => t.reload()),
    },
    row.delete,
  ]
  return (
    <>
      <ResourcePage of={org_seal} rowCommands={commands} form={(p) => <SealForm {...p} />} />
      {asked && <CertifyDialog of={asked.seal} onClose={() => setAsked(undefined)} onDone={asked.reload} />}
    </>
  )
}
