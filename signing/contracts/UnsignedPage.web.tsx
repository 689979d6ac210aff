import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Flex, Tag } from 'antd'
import { useState } from 'react'
import { both as w } from '../../kit/model/lang.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Commands, type RowCommand, type ToolCommand, type Tools } from '../../kit/web/commands.web.tsx'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import type { Page } from '../../kit/model/page.ts'
import { useListState } from '../../kit/web/list-state.web.ts'
import { SearchBar } from '../../kit/web/SearchBar.web.tsx'
import { columnsOf, ResourceTable, type Column } from '../../kit/web/ResourceTable.web.tsx'
import { Marked } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { MoreFilters } from '../../land/parts/ListPicker.web.tsx'
import { BesideRegions } from '../../platform/parts/BesideRegions.web.tsx'
import { REASON_WORDS, UNSIGNED_REASONS, type UnsignedReason } from './unsigned.ts'
import { useIssuerColumn } from '../../land/parts/columns.web.tsx'

const words = {
  parcels: w('地块数', 'Parcels'),
  area: w('面积（亩）', 'Area (mu)'),
  reason: w('未签原因', 'Reason'),
  days: w('天数', 'Days'),
  exported: w('导出', 'Export'),
  remind: w('短信提醒', 'Remind by SMS'),
  late: w('批量补签合同', 'Sign late, in batch'),
  ask: w('向所选承包方发送签约提醒短信？', 'Send the chosen contractors a reminder?'),
  sent: (n: number, left: number) =>
    w(`已发送${n}条${left ? `，${left}户未发送（没有手机号码或已签）` : ''}`, `${n} sent${left ? `, ${left} left out (no mobile number, or signed)` : ''}`),
} as const
const COLOURS: Readonly<Record<UnsignedReason, string>> = { unsigned: 'default', signing: 'processing', expired: 'warning', refused: 'error' }
const FILTERS = { reason: { label: words.reason, choices: UNSIGNED_REASONS.map((r) => ({ value: r, label: REASON_WORDS[r] })) } }

const { regionCode, cbfbm, cbfmc, cbflx, fbfbm, lxdh, djzt } = cbf.fields
/** The list is searched by these alone. */
const SEARCHED = { ...cbf, versioned: false, fields: { regionCode, fbfbm, cbfbm, cbfmc, cbflx, lxdh, djzt } } as const

/** Contractors whose contract is not signed: why, and for how long. `start`: how a business is begun from a row; `lateType`: the type that signs late. Source: screens.md B2. */
export function UnsignedPage({ start, lateType }: { start: RowCommand; lateType: string }) {
  const { say, lang } = useSay()
  const toast = useToast()
  const client = useQueryClient()
  const [state, set] = useListState(SEARCHED, ['reason'])
  const [selected, setSelected] = useState<readonly AnyRow[]>([])
  const query = { ...state.filters, current: state.current, size: state.size }
  const list = useQuery({
    queryKey: queryKeyOf('cbf', 'unsigned', query),
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('base-qssj/cbf/unsignedPage', query, { quiet: true }),
  })
  const issuer = useIssuerColumn()
  const own = columnsOf(cbf, lang, {}).map((c) => ({ ...c, sorter: false }))
  const column = (n: string) => own.find((c) => c.key === n)!
  const columns: Column[] = [
    column('cbfbm'),
    column('cbfmc'),
    issuer,
    column('lxdh'),
    { key: 'parcels', title: say(words.parcels), width: 90, align: 'right', render: (_, r: AnyRow) => r.parcels },
    { key: 'area', title: say(words.area), width: 110, align: 'right', render: (_, r: AnyRow) => r.area },
    {
      key: 'reason',
      title: say(words.reason),
      width: 110,
      render: (_, r: AnyRow) => <Tag color={COLOURS[r.reason as UnsignedReason]}>{say(REASON_WORDS[r.reason as UnsignedReason])}</Tag>,
    },
    { key: 'days', title: say(words.days), width: 80, align: 'right', render: (_, r: AnyRow) => r.days },
  ]
  const exported: ToolCommand = {
    key: 'export',
    label: words.exported,
    perm: 'cbf_export',
    run: () => download('base-qssj/cbf/unsignedCbfExport', state.filters),
  }
  const remind: ToolCommand = {
    key: 'remind',
    label: words.remind,
    perm: 'sign_edit',
    needsRows: true,
    confirm: words.ask,
    run: async (rows) => {
      const { sent, left } = await api.post<{ sent: number; left: number }>('base-qssj/cbf/unsigned-remind', {
        cbfbms: rows.map((r) => String(r.cbfbm)).join(','),
      })
      toast.done(words.sent(sent, left))
    },
  }
  const openPage = useOpenPage()
  // who has a book signs late; who has none yet begins with a contract of his own
  const late: ToolCommand = {
    key: 'late',
    label: words.late,
    perm: 'business_add',
    run: () => {
      const region = state.filters.regionCode ? { regionCode: state.filters.regionCode } : {}
      openPage('/registry/djb', { list: 'eligible', type: lateType, ...region })
    },
  }
  const tools: Tools = { open: () => {}, remove: async () => {}, reload: () => client.invalidateQueries({ queryKey: queryKeyOf('cbf', 'unsigned') }) }
  const rows = selected.filter((s) => list.data?.records.some((x) => x.id === s.id))
  return (
    <BesideRegions value={state.filters.regionCode} onChange={(code) => set({ filters: { ...state.filters, regionCode: code ?? '' }, current: 1 })}>
      <SearchBar
        of={SEARCHED}
        filters={state.filters}
        without={['regionCode']}
        onSearch={(filters) => set({ filters: { ...filters, reason: state.filters.reason ?? '' }, current: 1 })}
      />
      <Flex gap="small" align="start" wrap>
        <Commands of={[exported, remind, late]} on={rows} tools={tools} />
        <MoreFilters of={FILTERS} />
      </Flex>
      <Marked selected={rows} onSelect={setSelected}>
        <ResourceTable
          of={cbf}
          page={list.data}
          state={state}
          onState={set}
          loading={list.isFetching}
          error={list.error}
          onRetry={() => void list.refetch()}
          columns={columns}
          selects
          actions={(r) => <Commands of={[start]} on={r} tools={tools} size="small" type="link" />}
          actionsWidth={110}
        />
      </Marked>
    </BesideRegions>
  )
}
