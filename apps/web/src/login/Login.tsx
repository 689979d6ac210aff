import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, type FormEvent } from 'react'
import { api, isApiError, requestToken } from '../../../../kit/web/client.web.ts'
import { setLang, useWords, type Word } from '../../../../kit/web/i18n.web.ts'
import { signIn } from '../../../../kit/web/session.web.ts'
import { Entry } from './Entry.tsx'
import { Fields } from './Fields.tsx'
import { registerWords } from './register-words.ts'
import './login.css'

interface Captcha {
  key: string
  image: string
  enabled?: boolean
}
const EMPTY = { tenantId: '000000', username: '', password: '', code: '' }
type Values = typeof EMPTY
/** What is said of a line that was left empty. */
const NEEDED: Readonly<Record<keyof Values, Word>> = {
  tenantId: 'login.tenantRequired',
  username: 'login.accountRequired',
  password: 'login.passwordRequired',
  code: 'login.captchaRequired',
}
const Register = lazy(() => import('./Register.tsx'))

/** A place inside this application; anything else sends to the start. */
const inside = (to: unknown, start: string): string => (typeof to === 'string' && /^\/(?![/\\])/.test(to) && !/^\/(mobile\/)?login/.test(to) ? to : start)

/** The captcha and the way to another one; undefined while it is on its way or when it failed. */
function useCaptcha(failed: (msg: string) => void): [Captcha | undefined, () => void] {
  const [captcha, setCaptcha] = useState<Captcha>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    api.get<Captcha>('cpt-auth/oauth/captcha', {}, { anonymous: true, quiet: true, signal: stop.signal }).then(setCaptcha, (e: unknown) => {
      if (!stop.signal.aborted && isApiError(e)) failed(e.msg)
    })
    return () => stop.abort()
  }, [turn])
  return [captcha, () => setTurn((n) => n + 1)]
}

/** What a domain's tenant gives its sign-in: number, title, picture; {} for a domain that is nobody's. */
interface Site {
  tenantId?: string
  title?: string
  backgroundUrl?: string
}
/** The tenant of this address: its sign-in shows its own title and picture and does not ask for the number. Source: platform-api.md 2.8. */
function useSite(): Site {
  const [site, setSite] = useState<Site>({})
  useEffect(() => {
    const stop = new AbortController()
    api.get<Site>('cpt-system/tenant/info', { domain: window.location.host }, { anonymous: true, quiet: true, signal: stop.signal }).then(setSite, () => {})
    return () => stop.abort()
  }, [])
  return site
}

/**
 * The login screen; `start` is where it leads when nobody asked for a page. Fails in place and renews the captcha; leads back to where the user
 * wanted to go.
 */
export function Login({ start = '/' }: { start?: string }) {
  const { t, say, lang } = useWords()
  const site = useSite()
  const [registering, setRegistering] = useState(false)
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { redirect?: string; tenantId?: string }
  const [values, setValues] = useState(EMPTY)
  const [asked, setAsked] = useState(false)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const [captcha, renew] = useCaptcha(setWrong)
  useEffect(() => {
    document.title = t('app.login')
  }, [lang])

  const known = site.tenantId || search.tenantId
  const title = site.title || t('app.title')
  const shown = (Object.keys(EMPTY) as (keyof Values)[]).filter((n) => (n === 'tenantId' ? !known : n !== 'code' || captcha?.enabled !== false))
  const missing = (n: keyof Values) => shown.includes(n) && values[n].trim() === ''
  const line = (n: keyof Values) => ({
    value: values[n],
    onChange: (v: string) => setValues((all) => ({ ...all, [n]: v })),
    ...(asked && missing(n) ? { wrong: t(NEEDED[n]) } : {}),
  })
  const enter = async () => {
    const tenantId = known || values.tenantId
    setBusy(true)
    setWrong('')
    try {
      const { encryptAll } = await import('./encrypt.ts')
      const { texts, headers } = await encryptAll([values.password])
      const answer = await requestToken(
        { tenantId, username: values.username, password: texts[0]!, grant_type: 'captcha', scope: 'all', type: 'account' },
        { ...headers, 'Tenant-Id': tenantId, 'Captcha-Key': captcha?.key ?? '', 'Captcha-Code': values.code },
      )
      signIn(answer)
      await navigate({ to: inside(search.redirect, start), replace: true })
    } catch (e) {
      setWrong(isApiError(e) ? e.msg : t('error.unknown'))
      setValues((all) => ({ ...all, code: '' }))
      setAsked(false)
      renew()
      setBusy(false)
    }
  }
  const submit = (e: FormEvent) => {
    e.preventDefault()
    setAsked(true)
    if (!busy && !shown.some(missing)) void enter()
  }
  return (
    <div className="login">
      <section className="login-art" aria-label={title}>
        {site.backgroundUrl ? <img className="login-fields login-picture" src={site.backgroundUrl} alt="" /> : <Fields />}
        <div className="login-words">
          <p className="login-brand">
            <img src="/icon.svg" alt="" width="40" height="40" /> {title}
          </p>
          <p className="login-slogan">{t('login.slogan')}</p>
          <p className="login-lead">{t('login.lead')}</p>
        </div>
      </section>
      <main className="login-main">
        <div className="login-lang" role="group" aria-label={t('login.language')}>
          <button type="button" lang="zh-CN" disabled={lang === 'zh'} onClick={() => setLang('zh')}>
            中文
          </button>
          <button type="button" lang="en" disabled={lang === 'en'} onClick={() => setLang('en')}>
            English
          </button>
        </div>
        <div className="login-card">
          <h1>{t('login.welcome')}</h1>
          <p className="login-hint">{t('login.hint')}</p>
          {wrong && (
            <p className="login-wrong" role="alert">
              {wrong}
            </p>
          )}
          <form noValidate onSubmit={submit}>
            {!known && <Entry label={t('login.tenant')} maxLength={12} autoComplete="organization" {...line('tenantId')} />}
            <Entry label={t('login.account')} maxLength={45} autoComplete="username" autoFocus {...line('username')} />
            <Entry label={t('login.password')} type="password" maxLength={64} autoComplete="current-password" {...line('password')} />
            {shown.includes('code') && (
              <div className="login-captcha">
                <Entry label={t('login.captcha')} maxLength={8} autoComplete="off" {...line('code')} />
                <button type="button" onClick={renew} title={t('login.renew')} aria-label={t('login.renew')}>
                  {captcha && <img src={captcha.image} alt={t('login.captcha')} width="130" height="46" />}
                </button>
              </div>
            )}
            <button type="submit" className="login-submit" aria-busy={busy} disabled={busy}>
              {t('login.submit')}
            </button>
          </form>
          <button type="button" className="login-link" onClick={() => setRegistering(true)}>
            {say(registerWords.link)}
          </button>
          {registering && (
            <Suspense fallback={null}>
              <Register {...(known ? { tenantId: known } : {})} onClose={() => setRegistering(false)} />
            </Suspense>
          )}
        </div>
      </main>
    </div>
  )
}

/** The same for the mobile pages. */
export const MobileLogin = () => <Login start="/mobile/index" />
