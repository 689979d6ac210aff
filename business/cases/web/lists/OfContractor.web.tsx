import { useQuery } from '@tanstack/react-query'
import { useOpenPage } from '../../../../kit/web/open-page.web.ts'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { both as w } from '../../../../kit/model/lang.ts'
import type { Page } from '../../../../kit/model/page.ts'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { minuteText } from '../../../../kit/web/clock.web.ts'
import { download } from '../../../../kit/web/download.web.ts'
import { columnsOf } from '../../../../kit/web/ResourceTable.web.tsx'
import { Table } from '../../../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { LoadFailed } from '../../../../platform/parts/LoadFailed.web.tsx'
import { AttachmentPreview } from '../../../../services/files/AttachmentPreview.web.tsx'
import { ATTACH_ENDPOINT, type Attachment } from '../../../../services/files/uploader/send.web.ts'
import { sizeText } from '../../../../services/files/uploader/upload-rules.ts'
import { business } from '../../definitions/business.ts'
import { TaskName } from './cells.web.tsx'
import { words } from './of-contractor-words.ts'
import { StatusTag } from '../StatusTag.web.tsx'
import { words as caseWords } from '../words.ts'

const HELD: Readonly<Record<string, { zh: string; en: string }>> = {
  household: w('承包方', 'Household'),
  case: w('业务', 'Case'),
  contract: w('合同', 'Contract'),
  certificate: w('权证', 'Certificate'),
  book: w('登记簿', 'Book'),
  scan: w('合同扫描件', 'Scanned contract'),
  draft: w('补录合同', 'Contract made outside'),
  correction: w('勘误', 'Correction'),
}
const SHOWN = ['businessName', 'businessCode', 'status', 'currentActive', 'businessReceiveTime', 'finishTime', 'businessReceiver', 'businessTypeCode']
const SIZE = 20

/** The cases that are or were about a contractor, the newest first; each opens in its list. */
export function CasesOf({ cbfbm }: { cbfbm: string }) {
  const { say, lang } = useSay()
  const openPage = useOpenPage()
  const [current, setCurrent] = useState(1)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeyOf('business', 'of-cbf', cbfbm, current),
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('yw-accept/business/of-cbf', { cbfbm, current, size: SIZE }, { quiet: true }),
  })
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  const open = (id: string) => openPage('/business/all', { open: `view.${id}` })
  const own = columnsOf(business, lang).map((c) => ({ ...c, sorter: false }))
  const columns = SHOWN.flatMap((n) => own.filter((c) => c.key === n)).map((c) => {
    if (c.key === 'status') return { ...c, render: (_: unknown, r: AnyRow) => <StatusTag value={r.status} /> }
    if (c.key === 'currentActive') return { ...c, title: say(caseWords.task), render: (_: unknown, r: AnyRow) => <TaskName row={r} /> }
    if (c.key !== 'businessName') return c
    const link = (_: unknown, r: AnyRow) => (
      <Button type="link" size="small" style={{ padding: 0, whiteSpace: 'normal', height: 'auto', textAlign: 'start' }} onClick={() => open(r.id)}>
        {r.businessName}
      </Button>
    )
    return { ...c, render: link }
  })
  return (
    <Table<AnyRow>
      size="small"
      rowKey="id"
      loading={isFetching}
      dataSource={data?.records ?? []}
      columns={columns}
      scroll={{ x: 1200 }}
      locale={{ emptyText: say(words.noCases) }}
      pagination={{ current, pageSize: SIZE, total: data?.total ?? 0, hideOnSinglePage: true, showSizeChanger: false, onChange: setCurrent }}
    />
  )
}

type Kept = Attachment & { held: string; code: string }
/** The files kept of a contractor: its own papers, and those of its cases, contracts, books and certificates; seen and downloaded here, changed where they belong. */
export function FilesOf({ cbfbm }: { cbfbm: string }) {
  const { say } = useSay()
  const kinds = useDict('attach_kind')
  const [shown, setShown] = useState<Attachment>()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeyOf('files-of', cbfbm),
    retry: false,
    queryFn: () => api.get<Kept[]>('yw-accept/business/files-of-cbf', { cbfbm }, { quiet: true }),
  })
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  const save = (a: Attachment) => void download(`${ATTACH_ENDPOINT}/download`, { id: a.id }, a.name).catch(() => undefined)
  return (
    <Flex vertical gap="small">
      <span>{say(words.remade)}</span>
      <Table<Kept>
        size="small"
        rowKey="id"
        loading={isFetching}
        dataSource={data ?? []}
        scroll={{ x: 1100 }}
        locale={{ emptyText: say(words.noFiles) }}
        pagination={{ pageSize: SIZE, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          {
            key: 'name',
            title: say(words.name),
            width: 240,
            render: (_, a) => (
              <Button type="link" size="small" style={{ padding: 0, whiteSpace: 'normal', height: 'auto', textAlign: 'start' }} onClick={() => setShown(a)}>
                {a.name}
              </Button>
            ),
          },
          // what came without a kind of the dictionary says nothing by its key
          { key: 'kind', title: say(words.kind), width: 160, render: (_, a) => kinds.choices.find((c) => c.value === a.businessItem)?.label ?? '—' },
          { key: 'held', title: say(words.held), width: 260, render: (_, a) => `${say(HELD[a.held]!)} ${a.code}` },
          { key: 'size', title: say(words.size), width: 90, align: 'end', render: (_, a) => sizeText(Number(a.attachSize ?? 0)) },
          { key: 'by', title: say(words.by), width: 110, render: (_, a) => a.createUserName },
          { key: 'at', title: say(words.at), width: 150, render: (_, a) => minuteText(a.createTime!) },
          {
            key: 'save',
            width: 90,
            render: (_, a) => (
              <Button type="link" size="small" onClick={() => save(a)}>
                {say(caseWords.download)}
              </Button>
            ),
          },
        ]}
      />
      {shown && <AttachmentPreview of={shown} onClose={() => setShown(undefined)} />}
    </Flex>
  )
}
