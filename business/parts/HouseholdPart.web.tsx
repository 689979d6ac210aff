import { Form } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { today } from '../../kit/web/clock.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { SteadyForm } from '../../platform/parts/SteadyForm.web.tsx'
import { useStable } from '../../platform/parts/stable.web.ts'
import { formIn } from '../cases/definitions/form.ts'
import { Contractor } from './Contractor.web.tsx'
import { showAt } from '../cases/web/form.web.ts'
import { useIssuer } from './issuer.web.ts'
import type { PartProps } from '../cases/web/screen.web.ts'

const FIRST_MEMBER = { yhzgx: '02', cyzjlx: '1', sfgyr: '1' }
interface HouseholdPartProps extends PartProps {
  /** where the household stands in the form: a code of the register (`cbfbm`), or a new household's own form */
  name: string
  fbfbm: string
  village?: boolean
  onlyNew?: boolean
}
/** A contractor of the register or a new household, as a part of a case's form. */
export function HouseholdPart({ name, fbfbm, village = false, onlyNew = false, form, onChange, onType, editing, faults, onApplicant }: HouseholdPartProps) {
  const [inst] = Form.useForm()
  const me = useSession().user?.real_name
  const own = formIn(form[name])
  const cbfbm = typeof own.cbfbm === 'string' && own.cbfbm ? own.cbfbm : undefined
  const [first] = useState(() => ({ jtcyList: [FIRST_MEMBER], ...(cbfbm ? {} : own) }))
  const [isNew, setNew] = useState(() => !cbfbm && Object.keys(own).length > 0)
  const shown = useRef<string[]>([])
  useEffect(() => {
    if (isNew) shown.current = showAt(inst, name, faults, shown.current)
  }, [faults.map((f) => f.field + f.msg).join()])
  const household = useStable(() => {
    const values = inst.getFieldsValue() as Record<string, unknown>
    onType({ [name]: values })
    onApplicant(values)
  })
  /** What is known of a new household before anybody asked it; what a person has typed stays. */
  const propose = (values: Readonly<Record<string, unknown>>) => {
    const open = Object.entries(values).filter(([n, v]) => v && !inst.getFieldValue(n))
    if (open.length === 0) return
    for (const [n, v] of open) inst.setFieldValue(n, v)
    household()
  }
  const fresh = isNew && editing === 'all'
  const issuer = useIssuer(fresh ? fbfbm : undefined).data
  useEffect(() => {
    // who takes the application asked the household, today, until somebody else is named
    if (fresh) propose({ cbfdcy: me, cbfdcrq: today() })
  }, [fresh])
  useEffect(() => {
    // it lives where its issuer is
    if (issuer) propose({ cbfdz: issuer.fbfdz, yzbm: issuer.yzbm })
  }, [issuer])
  const holder = useStable(onApplicant)
  const choose = useStable((patch: { isNew?: boolean; cbfbm?: string }) => {
    if (patch.isNew !== undefined) setNew(patch.isNew)
    // what the former household left in the part of the applicant goes with it
    if (!patch.cbfbm) onApplicant({})
    onChange({ [name]: patch.cbfbm ? { cbfbm: patch.cbfbm } : patch.isNew ? { jtcyList: [FIRST_MEMBER] } : {} })
  })
  const isOpen = editing === 'all'
  // what is typed into the fields of a new household they hold themselves: they are drawn anew when another one is chosen, not with every key
  const loaded = useMemo(() => own, [isOpen ? undefined : own, isNew, cbfbm])
  const contractor = useMemo(
    () => (
      <Contractor
        chosen={{ fbfbm, isNew, cbfbm }}
        at={`${name}.cbfbm`}
        village={village}
        onlyNew={onlyNew}
        disabled={!isOpen}
        loaded={loaded}
        onChange={choose}
        onHolder={holder}
        onFilled={household}
      />
    ),
    [fbfbm, isNew, cbfbm, name, village, onlyNew, isOpen, loaded],
  )
  return (
    <SteadyForm form={inst} name={name} component={false} layout="vertical" initialValues={first} onValuesChange={household}>
      {contractor}
    </SteadyForm>
  )
}
