import { useState } from 'react'
import { both } from '../../kit/model/lang.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import type { ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { arranged } from '../../land/parts/columns.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { SecretForm, type CodesField } from '../../platform/parts/SecretForm.web.tsx'
import { data_push_config } from './config.ts'
import { TOLD_TYPES } from './message.ts'
import { PushDocument } from './document/PushDocument.web.tsx'

/** A form that can have identity and secret made by the server; the secret is seen this once. */
export const AppForm = (p: ResourceFormProps & { codes: readonly CodesField[] }) => (
  <SecretForm
    {...p}
    identity={{ name: 'appId', label: both('新应用标识', 'New app id'), generate: 'generateAppId' }}
    secret={{ name: 'appSecret', label: both('应用密钥', 'App secret'), generate: 'generateAppSecret' }}
  />
)
const allTypes = both('不选则推送全部业务类型', 'None chosen: all types')
const nothing = both(
  '还没有推送配置，办结的业务不会推送。点“新增”填写登记机构的推送地址和密钥，再把“推送接口说明”交给登记机构。',
  'No push configuration: finished cases are told to nobody. Add the address and secret of the registry, and hand it the document of pushes.',
)
/** Whom it tells and whether it does stand first. */
const FIRST = ['name', 'isEnabled', 'autoPush', 'regionCode', 'url']
const { row } = defaultCommands(data_push_config)
/** Where finished businesses are pushed, and the document of what is sent there. Source: screens.md F3. */
export function PushConfigPage() {
  const { say } = useSay()
  const [shown, setShown] = useState<AnyRow>()
  const { choices } = useDict('business_type')
  const codes = [{ name: 'businessTypes', by: ',', none: say(allTypes), options: choices.filter((c) => TOLD_TYPES.includes(c.value)) }]
  const rows: RowCommand[] = [
    row.view,
    row.edit,
    { key: 'describe', label: both('推送接口说明', 'Document'), perm: 'data_push_config_view', run: (r) => setShown(r) },
    row.delete,
  ]
  return (
    <>
      <ResourcePage
        verb="list"
        regionTree={false}
        of={data_push_config}
        nothing={nothing}
        columns={(list) => arranged(list, FIRST)}
        rowCommands={rows}
        form={(p) => <AppForm {...p} codes={codes} />}
      />
      {shown && <PushDocument id={String(shown.id)} name={String(shown.name ?? '')} onClose={() => setShown(undefined)} />}
    </>
  )
}
