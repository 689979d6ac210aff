import { useQuery } from '@tanstack/react-query'
import { Button, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import type { Page } from '../../../../../kit/model/page.ts'
import { api } from '../../../../../kit/web/client.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { useSession } from '../../../../../kit/web/session.web.ts'
import { queryKeyOf } from '../../../../../kit/web/keys.web.ts'
import { mayLeave } from '../../unsaved.ts'
import { viewAs } from './viewing.ts'
import { words } from '../../../../../platform/shell/dialog-words.ts'

interface Person {
  id: string
  account: string
  realName: string
  deptName?: string
}
/** Picks the person through whose eyes an administrator looks. */
export default function ViewAs({ onClose }: { onClose: () => void }) {
  const { say } = useSay()
  const { userId } = useSession()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const people = useQuery({
    queryKey: queryKeyOf('view-as', typed),
    queryFn: () => api.get<Page<Person>>('cpt-user/page', { ...(typed ? { account: typed } : {}), current: 1, size: 20 }),
    // once it begins nothing is asked as the other person
    enabled: !busy,
  })
  const submit = async ({ id }: { id: string }) => {
    if (!mayLeave()) return
    setBusy(true)
    // a refusal is told by the client
    await viewAs(id).catch(() => setBusy(false))
  }
  return (
    <Modal open title={say(words.viewAs)} width={440} footer={null} onCancel={onClose} keyboard={false} mask={{ closable: false }}>
      <p>{say(words.viewAsWhat)}</p>
      <Form<{ id: string }> layout="vertical" requiredMark={false} onFinish={(v) => void submit(v)}>
        <Form.Item name="id" label={say(words.viewAsWho)} rules={[{ required: true, message: say(words.viewAsNeed) }]}>
          <Select
            showSearch={{ filterOption: false, onSearch: setTyped }}
            loading={people.isFetching}
            options={(people.data?.records ?? []).filter((p) => p.id !== userId).map((p) => ({ value: p.id, label: `${p.realName}（${p.account}）` }))}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          {say(words.viewAsBegin)}
        </Button>
      </Form>
    </Modal>
  )
}
