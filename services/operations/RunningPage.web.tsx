import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Flex, Popconfirm, Space, Tag, Tooltip, Typography, type TableColumnsType } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { JOB_STATES } from './operations.ts'
import { ROUTINE_STATES, runningWords as words } from './running-words.ts'

interface Running {
  engine: string
  time: string
  upSeconds: number
  memoryMb: number
  connections: number
  connectionsBusy: number
  callersWaiting: number
  hasRoom: boolean
  sessions: number
  people: number
  storage: { folder: string; usedMb: number; freeMb: number }
  backupAt: string | null
  backupRestores: boolean | null
  jobsQueued: number
  jobsRunning: number
  outboxWaiting: number
  outboxParked: number
  warnings: { kind: string; kindName: string; subject: string; lastTime: string }[]
  stuck: { id: string; kindName: string; title: string; status: string; since: string; tenantId: string }[]
  slowCalls: { path: string; n: number; ms: number }[]
  statements: { seconds: number; waits: string; query: string }[]
}
interface Routine {
  name: string
  label: string
  at: string | null
  minutes: number | null
  status: string
  lastTime: string | null
  seconds: number | null
  message: string
  nextTime: string | null
  paused: boolean
  asked: boolean
}
const RUNNING = queryKeyOf('running', 'detail')
const ROUTINES = queryKeyOf('routine', 'list')
const COLOURS: Readonly<Record<string, string>> = { running: 'processing', done: 'success', failed: 'error' }
/** Seconds as hours and minutes. */
const lasting = (seconds: number): string => `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`

/** A table of what should be empty. */
function Findings<T extends object>({
  title,
  rowKey,
  rows,
  columns,
}: {
  title: string
  rowKey: (row: T) => string
  rows: readonly T[]
  columns: TableColumnsType<T>
}) {
  const { say } = useSay()
  return (
    <div>
      <Typography.Title level={5}>{title}</Typography.Title>
      <Table<T>
        size="small"
        rowKey={rowKey}
        dataSource={rows}
        columns={columns}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Typography.Text>{say(words.nothing)}</Typography.Text> }}
      />
    </div>
  )
}

function Now({ of }: { of: Running }) {
  const { say } = useSay()
  const items = [
    [
      words.database,
      `${say(of.engine === 'embedded' ? words.embedded : words.server)} · ${say(words.connections(of.connectionsBusy, of.connections, of.callersWaiting))}`,
    ],
    [words.up, lasting(of.upSeconds)],
    [words.memory, `${of.memoryMb} MB`],
    [words.people, say(words.peopleOf(of.people, of.sessions))],
    [words.storage, say(words.storageOf(of.storage.usedMb, of.storage.freeMb))],
    [words.backup, of.backupAt ?? say(words.noBackup)],
    [words.jobs, say(words.jobsOf(of.jobsRunning, of.jobsQueued))],
    [words.outbox, say(words.outboxOf(of.outboxWaiting, of.outboxParked))],
  ] as const
  return (
    <>
      {!of.hasRoom && <Alert showIcon type="error" title={say(words.noRoom)} />}
      {of.warnings.map((a) => (
        <Alert key={`${a.kind} ${a.subject}`} showIcon type="warning" title={`${a.kindName}：${a.subject}（${a.lastTime}）`} />
      ))}
      <Descriptions
        size="small"
        bordered
        column={{ xs: 1, lg: 2 }}
        items={items.map(([label, children]) => ({ key: label.en, label: say(label), children }))}
      />
      <Findings
        title={say(words.stuck)}
        rowKey={(r) => r.id}
        rows={of.stuck}
        columns={[
          { key: 'title', dataIndex: 'title', title: say(words.title) },
          { key: 'kindName', dataIndex: 'kindName', title: say(words.name) },
          { key: 'status', dataIndex: 'status', title: say(words.state), render: (v: string) => (JOB_STATES[v] ? say(JOB_STATES[v]) : v) },
          { key: 'since', dataIndex: 'since', title: say(words.since) },
          { key: 'tenantId', dataIndex: 'tenantId', title: say(words.tenant) },
        ]}
      />
      <Findings
        title={say(words.slowCalls)}
        rowKey={(r) => r.path}
        rows={of.slowCalls}
        columns={[
          { key: 'path', dataIndex: 'path', title: say(words.call) },
          { key: 'n', dataIndex: 'n', title: say(words.times), align: 'right' },
          { key: 'ms', dataIndex: 'ms', title: say(words.slowest), align: 'right' },
        ]}
      />
      {of.engine === 'server' && (
        <Findings
          title={say(words.statements)}
          rowKey={(r) => `${r.seconds} ${r.query}`}
          rows={of.statements}
          columns={[
            { key: 'seconds', dataIndex: 'seconds', title: say(words.seconds), align: 'right' },
            { key: 'waits', dataIndex: 'waits', title: say(words.waits) },
            { key: 'query', dataIndex: 'query', title: say(words.statement) },
          ]}
        />
      )}
    </>
  )
}

