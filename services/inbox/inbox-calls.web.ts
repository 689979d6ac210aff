import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { api } from '../../kit/web/client.web.ts'
import { keyUnder, queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { openDialog } from '../../platform/shell/dialogs.web.ts'
import { useIsLive, useLive } from '../../platform/shell/live.web.ts'
import { BELL, type BellState, type InboxMessage } from './inbox.ts'

const KEY = queryKeyOf('inbox')
/** How often the bell asks where the live channel is not open, ms. */
const ASK_MS = 30_000

/** What the bell shows: told by the live channel, and asked for where there is none. A change renews what is shown of messages, and of what waits. */
export function useBell(): BellState {
  const client = useQueryClient()
  const isLive = useIsLive()
  const told = useLive<BellState>(BELL)
  const { data } = useQuery({
    queryKey: keyUnder(KEY, 'bell'),
    enabled: !isLive,
    refetchInterval: ASK_MS,
    queryFn: () => api.get<BellState>('cpt-desk/inbox/bell', {}, { quiet: true }),
  })
  const bell = (isLive ? told : data) ?? { unread: 0, newest: '' }
  useEffect(() => {
    if (!bell.newest) return
    void client.invalidateQueries({ queryKey: keyUnder(KEY, 'page') })
    void client.invalidateQueries({ queryKey: queryKeyOf('business', 'todo') })
  }, [bell.newest, bell.unread, client])
  return bell
}

/** A page of the own messages. */
export const useInbox = (q: { current: number; size: number; kind?: string | undefined; unread?: string | undefined }, enabled = true) =>
  useQuery({
    queryKey: keyUnder(KEY, 'page', q),
    enabled,
    placeholderData: (before: Page<InboxMessage> | undefined) => before,
    queryFn: () => api.get<Page<InboxMessage>>('cpt-desk/inbox/page', q, { quiet: true }),
  })

/** Acts on the own messages; each renews what is shown of them. */
export function useInboxActs() {
  const client = useQueryClient()
  const openPage = useOpenPage()
  const { can } = useSession()
  const renew = () => client.invalidateQueries({ queryKey: KEY })
  const read = (query: { ids?: string; all?: string; kind?: string | undefined }) =>
    api.post('cpt-desk/inbox/read', undefined, query, { quiet: true }).then(renew, () => undefined)
  return {
    markRead: (ids: readonly string[]) => read({ ids: ids.join(',') }),
    markAll: (kind?: string) => read({ all: '1', kind }),
    /** Opens what a message is about, and marks it as read. */
    open(m: InboxMessage): void {
      if (m.isRead !== 1) void read({ ids: m.id })
      if (m.link === 'exports') return openDialog('exports')
      if (!m.link) return
      const to = new URL(m.link, window.location.origin)
      const search = Object.fromEntries(to.searchParams)
      // who may only look at a case is led to look at it
      if (search.open?.startsWith('edit.') && !can('business_edit')) search.open = search.open.replace('edit.', 'view.')
      openPage(to.pathname, search)
    },
  }
}
