import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Result, Spin } from 'antd'
import { lazy, Suspense } from 'react'
import { both, type Text } from '../../../kit/model/lang.ts'
import { api, type Query } from '../../../kit/web/client.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { download, saveBlob } from '../../../kit/web/download.web.ts'
import { phrases } from '../../../kit/web/phrases.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { PrintButton } from './PrintButton.web.tsx'

const words = {
  noPdf: both('无法生成文件', 'The document could not be made'),
  printRecorded: both('打印（计次）', 'Print (counted)'),
  download: both('下载', 'Download'),
}
const PdfView = lazy(() => import('./PdfView.web.tsx'))

interface PdfDialogProps {
  title: Text
  path: string
  query: Query
  /** the call that hands the document out in full and keeps a record of it */
  print?: { path: string; query: Query }
  onClose(): void
}
/** A PDF of the API, drawn page by page, with a button to save it. */
export function PdfDialog({ title, path, query, print, onClose }: PdfDialogProps) {
  const { say } = useSay()
  const file = useQuery({
    queryKey: queryKeyOf('pdf', path, query),
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: () => api.blob(path, query, { quiet: true }),
  })
  const again = <Button onClick={() => void file.refetch()}>{say(phrases.retry)}</Button>
  return (
    <Dialog open shows title={say(title)} width="80%" style={{ top: 24 }} onCancel={onClose}>
      {file.error ? (
        <Result status="error" title={say(words.noPdf)} subTitle={file.error.message} extra={again} />
      ) : file.data ? (
        <Suspense fallback={<Spin />}>
          <PdfView file={file.data.blob} title={say(title)} />
          <Flex justify="end" gap="small" style={{ marginTop: 12 }}>
            <Button onClick={() => saveBlob(file.data.blob, file.data.name || `${say(title)}.pdf`)}>{say(words.download)}</Button>
            {print ? (
              <Button type="primary" onClick={() => void download(print.path, print.query, `${say(title)}.pdf`, {}).catch(() => {})}>
                {say(words.printRecorded)}
              </Button>
            ) : (
              <PrintButton file={file.data.blob} />
            )}
          </Flex>
        </Suspense>
      ) : (
        <Flex justify="center" align="center" style={{ height: '76vh' }}>
          <Spin />
        </Flex>
      )}
    </Dialog>
  )
}
