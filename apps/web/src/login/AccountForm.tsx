import { useEffect, useState, type FormEvent } from 'react'
import { requestToken } from '../../../../kit/web/client.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import type { Text } from '../../../../kit/model/lang.ts'
import { loginWords } from './login-words.ts'
import { LoginEntry } from './Entry.tsx'
import { useCaptcha } from '../../../../platform/public/captcha.web.ts'
import type { EntryWay } from './useEntry.ts'

/** The tenant as a form of the sign-in page needs it: its number, and the line that asks for it where it is not known. */
export interface TenantLine {
  tenantId: string
  /** undefined where it is known */
  onChange: ((v: string) => void) | undefined
}
const EMPTY = { username: '', password: '', code: '' }
type Values = typeof EMPTY
/** What is said of a line that was left empty. */
const NEEDED: Readonly<Record<keyof Values, Text>> = { username: loginWords.needAccount, password: loginWords.needPassword, code: loginWords.needCaptcha }

/** Account, password and captcha. A failure renews the captcha. */
export function AccountForm({ way, tenant }: { way: EntryWay; tenant: TenantLine }) {
  const { say } = useSay()
  const [values, setValues] = useState(EMPTY)
  const [asked, setAsked] = useState(false)
  const [early, setEarly] = useState(false)
  const [captcha, renew] = useCaptcha(way.setWrong)
  const { tenantId, onChange } = tenant

  const shown = (Object.keys(EMPTY) as (keyof Values)[]).filter((n) => n !== 'code' || captcha?.enabled !== false)
  const missing = (n: keyof Values) => shown.includes(n) && values[n].trim() === ''
  const noTenant = !!onChange && tenantId.trim() === ''
  const line = (n: keyof Values) => ({
    value: values[n],
    onChange: (v: string) => setValues((all) => ({ ...all, [n]: v })),
    ...(asked && !early && missing(n) ? { wrong: say(NEEDED[n]) } : {}),
  })
  const enter = async () => {
    const done = await way.attempt(async () => {
      const { encryptAll } = await import('./encrypt.ts')
      const { texts, headers } = await encryptAll([values.password])
      return requestToken(
        { tenantId, username: values.username, password: texts[0]!, grant_type: 'captcha', scope: 'all', type: 'account' },
        { ...headers, 'Tenant-Id': tenantId, 'Captcha-Key': captcha?.key ?? '', 'Captcha-Code': values.code },
      )
    })
    if (done) return
    setValues((all) => ({ ...all, code: '' }))
    setAsked(false)
    renew()
  }
  const submit = () => {
    setAsked(true)
    // whether a captcha is asked for is not known yet: it goes on once that came
    setEarly(!captcha)
    if (captcha && !way.busy && !noTenant && !shown.some(missing)) void enter()
  }
  useEffect(() => {
    if (captcha && early) submit()
  }, [captcha])
  return (
    <form
      noValidate
      onSubmit={(e: FormEvent) => {
        e.preventDefault()
        submit()
      }}
    >
      {onChange && (
        <LoginEntry
          label={say(loginWords.tenant)}
          maxLength={12}
          autoComplete="organization"
          value={tenantId}
          onChange={onChange}
          {...(asked && noTenant ? { wrong: say(loginWords.needTenant) } : {})}
        />
      )}
      <LoginEntry label={say(loginWords.account)} maxLength={45} autoComplete="username" autoFocus {...line('username')} />
      <LoginEntry label={say(loginWords.password)} type="password" maxLength={64} autoComplete="current-password" {...line('password')} />
      {shown.includes('code') && (
        <div className="login-captcha">
          <LoginEntry label={say(loginWords.captcha)} maxLength={8} autoComplete="off" {...line('code')} />
          <button type="button" onClick={renew} title={say(loginWords.renew)} aria-label={say(loginWords.renew)}>
            {captcha && <img src={captcha.image} alt={say(loginWords.captcha)} width="130" height="46" />}
          </button>
        </div>
      )}
      <button type="submit" className="login-submit" aria-busy={way.busy} disabled={way.busy}>
        {say(loginWords.submit)}
      </button>
    </form>
  )
}
