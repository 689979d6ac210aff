import { useQuery } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import type { Page } from '../../../kit/model/page.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { PreviewDialog } from './PreviewDialog.web.tsx'
import { words } from './words.ts'

interface Shown {
  path: string
  query: Record<string, string>
  title: string
}
/** What a finished business made: the contract and the registration book, as PDF. */
export function Results({ contracts }: { contracts: readonly AnyRow[] }) {
  const { say } = useSay()
  const [shown, setShown] = useState<Shown>()
  const codes = contracts.map((c) => String(c.cbhtbm))
  const { data: books = [] } = useQuery({
    queryKey: ['djb', 'of-business', codes.join(',')],
    enabled: codes.length > 0,
    retry: false,
    queryFn: async () =>
      (
        await Promise.all(codes.map((cbjyqzbm) => api.get<Page<AnyRow>>('base-qssj/djb/page', { cbjyqzbm, qszt: '1', current: 1, size: 1 }, { quiet: true })))
      ).flatMap((p) => p.records),
  })
  return (
    <Flex gap="small" wrap>
      {codes.map((cbhtbm) => (
        <Button
          key={cbhtbm}
          onClick={() => setShown({ path: 'dzzw/preview-contractanddksyt-file', query: { cbhtbm }, title: `${say(words.contractPdf)} ${cbhtbm}` })}
        >
          {say(words.contractPdf)} {cbhtbm}
        </Button>
      ))}
      {books.map((b) => (
        <Button key={b.id} onClick={() => setShown({ path: 'dzzw/djb-print', query: { djbId: b.id }, title: `${say(words.bookPdf)} ${b.cbjyqzbm}` })}>
          {say(words.bookPdf)} {b.cbjyqzbm}
        </Button>
      ))}
      {shown && <PreviewDialog {...shown} onClose={() => setShown(undefined)} />}
    </Flex>
  )
}
