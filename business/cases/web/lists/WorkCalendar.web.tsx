import { ResourcePage } from '../../../../platform/list/ResourcePage.web.tsx'
import { work_day } from '../../rules/workdays.ts'

/** Holidays, and weekends that are worked: what promised days and figures of duration count by. Source: statistics.md 3. */
export default function WorkCalendarPage() {
  return <ResourcePage of={work_day} writes="save-update" />
}
