import { Form, Input, InputNumber, Select, Typography } from 'antd'
import { useEffect, useState } from 'react'
import type Modeler from 'bpmn-js/lib/Modeler'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { PERSONS } from '../flow.ts'
import { MOST_SIGNERS } from '../several.ts'
import { partOf, type ModelerShape } from './modeler.web.ts'
import { elementWord, SIGN_OPTIONS, words } from './words.ts'

/** Conditions that people know by name; others are typed. */
const KNOWN = { return: "${outcome == 'return'}", long: '${longLeave}' } as const

/** What a condition of one's own begins with. */
const EXAMPLE = "${days == '1'}"

interface PropertiesProps {
  modeler: Modeler
  candidates: readonly { key: string; name: string }[]
  /** of land business: the tasks that its type knows; who performs them is configured */
  tasks?: readonly string[] | undefined
}
/** Name, performers and condition of the selected element. */
export function Properties({ modeler, candidates, tasks }: PropertiesProps) {
  const { say } = useSay()
  const { label } = useDict('task_key')
  const [shape, setShape] = useState<ModelerShape>()
  const [, renew] = useState(0)
  useEffect(() => {
    const bus = partOf(modeler, 'eventBus')
    bus.on('selection.changed', (e) => setShape(e.newSelection?.length === 1 ? e.newSelection[0] : undefined))
    bus.on('elements.changed', () => renew((n) => n + 1))
  }, [modeler])
  if (!shape || shape.type === 'label')
    return (
      <>
        <Typography.Paragraph>{say(words.pickElement)}</Typography.Paragraph>
        <Typography.Paragraph type="secondary">{say(tasks ? words.landRules : words.rules)}</Typography.Paragraph>
      </>
    )
  const of = shape.businessObject
  const set = (properties: Record<string, unknown>) => partOf(modeler, 'modeling').updateProperties(shape, properties)
  return (
    <Form layout="vertical" key={shape.id}>
      <Typography.Title level={5}>{say(elementWord(shape.type))}</Typography.Title>
      <Form.Item label={say(words.elementId)}>
        {tasks && shape.type === 'bpmn:UserTask' ? (
          <Select
            aria-label={say(words.elementId)}
            value={of.id}
            onChange={(id: string) => set({ id })}
            status={tasks.includes(of.id) ? undefined : 'error'}
            options={tasks.map((key) => ({ value: key, label: `${label(key)} ${key}`, disabled: key !== of.id && isDrawn(modeler, key) }))}
          />
        ) : (
          <Input value={of.id} disabled />
        )}
      </Form.Item>
      <Form.Item label={say(words.elementName)}>
        <Input value={of.name ?? ''} maxLength={50} aria-label={say(words.elementName)} onChange={(e) => set({ name: e.target.value })} />
      </Form.Item>
      {shape.type === 'bpmn:UserTask' && tasks && <Typography.Text type="secondary">{say(words.configured)}</Typography.Text>}
      {shape.type === 'bpmn:UserTask' && !tasks && (
        <>
          <Performers value={String(of.get('flowable:candidateGroups') ?? '')} candidates={candidates} onChange={set} />
          <Signing of={{ groups: of.get('flowable:candidateGroups'), sign: of.get('flowable:sign'), signers: of.get('flowable:signers') }} onChange={set} />
        </>
      )}
      {shape.type === 'bpmn:SequenceFlow' && <Condition modeler={modeler} shape={shape} onChange={set} />}
    </Form>
  )
}

/** Whether an element of the drawing has this id. */
const isDrawn = (modeler: Modeler, id: string): boolean => partOf(modeler, 'elementRegistry').get(id) !== undefined

