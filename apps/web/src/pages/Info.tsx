import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Avatar, Button, Card, Form, Input, Skeleton, Tabs, Upload } from 'antd'
import { useState } from 'react'
import { api } from '../../../../kit/web/client.web.ts'
import { useWords, type Word } from '../../../../kit/web/i18n.web.ts'
import { sessionStore, usePageState, useUnsaved } from '../../../../kit/web/session.web.ts'
import { formats } from '../../../../kit/model/formats.ts'
import type { Format } from '../../../../kit/model/field.ts'
import { factorWords } from '../../../../slices/session/factor-words.ts'
import SecondFactor from '../../../../slices/session/SecondFactor.web.tsx'
import { PasswordForm } from '../shell/PasswordForm.tsx'

interface Profile {
  id: string
  account: string
  realName: string
  name: string
  phone: string
  email: string
  avatar: string
  deptName?: string
  roleName?: string
}
const MAX_AVATAR = 500 * 1024

const asDataUrl = (file: File) =>
  new Promise<string>((done, fail) => {
    const r = new FileReader()
    r.onload = () => done(r.result as string)
    r.onerror = () => fail(r.error)
    r.readAsDataURL(file)
  })

/** Personal information: base data, the password, second factor and identities. Source: screens.md A6. */
export default function Info() {
  const { t, say } = useWords()
  const { search, setSearch } = usePageState()
  return (
    <Card>
      <Tabs
        activeKey={search.tab ?? 'base'}
        onChange={(tab) => setSearch({ tab: tab === 'base' ? undefined : tab })}
        items={[
          { key: 'base', label: t('info.base'), children: <Base /> },
          { key: 'password', label: t('password.title'), children: <PasswordForm /> },
          { key: 'security', label: say(factorWords.title), children: <SecondFactor /> },
        ]}
      />
    </Card>
  )
}

function Base() {
  const { data } = useQuery({ queryKey: ['cpt-user/info'], queryFn: () => api.get<Profile>('cpt-user/info') })
  return data ? <BaseForm key={data.id} profile={data} /> : <Skeleton active />
}

function BaseForm({ profile }: { profile: Profile }) {
  const { t, say } = useWords()
  const { message } = App.useApp()
  const queries = useQueryClient()
  const [dirty, setDirty] = useState(false)
  const [busy, setBusy] = useState(false)
  const [avatar, setAvatar] = useState(profile.avatar)
  useUnsaved(dirty)

  const pick = async (file: File) => {
    if (!['image/jpeg', 'image/png'].includes(file.type)) return message.error(t('info.avatarType'))
    if (file.size > MAX_AVATAR) return message.error(t('info.avatarSize'))
    setAvatar(await asDataUrl(file))
    return setDirty(true)
  }
  const submit = async (v: Partial<Profile>) => {
    setBusy(true)
    try {
      await api.post('cpt-user/update-info', { id: profile.id, ...v, avatar })
      setDirty(false)
      sessionStore.setState((s) =>
        s.user ? { user: { ...s.user, avatar, real_name: v.realName ?? s.user.real_name, nick_name: v.name ?? s.user.nick_name } } : s,
      )
      void message.success(t('common.updated'))
      await queries.invalidateQueries({ queryKey: ['cpt-user/info'] })
    } catch {
      /* the client has shown why */
    } finally {
      setBusy(false)
    }
  }
  const need = (word: Word) => ({ required: true, whitespace: true, message: t(word) })
  const format = (f: Format) => ({
    validator: (_: unknown, v?: string) => {
      const wrong = v ? formats[f](v) : undefined
      return wrong ? Promise.reject(new Error(say(wrong))) : Promise.resolve()
    },
  })
  return (
    <Form<Profile> layout="vertical" initialValues={profile} onValuesChange={() => setDirty(true)} onFinish={(v) => void submit(v)} style={{ maxWidth: 420 }}>
      <Form.Item label={t('info.avatar')}>
        <Upload
          accept=".jpg,.jpeg,.png"
          showUploadList={false}
          beforeUpload={(f) => {
            void pick(f)
            return false
          }}
        >
          <button type="button" aria-label={t('info.avatarChange')} style={{ border: 0, background: 'none', padding: 0, cursor: 'pointer' }}>
            <Avatar size={72} {...(avatar ? { src: avatar } : {})} alt="">
              {profile.realName?.slice(0, 1)}
            </Avatar>
          </button>
        </Upload>
      </Form.Item>
      <Form.Item label={t('info.account')}>
        <Input value={profile.account} disabled aria-label={t('info.account')} />
      </Form.Item>
      <Form.Item name="realName" label={t('info.realName')} rules={[need('info.realNameRequired')]}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="name" label={t('info.name')} rules={[need('info.nameRequired')]}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name="phone" label={t('info.phone')} rules={[need('info.phoneRequired'), format('phone')]}>
        <Input maxLength={11} />
      </Form.Item>
      <Form.Item name="email" label={t('info.email')} rules={[format('email')]}>
        <Input maxLength={45} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('common.save')}
      </Button>
    </Form>
  )
}
