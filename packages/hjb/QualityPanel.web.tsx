// How good packages were: year by year, and by who surveyed what the findings are about.
import { useQuery } from '@tanstack/react-query'
import { Drawer, Flex, Typography } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { RegionPicker } from '../../kit/web/RegionTree.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { hjb } from '../package/hjb.ts'
import { qualityWords as words } from './words.ts'

interface Year {
  year: number
  packages: number
  parcels: number
  errors: number
  warnings: number
  hints: number
}
interface Surveyor {
  surveyor: string
  objects: number
  errors: number
  warnings: number
  hints: number
}
const COUNTS = ['errors', 'warnings', 'hints'] as const

/** Years above, surveyors below: of all years, or of the one that is chosen. */
export function QualityPanel({ onClose }: { onClose(): void }) {
  const { say } = useSay()
  const { user } = useSession()
  const [regionCode, setRegion] = useState(user?.dept_region ?? '')
  const [year, setYear] = useState<number>()
  const { data, isFetching } = useQuery({
    queryKey: queryKeyOf(hjb, 'quality', regionCode, year ?? 0),
    queryFn: () => api.get<{ years: Year[]; surveyors: Surveyor[] }>('hjb/hjbinfo/quality', { regionCode, ...(year ? { year } : {}) }, { quiet: true }),
  })
  const figures = <T extends object>(names: readonly (keyof T & keyof typeof words)[]) =>
    names.map((n) => ({ title: say(words[n]), dataIndex: n, width: 110, align: 'right' as const }))
  return (
    <Drawer open width="70%" title={say(words.title)} onClose={onClose}>
      <Flex vertical gap="middle">
        <RegionPicker value={regionCode} onChange={(v) => setRegion(String(v ?? ''))} />
        <Typography.Text strong>{say(words.years)}</Typography.Text>
        <Table<Year>
          rowKey="year"
          size="small"
          pagination={false}
          loading={isFetching}
          dataSource={data?.years ?? []}
          rowSelection={{ type: 'radio', selectedRowKeys: year ? [year] : [], onSelect: (r) => setYear(r.year === year ? undefined : r.year) }}
          columns={[{ title: say(words.year), dataIndex: 'year', width: 90 }, ...figures<Year>(['packages', 'parcels', ...COUNTS])]}
        />
        <Typography.Text strong>{say(words.surveyors)}</Typography.Text>
        <Table<Surveyor>
          rowKey="surveyor"
          size="small"
          pagination={{ pageSize: 20, showSizeChanger: false }}
          loading={isFetching}
          dataSource={data?.surveyors ?? []}
          columns={[{ title: say(words.surveyor), dataIndex: 'surveyor', width: 200 }, ...figures<Surveyor>(['objects', ...COUNTS])]}
        />
      </Flex>
    </Drawer>
  )
}
