import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { api } from '../../../../../kit/web/client.web.ts'
import { sessionStore, signIn, type TokenAnswer } from '../../../../../kit/web/session.web.ts'
import { clearTabs } from '../tabs.ts'

type Session = ReturnType<typeof sessionStore.getState>
const KEPT = 'chengbao.viewing'
/** The session of the administrator who looks through another person's eyes; empty in an ordinary session. */
export const useViewing = create<{ viewer?: Session }>()(persist((): { viewer?: Session } => ({}), { name: KEPT, version: 1, migrate: () => ({}) }))
// what another window began or ended counts here too
window.addEventListener('storage', (e) => {
  if (e.key === KEPT || e.key === null) void useViewing.persist.rehydrate()
})

/** Everything that was read as one person is read again as the other. */
function restart(): void {
  clearTabs()
  window.location.assign('/')
}
/** Begins to look through a person's eyes; the own session is kept aside. */
export async function viewAs(userId: string): Promise<void> {
  const answer = await api.post<TokenAnswer>('basic/view-as', { userId })
  useViewing.setState({ viewer: sessionStore.getState() })
  signIn(answer)
  restart()
}
/** Puts the own session back; false when nobody was looking. Also what signing out does, and the end of the half hour. */
export function stopViewing(): boolean {
  const { viewer } = useViewing.getState()
  if (!viewer) return false
  useViewing.setState({ viewer: undefined })
  sessionStore.setState(viewer, true)
  restart()
  return true
}
