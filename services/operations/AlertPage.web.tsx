import { Form, Input, Tag } from 'antd'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import type { RowCommand } from '../../kit/web/commands.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { FormDialog } from '../../platform/parts/FormDialog.web.tsx'
import { ALERTS, security_alert } from './alerts.ts'
import { words } from './words.ts'

/** 安全告警: what the watch found; handled with a remark. */
export default function AlertPage() {
  const { say } = useSay()
  const client = useQueryClient()
  const [row, setRow] = useState<AnyRow>()
  const handle: RowCommand = { key: 'handle', label: words.handle, perm: 'security_alert_handle', run: setRow }
  const keep = async ({ remark }: Record<string, unknown>) => {
    await api.post('cpt-log/alert/handle', { id: row!.id, remark }, undefined, { quiet: true })
    await client.invalidateQueries({ queryKey: queryKeyOf(security_alert) })
  }
  return (
    <>
      <ResourcePage
        verb="list"
        regionTree={false}
        of={security_alert}
        rowCommands={[handle]}
        toolCommands={[]}
        without={['kind']}
        columns={(all) =>
          all.map((c) => (c.key === 'kind' ? { ...c, render: (v: string) => <Tag color={v === 'night' ? 'warning' : 'error'}>{say(ALERTS[v]!)}</Tag> } : c))
        }
      />
      {row && (
        <FormDialog title={words.handle} about={row.id} initial={{ remark: row.remark ?? '' }} width={520} onSubmit={keep} onClose={() => setRow(undefined)}>
          <Form.Item name="remark" label={say(words.remark)} required rules={[{ required: true, whitespace: true, message: say(words.remarkNeeded) }]}>
            <Input.TextArea maxLength={255} rows={3} />
          </Form.Item>
        </FormDialog>
      )}
    </>
  )
}
