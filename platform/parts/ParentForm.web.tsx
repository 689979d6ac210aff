import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import type { Text } from '../../kit/model/lang.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { labelOf } from '../../kit/model/field.ts'
import { ClearTreeSelect } from '../../kit/web/clear.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { bodyOf, FormItems, groupsOf, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'

interface Node {
  id: string
  title: string
  children?: Node[]
}
const TOP: Text = { zh: '顶级', en: 'Top level' }
const without = (nodes: readonly Node[], id: unknown): Node[] =>
  nodes.filter((n) => n.id !== id).map((n) => ({ ...n, children: without(n.children ?? [], id) }))

/** The form of a tree's row: the parent is picked from the call `tree`, never itself or what stands below it. */
export function ParentForm({ of: r, ...props }: ResourceFormProps) {
  const { say } = useSay()
  const { data = [] } = useQuery({ queryKey: queryKeyOf(r, 'tree'), queryFn: () => api.get<Node[]>(`${r.path}/tree`, {}, { quiet: true }) })
  const { parentId, ...fields } = r.fields
  const rest: AnyResource = { ...r, fields }
  const row = props.row && { ...props.row, parentId: props.row.parentId === '0' ? undefined : (props.row.parentId ?? undefined) }
  return (
    <ResourceForm {...props} of={{ ...rest, fields: {} }} {...(row ? { row } : {})} body={(v) => bodyOf(r, v, props.row)}>
      <Form.Item name="parentId" label={say(labelOf(parentId!))}>
        <ClearTreeSelect
          treeDefaultExpandAll
          treeData={without(data, props.row?.id)}
          fieldNames={{ value: 'id', label: 'title', children: 'children' }}
          placeholder={say(TOP)}
          showSearch={{ treeNodeFilterProp: 'title' }}
        />
      </Form.Item>
      {groupsOf(rest).map((g) => (
        <FormItems key={g.key} of={rest} only={g.names} disabled={props.mode === 'view'} {...(props.row ? { loaded: props.row } : {})} />
      ))}
    </ResourceForm>
  )
}
