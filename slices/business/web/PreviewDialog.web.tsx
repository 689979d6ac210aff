import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { api, type Query } from '../../../kit/web/client.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { saveBlob } from '../../../kit/web/download.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { words } from './words.ts'

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
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data.blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  const picture = data?.blob.type.startsWith('image/')
  return (
    <Dialog open width="80%" title={title} onCancel={onClose}>
      {error ? (
        <Alert type="error" showIcon title={error.message} />
      ) : !data || !url ? (
        <Flex justify="center">
          <Spin />
        </Flex>
      ) : (
        <Flex vertical gap="small">
          <div>
            <Button onClick={() => saveBlob(data.blob, data.name || title)}>{say(words.download)}</Button>
          </div>
          {picture ? (
            <img src={url} alt={title} style={{ maxWidth: '100%', maxHeight: '70vh', objectFit: 'contain' }} />
          ) : (
            <iframe src={url} title={title} style={{ width: '100%', height: '70vh', border: 0 }} />
          )}
        </Flex>
      )}
    </Dialog>
  )
}
