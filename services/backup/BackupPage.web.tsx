import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Descriptions, Flex, Table, Tag, Tooltip, Typography } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import type { Backup } from './backup.ts'
import { backupWords } from './words.ts'

type Row = Pick<Backup, 'name' | 'at' | 'bytes' | 'isScheduled' | 'isEncrypted' | 'seconds'> & { version: string; mark: string; drill: Backup['drill'] | null }
interface State {
  folder: string
  isEncrypted: boolean
  hour: number | null
  ageHours: number | null
  isOld: boolean
  backups: Row[]
}
const KEY = queryKeyOf('backup', 'list')
/** Bytes as people read them. */
const sizeOf = (bytes: number): string => (bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GB` : `${(bytes / 2 ** 20).toFixed(1)} MB`)

/** What the nightly drill found of a backup; the whole of it stands in the hint. */
function Drilled({ of }: { of: Row['drill'] }) {
  const { say } = useSay()
  if (!of) return <Typography.Text type="secondary">{say(backupWords.notDrilled)}</Typography.Text>
  return (
    <Tooltip title={<div style={{ whiteSpace: 'pre-wrap' }}>{`${of.at}\n${of.said}`}</div>}>
      <Tag color={of.ok ? 'success' : 'error'}>{say(of.ok ? backupWords.restores : backupWords.fails)}</Tag>
    </Tooltip>
  )
}

/** 备份: how old the last one is, the list, one made now. A backup is not handed out: it holds keys. */
export default function BackupPage() {
  const { say } = useSay()
  const { can } = useSession()
  const { message } = App.useApp()
  const client = useQueryClient()
  const { data, isPending } = useQuery({ queryKey: KEY, queryFn: () => api.get<State>('cpt-operations/backup/list'), refetchInterval: 30_000 })
  const make = async () => {
    await api.post('cpt-operations/backup/make')
    message.success(say(backupWords.begun))
    await client.invalidateQueries({ queryKey: KEY })
  }
  return (
    <Flex vertical gap="middle">
      {data && (
        <Alert
          showIcon
          type={data.isOld ? 'error' : 'success'}
          title={say(data.ageHours === null ? backupWords.none : data.isOld ? backupWords.old(data.ageHours) : backupWords.fresh(data.ageHours))}
          action={
            can('backup_make') && (
              <Button type="primary" onClick={() => void make()}>
                {say(backupWords.make)}
              </Button>
            )
          }
        />
      )}
      {data && !data.isEncrypted && <Alert showIcon type="warning" title={say(backupWords.plain)} />}
      {data && (
        <Descriptions
          size="small"
          column={1}
          items={[
            { key: 'folder', label: say(backupWords.folder), children: <Typography.Text copyable>{data.folder}</Typography.Text> },
            { key: 'hour', label: say(backupWords.kind), children: say(data.hour === null ? backupWords.off : backupWords.daily(data.hour)) },
            { key: 'how', label: say(backupWords.drill), children: say(backupWords.how) },
          ]}
        />
      )}
      <Table<Row>
        rowKey="name"
        size="small"
        loading={isPending}
        dataSource={data?.backups ?? []}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'at', dataIndex: 'at', title: say(backupWords.at) },
          { key: 'mark', dataIndex: 'mark', title: say(backupWords.mark) },
          { key: 'name', dataIndex: 'name', title: say(backupWords.name), render: (v: string) => <Typography.Text copyable>{v}</Typography.Text> },
          { key: 'bytes', dataIndex: 'bytes', title: say(backupWords.size), align: 'right', render: sizeOf },
          {
            key: 'kind',
            title: say(backupWords.kind),
            render: (_, row) => (
              <>
                <Tag>{say(row.isScheduled ? backupWords.scheduled : backupWords.byHand)}</Tag>
                {row.isEncrypted && <Tag color="blue">{say(backupWords.encrypted)}</Tag>}
              </>
            ),
          },
          { key: 'version', dataIndex: 'version', title: say(backupWords.version) },
          { key: 'drill', title: say(backupWords.drill), render: (_, row) => <Drilled of={row.drill} /> },
        ]}
      />
    </Flex>
  )
}
