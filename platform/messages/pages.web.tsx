import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Form, Input, Modal, Typography } from 'antd'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { both } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import type { ListState } from '../../kit/web/list-state.web.ts'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { bodyOf, FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { words } from '../parts/configuration-words.ts'
import { FormDialog } from '../parts/FormDialog.web.tsx'
import { SecretForm } from '../parts/SecretForm.web.tsx'
import { CONTENTS, productContent } from './contents.ts'
import { kindName } from './cost.ts'
import { Costs } from './Costs.web.tsx'
import { filled, holes } from './message.ts'
import { message_outlet, sms, sms_content, sms_history, sms_opt_out, SEND_STATUS } from './sms.ts'

const historyWords = {
  again: both('重发', 'Send again'),
  sure: both(
    '该短信可能已送达，重发可能使对方收到两次，确定已核实未送达并重发?',
    'It may have arrived: sent again it may arrive twice. Did you find out that it did not?',
  ),
  settle: both('核实已发送', 'It was sent'),
  settleAsk: both('核实已发送后计入费用，不再重发，确定?', 'It is charged then and never sent again. Was it sent?'),
  template: both('填写模板', 'Enter the template'),
  cost: both('费用汇总', 'Costs'),
  kind: both('短信类型', 'Kind'),
} as const
const contentWords = { own: both('系统短信', "The product's own") } as const
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
/** A new content begins with the product's own words, where the list is asked for its code. */
function freshContent({ filters }: ListState): Record<string, unknown> {
  const of = productContent(typeof filters.contentCode === 'string' ? filters.contentCode : null)
  return of ? { contentCode: of.code, contentName: of.name.zh, content: of.words } : {}
}
/** Opens the office's content of a code: the one that there is, else a new one in the product's words. */
function useOpenContent(): (contentCode: string) => Promise<void> {
  const openPage = useOpenPage()
  return async (contentCode) => {
    const found = await api.get<Page<AnyRow>>('sms/message/content/config/list', { contentCode, size: 10 }, { quiet: true })
    const own = found.records.find((c) => c.contentCode === contentCode)
    openPage('/resource/sms-content', { contentCode, open: own ? `edit.${own.id}` : 'add' })
  }
}
/** Templates of messages; what the product says by itself is chosen to be worded anew, or switched off. Source: screens.md A21. */
export function SmsContentPage() {
  const { say } = useSay()
  const openContent = useOpenContent()
  const items = Object.values(CONTENTS).map((c) => ({ key: c.code, label: say(c.name), title: c.words, onClick: () => void openContent(c.code) }))
  const own = (
    <Dropdown autoFocus menu={{ items }} trigger={['click']}>
      <Button icon={<DownOutlined />} iconPlacement="end">
        {say(contentWords.own)}
      </Button>
    </Dropdown>
  )
  return <ResourcePage verb="list" regionTree={false} of={sms_content} fresh={freshContent} extra={own} />
}

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
        <ClearSelect options={(data?.records ?? []).map((c) => ({ value: c.contentCode, label: `${c.contentName} ${c.contentCode}` }))} />
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
/**
 * What was sent; numbers are masked before they are stored. A failed message can be sent again; of one that may have arrived a person decides; one that waits for its
 * template leads to it. Source: screens.md A21, H4.
 */
export function SmsHistoryPage() {
  const { row } = defaultCommands(sms_history)
  const { say } = useSay()
  const openContent = useOpenContent()
  const { search } = usePageState()
  const newestFirst: Record<string, string> = search.ascs || search.descs ? {} : { descs: 'sendTime' }
  const [isCounting, setCounting] = useState(false)
  const again = { key: 'resend', label: historyWords.again, perm: 'sms_history_resend', done: phrases.done }
  const commands: readonly RowCommand[] = [
    row.view,
    { ...again, when: (h) => h.status === SEND_STATUS.failed, run: (h, t) => api.post('sms/message/history/resend', undefined, { id: h.id }).then(t.reload) },
    {
      ...again,
      key: 'resend-sure',
      when: (h) => h.status === SEND_STATUS.unknown,
      confirm: historyWords.sure,
      run: (h, t) => api.post('sms/message/history/resend', undefined, { id: h.id, sure: 1 }).then(t.reload),
    },
    {
      ...again,
      key: 'settle',
      label: historyWords.settle,
      when: (h) => h.status === SEND_STATUS.unknown,
      confirm: historyWords.settleAsk,
      run: (h, t) => api.post('sms/message/history/settle', undefined, { id: h.id }).then(t.reload),
    },
    {
      key: 'template',
      label: historyWords.template,
      perm: 'sms_content_edit',
      when: (h) => h.status === SEND_STATUS.noTemplate,
      run: (h) => openContent(String(h.contentCode)),
    },
    row.delete,
  ]
  return (
    <>
      <ResourcePage
        of={sms_history}
        query={newestFirst}
        // when it left is in sight on a narrow screen too, and what it is about has a name
        columns={(all) =>
          all
            .toSorted((a, b) => Number(b.key === 'sendTime') - Number(a.key === 'sendTime'))
            .map((c) => (c.key === 'contentCode' ? { ...c, title: say(historyWords.kind), render: (code: string | null) => code && say(kindName(code)) } : c))
        }
        rowCommands={commands}
        form={(p) => <SendForm {...p} />}
        extra={<Button onClick={() => setCounting(true)}>{say(historyWords.cost)}</Button>}
      />
      {isCounting && <Costs onClose={() => setCounting(false)} />}
    </>
  )
}
