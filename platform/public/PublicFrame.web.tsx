import { Alert, App as AntApp, Button, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { both } from '../../kit/model/lang.ts'
import { setLang } from '../../kit/web/i18n.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { useLocale } from '../shell/locale.web.ts'
import { FIRST_LOOK, themeOf } from '../shell/theme.web.ts'
import { Waiting } from '../shell/Waiting.web.tsx'
import { useQueued } from './public-calls.web.ts'
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

const words = {
  queued: both('当前使用人数较多，正在自动重试，请稍候，不要关闭页面', 'Many people are here just now: please keep this page open, it tries again by itself'),
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
  const { say, lang } = useSay()
  const isQueued = useQueued(({ calls }) => calls > 0)
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
      <main {...(wide ? { className: 'wide' } : {})}>
        <div aria-live="polite">{isQueued && <Alert type="info" showIcon title={say(words.queued)} />}</div>
        {children}
      </main>
    </div>
  )
}
