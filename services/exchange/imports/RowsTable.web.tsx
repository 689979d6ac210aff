import { Tag, theme, Tooltip, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Table } from '../../../kit/web/Table.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { OUTCOME, ROW, SHOWN_WORDS, type RowState, type ShownRow } from './imports.ts'
import { words } from './words.ts'

export interface PreviewRow {
  id: string
  no: number
  state: RowState
  outcome: string
  cells: Record<string, string>
  /** sentences by field, '' = the row */
  faults: Record<string, string>
  /** what the changed fields had */
  changes: Record<string, string>
}
interface RowsTableProps {
  columns: readonly { field: string; title: string; width: number }[]
  rows: readonly PreviewRow[]
  loading: boolean
  selectable: boolean
  picked: readonly string[]
  onPick(ids: readonly string[]): void
  paging: { current: number; pageSize: number; total: number; onChange(current: number): void }
}
const NO_WIDTH = 64,
  STATE_WIDTH = 96,
  WHY_WIDTH = 280
const PIXELS_A_CHARACTER = 9
const LEAST_WIDTH = 110

/** Where a row stands now: what was written tells that, whatever it was before. */
const shownAs = (row: PreviewRow): ShownRow => (row.outcome === OUTCOME.open ? row.state : row.outcome) as ShownRow

/** The rows of a sheet: wrong cells marked and explained, changed ones with what they were. The sentences stand in a column as well, for all senses. */
export function RowsTable({ columns, rows, loading, selectable, picked, onPick, paging }: RowsTableProps) {
  const { say } = useSay()
  const { token } = theme.useToken()
  const cell = (row: PreviewRow, field: string): ReactNode => {
    const now = row.cells[field] ?? ''
    const fault = row.faults[field]
    if (fault) return <Tooltip title={fault}>{now || say(words.empty)}</Tooltip>
    const was = row.state === ROW.change ? row.changes[field] : undefined
    if (was === undefined) return now
    return (
      <Tooltip title={say(words.oldNew(was, now))}>
        <Typography.Text delete type="secondary">
          {was || say(words.empty)}
        </Typography.Text>{' '}
        <Typography.Text strong>{now || say(words.empty)}</Typography.Text>
      </Tooltip>
    )
  }
  const ground = (row: PreviewRow, field: string) =>
    row.faults[field]
      ? { background: token.colorErrorBg, color: token.colorErrorText, boxShadow: `inset 0 0 0 1px ${token.colorError}` }
      : row.state === ROW.change && Object.hasOwn(row.changes, field)
        ? { background: token.colorInfoBg }
        : {}
  const open = (row: PreviewRow) => (row.state === ROW.fresh || row.state === ROW.change) && row.outcome === OUTCOME.open
  const title = new Map(columns.map((c) => [c.field, c.title]))
  // in the order of the columns; what is wrong with the row itself, or with a column that the sheet lacks, comes first
  const place = (field: string) => columns.findIndex((c) => c.field === field)
  const sentences = (row: PreviewRow) =>
    Object.entries(row.faults)
      .toSorted(([a], [b]) => place(a) - place(b))
      .map(([field, why]) => {
        const name = title.get(field)
        return name && !why.includes(name) ? say(words.about(name, why)) : why
      })
  return (
    <Table<PreviewRow>
      rowKey="id"
      size="small"
      loading={loading}
      dataSource={[...rows]}
      scroll={{ x: 'max-content', y: 'calc(100vh - 380px)' }}
      locale={{ emptyText: say(words.none) }}
      pagination={{ ...paging, showSizeChanger: false, hideOnSinglePage: true }}
      {...(selectable
        ? {
            rowSelection: {
              fixed: true,
              preserveSelectedRowKeys: true,
              selectedRowKeys: [...picked],
              onChange: (keys) => onPick(keys.map(String)),
              getCheckboxProps: (row: PreviewRow) => ({ disabled: !open(row), 'aria-label': `${say(words.row)} ${row.no}` }),
            },
          }
        : {})}
      columns={[
        { key: 'no', title: say(words.row), dataIndex: 'no', width: NO_WIDTH, fixed: 'left' },
        {
          key: 'state',
          title: say(words.state),
          width: STATE_WIDTH,
          fixed: 'left',
          render: (_v, row) => <Tag color={SHOWN_WORDS[shownAs(row)].color}>{say(SHOWN_WORDS[shownAs(row)])}</Tag>,
        },
        ...(rows.some((r) => Object.keys(r.faults).length > 0)
          ? [
              {
                key: 'why',
                title: say(words.problems),
                width: WHY_WIDTH,
                render: (_v: unknown, row: PreviewRow) => sentences(row).map((s) => <div key={s}>{s}</div>),
              },
            ]
          : []),
        ...columns.map((c) => ({
          key: c.field,
          title: c.title,
          width: Math.max(LEAST_WIDTH, c.width * PIXELS_A_CHARACTER),
          onCell: (row: PreviewRow) => ({ style: ground(row, c.field), ...(row.faults[c.field] ? { 'data-wrong': true } : {}) }),
          render: (_v: unknown, row: PreviewRow) => cell(row, c.field),
        })),
      ]}
    />
  )
}
