import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { labelOf } from '../../../kit/model/field.ts'
import { api } from '../../../kit/web/client.web.ts'
import { FormItems } from '../../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { leave } from '../flow.ts'
import { words } from './words.ts'

/** The fields of a request: from, until, approver, reason. Stand inside an antd Form. */
export function LeaveFields() {
  const { say } = useSay()
  const { data = [], isLoading } = useQuery({
    queryKey: queryKeyOf('leave', 'approvers'),
    queryFn: () => api.get<{ id: string; realName: string }[]>('cpt-flow/leave/approvers', {}, { quiet: true }),
  })
  return (
    <>
      <FormItems of={leave} only={['startTime', 'endTime']} />
      <Form.Item name="taskUser" label={say(labelOf(leave.fields.taskUser))} required rules={[{ required: true, message: say(words.approverNeeded) }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={isLoading}
          placeholder={say(words.approverNeeded)}
          options={data.map((p) => ({ value: p.id, label: p.realName }))}
        />
      </Form.Item>
      <FormItems of={leave} only={['reason']} />
    </>
  )
}
