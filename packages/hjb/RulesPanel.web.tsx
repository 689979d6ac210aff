// The rules of the package checks as a county has them: what is off, what weighs otherwise and with which threshold, who changed it and why; and the changes before.
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Flex, Form, Input, Select, Tag } from 'antd'
import { useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { RegionPicker } from '../../kit/web/RegionTree.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { DialogForm } from '../../platform/parts/DialogForm.web.tsx'
import { hjb_rule, RULE_OFF, RULE_STANDARD } from './rule.ts'
import { ruleWords as words, severities } from './words.ts'

interface Rule {
  id: string
  text: string
  standard: string
  severity: string
  fixed: boolean
  unit: string
  standardThreshold: string
  threshold: string
  reason: string
  changedBy: string
  changedAt: string
}

/** All rules of a county, the changed ones first. */
export function RulesPanel({ onClose }: { onClose(): void }) {
  const { say } = useSay()
  const { can, user } = useSession()
  const own = user?.dept_region ?? ''
  const [regionCode, setRegion] = useState(own.length >= 6 ? own.slice(0, 6) : '')
  const [changing, setChanging] = useState<Rule>()
  const { data, isFetching } = useQuery({
    queryKey: queryKeyOf(hjb_rule, 'list', regionCode),
    enabled: regionCode.length >= 6,
    queryFn: () => api.get<Rule[]>('hjb/hjbrule/rules', { regionCode }, { quiet: true }),
  })
  const isChanged = (r: Rule) => r.severity !== RULE_STANDARD || r.threshold !== ''
  const shown = (data ?? []).toSorted((a, b) => Number(isChanged(b)) - Number(isChanged(a)))
  const columns = [
    { title: say(words.rule), dataIndex: 'id', width: 70 },
    { title: say(words.text), dataIndex: 'text', width: 420 },
    { title: say(words.standard), dataIndex: 'standard', width: 90, render: (v: string) => <SeverityTag of={v} /> },
    {
      title: say(words.now),
      key: 'now',
      width: 90,
      render: (_: unknown, r: Rule) => <SeverityTag of={r.severity === RULE_STANDARD ? r.standard : r.severity} />,
    },
    {
      title: say(words.threshold),
      key: 'threshold',
      width: 130,
      render: (_: unknown, r: Rule) => (r.standardThreshold ? `${r.threshold || r.standardThreshold} ${r.unit}` : ''),
    },
    { title: say(words.reason), dataIndex: 'reason', width: 220 },
    { title: say(words.changed), key: 'changed', width: 210, render: (_: unknown, r: Rule) => `${r.changedBy} ${r.changedAt}` },
    {
      title: '',
      key: 'act',
      width: 90,
      fixed: 'right' as const,
      render: (_: unknown, r: Rule) =>
        can('hjb_rule_add') && !r.fixed ? (
          <Button size="small" type="link" onClick={() => setChanging(r)}>
            {say(words.change)}
          </Button>
        ) : null,
    },
  ]
  return (
    <Drawer open width="80%" title={say(words.title)} onClose={onClose}>
      <Flex vertical gap="middle">
        <Alert type="info" showIcon message={say(words.hint)} />
        <RegionPicker value={regionCode} onChange={(v) => setRegion(String(v ?? '').slice(0, 6))} />
        <Table<Rule>
          rowKey="id"
          size="small"
          scroll={{ x: 'max-content', y: 520 }}
          columns={columns}
          dataSource={shown}
          loading={isFetching}
          pagination={false}
          rowClassName={(r) => (isChanged(r) ? 'ant-table-row-selected' : '')}
        />
      </Flex>
      {changing && <Change key={changing.id} rule={changing} regionCode={regionCode} onClose={() => setChanging(undefined)} />}
    </Drawer>
  )
}

function SeverityTag({ of }: { of: string }) {
  const { say } = useSay()
  return of === RULE_OFF ? <Tag>{say(words.off)}</Tag> : <Tag color={severities[of]?.tag}>{severities[of] ? say(severities[of].text) : of}</Tag>
}

function Change({ rule, regionCode, onClose }: { rule: Rule; regionCode: string; onClose(): void }) {
  const { say } = useSay()
  const { busy, run } = useOneCall()
  const [refused, setRefused] = useState<string>()
  const history = useQuery({
    queryKey: queryKeyOf(hjb_rule, 'history', regionCode, rule.id),
    queryFn: () => api.get<Page<AnyRow>>('hjb/hjbrule/page', { regionCode, rule: rule.id, size: 50 }, { quiet: true }),
  })
  const save = (v: { severity: string; threshold?: string; reason: string }) => {
    setRefused(undefined)
    const sent = { regionCode, rule: rule.id, severity: v.severity, threshold: v.threshold ?? rule.threshold, reason: v.reason }
    return run(() => api.post('hjb/hjbrule/save', sent, undefined, { quiet: true }), {
      done: phrases.done,
      touches: [queryKeyOf(hjb_rule)],
      refused(e) {
        setRefused((e as Error).message)
        return true
      },
    })
  }
  const options = [
    { value: RULE_STANDARD, label: say(words.asStandard) },
    ...Object.entries(severities).map(([value, s]) => ({ value, label: say(s.text) })),
    { value: RULE_OFF, label: say(words.off) },
  ]
  return (
    <Dialog open title={`${rule.id} ${rule.text}`} onCancel={onClose}>
      <DialogForm
        name="rule"
        of={words.change}
        about={`${regionCode} ${rule.id}`}
        initialValues={{ severity: rule.severity, threshold: rule.threshold }}
        busy={busy}
        act={words.save}
        onSend={save}
        onDone={onClose}
        onCancel={onClose}
      >
        {refused && <Alert type="error" showIcon message={refused} />}
        <Form.Item label={say(words.now)} name="severity">
          <Select options={options} />
        </Form.Item>
        {rule.standardThreshold && (
          <Form.Item label={`${say(words.threshold)} (${rule.unit})`} name="threshold">
            <Input placeholder={rule.standardThreshold} maxLength={12} />
          </Form.Item>
        )}
        <Form.Item label={say(words.reason)} name="reason" required rules={[{ required: true, whitespace: true, message: say(words.reasonNeeded) }]}>
          <Input.TextArea maxLength={500} />
        </Form.Item>
      </DialogForm>
      {(history.data?.records ?? []).map((h) => (
        <div key={h.id}>{`${h.createTime} ${severityWord(say, h.severity)} ${h.threshold ?? ''} ${h.reason}`}</div>
      ))}
    </Dialog>
  )
}
const severityWord = (say: ReturnType<typeof useSay>['say'], of: unknown): string =>
  of === RULE_OFF ? say(words.off) : of === RULE_STANDARD ? say(words.asStandard) : say(severities[String(of)]?.text ?? words.off)
