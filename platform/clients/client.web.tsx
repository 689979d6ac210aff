import { client } from './client.ts'
import { datasource } from '../settings/datasource.ts'
import { ListScreen } from '../parts/ListScreen.web.tsx'
import { SecretForm } from '../parts/SecretForm.web.tsx'

/** Clients; the secret is written only. Source: platform-api.md 3.13. */
export const ClientPage = () => (
  <ListScreen of={client} form={(p) => <SecretForm {...p} secret={{ name: 'clientSecret', label: { zh: '应用密钥', en: 'Secret' } }} />} />
)
/** Data sources; the password is written only. Source: platform-api.md 3.14. */
export const DatasourcePage = () => (
  <ListScreen of={datasource} form={(p) => <SecretForm {...p} secret={{ name: 'password', label: { zh: '密码', en: 'Password' } }} />} />
)
