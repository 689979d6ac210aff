import { Button, Empty, Select, Typography, type TableColumnType } from 'antd'
import { Table } from '../../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { Cell, faultAt } from '../../cases/web/Changes.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { useBook } from '../../parts/Book.web.tsx'
import { Lines } from './Lines.web.tsx'
import { NotExtended, SplitOne } from './Parted.web.tsx'
import { People } from './People.web.tsx'
import { nextTerm } from './plan.ts'
import { shape, WAY } from './type.ts'
import { words } from './words.ts'

/** Households of the case are shown by pages of this size. */
export const HOUSEHOLDS_PAGE = 20
const HOUSEHOLD = shape.nh.many

/** The end of a household's term and the term that follows it, read of its book as the page shows it. */
function Term({ household }: { household: Form }) {
  const { say } = useSay()
  const end = useBook(household).data?.book.cbqxz
  if (typeof end !== 'string') return null
  // one that is not extended, or taken in by another, has no term of its own afterwards
  if (household.ybddlx === WAY.none || household.into) return end
  const next = nextTerm(end)
  return (
    <>
      {end}
      <br />→ {say(words.fromTo(next.cbqxq, next.cbqxz))}
    </>
  )
}

/** The households of a case, as its table shows them and its rows change them. */
interface HouseholdsOf extends Pick<PartProps, 'editing' | 'faults'> {
  households: readonly Form[]
  /** the item of the business lets each household be extended in another way */
  changed: boolean
  /** what the holder of a book is called */
  holderOf(h: Form): string
  onPatch(index: number, patch: Form): void
  /** takes a household out of the case; nothing where it stays */
  onTakeOut: ((h: Form) => void) | undefined
}
interface RowProps extends HouseholdsOf {
  household: Form
  index: number
}

/** A household as others name it: its holder and the end of its code. */
const nameIn = (of: HouseholdsOf, h: Form) => `${of.holderOf(h)} ${String(h.cbjyqzbm).slice(-5)}`
/** The other households that are extended in the same way. */
const alike = (of: HouseholdsOf, h: Form) => of.households.filter((o) => o !== h && o.ybddlx === h.ybddlx)

/** The holder of a household; what is wrong in a row that is closed is told here. */
function Holder({ household: h, index, faults, holderOf }: RowProps) {
  const fault = faults.find((x) => x.field.startsWith(`nh.${index}.`) && x.field !== `nh.${index}.lxdh`)?.msg
  return (
    <>
      {holderOf(h)} <Typography.Text type="secondary">{String(h.cbjyqzbm)}</Typography.Text>
      {fault && (
        <Typography.Text type="danger" role="alert" style={{ fontSize: 12, display: 'block' }}>
          {fault}
        </Typography.Text>
      )}
    </>
  )
}

/** What a household that is extended in another way has no more. */
const UNTOUCHED: Form = { leaving: [], moves: [], cuts: [], into: null, jtcyList: [], byyy: null, households: [] }
/** The way in which a household is extended. */
function Way({ household: h, index, editing, changed, onPatch }: RowProps) {
  const { label } = useSay()
  const { label: way } = useDict('busi_ybddlx')
  if (editing !== 'all' || !changed) return way(changed ? h.ybddlx : WAY.plain)
  return (
    <Select
      style={{ width: '100%' }}
      aria-label={`${label(HOUSEHOLD.ybddlx)} ${h.cbjyqzbm}`}
      value={String(h.ybddlx ?? WAY.plain)}
      options={Object.values(WAY).map((value) => ({ value, label: way(value) }))}
      onChange={(v) => onPatch(index, { ybddlx: v, ...UNTOUCHED })}
    />
  )
}

