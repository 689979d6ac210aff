import { Alert } from 'antd'
import { both } from '../../kit/model/lang.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { SecretForm } from '../../platform/parts/SecretForm.web.tsx'
import { webhook, WEBHOOK_EVENTS } from './webhook.ts'

const secret = { name: 'secret', label: both('密钥', 'Secret'), generate: 'generateSecret' }
const known = both('可订阅的事件', 'Events')
/** 事件订阅: partners that are told of events by Standard Webhooks. */
export default function WebhookPage() {
  const { say } = useSay()
  const list = Object.entries(WEBHOOK_EVENTS)
    .map(([name, label]) => `${name} ${say(label)}`)
    .join('；')
  return (
    <>
      <Alert type="info" title={`${say(known)}：${list}`} />
      <ResourcePage verb="list" regionTree={false} of={webhook} form={(p) => <SecretForm {...p} secret={secret} />} />
    </>
  )
}
