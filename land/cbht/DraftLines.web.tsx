import { Button, InputNumber, Select, Typography, type TableColumnType } from 'antd'
import { m2, mu, toM2, toMu } from '../definitions/area.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { DictTag } from '../../kit/web/inputs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { cbdkxx } from '../definitions/cbht.ts'
import { parcelAreaFits } from '../definitions/contract-area.ts'
import type { DraftLine } from '../definitions/contract-draft.ts'
import { sumsOf } from './draft.ts'
import { words } from './words.ts'

const AREA = /^\d{1,13}(\.\d{1,2})?$/
const PAIRS = { htmj: 'htmjm', htmjm: 'htmj', yhtmj: 'yhtmjm', yhtmjm: 'yhtmj' } as const
type Unit = keyof typeof PAIRS
/** A line with an area typed in one unit; the other one follows. */
function withArea(l: DraftLine, unit: Unit, typed: string | null): DraftLine {
  const other = PAIRS[unit]
  if (!typed) return { ...l, [unit]: unit.startsWith('y') ? null : '', ...(unit.startsWith('y') ? { [other]: null } : {}) }
  if (!AREA.test(typed)) return { ...l, [unit]: typed }
  return { ...l, [unit]: typed, [other]: unit.endsWith('m') ? toM2(mu(typed)) : toMu(m2(typed)) }
}
/** Whether both areas of a line are there and tell the same. */
export const lineReady = (l: DraftLine): boolean => AREA.test(l.htmj) && AREA.test(l.htmjm) && parcelAreaFits(l)

interface DraftLinesProps {
  value?: readonly DraftLine[]
  readOnly: boolean
  onChange?(lines: readonly DraftLine[]): void
}
/** The parcels of a contract made outside, each with its way and its areas; the totals are their sums. Source: screens.md B4, group 3. */
export function DraftLines({ value = [], readOnly, onChange }: DraftLinesProps) {
  const { say, label } = useSay()
  const yes = useDict('yes_no'),
    ways = useDict('cbjyqqdfs')
  const f = cbdkxx.fields
  const put = (dkbm: string, next: (l: DraftLine) => DraftLine) => onChange?.(value.map((l) => (l.dkbm === dkbm ? next(l) : l)))
  const area = (unit: Unit): TableColumnType<DraftLine> => ({
    key: unit,
    title: `${label(f[unit])}${readOnly || unit.startsWith('y') ? '' : ' *'}`,
    width: 130,
    align: 'right',
    render: (_v, l) =>
      readOnly ? (
        l[unit]
      ) : (
        <InputNumber<string>
          stringMode
          precision={2}
          controls={false}
          value={l[unit] || null}
          status={unit.startsWith('y') || lineReady(l) ? '' : 'error'}
          aria-label={`${label(f[unit])} ${l.dkbm}`}
          style={{ width: '100%' }}
          onChange={(v) => put(l.dkbm, (x) => withArea(x, unit, v))}
        />
      ),
  })
  const choice = (name: 'cbjyqqdfs' | 'sfqqqg', choices: readonly { value: string; label: string }[]): TableColumnType<DraftLine> => ({
    key: name,
    title: label(f[name]),
    width: 120,
    render: (_v, l) =>
      readOnly ? (
        <DictTag code={f[name].dict!} value={l[name]} />
      ) : (
        <Select
          value={l[name]}
          options={choices as { value: string; label: string }[]}
          style={{ width: '100%' }}
          aria-label={`${label(f[name])} ${l.dkbm}`}
          onChange={(v) => put(l.dkbm, (x) => ({ ...x, [name]: v }))}
        />
      ),
  })
  const columns: TableColumnType<DraftLine>[] = [
    { key: 'dkbm', dataIndex: 'dkbm', title: label(f.dkbm), width: 175 },
    { key: 'dkmc', dataIndex: 'dkmc', title: label(f.dkmc), width: 100, ellipsis: true },
    choice('cbjyqqdfs', ways.choices),
    area('htmjm'),
    area('htmj'),
    area('yhtmjm'),
    area('yhtmj'),
    { key: 'scmjm', dataIndex: 'scmjm', title: label(f.scmjm), width: 105, align: 'right' },
    choice(
      'sfqqqg',
      yes.choices.filter((c) => c.value === '1' || c.value === '2'),
    ),
    ...(readOnly
      ? []
      : [
          {
            key: 'do',
            title: say(phrases.actions),
            width: 80,
            fixed: 'end' as const,
            render: (_v: unknown, l: DraftLine) => (
              <Button type="link" size="small" danger onClick={() => onChange?.(value.filter((x) => x.dkbm !== l.dkbm))}>
                {say(words.takeOut)}
              </Button>
            ),
          },
        ]),
  ]
  const sums = sumsOf(value.filter(lineReady))
  return (
    <Table<DraftLine>
      size="small"
      rowKey="dkbm"
      pagination={false}
      dataSource={value}
      columns={columns}
      scroll={{ x: 1150 }}
      footer={() => (
        <Typography.Text strong>
          {say(words.total)} {value.length} {say(words.pieces)}，{sums.htzmjm} {say(words.mu)}，{sums.htzmj} {say(words.m2)}
        </Typography.Text>
      )}
    />
  )
}
