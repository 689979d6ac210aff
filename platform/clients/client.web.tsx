import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { words } from '../parts/configuration-words.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { client, grantWords } from './client.ts'
import { datasource } from '../settings/datasource.ts'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { SecretForm } from '../parts/SecretForm.web.tsx'

function Grants({ of }: { of: unknown }) {
  return grantWords(of, useSay().lang)
}
/** Clients; the secret is written only. Source: platform-api.md 3.13. */
export const ClientPage = () => (
  <ResourcePage
    verb="list"
    regionTree={false}
    of={client}
    columns={(list) => list.map((c) => (c.key === 'authorizedGrantTypes' ? { ...c, render: (v: unknown) => <Grants of={v} /> } : c))}
    form={(p) => <SecretForm {...p} secret={{ name: 'clientSecret', label: { zh: '应用密钥', en: 'Secret' } }} />}
  />
)
const { row } = defaultCommands(datasource)
const test: RowCommand = {
  key: 'test',
  label: words.test,
  perm: 'datasource_edit',
  done: words.tested,
  run: (d) => api.post('cpt-develop/datasource/test', undefined, { id: d.id }),
}
/** Data sources; the password is written only. Source: platform-api.md 3.14. */
export const DatasourcePage = () => (
  <ResourcePage
    verb="list"
    regionTree={false}
    of={datasource}
    rowCommands={[row.view, row.edit, test, row.delete]}
    form={(p) => <SecretForm {...p} secret={{ name: 'password', label: { zh: '密码', en: 'Password' } }} />}
  />
)
