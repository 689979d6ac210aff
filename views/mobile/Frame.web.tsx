import { EnvironmentOutlined, LogoutOutlined, SolutionOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { App as AntApp, Button, ConfigProvider } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { useAsk } from '../../kit/web/ask.web.ts'
import { onFault, signOut } from '../../kit/web/client.web.ts'
import { setLang } from '../../kit/web/i18n.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { frameWords } from '../../platform/shell/words.ts'
import { PageContext, useSession, type PageState } from '../../kit/web/session.web.ts'
import { stayHere } from '../../platform/offline/here.web.ts'
import { offlineWords } from '../../platform/offline/words.ts'
import { useFormDraft } from '../../platform/shell/drafts.web.ts'
import { Failed } from '../../platform/shell/Failed.web.tsx'
import { useLocale } from '../../platform/shell/locale.web.ts'
import { useMenus } from '../../platform/shell/menus.web.ts'
import { isDark, themeOf, useLook } from '../../platform/shell/theme.web.ts'
import { Waiting } from '../../platform/shell/Waiting.web.tsx'
import { words } from './words.ts'
import './mobile.css'

const Nothing = () => null
/** What its pages stand in: no lists with layouts, but what is typed is kept as in the office. */
const PHONE: PageState = {
  key: '/mobile',
  search: {},
  setSearch: () => {},
  visible: true,
  tables: { useLayout: () => [{}, () => {}], Views: Nothing, Export: Nothing, Greyed: Nothing, useDraft: useFormDraft },
}
/** The frame of a mobile page: who, language, sign-out above; the two pages below. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const look = useLook()
  const { lang, say } = useSay()
  const { locale, ready } = useLocale()
  useEffect(() => {
    document.title = `${title} - ${say(frameWords.title)}`
  }, [title, lang])
  useEffect(() => {
    document.documentElement.style.colorScheme = isDark(look) ? 'dark' : 'light'
  }, [look])
  if (!ready) return <Waiting />
  return (
    <ConfigProvider theme={themeOf(look)} locale={locale} button={{ autoInsertSpace: false }}>
      <AntApp className="mobile-app" message={{ maxCount: 2 }}>
        <Inside dark={isDark(look)}>{children}</Inside>
      </AntApp>
    </ConfigProvider>
  )
}

function Inside({ dark, children }: { dark: boolean; children: ReactNode }) {
  const { say, lang } = useSay()
  const { message } = AntApp.useApp()
  const { user, userId } = useSession()
  const ask = useAsk()
  const leave = async () => {
    const stay = await stayHere(userId)
    if (!stay || (await ask(offlineWords.leaving(stay.waiting)))) await signOut()
  }
  const { ready, failed } = useMenus()
  useEffect(() => onFault((msg) => void message.error(msg)), [message])
  if (failed) return <Failed />
  if (!ready) return <Waiting />
  return (
    <div className={dark ? 'mobile mobile-dark' : 'mobile'}>
      <header>
        <img src="/icon.svg" alt="" width="26" height="26" />
        <b>{say(frameWords.title)}</b>
        <span>{user?.real_name}</span>
        <Button type="text" onClick={() => setLang(lang === 'zh' ? 'en' : 'zh')} aria-label={say(frameWords.lang)}>
          {say(words.language)}
        </Button>
        <Button type="text" icon={<LogoutOutlined />} aria-label={say(words.signOut)} onClick={() => void leave()} />
      </header>
      <main>
        <PageContext value={PHONE}>{children}</PageContext>
      </main>
      <nav aria-label={say(frameWords.menu)}>
        <Link to="/mobile/index" activeProps={{ 'aria-current': 'page' }}>
          <SolutionOutlined /> {say(words.work)}
        </Link>
        <Link to="/mobile/map" activeProps={{ 'aria-current': 'page' }}>
          <EnvironmentOutlined /> {say(words.map)}
        </Link>
      </nav>
    </div>
  )
}
