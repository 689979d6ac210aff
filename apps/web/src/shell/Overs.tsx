import { lazy, Suspense } from 'react'
import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { closeOver, useOver } from '../../../../platform/shell/open.web.ts'

const Palette = lazy(() => import('./Palette.tsx'))
const ErrorLog = lazy(() => import('./ErrorLog.tsx'))
const Manual = lazy(() => import('./Manual.tsx'))
const UpdateLog = lazy(() => import('./UpdateLog.tsx'))
const LockDialog = lazy(() => import('./LockDialog.tsx'))
const RoleSwitch = lazy(() => import('./RoleSwitch.tsx'))
const Keys = lazy(() => import('./Keys.tsx'))
const Why = lazy(() => import('./Why.tsx'))
const ViewAs = lazy(() => import('./ViewAs.tsx'))
const SignOut = lazy(() => import('./SignOut.tsx'))
const Exports = lazy(() => import('../../../../services/exchange/exports/ExportDialog.web.tsx'))

/** Whichever dialog is open; none of them is loaded before somebody asks for it. */
export function Overs({ menus, version }: { menus: readonly MenuNode[]; version: string }) {
  const { over, refused } = useOver()
  return (
    <Suspense fallback={null}>
      {over === 'palette' && <Palette menus={menus} onClose={closeOver} />}
      {over === 'errors' && <ErrorLog onClose={closeOver} />}
      {over === 'manual' && <Manual onClose={closeOver} />}
      {over === 'notes' && <UpdateLog version={version} onClose={closeOver} />}
      {over === 'lock' && <LockDialog onClose={closeOver} />}
      {over === 'switch' && <RoleSwitch onClose={closeOver} />}
      {over === 'keys' && <Keys onClose={closeOver} />}
      {(over === 'why' || over === 'whyMissing') && <Why missing={over === 'whyMissing'} refused={refused} onClose={closeOver} />}
      {over === 'viewAs' && <ViewAs onClose={closeOver} />}
      {over === 'exports' && <Exports onClose={closeOver} />}
      {over === 'signOut' && <SignOut onClose={closeOver} />}
    </Suspense>
  )
}
