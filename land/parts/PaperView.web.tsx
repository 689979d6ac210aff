import { useQuery } from '@tanstack/react-query'
import { Result, Spin } from 'antd'
import { lazy, Suspense } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { api, type Query } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'

const PdfView = lazy(() => import('../../services/files/preview/PdfView.web.tsx'))
/** A document of a record drawn in its place; made when its tab is first opened. */
export function PaperView({ title, path, query }: { title: Text; path: string; query: Query }) {
  const { say } = useSay()
  const file = useQuery({
    queryKey: queryKeyOf('pdf', path, query),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: () => api.blob(path, query, { quiet: true }),
  })
  if (file.error) return <LoadFailed error={file.error} onRetry={file.refetch} />
  if (!file.data) return <Result icon={<Spin />} title={say(title)} />
  return (
    <Suspense fallback={<Spin />}>
      <PdfView file={file.data.blob} title={say(title)} />
    </Suspense>
  )
}
