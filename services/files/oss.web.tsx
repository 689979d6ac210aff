import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { words } from '../../platform/parts/configuration-words.ts'
import { ListScreen } from '../../platform/parts/ListScreen.web.tsx'
import { SecretForm } from '../../platform/parts/SecretForm.web.tsx'
import { oss } from './oss.ts'

/** Object storage with 启用: one a tenant is in use. Source: platform-api.md 3.17. */
export default function OssPage() {
  const { row } = defaultCommands(oss)
  const enable: RowCommand = {
    key: 'enable',
    label: words.enable,
    perm: 'oss_enable',
    when: (o) => o.status !== 1,
    confirm: words.confirmEnable,
    done: phrases.done,
    run: (o, t) => api.post('cpt-resource/oss/enable', undefined, { id: o.id }).then(t.reload),
  }
  const disable: RowCommand = {
    key: 'disable',
    label: words.disable,
    perm: 'oss_enable',
    when: (o) => o.status === 1,
    confirm: words.confirmDisable,
    done: phrases.done,
    run: (o, t) => api.post('cpt-resource/oss/disable', undefined, { id: o.id }).then(t.reload),
  }
  const test: RowCommand = {
    key: 'test',
    label: words.test,
    perm: 'oss_enable',
    done: words.tested,
    run: (o) => api.post('cpt-resource/oss/test', undefined, { id: o.id }),
  }
  return (
    <ListScreen
      of={oss}
      rowCommands={[row.view, row.edit, test, enable, disable, row.delete]}
      form={(p) => <SecretForm {...p} secret={{ name: 'secretKey', label: { zh: '访问密钥', en: 'Secret key' } }} />}
    />
  )
}
