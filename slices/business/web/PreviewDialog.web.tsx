import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Spin } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { api, type Query } from '../../../kit/web/client.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { saveBlob } from '../../../kit/web/download.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { words } from './words.ts'

const PdfView = lazy(() => import('../../print/PdfView.web.tsx'))

interface PreviewDialogProps {
  path: string
  query: Query
  title: string
  onClose(): void
}
/** A PDF or picture of the API inside a dialog; it can be saved from here. */
export function PreviewDialog({ path, query, title, onClose }: PreviewDialogProps) {
  const { say } = useSay()
  const { data, error } = useQuery({
    queryKey: ['file', path, query],
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: () => api.blob(path, query, { quiet: true }),
  })
  return (
    <Dialog open width="80%" style={{ top: 32 }} title={title} onCancel={onClose}>
      {error ? (
        <Alert type="error" showIcon title={error.message} />
      ) : !data ? (
        <Flex justify="center" style={{ padding: 48 }}>
          <Spin />
        </Flex>
      ) : (
        <Flex vertical gap="small">
          <Suspense fallback={<Spin />}>
            {data.blob.type.startsWith('image/') ? <Picture file={data.blob} title={title} /> : <PdfView file={data.blob} title={title} />}
          </Suspense>
          <Flex justify="end">
            <Button onClick={() => saveBlob(data.blob, data.name || title)}>{say(words.download)}</Button>
          </Flex>
        </Flex>
      )}
    </Dialog>
  )
}

function Picture({ file, title }: { file: Blob; title: string }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url ? <img src={url} alt={title} style={{ maxWidth: '100%', maxHeight: '70vh', objectFit: 'contain' }} /> : null
}
