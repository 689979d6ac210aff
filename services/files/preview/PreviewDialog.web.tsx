import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex } from 'antd'
import { lazy, Suspense } from 'react'
import { api, type Query } from '../../../kit/web/client.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { download, saveBlob } from '../../../kit/web/download.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { PrintButton } from './PrintButton.web.tsx'
import { words } from '../uploader/upload-rules.ts'
import { kindOf, notShown } from './kinds.ts'
import { NotShown, Reading } from './Notices.web.tsx'

const FileView = lazy(() => import('./FileView.web.tsx'))

interface PreviewDialogProps {
  path: string
  query: Query
  title: string
  /** bytes of a stored file whose name is the title: what is too large, or of no kind that is shown, is not fetched at all */
  size?: number
  /** off where printing is counted, which this does not do */
  prints?: boolean
  onClose(): void
}
/** A file of the API inside a dialog, shown in place where a browser can; it can be saved from here. */
export function PreviewDialog({ path, query, title, size, prints = true, onClose }: PreviewDialogProps) {
  const { say } = useSay()
  const why = size === undefined ? undefined : notShown(kindOf(title), size)
  const { data, error } = useQuery({
    queryKey: queryKeyOf('file', path, query),
    enabled: !why,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: () => api.blob(path, query, { quiet: true }),
  })
  const name = data?.name || title
  const save = () => (data ? saveBlob(data.blob, name) : void download(path, query, title).catch(() => undefined))
  return (
    <Dialog open shows width="80%" style={{ top: 32 }} title={title} onCancel={onClose}>
      <Flex vertical gap="small">
        {why ? (
          <NotShown why={why} />
        ) : error ? (
          <Alert type="error" showIcon title={error.message} />
        ) : !data ? (
          <Reading />
        ) : (
          <Suspense fallback={<Reading />}>
            <FileView file={data.blob} name={size === undefined ? name : title} />
          </Suspense>
        )}
        {(data || why) && (
          <Flex justify="end" gap="small">
            {prints && data && data.blob.type === 'application/pdf' && <PrintButton file={data.blob} />}
            <Button type={why ? 'primary' : 'default'} onClick={save}>
              {say(words.download)}
            </Button>
          </Flex>
        )}
      </Flex>
    </Dialog>
  )
}
