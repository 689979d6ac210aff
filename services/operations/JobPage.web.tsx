import { useQueryClient } from '@tanstack/react-query'
import { Descriptions, Flex, Progress, Segmented, Tooltip } from 'antd'
import { useEffect } from 'react'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import type { ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { job, JOB_STATES } from './operations.ts'
import { readInFull } from './read-only.ts'
import { StateTag } from './StateTag.web.tsx'
import { words } from './words.ts'

const COLOURS: Readonly<Record<string, string>> = { running: 'processing', cancelling: 'warning', done: 'success', failed: 'error' }
const POLL_MS = 3000

/** Asks the list again every three seconds while a job on it waits or runs. */
function useFresh(): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      const open = client
        .getQueriesData<Page<AnyRow>>({ queryKey: queryKeyOf(job, 'page'), type: 'active' })
        .some(([, p]) => p?.records?.some((r) => ['queued', 'running', 'cancelling'].includes(r.status)))
      if (open) void client.invalidateQueries({ queryKey: queryKeyOf(job, 'page') })
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [client])
}

const call = (verb: 'cancel' | 'retry', row: AnyRow) => api.post(`cpt-system/job/${verb}`, undefined, { id: row.id })
const commands: readonly RowCommand[] = [
  defaultCommands(job).row.view,
  {
    key: 'cancel',
    label: words.cancel,
    danger: true,
    confirm: words.confirmCancel,
    when: (r) => r.mayCancel === true,
    run: (r, t) => call('cancel', r).then(t.reload),
    done: words.cancelled,
  },
  {
    key: 'retry',
    label: words.retry,
    confirm: words.confirmRetry,
    when: (r) => r.mayRetry === true,
    run: (r, t) => call('retry', r).then(t.reload),
    done: words.retried,
  },
]

const STATES = { words: JOB_STATES, colours: COLOURS }

/** How far a job is; where it is now stands in the hint. */
const Percent = ({ of }: { of: AnyRow }) => (
  <Tooltip title={of.status === 'running' ? (of.step as string) : undefined}>
    <Progress percent={of.percent} size="small" aria-label={of.title} {...(of.status === 'failed' ? { status: 'exception' as const } : {})} />
  </Tooltip>
)

/** One job to read, with what it answered. */
function JobView({ row = {} }: Pick<ResourceFormProps, 'row'>) {
  const { say, lang } = useSay()
  const shown = columnsOf(readInFull(job), lang)
  const items = shown.map((c) => ({
    key: c.key,
    label: String(c.title),
    children:
      c.key === 'status' ? (
        <StateTag of={row.status as string} {...STATES} />
      ) : c.key === 'kind' ? (
        String(row.kindName)
      ) : (
        (c.render?.(row[c.key], row as AnyRow, 0) as React.ReactNode)
      ),
  }))
  const result =
    row.result && Object.keys(row.result).length > 0
      ? [{ key: 'result', label: say(words.result), children: <pre>{JSON.stringify(row.result, null, 2)}</pre> }]
      : []
  return <Descriptions bordered size="small" column={1} items={[...items, ...result]} />
}

/** 后台任务: own jobs, and with the button all of the region; cancel and retry. */
export default function JobPage() {
  const { say, lang } = useSay()
  const { can } = useSession()
  const { search, setSearch } = usePageState()
  useFresh()
  const mine = search.mine === '1' || !can('job_view')
  const state = String(search.state ?? '')
  const columns = columnsOf(job, lang).map((c) => {
    if (c.key === 'status') return { ...c, render: (v: string) => <StateTag of={v} {...STATES} /> }
    if (c.key === 'kind') return { ...c, render: (_v: unknown, row: AnyRow) => row.kindName }
    if (c.key === 'percent') return { ...c, align: 'left' as const, render: (_v: unknown, row: AnyRow) => <Percent of={row} /> }
    return c
  })
  const choose = (name: string, value: string) => setSearch({ [name]: value || undefined, current: undefined })
  return (
    <>
      <Flex gap="middle" style={{ marginBottom: 12 }}>
        {can('job_view') && (
          <Segmented
            value={mine ? '1' : ''}
            onChange={(v) => choose('mine', v)}
            options={[
              { value: '', label: say(words.all) },
              { value: '1', label: say(words.mine) },
            ]}
          />
        )}
        <Segmented
          value={state}
          onChange={(v) => choose('state', v)}
          options={[{ value: '', label: say(words.any) }, ...(['open', 'done', 'failed'] as const).map((v) => ({ value: v as string, label: say(words[v]) }))]}
        />
      </Flex>
      <ResourcePage
        of={job}
        columns={columns}
        toolCommands={[]}
        rowCommands={commands}
        regionTree={false}
        table={{ rowSelection: undefined }}
        query={{ ...(mine ? { mine: '1' } : {}), ...(state ? { state } : {}) }}
        form={(p) => <JobView {...(p.row ? { row: p.row } : {})} />}
      />
    </>
  )
}
