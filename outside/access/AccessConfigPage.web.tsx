import { both } from '../../kit/model/lang.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { SecretForm } from '../../platform/parts/SecretForm.web.tsx'
import { access_config } from './config.ts'

const secret = { name: 'appSecret', label: both('应用密钥', 'App secret'), generate: 'generateAppSecret' }
const nothing = both(
  '还没有上报配置：办结的业务先排入报文链，保存并启用配置后自动上报。',
  'No access configuration: finished cases take their places in the chain, and are sent by themselves once one is saved and enabled.',
)
/** 上报配置: which platform of the province is told of the businesses of a region. */
export default function AccessConfigPage() {
  return <ResourcePage verb="list" regionTree={false} of={access_config} nothing={nothing} form={(p) => <SecretForm {...p} secret={secret} />} />
}
