import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Space, Tag, Typography, type Breakpoint } from 'antd'
import { useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { labelOf } from '../../kit/model/field.ts'
import { api } from '../../kit/web/client.web.ts'
import { DictTag } from '../../kit/web/inputs.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { extensionOf } from '../../services/files/names.ts'
import { PreviewDialog } from '../../services/files/preview/PreviewDialog.web.tsx'
import { file_detail, type FileDetail } from './archive.ts'
import { archiveWords } from './words.ts'

const DETAIL = 'cbjyq/da/fileDetail'
const MOST = 200
/** Columns that a phone has no room for: the paper itself says them. */
const WIDE: Breakpoint[] = ['md']

/** The papers of a volume in their order, which can be changed as long as it is not closed. Source: screens.md E2. */
export function VolumePapers({ groupId, isOpen }: { groupId: string; isOpen: boolean }) {
  const { say } = useSay()
  const { can } = useSession()
  const [shown, setShown] = useState<FileDetail>()
  const { busy, run } = useOneCall()
  const key = queryKeyOf('file_detail', 'volume', groupId)
  const { data, isFetching } = useQuery({
    queryKey: key,
    queryFn: () => api.get<Page<FileDetail>>(`${DETAIL}/page`, { groupId, current: 1, size: MOST }, { quiet: true }),
  })
  const list = data?.records ?? []
  const move = async (from: number, to: number) => {
    const ids = list.map((d) => d.id)
    ids.splice(to, 0, ids.splice(from, 1)[0]!)
    await run(() => api.post(`${DETAIL}/sort`, { groupId, ids: ids.join(',') }), { touches: [key] })
  }
  const sorts = isOpen && can('file_detail_edit') && (data?.total ?? 0) <= MOST
  const label = (n: keyof typeof file_detail.fields) => say(labelOf(file_detail.fields[n]))
  return (
    <>
      <Typography.Title level={5}>{say(archiveWords.papers)}</Typography.Title>
      <Table<FileDetail>
        rowKey="id"
        size="small"
        loading={isFetching || busy}
        pagination={false}
        dataSource={list}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: say(archiveWords.none) }}
        columns={[
          { key: 'sort', title: label('sort'), dataIndex: 'sort', align: 'right' },
          {
            key: 'title',
            title: label('title'),
            render: (_, d) => (
              <Space>
                <Button type="link" size="small" onClick={() => setShown(d)}>
                  {d.title}
                </Button>
                {d.isCurrent === 0 && <Tag>{say(archiveWords.superseded)}</Tag>}
              </Space>
            ),
          },
          { key: 'docType', title: label('docType'), responsive: WIDE, render: (_, d) => <DictTag code="archive_doc" value={d.docType} /> },
          { key: 'docNo', title: label('docNo'), responsive: WIDE, dataIndex: 'docNo' },
          { key: 'docDate', title: label('docDate'), responsive: WIDE, dataIndex: 'docDate' },
          { key: 'pages', title: label('pages'), align: 'right', render: (_, d) => `${d.pageFrom}-${d.pageTo}` },
          { key: 'businessCode', title: label('businessCode'), responsive: WIDE, dataIndex: 'businessCode' },
          ...(sorts
            ? [
                {
                  key: 'move',
                  title: '',
                  render: (_: unknown, d: FileDetail, i: number) => (
                    <Space size={0}>
                      <Button
                        type="text"
                        size="small"
                        icon={<ArrowUpOutlined />}
                        disabled={i === 0}
                        aria-label={`${say(archiveWords.up)} ${d.title}`}
                        onClick={() => void move(i, i - 1)}
                      />
                      <Button
                        type="text"
                        size="small"
                        icon={<ArrowDownOutlined />}
                        disabled={i === list.length - 1}
                        aria-label={`${say(archiveWords.down)} ${d.title}`}
                        onClick={() => void move(i, i + 1)}
                      />
                    </Space>
                  ),
                },
              ]
            : []),
        ]}
      />
      {shown && (
        <PreviewDialog
          path={`${DETAIL}/download`}
          query={{ id: shown.id }}
          title={shown.title ?? ''}
          // what the product made has a title without an extension, and is a PDF
          {...(extensionOf(shown.title ?? '') ? { size: Number(shown.size ?? 0) } : {})}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}
