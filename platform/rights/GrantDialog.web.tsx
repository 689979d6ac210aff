import { useQuery } from '@tanstack/react-query'
import { Form, Spin, Tabs } from 'antd'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { CheckTree, treeIds, leavesOf, type TreeNode } from '../parts/CheckTree.web.tsx'
import { FormDialog } from '../parts/FormDialog.web.tsx'
import { role } from '../definitions/system.ts'
import { words } from '../parts/people-words.ts'
import { LoadFailed } from '../parts/LoadFailed.web.tsx'

const PARTS = [
  ['menuIds', 'menu', words.menus],
  ['dataScopeIds', 'dataScope', words.dataScopes],
  ['apiScopeIds', 'apiScope', words.apiScopes],
] as const
type Part = (typeof PARTS)[number][1]

/** What is sent of what is ticked: only what the tree shows, and of the trees of scopes only the scopes, which stand below their menus. */
const sent = (part: Part, nodes: readonly TreeNode[], ticked: readonly string[]): string[] => {
  const given = new Set(part === 'menu' ? treeIds(nodes) : leavesOf(nodes))
  return ticked.filter((id) => given.has(id))
}

/** What roles hold: menus with buttons, data scopes, API scopes, each as a tree. The trees show only what the person may give. Source: platform-api.md 4. */
export function GrantDialog({ roles, onClose }: { roles: readonly AnyRow[]; onClose(): void }) {
  const { say } = useSay()
  const { reload } = useWrites(role)
  const roleIds = roles.map((r) => r.id)
  const { data, error } = useQuery({
    queryKey: queryKeyOf('grant', roleIds.join(',')),
    gcTime: 0,
    staleTime: 0,
    queryFn: async () => {
      const [trees, keys] = await Promise.all([
        api.get<Record<Part, TreeNode[]>>('cpt-system/menu/grant-tree', {}, { quiet: true }),
        api.get<Record<Part, string[]>>('cpt-system/menu/role-tree-keys', { roleIds }, { quiet: true }),
      ])
      return { trees, keys }
    },
  })
  if (!data)
    return (
      <Dialog open title={say(words.grantRole)} onCancel={onClose}>
        {error ? <LoadFailed error={error} /> : <Spin />}
      </Dialog>
    )
  return (
    <FormDialog
      title={words.grantRole}
      about={String(roleIds)}
      initial={Object.fromEntries(PARTS.map(([name, part]) => [name, data.keys[part]]))}
      onSubmit={(v) => {
        const given = PARTS.map(([name, part]) => [name, sent(part, data.trees[part], (v[name] as string[] | undefined) ?? [])])
        const seen = roles.length === 1 ? { rev: roles[0]!.rev } : {}
        return api.post('cpt-system/role/grant', { roleIds, ...Object.fromEntries(given), ...seen }, undefined, { quiet: true }).then(reload)
      }}
      onClose={onClose}
    >
      <Tabs
        items={PARTS.map(([name, part, label]) => ({
          key: name,
          label: say(label),
          forceRender: true,
          children: (
            <Form.Item name={name}>
              <CheckTree nodes={data.trees[part]} aria-label={say(label)} />
            </Form.Item>
          ),
        }))}
      />
    </FormDialog>
  )
}
