import { both } from '../../kit/model/lang.ts'
import { defaultCommands } from '../../kit/web/commands.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { appraisal } from './appraisal.ts'

const nothing = both(
  '政务服务平台推送评价后显示在这里：先在“应用授权”中给平台的应用授予“好差评推送”。',
  'Ratings appear here when the service platform tells them: authorise its application for ratings first.',
)
/** What the government-service platform told of finished businesses. Source: business-flows.md 10.3. */
export default function AppraisalPage() {
  return (
    <ResourcePage of={appraisal} nothing={nothing} toolCommands={[]} rowCommands={[defaultCommands(appraisal).row.view]} table={{ rowSelection: undefined }} />
  )
}
