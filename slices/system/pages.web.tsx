import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { RegionTree } from '../../kit/web/RegionTree.web.tsx'
import { ListScreen } from './ListScreen.web.tsx'
import { ParentForm } from './ParentForm.web.tsx'
import { dept, menu, param, post, region_, role, top_menu } from './system.ts'

/** Roles as a tree. Source: platform-api.md 3.3. */
export const RolePage = () => <ListScreen of={role} tree form={(p) => <ParentForm {...p} />} />
/** Departments as a tree; their region is what their people may see. Source: platform-api.md 3.4. */
export const DeptPage = () => <ListScreen of={dept} tree form={(p) => <ParentForm {...p} />} />
/** Posts. Source: platform-api.md 3.5. */
export const PostPage = () => <ListScreen of={post} />
/** Menus and their buttons as a tree. Source: platform-api.md 3.1. */
export const MenuPage = () => <ListScreen of={menu} tree form={(p) => <ParentForm {...p} />} />
/** Top menus. Source: platform-api.md 3.2. */
export const TopMenuPage = () => <ListScreen of={top_menu} />
/** Parameters. Source: platform.md 3. */
export const ParamPage = () => <ListScreen of={param} />

/** Regions: the tree at the left narrows the list to a subtree. Regions are removed by their code. Source: platform-api.md 3.9. */
export function RegionPage() {
  const [under, setUnder] = useState<string>()
  const { row, tool } = defaultCommands(region_)
  const remove: RowCommand = { ...row.delete, run: (r, t) => api.post('cpt-system/region/remove', undefined, { id: r.code }).then(t.reload) }
  return (
    <ListScreen
      of={region_}
      rowCommands={[row.view, row.edit, remove]}
      toolCommands={[tool.add]}
      left={<RegionTree {...(under ? { value: under } : {})} onChange={setUnder} />}
      {...(under ? { query: { code: under } } : {})}
      without={under ? ['code'] : []}
    />
  )
}
