import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { formIn } from '../form.ts'
import { Contractor } from './Contractor.web.tsx'
import { showAt } from './form.web.ts'
import type { PartProps } from './screen.web.ts'

const FIRST_MEMBER = { yhzgx: '02', cyzjlx: '1', sfgyr: '1' }
interface HouseholdPartProps extends PartProps {
  /** where the household stands in the form: a code of the register (`cbfbm`), or a new household's own form */
  name: string
  fbfbm: string
  village?: boolean
  onlyNew?: boolean
}
/** A contractor of the register or a new household, as a part of a case's form. */
export function HouseholdPart({ name, fbfbm, village = false, onlyNew = false, form, onChange, editing, faults, onApplicant }: HouseholdPartProps) {
  const [inst] = Form.useForm()
  const own = formIn(form[name])
  const cbfbm = typeof own.cbfbm === 'string' && own.cbfbm ? own.cbfbm : undefined
  const [isNew, setNew] = useState(() => !cbfbm && Object.keys(own).length > 0)
  const shown = useRef<string[]>([])
  useEffect(() => {
    if (isNew) shown.current = showAt(inst, name, faults, shown.current)
  }, [faults.map((f) => f.field + f.msg).join()])
  const household = () => {
    const values = inst.getFieldsValue() as Record<string, unknown>
    onChange({ [name]: values })
    onApplicant(values)
  }
  /** A new household lives where its issuer is: the postcode is the issuer's until somebody types another. */
  const postcode = async () => {
    const issuer = await api.get<AnyRow>('base-qssj/fbf/detail', { fbfbm }, { quiet: true }).catch(() => undefined)
    if (!issuer?.yzbm || inst.getFieldValue('yzbm')) return
    inst.setFieldValue('yzbm', issuer.yzbm)
    household()
  }
  const choose = (patch: { isNew?: boolean; cbfbm?: string }) => {
    if (patch.isNew !== undefined) setNew(patch.isNew)
    // what the former household left in the part of the applicant goes with it
    if (!patch.cbfbm) onApplicant({})
    if (patch.isNew) void postcode()
    onChange({ [name]: patch.cbfbm ? { cbfbm: patch.cbfbm } : patch.isNew ? { jtcyList: [FIRST_MEMBER] } : {} })
  }
  return (
    <Form
      form={inst}
      name={name}
      component={false}
      layout="vertical"
      initialValues={{ jtcyList: [FIRST_MEMBER], ...(cbfbm ? {} : own) }}
      onValuesChange={household}
    >
      <Contractor
        chosen={{ fbfbm, isNew, cbfbm }}
        at={`${name}.cbfbm`}
        village={village}
        onlyNew={onlyNew}
        disabled={editing !== 'all'}
        loaded={own}
        onChange={choose}
        onHolder={onApplicant}
        onFilled={household}
      />
    </Form>
  )
}
