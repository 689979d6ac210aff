import { Button, Flex, Tag, Tree } from 'antd'
import { useState } from 'react'
import { ClearInput } from '../../kit/web/clear.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { defaultCommands, type Command, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { listQuery, useListState } from '../../kit/web/list-state.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { columnsOf, type Column } from '../../kit/web/ResourceTable.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { sift } from '../parts/CheckTree.web.tsx'
import { words } from '../parts/people-words.ts'
import { SessionsOf } from './SessionPage.web.tsx'
import { NewPasswords, type NewPassword } from '../parts/NewPasswords.web.tsx'
import { useTree } from '../parts/TreePick.web.tsx'
import { ApproveDialog, GrantUserDialog, HandOverDialog, ImportDialog, PlatformDialog } from './UserDialogs.web.tsx'
import { UserForm } from './UserForm.web.tsx'
import { user } from '../definitions/system.ts'

const DIALOGS = { grant: GrantUserDialog, handOver: HandOverDialog, approve: ApproveDialog, platform: PlatformDialog }
const also = ['deptId'] as const

/** Departments at the left: their people and those of departments below. */
function DeptTree() {
  const { say } = useSay()
  const nodes = useTree('cpt-system/dept/tree')
  const [word, setWord] = useState('')
  const [state, set] = useListState(user, also)
  const choose = (id: string) => set({ filters: { ...state.filters, deptId: id }, current: 1 })
  return (
    <Flex vertical gap="small">
      <ClearInput value={word} placeholder={say(phrases.keyword)} aria-label={say(phrases.keyword)} onChange={(e) => setWord(e.target.value)} />
      <Button type={state.filters.deptId ? 'text' : 'default'} onClick={() => choose('')}>
        {say(words.allDepts)}
      </Button>
      {nodes.length > 0 && (
        <Tree
          defaultExpandAll
          blockNode
          aria-label={say(words.depts)}
          treeData={sift(nodes, word.trim())}
          fieldNames={{ key: 'id', title: 'title', children: 'children' }}
          selectedKeys={state.filters.deptId ? [state.filters.deptId] : []}
          onSelect={(keys) => choose(String(keys[0] ?? ''))}
        />
      )}
    </Flex>
  )
}

/** Normal, locked, disabled or waiting for approval. */
function StateTag({ row }: { row: AnyRow }) {
  const { say } = useSay()
  const [color, text] = row.waiting
    ? (['warning', words.waiting] as const)
    : row.status !== 1
      ? (['default', words.disabled] as const)
      : row.isLocked
        ? (['error', words.locked] as const)
        : (['success', words.normal] as const)
  return <Tag color={color}>{say(text)}</Tag>
}

/** The users of the tenant. Source: platform-api.md 3.6, 4; screens.md A9. */
export default function UserPage() {
  const { lang, say } = useSay()
  const { can } = useSession()
  const [open, setOpen] = useState<{ kind: keyof typeof DIALOGS; users: readonly AnyRow[] }>()
  const [importing, setImporting] = useState(false)
  const [passwords, setPasswords] = useState<readonly NewPassword[]>()
  const [watching, setWatching] = useState<AnyRow>()
  const { reload } = useWrites(user)
  const [state] = useListState(user, also)
  const { row, tool } = defaultCommands(user)
  const stateColumn: Column = { key: 'state', title: say(words.state), width: 90, render: (_v, r) => <StateTag row={r} /> }
  const columns = columnsOf(user, lang, state).flatMap((c) => (c.key === 'status' ? [] : c.key === 'name' ? [stateColumn, c] : [c]))
  const on = <On,>(key: string, label: Command['label'], perm: string, run: (users: readonly AnyRow[]) => unknown, more: Partial<Command<On>> = {}) =>
    ({ key, label, perm: `sys_user_${perm}`, run: (x: On) => run(Array.isArray(x) ? x : [x as AnyRow]), ...more }) as Command<On>
  const reset = async (users: readonly AnyRow[]) =>
    setPasswords(await api.post<NewPassword[]>('cpt-user/reset-password', undefined, { userIds: users.map((u) => u.id) }))
  const unlock = (users: readonly AnyRow[]) => api.post('cpt-user/unlock', undefined, { userIds: users.map((u) => u.id) }).then(reload)
  const resetTotp = (users: readonly AnyRow[]) => api.post('cpt-user/reset-totp', undefined, { userIds: users.map((u) => u.id) })
  const dialog = (kind: keyof typeof DIALOGS) => (users: readonly AnyRow[]) => setOpen({ kind, users })
  const many = { needsRows: true }
  const tools: ToolCommand[] = [
    tool.add,
    tool.delete,
    on('grant', words.grantUser, 'grant', dialog('grant'), many),
    on('reset', words.reset, 'reset', reset, { ...many, confirm: words.confirmReset }),
    on('resetTotp', words.resetTotp, 'reset', resetTotp, { ...many, confirm: words.confirmResetTotp, done: phrases.done }),
    on('unlock', words.unlock, 'unlock', unlock, { ...many, confirm: words.confirmUnlock, done: phrases.done }),
    on('approve', words.approve, 'approve', dialog('approve'), many),
    on('import', words.importUsers, 'import', () => setImporting(true)),
    on('export', words.exportUsers, 'export', () => {
      const { current: _c, size: _s, ...filters } = listQuery({ ...state, ascs: '', descs: '' })
      return download('cpt-user/export-user', filters)
    }),
  ]
  const rowCommands: RowCommand[] = [
    row.view,
    { ...row.edit, when: (u) => !u.waiting },
    on('approve', words.approve, 'approve', dialog('approve'), { when: (u: AnyRow) => !!u.waiting }),
    on('grant', words.grantUser, 'grant', dialog('grant'), { when: (u: AnyRow) => !u.waiting }),
    on('reset', words.reset, 'reset', reset, { confirm: words.confirmReset }),
    on('unlock', words.unlock, 'unlock', unlock, { when: (u: AnyRow) => !!u.isLocked, confirm: words.confirmUnlock, done: phrases.done }),
    on('platform', words.platform, 'platform', dialog('platform')),
    on('handOver', words.handOver, 'edit', dialog('handOver'), { when: (u: AnyRow) => !u.waiting }),
    { key: 'sessions', label: words.sessions, perm: 'session_view', run: (u) => setWatching(u) },
    row.delete,
  ]
  const Shown = open && DIALOGS[open.kind]
  return (
    <>
      <ResourcePage
        of={user}
        columns={columns}
        filters={also}
        left={<DeptTree />}
        toolCommands={tools}
        rowCommands={rowCommands}
        form={(p) => <UserForm {...p} />}
        fresh={(s) => (s.filters.deptId ? { deptId: s.filters.deptId } : {})}
      />
      {Shown && <Shown users={open.users} onClose={() => setOpen(undefined)} onDone={() => void reload()} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} onDone={() => void reload()} />}
      {passwords && <NewPasswords passwords={passwords} onClose={() => setPasswords(undefined)} />}
      {watching && can('session_view') && (
        <Dialog open title={`${say(words.sessions)} ${watching.account}`} width="80%" onCancel={() => setWatching(undefined)}>
          <SessionsOf userId={watching.id} />
        </Dialog>
      )}
    </>
  )
}
