import { useOpenPage } from '../../../../kit/web/open-page.web.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Space } from 'antd'
import { useState } from 'react'
import type { Page } from '../../../../kit/model/page.ts'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { PreviewDialog } from '../../../../services/files/preview/PreviewDialog.web.tsx'
import { words } from '../words.ts'
import { QSZT } from '../../../../land/definitions/statuses.ts'

interface Shown {
  path: string
  query: Record<string, string>
  title: string
  prints?: boolean
}
/** The first row of a register list under a filter, if the person may see that list. */
const useFirst = (path: string, perm: string, filter: Record<string, string>) => {
  const { can } = useSession()
  return useQuery({
    queryKey: queryKeyOf('result', path, filter),
    enabled: can(perm),
    retry: false,
    queryFn: async () => (await api.get<Page<AnyRow>>(`base-qssj/${path}/page`, { ...filter, current: 1, size: 1 }, { quiet: true })).records[0] ?? null,
  }).data
}

/** What a finished business made of one contract: contract and registration book as PDF, and the rows of the register. */
function Result({ code, onShow }: { code: string; onShow(s: Shown): void }) {
  const { say } = useSay()
  const openPage = useOpenPage()
  const contract = useFirst('cbht', 'cbht_view', { cbhtbm: code, qszt: QSZT.current }),
    book = useFirst('djb/wzx', 'djb_view', { cbjyqzbm: code }),
    certificate = useFirst('cbjyqz', 'cbjyqz_view', { cbjyqzbm: code })
  const link = (text: string, path: string, row: AnyRow | null | undefined) =>
    row && (
      <Button type="link" onClick={() => openPage(`/registry/${path}`, { open: `view.${row.id}` })}>
        {text}
      </Button>
    )
  return (
    <Space wrap>
      <strong>{code}</strong>
      {/* what the case has ended has no contract any more; its agreement is the signed file below */}
      {contract !== null && (
        <Button
          type="primary"
          ghost
          onClick={() => onShow({ path: 'dzzw/preview-contractanddksyt-file', query: { cbhtbm: code }, title: `${say(words.contractPdf)} ${code}` })}
        >
          {say(words.contractPdf)}
        </Button>
      )}
      {book && (
        <Button
          type="primary"
          ghost
          onClick={() => onShow({ path: 'dzzw/djb-print', query: { djbId: String(book.id) }, prints: false, title: `${say(words.bookPdf)} ${code}` })}
        >
          {say(words.bookPdf)}
        </Button>
      )}
      {link(say(words.openContract), 'cbht', contract)}
      {link(say(words.openBook), 'djb', book)}
      {link(say(words.openCertificate), 'cbjyqz', certificate)}
    </Space>
  )
}

/** Results of a finished business, a line for each contract. */
export function Results({ contracts }: { contracts: readonly AnyRow[] }) {
  const [shown, setShown] = useState<Shown>()
  return (
    <Flex vertical gap="small">
      {contracts.map((c) => (
        <Result key={c.id} code={String(c.cbhtbm)} onShow={setShown} />
      ))}
      {shown && <PreviewDialog {...shown} onClose={() => setShown(undefined)} />}
    </Flex>
  )
}
