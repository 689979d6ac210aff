import { SettingOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, Empty, Popover, Space, Tooltip, type TableColumnType, type TableProps } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Field } from '../model/field.ts'
import type { Lang } from '../model/lang.ts'
import { labelOf } from '../model/check.ts'
import { PAGE_SIZES, type Page } from '../model/page.ts'
import { entries, type AnyResource } from '../model/resource.ts'
import { Table } from './Table.web.tsx'
import type { AnyRow } from './calls.web.ts'
import { kinds } from './kinds.web.tsx'
import type { ListPatch, ListState } from './list-state.web.ts'
import { counted, phrases } from './phrases.ts'
import { usePageState, useSession } from './session.web.ts'
import { useSay } from './words.web.ts'

export type Column = TableColumnType<AnyRow> & { key: string }
const WIDTHS: Partial<Record<Field['kind'], number>> = { date: 120, datetime: 150, flag: 80, int: 90, area: 120, decimal: 120, note: 220, region: 180 }

/** The list columns of a definition, ready for antd's Table; spread and add to change them. Geometry and structures have none unless asked for. */
export function columnsOf(r: AnyResource, lang: Lang = 'zh', state?: Pick<ListState, 'ascs' | 'descs'>): Column[] {
  return entries(r)
    .filter(([, f]) => f.column ?? (f.kind !== 'geom' && f.kind !== 'json'))
    .map(([name, f]) => ({
      key: name,
      dataIndex: name,
      title: labelOf(f)[lang],
      width: f.width ?? WIDTHS[f.kind] ?? 160,
      align: kinds[f.kind].align,
      ellipsis: true,
      ...(f.sort ? ({ sorter: true, sortOrder: state?.ascs === name ? 'ascend' : state?.descs === name ? 'descend' : null } as const) : {}),
      render: (v: unknown, row: AnyRow) => kinds[f.kind].show(v, f, name, row),
    }))
}

/** Hidden columns of this person: as the application keeps them, else remembered in this browser. */
export function useHiddenColumns(name: string): [readonly string[], (keys: readonly string[]) => void] {
  return (usePageState().tables?.useHidden ?? useLocalHidden)(name)
}
function useLocalHidden(name: string): [readonly string[], (keys: readonly string[]) => void] {
  const { userId } = useSession()
  const key = `columns:${userId ?? ''}:${name}`
  const [hidden, setHidden] = useState<readonly string[]>(() => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '[]') as string[]
    } catch {
      return []
    }
  })
  return [
    hidden,
    (keys) => {
      setHidden(keys)
      try {
        localStorage.setItem(key, JSON.stringify(keys))
      } catch {
        /* a full or closed store only loses the choice */
      }
    },
  ]
}

/** The button that chooses columns, after that of the saved views where the application keeps some. */
export function ColumnChooser({ columns, hidden, onChange }: { columns: readonly Column[]; hidden: readonly string[]; onChange(hidden: string[]): void }) {
  const { say } = useSay()
  const Views = usePageState().tables?.Views
  const keys = columns.map((c) => c.key)
  const box = (
    <Checkbox.Group value={keys.filter((k) => !hidden.includes(k))} onChange={(shown) => onChange(keys.filter((k) => !shown.includes(k)))}>
      <Space orientation="vertical" style={{ maxHeight: 400, overflow: 'auto' }}>
        {columns.map((c) => (
          <Checkbox key={c.key} value={c.key}>
            {c.title as ReactNode}
          </Checkbox>
        ))}
      </Space>
    </Checkbox.Group>
  )
  return (
    <Space>
      {Views && <Views />}
      <Popover trigger="click" placement="bottomRight" content={box}>
        <Tooltip title={say(phrases.columns)}>
          <Button shape="circle" icon={<SettingOutlined />} aria-label={say(phrases.columns)} />
        </Tooltip>
      </Popover>
    </Space>
  )
}

