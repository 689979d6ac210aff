import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Divider, Flex, Form, Input, InputNumber } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Page } from '../../../kit/model/page.ts'
import { ClearSelect } from '../../../kit/web/clear.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { FormItems, type ResourceFormProps } from '../../../kit/web/ResourceForm.web.tsx'
import { usePageState } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { labelOf } from '../../../kit/model/field.ts'
import { making_plan, making_plan_move, PLAN_MODE } from '../../../land/fbf/making-plan.ts'
import { FbfItem, LandForm } from '../../../land/parts/LandForm.web.tsx'
import { searchOf, useFinder } from '../../../land/parts/finder.web.ts'
import { planWords as words } from './words.ts'

const Alternatives = lazy(async () => ({ default: (await import('./Alternatives.web.tsx')).Alternatives }))
const FIRST = ['planName', 'planYear', 'mode', 'roundEnd', 'newTermYears'] as const
const TEXTS = ['specialGroups', 'content'] as const

/** A draft of a plan: what it says, who makes it, and what it moves: pick the parcel, its holder comes by itself, then who gets it. Source: screens.md D3. */
export function MakingPlanForm(props: ResourceFormProps) {
  const { mode, row } = props
  const { say } = useSay()
  const { search } = usePageState()
  const [form] = Form.useForm()
  const [comparing, setComparing] = useState(false)
  const isNew = mode === 'add'
  const [, given] = isNew ? String(search.open ?? '').split('.') : []
  const first = isNew ? { ...row, moves: [], workGroup: [], ...(/^\d{14}$/.test(given ?? '') ? { fbfbm: given } : {}) } : row
  const fbfbm = String(Form.useWatch('fbfbm', form) ?? first?.fbfbm ?? '')
  const way: unknown = Form.useWatch('mode', form) ?? first?.mode
  return (
    <LandForm
      {...props}
      of={making_plan}
      form={form}
      {...(first ? { row: first as AnyRow } : {})}
      also={({ moves, workGroup }) => ({ moves: way === PLAN_MODE.adjusted ? (moves ?? []) : [], workGroup: workGroup ?? [] })}
      onWrong={(field) => form.scrollToField(field, { focus: true })}
    >
      <FbfItem of={making_plan} fixed={!isNew} />
      <FormItems of={making_plan} only={FIRST} disabled={false} />
      <Divider titlePlacement="start">{say(words.moves)}</Divider>
      <Button style={{ marginBottom: 12 }} disabled={!fbfbm} onClick={() => setComparing(true)}>
        {say(words.alternatives)}
      </Button>
      {comparing && (
        <Suspense fallback={null}>
          <Alternatives
            fbfbm={fbfbm}
            onClose={() => setComparing(false)}
            onChoose={(chosen) => {
              form.setFieldsValue(chosen)
              props.unsaved?.set(true)
              setComparing(false)
            }}
          />
        </Suspense>
      )}
      {way === PLAN_MODE.adjusted ? <MovesEditor fbfbm={fbfbm} /> : <p>{say(words.directHint)}</p>}
      <FormItems of={making_plan} only={TEXTS} disabled={false} />
      <Divider titlePlacement="start">{say(words.workGroup)}</Divider>
      <WorkGroup />
    </LandForm>
  )
}

