import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Modal, Select } from 'antd'
import { api, requestToken } from '../../../../../kit/web/client.web.ts'
import { useToast } from '../../../../../kit/web/dialogs.web.tsx'
import { useOneCall } from '../../../../../kit/web/one-call.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { signIn, useSession } from '../../../../../kit/web/session.web.ts'
import { queryKeyOf } from '../../../../../kit/web/keys.web.ts'
import { words } from '../../../../../platform/shell/dialog-words.ts'

interface Choice {
  deptId: string
  roleId: string
}
/** Another department and role of the same person: first the department, then the role; both are required. Source: platform.md 6; platform-api.md 2.3. */
export default function RoleSwitch({ onClose }: { onClose: () => void }) {
  const { say } = useSay()
  const { userId, user } = useSession()
  const toast = useToast()
  const queries = useQueryClient()
  const [form] = Form.useForm<Choice>()
  const { busy, run } = useOneCall()
  const deptId = Form.useWatch('deptId', form)
  const depts = useQuery({
    queryKey: queryKeyOf('dept/select', userId),
    queryFn: () => api.get<{ id: string; deptName: string }[]>('cpt-system/dept/select', { userId }),
  })
  const roles = useQuery({
    queryKey: queryKeyOf('role/select', userId, deptId),
    enabled: !!deptId,
    queryFn: () => api.get<{ id: string; roleName: string }[]>('cpt-system/role/select', { userId, deptId }),
  })
  const submit = async (v: Choice) => {
    const change = async () => {
      const grant = { grant_type: 'refresh_token', tenantId: user?.tenant_id ?? '', scope: 'all' }
      signIn(await requestToken(grant, { 'Dept-Id': v.deptId, 'Role-Id': v.roleId }))
      await queries.invalidateQueries()
    }
    if (await run(change, { refused: (e) => (toast.failed(e), true) })) onClose()
  }
  return (
    <Modal open title={say(words.switchRole)} width={440} footer={null} onCancel={onClose} keyboard={false} mask={{ closable: false }}>
      <Form<Choice> form={form} layout="vertical" requiredMark={false} onFinish={(v) => void submit(v)}>
        <Form.Item name="deptId" label={say(words.dept)} rules={[{ required: true, message: say(words.needDept) }]}>
          <Select
            loading={depts.isLoading}
            options={(depts.data ?? []).map((d) => ({ value: d.id, label: d.deptName }))}
            onChange={() => form.setFieldValue('roleId', undefined)}
          />
        </Form.Item>
        <Form.Item name="roleId" label={say(words.role)} rules={[{ required: true, message: say(words.needRole) }]}>
          <Select disabled={!deptId} loading={roles.isLoading} options={(roles.data ?? []).map((r) => ({ value: r.id, label: r.roleName }))} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          {say(words.ok)}
        </Button>
      </Form>
    </Modal>
  )
}
