import { useQuery } from '@tanstack/react-query'
import { Alert, Empty, Form } from 'antd'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk } from '../../../kit/web/dialogs.web.tsx'
import { FormItems } from '../../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { termEnd } from '../../../land/definitions/household.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { FbfPicker } from '../../../land/parts/FbfPicker.web.tsx'
import { cbht } from '../../../land/definitions/cbht.ts'
import { Contractor } from './Contractor.web.tsx'
import { Facts, Part } from './Facts.web.tsx'
import { caseTermFields, type CaseRow, type Chosen, type Editing, type Forms } from './form.web.ts'
import { Parcels } from './Parcels.web.tsx'
import { words } from './words.ts'

const LAYOUT = { labelCol: { flex: '9em' }, labelWrap: true, wrapperCol: { flex: 1 } } as const
const DAY = /^\d{4}-\d\d-\d\d$/
const ISSUER = ['fbfmc', 'fbfbm', 'fbffzrxm', 'lxdh', 'fbfdz'] as const
const FIRST = { yhzgx: '02', cyzjlx: '1', sfgyr: '1' }

interface ContractPanelProps {
  forms: Forms
  row?: CaseRow
  chosen: Chosen
  editing: Editing
  onChange(patch: Partial<Chosen>): void
  onHolder(cbf: Record<string, unknown>): void
  onDirty(): void
}
/** ③ of 承包合同签订: issuer, contractor, parcels, terms. Source: business-flows.md 4.1. */
export function ContractPanel({ forms, row, chosen, editing, onChange, onHolder, onDirty }: ContractPanelProps) {
  const { say } = useSay()
  const ask = useAsk()
  const all = editing === 'all',
    { fbfbm } = chosen
  const check = useQuery({
    queryKey: ['fbf', 'complete', fbfbm],
    enabled: all && !!fbfbm,
    retry: false,
    queryFn: () => api.post<{ ok: boolean; missing: string[] }>('yw-accept/business/checkFbfInfo', { fbfbm }, undefined, { quiet: true }),
  })
  const known = useQuery({
    queryKey: ['fbf', 'named', fbfbm],
    enabled: !all && !!fbfbm,
    retry: false,
    queryFn: () => api.get<AnyRow>('base-qssj/fbf/detail', { fbfbm }, { quiet: true }),
  })
  const issuer = async (code: string | undefined) => {
    const held = chosen.lines.length > 0 || chosen.cbfbm
    if (held && code !== fbfbm && !(await ask(words.issuerGiven))) return
    onChange({ fbfbm: code, cbfbm: undefined, lines: [] })
  }
  /** The end follows start and years. */
  const term = (changed: Record<string, unknown>) => {
    onDirty()
    if (!('cbqx' in changed) && !('cbqxq' in changed)) return
    const { cbqx, cbqxq } = forms.terms.getFieldsValue() as { cbqx?: number; cbqxq?: string }
    if (cbqx && cbqx > 0 && cbqx <= 100 && DAY.test(cbqxq ?? '')) forms.terms.setFieldValue('cbqxz', termEnd(cbqxq!, Number(cbqx)))
  }
  const holder = () => {
    onDirty()
    onHolder(forms.holder.getFieldsValue() as Record<string, unknown>)
  }
  const stored = row?.form.cbf ?? {}
  return (
    <>
      <Part first title={say(words.issuer)} />
      {all ? (
        <div style={{ maxWidth: 560 }}>
          <FbfPicker value={fbfbm} onChange={(v) => void issuer(v)} />
        </div>
      ) : (
        known.data && <Facts of={fbf} names={ISSUER} row={known.data} />
      )}
      {check.data && !check.data.ok && (
        <Alert type="warning" showIcon style={{ marginTop: 8 }} title={say(words.issuerLacks)} description={check.data.missing.join('、')} />
      )}
      <Part title={say(words.contractor)} />
      {fbfbm ? (
        <Form
          form={forms.holder}
          name="holder"
          component={false}
          {...LAYOUT}
          initialValues={{ jtcyList: [FIRST], ...(stored.cbfbm ? {} : stored) }}
          onValuesChange={holder}
        >
          <Contractor chosen={chosen} disabled={!all} loaded={stored} onChange={onChange} onHolder={onHolder} onFilled={holder} />
        </Form>
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.issuerNeeded)} />
      )}
      <Part title={say(words.parcels)} />
      {fbfbm ? (
        <Parcels chosen={chosen} editing={editing} onChange={(lines) => onChange({ lines })} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.issuerNeeded)} />
      )}
      <Part title={say(words.terms)} />
      {all ? (
        <Form form={forms.terms} name="terms" component={false} {...LAYOUT} initialValues={{ cbfs: '110', cbqx: 30, ...row?.form.cbht }} onValuesChange={term}>
          <FormItems of={cbht} only={caseTermFields} />
        </Form>
      ) : (
        <Facts of={cbht} names={caseTermFields} row={row?.form.cbht ?? {}} />
      )}
    </>
  )
}
