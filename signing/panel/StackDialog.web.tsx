import { Alert, Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { ScanForm } from './ScanForm.web.tsx'
import { words } from '../contract/words.ts'

interface Split {
  cbhtbm: string
  taken: boolean
  reason: string | null
}
interface StackProps {
  businessId: string
  onClose(): void
  onDone(): Promise<unknown>
}
/** Many signed contracts as one PDF: split by the codes of their pages; what became of each is shown. */
export function StackDialog({ businessId, onClose, onDone }: StackProps) {
  const { say } = useSay()
  const [found, setFound] = useState<readonly Split[]>()
  const send = async (attachId: string, qdsj: string) => {
    setFound(await api.post<Split[]>('dzzw/upload-contract-stack', { businessId, attachId, qdsj }, undefined, { quiet: true }))
    await onDone()
  }
  return (
    <Dialog open width={680} title={say(words.stack)} onCancel={onClose}>
      {found?.some((s) => s.taken) && <Alert type="info" showIcon title={say(words.stackTaken)} style={{ marginBottom: 12 }} />}
      {found ? (
        <Table<Split>
          size="small"
          rowKey="cbhtbm"
          pagination={false}
          dataSource={[...found]}
          columns={[
            { key: 'cbhtbm', dataIndex: 'cbhtbm', title: say({ zh: '合同编码', en: 'Contract code' }), width: 200 },
            {
              key: 'taken',
              title: say(words.result),
              width: 90,
              render: (_v, s) => <Tag color={s.taken ? 'success' : 'error'}>{say(s.taken ? words.taken : words.notTaken)}</Tag>,
            },
            { key: 'reason', dataIndex: 'reason', title: say(words.reason) },
          ]}
        />
      ) : (
        <>
          <Alert type="info" showIcon title={say(words.stackHint)} style={{ marginBottom: 12 }} />
          <ScanForm name="stack" businessId={businessId} onClose={onClose} onSend={send} />
        </>
      )}
    </Dialog>
  )
}
