import { Form, Input, Modal, Select, Typography } from 'antd'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { bodyOf, FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { words } from '../parts/configuration-words.ts'
import { FormDialog } from '../parts/FormDialog.web.tsx'
import { SecretForm } from '../parts/SecretForm.web.tsx'
import { filled, holes } from './message.ts'
import { message_outlet, sms, sms_content, sms_history, sms_opt_out, SEND_STATUS } from './sms.ts'

const channelWords = {
  receipts: { zh: '回执地址', en: 'Address of receipts' },
  receiptsHelp: { zh: '在服务商控制台将状态报告和上行短信的推送地址设为：', en: 'At the provider, set this address for delivery reports and replies:' },
  to: { zh: '收件邮箱（机器人可不填）', en: 'Address of the mail (not for a robot)' },
} as const
/** Providers with 启用: one a tenant is in use. Source: platform-api.md 3.17. */
export function SmsPage() {
  const { row } = defaultCommands(sms)
  const enable: RowCommand = {
    key: 'enable',
    label: words.enable,
    perm: 'sms_enable',
    when: (s) => s.status !== 1,
    confirm: words.confirmEnable,
    done: phrases.done,
    run: (s, t) => api.post('cpt-resource/sms/enable', undefined, { id: s.id }).then(t.reload),
  }
  const [tested, setTested] = useState<AnyRow>()
  const test: RowCommand = { key: 'test', label: words.test, perm: 'sms_enable', run: async (s) => setTested(s) }
  const { say } = useSay()
  const [receipts, setReceipts] = useState<string>()
  const address: RowCommand = {
    key: 'receipts',
    label: channelWords.receipts,
    perm: 'sms_enable',
    run: async (s) => setReceipts((await api.get<{ path: string }>('cpt-resource/sms/receipt-path', { id: s.id }, { quiet: true })).path),
  }
  return (
    <>
      <ResourcePage
        verb="list"
        regionTree={false}
        of={sms}
        rowCommands={[row.view, row.edit, test, enable, address, row.delete]}
        form={(p) => <SecretForm {...p} secret={{ name: 'secretKey', label: { zh: '访问密钥', en: 'Secret key' } }} />}
      />
      <Modal open={!!receipts} title={say(channelWords.receipts)} footer={null} onCancel={() => setReceipts(undefined)}>
        <p>{say(channelWords.receiptsHelp)}</p>
        <Typography.Paragraph copyable style={{ wordBreak: 'break-all' }}>{`${window.location.origin}${receipts ?? ''}`}</Typography.Paragraph>
      </Modal>
      {tested && (
        <FormDialog
          title={words.test}
          width={480}
          onClose={() => setTested(undefined)}
          onSubmit={(v) => api.post('cpt-resource/sms/test', undefined, { id: tested.id, phone: String(v.phone) }, { quiet: true })}
        >
          <FormItems of={sms_history} only={['phone']} />
        </FormDialog>
      )}
    </>
  )
}
/** Mail servers and robots, each of which can be tried. Source: screens.md A21. */
export function OutletPage() {
  const { row } = defaultCommands(message_outlet)
  const { say } = useSay()
  const [tested, setTested] = useState<AnyRow>()
  const test: RowCommand = { key: 'test', label: words.test, perm: 'message_outlet_edit', run: async (s) => setTested(s) }
  return (
    <>
      <ResourcePage
        verb="list"
        regionTree={false}
        of={message_outlet}
        rowCommands={[row.view, row.edit, test, row.delete]}
        form={(p) => <SecretForm {...p} secret={{ name: 'secretKey', label: { zh: '密钥', en: 'Secret key' } }} />}
      />
      {tested && (
        <FormDialog
          title={words.test}
          width={480}
          onClose={() => setTested(undefined)}
          onSubmit={(v) => api.post('cpt-resource/outlet/test', undefined, { id: tested.id, to: String(v.to ?? '') }, { quiet: true })}
        >
          <Form.Item name="to" label={say(channelWords.to)}>
            <Input maxLength={100} />
          </Form.Item>
        </FormDialog>
      )}
    </>
  )
}
/** Numbers that want no messages: written down, and taken off the list again. */
export function OptOutPage() {
  const { row } = defaultCommands(sms_opt_out)
  return <ResourcePage regionTree={false} of={sms_opt_out} rowCommands={[row.view, row.delete]} />
}
/** Templates of messages. Source: screens.md A21. */
export const SmsContentPage = () => <ResourcePage verb="list" regionTree={false} of={sms_content} />

const shown = { ...sms_history, fields: {} }
/** A message to one number: free words, or a template whose names are asked for. */
function SendForm(p: ResourceFormProps) {
  const { say, lang } = useSay()
  const [form] = Form.useForm()
  const { data } = useQuery({
    queryKey: queryKeyOf(sms_content, 'pick'),
    queryFn: () => api.get<Page<AnyRow>>('sms/message/content/config/list', { size: 200, isEnabled: 1 }, { quiet: true }),
  })
  const code = Form.useWatch('contentCode', form) as string | undefined
  const given = (Form.useWatch('params', form) ?? {}) as Record<string, string>
  const template = data?.records.find((c) => c.contentCode === code)
  if (p.mode === 'view') return <ResourceForm {...p} />
  const f = sms_history.fields
  return (
    <ResourceForm {...p} of={shown} form={form} body={(v) => ({ ...bodyOf(sms_history, v), ...(template ? { params: v.params ?? {} } : {}) })}>
      <FormItems of={sms_history} only={['phone']} />
      <Form.Item name="contentCode" label={lang === 'en' ? f.contentCode.en : f.contentCode.label}>
        <Select allowClear options={(data?.records ?? []).map((c) => ({ value: c.contentCode, label: `${c.contentName} ${c.contentCode}` }))} />
      </Form.Item>
      {template ? (
        <>
          {holes(String(template.content)).map((name) => (
            <Form.Item
              key={name}
              name={['params', name]}
              label={name}
              rules={[{ required: true, message: say({ zh: `请输入${name}`, en: `Please enter ${name}` }) }]}
            >
              <Input maxLength={100} />
            </Form.Item>
          ))}
          <p>{filled(String(template.content), given)}</p>
        </>
      ) : (
        <FormItems of={sms_history} only={['content']} />
      )}
    </ResourceForm>
  )
}
/** What was sent; numbers are masked before they are stored. A failed message can be sent again. Source: screens.md A21, H4. */
export function SmsHistoryPage() {
  const { row } = defaultCommands(sms_history)
  const again: RowCommand = {
    key: 'resend',
    label: { zh: '重发', en: 'Send again' },
    perm: 'sms_history_resend',
    when: (h) => h.status === SEND_STATUS.failed,
    done: phrases.done,
    run: (h, t) => api.post('sms/message/history/resend', undefined, { id: h.id }).then(t.reload),
  }
  return <ResourcePage of={sms_history} rowCommands={[row.view, again, row.delete]} form={(p) => <SendForm {...p} />} />
}
