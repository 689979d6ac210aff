import type { AnyResource } from '../../kit/model/resource.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { SecretForm } from '../../platform/parts/SecretForm.web.tsx'
import { data_push_config } from './config.ts'

/** A list whose form can have identity and secret made by the server; the secret is seen this once. */
const screen = (r: AnyResource) => (
  <ResourcePage
    verb="list"
    regionTree={false}
    of={r}
    form={(p) => (
      <SecretForm
        {...p}
        identity={{ name: 'appId', label: { zh: '新应用标识', en: 'New app id' }, generate: 'generateAppId' }}
        secret={{ name: 'appSecret', label: { zh: '应用密钥', en: 'App secret' }, generate: 'generateAppSecret' }}
      />
    )}
  />
)
/** Where finished businesses are pushed. Source: screens.md F3. */
export const PushConfigPage = () => screen(data_push_config)
