import { useOpenPage } from '../../../../kit/web/open-page.web.ts'
import { useOneCall } from '../../../../kit/web/one-call.web.ts'
import { Alert, Button, Checkbox, Flex, Form, Input, Select, Tag } from 'antd'
import { useState } from 'react'
import { both, plural } from '../../../../kit/model/lang.ts'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import { api } from '../../../../kit/web/client.web.ts'
import type { RowCommand, ToolCommand } from '../../../../kit/web/commands.web.tsx'
import { Dialog } from '../../../../kit/web/dialogs.web.tsx'
import { ResourcePage } from '../../../../platform/list/ResourcePage.web.tsx'
import { columnsOf, type Column } from '../../../../kit/web/ResourceTable.web.tsx'
import { usePageState } from '../../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { DialogForm } from '../../../../platform/parts/DialogForm.web.tsx'
import { djb } from '../../../../land/definitions/cbht.ts'
import type { TypeCode } from '../../../../services/process/engine/definitions.ts'

/** All of them are in force: the status is none of the filters. */
const { qszt: _, ...FIELDS } = djb.fields
const BOOKS = { ...djb, fields: FIELDS, versioned: false }
const COLUMNS = ['cbjyqzbm', 'cbfmc', 'cbfzjhm', 'cbfs', 'cbqxq', 'cbqxz', 'htzmjm', 'cbdkzs', 'djsj', 'version', 'dyzt', 'yyzt', 'lzzt']
const words = {
  type: both('业务类型', 'Business type'),
  only: both('仅显示可办理', 'Eligible only'),
  eligible: both('可办理', 'Eligible'),
  not: both('不可办理', 'Not eligible'),
  why: both('原因', 'Reasons'),
  start: both('办理', 'Start'),
  batch: both('批量补签', 'Sign late, in batch'),
  batchHint: both(
    '为所选登记簿各生成一件合同补签业务的草稿，申请人为承包方代表；上传材料后逐件提交。',
    'Creates a draft of a late signing for each selected book, with its holder as applicant; each is submitted once its papers are complete.',
  ),
  reason: both('补办原因', 'Reason'),
  reasonNeeded: both('请输入补办原因', 'Please enter the reason'),
  made: (n: number) => both(`已生成${n}件业务草稿`, `${plural(n, 'draft')} made`),
  left: (n: number) => both(`${n}本登记簿未受理`, `${plural(n, 'book')} left out`),
  toDrafts: both('查看业务', 'To the cases'),
}

interface EligibleProps {
  /** where the books of each type are listed, in the order in which the types are offered; the first is shown first */
  paths: Readonly<Partial<Record<TypeCode, string>>>
  /** the type whose cases ask nothing but book and reason: they are begun over many books at once */
  inBatch: TypeCode
}
/** Books with what a type of business says of each: whether it may be begun, and why not. Source: screens.md B6 (per-type pages), business-flows.md 3.2. */
export function EligibleBooks({ paths, inBatch }: EligibleProps) {
  const { say, lang } = useSay()
  const { label } = useDict('business_type')
  const { search, setSearch } = usePageState()
  const openPage = useOpenPage()
  const [chosen, setChosen] = useState<readonly AnyRow[]>()
  const types = Object.keys(paths) as TypeCode[]
  const type = types.find((t) => t === search.type) ?? types[0]!
  const all = columnsOf(djb, lang, {})
  const columns: Column[] = [
    {
      key: 'eligible',
      title: say(words.eligible),
      width: 100,
      render: (_, r: AnyRow) => <Tag color={r.eligible ? 'success' : 'default'}>{say(r.eligible ? words.eligible : words.not)}</Tag>,
    },
    { key: 'reasons', title: say(words.why), width: 220, render: (_, r: AnyRow) => [...r.reasons, ...r.warnings].join('；') || '—' },
    ...COLUMNS.flatMap((n) => all.filter((c) => c.key === n)),
  ]
  const start: RowCommand = {
    key: 'start',
    label: words.start,
    perm: 'business_add',
    when: (r) => (r.eligible ? true : both(r.reasons.join('；'), r.reasons.join('; '))),
    run: (r) => openPage('/business/all', { open: `add.${type}.${r.cbjyqzbm}` }),
  }
  const batch: ToolCommand = { key: 'batch', label: words.batch, perm: 'business_add', needsRows: true, run: setChosen }
  return (
    <>
      <Flex gap="small" wrap align="center" style={{ display: 'inline-flex', marginBottom: 12 }}>
        <Select<TypeCode>
          style={{ width: 200 }}
          aria-label={say(words.type)}
          value={type}
          onChange={(v) => setSearch({ type: v, current: undefined })}
          options={types.map((value) => ({ value, label: label(value) }))}
        />
        <Checkbox checked={search.onlyEligible === '1'} onChange={(e) => setSearch({ onlyEligible: e.target.checked ? '1' : undefined, current: undefined })}>
          {say(words.only)}
        </Checkbox>
      </Flex>
      <ResourcePage
        key={type}
        of={{ ...BOOKS, path: paths[type]! }}
        columns={columns}
        filters={['onlyEligible']}
        rowCommands={[start]}
        toolCommands={type === inBatch ? [batch] : []}
      />
      {chosen && <BatchDialog type={type} of={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

interface Made {
  made: number
  left: { cbjyqzbm: string; reason: string }[]
}
function BatchDialog({ type, of: rows, onClose }: { type: TypeCode; of: readonly AnyRow[]; onClose(): void }) {
  const { say } = useSay()
  const openPage = useOpenPage()
  const { busy, run } = useOneCall()
  const [made, setMade] = useState<Made>()
  const begin = ({ reason }: { reason: string }) =>
    run(async () => {
      setMade(
        await api.post<Made>('yw-accept/business/submit-of-books', { businessTypeCode: type, djbIds: rows.map((r) => String(r.id)).join(','), bgyy: reason }),
      )
    })
  const toDrafts = () => openPage('/business/all', { businessTypeCode: type, status: '1' })
  return (
    <Dialog
      open
      width={640}
      title={say(words.batch)}
      onCancel={onClose}
      footer={
        made && (
          <Button type="primary" onClick={toDrafts}>
            {say(words.toDrafts)}
          </Button>
        )
      }
    >
      <Flex vertical gap="middle">
        {!made && <Alert type="info" showIcon title={say(words.batchHint)} />}
        {!made && (
          <DialogForm
            name="batch"
            of={words.batch}
            about={`${type} ${rows.map((r) => r.id).join(',')}`}
            busy={busy}
            act={words.batch}
            onSend={begin}
            onCancel={onClose}
          >
            <Form.Item name="reason" label={say(words.reason)} required rules={[{ required: true, whitespace: true, message: say(words.reasonNeeded) }]}>
              <Input.TextArea autoSize={{ minRows: 2 }} maxLength={254} />
            </Form.Item>
          </DialogForm>
        )}
        {made && <Alert type={made.made ? 'success' : 'warning'} showIcon title={say(words.made(made.made))} />}
        {!!made?.left.length && (
          <Alert
            type="warning"
            title={say(words.left(made.left.length))}
            description={made.left.map((l) => (
              <div key={l.cbjyqzbm}>
                {l.cbjyqzbm} {l.reason}
              </div>
            ))}
          />
        )}
      </Flex>
    </Dialog>
  )
}
