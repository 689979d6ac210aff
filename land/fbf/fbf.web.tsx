import { ResourcePage } from '../../kit/web/ResourcePage.web.tsx'
import { fbf } from '../definitions/fbf.ts'
import { FbfForm } from './FbfForm.web.tsx'

/** Issuers. Source: screens.md B1. */
export default function FbfPage() {
  return <ResourcePage of={fbf} writes="save-update" panel="drawer" form={(p) => <FbfForm {...p} />} />
}
