import { UploadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Flex, Form, Input, Select, Space, Spin, Upload } from 'antd'
import { useState } from 'react'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { CheckTree } from '../parts/CheckTree.web.tsx'
import { FormDialog } from '../parts/FormDialog.web.tsx'
import { words } from '../parts/people-words.ts'
import { NewPasswordTable, type NewPassword } from '../parts/NewPasswords.web.tsx'
import { TreePick, useTree } from '../parts/TreePick.web.tsx'

interface DialogProps {
  users: readonly AnyRow[]
  onClose(): void
  onDone(): void
}
const joined = (users: readonly AnyRow[]) => users.map((u) => u.id).join(',')

/** Gives roles to users, replacing what they had. */
export function GrantUserDialog({ users, onClose, onDone }: DialogProps) {
  const { say } = useSay()
  const roles = useTree('cpt-system/role/tree')
  const held = users.length === 1 ? String(users[0]!.roleId ?? '').split(',') : []
  return (
    <FormDialog
      title={words.grantUser}
      about={joined(users)}
      initial={{ roleIds: held.filter((id) => /^\d+$/.test(id)) }}
      onClose={onClose}
      onSubmit={async (v: { roleIds: string[] }) => {
        const seen = users.length === 1 ? { rev: users[0]!.rev } : {}
        await api.post('cpt-user/grant', seen, { userIds: joined(users), roleIds: v.roleIds }, { quiet: true })
        onDone()
      }}
    >
      <Form.Item name="roleIds" rules={[{ required: true, message: say(words.needRoles) }]}>
        <CheckTree nodes={roles} aria-label={say(words.roles)} />
      </Form.Item>
    </FormDialog>
  )
}

/** Gives the open work of a user to another one, before he is removed or switched off. */
export function HandOverDialog({ users, onClose, onDone }: DialogProps) {
  const { say } = useSay()
  const [from] = users
  const others = useQuery({
    queryKey: queryKeyOf('user-list'),
    queryFn: () => api.get<{ id: string; account: string; realName: string | null }[]>('cpt-user/user-list'),
  })
  return (
    <FormDialog
      title={words.handOver}
      about={String(from?.id)}
      onClose={onClose}
      onSubmit={async (v: { to: string }) => {
        await api.post('cpt-user/hand-over', undefined, { userId: from!.id, to: v.to }, { quiet: true })
        onDone()
      }}
    >
      <Form.Item name="to" label={say(words.takesOver)} rules={[{ required: true, message: say(words.needTakesOver) }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={others.isFetching}
          options={(others.data ?? []).filter((u) => u.id !== from!.id).map((u) => ({ value: u.id, label: `${u.realName ?? ''} ${u.account}`.trim() }))}
        />
      </Form.Item>
    </FormDialog>
  )
}

/** Lets waiting guests in with roles and departments. */
export function ApproveDialog({ users, onClose, onDone }: DialogProps) {
  const { say } = useSay()
  const pick = (name: 'roleId' | 'deptId', label: string, path: string, message: string) => (
    <Form.Item name={name} label={label} rules={[{ required: true, message }]}>
      <TreePick path={path} aria-required />
    </Form.Item>
  )
  return (
    <FormDialog
      title={words.approve}
      about={joined(users)}
      onClose={onClose}
      onSubmit={async (v: { roleId: string[]; deptId: string[] }) => {
        await api.post('cpt-user/approve', undefined, { ids: joined(users), roleIds: v.roleId, deptIds: v.deptId }, { quiet: true })
        onDone()
      }}
    >
      {pick('roleId', say(words.roles), 'cpt-system/role/tree', say(words.needRoles))}
      {pick('deptId', say(words.depts), 'cpt-system/dept/tree', say(words.needDepts))}
    </FormDialog>
  )
}

const TYPES = [
  { value: 1, label: 'WEB' },
  { value: 2, label: 'APP' },
  { value: 3, label: 'OTHER' },
]
/** On which front end a person works, and data for it. */
export function PlatformDialog({ users, onClose, onDone }: DialogProps) {
  const id = users[0]!.id
  const { data } = useQuery({
    queryKey: queryKeyOf('platform-detail', id),
    gcTime: 0,
    queryFn: () => api.get<AnyRow>('cpt-user/platform-detail', { id }, { quiet: true }),
  })
  const { say } = useSay()
  if (!data)
    return (
      <Dialog open title={say(words.platform)} onCancel={onClose}>
        <Spin />
      </Dialog>
    )
  return (
    <FormDialog
      title={words.platform}
      about={id}
      initial={{ userType: data.userType, userExt: data.userExt ? JSON.stringify(data.userExt) : '' }}
      onClose={onClose}
      onSubmit={async (v) => {
        await api.post('cpt-user/update-platform', { userId: id, rev: data.rev, ...v }, undefined, { quiet: true })
        onDone()
      }}
    >
      <Form.Item name="userType" label="userType">
        <Select options={TYPES} />
      </Form.Item>
      <Form.Item name="userExt" label="userExt (JSON)">
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} maxLength={4000} />
      </Form.Item>
    </FormDialog>
  )
}

interface Imported {
  total: number
  inserted: number
  updated: number
  failed: { row: number; account: string; reason: string }[]
  accounts: NewPassword[]
}
/** Imports a workbook by the template; shows what was left out and the first passwords. Source: screens.md A9. */
export function ImportDialog({ onClose, onDone }: Pick<DialogProps, 'onClose' | 'onDone'>) {
  const { say } = useSay()
  const [cover, setCover] = useState(false)
  const { busy, run } = useOneCall()
  const [result, setResult] = useState<Imported>()
  const send = async (file: File) => {
    await run(async () => {
      setResult(await api.upload<Imported>('cpt-user/import-user', { isCovered: cover ? '1' : '0', file }))
      onDone()
    })
  }
  return (
    <Dialog open title={say(words.importUsers)} width={760} onCancel={onClose}>
      <Flex vertical gap="middle">
        <Space wrap>
          <Button onClick={() => void download('cpt-user/export-template')}>{say(words.template)}</Button>
          <Upload accept=".xlsx" maxCount={1} showUploadList={false} beforeUpload={(f) => (void send(f), false)}>
            <Button type="primary" icon={<UploadOutlined />} loading={busy}>
              {say(words.choose)}
            </Button>
          </Upload>
          <Checkbox checked={cover} onChange={(e) => setCover(e.target.checked)}>
            {say(words.cover)}
          </Checkbox>
        </Space>
        {result && (
          <p role="status">
            {say({
              zh: `共 ${result.total} 行：新增 ${result.inserted}，更新 ${result.updated}，未导入 ${result.failed.length}`,
              en: `${result.total} rows: ${result.inserted} added, ${result.updated} changed, ${result.failed.length} left out`,
            })}
          </p>
        )}
        {result && result.failed.length > 0 && (
          <Table
            size="small"
            rowKey="row"
            pagination={{ pageSize: 10 }}
            title={() => say(words.failedRows)}
            dataSource={result.failed}
            columns={(['row', 'account', 'reason'] as const).map((n) => ({ dataIndex: n, title: say(words[n]) }))}
          />
        )}
        {result && result.accounts.length > 0 && (
          <section aria-label={say(words.newAccounts)}>
            <NewPasswordTable passwords={result.accounts} />
          </section>
        )}
      </Flex>
    </Dialog>
  )
}
