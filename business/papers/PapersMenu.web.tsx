import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Flex, Tooltip } from 'antd'
import { useState } from 'react'
import { both } from '../../kit/model/lang.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { PdfDialog } from '../../services/files/preview/PdfDialog.web.tsx'

interface Paper {
  paper: string
  ofId: string | null
  name: string
  ready: boolean
  reason: string
  printed: number
  lastPrinter: string
  lastTime: string
}
const AT = 'yw-accept/business'

/** The papers of a case: those that can be printed, with how often they were; those that cannot yet, greyed with the reason. */
export function PapersMenu({ row }: { row: AnyRow }) {
  const { say } = useSay()
  const { can } = useSession()
  const [open, setOpen] = useState(false),
    [shown, setShown] = useState<Paper>()
  const list = useQuery({
    queryKey: queryKeyOf('business', 'papers', row.id),
    enabled: open,
    staleTime: 0,
    retry: false,
    queryFn: () => api.get<Paper[]>(`${AT}/papers`, { businessId: row.id }, { quiet: true }),
  })
  if (!can('print_view')) return null
  const line = (p: Paper) => (
    <Tooltip placement="left" title={p.ready ? (p.printed ? `${p.lastPrinter} ${p.lastTime.slice(0, 16)}` : '') : p.reason}>
      <Flex vertical style={{ minWidth: 220 }}>
        <Flex justify="space-between" gap="middle">
          <span>{p.name}</span>
          {p.printed > 0 && <small style={{ opacity: 0.65 }}>{say(both(`已打印${p.printed}次`, `printed ${p.printed}×`))}</small>}
        </Flex>
        {!p.ready && <small>{p.reason}</small>}
      </Flex>
    </Tooltip>
  )
  const waiting = { key: 'wait', disabled: true, label: list.error ? list.error.message : say(both('正在读取…', 'Reading…')) }
  const items = list.data?.map((p) => ({ key: `${p.paper}${p.ofId ?? ''}`, disabled: !p.ready, label: line(p), onClick: () => setShown(p) })) ?? [waiting]
  const query = shown && { businessId: String(row.id), paper: shown.paper, ...(shown.ofId ? { ofId: shown.ofId } : {}) }
  return (
    <>
      <Dropdown autoFocus trigger={['click']} onOpenChange={setOpen} menu={{ items, style: { maxHeight: '70vh', overflow: 'auto' } }}>
        <Button icon={<DownOutlined />} iconPlacement="end">
          {say(both('文书', 'Papers'))}
        </Button>
      </Dropdown>
      {shown && query && (
        <PdfDialog
          title={{ zh: shown.name, en: shown.name }}
          path={`${AT}/paper`}
          query={query}
          print={{ path: `${AT}/paper/exe`, query }}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}
