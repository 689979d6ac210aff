import { ArrowLeftOutlined, DownloadOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Progress, Segmented, Space, Spin, Tag, Typography } from 'antd'
import { useEffect, useState } from 'react'
import type { Text } from '../../../kit/model/lang.ts'
import type { Page } from '../../../kit/model/page.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { useAsk } from '../../../kit/web/ask.web.ts'
import { useToast } from '../../../kit/web/dialogs.web.tsx'
import { download } from '../../../kit/web/download.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { keyUnder, queryKeyOf } from '../../../kit/web/keys.web.ts'
import { BATCH, BATCH_WORDS, import_batch, isMoving, importMay, SHOWN, SHOWN_WORDS, type BatchStatus, type ShownRow } from './imports.ts'
import { RowsTable, type PreviewRow } from './RowsTable.web.tsx'
import { words } from './words.ts'

const POLL_MS = 1000
const SIZE = 50
export interface BatchDetail {
  id: string
  fileName: string
  entityName: string
  status: BatchStatus
  total: number
  failReason: string
  columns: { field: string; title: string; width: number }[]
  ignored: string[]
  counts: Record<ShownRow, number>
  job: { percent: number; step: string } | null
}
const KEY = queryKeyOf(import_batch)

/** One batch: how far it is, its rows with what is new, changed and wrong, and what may be done with them. */
export function BatchView({ id, onBack }: { id: string; onBack(): void }) {
  const { say } = useSay()
  const client = useQueryClient()
  const [show, setShow] = useState<ShownRow | ''>('')
  const [current, setCurrent] = useState(1)
  const [picked, setPicked] = useState<readonly string[]>([])
  const { data: batch } = useQuery({
    queryKey: keyUnder(KEY, 'batch', id),
    queryFn: () => api.get<BatchDetail>('importBatch/detail', { id }, { quiet: true }),
    refetchInterval: ({ state }) => (isMoving(state.data?.status) ? POLL_MS : false),
    staleTime: 0,
  })
  const still = batch !== undefined && !isMoving(batch.status)
  const list = useQuery({
    queryKey: keyUnder(KEY, 'rows', id, show, current, batch?.status),
    queryFn: () => api.get<Page<PreviewRow>>('importBatch/rows', { id, current, size: SIZE, ...(show ? { show } : {}) }, { quiet: true }),
    enabled: still && batch.status !== BATCH.failed,
    staleTime: 0,
  })
  useEffect(() => {
    if (still) void client.invalidateQueries({ queryKey: keyUnder(KEY, 'page') })
  }, [still, client])
  if (!batch) return <Spin />
  const reload = async () => {
    setPicked([])
    await client.invalidateQueries({ queryKey: KEY })
  }
  const narrow = (v: ShownRow | '') => {
    setShow(v)
    setCurrent(1)
  }
  const color = BATCH_WORDS[batch.status].color
  return (
    <Flex vertical gap="middle">
      <Flex justify="space-between" wrap gap="small">
        <Space wrap>
          <Button icon={<ArrowLeftOutlined />} aria-label={say(words.back)} onClick={onBack} />
          <Typography.Title level={5} style={{ margin: 0 }}>
            {batch.fileName}
          </Typography.Title>
          <span>{batch.entityName}</span>
          <Tag color={color}>{say(BATCH_WORDS[batch.status])}</Tag>
        </Space>
        <Acts batch={batch} picked={picked} onDone={reload} />
      </Flex>
      {isMoving(batch.status) && <Moving batch={batch} />}
      {batch.failReason && <Alert showIcon type={batch.status === BATCH.failed ? 'error' : 'warning'} title={batch.failReason} />}
      {batch.ignored.length > 0 && <Alert showIcon type="info" title={say(words.ignored(batch.ignored.join(say(words.comma))))} />}
      {still && batch.status !== BATCH.failed && (
        <>
          <div style={{ overflowX: 'auto' }}>
            <Segmented
              value={show}
              onChange={(v) => narrow(v as ShownRow | '')}
              options={[
                { value: '', label: `${say(words.all)} ${batch.total}` },
                ...SHOWN.filter((s) => batch.counts[s] > 0 || s === show).map((s) => ({ value: s, label: `${say(SHOWN_WORDS[s])} ${batch.counts[s]}` })),
              ]}
            />
          </div>
          <RowsTable
            columns={batch.columns}
            rows={list.data?.records ?? []}
            loading={list.isFetching}
            selectable={importMay('accept', batch.status)}
            picked={picked}
            onPick={setPicked}
            paging={{ current, pageSize: SIZE, total: list.data?.total ?? 0, onChange: setCurrent }}
          />
        </>
      )}
    </Flex>
  )
}

function Moving({ batch }: { batch: BatchDetail }) {
  const { say } = useSay()
  return (
    <Flex vertical gap="small">
      <Progress percent={batch.job?.percent ?? 0} status="active" aria-label={say(words.progress)} />
      <span role="status">{batch.job?.step}</span>
    </Flex>
  )
}

interface ActsProps {
  batch: BatchDetail
  picked: readonly string[]
  onDone(): Promise<void>
}
/** What may be done with the batch as it stands; each asks first. */
function Acts({ batch, picked, onDone }: ActsProps) {
  const { say } = useSay()
  const toast = useToast()
  const ask = useAsk()
  const { busy, run } = useOneCall()
  const good = batch.counts.new + batch.counts.change
  const left = batch.counts.wrong + batch.counts.failed
  const act = async (question: Text, danger: boolean, call: () => Promise<unknown>) => {
    if (!(await ask(question, danger))) return
    await run(
      async () => {
        await call()
        await onDone()
      },
      { done: words.queued, refused: (e) => (toast.failed(e), true) },
    )
  }
  const quiet = { quiet: true }
  const accept = (rows?: readonly number[]) => api.post('importBatch/accept', { id: batch.id, ...(rows ? { rows } : {}) }, undefined, quiet)
  const post = (verb: string) => api.post(`importBatch/${verb}`, undefined, { id: batch.id }, quiet)
  return (
    <Space wrap>
      {left > 0 && (
        <Button
          icon={<DownloadOutlined />}
          title={say(words.failingHint)}
          onClick={() => void download('importBatch/failing', { id: batch.id }).catch(() => undefined)}
        >
          {say(words.failingCount(left))}
        </Button>
      )}
      {importMay('cancel', batch.status) && (
        <Button danger disabled={busy} onClick={() => void act(words.confirmCancel, true, () => post('cancel'))}>
          {say(words.cancelJob)}
        </Button>
      )}
      {importMay('withdraw', batch.status) && (
        <Button danger disabled={busy} onClick={() => void act(words.askWithdraw, true, () => post('withdraw'))}>
          {say(words.withdraw)}
        </Button>
      )}
      {importMay('accept', batch.status) && good > 0 && (
        <>
          <Button disabled={busy || picked.length === 0} onClick={() => void act(words.askAccept(picked.length), false, () => accept(picked.map(Number)))}>
            {say(words.accept(picked.length))}
          </Button>
          <Button type="primary" disabled={busy} onClick={() => void act(words.askAccept(good), false, () => accept())}>
            {say(words.acceptAll(good))}
          </Button>
        </>
      )}
    </Space>
  )
}
