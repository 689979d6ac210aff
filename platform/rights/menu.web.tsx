import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Spin } from 'antd'
import { useState } from 'react'
import { permOf, type AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { CheckTree, type TreeNode } from '../parts/CheckTree.web.tsx'
import { words } from '../parts/configuration-words.ts'
import { FormDialog } from '../parts/FormDialog.web.tsx'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { ParentForm } from '../parts/ParentForm.web.tsx'
import { dept, menu, top_menu } from '../definitions/system.ts'

/** A tree of rows with 新增子项 on each: the form of a new row opens with its parent chosen. */
function TreeScreen({ of: r, may = () => true }: { of: AnyResource; may?: (row: AnyRow) => boolean }) {
  const [parentId, setParent] = useState<string>()
  const { row, tool } = defaultCommands(r)
  const child: RowCommand = {
    key: 'child',
    label: words.addChild,
    perm: permOf(r, 'add'),
    when: may,
    run: (x, t) => {
      setParent(x.id)
      t.open('add')
    },
  }
  const add: ToolCommand = {
    ...tool.add,
    run: (_rows, t) => {
      setParent(undefined)
      t.open('add')
    },
  }
  return (
    <ResourcePage
      verb="list"
      regionTree={false}
      of={r}
      tree
      rowCommands={[row.view, row.edit, child, row.delete]}
      toolCommands={[add, tool.delete]}
      {...(parentId ? { fresh: { parentId } } : {})}
      form={(p) => <ParentForm {...p} />}
    />
  )
}
/** Menus and their buttons. Source: platform-api.md 3.1. */
export const MenuPage = () => <TreeScreen of={menu} may={(m) => m.category !== 2} />
/** Departments; their region is what their people may see. Source: platform-api.md 3.4. */
export const DeptPage = () => <TreeScreen of={dept} />

/** The menus below one or several top menus: a whole set replaces what was there. */
function GrantMenus({ of, onClose }: { of: readonly AnyRow[]; onClose(): void }) {
  const ids = of.map((x) => x.id)
  const { say } = useSay()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: queryKeyOf('top-menu-grant', ids.join(',')),
    gcTime: 0,
    staleTime: 0,
    queryFn: async () => {
      const [tree, keys] = await Promise.all([
        api.get<{ menu: TreeNode[] }>('cpt-system/menu/grant-top-tree', {}, { quiet: true }),
        api.get<{ menu: string[] }>('cpt-system/menu/top-tree-keys', { topMenuIds: ids.join(',') }, { quiet: true }),
      ])
      return { nodes: tree.menu, keys: keys.menu }
    },
  })
  if (!data)
    return (
      <Dialog open title={say(words.grantMenus)} onCancel={onClose}>
        <Spin />
      </Dialog>
    )
  const save = async (v: Record<string, unknown>) => {
    await api.post('cpt-system/top-menu/grant', { topMenuIds: ids, menuIds: v.menuIds ?? [], ...(of.length === 1 ? { rev: of[0]!.rev } : {}) }, undefined, {
      quiet: true,
    })
    await client.invalidateQueries({ queryKey: queryKeyOf(top_menu) })
  }
  return (
    <FormDialog title={words.grantMenus} about={String(ids)} initial={{ menuIds: data.keys }} onSubmit={save} onClose={onClose}>
      <Form.Item name="menuIds">
        <CheckTree nodes={data.nodes} aria-label={say(words.menus)} />
      </Form.Item>
    </FormDialog>
  )
}
/** Top menus with 菜单配置 on rows and selections. Source: platform-api.md 3.2, 4. */
export function TopMenuPage() {
  const [granting, setGranting] = useState<readonly AnyRow[]>([])
  const { row, tool } = defaultCommands(top_menu)
  const grant = { key: 'grant', label: words.grantMenus, perm: 'top_menu_grant' }
  return (
    <>
      <ResourcePage
        verb="list"
        regionTree={false}
        of={top_menu}
        rowCommands={[row.view, row.edit, { ...grant, run: (x) => setGranting([x]) }, row.delete]}
        toolCommands={[tool.add, tool.delete, { ...grant, needsRows: true, run: (rows) => setGranting(rows) }]}
      />
      {granting.length > 0 && <GrantMenus of={granting} onClose={() => setGranting([])} />}
    </>
  )
}
