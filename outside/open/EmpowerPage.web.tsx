import { useState } from 'react'
import { both, type Text } from '../../kit/model/lang.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import type { Column } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { empower } from '../push/config.ts'
import { AppForm } from '../push/config.web.tsx'
import { SCOPES, SCOPE_WORDS, type OpenScope } from '../push/scopes.ts'
import { listEntries } from '../webhook/entries.ts'
import { ConsoleDrawer } from './ConsoleDrawer.web.tsx'

const { row } = defaultCommands(empower)
const namedScopes = (list: string | null, say: (t: Text) => string): string =>
  listEntries(list)
    .map((s) => (SCOPE_WORDS[s as OpenScope] ? say(SCOPE_WORDS[s as OpenScope]) : s))
    .join('、')
/** 应用授权: applications that may call us, the document of each and a console. Source: screens.md F4. */
export default function EmpowerPage() {
  const { say } = useSay()
  const [shown, setShown] = useState<AnyRow>()
  const codes = [{ name: 'scopes', by: ' ', options: SCOPES.map((value) => ({ value, label: say(SCOPE_WORDS[value]) })) }]
  const columns = (list: readonly Column[]) => list.map((c) => (c.key === 'scopes' ? { ...c, render: (v: string | null) => namedScopes(v, say) } : c))
  const rows: RowCommand[] = [
    row.view,
    row.edit,
    { key: 'describe', label: both('接口说明', 'Description'), perm: 'empower_view', run: (r) => setShown(r) },
    row.delete,
  ]
  return (
    <>
      <ResourcePage verb="list" regionTree={false} of={empower} columns={columns} rowCommands={rows} form={(p) => <AppForm {...p} codes={codes} />} />
      {shown && <ConsoleDrawer id={String(shown.id)} name={String(shown.name ?? '')} onClose={() => setShown(undefined)} />}
    </>
  )
}
