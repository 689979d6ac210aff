import { useRef, useState } from 'react'
import { usePageState, useSession, type KeptLayout } from '../../kit/web/session.web.ts'
import type { ListLayout } from './layout.ts'

/** Changes a part of a layout, which may be made of what it is by then: rows that are drawn later than what is around them must not bring back an older one. */
export type ChangeLayout = (patch: ListLayout | ((now: ListLayout) => ListLayout)) => void
/** How this person has laid the list out, and the way to change a part of it: as the application keeps it, else remembered in this browser. */
export function useLayout(name: string): [ListLayout, ChangeLayout] {
  const [kept, change] = (usePageState().tables?.useLayout ?? useLocalLayout)(name)
  const latest = useRef({ kept, change })
  latest.current = { kept, change }
  const [changed] = useState((): ChangeLayout => (patch) => {
    const now = latest.current
    now.change((typeof patch === 'function' ? patch(now.kept as ListLayout) : patch) as Parameters<typeof change>[0])
  })
  return [kept as ListLayout, changed]
}
function useLocalLayout(name: string): KeptLayout {
  const { userId } = useSession()
  const key = `list:${userId}:${name}`
  const [kept, setKept] = useState<Record<string, unknown>>(() => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    } catch {
      return {}
    }
  })
  return [
    kept,
    (patch) => {
      const next = { ...kept, ...patch }
      setKept(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        /* a full or closed store only loses the choice */
      }
    },
  ]
}
