import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { signer_auth } from './agents.ts'

/** Signing agents by region, kind of contract and node. Source: screens.md C5. */
export default function SignerAuthPage() {
  return <ResourcePage of={signer_auth} writes="save-update" />
}
