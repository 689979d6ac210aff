import { Alert, Button, Form, Input, Select } from 'antd'
import { Dialog, Foot } from '../../../kit/web/dialogs.web.tsx'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { phrases } from '../../../kit/web/phrases.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { stepsOf, type TypeCode } from '../../../services/process/engine/definitions.ts'
import type { Next } from './Preflight.web.tsx'
import { AGREED, contractWords, goesTo, words } from './words.ts'

export interface Decision {
  result: 'pass' | 'return'
  comment?: string
  target?: string
}
interface DecideProps {
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
  onDecide(d: Decision): Promise<unknown>
}
/** Passes or returns a task with an opinion of at most 254 characters; a return names where to: register, or survey where the process has one. */
export function Decide({ typeCode, taskKey, result, isLast = false, effect, next, holders = [], onClose, onDecide }: DecideProps) {
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
  const send = (v: { comment?: string; target?: string }) => run(() => onDecide({ result, ...v }))
  return (
    <Dialog open width={560} title={say(back ? words.sendBack : ends ? words.endAsk : words.passAsk)} onCancel={onClose}>
      <Form name="decide" layout="vertical" initialValues={{ target: targets[0], ...(back ? {} : { comment: AGREED }) }} onFinish={(v) => void send(v)}>
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
        <Foot disabled={busy} onCancel={onClose} style={{ marginTop: 24 }}>
          <Button type="primary" danger={back} htmlType="submit" loading={busy}>
            {say(back ? words.sendBack : phrases.ok)}
          </Button>
        </Foot>
      </Form>
    </Dialog>
  )
}
