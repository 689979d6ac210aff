import { defaultCommands } from '../../kit/web/commands.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { appraisal } from './appraisal.ts'

/** What the government-service platform told of finished businesses. Source: business-flows.md 10.3. */
export default function AppraisalPage() {
  return <ResourcePage of={appraisal} toolCommands={[]} rowCommands={[defaultCommands(appraisal).row.view]} table={{ rowSelection: undefined }} />
}
