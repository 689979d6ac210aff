import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Alert, Button, Descriptions, Flex, Progress, Spin, Typography } from 'antd'
import { both as w } from '../../kit/model/lang.ts'
import { api } from '../../kit/web/client.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { useSession, Heading } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useRegionName, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'
import '../../platform/list/list.css'

interface Difference {
  djbId: string
  code: string
  version: number
  edition: number
  regionCode: string
  why: string
  msg: string
}
/** The caller's region, and the last verification in it. */
interface State {
  regionCode: string
  last: Verification | null
}
interface Verification {
  jobId: string
  regionCode: string
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  percent: number
  done: number
  total: number
  message: string
  startTime: string | null
  endTime: string | null
  books: number
  contents: number
  waiting: number
  entries: number
  differences: number
  records: Difference[]
}

const words = {
  title: w('登记簿核验', 'Verification of books'),
  what: w(
    '重新计算每本登记簿登记内容和每条入库记录的摘要，与登记簿、审计日志中的摘要比对，并逐项核对登记数据与登记内容；只读取，不修改任何数据。',
    'Recomputes the digests of every book and register entry, compares them with those in the books and the audit log, and compares every fact in the rows with the book. Read only.',
  ),
  start: w('开始核验', 'Start'),
  never: w('尚未核验', 'Not verified yet'),
  progress: w('核验进度', 'Progress of the verification'),
  region: w('核验范围', 'Region'),
  whole: w('全部', 'All'),
  begun: w('开始时间', 'Started'),
  ended: w('完成时间', 'Ended'),
  books: w('登记簿', 'Books'),
  contents: w('登记内容（含各版次）', 'Contents, all editions'),
  waiting: w('尚未固化', 'Not frozen yet'),
  entries: w('入库记录', 'Register entries'),
  differences: w('差异', 'Differences'),
  holds: w('登记内容、登记数据和入库记录与登记时完全一致', 'Everything matches what was registered'),
  differs: w('发现与登记时不一致的登记簿或入库记录', 'Books or entries differ from what was registered'),
  first: (n: number) => w(`以下列出前 ${n} 条`, `The first ${n} are listed`),
  code: w('登记簿编码或入库单元', 'Book or entry'),
  version: w('版本', 'Version'),
  edition: w('版次', 'Edition'),
  why: w('差异说明', 'What differs'),
} as const
const KEY = queryKeyOf('djb', 'verification')
const POLL_MS = 1000

/** 登记簿核验: begins a verification of the region's books, shows how far it is and what it found. */
export default function VerifyPage() {
  const { say } = useSay()
  const { can } = useSession()
  const toast = useToast()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => api.get<State>('base-qssj/djb/verification', {}, { quiet: true }),
    refetchInterval: (q) => (isOpen(q.state.data?.last) ? POLL_MS : false),
    staleTime: 0,
  })
  const start = async () => {
    await api.post('base-qssj/djb/verify', { regionCode: data?.regionCode }, undefined, { quiet: true })
    await client.invalidateQueries({ queryKey: KEY })
  }
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  if (data === undefined) return <Spin />
  return (
    <Flex vertical gap="middle">
      <Flex justify="space-between" align="start" gap="middle">
        <div>
          <Heading className="list-title">{say(words.title)}</Heading>
          <Typography.Text type="secondary">{say(words.what)}</Typography.Text>
        </div>
        {can('djb_verify') && (
          <Button type="primary" disabled={isOpen(data.last)} onClick={() => void start().catch(toast.failed)}>
            {say(words.start)}
          </Button>
        )}
      </Flex>
      {data.last ? <Outcome of={data.last} /> : <Alert type="info" showIcon title={say(words.never)} />}
    </Flex>
  )
}

const isOpen = (v: Verification | null | undefined): boolean => v?.status === 'queued' || v?.status === 'running'

function Outcome({ of: v }: { of: Verification }) {
  const { say } = useSay()
  const region = useRegionName(v.regionCode, true)
  const failed = v.status === 'failed' || v.status === 'cancelled'
  const ended = v.status === 'done'
  const item = (key: 'region' | 'begun' | 'ended' | 'books' | 'contents' | 'waiting' | 'entries' | 'differences', children: string | number | null) => ({
    key,
    label: say(words[key]),
    children: children ?? '—',
  })
  return (
    <>
      {!ended && <Progress percent={v.percent} status={failed ? 'exception' : 'active'} aria-label={say(words.progress)} />}
      {failed && <Alert type="error" showIcon title={v.message} />}
      {ended && v.differences === 0 && <Alert type="success" showIcon title={say(words.holds)} />}
      {ended && v.differences > 0 && (
        <Alert
          type="error"
          showIcon
          title={say(words.differs)}
          {...(v.records.length < v.differences ? { description: say(words.first(v.records.length)) } : {})}
        />
      )}
      <Descriptions
        bordered
        size="small"
        column={3}
        items={[
          item('region', v.regionCode === '' ? say(words.whole) : region),
          item('begun', v.startTime),
          item('ended', v.endTime),
          ...(ended
            ? [item('books', v.books), item('contents', v.contents), item('waiting', v.waiting), item('entries', v.entries), item('differences', v.differences)]
            : [item('books', `${v.done} / ${v.total}`)]),
        ]}
      />
      {ended && v.differences > 0 && <Differences all={v.records} />}
    </>
  )
}

function Differences({ all }: { all: readonly Difference[] }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const open = (id: string) => openPage('/registry/djb', { open: `view.${id}` })
  return (
    <Table<Difference>
      size="small"
      rowKey={(d) => `${d.djbId}.${d.edition}.${d.why}`}
      dataSource={[...all]}
      pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true }}
      columns={[
        {
          title: say(words.code),
          dataIndex: 'code',
          width: 220,
          render: (code: string, d) => (can('djb_view') ? <Typography.Link onClick={() => open(d.djbId)}>{code}</Typography.Link> : code),
        },
        { title: say(words.version), dataIndex: 'version', width: 90 },
        { title: say(words.edition), dataIndex: 'edition', width: 90 },
        { title: say(words.why), dataIndex: 'msg' },
      ]}
    />
  )
}
