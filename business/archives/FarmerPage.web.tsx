import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Empty, Flex, Typography, type Breakpoint } from 'antd'
import { useState } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import { api } from '../../kit/web/client.web.ts'
import { download } from '../../kit/web/download.web.ts'
import { DictTag } from '../../kit/web/inputs.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { SearchBox } from '../../platform/parts/SearchBox.web.tsx'
import { file_detail } from './archive.ts'
import { archiveWords } from './words.ts'

const DETAIL = 'cbjyq/da/fileDetail'
/** Columns that a phone has no room for: the paper itself says them. */
const WIDE: Breakpoint[] = ['md']
interface OpenPaper {
  id: string
  sort: number
  docType: string
  title: string
  docDate: string | null
  pageFrom: number
  pageTo: number
}
interface OpenVolume {
  archiveNo: string
  title: string
  records: OpenPaper[]
}

/** 农户档案: what of its volume a household may see, to be shown and handed out at the desk. Source: screens.md E3. */
export default function FarmerPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const cbfbm = search.cbfbm ?? ''
  const [typed, setTyped] = useState(cbfbm)
  const isCode = /^\d{18}$/.test(cbfbm)
  const { data, error, isFetching } = useQuery({
    queryKey: queryKeyOf('file_detail', 'farmer', cbfbm),
    enabled: isCode,
    retry: false,
    queryFn: () => api.get<OpenVolume>(`${DETAIL}/farmerPage`, { cbfbm }, { quiet: true }),
  })
  const label = (n: 'sort' | 'title' | 'docType' | 'docDate' | 'pages') => say(labelOf(file_detail.fields[n]))
  return (
    <Flex vertical gap="middle">
      <Typography.Text type="secondary">{say(archiveWords.farmerHint)}</Typography.Text>
      <SearchBox
        aria-label={say(archiveWords.household)}
        placeholder={say(archiveWords.householdAsk)}
        maxLength={18}
        enterButton={say(archiveWords.search)}
        value={typed}
        onChange={(e) => setTyped(e.target.value)}
        onSearch={(v) => setSearch({ cbfbm: v.trim() || undefined })}
        loading={isFetching}
      />
      {cbfbm !== '' && !isCode && <Alert type="warning" showIcon title={say(archiveWords.householdAsk)} />}
      {error && <Empty description={error.message} />}
      {data && (
        <>
          <Flex justify="space-between" align="center" gap="small" wrap>
            <Typography.Text strong>
              {data.title} {data.archiveNo}
            </Typography.Text>
            <Button type="primary" disabled={data.records.length === 0} onClick={() => void download(`${DETAIL}/farmerDownload`, { cbfbm })}>
              {say(archiveWords.take)}
            </Button>
          </Flex>
          <Table<OpenPaper>
            rowKey="id"
            size="small"
            pagination={false}
            dataSource={data.records}
            columns={[
              { key: 'sort', title: label('sort'), dataIndex: 'sort', align: 'right' },
              { key: 'title', title: label('title'), dataIndex: 'title' },
              { key: 'docType', title: label('docType'), responsive: WIDE, render: (_, d) => <DictTag code="archive_doc" value={d.docType} /> },
              { key: 'docDate', title: label('docDate'), responsive: WIDE, dataIndex: 'docDate' },
              { key: 'pages', title: label('pages'), render: (_, d) => say(archiveWords.pagesOf(d.pageFrom, d.pageTo)) },
            ]}
          />
        </>
      )}
    </Flex>
  )
}
