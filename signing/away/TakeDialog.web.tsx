import { Alert, Button, Flex, Form, Progress, Result } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { CodeItems, openOwn, useFirstCode } from '../../platform/offline/OfflinePage.web.tsx'
import { useAct } from '../../platform/parts/act.web.ts'
import { notKept } from '../../kit/web/dialog-draft.web.ts'
import { takeAlong } from './book.web.ts'
import { words } from './words.ts'

interface TakeProps {
  contracts: readonly AnyRow[]
  onClose(): void
}
/** Takes contracts along on this device: a code, then one after the other. */
export function TakeDialog({ contracts, onClose }: TakeProps) {
  const { say } = useSay()
  const { user } = useSession()
  const [done, setDone] = useState(0)
  const [told, setTold] = useState<{ cbhtbm: string; msg: string }[]>()
  const { busy, fault, run } = useAct()
  const owner = { userId: user?.user_id ?? '', name: user?.real_name ?? '' }
  const isFirst = useFirstCode(owner.userId)
  const take = ({ code }: { code: string }) =>
    run(async () => {
      const safe = await openOwn(owner, code, say)
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
          <CodeItems isFirst={isFirst} hint={words.codeHint} />
          {busy && <Progress percent={Math.round((done / contracts.length) * 100)} format={() => `${done} / ${contracts.length}`} />}
          {fault && <Alert type="error" showIcon title={fault} style={{ marginBottom: 12 }} />}
          <Flex justify="end" align="center" gap="small">
            {say(notKept)}
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
