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
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { labelOf } from '../../kit/model/field.ts'
import { dk } from '../../land/definitions/dk.ts'
import { cbdkxx } from '../../land/definitions/cbht.ts'
import { percentOff, AREA_REASON, NEEDS_REASON } from '../cases/rules/area-limits.ts'
import type { Editing } from '../cases/web/form.web.ts'
import { areaReady, lineOf, totalOf, withArea, type Chosen, type FormLine } from '../cases/web/lines.web.ts'
import { ParcelPicker } from '../cases/web/ParcelPicker.web.tsx'
import { HeldInput } from '../cases/web/HeldInput.web.tsx'
import { words } from '../cases/web/words.ts'

/** Width of the column with number and removal. */
const FIRST = 56
/** Whether the contract area lies so far from the measured one that a reason is asked for. */
const asksReason = (l: FormLine): boolean => (percentOff(l, l.scmj) ?? 0) > NEEDS_REASON
/** Names and measured areas of parcels that a stored form only has codes of. */
function useParcelFacts(lines: readonly FormLine[]): Map<string, AnyRow> {
  const codes = lines.filter((l) => l.dkmc === undefined).map((l) => l.dkbm)
  const { data = [] } = useQuery({
    queryKey: queryKeyOf('dk', 'facts', codes.join(',')),
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

const f = cbdkxx.fields

interface CellProps {
  line: FormLine
  editing: Editing
  /** changes this line */
  onLine(next: (l: FormLine) => FormLine): void
}
/** The contract area of a parcel in one unit; the other unit follows what is typed. */
function AreaCell({ line, editing, unit, onLine }: CellProps & { unit: 'htmj' | 'htmjm' }) {
  const { label } = useSay()
  if (editing === 'nothing') return line[unit]
  return (
    <HeldInput value={line[unit]} onType={(v) => onLine((l) => withArea(l, unit, v as string | null))}>
      {({ value, ...held }) => (
        <InputNumber<string>
          {...held}
          stringMode
          precision={2}
          controls={false}
          value={value || null}
          status={areaReady(line) ? '' : 'error'}
          aria-label={`${label(f[unit])} ${line.dkbm}`}
          style={{ width: '100%' }}
          styles={{ input: { textAlign: 'right' } }}
        />
      )}
    </HeldInput>
  )
}
/** Why the contract area lies far from the measured one. */
function ReasonCell({ line, editing, onLine }: CellProps) {
  const { say, label } = useSay()
  if (!asksReason(line) || editing === 'nothing') return line.areaReason
  return (
    <HeldInput value={line.areaReason} onType={(v) => onLine((l) => ({ ...l, areaReason: v as string }))}>
      {({ value, onChange, onBlur }) => (
        <Input
          value={value ?? ''}
          maxLength={AREA_REASON.max}
          status={line.areaReason?.trim() ? '' : 'error'}
          placeholder={say(words.areaApart)}
          aria-label={`${label(AREA_REASON)} ${line.dkbm}`}
          onChange={(e) => onChange(e.target.value)}
          onBlur={onBlur}
        />
      )}
    </HeldInput>
  )
}
/** Whether the household owns a share of the parcel. */
function ShareCell({ line, editing, onLine }: CellProps) {
  const { label } = useSay()
  const { choices } = useDict('yes_no')
  if (editing !== 'all') return <DictTag code="yes_no" value={line.sfqqqg} />
  return (
    <Select
      value={line.sfqqqg}
      options={choices.filter((c) => c.value === '1' || c.value === '2')}
      style={{ width: '100%' }}
      aria-label={`${label(f.sfqqqg)} ${line.dkbm}`}
      onChange={(v) => onLine((l) => ({ ...l, sfqqqg: v }))}
    />
  )
}
/** The number of a parcel, and beside it its removal: a column that stays at the right would lie over the areas that are typed. */
function NumberCell({ n, dkbm, onRemove }: { n: number; dkbm: string; onRemove: (() => void) | undefined }) {
  const { say } = useSay()
  return (
    <Flex align="center" justify="space-between">
      {n}
      {onRemove && (
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={say(words.remove)}
          title={`${say(words.remove)} ${dkbm}`}
          onClick={onRemove}
        />
      )}
    </Flex>
  )
}
/** The sums under the parcels. `rest`: columns after the areas. */
function Total({ lines, rest }: { lines: readonly FormLine[]; rest: number }) {
  const { say } = useSay()
  const total = totalOf(lines)
  return (
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
      <Table.Summary.Cell index={6} colSpan={rest} />
    </Table.Summary.Row>
  )
}

interface ParcelsProps {
  chosen: Chosen
  editing: Editing
  onChange(lines: readonly FormLine[]): void
  /** a row was pressed */
  onShow(dkbm: string): void
}
/** The parcels of the contract with their contract areas: the total is their sum, and a row shows its parcel on the map. */
export function Parcels({ chosen, editing, onChange, onShow }: ParcelsProps) {
  const { say, label } = useSay()
  const [picking, setPicking] = useState(false)
  const facts = useParcelFacts(chosen.lines)
  const lines = chosen.lines.map((l) => ({
    ...lineOf(facts.get(l.dkbm) ?? { id: '', scmj: undefined }),
    ...l,
    ...(l.dkmc === undefined ? pick(facts.get(l.dkbm)) : {}),
  }))
  const hasReasons = lines.some(asksReason)
  const cell = (line: FormLine): CellProps => ({ line, editing, onLine: (next) => onChange(chosen.lines.map((l) => (l.dkbm === line.dkbm ? next(l) : l))) })
  const remove = (dkbm: string) => (editing === 'all' ? () => onChange(chosen.lines.filter((x) => x.dkbm !== dkbm)) : undefined)
  const area = (unit: 'htmj' | 'htmjm'): TableColumnType<FormLine> => ({
    key: unit,
    title: `${label(f[unit])}${editing === 'nothing' ? '' : ' *'}`,
    width: 112,
    align: 'right',
    render: (_v, l) => <AreaCell {...cell(l)} unit={unit} />,
  })
  const columns: TableColumnType<FormLine>[] = [
    { key: '#', title: '#', width: FIRST, render: (_v, l, i) => <NumberCell n={i + 1} dkbm={l.dkbm} onRemove={remove(l.dkbm)} /> },
    { key: 'dkbm', dataIndex: 'dkbm', title: label(f.dkbm), width: 172 },
    { key: 'dkmc', dataIndex: 'dkmc', title: label(f.dkmc), width: 84, ellipsis: true },
    { key: 'scmjm', dataIndex: 'scmjm', title: label(f.scmjm), width: 84, align: 'right' },
    area('htmjm'),
    area('htmj'),
    { key: 'dklb', title: say(labelOf(dk.fields.dklb)), width: 84, render: (_v, l) => <DictTag code="dklb" value={l.dklb} /> },
    { key: 'areaReason', title: label(AREA_REASON), width: 190, hidden: !hasReasons, render: (_v, l) => <ReasonCell {...cell(l)} /> },
    { key: 'sfqqqg', title: label(f.sfqqqg), width: 95, render: (_v, l) => <ShareCell {...cell(l)} /> },
  ]
  return (
    <Flex vertical gap="small">
      {editing === 'all' && (
        <div data-field="dk">
          <Button onClick={() => setPicking(true)}>{say(words.pickParcels)}</Button>
        </div>
      )}
      <Table<FormLine>
        size="small"
        rowKey="dkbm"
        pagination={false}
        dataSource={lines}
        columns={columns}
        scroll={{ x: FIRST + 172 + 84 * 3 + 112 * 2 + 95 + (hasReasons ? 190 : 0) }}
        onRow={(l) => ({ onClick: () => onShow(l.dkbm), style: { cursor: 'pointer' } })}
        summary={() => <Total lines={lines} rest={hasReasons ? 3 : 2} />}
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
