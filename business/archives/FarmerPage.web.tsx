import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Flex, Typography, type Breakpoint } from 'antd'
import { useState } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import type { Page } from '../../kit/model/page.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { download } from '../../kit/web/download.web.ts'
import { DictTag } from '../../kit/web/inputs.web.tsx'
import { usePageState, Heading } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { searchOf, useFinder } from '../../land/parts/finder.web.ts'
import '../../platform/list/list.css'
import { PreviewDialog } from '../../services/files/preview/PreviewDialog.web.tsx'
import { file_detail, GROUP, OPENNESS, type FileGroup } from './archive.ts'
import { archiveWords } from './words.ts'

const DETAIL = 'cbjyq/da/fileDetail'
/** Volumes that are offered of what is typed. */
const OFFERED = 30
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

/** Picks a household by its name, pinyin or code among those that have a volume; one that no volume of is open to is shown, and cannot be chosen. The value is its code (cbfbm). */
function VolumePicker({ value, onChange }: { value: string; onChange(cbfbm: string | undefined): void }) {
  const { say } = useSay()
  const { hits, select } = useFinder({
    key: ['file_group', 'pick'],
    take: onChange,
    look: async (typed) => {
      const query = { groupType: GROUP.household, current: 1, size: OFFERED, ...searchOf(typed, 'cbfbm', 'title') }
      const { records } = await api.get<Page<FileGroup>>('cbjyq/da/fileGroup/page', query, { quiet: true })
      return [...Map.groupBy(records, (v) => v.cbfbm ?? '')].map(([cbfbm, volumes]) => {
        const isOpen = volumes.some((v) => v.isOpen === OPENNESS.open)
        const name = `${volumes[0]!.title} ${cbfbm}`
        return { value: cbfbm, label: isOpen ? name : say(archiveWords.notOpen(name)), disabled: !isOpen }
      })
    },
  })
  return (
    <ClearSelect
      {...select}
      autoFocus={!value}
      style={{ width: '100%', maxWidth: 640 }}
      aria-label={say(archiveWords.household)}
      placeholder={say(archiveWords.householdAsk)}
      options={hits}
      value={value || undefined}
      onChange={(v: string | undefined) => onChange(v)}
    />
  )
}

/** 农户档案: what of its volume a household may see, to be shown and handed out at the desk. Source: screens.md E3. */
export default function FarmerPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const cbfbm = search.cbfbm ?? ''
  const [shown, setShown] = useState<OpenPaper>()
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
      <Heading className="list-title">{say(archiveWords.farmer)}</Heading>
      <Typography.Text type="secondary">{say(archiveWords.farmerHint)}</Typography.Text>
      <VolumePicker value={cbfbm} onChange={(code) => setSearch({ cbfbm: code })} />
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
            loading={isFetching}
            pagination={false}
            dataSource={data.records}
            columns={[
              { key: 'sort', title: label('sort'), dataIndex: 'sort', align: 'right' },
              {
                key: 'title',
                title: label('title'),
                render: (_, d) => (
                  <Button type="link" size="small" onClick={() => setShown(d)}>
                    {d.title}
                  </Button>
                ),
              },
              { key: 'docType', title: label('docType'), responsive: WIDE, render: (_, d) => <DictTag code="archive_doc" value={d.docType} /> },
              { key: 'docDate', title: label('docDate'), responsive: WIDE, dataIndex: 'docDate' },
              { key: 'pages', title: label('pages'), render: (_, d) => say(archiveWords.pagesOf(d.pageFrom, d.pageTo)) },
            ]}
          />
        </>
      )}
      {/* as it is handed out: with the mark of who looks */}
      {shown && <PreviewDialog path={`${DETAIL}/farmerDownload`} query={{ cbfbm, ids: shown.id }} title={shown.title} onClose={() => setShown(undefined)} />}
    </Flex>
  )
}
