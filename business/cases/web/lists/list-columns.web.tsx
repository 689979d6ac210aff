import type { Lang, Text } from '../../../../kit/model/lang.ts'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import { minuteText } from '../../../../kit/web/clock.web.ts'
import type { ListState } from '../../../../kit/web/list-state.web.ts'
import { columnsOf, type Column } from '../../../../kit/web/ResourceTable.web.tsx'
import { business } from '../../definitions/business.ts'
import { Due, HandledTask, Holder, TaskName } from './cells.web.tsx'
import type { ListKind } from './list-commands.web.ts'
import { StatusTag } from '../StatusTag.web.tsx'
import { words } from '../words.ts'

/** Columns that stand before the state of a business. */
const FIRST: readonly string[] = ['businessName']
/** Columns that are placed or drawn by hand. */
const BY_HAND: readonly string[] = [...FIRST, 'currentActive', 'status', 'progress', 'dueDay']

/** What a list shows of the state of a business: the task and who has it where it is under way, else its status. */
function stateColumns(kind: ListKind, say: (t: Text) => string): Column[] {
  const handled: Column = { key: 'handledTask', title: say(words.handledTask), width: 170, render: (_v, row: AnyRow) => <HandledTask row={row} /> }
  const underWay: Column[] = [
    { key: 'currentActive', title: say(words.task), width: 100, render: (_v, row: AnyRow) => <TaskName row={row} /> },
    { key: 'assigneeName', title: say(words.holder), width: 100, render: (_v, row: AnyRow) => <Holder row={row} /> },
  ]
  const status: Column = {
    key: 'status',
    dataIndex: 'status',
    title: say({ zh: '状态', en: 'Status' }),
    width: 100,
    render: (v: unknown) => <StatusTag value={v} />,
  }
  return {
    'todo-list': underWay,
    page: [...underWay, status],
    'handled-list': [handled, ...underWay, status],
    'done-list': [status],
    'revoke-list': [status, { key: 'revokeReason', dataIndex: 'revokeReason', title: say(words.reason), width: 200, ellipsis: true }],
  }[kind]
}

/** The columns of a list of businesses, from left to right. */
export function caseColumns(kind: ListKind, lang: Lang, say: (t: Text) => string, state: Pick<ListState, 'ascs' | 'descs'>): Column[] {
  const plain = columnsOf(business, lang, state)
  const due = plain.filter((c) => c.key === 'dueDay').map((c): Column => ({ ...c, width: 170, render: (_v, row: AnyRow) => <Due row={row} /> }))
  // what orders a day's work is seen without moving the table
  const isTodo = kind === 'todo-list'
  const isShown = (key: string) => !BY_HAND.includes(key) && (key !== 'finishTime' || kind === 'done-list')
  return [
    ...FIRST.map((key) => plain.find((c) => c.key === key)!),
    ...stateColumns(kind, say),
    ...(isTodo ? due : []),
    ...plain.filter((c) => isShown(c.key)),
    ...(isTodo ? [] : due),
    { key: 'regionName', dataIndex: 'regionName', title: say(words.region), width: 120, ellipsis: true },
    {
      key: 'progress',
      dataIndex: 'progress',
      title: say({ zh: '进度', en: 'Progress' }),
      width: 80,
      render: (v: unknown) => (v == null ? '' : `${String(v)}%`),
    },
    { key: 'createTime', dataIndex: 'createTime', title: say({ zh: '创建时间', en: 'Created' }), width: 150, render: minuteText },
  ]
}
