import { Alert, Col, Form, Input, Row, Select } from 'antd'
import { memo } from 'react'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import { FormItems, groupsOf } from '../../../../kit/web/ResourceForm.web.tsx'
import { kinds } from '../../../../kit/web/kinds.web.tsx'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import type { AnyResource } from '../../../../kit/model/resource.ts'
import { CardButton } from '../../../../services/camera/CardButton.web.tsx'
import { stepsOf, typeCodes } from '../../../../services/process/engine/definitions.ts'
import { business } from '../../definitions/business.ts'
import { Facts } from '../Facts.web.tsx'
import { words } from '../words.ts'

/** The same fields, with the type fixed: it is chosen before the form opens. */
const shown: AnyResource = { ...business, fields: { ...business.fields, businessTypeCode: { ...business.fields.businessTypeCode, form: 'read' } } }
const base = ['businessName', 'businessTypeCode', 'businessItemCode', 'doSign', 'businessReceiver', 'businessReceiveTime', 'businessCode', 'finishTime']
interface SectionProps {
  /** shown to read */
  disabled: boolean
  row?: AnyRow
}
/** Names of the fields of who applies. */
export const applicantFields = groupsOf(business).find((g) => g.key === 'applicant')!.names
const CARD = { name: 'obligeName', idType: 'obligeIdType', number: 'obligeIdCard', address: 'obligeAddress' } as const

interface ApplicantProps extends SectionProps {
  /** names of what the register knows of him: shown, not typed */
  fixed: readonly string[]
  /** he applies for the holder, with a letter */
  isAgent: boolean
  onFilled(): void
}
/** ① who applies: the holder, of whom number and phone are known, or an agent. Stands in the form of the business. */
export const Applicant = memo(function Applicant({ disabled, row, fixed, isAgent, onFilled }: ApplicantProps) {
  const { say } = useSay()
  if (disabled && row) return <Facts of={business} names={applicantFields} row={row} />
  const fields = Object.fromEntries(Object.entries(shown.fields).map(([n, f]) => [n, fixed.includes(n) ? { ...f, form: 'read' as const } : f]))
  return (
    <>
      <CardButton of={shown} fields={CARD} onFilled={onFilled} />
      {isAgent && <Alert type="info" showIcon style={{ marginBottom: 12 }} title={say(words.agentHint)} />}
      <FormItems of={fixed.length ? { ...shown, fields } : shown} only={applicantFields} loaded={row} />
    </>
  )
})

/** ② what is applied for, who received it and when; the code is given on submitting. */
export const ApplicantBase = memo(function Base({ disabled, row, onItem }: SectionProps & { onItem(item: string): void }) {
  const { say, label } = useSay()
  const { choices, loading } = useDict('business_type')
  const type = Form.useWatch('businessTypeCode') as string | undefined
  const items = choices.find((c) => c.value === type)?.children ?? []
  // asked where the process has the task sign, and does not decide by itself whether it comes
  const signs = typeCodes.some((t) => t === type && stepsOf(t).some((s) => s.key === 'sign' && (s.variable ?? 'doSign') === 'doSign'))
  if (disabled && row) return <Facts of={business} names={base} row={row} />
  return (
    <>
      <FormItems of={shown} only={['businessName', 'businessTypeCode']} />
      <Row gutter={24}>
        <Col xs={24} md={12}>
          <Form.Item name="businessItemCode" label={say(words.item)} required rules={[{ required: true, message: say(words.itemNeeded) }]}>
            <Select loading={loading} options={items} onChange={onItem} placeholder={say(words.itemNeeded)} aria-required="true" />
          </Form.Item>
        </Col>
        <Col xs={24} md={12}>
          <Form.Item name="doSign" label={say(words.doSign)} initialValue="1" hidden={!signs}>
            {kinds.dict.input(business.fields.doSign)}
          </Form.Item>
        </Col>
      </Row>
      <FormItems of={shown} only={['businessReceiver', 'businessReceiveTime']} />
      <Row gutter={24}>
        <Col xs={24} md={12}>
          <Form.Item name="businessCode" label={label(business.fields.businessCode)}>
            <Input disabled placeholder={say(words.codeLater)} />
          </Form.Item>
        </Col>
      </Row>
    </>
  )
})
