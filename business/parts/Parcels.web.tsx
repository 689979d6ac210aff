import { DeleteOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Input, InputNumber, Select, Typography, type TableColumnType } from 'antd'
import { useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { DictTag } from '../../kit/web/inputs.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { labelOf } from '../../kit/model/check.ts'
import { dk } from '../../land/definitions/dk.ts'
import { cbdkxx } from '../../land/definitions/cbht.ts'
import { apartBy, AREA_REASON, NEEDS_REASON } from '../cases/area-limits.ts'
import type { Editing } from '../cases/web/form.web.ts'
import { areaReady, lineOf, totalOf, withArea, type Chosen, type Line } from '../cases/web/lines.web.ts'
import { ParcelPicker } from '../cases/web/ParcelPicker.web.tsx'
import { words } from '../cases/web/words.ts'

/** Width of the column with number and removal. */
const FIRST = 56
/** Whether the contract area lies so far from the measured one that a reason is asked for. */
const asksReason = (l: Line): boolean => (apartBy(l, l.scmj) ?? 0) > NEEDS_REASON
/** Names and measured areas of parcels that a stored form only has codes of. */
function useParcelFacts(lines: readonly Line[]): Map<string, AnyRow> {
  const codes = lines.filter((l) => l.dkmc === undefined).map((l) => l.dkbm)
  const { data = [] } = useQuery({
    queryKey: ['dk', 'facts', codes.join(',')],
    enabled: codes.length > 0,
    retry: false,
    staleTime: 60_000,
    queryFn: async () =>
      (await Promise.all(codes.map((dkbm) => api.get<Page<AnyRow>>('base-dlxx/dk/page', { dkbm, current: 1, size: 1 }, { quiet: true })))).flatMap(
        (p) => p.records,
      ),
  })
  return new Map(data.map((d) => [String(d.dkbm), d]))
}

interface ParcelsProps {
  chosen: Chosen
  editing: Editing
  onChange(lines: readonly Line[]): void
  /** a row was pressed */
  onShow(dkbm: string): void
}
/** The parcels of the contract with their contract areas: the total is their sum, and a row shows its parcel on the map. */
export function Parcels({ chosen, editing, onChange, onShow }: ParcelsProps) {
  const { say, label } = useSay()
  const { choices } = useDict('yes_no')
  const [picking, setPicking] = useState(false)
  const facts = useParcelFacts(chosen.lines)
  const lines = chosen.lines.map((l) => ({
    ...lineOf(facts.get(l.dkbm) ?? { id: '', scmj: undefined }),
    ...l,
    ...(l.dkmc === undefined ? pick(facts.get(l.dkbm)) : {}),
  }))
  const total = totalOf(lines)
  const put = (dkbm: string, next: (l: Line) => Line) => onChange(chosen.lines.map((l) => (l.dkbm === dkbm ? next(l) : l)))
  const f = cbdkxx.fields
  const area = (unit: 'htmj' | 'htmjm'): TableColumnType<Line> => ({
    key: unit,
    title: `${label(f[unit])}${editing === 'nothing' ? '' : ' *'}`,
    width: 112,
    align: 'right',
    render: (_v, l) =>
      editing === 'nothing' ? (
        l[unit]
      ) : (
        <InputNumber<string>
          stringMode
          precision={2}
          controls={false}
          value={l[unit] || null}
          status={areaReady(l) ? '' : 'error'}
          aria-label={`${label(f[unit])} ${l.dkbm}`}
          style={{ width: '100%' }}
          styles={{ input: { textAlign: 'right' } }}
          onChange={(v) => put(l.dkbm, (x) => withArea(x, unit, v))}
        />
      ),
  })
  const reason: TableColumnType<Line> = {
    key: 'areaReason',
    title: label(AREA_REASON),
    width: 190,
    render: (_v, l) =>
      !asksReason(l) || editing === 'nothing' ? (
        l.areaReason
      ) : (
        <Input
          value={l.areaReason ?? ''}
          maxLength={AREA_REASON.max}
          status={l.areaReason?.trim() ? '' : 'error'}
          placeholder={say(words.areaApart)}
          aria-label={`${label(AREA_REASON)} ${l.dkbm}`}
          onChange={(e) => put(l.dkbm, (x) => ({ ...x, areaReason: e.target.value }))}
        />
      ),
  }
  const columns: TableColumnType<Line>[] = [
    {
      key: '#',
      title: '#',
      width: FIRST,
      // beside the number: a column that stays at the right would lie over the areas that are typed
      render: (_v, l, i) => (
        <Flex align="center" justify="space-between">
          {i + 1}
          {editing === 'all' && (
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined />}
              aria-label={say(words.remove)}
              title={`${say(words.remove)} ${l.dkbm}`}
              onClick={() => onChange(chosen.lines.filter((x) => x.dkbm !== l.dkbm))}
            />
          )}
        </Flex>
      ),
    },
    { key: 'dkbm', dataIndex: 'dkbm', title: label(f.dkbm), width: 172 },
    { key: 'dkmc', dataIndex: 'dkmc', title: label(f.dkmc), width: 84, ellipsis: true },
    { key: 'scmjm', dataIndex: 'scmjm', title: label(f.scmjm), width: 84, align: 'right' },
    area('htmjm'),
    area('htmj'),
    { key: 'dklb', title: say(labelOf(dk.fields.dklb)), width: 84, render: (_v, l) => <DictTag code="dklb" value={l.dklb} /> },
    ...(lines.some(asksReason) ? [reason] : []),
    {
      key: 'sfqqqg',
      title: label(f.sfqqqg),
      width: 95,
      render: (_v, l) =>
        editing !== 'all' ? (
          <DictTag code="yes_no" value={l.sfqqqg} />
        ) : (
          <Select
            value={l.sfqqqg}
            options={choices.filter((c) => c.value === '1' || c.value === '2')}
            style={{ width: '100%' }}
            aria-label={`${label(f.sfqqqg)} ${l.dkbm}`}
            onChange={(v) => put(l.dkbm, (x) => ({ ...x, sfqqqg: v }))}
          />
        ),
    },
  ]
  return (
    <Flex vertical gap="small">
      {editing === 'all' && (
        <div data-field="dk">
          <Button onClick={() => setPicking(true)}>{say(words.pickParcels)}</Button>
        </div>
      )}
      <Table<Line>
        size="small"
        rowKey="dkbm"
        pagination={false}
        dataSource={lines}
        columns={columns}
        scroll={{ x: FIRST + 172 + 84 * 3 + 112 * 2 + 95 + (lines.some(asksReason) ? 190 : 0) }}
        onRow={(l) => ({ onClick: () => onShow(l.dkbm), style: { cursor: 'pointer' } })}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} colSpan={4}>
              <strong>{say(words.sum)}</strong> {total.cbdkzs} {say(words.number)}
            </Table.Summary.Cell>
            <Table.Summary.Cell index={4} align="right">
              <strong data-testid="total-mu">{total.htzmjm}</strong> {say(words.mu)}
            </Table.Summary.Cell>
            <Table.Summary.Cell index={5} align="right">
              <strong>{total.htzmj}</strong> {say(words.m2)}
            </Table.Summary.Cell>
            <Table.Summary.Cell index={6} colSpan={lines.some(asksReason) ? 3 : 2} />
          </Table.Summary.Row>
        )}
      />
      {lines.some((l) => !areaReady(l)) && editing !== 'nothing' && (
        <Typography.Text type="danger" role="alert">
          {say(words.areaWrong)}
        </Typography.Text>
      )}
      {picking && (
        <ParcelPicker
          chosen={chosen}
          onClose={() => setPicking(false)}
          onTake={(rows) => {
            onChange([...chosen.lines, ...rows.map(lineOf)])
            setPicking(false)
          }}
        />
      )}
    </Flex>
  )
}
const pick = (d: AnyRow | undefined) => (d ? { dkmc: d.dkmc, dklb: d.dklb, regionCode: d.regionCode, scmj: d.scmj, scmjm: d.scmjm } : {})
