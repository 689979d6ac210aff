import { Form, Input, InputNumber, Tag } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { SidePanel } from '../../kit/web/SidePanel.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { PageContext, usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { DialogForm } from '../../platform/parts/DialogForm.web.tsx'
import { moveWords, words } from '../contract/words.ts'
import { isLow, remainingOf, sign_account, sign_movement, type AccountFigures } from './account.ts'

interface GrantProps {
  of: AnyRow
  onClose(): void
  onDone(): Promise<unknown>
}
function GrantDialog({ of: account, onClose, onDone }: GrantProps) {
  const { say } = useSay()
  const { busy, run } = useOneCall()
  const grant = async (v: { quantity: number; reason?: string }) => {
    await api.post('sign-base/account/grant', { id: account.id, ...v })
    await onDone()
  }
  return (
    <Dialog open width={480} title={`${say(words.grantTitle)} - ${account.regionCode}`} onCancel={onClose}>
      <DialogForm<{ quantity: number; reason?: string }>
        name="grant"
        of={words.grantTitle}
        about={account.id}
        busy={busy}
        act={phrases.ok}
        onSend={(v) => run(() => grant(v), { done: words.done })}
        onDone={onClose}
        onCancel={onClose}
      >
        <Form.Item name="quantity" label={say(words.quantity)} rules={[{ required: true, message: say(words.quantityNeeded) }]}>
          <InputNumber precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="reason" label={say(words.reason)}>
          <Input maxLength={254} />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}

/** The movements of an account, newest first. The list has an address of its own, since the page's belongs to the accounts. */
function Movements({ of: account, onClose }: { of: AnyRow; onClose(): void }) {
  const { say, lang } = useSay()
  const page = usePageState()
  const [search, put] = useState<Record<string, string>>({})
  const setSearch = (patch: Record<string, string | number | undefined>) =>
    put((s) => Object.fromEntries(Object.entries({ ...s, ...patch }).flatMap(([k, v]) => (v === undefined || v === '' ? [] : [[k, String(v)]]))))
  const columns = columnsOf(sign_movement, lang).map((c) =>
    c.key === 'move' ? { ...c, render: (v: unknown) => (moveWords[String(v)] ? say(moveWords[String(v)]!) : String(v)) } : c,
  )
  return (
    <SidePanel open size={1000} title={`${say(words.movements)} - ${account.regionCode}`} onClose={onClose}>
      <PageContext value={{ ...page, search, setSearch }}>
        <ResourcePage
          of={sign_movement}
          regionTree={false}
          query={{ accountId: account.id, descs: 'id' }}
          rowCommands={[]}
          toolCommands={[]}
          columns={[{ key: 'createTime', dataIndex: 'createTime', title: say(words.time), width: 170 }, ...columns]}
        />
      </PageContext>
    </SidePanel>
  )
}

/** Accounts of electronic signatures: what was granted, what is used and held, what is left. Source: statistics.md 10. */
export default function AccountPage() {
  const { say, lang } = useSay()
  const [granting, setGranting] = useState<{ account: AnyRow; reload(): Promise<unknown> }>(),
    [moved, setMoved] = useState<AnyRow>()
  const { row, tool } = defaultCommands(sign_account)
  const commands: RowCommand[] = [
    { key: 'movements', label: words.movements, perm: 'sign_account_view', run: setMoved },
    { key: 'grant', label: words.grant, perm: 'sign_account_edit', run: (account, t) => setGranting({ account, reload: () => t.reload() }) },
    row.edit,
  ]
  const left = {
    key: 'remaining',
    dataIndex: 'id',
    title: say(words.remaining),
    width: 130,
    render: (_: unknown, r: AnyRow) => (
      <>
        {remainingOf(r as AccountFigures)} {isLow(r as AccountFigures) && <Tag color="warning">{say(words.low)}</Tag>}
      </>
    ),
  }
  // what is left stands beside the region: it is what people look for
  const [first, ...others] = columnsOf(sign_account, lang)
  return (
    <>
      <ResourcePage of={sign_account} rowCommands={commands} toolCommands={[tool.add]} columns={[first!, left, ...others]} />
      {granting && <GrantDialog of={granting.account} onClose={() => setGranting(undefined)} onDone={granting.reload} />}
      {moved && <Movements of={moved} onClose={() => setMoved(undefined)} />}
    </>
  )
}
