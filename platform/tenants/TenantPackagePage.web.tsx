import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { labelOf } from '../../kit/model/field.ts'
import { requiredMessage } from '../../kit/model/required.ts'
import { defaultCommands } from '../../kit/web/commands.web.tsx'
import { bodyOf, FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { CheckTree, type TreeNode } from '../parts/CheckTree.web.tsx'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { tenant_package } from '../definitions/system.ts'

/** The form of a package: its menus as a tree with boxes. */
function PackageForm(props: ResourceFormProps) {
  const { say } = useSay()
  const menu = tenant_package.fields.menuId
  const { data } = useQuery({
    queryKey: queryKeyOf('grant-tree'),
    queryFn: () => api.get<{ menu: TreeNode[] }>('cpt-system/menu/grant-tree', {}, { quiet: true }),
  })
  const row = props.row && {
    ...props.row,
    menuId: String(props.row.menuId ?? '')
      .split(',')
      .filter(Boolean),
  }
  const body = (v: Record<string, unknown>) => bodyOf(tenant_package, { ...v, menuId: ((v.menuId as string[]) ?? []).join(',') }, props.row)
  return (
    <ResourceForm {...props} of={{ ...tenant_package, fields: {} }} {...(row ? { row } : {})} body={body}>
      <FormItems of={tenant_package} only={['packageName', 'remark']} disabled={props.mode === 'view'} />
      <Form.Item
        name="menuId"
        label={say(labelOf(menu))}
        required
        rules={[{ validator: async (_r, v?: string[]) => (v?.length ? undefined : Promise.reject(new Error(say(requiredMessage(menu))))) }]}
      >
        <CheckTree nodes={data?.menu ?? []} aria-label={say(labelOf(menu))} />
      </Form.Item>
    </ResourceForm>
  )
}
/** Packages of menus; viewing is switched off. Source: platform.md 2 (Tenant package screen). */
export default function TenantPackagePage() {
  const { row, tool } = defaultCommands(tenant_package)
  return (
    <ResourcePage
      verb="list"
      regionTree={false}
      of={tenant_package}
      rowCommands={[row.edit, row.delete]}
      toolCommands={[tool.add, tool.delete]}
      form={(p) => <PackageForm {...p} />}
    />
  )
}
