import { CheckCircleFilled } from '@ant-design/icons'
import { Alert, Button, Descriptions, Flex, Form, Input, Select, Tag } from 'antd'
import { useState } from 'react'
import { both } from '../../../../kit/model/lang.ts'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { useAsk } from '../../../../kit/web/ask.web.ts'
import { useToast } from '../../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../../kit/web/words.web.ts'
import { AttachmentPreview } from '../../../../services/files/AttachmentPreview.web.tsx'
import type { Attachment } from '../../../../services/files/uploader/send.web.ts'
import { Uploader } from '../../../../services/files/uploader/Uploader.web.tsx'
import { useAttachments } from '../../../../services/files/uploader/uploads.web.ts'
import { DOUBLE } from '../../people/doubles.ts'
import { formsIn } from '../../definitions/form.ts'
import type { Form as CaseData } from '../../definitions/business.ts'
import type { FieldFault } from '../form.web.ts'
import { HeldInput } from '../HeldInput.web.tsx'

const words = {
  hint: both(
    '一人只能是一户的共有人。确有依据的，请逐人说明理由并选择证明材料；审核或复核人员核对后确认，方可登簿。不登记的，请在家庭成员中移除，并移除下列记录。',
    'A person may be a co-owner of one household only. With good reason, give the reason and the proof for each; whoever checks or rechecks the case confirms it before it is registered. Otherwise remove the person from the members and from this list.',
  ),
  proof: both('上传证明材料', 'Upload a proof'),
  afterSave: both('保存业务后即可上传证明材料', 'A proof can be uploaded once the case is saved'),
  remove: both('移除', 'Remove'),
  asked: both('说明人', 'Given by'),
  confirm: both('核对并确认', 'Confirm'),
  confirmed: both('已确认', 'Confirmed'),
  waits: both('待第二人确认', 'Waits for a second person'),
  own: both('由您说明，须由其他人员在审核或复核时确认', 'You gave the reason: another person must confirm it at the check or recheck'),
  sure: both('已核对证明材料，确认此人登记在两户？', 'You have checked the proof: may this person be in two households?'),
}
/** The kind of paper under which a proof is uploaded here: others (dictionary attach_kind). */
const OTHERS = 'QT'
const text = (v: unknown): string => (typeof v === 'string' ? v : '')

interface DoublesProps {
  form: CaseData
  editing: boolean
  faults: readonly FieldFault[]
  businessId?: string
  /** those that are stored: who gave the reason, who confirmed it, whether the reader may */
  kept: readonly AnyRow[]
  onChange(patch: CaseData): void
  onConfirmed(): Promise<unknown>
}
/** Persons of another household whom a case takes as co-owners: why, by which file, and who confirmed it. Source: register.md 5. */
export function Doubles(o: DoublesProps) {
  const { say } = useSay()
  const { data: files = [] } = useAttachments(o.businessId)
  return (
    <Flex vertical gap="small">
      {o.editing && <Alert type="info" showIcon title={say(words.hint)} />}
      {o.editing ? <Asked {...o} files={files} /> : o.kept.map((k) => <Kept key={String(k.id)} of={k} files={files} {...o} />)}
    </Flex>
  )
}

