import { ReloadOutlined } from '@ant-design/icons'
import { Alert, Button, Empty, Grid, Tooltip } from 'antd'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { entries, permOf, type AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { Commands, defaultCommands, ROW_ROOM, useRun, useVisible, type Command, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { DayPicker } from './DayPicker.web.tsx'
import { asOfDay, phrases } from '../../kit/web/phrases.ts'
import { RegionTree } from '../../kit/web/RegionTree.web.tsx'
import { Marked } from '../../kit/web/Table.web.tsx'
import { columnsOf, ResourceTable, type Column } from '../../kit/web/ResourceTable.web.tsx'
import { sessionStore, usePageState, useSession, Heading } from '../../kit/web/session.web.ts'
import { useDicts, useSay } from '../../kit/web/words.web.ts'
import { RowCards } from './Cards.web.tsx'
import { ColumnMenu } from './ColumnMenu.web.tsx'
import { FiltersRow } from './Filters.web.tsx'
import { useFit, useRoomFor } from './fit.web.ts'
import { HeadCell, type HeadProps } from './HeadCell.web.tsx'
import { useListKeys } from './keys/keys.web.ts'
import { laidOut, columnMoved, columnsInOrder, ROW_HEIGHT, type ListLayout } from './layout.ts'
import { useLayout, type ChangeLayout } from './layout.web.ts'
import { useListData, type ListData } from './list.web.ts'
import { ListActs } from './ListActs.web.tsx'
import { OpenRow } from './OpenRow.web.tsx'
import type { RecordProps, ResourcePageProps } from './props.web.ts'
import { RegionChip, RegionSheet } from './Regions.web.tsx'
import type { LastAct } from './batch.web.ts'
import { Totals } from './Totals.web.tsx'
import { UndoBar } from './UndoBar.web.tsx'
import { rowsFitting, listPhrases as words } from './words.ts'
import './list.css'

export type { ResourcePageProps } from './props.web.ts'

const NOTHING = {}
/** Buttons above a list before 更多. */
const TOOLS = 4
const TOOLS_NARROW = 2
/** From this width on, px, a record may stand beside its list. */
const SPLIT_FROM = 1280

const hasNoBoxes = (table: ResourcePageProps['table']): boolean => !!table && Object.hasOwn(table, 'rowSelection') && table.rowSelection === undefined
/** What a screen offers its reader: columns, commands and parts, from its definition and what replaces it. */
function useOffer(props: ResourcePageProps, { state }: ListData) {
  const { of: r } = props
  const { say, lang } = useSay()
  const { can } = useSession()
  const wide = Grid.useBreakpoint().md !== false
  const day = state.filters.asOf
  const defaults = defaultCommands(r)
  const now = <On,>(commands: readonly Command<On>[]) => (day ? commands.filter((c) => c.past) : commands)
  const may = (c: { perm?: string }) => !c.perm || can(c.perm)
  const rowCommands = now(props.rowCommands ?? Object.values(defaults.row))
  const toolCommands = now(props.toolCommands ?? Object.values(defaults.tool))
  const columns = typeof props.columns === 'function' ? props.columns(columnsOf(r, lang, state)) : (props.columns ?? columnsOf(r, lang, state))
  const pinned = props.pinned ?? [columns.some((c) => c.key === r.title) ? r.title! : (columns[0]?.key ?? '')]
  return {
    wide,
    day,
    rowCommands,
    toolCommands,
    columns,
    pinned,
    name: say(props.name ?? { zh: r.label, en: r.en }),
    hasActions: rowCommands.some(may),
    // a list that takes the boxes from its rows has none on its cards
    selects: !hasNoBoxes(props.table) && ((props.verb ?? 'page') === 'page' || toolCommands.length > 0),
    regions: props.regionTree ?? r.fields.regionCode?.search !== undefined,
    fresh: typeof props.fresh === 'function' ? props.fresh(state) : props.fresh,
    say,
    lang,
    can,
  }
}
type Offer = ReturnType<typeof useOffer>

/** The page around a list is as high as the window. Its class and not a rule with :has, by which each change in the page asked for all styles of it anew. */
function fillPage(list: HTMLElement | null) {
  const page = list?.parentElement
  page?.classList.add('list-whole')
  return () => page?.classList.remove('list-whole')
}

/** A whole list screen from a definition. Page, size, filters, order and the open row stand in the address. Source: platform.md 2; platform-api.md 4. */
export function ResourcePage(props: ResourcePageProps) {
  const { of: r, tree = false } = props
  const [layout, setLayout] = useLayout(props.layoutName ?? r.name)
  const density = layout.density ?? 'usual'
  const [box, measured] = useFit(ROW_HEIGHT[density])
  const data = useListData(props, measured)
  useDicts(entries(props.of).flatMap(([, f]) => (f.dict && f.column !== false ? [f.dict] : [])))
  const { state, page, tools } = data
  const offer = useOffer(props, data)
  const { say, day, regions, wide, can } = offer
  const [lastAct, setLastAct] = useState<LastAct>()
  const hasRoom = useRoomFor(SPLIT_FROM)
  const split = hasRoom && props.record ? { on: layout.split === true, onToggle: () => setLayout({ split: layout.split !== true }) } : undefined
  const onRegion = (code: string | undefined) => data.set({ filters: { ...state.filters, regionCode: code ?? '' }, current: 1 })
  const hasTree = regions && wide && layout.tree === true
  const isViewed = !!props.record && state.open?.mode === 'view' && can(permOf(r, 'view'))
  const isSplit = isViewed && split?.on === true
  const at = useKeys(offer, data, isViewed ? (isSplit ? state.open?.id : '') : undefined)
  const { permission } = sessionStore()
  const { filters, ascs, descs } = state
  const looks = JSON.stringify([filters, ascs, descs, layout])
  // each part is drawn anew with what it shows and does: the screen, its order and filters; the rows with the answer, what is around them with the address, too; marks by themselves
  const drawnBy = [props, looks, offer.wide, offer.lang, permission] as const
  const rows = useMemo(
    () => <Rows {...props} tree={tree} data={data} offer={offer} layout={layout} onLayout={setLayout} fit={measured} drawnBy={drawnBy} />,
    [...drawnBy, state.current, state.size, page, data.loading, data.error, measured],
  )
  const head = useMemo(() => <Head {...props} data={data} offer={offer} layout={layout} onLayout={setLayout} />, [...drawnBy, data.selected, data.question])
  const narrowed = useMemo(
    () => <Narrowed {...props} data={data} offer={offer} hasTree={hasTree} onTree={() => setLayout({ tree: !hasTree })} onRegion={onRegion} />,
    [...drawnBy, hasTree],
  )
  const hasBar = offer.selects && (data.selected.length > 0 || !!data.question)
  const aside = props.left ?? (hasTree ? <RegionTree value={state.filters.regionCode} onChange={onRegion} /> : null)
  const list = (
    <>
      {aside && <div className="list-aside">{aside}</div>}
      <div className="list-main">
        {head}
        {typeof props.above === 'function' ? props.above(page?.total ?? 0) : props.above}
        {narrowed}
        {day && (
          <Alert
            banner
            type="info"
            title={say(asOfDay(day))}
            action={
              <Button size="small" onClick={() => data.set({ filters: { ...state.filters, asOf: '' }, current: 1 })}>
                {say(phrases.asOfNow)}
              </Button>
            }
          />
        )}
        <div className={hasBar ? 'list-table list-barred' : 'list-table'} ref={box}>
          <Marked selected={data.selected} onSelect={data.select} isWhole={!!data.question} at={at}>
            {rows}
          </Marked>
        </div>
        {offer.selects && (
          <ListActs {...props} data={data} commands={offer.toolCommands.filter((c) => c.needsRows)} nameOf={namedBy(offer.pinned)} onDone={setLastAct} />
        )}
      </div>
      {props.beside && !isSplit && <div className="list-beside">{props.beside}</div>}
    </>
  )
  // beneath the page of a record nothing of the list is drawn anew until it is seen again
  const drawn = useRef(list)
  if (!isViewed || isSplit) drawn.current = list
  return (
    <div
      ref={fillPage}
      className={`list-page list-${density}${layout.stripes ? ' list-striped' : ''}${layout.wrap ? ' list-wrapped' : ''}${isSplit ? ' list-split' : isViewed ? ' list-under' : ''}`}
    >
      {drawn.current}
      <Opened {...props} data={data} offer={offer} split={split} onSaved={setLastAct} />
      {lastAct && <UndoBar act={lastAct} onUndone={tools.reload} onClose={() => setLastAct(undefined)} />}
    </div>
  )
}

interface NarrowedProps extends ResourcePageProps, Parts {
  hasTree: boolean
  onTree(): void
  onRegion(code: string | undefined): void
}
/** What the list is narrowed by: filters, the region, the day. */
function Narrowed({ of: r, without = [], choices = NOTHING, verb = 'page', tree = false, data, offer, hasTree, onTree, onRegion }: NarrowedProps) {
  const { filters } = data.state
  const region = offer.wide ? (
    <RegionChip value={filters.regionCode} isOpen={hasTree} onToggle={onTree} onClear={() => onRegion(undefined)} />
  ) : (
    <RegionSheet value={filters.regionCode} onChange={onRegion} />
  )
  return (
    <FiltersRow
      of={r}
      filters={filters}
      without={offer.regions ? [...without, 'regionCode'] : without}
      choices={choices}
      expressed={verb === 'page' && !tree}
      onSearch={data.search}
      {...(offer.regions ? { region } : {})}
    >
      {r.versioned && (
        <Later place="list-day">
          <DayPicker day={offer.day} onChange={(asOf) => data.set({ filters: { ...filters, asOf }, current: 1 })} />
        </Later>
      )}
    </FiltersRow>
  )
}
/** What a row is called: by its pinned column. */
const namedBy =
  ([first = '']: readonly string[]) =>
  (row: AnyRow): string =>
    String(row[first] ?? row.id)
interface Parts {
  data: ListData
  offer: Offer
}
interface LaidOut {
  layout: ListLayout
  onLayout: ChangeLayout
}

/** What nobody needs before the rows: it is drawn after what the list begins with, in the place that is kept for it. */
function Later({ place, children }: { place: 'list-day' | 'list-tool'; children: ReactNode }) {
  const isTurn = useDeferredValue(true, false)
  return isTurn ? children : <span className={`list-later ${place}`} />
}

/** Over the list: which one it is and how much of it there is; what may be done with it. */
function Head({ of: r, heading, extra, query, exported = NOTHING, data, offer, layout, onLayout }: ResourcePageProps & Parts & LaidOut) {
  const { tables } = usePageState()
  const { say } = offer
  const { selected, state, tools } = data
  const Export = tables?.Export
  const Views = tables?.Views
  // what is done with selected rows stands in their bar while there are some
  const isSelected = selected.length > 0 || !!data.question
  const commands: readonly ToolCommand[] = isSelected ? offer.toolCommands.filter((c) => !c.needsRows) : offer.toolCommands
  return (
    <div className="list-head">
      <div className="list-heading">
        <Heading className={heading ? 'shell-only-read' : 'list-title'}>{offer.name}</Heading>
        {heading}
      </div>
      <div className="list-tools">
        <Tooltip title={say(phrases.refresh)}>
          <Button shape="circle" icon={<ReloadOutlined />} aria-label={say(phrases.refresh)} onClick={() => void tools.reload()} />
        </Tooltip>
        {Export && exported && !(isSelected && offer.selects) && <Export name={r.name} path={r.path} query={{ ...state.filters, ...query, ...exported }} />}
        {Views && (
          <Later place="list-tool">
            <Views />
          </Later>
        )}
        {offer.wide && (
          <Later place="list-tool">
            <ColumnMenu columns={offer.columns} layout={layout} pinned={offer.pinned} onChange={onLayout} />
          </Later>
        )}
        {extra}
        <Commands of={commands} on={selected} tools={tools} limit={offer.wide ? TOOLS : TOOLS_NARROW} />
      </div>
    </div>
  )
}

/** The columns of a list with heads that can be moved and made wider. */
function headed(columns: readonly Column[], all: readonly Column[], onLayout: ChangeLayout): Column[] {
  const onWidth = (key: string, width: number) => onLayout(({ widths }) => ({ widths: { ...widths, [key]: width } }))
  const onMove = (key: string, to: string) =>
    onLayout((now) => {
      const order = columnsInOrder(all, now.order).map((c) => c.key)
      return { order: columnMoved(order, key, order.indexOf(to)) }
    })
  return columns.map((c) => ({ ...c, onHeaderCell: () => ({ column: c.key, onWidth, onMove }) as HeadProps }))
}
const HEADS = { header: { cell: HeadCell } }

interface RowsProps extends ResourcePageProps, Parts, LaidOut {
  tree: boolean
  fit: number | undefined
  drawnBy: readonly unknown[]
}
/** The rows: a table, on a narrow screen cards. */
function Rows({ of: r, verb = 'page', query, tree, table, nothing, data, offer, layout, onLayout, fit, drawnBy }: RowsProps) {
  const { state, page, tools } = data
  const { say, wide } = offer
  const shown = laidOut(offer.columns, layout, offer.pinned)
  const nameOf = namedBy(offer.pinned)
  const actions = (row: AnyRow) => (
    <div className="list-actions">
      <Commands of={offer.rowCommands} on={row} tools={tools} room={ROW_ROOM} size="small" type="link" />
    </div>
  )
  const cardActions = (row: AnyRow) => <Commands of={offer.rowCommands} on={row} tools={tools} limit={3} />
  const empty = <Nothing of={r} data={data} first={firstOf(offer)} words={nothing} />
  if (!wide && page && !tree)
    return (
      <RowCards
        page={page}
        columns={shown}
        nameOf={nameOf}
        actions={offer.hasActions ? cardActions : undefined}
        selects={offer.selects}
        onPage={(current) => data.set({ current })}
        empty={empty}
      />
    )
  const isForest = {
    pagination: false,
    expandable: { expandIconColumnIndex: offer.selects ? 1 : 0, defaultExpandAllRows: (page?.records.length ?? 0) < 20 },
  } as const
  return (
    <ResourceTable
      of={r}
      page={page}
      state={tree ? { ...state, current: 1 } : state}
      onState={data.set}
      loading={data.loading}
      error={data.error}
      onRetry={data.retry}
      columns={headed(shown, offer.columns, onLayout)}
      empty={empty}
      {...(verb === 'page' ? { onExact: data.onExact, beside: <Totals of={r} filters={{ ...state.filters, ...query }} /> } : {})}
      selects={offer.selects}
      drawnBy={drawnBy}
      {...(fit && !tree ? { fit: { rows: fit, label: say(rowsFitting(fit)) } } : {})}
      table={{ components: HEADS, ...(tree ? isForest : {}), ...table }}
      {...(offer.hasActions ? { actions } : {})}
    />
  )
}

/** What begins a list: a new row, else its main act where that needs no row. */
const firstOf = ({ toolCommands, can }: Offer): ToolCommand | undefined => {
  const may = toolCommands.filter((c) => (!c.perm || can(c.perm)) && !c.needsRows && (c.when?.([]) ?? true) === true)
  return may.find((c) => c.key === 'add') ?? may.find((c) => c.primary)
}
/** What stands where there are no rows: why, and what to do. */
interface NothingProps {
  of: AnyResource
  data: ListData
  first: ToolCommand | undefined
  words: Text | undefined
}
function Nothing({ of: r, data, first, words: own }: NothingProps): ReactNode {
  const { say } = useSay()
  const isAsked = Object.values(data.state.filters).some(Boolean)
  return (
    <Empty className="list-empty" description={say(isAsked ? words.noHit : (own ?? phrases.empty))} image={Empty.PRESENTED_IMAGE_SIMPLE}>
      {isAsked && (
        <Button size="small" onClick={() => data.search({})} aria-label={`${say(words.clearAll)} ${say({ zh: r.label, en: r.en })}`}>
          {say(words.clearAll)}
        </Button>
      )}
      {!isAsked && first && (
        <Button size="small" onClick={() => void first.run([], data.tools)}>
          {say(first.key === 'add' ? words.firstRow : first.label)}
        </Button>
      )}
    </Empty>
  )
}

/**
 * The keys of the list; Enter views the row, or does the first thing that may be done with it; Delete does what its button does. `viewed`: the row whose record
 * stands beside the list and goes from row to row by its own keys, '' where a record lies over it.
 */
function useKeys({ rowCommands, selects }: Offer, { page, selected, select, question, tools, set }: ListData, viewed: string | undefined): string | undefined {
  const run = useRun(tools)
  const visible = useVisible()
  const toast = useToast()
  const { can } = useSession()
  const beside = viewed || undefined
  const deletes = rowCommands.find((c) => c.key === 'delete' && (!c.perm || can(c.perm)))
  const toggled = (row: AnyRow) => (selected.some((x) => x.id === row.id) ? selected.filter((x) => x.id !== row.id) : [...selected, row])
  return useListKeys({
    rows: page?.records ?? [],
    onOpen: (row) => {
      const ready = visible(rowCommands, row).filter((x) => !x.reason)
      const first: RowCommand | undefined = (ready.find((x) => x.command.key === 'view') ?? ready[0])?.command
      if (first) void run(first, row)
    },
    beside,
    isUnder: viewed === '',
    onDelete: deletes && ((row) => void visible([deletes], row).forEach((x) => (x.reason ? toast.warn(x.reason) : void run(deletes, row)))),
    onSelect: selects && !question ? (row) => select(toggled(row)) : undefined,
    onClear: () => (beside ? set({ open: null }) : select([])),
  })
}

interface OpenedProps extends ResourcePageProps, Parts {
  split: RecordProps['split']
  /** told of a change of a row that can be taken back */
  onSaved(act: LastAct): void
}
/** The row that is open: a page over the list, or a form in a dialog or drawer. */
function Opened({ of: r, panel = 'dialog', writes, form, record, verb = 'page', batch, data, offer, split, onSaved }: OpenedProps) {
  const { state, set, tools, query, page } = data
  const { can, day } = offer
  const viewed = state.open?.mode === 'view' ? state.open.id : undefined
  // the record whose form was opened from its page: it lies over the page and leads back to it
  const [editing, setEditing] = useState<string>()
  useEffect(() => setEditing(undefined), [viewed])
  // what stands in a form: with a page for records only what is added or edited, from the list or from that page
  const open = !record || !viewed ? state.open : viewed === editing ? { mode: 'edit' as const, id: viewed } : undefined
  return (
    <>
      {record &&
        viewed &&
        can(permOf(r, 'view')) &&
        record({
          of: r,
          id: viewed,
          asOf: day,
          commands: offer.rowCommands.filter((c) => c.key !== 'view'),
          tools: { ...tools, open: (mode, id) => (mode === 'edit' && id === viewed ? setEditing(id) : tools.open(mode, id)) },
          list: { verb, query, page },
          split,
          onStep: (id, current) => set({ open: { mode: 'view', id }, ...(current ? { current } : {}) }),
          onClose: () => set({ open: null }),
        })}
      {open && can(permOf(r, open.mode)) && (!day || open.mode === 'view') && (
        <OpenRow
          key={`${open.mode}${open.id}`}
          of={r}
          mode={open.mode}
          id={open.id}
          asOf={day}
          panel={panel}
          writes={writes}
          fresh={{ ...(offer.regions && state.filters.regionCode ? { regionCode: state.filters.regionCode } : {}), ...offer.fresh }}
          form={form}
          {...(batch ? { onSaved: (row) => onSaved({ list: r.name, rows: [row] }) } : {})}
          onClose={() => (viewed && record ? (setEditing(undefined), void tools.reload()) : set({ open: null }))}
        />
      )}
    </>
  )
}
