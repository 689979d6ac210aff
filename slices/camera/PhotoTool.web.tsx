import { Spin } from 'antd'
import { lazy, Suspense } from 'react'
import type { PhotoDrawerProps } from './PhotoDrawer.web.tsx'

const PhotoDrawer = lazy(() => import('./PhotoDrawer.web.tsx'))

/** The photo tool, loaded when it is asked for. */
export const PhotoTool = (props: PhotoDrawerProps) => (
  <Suspense fallback={<Spin fullscreen />}>
    <PhotoDrawer {...props} />
  </Suspense>
)
