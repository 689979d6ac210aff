import { Alert, Button, ConfigProvider, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { formats } from '../../../../kit/model/formats.ts'
import { api, isApiError } from '../../../../kit/web/client.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { encryptAll } from './encrypt.ts'
import { loginWords } from './login-words.ts'
import { registerWords as words } from './register-words.ts'
import { useCaptcha } from '../../../../platform/public/captcha.web.ts'

interface Values {
  tenantId: string
  name: string
  account: string
  password: string
  password2: string
  code?: string
}

interface RegisterProps {
  tenantId?: string
  /** an identity of another service that the new account is to be bound to, and the name it has there */
  oauthId?: string
  name?: string
  onClose(): void
  /** the account waits for approval: told by the page, which stays */
  onDone(): void
}
/** A stranger asks for an account and waits for the administrator. The tenant is hidden when it is known. Source: platform.md 2, 5. */
function RegisterDialog({ tenantId, oauthId, name = '', onClose, onDone }: RegisterProps) {
  const { say } = useSay()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const [captcha, renew] = useCaptcha(setWrong)
  const submit = async (v: Values) => {
    setBusy(true)
    setWrong('')
    try {
      const { texts, headers } = await encryptAll([v.password])
      const query = { tenantId: tenantId ?? v.tenantId, name: v.name, account: v.account, password: texts[0]!, ...(oauthId ? { oauthId } : {}) }
      await api.post('cpt-user/register-guest', undefined, query, {
        anonymous: true,
        quiet: true,
        headers: { ...headers, 'Captcha-Key': captcha?.key ?? '', 'Captcha-Code': v.code ?? '' },
      })
      onDone()
    } catch (e) {
      // a refusal without words of its own is told in ours
      setWrong(isApiError(e) && !e.wordless ? e.msg : say(words.failed))
      setBusy(false)
      renew()
    }
  }
  const need = (text: keyof typeof words) => ({ required: true, whitespace: true, message: say(words[text]) })
  return (
    <Modal open title={say(words.title)} footer={null} width={460} onCancel={onClose} keyboard={false} mask={{ closable: false }} destroyOnHidden>
      {wrong && <Alert type="error" showIcon role="alert" title={wrong} style={{ marginBottom: 16 }} />}
      <Form<Values> name="register" layout="vertical" requiredMark={false} initialValues={{ name }} onFinish={(v) => void submit(v)}>
        {!tenantId && (
          <Form.Item name="tenantId" label={say(words.tenant)} rules={[need('needTenant')]}>
            <Input maxLength={12} />
          </Form.Item>
        )}
        <Form.Item name="name" label={say(words.name)} rules={[need('needName')]}>
          <Input maxLength={50} autoComplete="name" />
        </Form.Item>
        <Form.Item
          name="account"
          label={say(words.account)}
          validateFirst
          rules={[
            need('needAccount'),
            { validator: (_r, v: string) => (formats.account(v) ? Promise.reject(new Error(say(formats.account(v)!))) : Promise.resolve()) },
          ]}
        >
          <Input maxLength={45} autoComplete="username" />
        </Form.Item>
        <Form.Item name="password" label={say(words.password)} rules={[need('needPassword')]}>
          <Input.Password maxLength={64} autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="password2"
          label={say(words.password2)}
          dependencies={['password']}
          rules={[
            need('needPassword'),
            (f) => ({ validator: (_r, v) => (!v || v === f.getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error(say(words.differ)))) }),
          ]}
        >
          <Input.Password maxLength={64} autoComplete="new-password" />
        </Form.Item>
        {captcha?.enabled !== false && (
          <div className="login-captcha">
            <Form.Item name="code" label={say(loginWords.captcha)} rules={[{ required: true, message: say(loginWords.needCaptcha) }]}>
              <Input maxLength={8} autoComplete="off" />
            </Form.Item>
            <button type="button" onClick={renew} title={say(loginWords.renew)} aria-label={say(loginWords.renew)}>
              {captcha && <img src={captcha.image} alt={say(loginWords.captcha)} width="130" height="46" />}
            </button>
          </div>
        )}
        <Button type="primary" htmlType="submit" block loading={busy}>
          {say(words.title)}
        </Button>
      </Form>
    </Modal>
  )
}

/** The dialog with what antd needs around it; loaded only when somebody asks for it. */
export default function Register(p: RegisterProps) {
  return (
    <ConfigProvider theme={{ token: { colorPrimary: '#2c6e49', colorLink: '#2c6e49', borderRadius: 8 } }} button={{ autoInsertSpace: false }}>
      <RegisterDialog {...p} />
    </ConfigProvider>
  )
}
