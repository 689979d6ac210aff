import { Flex, Tag } from 'antd'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { today } from '../../../kit/web/clock.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { STATUS } from '../flow.ts'
import { daysToDue } from '../promise.ts'
import { StatusTag } from './StatusTag.web.tsx'
import { words } from './words.ts'

/** The task at which a case is; of one that is not sent yet, its status. */
export function TaskName({ row }: { row: AnyRow }) {
  const { label } = useDict('task_key')
  if (row.currentActive) return <>{label(row.currentActive)}</>
  return row.status === STATUS.todo ? <StatusTag value={row.status} /> : null
}

/** The promised day, and how far off it is while the case is under way. */
export function Due({ row }: { row: AnyRow }) {
  const { say } = useSay()
  const days = daysToDue({ status: row.status, dueDay: row.dueDay }, today())
  if (!row.dueDay) return null
  return (
    <Flex gap="small" align="center">
      {String(row.dueDay)}
      {days !== undefined && <Tag color={days < 0 ? 'error' : 'default'}>{say(days < 0 ? words.late(-days) : words.left(days))}</Tag>}
    </Flex>
  )
}

/** What one did last in a case, and when. */
export function HandledTask({ row }: { row: AnyRow }) {
  const { label } = useDict('task_key')
  const { say } = useSay()
  return (
    <span title={String(row.handledTime ?? '')}>
      {label(row.handledTask)}{' '}
      <Tag color={row.handledResult === 'return' ? 'warning' : 'success'}>{say(row.handledResult === 'return' ? words.sentBack : words.passed)}</Tag>
    </span>
  )
}
