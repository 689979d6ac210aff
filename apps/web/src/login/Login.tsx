import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { LoginWays } from '../../../../platform/sso/variant.ts'
import { api, isApiError, type CallOptions } from '../../../../kit/web/client.web.ts'
import { setLang } from '../../../../kit/web/i18n.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { loginText, type LoginParam } from '../../../../platform/settings/login-params.ts'
import { frameWords } from '../../../../platform/shell/words.ts'
import { phrases } from '../../../../kit/web/phrases.ts'
import { AccountForm } from './AccountForm.tsx'
import { Fields } from './Fields.tsx'
import { leaveFor, takeReturn } from './journey.ts'
import { expiredOver, loginWords as words } from './login-words.ts'
import { registerWords } from './register-words.ts'
import { Codes, SecondStep } from './SecondStep.tsx'
import { useEntry } from './useEntry.ts'
import './login.css'

const Register = lazy(() => import('./Register.tsx'))
const PhoneForm = lazy(async () => ({ default: (await import('./PhoneForm.tsx')).PhoneForm }))

/** What a domain's tenant gives its sign-in: number, title, picture; {} for a domain that is nobody's. */
interface Site {
  tenantId?: string
  title?: string
  backgroundUrl?: string
}
/** The answer of a call that nobody need be signed in for, asked again when `key` changes; `otherwise` until it comes and where it fails. */
function useOpen<T>(call: (o: CallOptions) => Promise<T>, key: string, otherwise: T): T {
  const [answer, setAnswer] = useState(otherwise)
  useEffect(() => {
    const stop = new AbortController()
    call({ anonymous: true, quiet: true, signal: stop.signal }).then(setAnswer, () => {})
    return () => stop.abort()
  }, [key])
  return answer
}
/** Words that a tenant's parameters put in the place of ours. */
interface Told {
  values: Readonly<Record<string, string>>
}
const NONE: Told = { values: {} }
const ALL: LoginWays = { system: '', tenant: true, phone: false, register: false, sources: [] }

/**
 * The login screen; `start` is where it leads when nobody asked for a page. Fails in place; leads back to where the user wanted to go. The tenant of the
 * address shows its own title and picture; which ways are offered depends on the system key and on what the tenant has set up. Source: platform.md 2.
 */
