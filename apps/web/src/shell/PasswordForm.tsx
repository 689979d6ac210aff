import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { api, endSession } from '../../../../kit/web/client.web.ts'
import { useWords, type Word } from '../../../../kit/web/i18n.web.ts'
import { encryptAll } from '../login/encrypt.ts'

interface Values {
  oldPassword: string
  newPassword: string
  newPassword1: string
}

/** Old, new and repeated password, each encrypted. Afterwards the user signs in again. Source: platform.md 5. */
export function PasswordForm() {
  const { t } = useWords()
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const submit = async (v: Values) => {
    setBusy(true)
    try {
      const {
        texts: [oldPassword, newPassword, newPassword1],
        headers,
      } = await encryptAll([v.oldPassword, v.newPassword, v.newPassword1])
      await api.post('cpt-user/update-password', undefined, { oldPassword, newPassword, newPassword1 }, { headers })
      void message.success(t('password.changed'))
      endSession()
    } catch {
      setBusy(false)
    }
  }
  const need = (word: Word) => ({ required: true, message: t(word) })
  return (
    <Form<Values> layout="vertical" requiredMark={false} onFinish={(v) => void submit(v)} style={{ maxWidth: 420 }}>
      <Form.Item name="oldPassword" label={t('password.old')} rules={[need('password.oldRequired')]}>
        <Input.Password autoComplete="current-password" maxLength={64} />
      </Form.Item>
      <Form.Item name="newPassword" label={t('password.new')} rules={[need('password.newRequired')]}>
        <Input.Password autoComplete="new-password" maxLength={64} />
      </Form.Item>
      <Form.Item
        name="newPassword1"
        label={t('password.confirm')}
        dependencies={['newPassword']}
        rules={[
          need('password.confirmRequired'),
          (f) => ({ validator: (_, v) => (!v || v === f.getFieldValue('newPassword') ? Promise.resolve() : Promise.reject(new Error(t('password.differ')))) }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={64} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('common.ok')}
      </Button>
    </Form>
  )
}
