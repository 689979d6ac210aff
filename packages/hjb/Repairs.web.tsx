// What of a package can be mended by rule: each cell before and after, accepted or taken back with a reason.
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Input, Select, Tag, type TablePaginationConfig } from 'antd'
import { useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { hjb, hjb_repair } from '../package/hjb.ts'
import { packageMay } from './flow.ts'
import { repairKinds, repairWords as words } from './words.ts'

const SIZE = 50
const SHOWN = ['layer', 'object', 'field', 'was', 'becomes'] as const
interface Count {
  kind: string
  proposed: number
  accepted: number
}

/** The repairs of a package. */
export function Repairs({ id, status }: { id: string; status: unknown }) {
  const { say, label } = useSay()
  const { can } = useSession()
  const { busy, run } = useOneCall()
  const [filter, setFilter] = useState<{ kind?: string; accepted: 0 | 1 }>({ accepted: 0 })
  const [current, setCurrent] = useState(1)
  const [chosen, setChosen] = useState<React.Key[]>([])
  const [reason, setReason] = useState('')
  const counts = useQuery({
    queryKey: queryKeyOf(hjb_repair, 'counts', id),
    queryFn: () => api.get<Count[]>('hjb/hjbinfo/repairCounts', { id }, { quiet: true }),
  })
  const list = useQuery({
    queryKey: queryKeyOf(hjb_repair, id, filter, current),
    queryFn: () => api.get<Page<AnyRow>>('hjb/hjbrepair/page', { infoId: id, current, size: SIZE, ...filter }, { quiet: true }),
  })
  const mayRepair = packageMay('repair', status) && can('hjb_edit')
  const found = counts.data ?? []
  if (!mayRepair && found.length === 0) return null
  const narrow = (more: Partial<typeof filter>) => {
    setFilter({ ...filter, ...more })
    setCurrent(1)
    setChosen([])
  }
  const touches = [queryKeyOf(hjb), queryKeyOf(hjb_repair)]
  const search = () => run(() => api.post('hjb/hjbinfo/proposeRepairs', { id }), { done: phrases.done, touches })
  const decide = async (of: { ids: React.Key[] } | { kind: string }) => {
    const call = filter.accepted ? 'retractRepairs' : 'acceptRepairs'
    if (await run(() => api.post(`hjb/hjbinfo/${call}`, { id, reason, ...of }), { done: words.again, touches })) setChosen([])
  }
  const of = (c: Count) => (filter.accepted ? c.accepted : c.proposed)
  return (
    <Flex vertical gap="small">
      <Flex gap="small" align="center" wrap>
        <b>{say(words.title)}</b>
        {mayRepair && (
          <Button loading={busy} onClick={() => void search()}>
            {say(words.look)}
          </Button>
        )}
        <Select
          aria-label={say(words.accepted)}
          value={filter.accepted}
          onChange={(accepted) => narrow({ accepted })}
          options={[
            { value: 0 as const, label: say(words.proposed) },
            { value: 1 as const, label: say(words.accepted) },
          ]}
        />
        <ClearSelect
          popupMatchSelectWidth={false}
          placeholder={label(hjb_repair.fields.kind)}
          aria-label={label(hjb_repair.fields.kind)}
          value={filter.kind}
          onChange={(kind) => setFilter((f) => ({ accepted: f.accepted, ...(kind ? { kind } : {}) }))}
          options={found.map((c) => ({ value: c.kind, label: `${say(repairKinds[c.kind] ?? words.title)} ${of(c)}` }))}
        />
      </Flex>
      <Alert type="info" showIcon title={say(words.hint)} />
      {mayRepair && found.length > 0 && (
        <Flex gap="small" align="center" wrap>
          <Input maxLength={500} placeholder={say(words.reason)} aria-label={say(words.reason)} value={reason} onChange={(e) => setReason(e.target.value)} />
          <Button type="primary" disabled={!reason.trim() || chosen.length === 0} loading={busy} onClick={() => void decide({ ids: chosen })}>
            {say(filter.accepted ? words.retract(chosen.length) : words.accept(chosen.length))}
          </Button>
          {!filter.accepted && filter.kind && (
            <Button disabled={!reason.trim()} loading={busy} onClick={() => void decide({ kind: filter.kind! })}>
              {say(words.acceptAll)}
            </Button>
          )}
        </Flex>
      )}
      {found.length > 0 && (
        <RepairTable
          records={list.data?.records ?? []}
          loading={list.isFetching}
          chosen={mayRepair ? { keys: chosen, onChange: setChosen } : undefined}
          pagination={{ current, pageSize: SIZE, total: list.data?.total ?? 0, showSizeChanger: false, onChange: setCurrent }}
        />
      )}
    </Flex>
  )
}

interface RepairTableProps {
  records: readonly AnyRow[]
  loading: boolean
  /** which are chosen, where any may be */
  chosen: { keys: React.Key[]; onChange(keys: React.Key[]): void } | undefined
  pagination: TablePaginationConfig
}
function RepairTable({ records, loading, chosen, pagination }: RepairTableProps) {
  const { say, label } = useSay()
  return (
    <Table<AnyRow>
      rowKey="id"
      size="small"
      scroll={{ x: 'max-content', y: 300 }}
      columns={[
        {
          title: label(hjb_repair.fields.kind),
          dataIndex: 'kind',
          key: 'kind',
          width: 190,
          render: (v: string) => <Tag>{say(repairKinds[v] ?? words.title)}</Tag>,
        },
        ...SHOWN.map((n) => ({ title: label(hjb_repair.fields[n]), dataIndex: n, key: n, width: hjb_repair.fields[n].width })),
      ]}
      dataSource={[...records]}
      loading={loading}
      {...(chosen ? { rowSelection: { selectedRowKeys: chosen.keys, onChange: chosen.onChange } } : {})}
      pagination={pagination}
    />
  )
}
