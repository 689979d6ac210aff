import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { GrantDialog } from './GrantDialog.web.tsx'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { ParentForm } from '../parts/ParentForm.web.tsx'
import { words } from '../parts/people-words.ts'
import { role } from '../definitions/system.ts'

/** Roles as a tree, and what they are granted. Source: platform-api.md 3.3, 4. */
export default function RolePage() {
  const [granting, setGranting] = useState<readonly AnyRow[]>()
  const { row, tool } = defaultCommands(role)
  const grant: RowCommand = { key: 'grant', label: words.grantRole, perm: 'sys_role_grant', run: (r) => setGranting([r]) }
  const grantAll: ToolCommand = { ...grant, needsRows: true, run: (rows) => setGranting(rows) } as ToolCommand
  return (
    <>
      <ResourcePage
        verb="list"
        regionTree={false}
        of={role}
        tree
        form={(p) => <ParentForm {...p} />}
        rowCommands={[grant, row.view, row.edit, row.delete]}
        toolCommands={[tool.add, tool.delete, grantAll]}
      />
      {granting && <GrantDialog roles={granting} onClose={() => setGranting(undefined)} />}
    </>
  )
}
