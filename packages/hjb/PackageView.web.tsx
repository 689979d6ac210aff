import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Flex, Form, Input, Progress, Space, Tag } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useDialogDraft, useDraftedState } from '../../kit/web/dialog-draft.web.ts'
import { HJB, packageMay, RESULT } from './flow.ts'
import { hjb, hjb_issue, INCREMENT } from '../package/hjb.ts'
import type { IssuerRound } from '../package/rounds.ts'
import { Borders } from './Borders.web.tsx'
import { ChangedCells } from './ChangedCells.web.tsx'
import { Confirm, proposed } from './Confirm.web.tsx'
import { Repairs } from './Repairs.web.tsx'
import { ruleWords, severities, words } from './words.ts'
import { Withdraw } from './Withdraw.web.tsx'

const FindingsMap = lazy(() => import('./FindingsMap.web.tsx'))
const POLL_MS = 1000
const SIZE = 50
interface RuleCount {
  id: string
  severity: string
  text: string
  count: number
}
interface JobState {
  jobLogId: string
  status: string
  percent: number
  stepName: string
  message: string
  code: number
}

/** Columns of the findings with their widths, px: what is wrong is read first, and wraps; the table stands in a drawer and is not moved sideways for it. */
const COLUMNS = [
  ['sort', 56],
  ['severity', 64],
  ['rule', 64],
  ['message', 300],
  ['object', 172],
  ['layer', 92],
  ['field', 100],
  ['causeRule', 88],
] as const
/** Statuses in which no finding is said yet: the check runs or waits. */
const UNCHECKED = [HJB.created, HJB.uploaded, HJB.detecting] as readonly string[]

/** One package: progress of its job, the findings as list and on a map, Excel, and the audit's decision. */
export function PackageView({ id }: { id: string }) {
  const { say } = useSay()
  const { can } = useSession()
  // not the drawer's own query: the drawer draws its content anew whenever that one is asked
  const { data: info } = useQuery({
    queryKey: queryKeyOf(hjb, 'package', id),
    gcTime: 0,
    staleTime: 0,
    queryFn: () => api.get<AnyRow>(`${hjb.path}/detail`, { id }, { quiet: true }),
  })
  if (!info) return null
  const rules = (info.rules ?? []) as RuleCount[]
  const isChecked = !UNCHECKED.includes(info.status)
  return (
    <Flex vertical gap="middle">
      {info.jobLogId && <JobProgress jobLogId={info.jobLogId} />}
      {info.status === HJB.waiting && can('hjb_audit') && <Audit key={`${info.jobLogId}`} id={id} info={info} />}
      {packageMay('empty', info.status) && can('hjb_transfer') && <Withdraw key={`${info.jobLogId}`} id={id} />}
      <Flex justify="space-between">
        <Space>
          {isChecked &&
            Object.entries(severities).map(([key, s]) => (
              <Tag key={key} color={s.tag}>{`${say(s.text)} ${rules.filter((r) => r.severity === key).reduce((n, r) => n + r.count, 0)}`}</Tag>
            ))}
        </Space>
        {can('hjb_export') && (
          <Space>
            <Button onClick={() => void download('hjb/hjblog/export', { infoId: id }).catch(() => undefined)}>{say(words.excel)}</Button>
            <Button onClick={() => void download('hjb/hjblog/export', { infoId: id, format: 'json' }).catch(() => undefined)}>{say(ruleWords.json)}</Button>
          </Space>
        )}
      </Flex>
      {packageMay('initialise', info.status) && can('hjb_transfer') && <Borders id={id} />}
      <Repairs key={`repairs${info.jobLogId}${info.status}`} id={id} status={info.status} />
      {info.packageKind === INCREMENT && <ChangedCells key={`cells${info.jobLogId}`} id={id} status={info.status} />}
      {isChecked && <Findings key={`${info.jobLogId}${info.status}`} infoId={id} rules={rules} />}
    </Flex>
  )
}

/** The last job, asked each second while it runs; afterwards the package and its list are asked anew. */
function JobProgress({ jobLogId }: { jobLogId: string }) {
  const { say } = useSay()
  const toast = useToast()
  const client = useQueryClient()
  const job = useQuery({
    queryKey: queryKeyOf(hjb, 'progress', jobLogId),
    queryFn: () => api.get<JobState>('hjb/hjbinfo/progressById', { jobLogId }, { quiet: true }),
    refetchInterval: (q) => (q.state.data?.status === 'running' ? POLL_MS : false),
    staleTime: 0,
  })
  const state = job.data
  const ended = state !== undefined && state.status !== 'running'
  useEffect(() => {
    if (ended) for (const key of ['page', 'package', 'issues']) void client.invalidateQueries({ queryKey: queryKeyOf(hjb, key) })
  }, [ended, client])
  if (!state) return null
  const retry = async () => {
    await api.post(`hjb/hjbinfo/${state.code === RESULT.write ? 'executeSql' : 'retransmission'}`, undefined, { jobLogId })
    await client.invalidateQueries({ queryKey: queryKeyOf(hjb) })
  }
  const failed = state.status === 'failed' || state.status === 'cancelled'
  return (
    <Flex vertical gap="small">
      <Progress
        percent={ended && !failed ? 100 : state.percent}
        status={failed ? 'exception' : ended ? 'success' : 'active'}
        aria-label={say(words.progress)}
      />
      {!ended && (
        <Space>
          <span role="status">{state.stepName}</span>
          <Button size="small" onClick={() => void api.post('hjb/hjbinfo/om', { jobLogId, action: 'cancel' }).catch(() => undefined)}>
            {say(words.cancel)}
          </Button>
        </Space>
      )}
      {failed && (
        <Alert
          type="error"
          message={state.message}
          action={
            <Button size="small" onClick={() => void retry().catch(toast.failed)}>
              {say(words.retry)}
            </Button>
          }
        />
      )}
    </Flex>
  )
}

