import { useEffect, useState, type FormEvent } from 'react'
import { formats } from '../../../../kit/model/formats.ts'
import { api, isApiError, requestToken } from '../../../../kit/web/client.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { phrases } from '../../../../kit/web/phrases.ts'
import type { TenantLine } from './AccountForm.tsx'
import { LoginEntry } from './Entry.tsx'
import { loginWords as words, waitWords } from './login-words.ts'
import { useCaptcha } from '../../../../platform/public/captcha.web.ts'
import type { EntryWay } from './useEntry.ts'

/** Seconds until another code may be asked for. Source: security.md K60. */
const PAUSE = 60

/** Phone and the code that was sent to it. With captchas on, each code costs one. Whether the number is somebody's is not told. */
export function PhoneForm({ way, tenant }: { way: EntryWay; tenant: TenantLine }) {
  const { say } = useSay()
  const [phone, setPhone] = useState('')
  const [value, setValue] = useState('')
  const [picture, setPicture] = useState('')
  const [id, setId] = useState('')
  const [left, setLeft] = useState(0)
  const [asked, setAsked] = useState<'send' | 'enter'>()
  const [captcha, renew] = useCaptcha(way.setWrong)
  const { tenantId, onChange } = tenant
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  const malformed = formats.phone(phone)
  const badPhone = phone === '' ? say(words.needPhone) : malformed && say(malformed)
  const needsPicture = captcha?.enabled !== false
  const send = async () => {
    setAsked('send')
    way.setWrong('')
    if (badPhone || left > 0 || (needsPicture && picture === '')) return
    try {
      const headers = { 'Captcha-Key': captcha?.key ?? '', 'Captcha-Code': picture }
      const sent = await api.post<{ id: string }>('cpt-auth/oauth/prepare', { step: 'sms-code', tenantId, phone }, undefined, {
        anonymous: true,
        quiet: true,
        headers,
      })
      setId(sent.id)
      setLeft(PAUSE)
      setAsked(undefined)
    } catch (e) {
      way.setWrong(isApiError(e) ? e.msg : say(phrases.unknown))
    }
    setPicture('')
    renew()
  }
  const submit = (e: FormEvent) => {
    e.preventDefault()
    setAsked('enter')
    if (way.busy || badPhone || value.trim() === '' || id === '') return
    void way.attempt(() => requestToken({ tenantId, grant_type: 'sms_code', phone, id, value: value.trim(), scope: 'all' }, { 'Tenant-Id': tenantId }))
  }
  const codeWrong = asked === 'enter' && (id === '' ? say(words.needSent) : value.trim() === '' ? say(words.needCode) : '')
  return (
    <form noValidate onSubmit={submit}>
      {onChange && <LoginEntry label={say(words.tenant)} maxLength={12} autoComplete="organization" value={tenantId} onChange={onChange} />}
      <LoginEntry
        label={say(words.phone)}
        maxLength={11}
        inputMode="tel"
        autoComplete="tel"
        value={phone}
        onChange={setPhone}
        {...(asked && badPhone ? { wrong: badPhone } : {})}
      />
      {needsPicture && (
        <div className="login-captcha">
          <LoginEntry
            label={say(words.captcha)}
            maxLength={8}
            autoComplete="off"
            value={picture}
            onChange={setPicture}
            {...(asked === 'send' && picture === '' ? { wrong: say(words.needCaptcha) } : {})}
          />
          <button type="button" onClick={renew} title={say(words.renew)} aria-label={say(words.renew)}>
            {captcha && <img src={captcha.image} alt={say(words.captcha)} width="130" height="46" />}
          </button>
        </div>
      )}
      <div className="login-captcha">
        <LoginEntry
          label={say(words.code)}
          maxLength={6}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          onChange={setValue}
          {...(codeWrong ? { wrong: codeWrong } : {})}
        />
        <button type="button" className="login-send" disabled={left > 0} onClick={() => void send()}>
          {say(left > 0 ? waitWords(left) : words.send)}
        </button>
      </div>
      {id !== '' && (
        <p className="login-note" role="status">
          {say(words.sent)}
        </p>
      )}
      <button type="submit" className="login-submit" aria-busy={way.busy} disabled={way.busy}>
        {say(words.submit)}
      </button>
    </form>
  )
}
