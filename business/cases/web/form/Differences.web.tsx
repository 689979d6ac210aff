import { useQuery } from '@tanstack/react-query'
import { Alert, Empty, Flex, Spin, Tag, Typography } from 'antd'
import { both, type Text } from '../../../../kit/model/lang.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { Table } from '../../../../kit/web/Table.web.tsx'
import { useSay } from '../../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { words } from '../words.ts'

interface Change {
  part: string
  at: string
  field: string
  label: string
  before: string
  after: string
}
interface Book {
  code: string
  status: string
  reason: string
  changes: readonly Change[]
}
const PARTS: Readonly<Record<string, Text>> = {
  issuer: both('发包方', 'Issuer'),
  holder: both('承包方', 'Contractor'),
  member: both('家庭成员', 'Member'),
  book: both('登记簿', 'Book'),
  contract: both('承包合同', 'Contract'),
  certificate: both('经营权证', 'Certificate'),
  line: both('承包地块', 'Parcel'),
}
const STATES: Readonly<Record<string, readonly [Text, string]>> = {
  made: [both('新登记', 'Registered'), 'success'],
  next: [both('已变更', 'New version'), 'success'],
  changed: [both('已更正', 'Corrected'), 'processing'],
  ended: [both('已注销', 'Ended'), 'default'],
  cancelled: [both('已移出', 'Removed'), 'default'],
  failed: [both('未登记', 'Not registered'), 'error'],
  open: [both('待登记', 'Waiting'), 'default'],
}
const columns = (say: (t: Text) => string) => [
  {
    key: 'part',
    title: say(both('内容', 'Content')),
    width: 190,
    render: (_v: unknown, c: Change) => `${say(PARTS[c.part] ?? both(c.part, c.part))}${c.at ? ` ${c.at}` : ''}`,
  },
  { key: 'label', dataIndex: 'label', title: say(both('项目', 'Item')), width: 170 },
  {
    key: 'before',
    title: say(both('登记前', 'Before')),
    render: (_v: unknown, c: Change) => (c.after || !c.before ? c.before : <Typography.Text delete>{c.before}</Typography.Text>),
  },
  { key: 'after', title: say(both('登记后', 'After')), render: (_v: unknown, c: Change) => c.after && <Typography.Text mark>{c.after}</Typography.Text> },
]
/** What a finished case has changed: each of its books, value by value. Source: screens.md C3. */
export function Differences({ businessId }: { businessId: string }) {
  const { say } = useSay()
  const { data, error } = useQuery({
    queryKey: queryKeyOf('business', 'differences', businessId),
    retry: false,
    queryFn: () => api.get<readonly Book[]>('yw-accept/business/differences', { businessId }, { quiet: true }),
  })
  if (error) return <Alert type="error" showIcon title={error.message} />
  if (!data) return <Spin />
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.noDifferences)} />
  return (
    <Flex vertical gap="middle">
      {data.map((b) => {
        const [state, color] = STATES[b.status] ?? [both(b.status, b.status), 'default']
        return (
          <div key={`${b.code}${b.status}`}>
            <Flex gap="small" align="center" style={{ marginBottom: 8 }}>
              <strong>{b.code}</strong>
              <Tag color={color}>{say(state)}</Tag>
              {b.reason}
            </Flex>
            {b.changes.length > 0 && (
              <Table<Change>
                size="small"
                rowKey={(c) => `${c.part}${c.at}${c.field}`}
                dataSource={b.changes}
                columns={columns(say)}
                pagination={b.changes.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
              />
            )}
          </div>
        )
      })}
    </Flex>
  )
}
