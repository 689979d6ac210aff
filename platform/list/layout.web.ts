import { useState } from 'react'
import { usePageState, useSession, type KeptLayout } from '../../kit/web/session.web.ts'
import type { ListLayout } from './layout.ts'

/** How this person has laid the list out, and the way to change a part of it: as the application keeps it, else remembered in this browser. */
export function useLayout(name: string): [ListLayout, (patch: ListLayout) => void] {
  const [kept, change] = (usePageState().tables?.useLayout ?? useLocalLayout)(name)
  return [kept as ListLayout, change as (patch: ListLayout) => void]
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
