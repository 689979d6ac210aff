import { Col, Form, Input, Row, Select } from 'antd'
import { cloneElement, type ReactElement } from 'react'
import { FormItems, groupsOf } from '../../../kit/web/ResourceForm.web.tsx'
import { kinds } from '../../../kit/web/kinds.web.tsx'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import { business } from '../business.ts'
import { words } from './words.ts'

/** The same fields, with the type fixed: it is chosen before the form opens. */
const shown: AnyResource = { ...business, fields: { ...business.fields, businessTypeCode: { ...business.fields.businessTypeCode, form: 'read' } } }
const applicant = groupsOf(business).find((g) => g.key === 'applicant')!.names

/** ① who applies. Stands in the form of the business. */
export function Applicant({ disabled, loaded }: { disabled: boolean; loaded?: Record<string, unknown> }) {
  return <FormItems of={shown} only={applicant} disabled={disabled} loaded={loaded} />
}

/** ② what is applied for, who received it and when; the code is given on submitting. */
export function Base({ disabled, onItem }: { disabled: boolean; onItem(item: string): void }) {
  const { say, label } = useSay()
  const { choices, loading } = useDict('business_type')
  const type = Form.useWatch('businessTypeCode') as string | undefined
  const items = choices.find((c) => c.value === type)?.children ?? []
  return (
    <>
      <FormItems of={shown} only={['businessName', 'businessTypeCode']} disabled={disabled} />
      <Row gutter={24}>
        <Col xs={24} md={12}>
          <Form.Item name="businessItemCode" label={say(words.item)} required rules={[{ required: true, message: say(words.itemNeeded) }]}>
            <Select
              disabled={disabled}
              loading={loading}
              options={items}
              onChange={onItem}
              placeholder={say(words.itemNeeded)}
              aria-required={disabled ? undefined : 'true'}
            />
          </Form.Item>
        </Col>
        <Col xs={24} md={12}>
          <Form.Item name="doSign" label={say(words.doSign)} initialValue="1">
            {cloneElement(kinds.dict.input(business.fields.doSign) as ReactElement<{ disabled: boolean }>, { disabled })}
          </Form.Item>
        </Col>
      </Row>
      <FormItems of={shown} only={['businessReceiver', 'businessReceiveTime']} disabled={disabled} />
      <Row gutter={24}>
        <Col xs={24} md={12}>
          <Form.Item name="businessCode" label={label(business.fields.businessCode)}>
            <Input disabled placeholder={say(words.codeLater)} />
          </Form.Item>
        </Col>
      </Row>
    </>
  )
}
