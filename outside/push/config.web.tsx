import { both } from '../../kit/model/lang.ts'
import type { ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { SecretForm } from '../../platform/parts/SecretForm.web.tsx'
import { data_push_config } from './config.ts'

/** A form that can have identity and secret made by the server; the secret is seen this once. */
export const AppForm = (p: ResourceFormProps) => (
  <SecretForm
    {...p}
    identity={{ name: 'appId', label: both('新应用标识', 'New app id'), generate: 'generateAppId' }}
    secret={{ name: 'appSecret', label: both('应用密钥', 'App secret'), generate: 'generateAppSecret' }}
  />
)
/** Where finished businesses are pushed. Source: screens.md F3. */
export const PushConfigPage = () => <ResourcePage verb="list" regionTree={false} of={data_push_config} form={(p) => <AppForm {...p} />} />
