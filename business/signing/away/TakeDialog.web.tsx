import { Alert, Button, Flex, Form, Input, Progress, Result } from 'antd'
import { useEffect, useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { useAct } from '../acts/act.web.ts'
import { takeAlong } from './book.web.ts'
import { LEAST_CODE, openSafe, ownersOf } from './safe.web.ts'
import { browserShelf } from './shelf.web.ts'
import { words } from './words.ts'

interface TakeProps {
  contracts: readonly AnyRow[]
  onClose(): void
}
/** Takes contracts along on this device: a code, then one after the other. */
export function TakeDialog({ contracts, onClose }: TakeProps) {
  const { say } = useSay()
  const { user } = useSession()
  const [isFirst, setFirst] = useState<boolean>()
  const [done, setDone] = useState(0)
  const [told, setTold] = useState<{ cbhtbm: string; msg: string }[]>()
  const { busy, fault, run } = useAct()
  const owner = { userId: user?.user_id ?? '', name: user?.real_name ?? '' }
  useEffect(() => {
    void browserShelf()
      .then(ownersOf)
      .then(
        (all) => setFirst(!all.some((o) => o.userId === owner.userId)),
        () => setFirst(true),
      )
  }, [])
  const take = ({ code }: { code: string }) =>
    run(async () => {
      const shelf = await browserShelf().catch(() => {
        throw new Error(say(words.full))
      })
      const safe = await openSafe(shelf, owner, code)
      if (!safe) throw new Error(say(words.codeWrong))
      await navigator.storage?.persist?.()
      const list = contracts.map((c) => ({ id: String(c.id), cbhtbm: String(c.cbhtbm) }))
      setTold(await takeAlong(safe, list, setDone))
    })
  return (
    <Dialog open width={560} title={say(words.takeTitle)} onCancel={onClose}>
      {told ? (
        <Result
          status={told.length < contracts.length ? 'success' : 'warning'}
          title={say(words.takenN(contracts.length - told.length))}
          subTitle={say(words.openHint)}
          extra={
            <Button type="primary" href="/away" target="_blank">
              {say(words.openPage)}
            </Button>
          }
        >
          {told.length > 0 && <Refused of={told} />}
        </Result>
      ) : !window.isSecureContext ? (
        <Alert type="error" showIcon title={say(words.insecure)} />
      ) : (
        <Form name="take" layout="vertical" onFinish={(v: { code: string }) => void take(v)}>
          <Alert type="info" showIcon title={say(words.takeHint)} description={say(words.notReadyHint)} style={{ marginBottom: 16 }} />
          <Form.Item
            name="code"
            label={say(words.code)}
            extra={say(words.codeHint)}
            rules={[{ required: true, min: LEAST_CODE, message: say(words.codeShort) }]}
          >
            <Input.Password autoComplete="off" maxLength={64} />
          </Form.Item>
          {isFirst && (
            <Form.Item
              name="again"
              label={say(words.codeAgain)}
              required
              dependencies={['code']}
              rules={[
                ({ getFieldValue }) => ({
                  validator: (_r, v) => (v === getFieldValue('code') ? Promise.resolve() : Promise.reject(new Error(say(words.codesDiffer)))),
                }),
              ]}
            >
              <Input.Password autoComplete="off" maxLength={64} />
            </Form.Item>
          )}
          {busy && <Progress percent={Math.round((done / contracts.length) * 100)} format={() => `${done} / ${contracts.length}`} />}
          {fault && <Alert type="error" showIcon title={fault} style={{ marginBottom: 12 }} />}
          <Flex justify="end">
            <Button type="primary" htmlType="submit" loading={busy} disabled={isFirst === undefined}>
              {say(words.take)}
            </Button>
          </Flex>
        </Form>
      )}
    </Dialog>
  )
}
function Refused({ of }: { of: readonly { cbhtbm: string; msg: string }[] }) {
  const { say } = useSay()
  return (
    <>
      <p style={{ marginTop: 0 }}>{say(words.refusedOf)}</p>
      <ul style={{ margin: 0, paddingLeft: 20 }}>
        {of.map((r) => (
          <li key={r.cbhtbm}>{`${r.cbhtbm}：${r.msg}`}</li>
        ))}
      </ul>
    </>
  )
}
