import { useState } from 'react'
import { both } from '../../kit/model/lang.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { empower } from '../push/config.ts'
import { AppForm } from '../push/config.web.tsx'
import { ConsoleDrawer } from './ConsoleDrawer.web.tsx'

const { row } = defaultCommands(empower)
/** 应用授权: applications that may call us, the document of each and a console. Source: screens.md F4. */
export default function EmpowerPage() {
  const [shown, setShown] = useState<AnyRow>()
  const rows: RowCommand[] = [
    row.view,
    row.edit,
    { key: 'describe', label: both('接口说明', 'Description'), perm: 'empower_view', run: (r) => setShown(r) },
    row.delete,
  ]
  return (
    <>
      <ResourcePage verb="list" regionTree={false} of={empower} rowCommands={rows} form={(p) => <AppForm {...p} />} />
      {shown && <ConsoleDrawer id={String(shown.id)} name={String(shown.name ?? '')} onClose={() => setShown(undefined)} />}
    </>
  )
}
