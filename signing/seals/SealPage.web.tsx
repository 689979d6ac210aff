import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Form, Input, Spin } from 'antd'
import { useState } from 'react'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { DialogForm } from '../../platform/parts/DialogForm.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { fileInBase64 } from '../../services/files/picture.web.ts'
import { ATTACH_ENDPOINT } from '../../services/files/uploader/send.web.ts'
import { FileInput } from '../contract/FileInput.web.tsx'
import { words } from '../contract/words.ts'
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
  const [asked, setAsked] = useState<{ codeId: string; rev: number }>()
  const send = () =>
    api.post<{ codeId: string; rev: number }>('dzzw/org-seal/send-msg-auth', { id: seal.id, rev: asked?.rev ?? seal.rev }).then((a) => {
      setAsked(a)
      toast.done(words.sent)
      return onDone()
    }, toast.failed)
  const { busy, run } = useOneCall()
  const certify = async (code: string) => {
    await api.post('dzzw/org-seal/certify', { id: seal.id, rev: asked?.rev, codeId: asked?.codeId, code })
    await onDone()
  }
  return (
    <Dialog open width={480} title={`${say(words.certifyTitle)} - ${seal.orgName}`} onCancel={onClose}>
      <DialogForm<{ code: string }>
        name="certify"
        of={words.certifyTitle}
        about={null}
        busy={busy}
        waits={!asked}
        act={phrases.ok}
        onSend={({ code }) => run(() => certify(code), { done: words.certified })}
        onDone={onClose}
        onCancel={onClose}
      >
        <Form.Item>
          <Button onClick={() => void send()}>{say(words.send)}</Button>
        </Form.Item>
        <Form.Item name="code" label={say(words.code)} rules={[{ required: true, message: say(words.codeNeeded) }]}>
          <Input disabled={!asked} maxLength={8} autoComplete="one-time-code" />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}

/** The picture of a seal, small; none where it has none. */
function SealPicture({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: queryKeyOf('seal-picture', id),
    retry: false,
    staleTime: Infinity,
    queryFn: async () => {
      const { blob } = await api.blob(`${ATTACH_ENDPOINT}/preview`, { id }, { quiet: true })
      return `data:image/png;base64,${await fileInBase64(blob)}`
    },
  })
  const { say } = useSay()
  return data ? <img src={data} alt={say(words.picture)} style={{ height: 36, display: 'block' }} /> : null
}
/** What the certificate of an organisation says. */
function CertificateDialog({ of: seal, onClose }: { of: AnyRow; onClose(): void }) {
  const { say, label } = useSay()
  const { label: stateOf } = useDict('seal_state')
  const { data, error } = useQuery({
    queryKey: queryKeyOf('seal-certificate', seal.id),
    retry: false,
    staleTime: 0,
    queryFn: () => api.get<Record<string, string | null>>('dzzw/org-seal/real-name/cert', { id: String(seal.id) }, { quiet: true }),
  })
  const { orgName, creditCode, legalPerson, sealState, expireDay } = org_seal.fields
  const shown = { orgName, creditCode, legalPerson, sealState, expireDay }
  return (
    <Dialog open width={560} title={`${say(words.certificate)} - ${seal.orgName}`} onCancel={onClose}>
      {error ? (
        <Alert type="error" showIcon title={error.message} />
      ) : !data ? (
        <Spin />
      ) : (
        <Descriptions
          bordered
          size="small"
          column={1}
          items={[
            ...Object.entries(shown).map(([key, f]) => ({ key, label: label(f), children: key === 'sealState' ? stateOf(data[key]) : (data[key] ?? '—') })),
            { key: 'provider', label: say(words.provider), children: say(words.embedded) },
          ]}
        />
      )}
    </Dialog>
  )
}

/** Seals of organisations. Source: screens.md C8. */
export default function SealPage() {
  const { say, lang } = useSay()
  const { can: may } = useSession()
  const [asked, setAsked] = useState<{ seal: AnyRow; reload(): Promise<unknown> }>()
  const [certificate, setCertificate] = useState<AnyRow>()
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
    { key: 'certificate', label: words.certificate, perm: 'org_seal_view', when: (r) => can.includes(r.sealState), run: setCertificate },
    {
      key: 'turn',
      label: words.turn,
      perm: 'org_seal_edit',
      confirm: words.turnAsk,
      done: words.done,
      when: (r) => can.includes(r.sealState),
      run: (r, t) => api.post('dzzw/org-seal/turn', { id: r.id, rev: r.rev }).then(() => t.reload()),
    },
    row.delete,
  ]
  const columns = columnsOf(org_seal, lang).flatMap((c) =>
    c.key === 'sealState' && may('attach_view')
      ? [
          {
            key: 'picture',
            title: say(words.picture),
            width: 100,
            render: (_v: unknown, r: AnyRow) => (r.sealAttachId ? <SealPicture id={String(r.sealAttachId)} /> : ''),
          },
          c,
        ]
      : [c],
  )
  return (
    <>
      <ResourcePage of={org_seal} rowCommands={commands} form={(p) => <SealForm {...p} />} columns={columns} />
      {certificate && <CertificateDialog of={certificate} onClose={() => setCertificate(undefined)} />}
      {asked && <CertifyDialog of={asked.seal} onClose={() => setAsked(undefined)} onDone={asked.reload} />}
    </>
  )
}