/** The household into which one is merged; one of them survives. */
function Into(row: RowProps) {
  const { household: h, index, editing, households, onPatch } = row
  const { say } = useSay()
  if (h.ybddlx !== WAY.merged) return null
  if (editing !== 'all') {
    const survivor = households.find((o) => o.cbjyqzbm === h.into)
    return survivor ? nameIn(row, survivor) : say(words.survives)
  }
  const others = alike(row, h).filter((o) => !o.into)
  return (
    <Select
      style={{ width: '100%' }}
      aria-label={`${say(words.into)} ${h.cbjyqzbm}`}
      value={String(h.into ?? '')}
      options={[{ value: '', label: say(words.survives) }, ...others.map((o) => ({ value: String(o.cbjyqzbm), label: nameIn(row, o) }))]}
      onChange={(v) => onPatch(index, { into: v || null, jtcyList: [] })}
    />
  )
}

/** The phone of a household, typed where the form may be changed. */
function Phone({ household: h, index, editing, faults, onPatch }: RowProps) {
  const fault = faultAt(faults, `nh.${index}.lxdh`)
  return (
    <Cell
      field={HOUSEHOLD.lxdh}
      value={h.lxdh ?? null}
      row={String(h.cbjyqzbm)}
      {...(editing === 'all' ? { onChange: (v: unknown) => onPatch(index, { lxdh: v === '' ? null : v }) } : {})}
      {...(fault ? { fault } : {})}
    />
  )
}

/** A household opened: its people where they may change, what it is split into, its parcels. */
function Opened(row: RowProps) {
  const { household: h, index, editing, changed, households, faults, onPatch } = row
  const { say } = useSay()
  const all = editing === 'all'
  const shared = { household: h, at: `nh.${index}`, faults, onChange: (patch: Form) => onPatch(index, patch) }
  if (h.ybddlx === WAY.none) return <NotExtended {...shared} editable={all} />
  return (
    <>
      {changed && <People {...shared} nh={households} editable={all} />}
      {h.ybddlx === WAY.split && <SplitOne {...shared} all={all} editing={editing} />}
      <Lines
        {...shared}
        editable={editing !== 'nothing'}
        whole={all && changed}
        others={alike(row, h).map((o) => ({ value: String(o.cbjyqzbm), label: say(words.gives(nameIn(row, o))) }))}
      />
    </>
  )
}

/** The households of a case as a table, each with the way of its extension and, opened, its people and parcels. */
export function HouseholdsTable(props: HouseholdsOf) {
  const { households, onTakeOut } = props
  const { say, label } = useSay()
  const rowOf = (h: Form): RowProps => ({ ...props, household: h, index: households.indexOf(h) })
  const columns: TableColumnType<Form>[] = [
    { key: 'n', title: '#', width: 36, render: (_v, h) => households.indexOf(h) + 1 },
    { key: 'holder', title: say(words.holder), width: 172, render: (_v, h) => <Holder {...rowOf(h)} /> },
    { key: 'ybddlx', title: label(HOUSEHOLD.ybddlx), width: 158, render: (_v, h) => <Way {...rowOf(h)} /> },
    { key: 'into', title: say(words.into), width: 170, hidden: !households.some((h) => h.ybddlx === WAY.merged), render: (_v, h) => <Into {...rowOf(h)} /> },
    { key: 'term', title: say(words.term), width: 196, render: (_v, h) => <Term household={h} /> },
    { key: 'lxdh', title: label(HOUSEHOLD.lxdh), width: 128, render: (_v, h) => <Phone {...rowOf(h)} /> },
    {
      key: 'out',
      width: 84,
      hidden: !onTakeOut,
      render: (_v, h) => (
        <Button type="link" size="small" danger onClick={() => onTakeOut?.(h)}>
          {say(words.out)}
        </Button>
      ),
    },
  ]
  return (
    <Table<Form>
      size="small"
      tableLayout="fixed"
      rowKey={(h) => String(h.cbjyqzbm)}
      pagination={households.length > HOUSEHOLDS_PAGE ? { pageSize: HOUSEHOLDS_PAGE, size: 'small' } : false}
      dataSource={[...households]}
      columns={columns}
      scroll={{ x: 48 + 36 + 172 + 158 + 196 + 128 + 84 }}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.none)} /> }}
      expandable={{ expandedRowRender: (h) => <Opened {...rowOf(h)} /> }}
    />
  )
}
