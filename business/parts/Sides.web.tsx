// Two books beside each other, land going from one to the other.
import { Card, Checkbox, Tag, theme, Typography, type TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { both, type Text } from '../../kit/model/lang.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { cbdkxx } from '../../land/definitions/cbht.ts'
import type { Line } from '../../land/register/acts/acts.ts'
import type { Form } from '../cases/definitions/business.ts'
import { formsIn } from '../cases/definitions/form.ts'
import type { Move } from './moves.ts'
import { sharedOut } from '../cases/land/pieces.ts'
import { Balance, Cell } from '../cases/web/Changes.web.tsx'
import { pieceArea } from '../cases/web/Cutting.web.tsx'

const f = cbdkxx.fields
const words = {
  out: both('转出', 'Leaves'),
  in: both('转入', 'Received'),
  stays: both('保留', 'Kept'),
  cut: both('分割', 'Cut'),
  change: both('去留', 'Change'),
  parcel: both('地块', 'Parcel'),
  area: both('合同亩数', 'Mu'),
}

/** A parcel on one side: what the book says of it before and afterwards; it goes where nothing is said afterwards, it comes where nothing was before. */
export interface SideRow {
  dkbm: string
  dkmc: string
  before?: string
  after?: string
  /** it is cut into pieces, of which this side keeps some */
  cut?: boolean
  /** one of those pieces */
  piece?: boolean
}
/** The code by which a piece is shown before it has one: its parcel's, and its place among the pieces. */
const pieceCode = (dkbm: string, i: number) => `${dkbm}-${i + 1}`
const parcelOf = (dkbm: string) => dkbm.split('-')[0]!
/** What becomes of a parcel that is cut, as far as its pieces are drawn; a piece of nobody yet is kept. `own`: the word for who has it. */
export function drawnMove(line: Line, cut: Form, own: string): Move | undefined {
  const pieces = formsIn(cut.pieces)
  const areas = pieces.map((p) => pieceArea(String(p.geom ?? '')))
  if (pieces.length < 2 || areas.some((a) => !a)) return undefined
  const [htmj, htmjm] = [sharedOut(line.htmj, areas), sharedOut(line.htmjm, areas)]
  const lines = pieces.map((p, i) => ({ goes: !!p.to && p.to !== own, line: { ...line, dkbm: pieceCode(line.dkbm, i), htmj: htmj[i]!, htmjm: htmjm[i]! } }))
  const of = (goes: boolean) => lines.filter((l) => l.goes === goes).map((l) => l.line)
  return { given: of(true), kept: of(false) }
}
/** The rows of a side: the lines of its book in their order, then what comes. `names`: names of parcels by code. */
export function sideRows(before: readonly AnyRow[], after: readonly Pick<Line, 'dkbm' | 'htmjm'>[], names: ReadonlyMap<string, string>): SideRow[] {
  const is = new Map(after.map((l) => [l.dkbm, l.htmjm]))
  const had = new Set(before.map((l) => String(l.dkbm)))
  const cut = new Set(
    after
      .map((l) => l.dkbm)
      .filter((dkbm) => parcelOf(dkbm) !== dkbm && had.has(parcelOf(dkbm)))
      .map(parcelOf),
  )
  const nameOf = (dkbm: string) => names.get(parcelOf(dkbm)) ?? ''
  return [
    ...before.map((l) => {
      const [dkbm, left] = [String(l.dkbm), is.get(String(l.dkbm))]
      return {
        dkbm,
        dkmc: nameOf(dkbm),
        before: String(l.htmjm ?? ''),
        ...(left === undefined ? {} : { after: left }),
        ...(cut.has(dkbm) ? { cut: true } : {}),
      }
    }),
    ...after
      .filter((l) => !had.has(l.dkbm))
      .map((l) => ({ dkbm: l.dkbm, dkmc: nameOf(l.dkbm), after: l.htmjm, ...(had.has(parcelOf(l.dkbm)) ? { piece: true } : {}) })),
  ]
}

interface SideProps {
  title: string
  rows: readonly SideRow[]
  /** parcels that are chosen to go; absent where none are chosen on this side */
  chosen?: readonly string[]
  onChoose?(dkbms: string[]): void
  onShow(dkbm: string): void
  more?: readonly TableColumnType<SideRow>[]
  /** stands above the parcels: faults, hints */
  children?: ReactNode
}
/** One side: its parcels, those that go struck out, those that come marked, the contract area before and afterwards. */
export function Side({ title, rows, chosen, onChoose, onShow, more = [], children }: SideProps) {
  const { say } = useSay()
  const { token } = theme.useToken()
  const tagOf = (r: SideRow): { color: string; word: Text } | undefined => {
    if (r.cut) return { color: 'blue', word: words.cut }
    if (r.piece) return undefined
    if (r.after === undefined) return { color: 'red', word: words.out }
    return r.before === undefined ? { color: 'green', word: words.in } : undefined
  }
  const columns: TableColumnType<SideRow>[] = [
    {
      key: 'dkbm',
      title: say(words.parcel),
      render: (_v, r) => (
        <>
          <Typography.Text delete={r.after === undefined}>{r.dkmc}</Typography.Text>
          <Typography.Text type="secondary" style={{ display: 'block', fontSize: 12, wordBreak: 'break-all' }}>
            {r.dkbm}
          </Typography.Text>
        </>
      ),
    },
    {
      key: 'htmjm',
      title: say(words.area),
      width: 70,
      align: 'right',
      render: (_v, r) => (
        <Cell field={f.htmjm} value={r.after ?? r.before} row={r.dkbm} {...(r.before !== undefined && r.after !== undefined ? { before: r.before } : {})} />
      ),
    },
    ...more,
    {
      key: 'state',
      title: say(words.change),
      width: 62,
      render: (_v, r) => {
        const tag = tagOf(r)
        return tag ? <Tag color={tag.color}>{say(tag.word)}</Tag> : <Typography.Text type="secondary">{say(words.stays)}</Typography.Text>
      },
    },
  ]
  const pickable = rows.filter((r) => r.before !== undefined)
  return (
    <Card size="small" title={title} style={{ minWidth: 0 }} styles={{ header: { background: token.colorFillQuaternary }, body: { padding: 8 } }}>
      {children}
      <Table<SideRow>
        size="small"
        rowKey="dkbm"
        pagination={false}
        dataSource={[...rows]}
        columns={columns}
        {...(rows.length > 12 ? { scroll: { y: 480 } } : {})}
        onRow={(r) => ({ onClick: () => onShow(r.dkbm), style: { cursor: 'pointer' } })}
        {...(chosen && onChoose
          ? {
              rowSelection: {
                columnWidth: 32,
                renderCell: (_checked, r, _i, box) => (r.before === undefined ? null : box),
                selectedRowKeys: [...chosen],
                onChange: (keys) => onChoose(pickable.map((r) => r.dkbm).filter((k) => keys.includes(k))),
                getCheckboxProps: (r) => ({ disabled: r.before === undefined, 'aria-label': `${say(words.out)} ${r.dkbm}` }),
              },
            }
          : {})}
      />
      <Balance before={rows.flatMap((r) => r.before ?? [])} after={rows.flatMap((r) => r.after ?? [])} />
    </Card>
  )
}
/** Two sides beside each other, one below the other on a narrow screen. */
export const Sides = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))' }}>{children}</div>
)
/** A part of a side that is not a table of parcels. */
export const SideCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card size="small" title={title} style={{ minWidth: 0 }} styles={{ body: { padding: 8 } }}>
    {children}
  </Card>
)
/** Names of parcels by code, from the lines of books. */
export const namesOf = (...lists: readonly (readonly AnyRow[])[]): Map<string, string> =>
  new Map(lists.flat().map((l) => [String(l.dkbm), String(l.dkmc ?? '')]))
