// The parcels of a household that is extended.
import { Select, Spin, Typography, type TableColumnType } from 'antd'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { AREA_REASON } from '../../cases/rules/area-limits.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { useBook } from '../../parts/Book.web.tsx'
import { Cell, faultAt, ListFault } from '../../cases/web/Changes.web.tsx'
import { Cutting } from '../../cases/web/Cutting.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { PIECE_STAYS } from '../../cases/land/pieces.ts'
import { RESERVE, shape, WAY } from './type.ts'
import { words } from './words.ts'

const HOUSEHOLD = shape.nh.many

interface LinesProps {
  household: Form
  at: string
  editable: boolean
  /** which parcels go may be chosen, not their areas and pieces alone */
  whole: boolean
  faults: PartProps['faults']
  /** households of the case that may get land of this one, by the code of their book; none where it gives none */
  others: readonly { value: string; label: string }[]
  onChange(patch: Form): void
}
interface GoesToProps {
  of: AnyRow
  to: string
  ways: readonly { value: string; label: string }[]
  fault: string | undefined
  /** where it may be chosen */
  onGo?: (to: string) => void
}
/** Where a parcel goes. */
function GoesTo({ of: l, to, ways, fault, onGo }: GoesToProps) {
  const { say } = useSay()
  return (
    <>
      {onGo ? (
        <Select
          style={{ width: '100%' }}
          aria-label={`${say(words.goes)} ${l.dkbm}`}
          value={to}
          options={[...ways]}
          {...(fault ? { status: 'error' as const } : {})}
          onChange={onGo}
        />
      ) : (
        ways.find((w) => w.value === to)?.label
      )}
      {fault && (
        <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
          {fault}
        </Typography.Text>
      )}
    </>
  )
}
/** What a line may become beside a household that gets it: back to the reserve, cut. */
const PART = 'part'
/** The parcels of a household: their confirmed area, the contract area by that decision, and which are returned, given to another one or cut. */
export function Lines({ household, at, editable, whole, faults, others, onChange }: LinesProps) {
  const { say, label } = useSay()
  const open = useBook(household).data
  if (!open) return <Spin />
  const decided = formsIn(household.dk)
  const leaving = formsIn(household.leaving)
  const moves = formsIn(household.moves)
  const cuts = formsIn(household.cuts)
  const gives = household.ybddlx === WAY.returned || household.ybddlx === WAY.adjusted
  const of = (l: AnyRow) => decided.findIndex((d) => d.dkbm === l.dkbm)
  const set = (l: AnyRow, patch: Form) => onChange({ dk: [...decided.filter((d) => d.dkbm !== l.dkbm), { dkbm: l.dkbm, ...decided[of(l)], ...patch }] })
  const without = (list: readonly Form[], l: AnyRow) => list.filter((x) => x.dkbm !== l.dkbm)
  const go = (l: AnyRow, to: string) =>
    onChange({
      leaving: [...without(leaving, l), ...(to === RESERVE ? [{ dkbm: l.dkbm }] : [])],
      moves: [...without(moves, l), ...(to && to !== RESERVE && to !== PART ? [{ dkbm: l.dkbm, to }] : [])],
      cuts: [...without(cuts, l), ...(to === PART ? [{ dkbm: l.dkbm, pieces: [] }] : [])],
    })
  const goesTo = (l: AnyRow): string => {
    if (cuts.some((c) => c.dkbm === l.dkbm)) return PART
    return leaving.some((x) => x.dkbm === l.dkbm) ? RESERVE : String(moves.find((m) => m.dkbm === l.dkbm)?.to ?? '')
  }
  const getters = household.ybddlx === WAY.returned ? [{ value: RESERVE as string, label: say(words.returned) }] : others
  const ways = [{ value: '', label: say(words.keeps) }, ...getters, { value: PART, label: say(words.part) }]
  const faultOf = (l: AnyRow) =>
    (['leaving', 'moves', 'cuts'] as const)
      .map((n) => [n, formsIn(household[n]).findIndex((x) => x.dkbm === l.dkbm)] as const)
      .flatMap(([n, i]) => (i < 0 ? [] : [faultAt(faults, `${at}.${n}.${i}.dkbm`) ?? faultAt(faults, `${at}.${n}.${i}.to`)]))
      .find(Boolean)
  const cell = (n: 'qqmjm' | 'htmj' | 'htmjm' | 'areaReason', title: string, width = 115): TableColumnType<AnyRow> => ({
    key: n,
    title,
    width,
    render: (_v, l) => {
      const i = of(l)
      const fault = i < 0 ? undefined : faultAt(faults, `${at}.dk.${i}.${n}`)
      return (
        <Cell
          field={HOUSEHOLD.dk.many[n]}
          value={decided[i]?.[n] ?? null}
          row={String(l.dkbm)}
          otherwise={l[n]}
          {...(editable ? { onChange: (v: unknown) => set(l, { [n]: v }) } : {})}
          {...(fault ? { fault } : {})}
        />
      )
    },
  })
  const columns: TableColumnType<AnyRow>[] = [
    { key: 'dkbm', dataIndex: 'dkbm', title: label(cbdkxx.fields.dkbm), width: 175 },
    { key: 'dkmc', dataIndex: 'dkmc', title: label(cbdkxx.fields.dkmc), width: 85 },
    { key: 'was', dataIndex: 'htmjm', title: say(words.former), width: 95, align: 'right' },
    cell('qqmjm', say(words.confirmed)),
    cell('htmj', label(cbdkxx.fields.htmj)),
    cell('htmjm', label(cbdkxx.fields.htmjm)),
    // asked for where an area lies far from the measured one
    ...(decided.some((d) => d.htmj || d.qqmjm || d.areaReason) ? [cell('areaReason', label(AREA_REASON), 190)] : []),
    ...(gives
      ? [
          {
            key: 'goes',
            title: say(words.goes),
            width: 190,
            render: (_v: unknown, l: AnyRow) => (
              <GoesTo of={l} to={goesTo(l)} ways={ways} fault={faultOf(l)} {...(whole ? { onGo: (to: string) => go(l, to) } : {})} />
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <ListFault faults={faults} at={`${at}.leaving`} />
      <ListFault faults={faults} at={`${at}.moves`} />
      {editable && <Typography.Paragraph type="secondary">{say(words.openAreas)}</Typography.Paragraph>}
      <Table<AnyRow> size="small" rowKey="dkbm" pagination={false} dataSource={open.lines} columns={columns} scroll={{ x: 870 }} />
      {gives && cuts.length > 0 && (
        <div style={{ marginTop: 8 }}>
          <Cutting
            cuts={cuts}
            at={`${at}.cuts`}
            lines={open.lines}
            holders={[{ value: PIECE_STAYS, label: say(words.keeps) }, ...getters]}
            editable={editable}
            faults={faults}
            onChange={(next) => onChange({ cuts: next })}
          />
        </div>
      )}
    </>
  )
}
