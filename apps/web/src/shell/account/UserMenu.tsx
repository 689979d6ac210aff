import { CompassOutlined, DashboardOutlined, EyeOutlined, LogoutOutlined, SwapOutlined, UserOutlined } from '@ant-design/icons'
import { useOpenPage } from '../../../../../kit/web/open-page.web.ts'
import { Button, Dropdown } from 'antd'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { useSession } from '../../../../../kit/web/session.web.ts'
import { openDialog } from '../../../../../platform/shell/dialogs.web.ts'
import { useSite } from '../../../../../platform/shell/own-site.web.ts'
import { useViewing } from './viewing.ts'
import { frameWords as words } from '../../../../../platform/shell/words.ts'

/** Who may look as another person; the server asks the same. */
const LOOKERS = /(^|,)\s*(administrator|admin)\s*(,|$)/

/** The user's name with console, profile, switching of department and role where the site allows it, and sign-out after a question. */
export function UserMenu({ wide }: { wide: boolean }) {
  const { say } = useSay()
  const { user, can } = useSession()
  const { viewer } = useViewing()
  const { switchMode } = useSite()
  const openPage = useOpenPage()
  const name = user?.real_name || user?.nick_name || user?.account || ''
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: '/wel/dashboard', icon: <DashboardOutlined />, label: say(words.dashboard) },
          { key: '/info/index', icon: <UserOutlined />, label: say(words.profile) },
          ...(switchMode ? [{ key: 'switch', icon: <SwapOutlined />, label: say(words.switchRole) }] : []),
          ...(!viewer && can('sys_user_edit') && LOOKERS.test(user?.role_name ?? '')
            ? [{ key: 'viewAs', icon: <EyeOutlined />, label: say(words.viewAs) }]
            : []),
          { key: 'tours', icon: <CompassOutlined />, label: say(words.guide) },
          { type: 'divider' },
          { key: 'signOut', icon: <LogoutOutlined />, label: say(words.signOut) },
        ],
        onClick: ({ key }) => (key === 'signOut' || key === 'switch' || key === 'viewAs' || key === 'tours' ? openDialog(key) : openPage(key)),
      }}
    >
      <Button type="text" className="shell-user" aria-label={`${say(words.user)} ${name}`}>
        <span className="shell-face">{user?.avatar ? <img src={user.avatar} alt="" /> : <UserOutlined />}</span>
        {wide && <span>{name}</span>}
      </Button>
    </Dropdown>
  )
}
