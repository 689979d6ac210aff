import { both } from '../../kit/model/lang.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { SecretForm } from '../../platform/parts/SecretForm.web.tsx'
import { access_config } from './config.ts'

const secret = { name: 'appSecret', label: both('应用密钥', 'App secret'), generate: 'generateAppSecret' }
/** 上报配置: which platform of the province is told of the businesses of a region. */
export default function AccessConfigPage() {
  return <ResourcePage verb="list" regionTree={false} of={access_config} form={(p) => <SecretForm {...p} secret={secret} />} />
}
