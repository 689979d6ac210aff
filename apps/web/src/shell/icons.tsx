import { lazy, Suspense } from 'react'

const NamedIcon = lazy(() => import('./icon-set.tsx'))

/** The icon of a menu; an unknown name shows the plain one. The set is loaded beside the first paint, and its place is kept meanwhile. */
export function MenuIcon({ name = '' }: { name?: string }) {
  return (
    <Suspense fallback={<span className="anticon shell-icon" />}>
      <NamedIcon name={name} />
    </Suspense>
  )
}
