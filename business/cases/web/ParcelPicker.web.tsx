import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Grid, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import type { Page } from '../../../kit/model/page.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { Dialog, Foot } from '../../../kit/web/dialogs.web.tsx'
import { counted, phrases, selectedCount } from '../../../kit/web/phrases.ts'
import { columnsOf } from '../../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { SearchBox } from '../../../platform/parts/SearchBox.web.tsx'
import { dk } from '../../../land/definitions/dk.ts'
import { Sketch, type Sketched } from '../../../land/map/Sketch.web.tsx'
import type { Chosen } from './lines.web.ts'
import { words } from './words.ts'

const TABS = ['jtdk', 'qqdk', 'cbdk'] as const
const SHOWN = ['dkbm', 'dkmc', 'dklb', 'cbfmc', 'scmjm', 'dkdz', 'dkxz', 'dknz', 'dkbz']
type Kind = (typeof TABS)[number]

interface OfferProps {
  kind: Kind
  chosen: Chosen
  taken: readonly AnyRow[]
  onTaken(rows: readonly AnyRow[]): void
}
/** Height of the map beside the list: list and map end where the window does. */
const MAP_HEIGHT = 300
/** The parcels of a page of the list and those that are taken, as they lie: those that are taken stand out, and a press takes one or lets it go. */
function PickerMap({ rows, taken, at, onPress }: { rows: readonly AnyRow[]; taken: readonly AnyRow[]; at: string | undefined; onPress(dkbm: string): void }) {
  const { say } = useSay()
  const codes = [...new Set([...taken, ...rows].map((r) => String(r.dkbm)))].toSorted().join(',')
  const { data = [] } = useQuery({
    queryKey: queryKeyOf('business', 'land', codes, 0),
    enabled: codes !== '',
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () => api.get<{ dkbm: string; dkmc: string; scmjm: string; geom: string }[]>('map/dk/processing_data', { codes }, { quiet: true }),
  })
  const isTaken = taken.map((t) => String(t.dkbm)).join()
  const sketched = useMemo(
    (): Sketched[] =>
      data.map((d) => ({
        key: d.dkbm,
        wkt: d.geom,
        kind: isTaken.includes(d.dkbm) ? 'own' : 'near',
        label: [d.dkbm.slice(-5), `${d.scmjm} ${say(words.mu)}`],
      })),
    [data, isTaken, say(words.mu)],
  )
  return <Sketch of={sketched} height={MAP_HEIGHT} name={say(words.pickerMap)} chosen={at} onChoose={onPress} />
}
/** One page of parcels that may come into the contract; what is chosen already is greyed. */
function Offer({ kind, chosen, taken, onTaken }: OfferProps) {
  const { say, lang } = useSay()
  const [typed, setTyped] = useState(''),
    [current, setCurrent] = useState(1),
    [size, setSize] = useState(10)
  const by = /^\d+$/.test(typed) ? { dkbm: typed } : typed ? { dkmc: typed } : {}
  const query = { fbfbm: chosen.fbfbm, ...(chosen.cbfbm ? { cbfbm: kind === 'jtdk' ? undefined : chosen.cbfbm } : {}), ...by, current, size }
  const ready = kind !== 'cbdk' || !!chosen.cbfbm
  const screens = Grid.useBreakpoint()
  /** the row under the pointer */
  const [at, setAt] = useState<string>()
  const { data, isFetching, error } = useQuery({
    queryKey: queryKeyOf('dk', 'offer', kind, query),
    enabled: ready,
    placeholderData: keepPreviousData,
    queryFn: () => api.get<Page<AnyRow>>(`ywbl/register-contract/${kind}/page`, query, { quiet: true }),
  })
  if (!ready) return <Alert type="info" showIcon title={say(words.knownOnly)} />
  if (error) return <Alert type="error" showIcon title={error.message} />
  const rows = data?.records ?? []
  const isThere = (dkbm: unknown) => chosen.lines.some((l) => l.dkbm === dkbm)
  const press = (dkbm: string) => {
    const row = rows.find((r) => r.dkbm === dkbm)
    setAt(dkbm)
    if (taken.some((t) => t.dkbm === dkbm)) onTaken(taken.filter((t) => t.dkbm !== dkbm))
    else if (row && !isThere(dkbm)) onTaken([...taken, row])
  }
  const list = (
    <Flex vertical gap="small" style={{ flex: 1, minWidth: 0 }}>
      <span style={{ opacity: 0.7 }}>{say(words[`${kind}Hint`])}</span>
      <SearchBox
        style={{ maxWidth: 360 }}
        placeholder={say(words.search)}
        aria-label={say(words.search)}
        onSearch={(v) => {
          setTyped(v.trim())
          setCurrent(1)
        }}
      />
      <Table<AnyRow>
        size="small"
        rowKey="dkbm"
        loading={isFetching}
        dataSource={rows}
        scroll={{ x: 1100, y: 'max(160px, min(360px, calc(100vh - 460px)))' }}
        columns={columnsOf(dk, lang)
          .filter((c) => SHOWN.includes(c.key))
          .map((c) => ({ ...c, sorter: false }))}
        pagination={{
          current,
          pageSize: size,
          total: data?.total ?? 0,
          showTotal: (n) => say(counted(n, data?.totalIsEstimate)),
          onChange: (c, s) => {
            setCurrent(c)
            setSize(s)
          },
        }}
        onRow={(r) => ({ onMouseEnter: () => setAt(String(r.dkbm)), onFocus: () => setAt(String(r.dkbm)) })}
        rowClassName={(r) => (r.dkbm === at ? 'ant-table-cell-row-hover' : '')}
        rowSelection={{
          selectedRowKeys: taken.map((t) => t.dkbm),
          preserveSelectedRowKeys: true,
          onChange: (_keys, picked) =>
            onTaken([...taken.filter((t) => !rows.some((r) => r.dkbm === t.dkbm)), ...picked.filter((p) => p && rows.some((r) => r.dkbm === p.dkbm))]),
          getCheckboxProps: (r) => ({ disabled: isThere(r.dkbm), 'aria-label': `${say(phrases.selectRow)} ${r.dkbm}` }),
        }}
      />
    </Flex>
  )
  return (
    <Flex gap="middle" align="start">
      {list}
      {screens.lg && (
        <div style={{ flex: '0 0 30%', minWidth: 0 }}>
          <PickerMap rows={rows} taken={taken} at={at} onPress={press} />
        </div>
      )}
    </Flex>
  )
}

interface ParcelPickerProps {
  chosen: Chosen
  onClose(): void
  onTake(rows: readonly AnyRow[]): void
}
/** Chooses parcels of the issuer from three lists: collective, confirmed, contracted. Source: business-flows.md 4.1. */
export function ParcelPicker({ chosen, onClose, onTake }: ParcelPickerProps) {
  const { say } = useSay()
  const [taken, setTaken] = useState<readonly AnyRow[]>([])
  return (
    <Dialog
      open
      width="92%"
      title={say(words.pickParcels)}
      onCancel={onClose}
      footer={
        <Foot onCancel={onClose} note={<span role="status">{taken.length > 0 && say(selectedCount(taken.length))}</span>}>
          <Button type="primary" disabled={taken.length === 0} onClick={() => onTake(taken)}>
            {say(words.take)}
          </Button>
        </Foot>
      }
    >
      <Tabs
        items={TABS.map((kind) => ({ key: kind, label: say(words[kind]), children: <Offer kind={kind} chosen={chosen} taken={taken} onTaken={setTaken} /> }))}
      />
    </Dialog>
  )
}
