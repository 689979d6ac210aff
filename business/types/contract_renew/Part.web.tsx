import { Alert, Typography } from 'antd'
import { useEffect } from 'react'
import { useSay } from '../../../kit/web/words.web.ts'
import { useRecorded } from '../../../land/fbf/Rounds.web.tsx'
import { useIssuer, useNoPlan, applicantOf } from '../../parts/issuer.web.ts'
import { startOf } from '../../parts/Book.web.tsx'
import { Fields } from '../../cases/web/Changes.web.tsx'
import { Issuer } from '../../parts/Issuer.web.tsx'
import type { PartProps, TypeScreen } from '../../cases/web/screen.web.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { AddedLines } from './Added.web.tsx'
import { fresh, Households } from './Households.web.tsx'
import { contractRenew, shape } from './type.ts'
import { NoPlan } from './NoPlan.web.tsx'
import { words } from './words.ts'

const issuerIn = (form: Form): string | undefined => (typeof form.fbfbm === 'string' && form.fbfbm ? form.fbfbm : undefined)

/** Whose households are extended; the issuer applies for them. */
function OfIssuer({ form, onChange, editing, onApplicant }: PartProps) {
  const value = issuerIn(form)
  const all = editing === 'all'
  const noPlan = useNoPlan(all ? value : undefined)
  const { say } = useSay()
  const round = useRecorded(value).data?.findLast((r) => r.planId)
  const issuer = useIssuer(all ? value : undefined).data
  useEffect(() => {
    if (issuer && all) onApplicant(applicantOf(issuer))
  }, [issuer])
  return (
    <>
      <Issuer
        {...(value ? { value } : {})}
        editable={all}
        held={formsIn(form.nh).length + formsIn(form.xz).length > 0}
        onChange={(code) => onChange({ fbfbm: code ?? null, ...(code === value ? {} : { nh: [], xz: [] }) })}
      />
      {noPlan && <NoPlan fbfbm={value!} />}
      {round?.planName && all && <Alert type="info" showIcon style={{ marginTop: 8 }} title={say(words.asksPapers)} />}
      {round && <Typography.Paragraph style={{ margin: '8px 0 0' }}>{say(words.round(round))}</Typography.Paragraph>}
    </>
  )
}
const Reason = (props: PartProps) => <Fields {...props} of={{ bgyy: shape.bgyy, hfqz: shape.hfqz }} editable={props.editing === 'all'} />

/** 延包 on the screen. Source: business-flows.md 4.10. */
export const contractRenewScreen: TypeScreen = {
  type: contractRenew,
  parts: [
    { key: 'issuer', title: words.issuer, names: ['fbfbm'], Part: OfIssuer },
    { key: 'households', title: words.households, names: ['nh'], Part: Households },
    { key: 'added', title: words.added, names: ['xz'], Part: AddedLines },
    { key: 'reason', title: words.reason, names: ['bgyy', 'hfqz'], Part: Reason },
  ],
  useAgainst: (form, editing) => (useNoPlan(editing === 'all' ? issuerIn(form) : undefined) ? [{ field: 'fbfbm', msg: words.noPlan }] : []),
  // from the row of a household its issuer, and it is the first of the case; from that of an issuer the issuer alone
  first: (start) => {
    const { cbjyqzbm } = startOf(start)
    return {
      nh: cbjyqzbm ? [fresh(cbjyqzbm, null)] : [],
      xz: [],
      hfqz: '1',
      bgyy: null,
      ...(start && /^\d{14}/.test(start) ? { fbfbm: start.slice(0, 14) } : {}),
    }
  },
}
