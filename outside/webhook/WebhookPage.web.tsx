import { both, type Text } from '../../kit/model/lang.ts'
import type { Column } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { SecretForm } from '../../platform/parts/SecretForm.web.tsx'
import { listEntries } from './entries.ts'
import { webhook, WEBHOOK_EVENTS } from './webhook.ts'

const secret = { name: 'secret', label: both('密钥', 'Secret'), generate: 'generateSecret' }
const named = (list: string | null, say: (t: Text) => string): string =>
  listEntries(list)
    .map((e) => (WEBHOOK_EVENTS[e] ? say(WEBHOOK_EVENTS[e]) : e))
    .join(say(both('、', ', ')))
const nothing = both(
  '还没有订阅。点“新增”填写合作单位的接收地址和要订阅的事件。',
  'Nobody subscribes yet. Add the address of a partner and the events that it wants.',
)
/** 事件订阅: partners that are told of events by Standard Webhooks. */
export default function WebhookPage() {
  const { say } = useSay()
  const codes = [{ name: 'events', by: ' ', options: Object.entries(WEBHOOK_EVENTS).map(([value, t]) => ({ value, label: `${say(t)}（${value}）` })) }]
  const columns = (list: readonly Column[]) => list.map((c) => (c.key === 'events' ? { ...c, render: (v: string | null) => named(v, say) } : c))
  return (
    <ResourcePage
      nothing={nothing}
      verb="list"
      regionTree={false}
      of={webhook}
      columns={columns}
      form={(p) => <SecretForm {...p} secret={secret} codes={codes} />}
    />
  )
}
