import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useSession } from '../../kit/web/session.web.ts'

/** The registers that records lead to, and the button that opens each. */
const REGISTERS = {
  fbf: { path: '/land/fbf', perm: 'fbf_view' },
  cbf: { path: '/land/cbf', perm: 'cbf_view' },
  dk: { path: '/land/dk', perm: 'dk_view' },
  cbht: { path: '/registry/cbht', perm: 'cbht_view' },
  djb: { path: '/registry/djb', perm: 'djb_view' },
  cbjyqz: { path: '/registry/cbjyqz', perm: 'cbjyqz_view' },
} as const
export type Register = keyof typeof REGISTERS

/** What leads to another record or its list; words alone for those who may not see it. */
export function Towards({ to, search, children }: { to: Register; search: Readonly<Record<string, string>>; children: ReactNode }) {
  const { can } = useSession()
  const openPage = useOpenPage()
  const { path, perm } = REGISTERS[to]
  if (!can(perm)) return <>{children}</>
  return (
    <Button type="link" className="record-link" onClick={() => openPage(path, search)}>
      {children}
    </Button>
  )
}
