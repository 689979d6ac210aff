import { ArrowLeftOutlined, CameraOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { App, Button, Card, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { Decide, type Decision } from '../../business/cases/web/Decide.web.tsx'
import { sendFile } from '../../business/cases/web/form/Files.web.tsx'
import type { CaseRow, Requirement } from '../../business/cases/web/form.web.ts'
import { paperTitle } from '../../business/cases/definitions/materials.ts'
import type { Next } from '../../business/cases/web/Preflight.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { Story } from '../../services/process/web/Story.web.tsx'
import { compressed } from '../../services/files/uploader/send.web.ts'
import { words } from './words.ts'

const AT = 'yw-accept/business'
const quiet = { quiet: true }
interface Hindrance {
  msg: string
  severity: 'bars' | 'warns'
}

/** One paper of a task: whether it is there, and the camera that takes it. */
function Paper({ of: r, businessId, mayTake, onTaken }: { of: Requirement; businessId: string; mayTake: boolean; onTaken(): unknown }) {
  const { say } = useSay()
  const { label } = useDict('attach_kind')
  const { message } = App.useApp()
  const { busy, run } = useOneCall()
  const title = say(paperTitle(r, label(r.businessItem)))
  const take = async (file: File | undefined) => {
    if (!file) return
    await run(async () => {
      await sendFile(businessId, r.businessItem, await compressed(file, r.fileType.split(',')))
      void message.success(say(words.taken))
      await onTaken()
    })
  }
  const given = (r.given ?? 0) > 0
  const isFull = (r.given ?? 0) >= r.fileNumber
  return (
    <li>
      <b>{title}</b>
      <Tag color={given ? 'success' : r.isRequired === '1' ? 'error' : 'default'}>{given ? say(words.given(r.given!)) : say(words.missing)}</Tag>
      {mayTake && !isFull && (
        <label className="mobile-take" aria-busy={busy}>
          <CameraOutlined /> {say(given ? words.takeMore : words.take)}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            disabled={busy}
            aria-label={`${say(words.take)} ${title}`}
            onChange={(e) => {
              void take(e.target.files?.[0])
              e.target.value = ''
            }}
          />
        </label>
      )}
    </li>
  )
}

/** A case as it stands at this person: what it waits for, its papers, and its one act: pass it on, or return it with the reason. */
export function MobileCase({ id }: { id: string }) {
  const { say } = useSay()
  const { can } = useSession()
  const { label } = useDict('task_key')
  const { message } = App.useApp()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [deciding, setDeciding] = useState<Decision['result']>()
  const found = useQuery({ queryKey: queryKeyOf('mobile', 'case', id), gcTime: 0, queryFn: () => api.get<CaseRow>(`${AT}/detail`, { id }, quiet) })
  const row = found.data
  const looks = !!row?.actions.includes('pass') && (can('business_add') || can('business_edit'))
  const ahead = useQuery({
    queryKey: queryKeyOf('mobile', 'ahead', id, found.dataUpdatedAt),
    enabled: looks,
    gcTime: 0,
    queryFn: () => api.post<{ findings: Hindrance[]; next: Next | null }>(`${AT}/pre-flight`, { id }, undefined, quiet),
  })
  const bars = ahead.data?.findings.filter((f) => f.severity === 'bars') ?? []
  const decide = async (d: Decision) => {
    try {
      await api.post(`${AT}/commit`, { taskId: row!.taskId, processInstanceId: row!.processInstanceId, ...d }, undefined, quiet)
      void message.success(say(d.result === 'pass' ? words.passed : words.returned))
      await client.invalidateQueries({ queryKey: queryKeyOf('mobile') })
      await navigate({ to: '/mobile/index', replace: true })
      return true
    } catch (e) {
      void message.error(e instanceof Error ? e.message : say(words.failed))
      await found.refetch()
      return false
    }
  }
  const papers = row?.files.filter((f) => f.taskKey === row.taskKey) ?? []
  return (
    <>
      <Link to="/mobile/index" className="mobile-back">
        <ArrowLeftOutlined /> {say(words.back)}
      </Link>
      {found.isLoading && <Skeleton active />}
      {found.error && <p role="alert">{found.error.message}</p>}
      {row && (
        <>
          <Card size="small" title={<h1 className="mobile-title">{String(row.businessName)}</h1>} extra={row.taskKey && <Tag>{label(row.taskKey)}</Tag>}>
            <p>
              {String(row.businessTypeName ?? '')} {String(row.businessCode ?? '')}
            </p>
            {bars.length > 0 && (
              <ul role="alert" className="mobile-bars">
                {bars.map((f) => (
                  <li key={f.msg}>{f.msg}</li>
                ))}
              </ul>
            )}
            {ahead.data?.next && bars.length === 0 && <p>{say(words.goesTo(label(ahead.data.next.taskKey), ahead.data.next.names))}</p>}
            <div className="mobile-acts">
              {row.actions.includes('pass') && can('business_commit') && (
                <Button type="primary" size="large" block disabled={bars.length > 0} onClick={() => setDeciding('pass')}>
                  {say(words.pass)}
                </Button>
              )}
              {row.actions.includes('return') && can('business_commit') && (
                <Button danger size="large" block onClick={() => setDeciding('return')}>
                  {say(words.sendBack)}
                </Button>
              )}
            </div>
          </Card>
          {papers.length > 0 && (
            <Card size="small" title={say(words.papers)}>
              <ul className="mobile-list">
                {papers.map((f) => (
                  <Paper key={`${f.businessItem} ${f.fileName}`} of={f} businessId={id} mayTake={row.actions.includes('pass')} onTaken={found.refetch} />
                ))}
              </ul>
            </Card>
          )}
          <Card size="small" title={say(words.story)}>
            <Story processInstanceId={row.processInstanceId} />
          </Card>
        </>
      )}
      {deciding && row && (
        <Decide
          id={row.id}
          typeCode={String(row.businessTypeCode)}
          taskKey={String(row.taskKey)}
          result={deciding}
          next={ahead.data?.next ?? undefined}
          onClose={() => setDeciding(undefined)}
          onDecide={async (d) => {
            const isDone = await decide(d)
            setDeciding(undefined)
            return isDone
          }}
        />
      )}
    </>
  )
}
