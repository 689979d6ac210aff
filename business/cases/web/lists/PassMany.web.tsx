import { Alert, Form, Input, Tag } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { useOneCall } from '../../../../kit/web/one-call.web.ts'
import { Dialog } from '../../../../kit/web/dialogs.web.tsx'
import { phrases } from '../../../../kit/web/phrases.ts'
import { Table } from '../../../../kit/web/Table.web.tsx'
import { useSay } from '../../../../kit/web/words.web.ts'
import { DialogForm } from '../../../../platform/parts/DialogForm.web.tsx'
import { STATUS } from '../../rules/flow.ts'
import { personBarText, TaskName } from './cells.web.tsx'
import { AGREED, endsOf, words } from '../words.ts'

/** Tasks in which nothing is entered: what they ask is there or is not. */
const TOGETHER: readonly unknown[] = ['check', 'publicity', 'recheck']
const isEntered = (row: AnyRow) => row.status !== STATUS.doing || !TOGETHER.includes(row.taskKey)
/** Whether the open task of a case can be passed with others: nothing is entered in it, and who passes it did nothing that it stands apart from. */
const isSimple = (row: AnyRow) => !isEntered(row) && !row.apart

/** Passes the tasks of many cases with one opinion, each in its own transaction and checked for itself; tells of each what became of it. Source: screens.md C1. */
export function PassMany({ of: rows, onClose }: { of: readonly AnyRow[]; onClose(): void }) {
  const { say } = useSay()
  const [told, setTold] = useState<Readonly<Record<string, string>>>({})
  const { busy, run } = useOneCall()
  const able = rows.filter(isSimple)
  const left = able.filter((r) => told[r.id] === undefined)
  const ending = left.filter((r) => r.isLast).length
  const pass = async ({ comment }: { comment?: string }) => {
    const passAll = async () => {
      for (const r of left) {
        const { taskId, processInstanceId } = r
        const answer = await api
          .post('yw-accept/business/commit', { taskId, processInstanceId, result: 'pass', comment }, undefined, { quiet: true })
          .then(() => '')
          .catch((e: Error) => e.message)
        setTold((t) => ({ ...t, [r.id]: answer }))
      }
    }
    return run(passAll)
  }
  const state = (r: AnyRow) => {
    if (isEntered(r)) return <Tag>{say(words.notTogether)}</Tag>
    if (r.apart) return <Tag>{say(personBarText(r)!)}</Tag>
    const answer = told[r.id]
    if (answer === undefined) return null
    return answer === '' ? <Tag color="success">{say(words.passed)}</Tag> : <span role="alert">{answer}</span>
  }
  return (
    <Dialog open width={860} title={say(words.passMany)} onCancel={onClose}>
      <Alert
        type="info"
        showIcon
        title={say(words.passManyHint)}
        {...(ending ? { description: <strong>{say(endsOf(ending))}</strong> } : {})}
        style={{ marginBottom: 12 }}
      />
      <Table<AnyRow>
        size="small"
        rowKey="id"
        dataSource={rows}
        pagination={false}
        scroll={{ y: 320 }}
        columns={[
          { key: 'businessName', dataIndex: 'businessName', title: say({ zh: '业务名称', en: 'Name' }), width: 260, ellipsis: true },
          { key: 'task', title: say(words.task), width: 170, render: (_v, r) => <TaskName row={r} ends /> },
          { key: 'state', title: say({ zh: '结果', en: 'Result' }), render: (_v, r) => state(r) },
        ]}
      />
      <DialogForm
        name="pass-many"
        of={words.passMany}
        about={rows.map((r) => r.id).join(',')}
        initialValues={{ comment: AGREED }}
        busy={busy}
        waits={left.length === 0}
        act={{ zh: `通过 ${left.length} 件`, en: `Pass ${left.length}` }}
        cancel={Object.keys(told).length ? words.back : phrases.cancel}
        onSend={pass}
        onCancel={onClose}
        style={{ marginTop: 12 }}
      >
        <Form.Item name="comment" label={say(words.opinion)} rules={[{ max: 254 }]}>
          <Input.TextArea autoSize={{ minRows: 2 }} maxLength={254} showCount />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}
