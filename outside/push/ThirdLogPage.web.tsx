import { both } from '../../kit/model/lang.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { third_log } from './third-log.ts'

const nothing = both('向不动产登记机构推送或对账后，每次调用显示在这里。', 'Each call of the registry appears here, once a push or a statement was made.')
/** 第三方日志: every call of the real-estate registry and its answer. Source: screens.md F5. */
export default function ThirdLogPage() {
  return <ResourcePage nothing={nothing} regionTree={false} of={third_log} verb="bdc" rowCommands={[]} toolCommands={[]} />
}