/** The lines of a book on the screen as the register has them. */
export const registerLines = (lines: readonly AnyRow[]): Line[] =>
  lines.map((l) => ({
    dkbm: String(l.dkbm),
    sfqqqg: String(l.sfqqqg ?? '2'),
    htmj: String(l.htmj ?? '0'),
    htmjm: String(l.htmjm ?? '0'),
    cbjyqqdfs: String(l.cbjyqqdfs ?? ''),
    yhtmj: null,
    yhtmjm: null,
  }))

/** A column in which the parcels of a side are marked to be cut. */
export const cutColumn = (cuts: readonly Form[], title: string, onChange?: (cuts: readonly Form[]) => void): TableColumnType<SideRow> => ({
  key: 'cut',
  title,
  width: 52,
  align: 'center',
  render: (_v, r) =>
    r.before === undefined ? null : (
      <Checkbox
        checked={cuts.some((c) => c.dkbm === r.dkbm)}
        disabled={!onChange}
        aria-label={`${title} ${r.dkbm}`}
        onClick={(e) => e.stopPropagation()}
        onChange={(e) => onChange?.(e.target.checked ? [...cuts, { dkbm: r.dkbm, pieces: [] }] : cuts.filter((c) => c.dkbm !== r.dkbm))}
      />
    ),
})
