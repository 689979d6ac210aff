import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Form, Input, List, Modal, Popconfirm, Skeleton, Space, Typography } from 'antd'
import { useState } from 'react'
import { minuteText } from '../../kit/web/clock.web.ts'
import { api, isApiError } from '../../kit/web/client.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { factorWords as words } from './factor-words.ts'
import { TotpPicture } from './TotpPicture.web.tsx'

interface State {
  policy: string
  demanded: number
  enrolled: number
  recoveryLeft: number
}
type Step = { kind: 'setUp'; secret: string; uri: string } | { kind: 'renew' | 'remove' } | { kind: 'codes'; codes: readonly string[] }

/** A person's own second factor and the identities that open the account. */
export default function SecondFactor() {
  const { say } = useSay()
  const toast = useToast()
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>()
  const { data } = useQuery({ queryKey: queryKeyOf('totp/state'), queryFn: () => api.get<State>('cpt-auth/totp/state') })
  if (!data) return <Skeleton active />
  const setUp = () =>
    api.post<{ secret: string; uri: string }>('cpt-auth/totp/begin', {}, undefined, { quiet: true }).then((b) => setStep({ kind: 'setUp', ...b }), toast.failed)
  const close = () => {
    setStep(undefined)
    void queries.invalidateQueries({ queryKey: queryKeyOf('totp/state') })
  }
  const on = data.enrolled === 1
  const hint = data.policy === '0' ? words.off : data.demanded === 1 && on ? words.required : words.optional
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%', maxWidth: 560 }}>
      <section>
        <Typography.Title level={5}>{say(words.authenticator)}</Typography.Title>
        <Typography.Paragraph type="secondary">{say(hint)}</Typography.Paragraph>
        <Descriptions
          column={1}
          size="small"
          items={[
            { key: 'state', label: say(words.state), children: say(on ? words.on : words.none) },
            ...(on ? [{ key: 'left', label: say(words.left), children: data.recoveryLeft }] : []),
          ]}
        />
        <Space style={{ marginTop: 12 }}>
          {!on && data.policy !== '0' && (
            <Button type="primary" onClick={() => void setUp()}>
              {say(words.setUp)}
            </Button>
          )}
          {on && <Button onClick={() => setStep({ kind: 'renew' })}>{say(words.renew)}</Button>}
          {on && data.demanded !== 1 && (
            <Button danger onClick={() => setStep({ kind: 'remove' })}>
              {say(words.remove)}
            </Button>
          )}
        </Space>
      </section>
      <Identities />
      {step && step.kind !== 'codes' && <CodeDialog step={step} onClose={close} onCodes={(codes) => setStep({ kind: 'codes', codes })} />}
      {step?.kind === 'codes' && <CodesDialog codes={step.codes} onClose={close} />}
    </Space>
  )
}

const CALLS = { setUp: 'confirm', renew: 'recovery', remove: 'remove' } as const
interface CodeDialogProps {
  step: Exclude<Step, { kind: 'codes' }>
  onClose(): void
  onCodes(codes: readonly string[]): void
}
/** Asks for a code: the first one of a new authenticator, or a proof before something is changed. */
function CodeDialog({ step, onClose, onCodes }: CodeDialogProps) {
  const { say } = useSay()
  const toast = useToast()
  const [wrong, setWrong] = useState('')
  const { busy, run } = useOneCall()
  const submit = async ({ code }: { code: string }) => {
    setWrong('')
    const send = async () => {
      const done = await api.post<{ recoveryCodes?: string[] } | null>(`cpt-auth/totp/${CALLS[step.kind]}`, { code: code.trim() }, undefined, { quiet: true })
      if (done?.recoveryCodes) return onCodes(done.recoveryCodes)
      toast.done(words.done)
      onClose()
    }
    await run(send, {
      refused(e) {
        if (isApiError(e)) setWrong(e.msg)
        return isApiError(e)
      },
    })
  }
  return (
    <Modal open title={say(words[step.kind])} width={460} footer={null} onCancel={onClose} keyboard={false} mask={{ closable: false }}>
      <Typography.Paragraph>{say(step.kind === 'setUp' ? words.scan : words.prove)}</Typography.Paragraph>
      {step.kind === 'setUp' && <TotpPicture secret={step.secret} uri={step.uri} />}
      {wrong && <Alert type="error" showIcon role="alert" title={wrong} style={{ marginBottom: 16 }} />}
      <Form layout="vertical" requiredMark={false} onFinish={(v: { code: string }) => void submit(v)}>
        <Form.Item name="code" label={say(words.code)} rules={[{ required: true, whitespace: true, message: say(words.needCode) }]}>
          <Input maxLength={20} autoComplete="one-time-code" autoFocus />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy} danger={step.kind === 'remove'}>
          {say(words[step.kind])}
        </Button>
      </Form>
    </Modal>
  )
}

/** The recovery codes, told once. */
function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { say } = useSay()
  return (
    <Modal open title={say(words.codes)} width={460} footer={null} closable={false} keyboard={false} mask={{ closable: false }}>
      <Alert type="warning" showIcon title={say(words.codesHint)} style={{ marginBottom: 16 }} />
      <ol aria-label={say(words.codes)} style={{ columns: 2, margin: '0 0 20px', lineHeight: 2 }}>
        {codes.map((c) => (
          <li key={c}>
            <code>{c}</code>
          </li>
        ))}
      </ol>
      <Button type="primary" onClick={onClose}>
        {say(words.kept)}
      </Button>
    </Modal>
  )
}

interface Identity {
  id: string
  nickname: string
  sourceName: string
  createTime: string
}
/** The identities of other services that open this account. */
function Identities() {
  const { say } = useSay()
  const toast = useToast()
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: queryKeyOf('oauth/bindings'), queryFn: () => api.get<Identity[]>('cpt-auth/oauth/bindings') })
  const unbind = (id: string) =>
    api
      .post('cpt-auth/oauth/unbind', { id }, undefined, { quiet: true })
      .then(() => queries.invalidateQueries({ queryKey: queryKeyOf('oauth/bindings') }), toast.failed)
  return (
    <section>
      <Typography.Title level={5}>{say(words.identities)}</Typography.Title>
      {data?.length === 0 && <Typography.Paragraph type="secondary">{say(words.noIdentity)}</Typography.Paragraph>}
      {!!data?.length && (
        <List
          bordered
          dataSource={data}
          renderItem={(i) => (
            <List.Item
              actions={[
                <Popconfirm key="unbind" title={say(words.confirmUnbind)} onConfirm={() => unbind(i.id)}>
                  <Button type="link" danger>
                    {say(words.unbind)}
                  </Button>
                </Popconfirm>,
              ]}
            >
              <List.Item.Meta title={`${i.sourceName} ${i.nickname}`} description={minuteText(i.createTime)} />
            </List.Item>
          )}
        />
      )}
    </section>
  )
}
