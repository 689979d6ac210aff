import { ListScreen } from '../../platform/parts/ListScreen.web.tsx'
import { appraisal } from './appraisal.ts'

/** What the government-service platform told of finished businesses. Source: business-flows.md 10.3. */
export default function AppraisalPage() {
  return <ListScreen of={appraisal} />
}
