import { Spin } from 'antd'
import { lazy, Suspense } from 'react'
import type { PhotoToolProps } from '../files/uploader/photo-tool.web.ts'

const PhotoDrawer = lazy(() => import('./PhotoDrawer.web.tsx'))

/** The photo tool, loaded when it is asked for. */
export const PhotoTool = (props: PhotoToolProps) => (
  <Suspense fallback={<Spin fullscreen />}>
    <PhotoDrawer {...props} />
  </Suspense>
)
