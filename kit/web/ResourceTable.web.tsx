import { Alert, Button, Empty, Pagination, Skeleton, Spin, type TableColumnType, type TableProps } from 'antd'
import { useDeferredValue, useMemo, useRef, type ReactNode, type SyntheticEvent } from 'react'
import type { Field } from '../model/field.ts'
import type { Lang } from '../model/lang.ts'
import { labelOf } from '../model/field.ts'
import { PAGE_SIZES, type Page } from '../model/page.ts'
import { entries, type AnyResource } from '../model/resource.ts'
import { AllBox, MarkedLine, MarkedRow, RowBox, Table } from './Table.web.tsx'
import type { AnyRow } from './calls.web.ts'
import { isComposing } from './day-clock.web.ts'
import { kinds } from './kinds.web.tsx'
import { sortPatch, sortsAfter, sortsOf, type ListPatch, type ListState } from './list-state.web.ts'
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
  /** rows have boxes; which of them are ticked says `Marked` around the table */
  selects?: boolean
  /** what the rows are drawn by: with the same they stand as they are, and else they follow what was pressed. Without it they are drawn with each drawing of the table */
  drawnBy?: readonly unknown[]
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
/** Pages of so many rows render only what is visible. */
const VIRTUAL_FROM = 200
/** Width of the boxes that select rows, px. */
const SELECTION_WIDTH = 36
/** Rows with those that stand below them. */
const flat = (rows: readonly AnyRow[]): AnyRow[] => rows.flatMap((x) => [x, ...flat((x.children ?? []) as AnyRow[])])
const NO_KEYS: string[] = []

/**
 * The table of a list: selection, columns, actions, pager. What is selected stays so on other pages. What a press changes around the rows is drawn first: marks in their
 * own rows, the pager, the sign that something comes; the rows follow, between which the browser may paint.
 */
export function ResourceTable(props: ResourceTableProps) {
  const { page, state, onState, loading = false, error, onRetry, drawnBy, table } = props
  const at = useRef<{ nativeElement: HTMLElement }>(null)
  const latest = useRef({ state, onState })
  latest.current = { state, onState }
  // who turns the page or sorts begins at the top
  const change = (patch: ListPatch) => {
    for (const e of at.current?.nativeElement.querySelectorAll('.ant-table-content, .ant-table-body') ?? []) e.scrollTop = 0
    latest.current.onState(patch)
  }
  const sort = (name: string, also: boolean) => change(sortPatch(sortsAfter(sortsOf(latest.current.state), name, also)))
  const rows = useMemo(() => page && <RowsOf {...props} page={page} onSort={sort} />, drawnBy ? [page, ...drawnBy] : [{}])
  // until they follow nobody presses what stood there before; the first come together with their count
  const followed = useDeferredValue(rows)
  const drawn = drawnBy ? (followed ?? rows) : rows
  if (error && !page) return <Fault of={error} onRetry={onRetry} />
  // a table with its head is drawn once, with its rows
  if (!page) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  return (
    <Spin ref={at as never} className="kit-table" spinning={loading || drawn !== rows}>
      {drawn}
      {table?.pagination !== false && page.total > 0 && <Pager {...props} page={page} onState={change} />}
    </Spin>
  )
}
/** The pager of a list, how much of it there is, and what stands beside that. */
function Pager({ page, state, onState, fit, onExact, beside }: ResourceTableProps & { page: Page<AnyRow> }) {
  const { say } = useSay()
  const total = (n: number) => (
    <>
      {say(counted(n, page.totalIsEstimate))}
      {page.totalIsEstimate && onExact && (
        <Button type="link" size="small" onClick={onExact}>
          {say(phrases.exact)}
        </Button>
      )}
      {beside}
    </>
  )
  return (
    <Pagination
      className="ant-table-pagination"
      align="end"
      size="small"
      // a page that is none any more is not shown as one
      current={Math.min(state.current, Math.ceil(page.total / state.size) || 1)}
      pageSize={state.size}
      total={page.total}
      showSizeChanger={fit ? { options: sizes(fit) } : true}
      pageSizeOptions={fit ? sizes(fit).map((x) => x.value) : [...PAGE_SIZES]}
      showQuickJumper
      showTotal={total}
      onChange={(current, size) => onState({ size, current: size === state.size ? current : 1 })}
    />
  )
}

interface RowsOfProps extends ResourceTableProps {
  page: Page<AnyRow>
  onSort(name: string, also: boolean): void
}
/** The head and the rows. */
function RowsOf({ of: r, page, state, onSort, columns, selects = false, actions, actionsWidth = 96, height = 560, empty, table }: RowsOfProps) {
  const { say, lang } = useSay()
  const rows = page.records
  /** A head that is pressed says its order itself: the table's own way would draw every row at once, and once more with the answer. */
  const sorts = (name: string) => (e: SyntheticEvent) => {
    const pressed = e.nativeEvent as KeyboardEvent
    const isOther = e.type === 'keydown' && (pressed.key !== 'Enter' || isComposing({ nativeEvent: pressed }))
    if (isOther || (e.target as Element).closest('button')) return
    e.stopPropagation()
    // with the shift key a column is added to the order, else it replaces it
    onSort(name, pressed.shiftKey)
  }
  const headed = (c: Column): Column =>
    c.sorter ? { ...c, onHeaderCell: (of) => ({ ...c.onHeaderCell?.(of), onClickCapture: sorts(c.key), onKeyDownCapture: sorts(c.key) }) } : c
  const all: TableColumnType<AnyRow>[] = [
    ...(columns ?? columnsOf(r, lang, state)).map((c) => (c.render && byRow.has(c.render) ? { ...headed(c), shouldCellUpdate: isAnother } : headed(c))),
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
  const width = all.reduce((sum, c) => sum + Number(c.width ?? 160), selects ? SELECTION_WIDTH : 0)
  const isVirtual = rows.length >= VIRTUAL_FROM
  const chosen = selects ? flat(rows) : rows
  return (
    <Table<AnyRow>
      rowKey="id"
      size="small"
      // one for each head cost more than the heads; a sign in each says the order
      showSorterTooltip={false}
      dataSource={rows}
      columns={all}
      virtual={isVirtual}
      scroll={{ x: width, ...(isVirtual ? { y: height } : {}) }}
      locale={{ emptyText: empty ?? <Empty description={say(phrases.empty)} image={Empty.PRESENTED_IMAGE_SIMPLE} /> }}
      {...(selects
        ? {
            rowSelection: {
              // the boxes know what is selected, so that no row is drawn anew with the box of another
              selectedRowKeys: NO_KEYS,
              columnWidth: SELECTION_WIDTH,
              fixed: true,
              columnTitle: <AllBox rows={chosen} />,
              renderCell: (_isOn, row) => <RowBox row={row} rows={chosen} name={`${say(phrases.selectRow)} ${row[r.title ?? 'id'] ?? row.id}`} />,
            },
          }
        : {})}
      {...table}
      components={{ ...table?.components, body: { row: isVirtual ? MarkedLine : MarkedRow } }}
      pagination={false}
    />
  )
}
