import { Descriptions, Form, Select, Space, Tag } from 'antd'
import { useState } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import { requiredMessage } from '../../kit/model/required.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { CHOSEN, collect_task, kindsOf } from '../definitions/collecting.ts'
import { words } from './words.ts'

interface Plan {
  kinds: string[]
  target: number | null
  done: number | null
}

/** A plan: its kinds are chosen from the dictionary. */
function PlanForm(props: ResourceFormProps) {
  const { say } = useSay()
  const kinds = useDict('attach_kind')
  const [form] = Form.useForm()
  return (
    <ResourceForm
      {...props}
      form={form}
      row={{ ...props.row, chosen: kindsOf(props.row?.kinds as string | undefined) }}
      body={(v) => ({ ...bodyOf(collect_task, v, props.row as AnyRow | undefined), chosen: ((v.chosen ?? []) as string[]).join(',') })}
    >
      <Form.Item name="chosen" label={say(labelOf(CHOSEN))} required rules={[{ required: true, message: say(requiredMessage(CHOSEN)) }]}>
        <Select mode="multiple" options={kinds.choices} />
      </Form.Item>
    </ResourceForm>
  )
}

/** Plans of collecting papers: region, kinds, who collects, from when until when, and how far it has come. Source: screens.md B2 (taskinfo). */
export function PlansPage() {
  const { say, lang } = useSay()
  const kinds = useDict('attach_kind')
  const [seen, setSeen] = useState<{ region: string; plan: Plan }>()
  const { row, tool } = defaultCommands(collect_task)
  const progress: RowCommand = {
    key: 'progress',
    label: words.progress,
    perm: 'collect_task_view',
    run: async (r) => setSeen({ region: String(r.regionCode), plan: await api.get<Plan>('yb-attach/taskinfo/getPlan', { regionCode: r.regionCode }) }),
  }
  const list = (keys: readonly string[]) => (
    <Space size={[4, 4]} wrap>
      {keys.map((k) => (
        <Tag key={k}>{kinds.label(k)}</Tag>
      ))}
    </Space>
  )
  const columns = columnsOf(collect_task, lang).map((c) => (c.key === 'kinds' ? { ...c, render: (v: unknown) => list(kindsOf(String(v ?? ''))) } : c))
  return (
    <>
      <ResourcePage
        of={collect_task}
        columns={columns}
        toolCommands={[tool.add, tool.delete]}
        rowCommands={[row.view, row.edit, progress, row.delete]}
        form={(p) => <PlanForm {...p} />}
      />
      {seen && (
        <Dialog open width={560} title={`${say(words.progress)} · ${seen.region}`} onCancel={() => setSeen(undefined)}>
          <Descriptions
            bordered
            size="small"
            column={1}
            items={[
              { key: 'kinds', label: say(words.kinds), children: list(seen.plan.kinds) },
              { key: 'target', label: say(words.target), children: seen.plan.target ?? say(words.region) },
              { key: 'done', label: say(words.done), children: seen.plan.done ?? '—' },
            ]}
          />
        </Dialog>
      )}
    </>
  )
}
