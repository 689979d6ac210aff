import { useQuery } from '@tanstack/react-query'
import { dict } from '../../kit/model/field.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { STATES } from '../register/acts/standing.ts'
import { restriction } from '../register/acts/tables.ts'
import { words } from './words.ts'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'

/** The definition as its lists show it: with the state of the day, which the server says. */
export const listed = {
  ...restriction,
  fields: { state: dict('状态', 'restriction_state', { en: 'State', form: 'none', search: 'eq', values: STATES, width: 100 }), ...restriction.fields },
} as const
const SHOWN = ['state', 'kind', 'words', 'fromDay', 'toDay', 'causeKind', 'endDay', 'endWords']

/** Everything that stands or stood against one object, by its code (parcel, book or contractor), the newest first; on a past day as of that day. */
export function RestrictionsOf({ code, asOf }: { code: string; asOf?: string | undefined }) {
  const { say, lang } = useSay()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: queryKeyOf('restriction', 'of', code, asOf),
    retry: false,
    queryFn: () => api.get<AnyRow[]>('base-qssj/restriction/history', { code, ...(asOf ? { asOf } : {}) }, { quiet: true }),
  })
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  const columns = columnsOf(listed, lang)
    .filter((c) => SHOWN.includes(c.key))
    .map((c) => ({ ...c, sorter: false }))
  return (
    <Table<AnyRow>
      size="small"
      rowKey="id"
      pagination={false}
      loading={isLoading}
      dataSource={data ?? []}
      columns={columns}
      scroll={{ x: 1100 }}
      locale={{ emptyText: say(words.none) }}
    />
  )
}
