import { LockOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button, ConfigProvider, Form, Input } from 'antd'
import { signOut } from '../../../../kit/web/client.web.ts'
import { useWords } from '../../../../kit/web/i18n.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { Fields } from '../login/Fields.tsx'
import '../login/login.css'
import { unlock } from './lock.ts'

/** The lock screen: the lock password opens it; or back to the login. */
export function Lock() {
  const { t } = useWords()
  const { user } = useSession()
  const navigate = useNavigate()
  const [form] = Form.useForm<{ word: string }>()
  const open = ({ word }: { word: string }) => {
    if (unlock(word)) void navigate({ to: '/' })
    else form.setFields([{ name: 'word', errors: [t('lock.wrong')] }])
  }
  return (
    <ConfigProvider theme={{ token: { colorPrimary: '#2c6e49', borderRadius: 8 } }} button={{ autoInsertSpace: false }}>
      <div className="login">
        <section className="login-art">
          <Fields />
        </section>
        <main className="login-main">
          <div className="login-card">
            <h1>
              <LockOutlined /> {user?.real_name ?? t('shell.lock')}
            </h1>
            <p className="login-hint">{t('lock.hint')}</p>
            <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={open}>
              <Form.Item name="word" label={t('lock.password')} rules={[{ required: true, message: t('lock.required') }]}>
                <Input.Password autoFocus autoComplete="off" maxLength={32} />
              </Form.Item>
              <Button type="primary" htmlType="submit" block>
                {t('lock.open')}
              </Button>
            </Form>
            <Button type="link" block style={{ marginTop: 12, color: '#2c6e49' }} onClick={() => void signOut()}>
              {t('lock.toLogin')}
            </Button>
          </div>
        </main>
      </div>
    </ConfigProvider>
  )
}
