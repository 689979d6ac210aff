import { useQuery } from '@tanstack/react-query'
import { Card, Flex } from 'antd'
import type { Page } from '../../kit/model/page.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api, type Query } from '../../kit/web/client.web.ts'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { cbht, djb } from '../definitions/cbht.ts'

const HOLDER = ['cbfmc', 'cbfzjhm', 'cbfdbzjhm', 'fbfmc']
interface PaperProps {
  of: AnyResource
  path: string
  query: Query
}
/** A short list of one register table; the holder's columns are left out, since the screen is about the holder. */
function Paper({ of: r, path, query }: PaperProps) {
  const { lang } = useSay()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: queryKeyOf(r, 'of-cbf', path, query),
    queryFn: () => api.get<Page<AnyRow> | AnyRow[]>(path, query, { quiet: true }),
    retry: false,
  })
  const rows = Array.isArray(data) ? data : (data?.records ?? [])
  const columns = columnsOf(r, lang)
    .filter((c) => !HOLDER.includes(c.key))
    .slice(0, 9)
    .map((c) => ({ ...c, sorter: false }))
  return (
    <Card size="small" title={lang === 'en' ? r.en : r.label}>
      {error ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <Table<AnyRow> size="small" rowKey="id" pagination={false} loading={isLoading} dataSource={rows} columns={columns} scroll={{ x: 1000 }} />
      )}
    </Card>
  )
}

/** Contract, certificate and registration book of a contractor. */
export function CbfPapers({ cbfbm }: { cbfbm: string }) {
  return (
    <Flex vertical gap="middle">
      <Paper of={cbht} path="base-qssj/cbht/page" query={{ cbfbm, current: 1, size: 50 }} />
      <Paper of={cbjyqz} path="base-qssj/cbjyqz/page" query={{ cbjyqzbm: cbfbm, current: 1, size: 50 }} />
      <Paper of={djb} path="data/dzzw-djb/detail-by-cbf" query={{ cbfbm }} />
    </Flex>
  )
}
