import { Alert, Button, Form, Input, Space } from 'antd'
import { useState } from 'react'
import { checkValue } from '../../kit/model/check.ts'
import type { Field } from '../../kit/model/field.ts'
import type { Text } from '../../kit/model/lang.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { useAsk } from '../../kit/web/ask.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { words } from './configuration-words.ts'

interface SecretInputProps {
  kept: boolean
  disabled: boolean
  /** asks the server for a new one */
  make?(): Promise<string>
  value?: string
  onChange?(v: string): void
  id?: string
}
/** A secret that is written and never read: what is kept is not shown, an empty one keeps it, a new one is seen until the form closes. */
function SecretInput({ kept, disabled, make, value, onChange, ...rest }: SecretInputProps) {
  const { say } = useSay()
  const toast = useToast()
  const [fresh, setFresh] = useState(false)
  const generate = async () => {
    try {
      onChange?.(await make!())
      setFresh(true)
    } catch (e) {
      toast.failed(e)
    }
  }
  if (disabled) return <span>{say(kept ? words.kept : words.none)}</span>
  const Box = fresh ? Input : Input.Password
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <Space.Compact block>
        <Box
          {...rest}
          value={value ?? ''}
          autoComplete="new-password"
          placeholder={kept ? say(words.keep) : undefined}
          onChange={(e) => onChange?.(e.target.value)}
        />
        {make && <Button onClick={() => void generate()}>{say(words.generate)}</Button>}
      </Space.Compact>
      {fresh && <Alert type="warning" showIcon title={say(words.once)} />}
    </Space>
  )
}

/** The secret before the present one, which stays good for a week: until when, and an end to it at once. */
function FormerSecret({ of, id, until }: { of: AnyResource; id: string; until: string }) {
  const { say } = useSay()
  const { can } = useSession()
  const [toast, ask] = [useToast(), useAsk()]
  const [ended, setEnded] = useState(false)
  const end = async () => {
    if (!(await ask(words.confirmEndFormer))) return
    try {
      await api.post(`${of.path}/endFormer`, undefined, { id }, { quiet: true })
      setEnded(true)
      toast.done(words.formerEnded)
    } catch (e) {
      toast.failed(e)
    }
  }
  if (ended) return null
  const button = can(`${of.name}_edit`) && (
    <Button size="small" danger onClick={() => void end()}>
      {say(words.endFormer)}
    </Button>
  )
  return <Alert type="info" showIcon style={{ marginBottom: 16 }} title={say(words.former(until.slice(0, 16)))} action={button} />
}

/** A field that is a list of codes: they are picked by their words and kept as text, parted by `by`. */
export interface CodesField {
  name: string
  options: readonly { value: string; label: string }[]
  by: string
  /** what none of them means */
  none?: string
}
/** Codes by their words. */
function CodesInput({
  options,
  by,
  none,
  value,
  onChange,
  ...rest
}: Omit<CodesField, 'name'> & { value?: string; onChange?(v: string): void; id?: string; disabled?: boolean }) {
  const chosen = (value ?? '').split(/[,\s]+/).filter(Boolean)
  return (
    <ClearSelect
      {...rest}
      mode="multiple"
      placeholder={none}
      optionFilterProp="label"
      options={[...options]}
      value={chosen}
      onChange={(v: string[]) => onChange?.(v.join(by))}
    />
  )
}

interface SecretFormProps extends ResourceFormProps {
  codes?: readonly CodesField[]
  /** the secret's name, its words, and the call that makes a new one */
  secret: { name: string; label: Text; generate?: string }
  /** a field of the definition that the server makes too */
  identity?: { name: string; label: Text; generate: string }
}
/** The form of a resource that has a secret beside its fields. Source: screens.md A19, A21, F3, F4. */
export function SecretForm({ secret, identity, codes = [], ...props }: SecretFormProps) {
  const { say, label } = useSay()
  const toast = useToast()
  const [form] = Form.useForm()
  const r = props.of
  const view = props.mode === 'view'
  const ask = (verb: string) => api.get<string>(`${r.path}/${verb}`, {}, { quiet: true })
  const kept = Number(props.row?.[`has_${secret.name}`]) === 1
  const until = (props.row?.[`until_${secret.name}`] as string | null | undefined) ?? ''
  const body = (v: Record<string, unknown>) => ({ ...bodyOf(r, v, props.row), ...(v[secret.name] ? { [secret.name]: v[secret.name] } : {}) })
  const { generate } = secret
  // they stand below with an input of their own
  const plain = { ...r, fields: { ...r.fields, ...Object.fromEntries(codes.map(({ name }) => [name, { ...r.fields[name]!, form: 'none' as const }])) } }
  const check = (field: Field) => async (_rule: unknown, v: unknown) => {
    const wrong = checkValue(field, v)
    if (wrong) throw new Error(say(wrong))
  }
  return (
    <ResourceForm {...props} of={plain} form={form} body={body}>
      {codes.map(({ name, ...of }) => (
        <Form.Item key={name} name={name} label={label(r.fields[name]!)} required={!!r.fields[name]!.required} rules={[{ validator: check(r.fields[name]!) }]}>
          <CodesInput {...of} disabled={view} />
        </Form.Item>
      ))}
      {identity && props.mode === 'add' && (
        <Form.Item label={say(identity.label)}>
          <Button onClick={() => void ask(identity.generate).then((v) => form.setFieldValue(identity.name, v), toast.failed)}>{say(words.generate)}</Button>
        </Form.Item>
      )}
      <Form.Item name={secret.name} label={say(secret.label)}>
        <SecretInput kept={kept} disabled={view} {...(generate ? { make: () => ask(generate) } : {})} />
      </Form.Item>
      {until && <FormerSecret of={r} id={String(props.row!.id)} until={until} />}
    </ResourceForm>
  )
}
