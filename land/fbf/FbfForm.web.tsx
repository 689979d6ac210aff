import { ConfigProvider, Divider, Form, Spin } from 'antd'
import { FormItems, groupsOf, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { CardButton } from '../../services/camera/CardButton.web.tsx'
import { Uploader } from '../../services/files/uploader/Uploader.web.tsx'
import { Rounds } from './Rounds.web.tsx'
import { words as own } from './words.ts'
import { History, words } from '../parts/History.web.tsx'
import { LandForm } from '../parts/LandForm.web.tsx'
import { LockedNote, useLocked } from '../parts/Locked.web.tsx'
import { fbf } from '../definitions/fbf.ts'

/** The group of the principal, and where it takes what an identity card says. */
const HEAD = 'head'
const CARD = { name: 'fbffzrxm', idType: 'fzrzjlx', number: 'fzrzjhm' } as const

/** An issuer: the groups of its definition; the principal's identity card can be read into its group. Source: screens.md B1. */
export function FbfForm(props: ResourceFormProps) {
  const { say } = useSay()
  const [form] = Form.useForm()
  const view = props.mode === 'view'
  const locked = useLocked(fbf, props)
  if (locked.isLoading) return <Spin />
  return (
    <LandForm {...props} of={locked.of} form={form} onWrong={(field) => form.scrollToField(field, { focus: true })}>
      <LockedNote standing={locked.standing} code={props.row?.fbfbm} own={['fbf', props.row?.fbfbm]} />
      {groupsOf(fbf).map((g) => (
        <section key={g.key} aria-label={say(fbf.groups![g.key]!)}>
          <Divider titlePlacement="start">{say(fbf.groups![g.key]!)}</Divider>
          {g.key === HEAD && !view && !locked.isLocked && <CardButton of={fbf} fields={CARD} onFilled={() => props.unsaved?.set(true)} />}
          <FormItems of={locked.of} only={g.names} disabled={view} {...(props.row ? { loaded: props.row } : {})} />
        </section>
      ))}
      {props.mode !== 'add' && !!props.row?.id && (
        <section aria-label={say(own.files)}>
          <Divider titlePlacement="start">{say(own.files)}</Divider>
          <ConfigProvider componentDisabled={false}>
            <Uploader businessId={String(props.row.id)} businessItem="fbf" />
          </ConfigProvider>
        </section>
      )}
      {view && (
        <section aria-label={say(own.rounds)}>
          <Divider titlePlacement="start">{say(own.rounds)}</Divider>
          <ConfigProvider componentDisabled={false}>
            <Rounds fbfbm={String(props.row?.fbfbm)} />
          </ConfigProvider>
        </section>
      )}
      {view && (
        <section aria-label={say(words.history)}>
          <Divider titlePlacement="start">{say(words.history)}</Divider>
          <History of={fbf} code="fbfbm" value={String(props.row?.fbfbm)} />
        </section>
      )}
    </LandForm>
  )
}
