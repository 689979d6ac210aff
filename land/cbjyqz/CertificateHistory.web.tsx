import { useQuery } from '@tanstack/react-query'
import { Empty, Spin, Timeline, Typography } from 'antd'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { SidePanel } from '../../kit/web/SidePanel.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { cbjyqz, cbjyqz_event } from '../definitions/cbjyqz.ts'
import { words } from './words.ts'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'

interface Told {
  id: string
  recordedAt: string
  deed: string
  kind: string | null
  serial: string | null
  reason: string | null
  by: string | null
}
/** The same beside a list. */
export function CertificateHistory({ code, onClose }: { code: string; onClose(): void }) {
  const { say } = useSay()
  return (
    <SidePanel open title={`${say(words.history)} ${code}`} onClose={onClose}>
      <CertificatePast code={code} />
    </SidePanel>
  )
}
/** Every certificate that a code has had, step by step, with the events that the standard knows. */
export function CertificatePast({ code }: { code: string }) {
  const { say, lang } = useSay()
  const deed = useDict('cert_deed').label
  const kind = useDict('cert_kind').label
  const { data, error } = useQuery({
    queryKey: queryKeyOf('cbjyqz', 'history', code),
    retry: false,
    queryFn: () => api.get<{ versions: AnyRow[]; events: AnyRow[]; deeds: Told[] }>('base-qssj/cbjyqz/history', { cbjyqzbm: code }, { quiet: true }),
  })
  const plain = (of: typeof cbjyqz | typeof cbjyqz_event, names: readonly string[]) =>
    columnsOf({ ...of, fields: Object.fromEntries(Object.entries(of.fields).map(([n, f]) => [n, { ...f, column: names.includes(n) }])) }, lang).map((c) => ({
      ...c,
      sorter: false,
    }))
  const table = (of: typeof cbjyqz | typeof cbjyqz_event, names: readonly string[], rows: AnyRow[]) => (
    <Table<AnyRow> size="small" rowKey="id" pagination={false} dataSource={rows} columns={plain(of, names)} scroll={{ x: 900 }} />
  )
  if (error) return <LoadFailed error={error} />
  if (!data) return <Spin />
  return (
    <>
      <Typography.Title level={5}>{say(words.steps)}</Typography.Title>
      {data.deeds.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.none)} />
      ) : (
        <Timeline
          items={data.deeds.map((d) => ({
            key: d.id,
            color: d.deed === 'void' || d.deed === 'spoil' ? 'red' : 'blue',
            content: (
              <>
                <Typography.Text strong>{d.kind ? kind(d.kind) : deed(d.deed)}</Typography.Text> {[d.serial, d.reason].filter(Boolean).join(' · ')}
                <br />
                <Typography.Text type="secondary">
                  {d.recordedAt} {d.by}
                </Typography.Text>
              </>
            ),
          }))}
        />
      )}
      <Typography.Title level={5}>{say(words.versions)}</Typography.Title>
      {table(cbjyqz, ['cbjyqzlsh', 'fzjg', 'fzrq', 'qzlqrq', 'qzlqrxm', 'zt'], data.versions)}
      <Typography.Title level={5} style={{ marginTop: 24 }}>
        {say(words.events)}
      </Typography.Title>
      {table(cbjyqz_event, ['kind', 'reason', 'sjrq', 'lqrq', 'lqrxm'], data.events)}
    </>
  )
}
