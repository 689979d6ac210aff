import { Button } from 'antd'
import { both } from '../../../kit/model/lang.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { useToast } from '../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'

const PRINT = both('打印', 'Print')
/** Prints a PDF of which no record is kept. */
export function PrintButton({ file }: { file: Blob }) {
  const { say } = useSay()
  const toast = useToast()
  const { busy, run } = useOneCall()
  const print = () => run(() => import('./print-pdf.web.ts').then(({ printPdf }) => printPdf(file)), { refused: (e) => (toast.failed(e), true) })
  return (
    <Button type="primary" loading={busy} onClick={() => void print()}>
      {say(PRINT)}
    </Button>
  )
}
