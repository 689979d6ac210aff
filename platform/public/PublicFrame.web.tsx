import { App as AntApp, Button, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { setLang } from '../../kit/web/i18n.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { useLocale } from '../shell/locale.web.ts'
import { FIRST_LOOK, themeOf } from '../shell/theme.web.ts'
import { Waiting } from '../shell/Waiting.web.tsx'
import './public.css'

/** What every page outside the office stands in: the reader's language, the look of the product, and nobody's session. */
export function PublicPage({ children }: { children: ReactNode }) {
  const { locale, ready } = useLocale()
  if (!ready) return <Waiting />
  return (
    <ConfigProvider theme={themeOf(FIRST_LOOK)} locale={locale} button={{ autoInsertSpace: false }}>
      <AntApp>{children}</AntApp>
    </ConfigProvider>
  )
}

interface PublicFrameProps {
  title: string
  /** beside the title */
  tags?: ReactNode
  /** for a table beside the forms; else as wide as a phone or a letter */
  wide?: boolean
  children: ReactNode
}
/** Head with the page's one h1 and the change of language, and a column that fits a phone. Classes of its parts: `public-card` (its heading is an h2), `public-facts`, `public-row`. */
export function PublicFrame({ title, tags, wide, children }: PublicFrameProps) {
  const { lang } = useSay()
  return (
    <div className="public">
      <header>
        <img src="/icon.svg" alt="" width="26" height="26" />
        <h1>{title}</h1>
        {tags}
        <Button type="text" lang={lang === 'zh' ? 'en' : 'zh-CN'} onClick={() => setLang(lang === 'zh' ? 'en' : 'zh')}>
          {lang === 'zh' ? 'English' : '中文'}
        </Button>
      </header>
      <main {...(wide ? { className: 'wide' } : {})}>{children}</main>
    </div>
  )
}
