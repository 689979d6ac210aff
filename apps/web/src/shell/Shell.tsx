import { App as AntApp, Alert, Button, ConfigProvider, Drawer, Grid, Layout, Result } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useState } from 'react'
import { onFault } from '../../../../kit/web/client.web.ts'
import { useWords } from '../../../../kit/web/i18n.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { themeOf, useLook } from '../theme.ts'
import { Waiting } from '../Waiting.tsx'
import { Header } from './Header.tsx'
import { useMenus } from './menus.ts'
import { PageArea } from './PageArea.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TabBar } from './TabBar.tsx'
import './shell.css'

/** Everything behind the login: theme, words of antd, and the frame around the pages. */
export function Shell() {
  const look = useLook()
  const { lang } = useWords()
  dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en')
  return (
    <ConfigProvider theme={themeOf(look)} locale={lang === 'zh' ? zhCN : enUS} button={{ autoInsertSpace: false }}>
      <AntApp className="shell-app" message={{ maxCount: 3 }}>
        <ShellFrame dark={look.dark} />
      </AntApp>
    </ConfigProvider>
  )
}

function ShellFrame({ dark }: { dark: boolean }) {
  const { message } = AntApp.useApp()
  const { t } = useWords()
  const { passwordExpired, passwordMustModify } = useSession()
  const { menus, tops, ready, failed, retry } = useMenus()
  const wide = Grid.useBreakpoint().md ?? window.innerWidth >= 768
  const [folded, setFolded] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const [changing, setChanging] = useState(false)

  useEffect(() => onFault((msg) => void message.error(msg)), [message])
  useEffect(() => {
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  }, [dark])

  if (failed)
    return (
      <Result
        status="500"
        title={t('error.page')}
        extra={
          <Button type="primary" onClick={retry}>
            {t('error.reload')}
          </Button>
        }
      />
    )
  if (!ready) return <Waiting />
  return (
    <Layout className={dark ? 'shell shell-dark' : 'shell'}>
      <a className="shell-skip" href="#page">
        {t('shell.skip')}
      </a>
      <Header menus={menus} tops={tops} onFold={() => (wide ? setFolded(!folded) : setDrawer(true))} folded={wide ? folded : true} wide={wide} />
      <Layout hasSider={wide}>
        {wide ? (
          <Layout.Sider className="shell-side" theme="light" collapsed={folded} collapsedWidth={64} width={232}>
            <Sidebar menus={menus} />
          </Layout.Sider>
        ) : (
          <Drawer open={drawer} placement="left" size={270} title={t('shell.menu')} onClose={() => setDrawer(false)} styles={{ body: { padding: 0 } }}>
            <Sidebar menus={menus} onGo={() => setDrawer(false)} />
          </Drawer>
        )}
        <Layout>
          <TabBar menus={menus} />
          {passwordExpired && !passwordMustModify && (
            <Alert
              banner
              type="warning"
              title={
                <Button type="link" size="small" onClick={() => setChanging(true)}>
                  {t('shell.expired')}
                </Button>
              }
            />
          )}
          <PageArea menus={menus} />
        </Layout>
      </Layout>
      <PasswordDialog
        open={changing || passwordMustModify}
        forced={passwordMustModify}
        tip={passwordMustModify ? 'password.mustModify' : 'password.expired'}
        onClose={() => setChanging(false)}
      />
    </Layout>
  )
}
