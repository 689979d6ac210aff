import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands } from '../../kit/web/commands.web.tsx'
import { ResourcePage } from '../../kit/web/ResourcePage.web.tsx'
import { ResourceForm } from '../../kit/web/ResourceForm.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { user } from './system.ts'

interface Node {
  id: string
  title: string
  children?: Node[]
}
const flat = (nodes: readonly Node[]): [string, string][] => nodes.flatMap((n) => [[n.id, n.title] as [string, string], ...flat(n.children ?? [])])

/** Names by id of a tree of the system: roles or departments. */
function useNames(path: string): (ids: unknown) => string {
  const { data = [] } = useQuery({ queryKey: [path, 'names'], staleTime: 60_000, queryFn: () => api.get<Node[]>(path, {}, { quiet: true }) })
  const names = new Map(flat(data))
  return (ids) =>
    String(ids ?? '')
      .split(',')
      .filter(Boolean)
      .map((id) => names.get(id) ?? id)
      .join('、')
}
const REFS = ['roleId', 'deptId', 'postId']
/** Users to read: roles and departments are told by name. */
const shown = {
  ...user,
  fields: Object.fromEntries(Object.entries(user.fields).map(([n, f]) => [n, REFS.includes(n) ? { ...f, kind: 'text' as const, column: n !== 'postId' } : f])),
}

/** The users of the tenant. Source: platform-api.md 3.6. */
export default function UserPage() {
  const { lang } = useSay()
  const names: Record<string, (ids: unknown) => string> = { roleId: useNames('cpt-system/role/tree'), deptId: useNames('cpt-system/dept/tree') }
  const named = (row: Record<string, unknown>) => ({ ...row, ...Object.fromEntries(Object.entries(names).map(([n, of]) => [n, of(row[n])])) })
  const columns = columnsOf(user, lang).map((c) => (names[c.key] ? { ...c, render: (v: unknown) => names[c.key]!(v) } : c))
  return (
    <ResourcePage
      of={shown}
      columns={columns}
      toolCommands={[]}
      rowCommands={[defaultCommands(user).row.view]}
      regionTree={false}
      form={(p) => <ResourceForm {...p} row={named(p.row ?? {})} />}
    />
  )
}
