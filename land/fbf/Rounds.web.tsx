import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Empty, Flex } from 'antd'
import { labelOf } from '../../kit/model/field.ts'
import { api } from '../../kit/web/client.web.ts'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { fbf_plan, type Term } from './plan.ts'
import { words } from './words.ts'

/** A round of contracting as the register has it: `day`: since when it has it so, `causeKind` by what; neither of a term that was only read off the books. */
export interface RoundShown extends Term {
  planId: string | null
  planName: string | null
  causeKind: string | null
  day: string | null
}
/** Rounds of contracting of an issuer that are recorded, in their order; where none is, the term that its household books share. */
export const useRecorded = (fbfbm: string | undefined) =>
  useQuery({
    queryKey: queryKeyOf('fbf', 'rounds', fbfbm),
    enabled: !!fbfbm,
    retry: false,
    queryFn: () => api.get<RoundShown[]>('base-qssj/fbf/rounds', { fbfbm: fbfbm! }, { quiet: true }),
  })

/** The rounds of an issuer, on a past day those that were recorded by then; where there is a right to, the next one is begun here. */
export function Rounds({ fbfbm }: { fbfbm: string }) {
  const { say } = useSay()
  const { can } = useSession()
  const { search, setSearch } = usePageState()
  const { label } = useDict('register_cause')
  const { data, error, isLoading } = useRecorded(fbfbm)
  const day = search.asOf
  const shown = (data ?? []).filter((r) => !day || (r.day !== null && r.day <= day))
  const of = fbf_plan.fields
  return (
    <Flex vertical gap="small">
      {error && <Alert type="error" showIcon title={error.message} />}
      <Table<RoundShown>
        size="small"
        rowKey="fromDay"
        loading={isLoading}
        pagination={false}
        dataSource={shown}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.noRound)} /> }}
        columns={[
          { key: 'roundNo', dataIndex: 'roundNo', title: say(labelOf(of.roundNo)), width: 70, render: (n: number | null) => n ?? '—' },
          { key: 'fromDay', dataIndex: 'fromDay', title: say(labelOf(of.fromDay)), width: 110 },
          { key: 'toDay', dataIndex: 'toDay', title: say(labelOf(of.toDay)), width: 110 },
          { key: 'planName', title: say(words.plan), render: (_v, r) => (r.roundNo === null ? say(words.sharedTerm) : (r.planName ?? r.planId ?? '—')) },
          { key: 'cause', title: say(words.cause), width: 100, render: (_v, r) => (r.causeKind ? label(r.causeKind) : '—') },
          { key: 'day', dataIndex: 'day', title: say(words.recorded), width: 110 },
        ]}
      />
      {!day && can('fbf_plan_view') && (
        <Flex gap="small">
          {can('fbf_plan_add') && (
            <Button type="primary" onClick={() => setSearch({ list: 'rounds', open: `add.${fbfbm}`, fbfbm })}>
              {say(words.nextRound)}
            </Button>
          )}
          <Button onClick={() => setSearch({ list: 'rounds', open: undefined, fbfbm })}>{say(words.toRounds)}</Button>
        </Flex>
      )}
    </Flex>
  )
}
