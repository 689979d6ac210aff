import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { datetime, flag, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'
import type { RowCommand, ToolCommand } from '../../kit/web/commands.web.tsx'
import { PageContext } from '../../kit/web/session.web.ts'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { words } from '../parts/people-words.ts'

/** Sessions as the list shows them; the table itself holds secrets and is no definition. */
const session = defineResource({
  name: 'session',
  label: '在线会话',
  en: 'Session',
  path: '/cpt-user/session',
  scope: 'tenant',
  title: 'account',
  fields: {
    account: text(words.account.zh, { en: words.account.en, search: 'like', width: 130 }),
    realName: text(words.realName.zh, { en: words.realName.en, width: 120 }),
    ip: text(words.ip.zh, { en: words.ip.en, width: 150 }),
    agent: text(words.agent.zh, { en: words.agent.en, width: 260 }),
    createTime: datetime(words.signedIn.zh, { en: words.signedIn.en }),
    lastSeen: datetime(words.lastSeen.zh, { en: words.lastSeen.en }),
    own: flag(words.own.zh, { en: words.own.en, width: 100 }),
  },
})
const off = (ids: readonly string[]) => api.post('cpt-user/session/force-off', undefined, { ids: ids.join(',') })

/** Who is signed in, and ending it; of one person with `userId`. Source: security.md K25. */
function Sessions({ userId }: { userId?: string }) {
  const common = { key: 'off', label: words.forceOff, perm: 'session_offline', danger: true, confirm: words.confirmOff } as const
  const row: RowCommand = { ...common, run: (r, t) => off([r.id]).then(t.reload) }
  const tool: ToolCommand = { ...common, needsRows: true, run: (rows, t) => off(rows.map((r) => r.id)).then(t.reload) }
  return <ResourcePage verb="list" regionTree={false} of={session} rowCommands={[row]} toolCommands={[tool]} {...(userId ? { query: { userId } } : {})} />
}
/** The sessions of one person inside another page: paging and filters are its own, not those of the page's address. */
export function SessionsOf({ userId }: { userId: string }) {
  const [search, setSearch] = useState<Record<string, string>>({})
  const change = (patch: Record<string, string | number | undefined>) =>
    setSearch((s) => Object.fromEntries(Object.entries({ ...s, ...patch }).flatMap(([n, v]) => (v === undefined || v === '' ? [] : [[n, String(v)]]))))
  return (
    <PageContext value={{ key: '', search, setSearch: change, visible: true }}>
      <Sessions userId={userId} />
    </PageContext>
  )
}
export default function SessionPage() {
  return <Sessions />
}
