import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Input, Tabs } from 'antd'
import { useState } from 'react'
import type { Page } from '../../../kit/model/page.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { counted, phrases, selectedCount } from '../../../kit/web/phrases.ts'
import { columnsOf } from '../../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { dk } from '../../../land/definitions/dk.ts'
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
/** One page of parcels that may come into the contract; what is chosen already is greyed. */
function Offer({ kind, chosen, taken, onTaken }: OfferProps) {
  const { say, lang } = useSay()
  const [typed, setTyped] = useState(''),
    [current, setCurrent] = useState(1),
    [size, setSize] = useState(10)
  const by = /^\d+$/.test(typed) ? { dkbm: typed } : typed ? { dkmc: typed } : {}
  const query = { fbfbm: chosen.fbfbm, ...(chosen.cbfbm ? { cbfbm: kind === 'jtdk' ? undefined : chosen.cbfbm } : {}), ...by, current, size }
  const ready = kind !== 'cbdk' || !!chosen.cbfbm
  const { data, isFetching, error } = useQuery({
    queryKey: ['dk', 'offer', kind, query],
    enabled: ready,
    placeholderData: keepPreviousData,
    queryFn: () => api.get<Page<AnyRow>>(`ywbl/register-contract/${kind}/page`, query, { quiet: true }),
  })
  if (!ready) return <Alert type="info" showIcon title={say(words.knownOnly)} />
  if (error) return <Alert type="error" showIcon title={error.message} />
  const rows = data?.records ?? []
  return (
    <Flex vertical gap="small">
      <span style={{ opacity: 0.7 }}>{say(words[`${kind}Hint`])}</span>
      <Input.Search
        allowClear
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
        scroll={{ x: 1100, y: 'max(160px, min(360px, calc(100vh - 440px)))' }}
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
        rowSelection={{
          selectedRowKeys: taken.map((t) => t.dkbm),
          preserveSelectedRowKeys: true,
          onChange: (_keys, picked) =>
            onTaken([...taken.filter((t) => !rows.some((r) => r.dkbm === t.dkbm)), ...picked.filter((p) => p && rows.some((r) => r.dkbm === p.dkbm))]),
          getCheckboxProps: (r) => ({ disabled: chosen.lines.some((l) => l.dkbm === r.dkbm), 'aria-label': `${say(phrases.selectRow)} ${r.dkbm}` }),
        }}
      />
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
      width="80%"
      title={say(words.pickParcels)}
      onCancel={onClose}
      footer={
        <Flex justify="end" align="center" gap="small">
          <span role="status">{taken.length > 0 && say(selectedCount(taken.length))}</span>
          <Button type="primary" disabled={taken.length === 0} onClick={() => onTake(taken)}>
            {say(words.take)}
          </Button>
          <Button onClick={onClose}>{say(phrases.cancel)}</Button>
        </Flex>
      }
    >
      <Tabs
        items={TABS.map((kind) => ({ key: kind, label: say(words[kind]), children: <Offer kind={kind} chosen={chosen} taken={taken} onTaken={setTaken} /> }))}
      />
    </Dialog>
  )
}
