import { Input, Modal, Tag } from 'antd'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/web/client.web.ts'
import type { RowCommand } from '../../kit/web/commands.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { ALERTS, security_alert } from './alerts.ts'
import { words } from './words.ts'

/** 安全告警: what the watch found; handled with a remark. */
export default function AlertPage() {
  const { say } = useSay()
  const client = useQueryClient()
  const [id, setId] = useState<string>()
  const [remark, setRemark] = useState('')
  const handle: RowCommand = {
    key: 'handle',
    label: words.handle,
    perm: 'security_alert_handle',
    run: (row) => {
      setRemark(String(row.remark ?? ''))
      setId(row.id)
    },
  }
  const keep = async () => {
    await api.post('cpt-log/alert/handle', { id, remark })
    setId(undefined)
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
      <Modal
        open={!!id}
        title={say(words.handle)}
        onCancel={() => setId(undefined)}
        onOk={() => void keep()}
        okButtonProps={{ disabled: !remark.trim() }}
        destroyOnHidden
      >
        <Input.TextArea
          aria-label={say(words.remark)}
          placeholder={say(words.remark)}
          maxLength={255}
          rows={3}
          value={remark}
          onChange={(e) => setRemark(e.target.value)}
        />
      </Modal>
    </>
  )
}
