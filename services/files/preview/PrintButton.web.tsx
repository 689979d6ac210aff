import { Button } from 'antd'
import { useState } from 'react'
import { both } from '../../../kit/model/lang.ts'
import { useToast } from '../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'

const PRINT = both('打印', 'Print')
/** Prints a PDF of which no record is kept. */
export function PrintButton({ file }: { file: Blob }) {
  const { say } = useSay()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    await import('./print-pdf.web.ts')
      .then(({ printPdf }) => printPdf(file))
      .catch(toast.failed)
      .finally(() => setBusy(false))
  }
  return (
    <Button type="primary" loading={busy} onClick={() => void print()}>
      {say(PRINT)}
    </Button>
  )
}
