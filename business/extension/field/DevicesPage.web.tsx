import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import type { RowCommand } from '../../../kit/web/commands.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { FormDialog } from '../../../platform/parts/FormDialog.web.tsx'
import { DEVICE_STATE, field_device } from './field.ts'
import { fieldWords as words } from './words.ts'

/** 采集设备: on which devices households were taken along; one that was lost is revoked here. Source: docs/adr/0076. */
export default function DevicesPage() {
  const { say } = useSay()
  const [revoking, setRevoking] = useState<{ row: AnyRow; reload(): unknown }>()
  const revoke: RowCommand = {
    key: 'revoke',
    label: words.revoke,
    perm: 'field_device_edit',
    danger: true,
    when: (r) => (r.state === DEVICE_STATE.active ? true : words.alreadyRevoked),
    run: (row, t) => setRevoking({ row, reload: t.reload }),
  }
  return (
    <>
      <ResourcePage of={field_device} rowCommands={[revoke]} toolCommands={[]} />
      {revoking && (
        <FormDialog
          title={words.revokeTitle}
          about={String(revoking.row.id)}
          act={words.revoke}
          onSubmit={async (v) => {
            await api.post(`${field_device.path.slice(1)}/revoke`, { ids: String(revoking.row.id), reason: v.reason })
            await revoking.reload()
          }}
          onClose={() => setRevoking(undefined)}
        >
          <Form.Item>
            <Alert type="warning" showIcon title={say(words.revokeHint)} />
          </Form.Item>
          <Form.Item name="reason" label={say(words.revokeReason)} rules={[{ required: true, whitespace: true, message: say(words.askReason) }]}>
            <Input.TextArea maxLength={254} showCount rows={3} />
          </Form.Item>
        </FormDialog>
      )}
    </>
  )
}
