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
    .join(say(both('、', ', ')))
/** What tells whether an application may call stands first: on a phone and beside the menu there is no room for all. */
const SHOWN = [
  ['name', 160],
  ['isEnabled', 80],
  ['expireTime', 138],
  ['scopes', 200],
  ['appId', 160],
  ['regionCode', 120],
  ['isSandbox', 84],
  ['ipList', 160],
  ['algorithm', 130],
] as const
const nothing = both(
  '还没有授权的应用。点“新增”登记对方系统，生成应用标识和密钥，再把“接口说明”交给对方。',
  'No application yet. Add one, make its app id and secret, and hand its description to the partner.',
)
/** 应用授权: applications that may call us, the document of each and a console. Source: screens.md F4. */
export default function EmpowerPage() {
  const { say } = useSay()
  const [shown, setShown] = useState<AnyRow>()
  const codes = [{ name: 'scopes', by: ' ', options: SCOPES.map((value) => ({ value, label: say(SCOPE_WORDS[value]) })) }]
  const columns = (list: readonly Column[]) => {
    const of = new Map(list.map((c) => [c.key, c.key === 'scopes' ? { ...c, render: (v: string | null) => namedScopes(v, say) } : c]))
    return SHOWN.map(([key, width]) => ({ ...of.get(key)!, width }))
  }
  const rows: RowCommand[] = [
    row.view,
    row.edit,
    { key: 'describe', label: both('接口说明', 'Description'), perm: 'empower_view', run: (r) => setShown(r) },
    row.delete,
  ]
  return (
    <>
      <ResourcePage
        verb="list"
        regionTree={false}
        of={empower}
        nothing={nothing}
        columns={columns}
        rowCommands={rows}
        form={(p) => <AppForm {...p} codes={codes} />}
      />
      {shown && <ConsoleDrawer id={String(shown.id)} name={String(shown.name ?? '')} onClose={() => setShown(undefined)} />}
    </>
  )
}
