import type { Text } from '../../../kit/model/lang.ts'
import { api } from '../../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../../kit/web/commands.web.tsx'
import { phrases } from '../../../kit/web/phrases.ts'
import { words } from '../../../platform/parts/configuration-words.ts'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { SecretForm } from '../../../platform/parts/SecretForm.web.tsx'
import { oss } from './oss.ts'

/** Object storage with 启用: one a tenant is in use. Source: platform-api.md 3.17. */
export default function OssPage() {
  const { row } = defaultCommands(oss)
  /** 启用 and 停用: the one that the row is not. */
  const switching = (key: 'enable' | 'disable', confirm: Text): RowCommand => ({
    key,
    label: words[key],
    perm: 'oss_enable',
    when: (o) => (o.status === 1) === (key === 'disable'),
    confirm,
    done: phrases.done,
    run: (o, t) => api.post(`cpt-resource/oss/${key}`, undefined, { id: o.id }).then(t.reload),
  })
  const test: RowCommand = {
    key: 'test',
    label: words.test,
    perm: 'oss_enable',
    done: words.tested,
    run: (o) => api.post('cpt-resource/oss/test', undefined, { id: o.id }),
  }
  return (
    <ResourcePage
      verb="list"
      regionTree={false}
      of={oss}
      rowCommands={[row.view, row.edit, test, switching('enable', words.confirmEnable), switching('disable', words.confirmDisable), row.delete]}
      form={(p) => <SecretForm {...p} secret={{ name: 'secretKey', label: { zh: '访问密钥', en: 'Secret key' } }} />}
    />
  )
}