function Performers({ value, candidates, onChange }: { value: string; candidates: PropertiesProps['candidates']; onChange(p: Record<string, unknown>): void }) {
  const { say } = useSay()
  const chosen = value.split(',').filter(Boolean)
  const isPerson = (k: string) => (PERSONS as readonly string[]).includes(k)
  // one person, or roles: what was chosen last decides
  const choose = (keys: string[]) => {
    const last = keys.at(-1)
    const kept = last && isPerson(last) ? [last] : keys.filter((k) => !isPerson(k))
    const one = kept.some(isPerson) ? { 'flowable:sign': undefined, 'flowable:signers': undefined } : {}
    onChange({ 'flowable:candidateGroups': kept.join(',') || undefined, ...one })
  }
  return (
    <Form.Item label={say(words.performers)} extra={say(words.performersHint)}>
      <Select
        mode="multiple"
        aria-label={say(words.performers)}
        value={chosen}
        onChange={choose}
        status={chosen.length ? undefined : 'error'}
        options={candidates.map((c) => ({ value: c.key, label: c.name }))}
      />
    </Form.Item>
  )
}

/** Whether all of the roles decide, any one of them, or who claims the task. */
function Signing({ of, onChange }: { of: { groups: unknown; sign: unknown; signers: unknown }; onChange(p: Record<string, unknown>): void }) {
  const { say } = useSay()
  const sign = String(of.sign ?? '')
  if ((PERSONS as readonly string[]).includes(String(of.groups ?? ''))) return null
  return (
    <>
      <Form.Item label={say(words.signing)} extra={say(words.signHint)}>
        <Select
          aria-label={say(words.signing)}
          value={sign}
          onChange={(v: string) => onChange({ 'flowable:sign': v || undefined, 'flowable:signers': undefined })}
          options={SIGN_OPTIONS.map((o) => ({ ...o, label: say(o.label) }))}
        />
      </Form.Item>
      {sign === 'all' && (
        <Form.Item label={say(words.signers)}>
          <InputNumber
            aria-label={say(words.signers)}
            min={1}
            max={MOST_SIGNERS}
            precision={0}
            value={Number(of.signers ?? 1)}
            onChange={(n) => onChange({ 'flowable:signers': n && n > 1 ? String(n) : undefined })}
          />
        </Form.Item>
      )}
    </>
  )
}

function Condition({ modeler, shape, onChange }: { modeler: Modeler; shape: ModelerShape; onChange(p: Record<string, unknown>): void }) {
  const { say } = useSay()
  const gateway = shape.source
  if (gateway?.type !== 'bpmn:ExclusiveGateway') return <Typography.Text type="secondary">{say(words.conditionOnly)}</Typography.Text>
  const body = shape.businessObject.conditionExpression?.body
  const isDefault = gateway.businessObject.default?.id === shape.id
  const kind = isDefault ? 'default' : body === undefined ? undefined : body === KNOWN.return ? 'return' : body === KNOWN.long ? 'long' : 'custom'
  const put = (text: string | undefined) =>
    onChange({ conditionExpression: text === undefined ? undefined : partOf(modeler, 'moddle').create('bpmn:FormalExpression', { body: text }) })
  const modeling = partOf(modeler, 'modeling')
  const choose = (k: string) => {
    if (k === 'default') {
      put(undefined)
      return modeling.updateProperties(gateway, { default: shape.businessObject })
    }
    if (isDefault) modeling.updateProperties(gateway, { default: undefined })
    put(k === 'custom' ? (kind === 'custom' ? body : EXAMPLE) : KNOWN[k as keyof typeof KNOWN])
  }
  return (
    <>
      <Form.Item label={say(words.condition)}>
        <Select
          aria-label={say(words.condition)}
          value={kind}
          onChange={choose}
          status={kind || gateway.outgoing.length < 2 ? undefined : 'error'}
          options={[
            { value: 'default', label: say(words.byDefault) },
            { value: 'return', label: say(words.onReturn) },
            { value: 'long', label: say(words.onLong) },
            { value: 'custom', label: say(words.custom) },
          ]}
        />
      </Form.Item>
      {kind === 'custom' && <Input aria-label={say(words.custom)} value={body} maxLength={180} onChange={(e) => put(e.target.value)} placeholder={EXAMPLE} />}
    </>
  )
}
