import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, theme } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { api, onWritten } from '../../../kit/web/client.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import type { CaseFinding } from '../definitions/findings.ts'
import { leadTo, LINK } from './lead.web.ts'
import { FoundLink } from './FoundLink.web.tsx'
import { words } from './words.ts'

type Told = Omit<CaseFinding, 'msg'> & { msg: string }
/** The task that comes next, and who may do it. */
export interface Next {
  taskKey: string
  names: readonly string[]
}
interface Answer {
  findings: readonly Told[]
  next: Next | null
}
/** One finding: its words lead to where it is put right in this case; what lies elsewhere has a link of its own. */
function Row({ of: f, task, partOf, label }: { of: Told; task: string; partOf(field: string): string | undefined; label(key: string): string }) {
  const { say } = useSay()
  const { token } = theme.useToken()
  const part = f.paper ? 'files' : f.field ? partOf(f.field) : f.task === task && !f.at ? 'task' : undefined
  const bars = f.severity === 'bars'
  const sign = bars ? (
    <CloseCircleFilled style={{ color: token.colorError, marginTop: 4 }} aria-label={say(words.bars)} title={say(words.bars)} />
  ) : (
    <ExclamationCircleFilled style={{ color: token.colorWarning, marginTop: 4 }} aria-label={say(words.warns)} title={say(words.warns)} />
  )
  return (
    <Flex gap={6} align="start">
      {sign}
      <Flex vertical style={{ minWidth: 0 }}>
        {part ? (
          <Button type="link" size="small" style={LINK} onClick={() => leadTo(part, f.field)}>
            {f.msg}
          </Button>
        ) : (
          <span>{f.msg}</span>
        )}
        <small style={{ color: token.colorTextSecondary }}>
          {f.task && f.task !== task ? label(f.task) : ''} {f.at && <FoundLink at={f.at} />}
        </small>
      </Flex>
    </Flex>
  )
}

/** Calls that only ask, or keep what the check is given anyway. */
const READS = /\/(pre-flight|keep-input|drop-input|checkFbfInfo|user-setting\/\w+|changed|read|list|page)$/
/** What is done by several calls is looked at once, in milliseconds. */
const SETTLED = 400
interface PreflightProps {
  /** the task at which the case stands, the acceptance of one that has not begun */
  task: string
  /** what is asked: the case as it is typed, or its id */
  body(): Readonly<Record<string, unknown>>
  /** how many papers are there, where it is known: those that came after the check are not in it */
  papers: number | undefined
  /** asks as soon as it is shown; once it has asked, it asks again after whatever was done about the case */
  atOnce: boolean
  /** the case as it is stored */
  of: object | undefined
  /** told who gets the case next, and that nobody knows any more: it was changed since */
  onNext?(next: Next | undefined): void
  /** the part of the page in which a field stands */
  partOf(field: string): string | undefined
}
/** The check of the whole way to the register: what would stop the case now or later, each with the way to put it right; and who gets it next. */
export function Preflight({ task, body, papers, atOnce, of, onNext, partOf }: PreflightProps): ReactNode {
  const { say } = useSay()
  const { token } = theme.useToken()
  const { label } = useDict('task_key')
  const there = useRef(papers)
  there.current = papers
  const { mutate, ...asked } = useMutation({
    retry: false,
    mutationFn: async () => {
      const sent = body()
      const answer = await api.post<Answer>('yw-accept/business/pre-flight', { ...sent }, undefined, { quiet: true })
      return { ...answer, of: JSON.stringify(sent), papers: there.current }
    },
  })
  useEffect(() => {
    // before the papers are known they would only be asked for twice
    if (atOnce && papers !== undefined) mutate()
  }, [atOnce, of, papers, mutate])
  const wanted = atOnce || asked.data !== undefined
  useEffect(() => {
    if (!wanted) return
    let soon: ReturnType<typeof setTimeout>
    const stop = onWritten((path) => {
      if (READS.test(path)) return
      clearTimeout(soon)
      soon = setTimeout(() => mutate(), SETTLED)
    })
    return () => {
      clearTimeout(soon)
      stop()
    }
  }, [wanted, mutate])
  const { findings = [], next } = asked.data ?? {}
  // what was found stands beside a form that has gone on since
  const isOld = asked.data !== undefined && (asked.data.of !== JSON.stringify(body()) || (asked.data.papers ?? papers) !== papers)
  const told = useRef(onNext)
  told.current = onNext
  useEffect(() => told.current?.(asked.data?.next ?? undefined), [asked.data])
  return (
    <Card
      size="small"
      title={say(words.preflight)}
      styles={{ body: { maxHeight: '46vh', overflow: 'auto' } }}
      extra={
        <Button size="small" loading={asked.isPending} onClick={() => mutate()}>
          {say(asked.data ? words.checkAgain : words.check)}
        </Button>
      }
    >
      <Flex vertical gap={8} role="status">
        {!asked.data && !asked.error && <small style={{ color: token.colorTextSecondary }}>{say(words.preflightHint)}</small>}
        {isOld && <small style={{ color: token.colorTextSecondary }}>{say(words.preflightOld)}</small>}
        {asked.error && <Alert type="error" showIcon title={asked.error.message} />}
        {findings.map((f) => (
          <Row key={`${f.code}${f.field ?? ''}${f.msg}`} of={f} task={task} partOf={partOf} label={label} />
        ))}
        {asked.data && findings.length === 0 && (
          <span>
            <CheckCircleFilled style={{ color: token.colorSuccess }} /> {say(words.nothingBars)}
          </span>
        )}
        {next && (
          <small style={{ color: token.colorTextSecondary }}>
            {say(words.nextTask)}
            {label(next.taskKey)}
            {next.names.length ? `（${next.names.join('、')}）` : ''}
          </small>
        )}
      </Flex>
    </Card>
  )
}
