import { DashboardOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { App, Avatar, Button, Dropdown } from 'antd'
import { signOut } from '../../../../kit/web/client.web.ts'
import { useWords } from '../../../../kit/web/i18n.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { pageAt } from '../pages.ts'
import { mayLeave } from '../router.tsx'

/** The user's name with console, profile, and sign-out after a question. */
export function UserMenu({ wide }: { wide: boolean }) {
  const { t } = useWords()
  const { modal } = App.useApp()
  const { user } = useSession()
  const navigate = useNavigate()
  const name = user?.real_name || user?.nick_name || user?.account || ''
  const ask = () =>
    modal.confirm({
      title: t('common.tip'),
      content: t('shell.signOutAsk'),
      okText: t('common.ok'),
      cancelText: t('common.cancel'),
      keyboard: false,
      onOk: async () => {
        if (mayLeave()) await signOut()
      },
    })
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          ...(pageAt('/wel/dashboard') ? [{ key: '/wel/dashboard', icon: <DashboardOutlined />, label: t('shell.dashboard') }] : []),
          { key: '/info/index', icon: <UserOutlined />, label: t('shell.profile') },
          { type: 'divider' },
          { key: 'out', icon: <LogoutOutlined />, label: t('shell.signOut') },
        ],
        onClick: ({ key }) => (key === 'out' ? void ask() : void navigate({ to: key })),
      }}
    >
      <Button type="text" className="shell-user" aria-label={`${t('shell.user')} ${name}`}>
        <Avatar size={28} {...(user?.avatar ? { src: user.avatar } : { icon: <UserOutlined /> })} alt="" />
        {wide && <span>{name}</span>}
      </Button>
    </Dropdown>
  )
}
