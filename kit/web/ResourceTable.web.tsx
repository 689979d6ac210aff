import { Alert, Button, Empty, Skeleton, type TableColumnType, type TableProps } from 'antd'
import { useRef, type ReactNode } from 'react'
import type { Field } from '../model/field.ts'
import type { Lang } from '../model/lang.ts'
import { labelOf } from '../model/field.ts'
import { PAGE_SIZES, type Page } from '../model/page.ts'
import { entries, type AnyResource } from '../model/resource.ts'
import { Table } from './Table.web.tsx'
import type { AnyRow } from './calls.web.ts'
import { kinds } from './kinds.web.tsx'
import { sortPatch, sortsAfter, sortsOf, type ListPatch, type ListState, type Sort } from './list-state.web.ts'
import { counted, phrases } from './phrases.ts'
import { useSay } from './words.web.ts'

export type Column = TableColumnType<AnyRow> & { key: string }
const WIDTHS: Partial<Record<Field['kind'], number>> = { date: 96, datetime: 136, flag: 72, int: 76, area: 116, decimal: 100, note: 200, region: 130 }
/** Room for the end of a code, by which people tell codes of one village apart; the whole of it is told to the pointer and to readers. */
const CODE_WIDTH = 116
/** A code that names its row to people. */
const isCode = (f: Field): boolean => f.kind === 'text' && f.fixed === true && !f.mask
const isNumber = (f: Field): boolean => f.kind === 'int' || f.kind === 'decimal' || f.kind === 'area'

const orderOf = (state: Pick<ListState, 'ascs' | 'descs'> | undefined, name: string) => {
  const sort = sortsOf(state ?? {}).find((s) => s.name === name)
  return !sort ? null : sort.isDown ? ('descend' as const) : ('ascend' as const)
}
type Render = (v: unknown, row: AnyRow) => ReactNode
const byRow = new WeakSet<object>()
/** What shows a cell by its row alone: words that come later it watches itself, so it is drawn anew with another row and not with its list. */
function shownBy(render: Render): Render {
  byRow.add(render)
  return render
}
const isAnother = (row: AnyRow, before: AnyRow): boolean => row !== before

/** The list columns of a definition, ready for antd's Table; spread and add to change them. Geometry and structures have none unless asked for. */
export function columnsOf(r: AnyResource, lang: Lang = 'zh', state?: Pick<ListState, 'ascs' | 'descs'>): Column[] {
  return entries(r)
    .filter(([, f]) => f.column ?? (f.kind !== 'geom' && f.kind !== 'json'))
    .map(([name, f]) => ({
      key: name,
      dataIndex: name,
      title: labelOf(f)[lang],
      width: isCode(f) ? CODE_WIDTH : (f.width ?? WIDTHS[f.kind] ?? 160),
      align: kinds[f.kind].align,
      ellipsis: true,
      ...(isCode(f) || isNumber(f) ? { onCell: () => ({ className: isCode(f) ? 'kit-code' : 'kit-figure' }) } : {}),
      ...(f.sort ? { sorter: { multiple: 1 }, sortOrder: orderOf(state, name) } : {}),
      render: shownBy((v, row) => {
        const shown = kinds[f.kind].show(v, f, name, row)
        return isCode(f) && typeof shown === 'string' ? <bdi>{shown}</bdi> : shown
      }),
    }))
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
  selected?: readonly AnyRow[]
  onSelect?(rows: AnyRow[]): void
  /** all rows are selected by the question that they match: none is taken out */
  isWhole?: boolean
  /** what stands in the fixed column 操作; its width beside it, px */
  actions?(row: AnyRow): ReactNode
  actionsWidth?: number
  /** asks for the exact total where the server only gave a lower bound */
  onExact?(): void
  /** height of the rows of a long page in pixels, which renders only what is seen */
  height?: number
  /** how many rows fit the window: the page size where none was chosen, and its name */
  fit?: { rows: number; label: string }
  /** what stands beside the count */
  beside?: ReactNode
  /** what stands where there are no rows */
  empty?: ReactNode
  /** anything else of antd's Table */
  table?: Partial<TableProps<AnyRow>>
}

