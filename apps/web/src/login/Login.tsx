import { LockOutlined, SafetyOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Alert, App, Button, ConfigProvider, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { api, isApiError, requestToken } from '../../../../kit/web/client.web.ts'
import { setLang, useWords } from '../../../../kit/web/i18n.web.ts'
import { signIn } from '../../../../kit/web/session.web.ts'
import { encryptAll } from './encrypt.ts'
import { Fields } from './Fields.tsx'
import { Register } from './Register.tsx'
import { registerWords } from './register-words.ts'
import './login.css'

interface Captcha {
  key: string
  image: string
  enabled?: boolean
}
interface Values {
  tenantId: string
  username: string
  password: string
  code?: string
}

/** A place inside this application; anything else sends to the start. */
const inside = (to: unknown): string => (typeof to === 'string' && /^\/(?![/\\])/.test(to) && !to.startsWith('/login') ? to : '/')

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

/** The login screen. Fails in place and renews the captcha; leads back to where the user wanted to go. */
export function Login() {
  const { t, say, lang } = useWords()
  const site = useSite()
  const [registering, setRegistering] = useState(false)
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { redirect?: string; tenantId?: string }
  const [form] = Form.useForm<Values>()
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const [captcha, renew] = useCaptcha(setWrong)
  const asksCode = captcha?.enabled !== false
  useEffect(() => {
    document.title = t('app.login')
  }, [lang])

  const known = site.tenantId || search.tenantId
  const tenantOf = (v: Values) => known || v.tenantId
  const title = site.title || t('app.title')
  const submit = async (v: Values) => {
    setBusy(true)
    setWrong('')
    try {
      const { texts, headers } = await encryptAll([v.password])
      const answer = await requestToken(
        { tenantId: tenantOf(v), username: v.username, password: texts[0]!, grant_type: 'captcha', scope: 'all', type: 'account' },
        { ...headers, 'Tenant-Id': tenantOf(v), 'Captcha-Key': captcha?.key ?? '', 'Captcha-Code': v.code ?? '' },
      )
      signIn(answer)
      await navigate({ to: inside(search.redirect), replace: true })
    } catch (e) {
      setWrong(isApiError(e) ? e.msg : t('error.unknown'))
      form.setFieldValue('code', '')
      renew()
      setBusy(false)
    }
  }

  const need = (message: string) => [{ required: true, whitespace: true, message }]
  return (
    <ConfigProvider
      theme={{ token: { colorPrimary: '#2c6e49', colorLink: '#2c6e49', borderRadius: 8, controlHeightLG: 46, colorTextPlaceholder: '#6f7680' } }}
      button={{ autoInsertSpace: false }}
    >
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
            {wrong && <Alert type="error" showIcon title={wrong} style={{ marginBottom: 20 }} role="alert" />}
            <Form<Values>
              form={form}
              layout="vertical"
              size="large"
              requiredMark={false}
              onFinish={(v) => void submit(v)}
              initialValues={{ tenantId: '000000', username: '', password: '', code: '' }}
            >
              {!known && (
                <Form.Item name="tenantId" label={t('login.tenant')} rules={need(t('login.tenantRequired'))}>
                  <Input prefix={<TeamOutlined />} maxLength={12} autoComplete="organization" />
                </Form.Item>
              )}
              <Form.Item name="username" label={t('login.account')} rules={need(t('login.accountRequired'))}>
                <Input prefix={<UserOutlined />} maxLength={45} autoComplete="username" autoFocus />
              </Form.Item>
              <Form.Item name="password" label={t('login.password')} rules={[{ required: true, message: t('login.passwordRequired') }]}>
                <Input.Password prefix={<LockOutlined />} maxLength={64} autoComplete="current-password" />
              </Form.Item>
              {asksCode && (
                <div className="login-captcha">
                  <Form.Item name="code" label={t('login.captcha')} rules={need(t('login.captchaRequired'))}>
                    <Input prefix={<SafetyOutlined />} maxLength={8} autoComplete="off" />
                  </Form.Item>
                  <button type="button" onClick={renew} title={t('login.renew')} aria-label={t('login.renew')}>
                    {captcha && <img src={captcha.image} alt={t('login.captcha')} width="130" height="46" />}
                  </button>
                </div>
              )}
              <Button type="primary" htmlType="submit" block loading={busy}>
                {t('login.submit')}
              </Button>
            </Form>
            <Button type="link" style={{ marginTop: 8, paddingInline: 0 }} onClick={() => setRegistering(true)}>
              {say(registerWords.link)}
            </Button>
            <App>{registering && <Register {...(known ? { tenantId: known } : {})} onClose={() => setRegistering(false)} />}</App>
          </div>
        </main>
      </div>
    </ConfigProvider>
  )
}
