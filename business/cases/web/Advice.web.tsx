import { Alert, Form, Input, Radio } from 'antd'
import { api } from '../../../kit/web/client.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { DialogForm } from '../../../platform/parts/DialogForm.web.tsx'
import { missingWords } from '../../../services/process/web/words.ts'
import type { CaseRow } from './form.web.ts'
import { words } from './words.ts'

/** Who else has to do with the open task: whose opinion is missing, who was asked for one, what he said. */
export function StandingAdvice({ row }: { row: CaseRow }) {
  const { say } = useSay()
  const t = row.task
  if (!t) return null
  const told = [
    ...(row.missing.length ? [missingWords(row.missing)] : t.signMode === 'any' ? [words.anyOne] : []),
    ...(t.owner ? [{ zh: `${t.ownerName}委托${t.assigneeName}提出意见`, en: `${t.ownerName} has asked ${t.assigneeName} for an opinion` }] : []),
  ]
  const advice = t.opinionResult === 'return' ? words.adviseReturn : words.advisePass
  return (
    <>
      {told.map((text) => (
        <Alert key={text.en} type="info" showIcon title={say(text)} style={{ marginBottom: 12 }} />
      ))}
      {!t.owner && t.opinion && (
        <Alert
          type={t.opinionResult === 'return' ? 'warning' : 'success'}
          showIcon
          style={{ marginBottom: 12 }}
          title={`${t.opinionName}${say({ zh: '：', en: ': ' })}${say(advice)}`}
          description={String(t.opinion)}
        />
      )}
    </>
  )
}

/** Gives the opinion that one was asked for. */
export function AdviceDialog({ of: row, onClose, onDone }: { of: CaseRow; onClose(): void; onDone(): void }) {
  const { say } = useSay()
  const { busy, run } = useOneCall()
  const give = (v: { result: string; comment: string }) =>
    run(() => api.post('yw-accept/business/opinion', { taskId: row.taskId, ...v }), { done: words.opinionGiven })
  return (
    <Dialog open width={520} title={say(words.giveOpinion)} onCancel={onClose}>
      <DialogForm
        name="opinion"
        of={words.giveOpinion}
        about={String(row.id)}
        initialValues={{ result: 'pass' }}
        busy={busy}
        act={words.giveOpinion}
        onSend={give}
        onDone={onDone}
        onCancel={onClose}
      >
        <Form.Item name="result" label={say(words.advice)}>
          <Radio.Group
            options={[
              { value: 'pass', label: say(words.advisePass) },
              { value: 'return', label: say(words.adviseReturn) },
            ]}
          />
        </Form.Item>
        <Form.Item
          name="comment"
          label={say(words.opinion)}
          required
          rules={[{ required: true, whitespace: true, message: say({ zh: '请输入意见', en: 'Please enter the opinion' }) }, { max: 200 }]}
        >
          <Input.TextArea autoSize={{ minRows: 3 }} maxLength={200} showCount />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}
