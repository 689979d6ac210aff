import { Form, Select } from 'antd'
import { useEffect } from 'react'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { EnabledPage } from './EnabledPage.web.tsx'
import { words } from '../contract/words.ts'
import { NODE_ORDER, neededNodes, nodesOfText, possibleNodes, sign_flow_def } from './flow-def.ts'

/** The nodes are picked in their order. */
const plain: AnyResource = { ...sign_flow_def, fields: Object.fromEntries(Object.entries(sign_flow_def.fields).filter(([n]) => n !== 'nodes')) }

function NodesInput({
  flowType,
  value,
  onChange,
  disabled,
  id,
}: {
  flowType?: string
  value?: string
  onChange?(v: string): void
  disabled?: boolean
  id?: string
}) {
  const { choices } = useDict('sign_node')
  const may = flowType ? possibleNodes(flowType) : NODE_ORDER
  const needs: readonly string[] = flowType ? neededNodes(flowType) : []
  const options = NODE_ORDER.filter((n) => may.includes(n)).map((n) => ({
    value: n as string,
    label: choices.find((c) => c.value === n)?.label ?? n,
    disabled: needs.includes(n),
  }))
  const chosen = value ? nodesOfText(value) : []
  const inOrder = (list: readonly string[]) => NODE_ORDER.filter((n) => may.includes(n) && (list.includes(n) || needs.includes(n))).join()
  // another kind needs other nodes, which cannot be picked by hand
  const right = inOrder(chosen)
  useEffect(() => {
    if (!disabled && right !== chosen.join()) onChange?.(right)
  }, [right])
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      disabled={disabled ?? false}
      options={options}
      value={chosen}
      onChange={(list: string[]) => onChange?.(inOrder(list))}
      style={{ width: '100%' }}
    />
  )
}

function FlowForm(props: ResourceFormProps) {
  const { say, label } = useSay()
  const [form] = Form.useForm()
  const flowType = Form.useWatch('flowType', form) as string | undefined
  return (
    <ResourceForm {...props} of={plain} form={form} body={(v) => bodyOf(sign_flow_def, v, props.row as AnyRow | undefined)}>
      <Form.Item
        name="nodes"
        label={label(sign_flow_def.fields.nodes)}
        required
        initialValue={sign_flow_def.fields.nodes.default}
        rules={[{ required: true, message: say(words.nodesNeeded) }]}
      >
        <NodesInput {...(flowType ? { flowType } : {})} disabled={props.mode === 'view'} />
      </Form.Item>
    </ResourceForm>
  )
}

/** Signing flows by region and kind of contract. Source: screens.md C6. */
export default function FlowPage() {
  const { choices } = useDict('sign_node')
  const name = (n: string) => choices.find((c) => c.value === n)?.label ?? n
  return (
    <EnabledPage
      of={sign_flow_def}
      form={(p) => <FlowForm {...p} />}
      columns={(all) =>
        all.map((c) =>
          c.key === 'nodes'
            ? {
                ...c,
                render: (v: unknown) =>
                  nodesOfText(String(v ?? ''))
                    .map(name)
                    .join(' → '),
              }
            : c,
        )
      }
    />
  )
}
