import { useQuery } from '@tanstack/react-query'
import { Flex } from 'antd'
import { useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { permOf } from '../../kit/model/resource.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'
import { RegionMap } from '../map/RegionMap.web.tsx'
import { dk } from '../definitions/dk.ts'
import { words } from '../definitions/words.ts'

const SHOWN = ['dkbm', 'dkmc', 'dklb', 'scmjm', 'dkdz', 'dkxz', 'dknz', 'dkbz', 'djzt']
/** The parcels a contractor holds, on a map beside their list; a row goes to its parcel. */
export function CbfParcels({ cbfbm }: { cbfbm: string }) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const [picked, setPicked] = useState<string>()
  const [hovered, setHovered] = useState<string>()
  const query = { cbfbm, current: 1, size: 200 }
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: queryKeyOf('dk', 'of-cbf', cbfbm),
    queryFn: () => api.get<Page<AnyRow>>('base-dlxx/dk/page', query, { quiet: true }),
    retry: false,
  })
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  const rows = data?.records ?? []
  const shown = picked ?? rows[0]?.dkbm
  const columns = columnsOf(dk, lang)
    .filter((c) => SHOWN.includes(c.key))
    .map((c) => ({ ...c, sorter: false }))
  return (
    <Flex vertical gap="middle">
      <Table<AnyRow>
        size="small"
        rowKey="id"
        pagination={false}
        loading={isLoading}
        dataSource={rows}
        columns={columns}
        scroll={{ x: 1000, y: 260 }}
        locale={{ emptyText: say(words.noParcels) }}
        rowClassName={(r) => (r.dkbm === shown ? 'ant-table-row-selected' : '')}
        onRow={(r) => ({
          onClick: () => setPicked(r.dkbm),
          onMouseEnter: () => setHovered(r.dkbm),
          onMouseLeave: () => setHovered(undefined),
          style: { cursor: 'pointer' },
        })}
      />
      {shown && can(permOf(dk, 'view')) && (
        <RegionMap regionCode={String(rows[0]?.regionCode ?? '')} selected={shown} hovered={hovered} onPick={setPicked} height={360} />
      )}
    </Flex>
  )
}