function Asked({ form, faults, businessId, files, onChange }: DoublesProps & { files: readonly Attachment[] }) {
  const { say, label } = useSay()
  const told = formsIn(form.doubles)
  const set = (i: number, patch: CaseData) => onChange({ doubles: told.map((d, n) => (n === i ? { ...d, ...patch } : d)) })
  const wrong = (i: number, name: string) => {
    const msg = faults.find((f) => f.field === `doubles.${i}.${name}`)?.msg
    return msg ? ({ validateStatus: 'error', help: msg } as const) : {}
  }
  return (
    <>
      {told.map((d, i) => (
        <Flex key={`${text(d.cbfbm)} ${text(d.cyxm)}`} gap="middle" align="start" wrap>
          <div style={{ flex: '1 1 220px' }}>
            <b>{text(d.cyxm)}</b>
            <div>
              {label(DOUBLE.cbfbm)} {text(d.cbfbm)}
            </div>
            <Button type="link" danger size="small" style={{ padding: 0 }} onClick={() => onChange({ doubles: told.filter((_d, n) => n !== i) })}>
              {say(words.remove)}
            </Button>
          </div>
          <Form.Item required label={label(DOUBLE.reason)} htmlFor={`doubles_${i}_reason`} style={{ flex: '2 1 280px', margin: 0 }} {...wrong(i, 'reason')}>
            <HeldInput value={d.reason} onType={(v) => set(i, { reason: v })}>
              {({ value, onChange: type, onBlur }) => (
                <Input.TextArea
                  id={`doubles_${i}_reason`}
                  autoSize={{ minRows: 2 }}
                  maxLength={DOUBLE.reason.max}
                  value={text(value)}
                  onChange={(e) => type(e.target.value)}
                  onBlur={onBlur}
                />
              )}
            </HeldInput>
          </Form.Item>
          <Form.Item
            required
            label={label(DOUBLE.attachId)}
            htmlFor={`doubles_${i}_attachId`}
            style={{ flex: '1 1 220px', margin: 0 }}
            {...wrong(i, 'attachId')}
          >
            <Select
              id={`doubles_${i}_attachId`}
              value={text(d.attachId) || undefined}
              options={files.map((f) => ({ value: f.id, label: f.name }))}
              onChange={(attachId: string) => set(i, { attachId })}
            />
          </Form.Item>
        </Flex>
      ))}
      {businessId ? (
        <Uploader businessId={businessId} businessItem={OTHERS} label={say(words.proof)} button={say(words.proof)} />
      ) : (
        <Alert type="warning" showIcon title={say(words.afterSave)} />
      )}
    </>
  )
}

function Kept({ of: k, files, businessId, onConfirmed }: DoublesProps & { of: AnyRow; files: readonly Attachment[] }) {
  const { say, label } = useSay()
  const ask = useAsk()
  const toast = useToast()
  const [shown, setShown] = useState(false)
  const file = files.find((f) => f.id === k.attachId)
  const confirm = async () => {
    if (!(await ask(words.sure))) return
    await api.post('yw-accept/business/confirm-double', { businessId, id: k.id })
    toast.done(words.confirmed)
    await onConfirmed()
  }
  const state = k.confirmedName ? (
    <span>
      <CheckCircleFilled style={{ color: 'var(--ant-color-success)' }} /> {say(words.confirmed)} {text(k.confirmedName)} {text(k.confirmTime)}
    </span>
  ) : (
    <Flex gap="small" align="center" wrap>
      <Tag color="warning">{say(words.waits)}</Tag>
      {k.may === true && (
        <Button size="small" type="primary" onClick={() => void confirm()}>
          {say(words.confirm)}
        </Button>
      )}
      {k.own === true && <small>{say(words.own)}</small>}
    </Flex>
  )
  return (
    <>
      <Descriptions
        size="small"
        bordered
        column={{ xs: 1, md: 2 }}
        styles={{ label: { whiteSpace: 'nowrap' } }}
        items={[
          { key: 'cyxm', label: label(DOUBLE.cyxm), children: text(k.cyxm) },
          { key: 'cbfbm', label: label(DOUBLE.cbfbm), children: text(k.cbfbm) },
          { key: 'reason', label: label(DOUBLE.reason), children: text(k.reason) },
          {
            key: 'proof',
            label: label(DOUBLE.attachId),
            children: file && (
              <Button type="link" size="small" style={{ padding: 0 }} onClick={() => setShown(true)}>
                {file.name}
              </Button>
            ),
          },
          { key: 'asked', label: say(words.asked), children: text(k.askedName) },
          { key: 'state', label: say(words.confirm), children: state },
        ]}
      />
      {shown && file && <AttachmentPreview of={file} onClose={() => setShown(false)} />}
    </>
  )
}
