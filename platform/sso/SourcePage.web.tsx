import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { SecretForm } from '../parts/SecretForm.web.tsx'
import { oauth_source } from './source.ts'

/** The services through which a tenant's people may sign in. Their secrets are written and never read. */
export default function SourcePage() {
  return (
    <ResourcePage
      verb="list"
      regionTree={false}
      of={oauth_source}
      form={(p) => <SecretForm {...p} secret={{ name: 'clientSecret', label: { zh: '应用密钥', en: 'Client secret' } }} />}
    />
  )
}