interface PickerProps {
  fbfbm: string
  value?: string
  onChange?(code: string | undefined): void
  label: string
}
/** Picks a household of the issuer by name or code. */
function HouseholdPicker({ fbfbm, value, onChange, label }: PickerProps) {
  const { hits, select } = useFinder({
    key: ['cbf', 'of', fbfbm],
    on: !!fbfbm,
    take: (code) => onChange?.(code),
    look: async (typed) => {
      const found = await api.get<Page<AnyRow>>('base-qssj/cbf/page', { fbfbm, current: 1, size: 30, ...searchOf(typed, 'cbfbm', 'cbfmc') }, { quiet: true })
      return found.records.map((h) => ({ value: String(h.cbfbm), label: `${h.cbfmc} ${h.cbfbm}` }))
    },
  })
  return <ClearSelect {...select} options={[...hits]} value={value} onChange={onChange} aria-label={label} placeholder={label} style={{ width: 240 }} />
}
/** Picks a parcel of the issuer by name or code. */
function ParcelPicker({ fbfbm, value, onChange, label }: PickerProps) {
  const { hits, select } = useFinder({
    key: ['dk', 'of', fbfbm],
    on: !!fbfbm,
    take: (code) => onChange?.(code),
    look: async (typed) => {
      const found = await api.get<Page<AnyRow>>('base-dlxx/dk/page', { fbfbm, current: 1, size: 30, ...searchOf(typed, 'dkbm', 'dkmc') }, { quiet: true })
      return found.records.map((p) => ({ value: String(p.dkbm), label: `${p.dkmc ?? ''} ${p.dkbm}` }))
    },
  })
  return <ClearSelect {...select} options={[...hits]} value={value} onChange={onChange} aria-label={label} placeholder={label} style={{ width: 260 }} />
}
/** Rows of what a plan moves. */
function MovesEditor({ fbfbm }: { fbfbm: string }) {
  const { say } = useSay()
  const f = making_plan_move.fields
  return (
    <Form.List name="moves">
      {(rows, { add, remove }) => (
        <Flex vertical gap={4}>
          {rows.map(({ key, name }) => (
            <Flex key={key} gap="small" wrap align="start">
              <Form.Item name={[name, 'dkbm']} rules={[{ required: true, message: say(labelOf(f.dkbm)) }]} style={{ marginBottom: 8 }}>
                <ParcelPicker fbfbm={fbfbm} label={say(words.parcel)} />
              </Form.Item>
              <Form.Item name={[name, 'fromCbfbm']} style={{ marginBottom: 8 }}>
                <HouseholdPicker fbfbm={fbfbm} label={say(words.from)} />
              </Form.Item>
              <Form.Item name={[name, 'toCbfbm']} style={{ marginBottom: 8 }}>
                <HouseholdPicker fbfbm={fbfbm} label={say(words.to)} />
              </Form.Item>
              <Form.Item name={[name, 'areaMu']} rules={[{ required: true, message: say(labelOf(f.areaMu)) }]} style={{ marginBottom: 8 }}>
                <InputNumber stringMode precision={2} min="0.01" aria-label={say(labelOf(f.areaMu))} placeholder={say(labelOf(f.areaMu))} />
              </Form.Item>
              <Form.Item name={[name, 'reason']} rules={[{ required: true, message: say(labelOf(f.reason)) }]} style={{ marginBottom: 8 }}>
                <Input maxLength={254} aria-label={say(labelOf(f.reason))} placeholder={say(labelOf(f.reason))} />
              </Form.Item>
              <Button type="text" icon={<DeleteOutlined />} aria-label={say(words.remove)} onClick={() => remove(name)} />
            </Flex>
          ))}
          <div>
            <Button icon={<PlusOutlined />} onClick={() => add({})} disabled={!fbfbm}>
              {say(words.addMove)}
            </Button>
          </div>
        </Flex>
      )}
    </Form.List>
  )
}
/** Who makes the plan. */
function WorkGroup() {
  const { say } = useSay()
  return (
    <Form.List name="workGroup">
      {(rows, { add, remove }) => (
        <Flex vertical gap={4}>
          {rows.map(({ key, name }) => (
            <Flex key={key} gap="small" wrap>
              {(['name', 'role', 'phone'] as const).map((n) => (
                <Form.Item key={n} name={[name, n]} rules={n === 'phone' ? [] : [{ required: true, message: say(words[n]) }]} style={{ marginBottom: 8 }}>
                  <Input maxLength={n === 'phone' ? 20 : 50} aria-label={say(words[n])} placeholder={say(words[n])} />
                </Form.Item>
              ))}
              <Button type="text" icon={<DeleteOutlined />} aria-label={say(words.remove)} onClick={() => remove(name)} />
            </Flex>
          ))}
          <div>
            <Button icon={<PlusOutlined />} onClick={() => add({})}>
              {say(words.addWorker)}
            </Button>
          </div>
        </Flex>
      )}
    </Form.List>
  )
}