export function Login({ start = '/', over = false }: { start?: string; over?: boolean }) {
  const { say, lang } = useSay()
  const search = useSearch({ strict: false }) as { redirect?: string; tenantId?: string; expired?: unknown }
  const { user } = useSession()
  const site = useOpen<Site>((o) => api.get('cpt-system/tenant/info', { domain: window.location.host }, o), '', {})
  const [typed, setTyped] = useState('000000')
  const known = (over && user?.tenant_id) || site.tenantId || search.tenantId
  const tenantId = known || typed
  const ways = useOpen<LoginWays>((o) => api.post('cpt-auth/oauth/prepare', { step: 'ways', tenantId }, undefined, o), tenantId, ALL)
  const { values } = useOpen<Told>((o) => api.get('cpt-system/param/sign', { tenantId }, o), tenantId, NONE)
  const told = (key: LoginParam) => loginText(values, key, lang)
  const [registering, setRegistering] = useState(false)
  const [registered, setRegistered] = useState(false)
  const [byPhone, setByPhone] = useState(false)
  const way = useEntry(start)
  useEffect(() => {
    if (!over) document.title = say(words.submit)
  }, [lang])
  useEffect(() => {
    if (over) return
    const back = takeReturn()
    if (back) void way.attempt(back.enter, back.redirect)
  }, [])

  const title = site.title || told('login.title') || say(frameWords.title)
  const tenant = { tenantId, onChange: known || !ways.tenant ? undefined : setTyped }
  const leave = (source: string) =>
    void leaveFor(source, tenantId, search.redirect).catch((e: unknown) => way.setWrong(isApiError(e) ? e.msg : say(phrases.unknown)))
  const phone = ways.phone && byPhone
  const first = !way.challenge && !way.codes
  const tab = (on: boolean, of: typeof words.byPhone) => (
    <button type="button" role="tab" aria-selected={phone === on} onClick={() => setByPhone(on)}>
      {say(of)}
    </button>
  )
  return (
    <div className="login">
      <section className="login-art" aria-label={title}>
        {site.backgroundUrl ? <img className="login-fields login-picture" src={site.backgroundUrl} alt="" /> : <Fields />}
        <div className="login-words">
          <p className="login-brand">
            <img src="/icon.svg" alt="" width="40" height="40" /> {title}
          </p>
          <p className="login-slogan">{told('login.slogan') ?? say(words.slogan)}</p>
          <p className="login-lead">{told('login.lead') ?? say(words.lead)}</p>
        </div>
      </section>
      <main className="login-main">
        <div className="login-lang" role="group" aria-label={say(words.lang)}>
          <button type="button" lang="zh-CN" disabled={lang === 'zh'} onClick={() => setLang('zh')}>
            中文
          </button>
          <button type="button" lang="en" disabled={lang === 'en'} onClick={() => setLang('en')}>
            English
          </button>
        </div>
        <div className="login-card">
          <h1>{way.codes ? say(words.codes) : way.challenge ? say(words.second) : say(words.welcome)}</h1>
          {first && <p className="login-hint">{told('login.hint') ?? say(words.hint)}</p>}
          {first && told('login.notice') && (
            <p className="login-note" role="note">
              {told('login.notice')}
            </p>
          )}
          {way.wrong && (
            <p className="login-wrong" role="alert">
              {way.wrong}
            </p>
          )}
          {(over || !!search.expired) && first && !way.wrong && (
            <p className="login-note" role="status">
              {over ? say(expiredOver(user?.real_name || user?.account || '')) : say(words.expired)}
            </p>
          )}
          {registered && first && !way.wrong && (
            <p className="login-note" role="status">
              {say(registerWords.done)}
            </p>
          )}
          {way.ticket && first && (
            <p className="login-note" role="status">
              {way.ticket.name ? `${way.ticket.name}${lang === 'en' ? ': ' : '：'}` : ''}
              {say(words.bindHint)}
            </p>
          )}
          {way.codes ? (
            <Codes codes={way.codes} onKept={() => void way.goOn()} />
          ) : way.challenge ? (
            <SecondStep way={way} challenge={way.challenge} />
          ) : (
            <>
              {ways.phone && (
                <div className="login-tabs" role="tablist" aria-label={say(words.ways)}>
                  {tab(false, words.byAccount)}
                  {tab(true, words.byPhone)}
                </div>
              )}
              {phone ? (
                <Suspense fallback={null}>
                  <PhoneForm way={way} tenant={tenant} />
                </Suspense>
              ) : (
                <AccountForm way={way} tenant={tenant} />
              )}
              {!over && ways.sources.length > 0 && (
                <div className="login-sources" role="group" aria-label={say(words.other)}>
                  <p>{say(words.other)}</p>
                  {ways.sources.map((s) => (
                    <button key={s.source} type="button" onClick={() => leave(s.source)}>
                      {s.sourceName}
                    </button>
                  ))}
                </div>
              )}
              {!over && ways.register && (
                <button type="button" className="login-link" onClick={() => setRegistering(true)}>
                  {say(registerWords.link)}
                </button>
              )}
            </>
          )}
          {registering && (
            <Suspense fallback={null}>
              <Register
                {...(known || way.ticket ? { tenantId: way.ticket?.tenantId ?? tenantId } : {})}
                {...(way.ticket ? { oauthId: way.ticket.oauthId, name: way.ticket.name } : {})}
                onClose={() => setRegistering(false)}
                onDone={() => {
                  setRegistering(false)
                  setRegistered(true)
                  way.settled()
                }}
              />
            </Suspense>
          )}
        </div>
        {told('login.footer') && <footer className="login-footer">{told('login.footer')}</footer>}
      </main>
    </div>
  )
}

/** The same for the mobile pages. */
export const MobileLogin = () => <Login start="/mobile/index" />
