import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Result, Spin } from 'antd'
import { useEffect, useState } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { api, type Query } from '../../kit/web/client.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { saveBlob } from '../../kit/web/download.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { words } from './words.ts'

interface PdfDialogProps {
  title: Text
  path: string
  query: Query
  onClose(): void
}
/** A PDF of the API shown in a frame, with a button to save it. */
export function PdfDialog({ title, path, query, onClose }: PdfDialogProps) {
  const { say } = useSay()
  const file = useQuery({ queryKey: ['pdf', path, query], gcTime: 0, staleTime: 0, retry: false, queryFn: () => api.blob(path, query, { quiet: true }) })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file.data) return
    const made = URL.createObjectURL(file.data.blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file.data])
  const again = <Button onClick={() => void file.refetch()}>{say(phrases.retry)}</Button>
  return (
    <Dialog open title={say(title)} width="80%" style={{ top: 24 }} onCancel={onClose}>
      {file.error ? (
        <Result status="error" title={say(words.noPdf)} subTitle={file.error.message} extra={again} />
      ) : url && file.data ? (
        <>
          <iframe src={url} title={say(title)} style={{ width: '100%', height: '76vh', border: 0 }} />
          <Flex justify="end">
            <Button onClick={() => saveBlob(file.data.blob, file.data.name || `${say(title)}.pdf`)}>{say(words.download)}</Button>
          </Flex>
        </>
      ) : (
        <Flex justify="center" align="center" style={{ height: '76vh' }}>
          <Spin />
        </Flex>
      )}
    </Dialog>
  )
}
