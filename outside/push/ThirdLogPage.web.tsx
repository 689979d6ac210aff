import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { third_log } from './third-log.ts'

/** 第三方日志: every call of the real-estate registry and its answer. Source: screens.md F5. */
export default function ThirdLogPage() {
  return <ResourcePage regionTree={false} of={third_log} verb="bdc" rowCommands={[]} toolCommands={[]} />
}
