import { useQueryClient } from '@tanstack/react-query'
import { Button, Card, Descriptions, Flex, Spin, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { labelOf } from '../../../kit/model/field.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk } from '../../../kit/web/ask.web.ts'
import { useToast } from '../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { Story } from './Story.web.tsx'
import { leave } from '../flow.ts'
import { useLeave, usePathParts, type LeaveRow } from './leave-call.web.ts'
import { nameIn } from './names.ts'
import { Diagram, State } from './parts.web.tsx'
import { missingWords, words } from './words.ts'
import { LoadFailed } from '../../../platform/parts/LoadFailed.web.tsx'

/** What was asked for, and where it stands. */
function Facts({ of: l }: { of: LeaveRow }) {
  const { say, lang } = useSay()
  const fact = (name: keyof typeof leave.fields, children: ReactNode = l[name] as ReactNode, span = 1) => ({
    key: name,
    label: say(labelOf(leave.fields[name])),
    children,
    span,
  })
  const whose = (t: LeaveRow['flow']['waiting'][number]) => (t.missing?.length ? missingWords(t.missing) : t.signMode ? words.orSign : words.nobody)
  const standing = l.flow.waiting.map((t) => `${nameIn(lang, t.name)} (${t.assigneeName ?? say(whose(t))})`).join(', ')
  const items = [
    fact('applicantName'),
    fact('applyTime'),
    fact('startTime'),
    fact('endTime'),
    { key: 'days', label: say(words.days), children: l.days },
    fact('taskUser', l.taskUserName as ReactNode),
    fact('reason', undefined, 2),
    fact('status', <State of={l.status} />),
    standing ? { key: 'waiting', label: say(words.waiting), children: standing } : { key: 'ended', label: say(words.reason), children: l.flow.reason ?? '—' },
  ]
  return <Descriptions bordered size="small" column={2} items={items} styles={{ label: { width: 150 } }} />
}

/** Takes a request back that nobody has decided anything of. */
function Withdraw({ of: l }: { of: LeaveRow }) {
  const { say } = useSay()
  const [ask, toast, client] = [useAsk(), useToast(), useQueryClient()]
  const run = async () => {
    if (!(await ask(words.withdrawAsk, true))) return
    await api.post('cpt-flow/leave/withdraw', { businessId: l.id }, undefined, { quiet: true })
    toast.done(words.handled)
    for (const key of ['work_task', 'work_sent', 'leave', 'process'] as const) await client.invalidateQueries({ queryKey: queryKeyOf(key) })
  }
  return (
    <Button danger onClick={() => void run().catch(toast.failed)}>
      {say(words.withdraw)}
    </Button>
  )
}

/** A request for leave with its story and diagram; what is done with it comes as children of the loaded row. */
export function LeaveView({ businessId, title, children }: { businessId: string; title: string; children?(row: LeaveRow): ReactNode }) {
  const { say } = useSay()
  const { data, error, isFetching } = useLeave(businessId)
  if (error) return <LoadFailed error={error} />
  if (!data) return <Flex justify="center">{isFetching && <Spin />}</Flex>
  const { processInstanceId } = data.flow
  return (
    <Flex vertical gap="middle">
      <Card title={title} extra={data.flow.canWithdraw === 1 && <Withdraw of={data} />}>
        <Facts of={data} />
      </Card>
      {children?.(data)}
      <Card>
        <Tabs
          items={[
            { key: 'story', label: say(words.story), children: <Story processInstanceId={processInstanceId} /> },
            { key: 'diagram', label: say(words.diagram), children: <Diagram processInstanceId={processInstanceId} /> },
          ]}
        />
      </Card>
    </Flex>
  )
}
/** Source: platform.md 2 (leave workflow: detail). */
export default function LeaveDetail() {
  const { say } = useSay()
  const [, businessId = ''] = usePathParts(2)
  return <LeaveView businessId={businessId} title={say(words.leaveDetail)} />
}
