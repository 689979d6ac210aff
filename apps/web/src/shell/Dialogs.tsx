import { lazy, Suspense } from 'react'
import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { closeDialog, useDialog } from '../../../../platform/shell/dialogs.web.ts'

const Palette = lazy(() => import('./Palette.tsx'))
const ErrorLog = lazy(() => import('./help/ErrorLog.tsx'))
const Manual = lazy(() => import('./help/Manual.tsx'))
const UpdateLog = lazy(() => import('./help/UpdateLog.tsx'))
const LockDialog = lazy(() => import('./lock/LockDialog.tsx'))
const RoleSwitch = lazy(() => import('./account/RoleSwitch.tsx'))
const Tours = lazy(() => import('./help/Tours.tsx'))
const Keys = lazy(() => import('./help/Keys.tsx'))
const PermissionExplainer = lazy(() => import('./help/PermissionExplainer.tsx'))
const ViewAs = lazy(() => import('./account/ViewAs.tsx'))
const SignOut = lazy(() => import('./account/SignOut.tsx'))
const Exports = lazy(() => import('../../../../services/exchange/exports/ExportDialog.web.tsx'))

/** Whichever dialog is open; none of them is loaded before somebody asks for it. */
export function Dialogs({ menus, version }: { menus: readonly MenuNode[]; version: string }) {
  const { open, refused } = useDialog()
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette menus={menus} onClose={closeDialog} />}
      {open === 'errors' && <ErrorLog onClose={closeDialog} />}
      {open === 'manual' && <Manual onClose={closeDialog} />}
      {open === 'notes' && <UpdateLog version={version} onClose={closeDialog} />}
      {open === 'lock' && <LockDialog onClose={closeDialog} />}
      {open === 'switch' && <RoleSwitch onClose={closeDialog} />}
      {open === 'tours' && <Tours menus={menus} onClose={closeDialog} />}
      {open === 'keys' && <Keys onClose={closeDialog} />}
      {(open === 'why' || open === 'whyMissing') && <PermissionExplainer missing={open === 'whyMissing'} refused={refused} onClose={closeDialog} />}
      {open === 'viewAs' && <ViewAs onClose={closeDialog} />}
      {open === 'exports' && <Exports onClose={closeDialog} />}
      {open === 'signOut' && <SignOut onClose={closeDialog} />}
    </Suspense>
  )
}
