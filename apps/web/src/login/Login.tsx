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
import { AccountForm, type TenantLine } from './AccountForm.tsx'
import { LoginFields } from './Fields.tsx'
import { leaveFor, takeReturn } from './journey.ts'
import { expiredOver, loginWords as words } from './login-words.ts'
import { registerWords } from './register-words.ts'
import { RecoveryCodes, SecondStep } from './SecondStep.tsx'
import { useEntry, type EntryWay } from './useEntry.ts'
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
interface OwnWords {
  values: Readonly<Record<string, string>>
}
const NONE: OwnWords = { values: {} }
const ALL: LoginWays = { system: '', tenant: true, phone: false, register: false, sources: [] }
/** A text of the sign-in as the tenant wrote it; nothing where it wrote none. */
type TextOf = (key: LoginParam) => string | undefined

/** The picture beside the form, with the name of the site and what it says of itself. */
function Art({ title, backgroundUrl, textOf }: { title: string; backgroundUrl: string | undefined; textOf: TextOf }) {
  const { say } = useSay()
  return (
    <section className="login-art" aria-label={title}>
      {backgroundUrl ? <img className="login-fields login-picture" src={backgroundUrl} alt="" /> : <LoginFields />}
      <div className="login-words">
        <p className="login-brand">
          <img src="/icon.svg" alt="" width="40" height="40" /> {title}
        </p>
        <p className="login-slogan">{textOf('login.slogan') ?? say(words.slogan)}</p>
        <p className="login-lead">{textOf('login.lead') ?? say(words.lead)}</p>
      </div>
    </section>
  )
}

function LangChoice() {
  const { say, lang } = useSay()
  return (
    <div className="login-lang" role="group" aria-label={say(words.lang)}>
      <button type="button" lang="zh-CN" disabled={lang === 'zh'} onClick={() => setLang('zh')}>
        中文
      </button>
      <button type="button" lang="en" disabled={lang === 'en'} onClick={() => setLang('en')}>
        English
      </button>
    </div>
  )
}

interface NotesProps {
  way: EntryWay
  textOf: TextOf
  /** the first step: neither a second factor nor codes to keep */
  isFirst: boolean
  /** an account was registered just now */
  registered: boolean
  /** why somebody who was signed in is here again */
  expired: string | undefined
}
/** What is said above the form: what the tenant announces, what went wrong, why one is here. */
function Notes({ way, textOf, isFirst, registered, expired }: NotesProps) {
  const { say, lang } = useSay()
  const colon = lang === 'en' ? ': ' : '：'
  const status = [
    expired && !way.wrong ? expired : '',
    registered && !way.wrong ? say(registerWords.done) : '',
    way.ticket ? `${way.ticket.name ? `${way.ticket.name}${colon}` : ''}${say(words.bindHint)}` : '',
  ].filter(Boolean)
  return (
    <>
      {isFirst && <p className="login-hint">{textOf('login.hint') ?? say(words.hint)}</p>}
      {isFirst && textOf('login.notice') && (
        <p className="login-note" role="note">
          {textOf('login.notice')}
        </p>
      )}
      {way.wrong && (
        <p className="login-wrong" role="alert">
          {way.wrong}
        </p>
      )}
      {isFirst &&
        status.map((text) => (
          <p key={text} className="login-note" role="status">
            {text}
          </p>
        ))}
    </>
  )
}

interface FirstStepProps {
  way: EntryWay
  ways: LoginWays
  tenant: TenantLine
  /** over a page on which the session ended: only the person who was there goes on */
  over: boolean
  byPhone: boolean
  onByPhone(on: boolean): void
  onRegister(): void
}
/** The first step: by account or by phone, by another site, or to a new account. */
function FirstStep({ way, ways, tenant, over, byPhone, onByPhone, onRegister }: FirstStepProps) {
  const { say } = useSay()
  const search = useSearch({ strict: false }) as { redirect?: string }
  const phone = ways.phone && byPhone
  const leave = (source: string) =>
    void leaveFor(source, tenant.tenantId, search.redirect).catch((e: unknown) => way.setWrong(isApiError(e) ? e.msg : say(phrases.unknown)))
  const tab = (on: boolean, label: typeof words.byPhone) => (
    <button type="button" role="tab" aria-selected={phone === on} onClick={() => onByPhone(on)}>
      {say(label)}
    </button>
  )
  return (
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
        <button type="button" className="login-link" onClick={onRegister}>
          {say(registerWords.link)}
        </button>
      )}
    </>
  )
}

/** Where a sign-in leads that asks for no page: on a telephone to its own pages. */
const startHere = (): string => (window.innerWidth <= 480 ? '/mobile/index' : '/')

/**
 * The login screen; `start` is where it leads when nobody asked for a page. Fails in place; leads back to where the user wanted to go. The tenant of the
 * address shows its own title and picture; which ways are offered depends on the system key and on what the tenant has set up. Source: platform.md 2.
 */
export function Login({ start = startHere(), over = false }: { start?: string; over?: boolean }) {
  const { say, lang } = useSay()
  const search = useSearch({ strict: false }) as { tenantId?: string; expired?: unknown }
  const { user } = useSession()
  const site = useOpen<Site>((o) => api.get('cpt-system/tenant/info', { domain: window.location.host }, o), '', {})
  const [typed, setTyped] = useState('000000')
  const known = (over && user?.tenant_id) || site.tenantId || search.tenantId
  const tenantId = known || typed
  const ways = useOpen<LoginWays>((o) => api.post('cpt-auth/oauth/prepare', { step: 'ways', tenantId }, undefined, o), tenantId, ALL)
  const { values } = useOpen<OwnWords>((o) => api.get('cpt-system/param/sign', { tenantId }, o), tenantId, NONE)
  const textOf: TextOf = (key) => loginText(values, key, lang)
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

  const title = site.title || textOf('login.title') || say(frameWords.title)
  const tenant = { tenantId, onChange: known || !ways.tenant ? undefined : setTyped }
  const isFirst = !way.challenge && !way.codes
  const expired = over ? say(expiredOver(user?.real_name || user?.account || '')) : search.expired ? say(words.expired) : undefined
  return (
    <div className="login">
      <Art title={title} backgroundUrl={site.backgroundUrl} textOf={textOf} />
      <main className="login-main">
        <LangChoice />
        <div className="login-card">
          <h1>{way.codes ? say(words.codes) : way.challenge ? say(words.second) : say(words.welcome)}</h1>
          <Notes way={way} textOf={textOf} isFirst={isFirst} registered={registered} expired={expired} />
          {way.codes ? (
            <RecoveryCodes codes={way.codes} onKept={() => void way.goOn()} />
          ) : way.challenge ? (
            <SecondStep way={way} challenge={way.challenge} />
          ) : (
            <FirstStep way={way} ways={ways} tenant={tenant} over={over} byPhone={byPhone} onByPhone={setByPhone} onRegister={() => setRegistering(true)} />
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
        {textOf('login.footer') && <footer className="login-footer">{textOf('login.footer')}</footer>}
      </main>
    </div>
  )
}

/** The same for the mobile pages. */
export const MobileLogin = () => <Login start="/mobile/index" />