/** The column whose order the table says anew. */
function pressedOf(before: readonly Sort[], now: readonly { columnKey?: unknown; order?: 'ascend' | 'descend' | null }[]): string | undefined {
  const isDown = new Map(now.flatMap((s) => (s.order ? [[String(s.columnKey), s.order === 'descend'] as const] : [])))
  const gone = before.find((s) => isDown.get(s.name) !== s.isDown)
  return gone?.name ?? [...isDown.keys()].find((n) => !before.some((s) => s.name === n))
}
/** The page sizes to choose from: as many as fit, and the usual ones. */
const sizes = (fit: { rows: number; label: string }) => [
  { value: fit.rows, label: fit.label },
  ...PAGE_SIZES.filter((n) => n !== fit.rows).map((n) => ({ value: n as number, label: String(n) })),
]
/** Why a list could not be read, and another try. */
function Fault({ of, onRetry }: { of: unknown; onRetry: (() => void) | undefined }) {
  const { say } = useSay()
  const retry = (
    <Button size="small" onClick={onRetry}>
      {say(phrases.retry)}
    </Button>
  )
  return <Alert type="error" showIcon title={say(phrases.loadFailed)} description={of instanceof Error ? of.message : undefined} action={retry} />
}
/** The pager of a list. */
const pagerOf = (page: Page<AnyRow> | undefined, state: ListState, fit: ResourceTableProps['fit'], showTotal: (n: number) => ReactNode) => ({
  current: state.current,
  pageSize: state.size,
  total: page?.total ?? 0,
  showSizeChanger: fit ? { options: sizes(fit) } : true,
  pageSizeOptions: fit ? sizes(fit).map((x) => x.value) : [...PAGE_SIZES],
  showQuickJumper: true,
  size: 'small' as const,
  showTotal,
})
/** Pages of so many rows render only what is visible. */
const VIRTUAL_FROM = 200
/** Width of the boxes that select rows, px. */
const SELECTION_WIDTH = 36
/** Rows with those that stand below them. */
const flat = (rows: readonly AnyRow[]): AnyRow[] => rows.flatMap((x) => [x, ...flat((x.children ?? []) as AnyRow[])])
const NO_ROWS: readonly AnyRow[] = []
/** The table of a list: selection, columns, actions, pager. What is selected stays so on other pages. */
export function ResourceTable({
  of: r,
  page,
  state,
  onState,
  loading,
  error,
  onRetry,
  columns,
  selected,
  onSelect,
  isWhole = false,
  actions,
  actionsWidth = 96,
  onExact,
  height = 560,
  fit,
  beside,
  empty,
  table,
}: ResourceTableProps) {
  const { say, lang } = useSay()
  const rows = page?.records ?? NO_ROWS
  const all: TableColumnType<AnyRow>[] = [
    ...(columns ?? columnsOf(r, lang, state)).map((c) => (c.render && byRow.has(c.render) ? { ...c, shouldCellUpdate: isAnother } : c)),
    ...(actions
      ? [
          {
            key: 'actions',
            title: say(phrases.actions),
            className: 'kit-actions',
            width: actionsWidth,
            fixed: 'end' as const,
            render: (_v: unknown, row: AnyRow) => actions(row),
          },
        ]
      : []),
  ]
  const width = all.reduce((sum, c) => sum + Number(c.width ?? 160), onSelect ? SELECTION_WIDTH : 0)
  const isVirtual = rows.length >= VIRTUAL_FROM
  // with the shift key a column is added to the order, else it replaces it
  const shift = useRef(false)
  const hold = (e: { shiftKey: boolean }) => void (shift.current = e.shiftKey)
  const known = onSelect && new Map([...(selected ?? []), ...flat(rows)].map((x) => [x.id, x]))
  const change: TableProps<AnyRow>['onChange'] = (pager, _filters, sorter, { action }) => {
    if (action === 'sort') {
      const pressed = pressedOf(sortsOf(state), [sorter].flat())
      return pressed === undefined ? undefined : onState(sortPatch(sortsAfter(sortsOf(state), pressed, shift.current)))
    }
    const size = pager.pageSize ?? state.size
    onState({ size, current: size === state.size ? (pager.current ?? 1) : 1 })
  }
  if (error && !page) return <Fault of={error} onRetry={onRetry} />
  // a table with its head is drawn once, with its rows
  if (!page) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  const more = page?.totalIsEstimate && onExact && (
    <Button type="link" size="small" onClick={onExact}>
      {say(phrases.exact)}
    </Button>
  )
  const total = (n: number) => (
    <>
      {say(counted(n, page?.totalIsEstimate))}
      {more}
      {beside}
    </>
  )
  return (
    <Table<AnyRow>
      rowKey="id"
      size="small"
      loading={loading}
      // one for each head cost more than the heads; a sign in each says the order
      showSorterTooltip={false}
      dataSource={rows}
      columns={all}
      onChange={change}
      virtual={isVirtual}
      scroll={{ x: width, ...(isVirtual ? { y: height } : {}) }}
      locale={{ emptyText: empty ?? <Empty description={say(phrases.empty)} image={Empty.PRESENTED_IMAGE_SIMPLE} /> }}
      onHeaderRow={() => ({ onClickCapture: hold, onKeyDownCapture: hold })}
      pagination={pagerOf(page, state, fit, total)}
      {...(onSelect
        ? {
            rowSelection: {
              selectedRowKeys: (isWhole ? rows : (selected ?? [])).map((x) => x.id),
              preserveSelectedRowKeys: true,
              columnWidth: SELECTION_WIDTH,
              onChange: (keys) => onSelect(keys.flatMap((k) => known!.get(String(k)) ?? [])),
              fixed: true,
              getCheckboxProps: (row) => ({ disabled: isWhole, 'aria-label': `${say(phrases.selectRow)} ${row[r.title ?? 'id'] ?? row.id}` }),
            },
          }
        : {})}
      {...table}
    />
  )
}
