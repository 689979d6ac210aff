import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Avatar, Button, Card, Flex, Form, Input, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import { api } from '../../../../kit/web/client.web.ts'
import { useOneCall } from '../../../../kit/web/one-call.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import type { Text } from '../../../../kit/model/lang.ts'
import { infoWords } from './info-words.ts'
import { OwnSignature } from './OwnSignature.tsx'
import { passwordWords } from '../shell/account/password-words.ts'
import { phrases } from '../../../../kit/web/phrases.ts'
import { sessionStore, usePageState, useUnsaved } from '../../../../kit/web/session.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { formats } from '../../../../kit/model/formats.ts'
import type { Format } from '../../../../kit/model/field.ts'
import { useDialogDraft, draftedValues } from '../../../../kit/web/dialog-draft.web.ts'
import { factorWords } from '../../../../platform/session/factor-words.ts'
import SecondFactor from '../../../../platform/session/SecondFactor.web.tsx'
import { PasswordForm } from '../shell/account/PasswordForm.tsx'
import { PictureUpload } from './PictureUpload.tsx'

interface Profile {
  id: string
  rev: number
  account: string
  realName: string
  name: string
  phone: string
  email: string
  avatar: string
  deptName?: string
  roleName?: string
}

/** Personal information: base data, the signature by hand, the password, second factor and identities. Source: screens.md A6. */
export default function Info() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  return (
    <Card>
      <Tabs
        activeKey={search.tab ?? 'base'}
        onChange={(tab) => setSearch({ tab: tab === 'base' ? undefined : tab })}
        items={[
          { key: 'base', label: say(infoWords.base), children: <Base /> },
          { key: 'signature', label: say(infoWords.signature), children: <OwnSignature /> },
          { key: 'password', label: say(passwordWords.title), children: <PasswordForm /> },
          { key: 'security', label: say(factorWords.title), children: <SecondFactor /> },
        ]}
      />
    </Card>
  )
}

function Base() {
  const { data } = useQuery({ queryKey: queryKeyOf('cpt-user/info'), queryFn: () => api.get<Profile>('cpt-user/info') })
  return data ? <BaseForm key={data.id} profile={data} /> : <Skeleton active />
}

function BaseForm({ profile }: { profile: Profile }) {
  const { say } = useSay()
  const { message } = App.useApp()
  const queries = useQueryClient()
  const [dirty, setDirty] = useState(false)
  const [isPicked, setPicked] = useState(false)
  const { busy, run } = useOneCall()
  const [avatar, setAvatar] = useState(profile.avatar)
  useUnsaved(dirty || isPicked)

  const [form] = Form.useForm<Profile>()
  // a picture is no text that somebody typed, and may be larger than a draft: it is chosen anew
  const { avatar: _picture, ...base } = profile
  const { take, put } = draftedValues(form, () => dirty)
  const draft = useDialogDraft(infoWords.base, profile.id, { take, put: (v) => (put(v), setDirty(true)) }, base)
  const pick = (picture: string) => {
    setAvatar(picture)
    setPicked(true)
  }
  const submit = async (v: Partial<Profile>) => {
    await run(async () => {
      await api.post('cpt-user/update-info', { id: profile.id, rev: profile.rev, ...v, avatar })
      setDirty(false)
      setPicked(false)
      void draft?.end()
      sessionStore.setState((s) =>
        s.user ? { user: { ...s.user, avatar, real_name: v.realName ?? s.user.real_name, nick_name: v.name ?? s.user.nick_name } } : s,
      )
      void message.success(say(phrases.updated))
      await queries.invalidateQueries({ queryKey: queryKeyOf('cpt-user/info') })
    })
  }
  const need = (word: Text) => ({ required: true, whitespace: true, message: say(word) })
  const format = (f: Format) => ({
    validator: (_: unknown, v?: string) => {
      const wrong = v ? formats[f](v) : undefined
      return wrong ? Promise.reject(new Error(say(wrong))) : Promise.resolve()
    },
  })
  return (
    <Form<Profile>
      form={form}
      layout="vertical"
      initialValues={base}
      onValuesChange={() => {
        setDirty(true)
        draft?.typed()
      }}
      onFinish={(v) => void submit(v)}
      style={{ maxWidth: 420 }}
    >
      {draft?.offer}
      <Form.Item label={say(infoWords.avatar)}>
        <PictureUpload onPick={pick}>
          <button type="button" aria-label={say(infoWords.avatarChange)} style={{ border: 0, background: 'none', padding: 0, cursor: 'pointer' }}>
            <Avatar size={72} {...(avatar ? { src: avatar } : {})} alt="">
              {profile.realName?.slice(0, 1)}
            </Avatar>
          </button>
        </PictureUpload>
      </Form.Item>
      <Form.Item label={say(infoWords.account)}>
        <Input value={profile.account} disabled aria-label={say(infoWords.account)} />
      </Form.Item>
      <Form.Item name="realName" label={say(infoWords.realName)} rules={[need(infoWords.needRealName)]}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="name" label={say(infoWords.name)} rules={[need(infoWords.needName)]}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name="phone" label={say(infoWords.phone)} rules={[need(infoWords.needPhone), format('phone')]}>
        <Input maxLength={11} />
      </Form.Item>
      <Form.Item name="email" label={say(infoWords.email)} rules={[format('email')]}>
        <Input maxLength={45} />
      </Form.Item>
      <Flex gap="small" align="center">
        <Button type="primary" htmlType="submit" loading={busy}>
          {say(phrases.save)}
        </Button>
        {draft?.line}
      </Flex>
    </Form>
  )
}
