import { Alert, Form, Input, Select } from 'antd'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { phrases } from '../../../kit/web/phrases.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { DialogForm } from '../../../platform/parts/DialogForm.web.tsx'
import { stepsOf, type TypeCode } from '../../../services/process/engine/definitions.ts'
import type { Next } from './Preflight.web.tsx'
import { AGREED, contractWords, goesTo, words } from './words.ts'

export interface Decision {
  result: 'pass' | 'return'
  comment?: string
  target?: string
}
interface DecideProps {
  /** id of the case */
  id: string
  typeCode: string
  taskKey: string
  result: Decision['result']
  /** its pass ends the case */
  isLast?: boolean
  /** what that does, in a sentence */
  effect?: Text
  /** where a pass leads, as far as it was looked at */
  next?: Next | undefined
  /** whose contracts come into force then */
  holders?: readonly string[]
  onClose(): void
  /** answers whether it was decided; a refusal is told elsewhere */
  onDecide(d: Decision): Promise<boolean>
}
/** Passes or returns a task with an opinion of at most 254 characters; a return names where to: register, or survey where the process has one. */
export function Decide({ id, typeCode, taskKey, result, isLast = false, effect, next, holders = [], onClose, onDecide }: DecideProps) {
  const { say } = useSay()
  const { label } = useDict('task_key')
  const { busy, run } = useOneCall()
  const back = result === 'return',
    ends = isLast && !back
  const targets = back
    ? stepsOf(typeCode as TypeCode)
        .map((s) => s.key as string)
        .filter((k) => k === 'register' || (k === 'survey' && taskKey !== 'survey'))
    : []
  const send = async (v: { comment?: string; target?: string }) => {
    let isDone = false
    await run(async () => (isDone = await onDecide({ result, ...v })))
    return isDone
  }
  const title = back ? words.sendBack : ends ? words.endAsk : words.passAsk
  return (
    <Dialog open width={560} title={say(title)} onCancel={onClose}>
      <DialogForm
        name="decide"
        of={title}
        about={`${id} ${taskKey}`}
        initialValues={{ target: targets[0], ...(back ? {} : { comment: AGREED }) }}
        busy={busy}
        act={back ? words.sendBack : phrases.ok}
        danger={back}
        onSend={send}
        onCancel={onClose}
      >
        {ends && (
          <Alert
            type="warning"
            showIcon
            style={{ marginBottom: 16 }}
            title={effect && say(effect)}
            description={holders.length ? say(contractWords(holders)) : undefined}
          />
        )}
        {!back && !ends && next && <Alert type="info" showIcon style={{ marginBottom: 16 }} title={say(goesTo(label(next.taskKey), next.names))} />}
        {back && (
          <Form.Item name="target" label={say(words.target)} required rules={[{ required: true, message: say(words.targetNeeded) }]}>
            <Select options={targets.map((value) => ({ value, label: label(value) }))} />
          </Form.Item>
        )}
        <Form.Item
          name="comment"
          label={say(words.opinion)}
          required={back}
          rules={[{ required: back, whitespace: back, message: say(words.opinionNeeded) }, { max: 254 }]}
        >
          <Input.TextArea autoSize={{ minRows: 3 }} maxLength={254} showCount />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}