export interface ResourceTableProps {
  of: AnyResource
  page?: Page<AnyRow>
  state: ListState
  onState(patch: ListPatch): void
  loading?: boolean
  error?: unknown
  onRetry?(): void
  /** replaces the columns of the definition */
  columns?: readonly Column[]
  hidden?: readonly string[]
  selected?: readonly AnyRow[]
  onSelect?(rows: AnyRow[]): void
  /** what stands in the fixed column 操作; its width beside it */
  actions?(row: AnyRow): ReactNode
  actionsWidth?: number
  /** asks for the exact total where the server only gave a lower bound */
  onExact?(): void
  height?: number
  /** anything else of antd's Table */
  table?: Partial<TableProps<AnyRow>>
}

/** The table of a list: number, selection, columns, actions, pager; long pages render only what is visible. */
export function ResourceTable({
  of: r,
  page,
  state,
  onState,
  loading,
  error,
  onRetry,
  columns,
  hidden = [],
  selected,
  onSelect,
  actions,
  actionsWidth = 220,
  onExact,
  height = 560,
  table,
}: ResourceTableProps) {
  const { say, lang } = useSay()
  const rows = page?.records ?? []
  const middle = (columns ?? columnsOf(r, lang, state)).filter((c) => !hidden.includes(c.key))
  const all: TableColumnType<AnyRow>[] = [
    { key: '#', title: '#', width: 60, fixed: 'start', align: 'center', render: (_v, _row, i) => (state.current - 1) * state.size + i + 1 },
    ...middle,
    ...(actions
      ? [{ key: 'actions', title: say(phrases.actions), width: actionsWidth, fixed: 'end' as const, render: (_v: unknown, row: AnyRow) => actions(row) }]
      : []),
  ]
  const width = all.reduce((sum, c) => sum + Number(c.width ?? 160), onSelect ? 50 : 0)
  const change: TableProps<AnyRow>['onChange'] = (pager, _filters, sorter, { action }) => {
    if (action === 'sort') {
      const s = Array.isArray(sorter) ? sorter[0] : sorter
      const name = s?.order ? String(s.columnKey) : undefined
      return onState({ ascs: s?.order === 'ascend' ? name : undefined, descs: s?.order === 'descend' ? name : undefined, current: 1 })
    }
    const size = pager.pageSize ?? state.size
    onState({ size, current: size === state.size ? (pager.current ?? 1) : 1 })
  }
  if (error && !page) {
    const retry = (
      <Button size="small" onClick={onRetry}>
        {say(phrases.retry)}
      </Button>
    )
    return <Alert type="error" showIcon title={say(phrases.loadFailed)} description={error instanceof Error ? error.message : undefined} action={retry} />
  }
  const more = page?.totalIsEstimate && onExact && (
    <Button type="link" size="small" onClick={onExact}>
      {say(phrases.exact)}
    </Button>
  )
  const total = (n: number) => (
    <>
      {say(counted(n, page?.totalIsEstimate))}
      {more}
    </>
  )
  return (
    <Table<AnyRow>
      rowKey="id"
      size="middle"
      loading={loading}
      dataSource={rows}
      columns={all}
      onChange={change}
      virtual={rows.length > 100}
      scroll={{ x: width, ...(rows.length > 100 ? { y: height } : {}) }}
      locale={{ emptyText: <Empty description={say(phrases.empty)} image={Empty.PRESENTED_IMAGE_SIMPLE} /> }}
      pagination={{
        current: state.current,
        pageSize: state.size,
        total: page?.total ?? 0,
        showSizeChanger: true,
        pageSizeOptions: [...PAGE_SIZES],
        showQuickJumper: true,
        showTotal: total,
      }}
      {...(onSelect
        ? {
            rowSelection: {
              selectedRowKeys: (selected ?? []).map((x) => x.id),
              onChange: (_keys, picked) => onSelect(picked),
              fixed: true,
              getCheckboxProps: (row) => ({ 'aria-label': `${say(phrases.selectRow)} ${row[r.title ?? 'id'] ?? row.id}` }),
            },
          }
        : {})}
      {...table}
    />
  )
}
