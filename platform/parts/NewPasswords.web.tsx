import { Alert } from 'antd'
import { Table } from '../../kit/web/Table.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { words } from './people-words.ts'

export interface NewPassword {
  account: string
  realName?: string
  password: string
}
/** Accounts with passwords that the server told just now. */
export function NewPasswordTable({ passwords }: { passwords: readonly NewPassword[] }) {
  const { say } = useSay()
  return (
    <>
      <Alert type="warning" showIcon title={say(words.told)} style={{ marginBottom: 12 }} />
      <Table
        size="small"
        rowKey="account"
        pagination={false}
        scroll={{ y: 320 }}
        dataSource={[...passwords]}
        columns={(['account', 'realName', 'password'] as const).map((n) => ({ dataIndex: n, title: say(words[n]) }))}
      />
    </>
  )
}
/** New passwords in a dialog: they are shown once and stand nowhere else. */
export function NewPasswords({ passwords, onClose }: { passwords: readonly NewPassword[]; onClose(): void }) {
  const { say } = useSay()
  return (
    <Dialog open title={say(words.reset)} width={640} onCancel={onClose}>
      <NewPasswordTable passwords={passwords} />
    </Dialog>
  )
}
