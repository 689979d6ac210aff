import { both } from '../../kit/model/lang.ts'
import type { ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { SecretForm, type CodesField } from '../../platform/parts/SecretForm.web.tsx'
import { data_push_config } from './config.ts'
import { TOLD_TYPES } from './message.ts'

/** A form that can have identity and secret made by the server; the secret is seen this once. */
export const AppForm = (p: ResourceFormProps & { codes: readonly CodesField[] }) => (
  <SecretForm
    {...p}
    identity={{ name: 'appId', label: both('新应用标识', 'New app id'), generate: 'generateAppId' }}
    secret={{ name: 'appSecret', label: both('应用密钥', 'App secret'), generate: 'generateAppSecret' }}
  />
)
const allTypes = both('不选则推送全部业务类型', 'None chosen: all types')
/** Where finished businesses are pushed. Source: screens.md F3. */
export function PushConfigPage() {
  const { say } = useSay()
  const { choices } = useDict('business_type')
  const codes = [{ name: 'businessTypes', by: ',', none: say(allTypes), options: choices.filter((c) => TOLD_TYPES.includes(c.value)) }]
  return <ResourcePage verb="list" regionTree={false} of={data_push_config} form={(p) => <AppForm {...p} codes={codes} />} />
}
