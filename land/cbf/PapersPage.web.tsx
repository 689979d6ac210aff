import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Grid, Space, Table, Tag } from 'antd'
import { useState } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { minuteText } from '../../kit/web/clock.web.ts'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { useListState } from '../../kit/web/list-state.web.ts'
import { ResourceTable, type Column } from '../../kit/web/ResourceTable.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { BesideRegions } from '../../platform/parts/BesideRegions.web.tsx'
import { SearchBox } from '../../platform/parts/SearchBox.web.tsx'
import { cbf } from '../definitions/cbf.ts'
import { MoreFilters } from '../parts/ListPicker.web.tsx'
import { HouseholdPapers } from './HouseholdPapers.web.tsx'
import { words } from './words.ts'

/** A township: the largest region whose households are all looked at. */
const TOWNSHIP = 9
interface Checked {
  households: number
  complete: number
  lacks: { id: string; cbfbm: string; cbfmc: string; lacks: string[] }[]
}
const FILTERS = {
  complete: {
    label: words.isComplete,
    choices: [
      { value: '1', label: words.complete },
      { value: '2', label: words.incomplete },
    ],
  },
} as const

const code: Text = { zh: cbf.fields.cbfbm.label, en: cbf.fields.cbfbm.en! }
const holder: Text = { zh: cbf.fields.cbfmc.label, en: cbf.fields.cbfmc.en! }
/** Shows a kind of paper as there or lacking. */
function useMark() {
  const { say } = useSay()
  const kinds = useDict('attach_kind')
  return (k: string, isThere: boolean) => (
    <Tag
      key={k}
      color={isThere ? 'success' : 'error'}
      icon={isThere ? <CheckCircleOutlined /> : <CloseCircleOutlined />}
      aria-label={`${kinds.label(k)} ${say(isThere ? words.hasKind : words.lacksKind)}`}
    >
      {kinds.label(k)}
    </Tag>
  )
}
function useColumns(): Column[] {
  const { say } = useSay()
  const mark = useMark()
  return [
    { key: 'cbfbm', title: say(code), width: 180, render: (_, r: AnyRow) => r.cbfbm },
    { key: 'cbfmc', title: say(holder), width: 140, render: (_, r: AnyRow) => r.cbfmc },
    {
      key: 'kinds',
      title: say(words.kinds),
      width: 320,
      render: (_, r: AnyRow) => (
        <Space size={[4, 4]} wrap>
          {(r.required as string[]).map((k) => mark(k, !(r.lacks as string[]).includes(k)))}
        </Space>
      ),
    },
    { key: 'files', title: say(words.files), width: 90, align: 'right', render: (_, r: AnyRow) => r.files },
    {
      key: 'isComplete',
      title: say(words.isComplete),
      width: 110,
      render: (_, r: AnyRow) => <Tag color={r.isComplete ? 'success' : 'warning'}>{say(r.isComplete ? words.complete : words.incomplete)}</Tag>,
    },
    { key: 'lastUpload', title: say(words.lastUpload), width: 160, render: (_, r: AnyRow) => (r.lastUpload ? minuteText(String(r.lastUpload)) : '—') },
    { key: 'collector', title: say(words.collector), width: 120, render: (_, r: AnyRow) => r.collector ?? '—' },
  ]
}
/** Which households lack what. */
function CheckedDialog({ of: checked, onClose }: { of: Checked; onClose(): void }) {
  const { say } = useSay()
  const mark = useMark()
  return (
    <Dialog open width={760} title={`${say(words.checked)} · ${say(words.complete)} ${checked.complete} / ${checked.households}`} onCancel={onClose}>
      <Table
        size="small"
        rowKey="id"
        dataSource={checked.lacks}
        pagination={{ pageSize: 10 }}
        columns={[
          { key: 'cbfbm', title: say(code), dataIndex: 'cbfbm', width: 190 },
          { key: 'cbfmc', title: say(holder), dataIndex: 'cbfmc', width: 120 },
          { key: 'lacks', title: say(words.lacksKind), render: (_, r) => r.lacks.map((k) => mark(k, false)) },
        ]}
      />
    </Dialog>
  )
}

/** Contractors with their papers: which are required, there and lacking, who sent them last. Source: screens.md B2 (yb-attach). */
export function PapersPage() {
  const { say } = useSay()
  const toast = useToast()
  const { search, setSearch } = usePageState()
  const [state, set] = useListState({ ...cbf, fields: { regionCode: cbf.fields.regionCode, cbfbm: cbf.fields.cbfbm, cbfmc: cbf.fields.cbfmc } }, ['complete'])
  const [checked, setChecked] = useState<Checked>()
  const region = state.filters.regionCode ?? ''
  const query = { ...state.filters, current: state.current, size: state.size }
  const list = useQuery({
    queryKey: queryKeyOf('papers', 'list', query),
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('yb-attach/cbfattachinfo/list', query, { quiet: true }),
  })
  const small = (work: () => Promise<unknown>) => () => {
    if (region.length < TOWNSHIP) return toast.warn(words.region)
    void work().catch(() => undefined)
  }
  const columns = useColumns()
  // one button over the other leaves a narrow screen its columns
  const wide = Grid.useBreakpoint().md !== false
  const actions = (r: AnyRow) => (
    <Flex vertical={!wide} align="start">
      <Button type="link" size="small" onClick={() => setSearch({ papers: r.id })}>
        {say(words.manage)}
      </Button>
      <Button
        type="link"
        size="small"
        disabled={r.files === 0}
        onClick={() => void download('yb-attach/cbfattachinfo/download-zip-by-cbfbm', { cbfbm: r.cbfbm }).catch(() => undefined)}
      >
        {say(words.zip)}
      </Button>
    </Flex>
  )
  return (
    <BesideRegions value={region} onChange={(code) => set({ filters: { ...state.filters, regionCode: code ?? '' }, current: 1 })}>
      <Flex gap="small" align="start" wrap>
        <SearchBox
          style={{ width: 220, marginBottom: 12 }}
          defaultValue={state.filters.cbfmc}
          placeholder={say(holder)}
          onSearch={(cbfmc) => set({ filters: { ...state.filters, cbfmc }, current: 1 })}
        />
        <MoreFilters of={FILTERS} />
        <Button onClick={small(async () => setChecked(await api.get<Checked>('yb-attach/cbfattachinfo/checkCbfAttach', { regionCode: region })))}>
          {say(words.checkAll)}
        </Button>
        <Button onClick={small(() => download('yb-attach/cbfattachinfo/export', { xzqhbm: region }))}>{say(words.exportAll)}</Button>
      </Flex>
      <ResourceTable
        of={cbf}
        page={list.data}
        state={state}
        onState={set}
        loading={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        columns={columns}
        actions={actions}
        actionsWidth={wide ? 200 : 130}
      />
      {search.papers && <HouseholdPapers id={search.papers} onClose={() => setSearch({ papers: undefined })} />}
      {checked && <CheckedDialog of={checked} onClose={() => setChecked(undefined)} />}
    </BesideRegions>
  )
}
