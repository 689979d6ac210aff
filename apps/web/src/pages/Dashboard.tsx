import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card, Col, Descriptions, Empty, Flex, Row, Tag } from 'antd'
import { timeOf } from '../../../../kit/web/clock.web.ts'
import { both as p } from '../../../../kit/model/lang.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { sessionStore, useSession } from '../../../../kit/web/session.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { badgeOf, useFaults } from '../../../../platform/shell/faults.web.ts'
import { MenuIcon } from '../shell/icons.tsx'
import { flatten, hrefOf, useMenus } from '../../../../platform/shell/menus.web.ts'
import { openDialog } from '../../../../platform/shell/dialogs.web.ts'
import { useOwnRegion, useSite } from '../../../../platform/shell/own-site.web.ts'
import { HOME } from '../shell/tabs.ts'
import { words as shellWords } from '../../../../platform/shell/dialog-words.ts'

const words = {
  session: p('当前会话', 'This session'),
  account: p('账号', 'Account'),
  name: p('姓名', 'Name'),
  dept: p('部门', 'Department'),
  region: p('区域', 'Region'),
  roles: p('角色', 'Roles'),
  since: p('令牌时间', 'Token issued at'),
  version: p('版本', 'Version'),
  deployment: p('部署', 'Deployment'),
  buttons: p('可用按钮', 'Buttons'),
  ways: p('快捷入口', 'Shortcuts'),
  local: p('本地错误日志', 'Local error log'),
  none: p('暂无数据', 'No data'),
}
interface Me {
  roles: string[]
  permissions: string[]
  lastLogin?: string
}

/** The console: who is here with which rights, the version, ways to the screens, and one's own logs. Source: screens.md A4. */
export default function Dashboard() {
  const { say } = useSay()
  const { user, userId } = useSession()
  const { tokenAt } = sessionStore()
  const { version, deployment } = useSite()
  const region = useOwnRegion()
  const faults = useFaults((s) => s.list.length)
  const me = useQuery({ queryKey: queryKeyOf('user-info', userId), queryFn: () => api.get<Me>('cpt-auth/oauth/user-info', {}, { quiet: true }) }).data
  const ways = flatten(useMenus().menus).filter((x) => x.leaf && x.menu.path !== HOME)
  const items = [
    { key: 'account', label: say(words.account), children: user?.account },
    { key: 'name', label: say(words.name), children: user?.real_name },
    { key: 'dept', label: say(words.dept), children: user?.dept_name },
    { key: 'region', label: say(words.region), children: region },
    { key: 'roles', label: say(words.roles), children: (me?.roles ?? []).map((r) => <Tag key={r}>{r}</Tag>) },
    { key: 'buttons', label: say(words.buttons), children: me?.permissions.length },
    { key: 'since', label: say(words.since), children: timeOf(tokenAt) },
    { key: 'version', label: say(words.version), children: version },
    { key: 'deployment', label: say(words.deployment), children: deployment || '—' },
    {
      key: 'local',
      label: say(words.local),
      children: (
        <a role="button" tabIndex={0} onClick={() => openDialog('errors')}>
          {badgeOf(faults) || '0'}
        </a>
      ),
    },
  ]
  return (
    <Row gutter={[16, 16]}>
      <Col xs={24} xl={10}>
        <Flex vertical gap="middle">
          <Card size="small" title={say(words.session)}>
            <Descriptions size="small" column={1} items={items} />
          </Card>
        </Flex>
      </Col>
      <Col xs={24} xl={14}>
        <Card size="small" title={say(words.ways)} extra={say(shellWords.menus)}>
          {ways.length === 0 && <Empty description={say(words.none)} />}
          <div className="home-quick">
            {ways.map(({ menu }) => (
              <Link key={menu.id} to={hrefOf(menu)}>
                <MenuIcon name={menu.source} />
                {menu.name}
              </Link>
            ))}
          </div>
        </Card>
      </Col>
    </Row>
  )
}
