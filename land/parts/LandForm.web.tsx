import { Form, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import { requiredMessage } from '../../kit/model/required.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { isApiError } from '../../kit/web/client.web.ts'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { FbfPicker } from './FbfPicker.web.tsx'

/** `jtcyList.0.cyzjhm` as the form names it: ['jtcyList', 0, 'cyzjhm']. */
export const formPlace = (field: string): (string | number)[] => field.split('.').map((p) => (/^\d+$/.test(p) ? Number(p) : p))

interface LandFormProps extends ResourceFormProps {
  form: FormInstance
  /** what is sent beside the fields of the definition */
  also?(values: Record<string, unknown>): Record<string, unknown>
  /** told which field is wrong first, by the form's own checks or by the server */
  onWrong?(field: (string | number)[]): void
  children: ReactNode
}

/** A form of a land resource whose items are laid out by the caller; saving, faults and the guard are the kit's. */
export function LandForm({ of: r, also, onWrong, onSubmit, children, ...rest }: LandFormProps) {
  const hollow: AnyResource = { ...r, fields: {}, groups: {} }
  const { form, row } = rest
  const submit = async (body: Record<string, unknown>) => {
    try {
      await onSubmit?.(body)
    } catch (e) {
      const wrong = isApiError(e) ? e.fields : []
      form.setFields(wrong.map((f) => ({ name: formPlace(f.field), errors: [f.msg] })))
      if (wrong[0]) onWrong?.(formPlace(wrong[0].field))
      throw e
    }
  }
  const look = () =>
    void form.validateFields().catch((e: { errorFields?: { name: (string | number)[] }[] }) => {
      const first = e.errorFields?.[0]?.name
      if (first) onWrong?.(first)
    })
  return (
    <div onSubmitCapture={look}>
      <ResourceForm whole={r} {...rest} of={hollow} onSubmit={submit} body={(v) => ({ ...bodyOf(r, v, row as AnyRow | undefined), ...also?.(v) })}>
        {children}
      </ResourceForm>
    </div>
  )
}

/** The item of the issuer; fixed once the row exists. */
export function FbfItem({ of: r, fixed }: { of: AnyResource; fixed: boolean }) {
  const { say } = useSay()
  const f = r.fields.fbfbm!
  return (
    <Form.Item name="fbfbm" label={say(labelOf(f))} required rules={[{ required: true, message: say(requiredMessage(f)) }]}>
      <FbfPicker {...(fixed ? { disabled: true } : {})} />
    </Form.Item>
  )
}
