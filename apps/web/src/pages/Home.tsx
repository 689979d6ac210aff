import { Link } from '@tanstack/react-router'
import { Card, Empty } from 'antd'
import { useWords } from '../../../../kit/web/i18n.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { MenuIcon } from '../shell/icons.tsx'
import { flatten, hrefOf, useMenus } from '../shell/menus.ts'
import { HOME } from '../shell/tabs.ts'

/** The start: who is here, and the ways to the first screens of the menu. */
export default function Home() {
  const { t } = useWords()
  const { user } = useSession()
  const ways = flatten(useMenus().menus)
    .filter((x) => x.leaf && x.menu.path !== HOME)
    .slice(0, 12)
  return (
    <Card title={t('shell.hello', { name: user?.real_name ?? '' })} extra={user?.dept_name}>
      {ways.length === 0 && <Empty description={t('common.none')} />}
      <div className="home-quick">
        {ways.map(({ menu }) => (
          <Link key={menu.id} to={hrefOf(menu)}>
            <MenuIcon name={menu.source} />
            {menu.name}
          </Link>
        ))}
      </div>
    </Card>
  )
}
