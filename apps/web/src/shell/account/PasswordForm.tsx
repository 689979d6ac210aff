import { App, Button, Form, Input } from 'antd'
import { api, endSession } from '../../../../../kit/web/client.web.ts'
import { useOneCall } from '../../../../../kit/web/one-call.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import type { Text } from '../../../../../kit/model/lang.ts'
import { passwordWords } from './password-words.ts'
import { phrases } from '../../../../../kit/web/phrases.ts'
import { encryptAll } from '../../login/encrypt.ts'

interface Values {
  oldPassword: string
  newPassword: string
  newPassword1: string
}

/** Old, new and repeated password, each encrypted. Afterwards the user signs in again. Source: platform.md 5. */
export function PasswordForm() {
  const { say } = useSay()
  const { message } = App.useApp()
  const { busy, run } = useOneCall()
  const submit = (v: Values) =>
    run(async () => {
      const {
        texts: [oldPassword, newPassword, newPassword1],
        headers,
      } = await encryptAll([v.oldPassword, v.newPassword, v.newPassword1])
      await api.post('cpt-user/update-password', undefined, { oldPassword, newPassword, newPassword1 }, { headers })
      void message.success(say(passwordWords.changed))
      endSession()
    })
  const need = (word: Text) => ({ required: true, message: say(word) })
  return (
    <Form<Values> layout="vertical" requiredMark={false} onFinish={(v) => void submit(v)} style={{ maxWidth: 420 }}>
      <Form.Item name="oldPassword" label={say(passwordWords.old)} rules={[need(passwordWords.needOld)]}>
        <Input.Password autoComplete="current-password" maxLength={64} />
      </Form.Item>
      <Form.Item name="newPassword" label={say(passwordWords.fresh)} rules={[need(passwordWords.needFresh)]}>
        <Input.Password autoComplete="new-password" maxLength={64} />
      </Form.Item>
      <Form.Item
        name="newPassword1"
        label={say(passwordWords.confirm)}
        dependencies={['newPassword']}
        rules={[
          need(passwordWords.needConfirm),
          (f) => ({
            validator: (_, v) => (!v || v === f.getFieldValue('newPassword') ? Promise.resolve() : Promise.reject(new Error(say(passwordWords.differ)))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={64} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {say(phrases.ok)}
      </Button>
    </Form>
  )
}