function Audit({ id, info }: { id: string; info: AnyRow }) {
  const { say } = useSay()
  const toast = useToast()
  const client = useQueryClient()
  const [opinion, setOpinion] = useState('')
  const draft = useDialogDraft(words.opinion, id, { take: () => opinion || undefined, put: setOpinion })
  useDraftedState(draft, [opinion], !opinion)
  const [confirmed, setConfirmed] = useState(() => proposed(info.packageDay, info.rounds))
  const decide = async (result: 0 | 1) => {
    await api.post('hjb/hjbinfo/audit', { id, result, opinion, ...(result === 1 && info.packageDay ? confirmed : {}) }, undefined, { quiet: true })
    toast.done()
    void draft?.end()
    await client.invalidateQueries({ queryKey: queryKeyOf(hjb) })
  }
  return (
    <Form layout="vertical">
      {draft?.offer}
      {info.packageDay && <Confirm shown={(info.rounds ?? []) as IssuerRound[]} value={confirmed} onChange={setConfirmed} />}
      <Form.Item label={say(words.opinion)} htmlFor="hjb-opinion">
        <Input.TextArea id="hjb-opinion" value={opinion} maxLength={500} onChange={(e) => setOpinion(e.target.value)} />
      </Form.Item>
      <Space>
        <Button type="primary" onClick={() => void decide(1).catch(toast.failed)}>
          {say(words.accept)}
        </Button>
        <Button danger onClick={() => void decide(0).catch(toast.failed)}>
          {say(words.refuse)}
        </Button>
        {draft?.line}
      </Space>
    </Form>
  )
}

function Findings({ infoId, rules }: { infoId: string; rules: readonly RuleCount[] }) {
  const { say, label } = useSay()
  const [filter, setFilter] = useState<{ rule?: string; severity?: string; isCause?: 1 | undefined }>({})
  const [current, setCurrent] = useState(1)
  const [picked, setPicked] = useState<string>()
  const list = useQuery({
    queryKey: queryKeyOf(hjb, 'issues', infoId, filter, current),
    queryFn: () => api.get<Page<AnyRow>>('hjb/hjbinfo/issues', { infoId, current, size: SIZE, ...filter }, { quiet: true }),
  })
  const narrow = (more: typeof filter) => {
    setFilter({ ...filter, ...more })
    setCurrent(1)
  }
  const records = list.data?.records ?? []
  const columns = COLUMNS.map(([n, width]) => ({
    title: label(hjb_issue.fields[n]),
    dataIndex: n,
    key: n,
    width,
    ...(n === 'severity' ? { render: (v: string) => <Tag color={severities[v]?.tag}>{severities[v] ? say(severities[v].text) : v}</Tag> } : {}),
  }))
  return (
    <Flex vertical gap="small">
      <Space>
        <ClearSelect
          style={{ width: 120 }}
          placeholder={say(words.severity)}
          aria-label={say(words.severity)}
          value={filter.severity}
          onChange={(severity) => narrow({ severity })}
          options={Object.entries(severities).map(([value, s]) => ({ value, label: say(s.text) }))}
        />
        <ClearSelect
          showSearch
          optionFilterProp="label"
          style={{ width: 420 }}
          placeholder={say(words.rule)}
          aria-label={say(words.rule)}
          value={filter.rule}
          onChange={(rule) => narrow({ rule })}
          options={[...new Map(rules.map((r) => [r.id, r])).values()].map((r) => ({ value: r.id, label: `${r.id} ${r.text}` }))}
        />
        <Checkbox checked={!!filter.isCause} onChange={(e) => narrow({ isCause: e.target.checked ? 1 : undefined })}>
          {say(ruleWords.causes)}
        </Checkbox>
      </Space>
      <Suspense fallback={null}>
        <FindingsMap findings={records} picked={picked} onPick={setPicked} label={say(words.onMap)} />
      </Suspense>
      <Table<AnyRow>
        rowKey="id"
        size="small"
        scroll={{ x: COLUMNS.reduce((sum, [, w]) => sum + w, 0), y: 360 }}
        columns={columns}
        dataSource={records}
        loading={list.isFetching}
        locale={{ emptyText: say(words.noFindings) }}
        onRow={(r) => ({ onClick: () => setPicked(r.id), 'aria-selected': r.id === picked })}
        rowSelection={{ type: 'radio', selectedRowKeys: picked ? [picked] : [], onSelect: (r) => setPicked(r.id) }}
        pagination={{ current, pageSize: SIZE, total: list.data?.total ?? 0, showSizeChanger: false, onChange: setCurrent }}
      />
    </Flex>
  )
}
