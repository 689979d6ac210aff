import { Flex, Tag, Typography } from 'antd'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import type { Text } from '../../../../kit/model/lang.ts'
import { today } from '../../../../kit/web/clock.web.ts'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { STATUS } from '../../rules/flow.ts'
import { daysToDue } from '../../rules/promise.ts'
import { StatusTag } from '../StatusTag.web.tsx'
import { personBarWords, words } from '../words.ts'

/** Why the reader may not do the open task of a case, where he may not: three people accept, check and recheck. */
export const personBarText = (row: AnyRow): Text | undefined => personBarWords[String(row.apart)]
/** The task at which a case is, greyed with its reason where another than the reader does it; of a case that is not sent yet, its status. `ends`: a task that ends the case says so. */
export function TaskName({ row, ends }: { row: AnyRow; ends?: boolean }) {
  const { say } = useSay()
  const { label } = useDict('task_key')
  const apart = personBarText(row)
  if (row.currentActive && apart)
    return (
      <Typography.Text type="secondary">
        {label(row.currentActive)} <small>{say(apart)}</small>
      </Typography.Text>
    )
  if (row.currentActive)
    return (
      <>
        {label(row.currentActive)} {ends && !!row.isLast && <Tag color="warning">{say(words.ends)}</Tag>}
      </>
    )
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

/** Who holds the open task: one person, one who was asked for an opinion by its owner, several who sign, or nobody yet. */
export function Holder({ row }: { row: AnyRow }) {
  const { say } = useSay()
  if (row.assigneeName)
    return (
      <span>
        {row.assigneeName} {row.ownerName && <Tag>{say({ zh: `受${row.ownerName}委托`, en: `for ${row.ownerName}` })}</Tag>}
      </span>
    )
  if (!row.taskId) return null
  if (row.signMode) return <Tag>{say(row.signMode === 'all' ? { zh: '会签', en: 'Countersigned' } : { zh: '或签', en: 'Any one' })}</Tag>
  return <Tag color="warning">{say(words.nobody)}</Tag>
}
