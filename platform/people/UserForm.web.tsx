import { Form, Input } from 'antd'
import { labelOf } from '../../kit/model/field.ts'
import { requiredMessage } from '../../kit/model/required.ts'
import { bodyOf, FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { encryptAll } from '../credentials/encrypt.web.ts'
import { words } from '../parts/people-words.ts'
import { user } from '../definitions/system.ts'
import { TreePick } from '../parts/TreePick.web.tsx'

const TREES = { roleId: 'cpt-system/role/tree', deptId: 'cpt-system/dept/tree' } as const
const BEFORE = ['account', 'realName', 'name', 'code', 'phone', 'email', 'sex', 'birthday'] as const
const AFTER = ['postId', 'regionCode', 'status'] as const

/** The form of a user: roles and departments from their trees; a first password when adding, encrypted before it is sent. Source: platform-api.md 3.6. */
export function UserForm(props: ResourceFormProps) {
  const { say } = useSay()
  const [form] = Form.useForm()
  const view = props.mode === 'view',
    adding = props.mode === 'add'
  const submit = async (body: Record<string, unknown>) => {
    const { password, password2 } = form.getFieldsValue(['password', 'password2']) as { password?: string; password2?: string }
    if (!adding || !password) return props.onSubmit?.(body)
    const { texts } = await encryptAll([password, password2 ?? ''])
    return props.onSubmit?.({ ...body, password: texts[0], password2: texts[1] })
  }
  const items = (only: readonly string[]) => <FormItems of={user} only={only} disabled={view} {...(props.row ? { loaded: props.row } : {})} />
  return (
    <ResourceForm {...props} of={{ ...user, fields: {} }} form={form} onSubmit={submit} body={(v) => bodyOf(user, v, props.row)}>
      {items(BEFORE)}
      {(['roleId', 'deptId'] as const).map((n) => {
        const f = user.fields[n]
        return (
          <Form.Item key={n} name={n} label={say(labelOf(f))} rules={view ? [] : [{ required: true, message: say(requiredMessage(f)) }]}>
            <TreePick path={TREES[n]} aria-required={!view} />
          </Form.Item>
        )
      })}
      {items(AFTER)}
      {adding && (
        <>
          <Form.Item name="password" label={say(words.password)}>
            <Input.Password autoComplete="new-password" maxLength={128} />
          </Form.Item>
          <Form.Item
            name="password2"
            label={say(words.password2)}
            dependencies={['password']}
            rules={[
              (f) => ({
                validator: async (_r, v?: string) => {
                  if ((v ?? '') !== (f.getFieldValue('password') ?? '')) throw new Error(say(words.differ))
                },
              }),
            ]}
          >
            <Input.Password autoComplete="new-password" maxLength={128} />
          </Form.Item>
        </>
      )}
    </ResourceForm>
  )
}