function Routines({ of, loading }: { of: readonly Routine[]; loading: boolean }) {
  const { say } = useSay()
  const { can } = useSession()
  const toast = useToast()
  const client = useQueryClient()
  const change = async (name: string, verb: 'run' | 'pause' | 'resume') => {
    await api.post(`cpt-operations/routine/${verb}`, { name })
    toast.done(verb === 'run' ? words.asked : words.changed)
    await client.invalidateQueries({ queryKey: ROUTINES })
  }
  const columns: TableColumnsType<Routine> = [
    { key: 'label', dataIndex: 'label', title: say(words.name) },
    { key: 'due', title: say(words.due), render: (_, r) => say(r.at === null ? words.every(r.minutes ?? 0) : words.daily(r.at)) },
    { key: 'lastTime', dataIndex: 'lastTime', title: say(words.last) },
    {
      key: 'status',
      title: say(words.result),
      render: (_, r) => (
        <Tooltip title={r.message}>
          <Tag color={COLOURS[r.status] ?? 'default'}>{say(ROUTINE_STATES[r.status] ?? words.nothing)}</Tag>
        </Tooltip>
      ),
    },
    {
      key: 'nextTime',
      title: say(words.next),
      render: (_, r) => (r.asked ? say(words.asked) : r.paused ? <Tag color="warning">{say(words.paused)}</Tag> : r.nextTime),
    },
  ]
  const acts: TableColumnsType<Routine> = [
    {
      key: 'acts',
      title: say(words.acts),
      render: (_, r) => (
        <Space>
          <Button size="small" disabled={r.status === 'running' || r.asked} onClick={() => void change(r.name, 'run')}>
            {say(words.run)}
          </Button>
          {r.paused ? (
            <Button size="small" onClick={() => void change(r.name, 'resume')}>
              {say(words.resume)}
            </Button>
          ) : (
            <Popconfirm title={say(words.confirmPause)} onConfirm={() => change(r.name, 'pause')}>
              <Button size="small">{say(words.pause)}</Button>
            </Popconfirm>
          )}
        </Space>
      ),
    },
  ]
  return (
    <div>
      <Typography.Title level={5}>{say(words.routines)}</Typography.Title>
      <Table<Routine>
        rowKey="name"
        size="small"
        loading={loading}
        dataSource={of}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={can('operations_edit') ? [...columns, ...acts] : columns}
      />
    </div>
  )
}

/** 运行状态: how the installation does at this moment, what is slow or stuck, and what is done by the clock. */
export default function RunningPage() {
  const running = useQuery({ queryKey: RUNNING, queryFn: () => api.get<Running>('cpt-operations/running/detail'), refetchInterval: 15_000 })
  const routines = useQuery({ queryKey: ROUTINES, queryFn: () => api.get<Routine[]>('cpt-operations/routine/list'), refetchInterval: 15_000 })
  return (
    <Flex vertical gap="middle">
      {running.data && <Now of={running.data} />}
      <Routines of={routines.data ?? []} loading={routines.isPending} />
    </Flex>
  )
}
