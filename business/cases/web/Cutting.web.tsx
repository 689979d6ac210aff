import { Alert, Button, Card, Flex, Select, Spin, Typography } from 'antd'
import { useRef } from 'react'
import { m2, toMu } from '../../../land/definitions/area.ts'
import { both } from '../../../kit/model/lang.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { areaOfWkt } from '../../../land/geometry/outline.ts'
import { useParcel } from '../../../land/map/RegionMap.web.tsx'
import { CutMap } from '../../../land/map/maps.web.tsx'
import type { Form } from '../definitions/business.ts'
import { formsIn } from '../definitions/form.ts'
import { sharedOut } from '../land/pieces.ts'
import { faultAt } from './Changes.web.tsx'
import type { PartProps } from './screen.web.ts'

const words = {
  piece: both('块', 'Piece'),
  undo: both('撤销上一步', 'Undo the last step'),
  over: both('重新分割', 'Start over'),
  whole: both('尚未分割：请在地图上画出分割线', 'Not cut yet: draw the line on the map'),
  later: both('尚未分割：在调查环节绘制', 'Not cut yet: drawn in the survey'),
  noShape: both('该地块没有图形，不能分割', 'This parcel has no outline and cannot be cut'),
  to: both('归属', 'Goes to'),
  choose: both('请选择', 'Select'),
}
/** Colours of those to whom pieces go, in their order; grey where nobody is chosen. */
export const PIECE_COLOURS = ['#1677ff', '#52c41a', '#fa8c16', '#722ed1', '#13c2c2', '#eb2f96']
const GREY = '#8c8c8c'
const plain = (v: unknown): string => (typeof v === 'string' ? v : '')

interface Piece {
  to: string
  geom: string
}
const piecesIn = (cut: Form): Piece[] => formsIn(cut.pieces).map((p) => ({ to: plain(p.to), geom: plain(p.geom) }))
/** Area of an outline in m², '' where it is none. */
export function pieceArea(wkt: string): string {
  try {
    return areaOfWkt(wkt)
  } catch {
    return ''
  }
}

interface OneProps {
  cut: Form
  /** the line of the book that has the parcel: name and contract area (mu) */
  line: Form | undefined
  /** path of the cut in the form */
  at: string
  holders: readonly { value: string; label: string }[]
  editable: boolean
  faults: PartProps['faults']
  onChange(pieces: readonly Piece[]): void
}
/** One parcel with its pieces: drawn on the map, given to households in the table. */
function OneCut({ cut, line, at, holders, editable, faults, onChange }: OneProps) {
  const { say, lang } = useSay()
  const former = useRef<Piece[][]>([])
  const dkbm = plain(cut.dkbm)
  const pieces = piecesIn(cut)
  // a parcel that has ended meanwhile is known by its pieces
  const parcel = useParcel(pieces.length ? undefined : dkbm)
  const outlines = pieces.length ? pieces.map((p) => p.geom) : parcel.data?.geom ? [parcel.data.geom] : []
  const areas = outlines.map(pieceArea)
  const shares = pieces.length && areas.every(Boolean) && plain(line?.htmjm) ? sharedOut(plain(line!.htmjm), areas) : []
  const colourOf = (to: string) => PIECE_COLOURS[holders.findIndex((h) => h.value === to) % PIECE_COLOURS.length] ?? GREY
  const nameOf = (to: string) => holders.find((h) => h.value === to)?.label ?? ''
  const marks = outlines.map((_, i) => ({
    label: pieces.length ? `${i + 1} ${nameOf(pieces[i]!.to)}\n${toMu(m2(areas[i] || '0'))} ${say(both('亩', 'mu'))}` : dkbm.slice(-5),
    color: pieces.length ? colourOf(pieces[i]!.to) : PIECE_COLOURS[0]!,
  }))
  const put = (next: readonly Piece[]) => {
    former.current.push(pieces)
    onChange(next)
  }
  const told = faults.filter((f) => f.field.startsWith(`${at}.`) && !f.field.endsWith('.to'))
  return (
    <Card
      size="small"
      type="inner"
      title={`${dkbm} ${plain(line?.dkmc)}`}
      extra={
        editable &&
        (pieces.length > 0 || former.current.length > 0) && (
          <Flex gap="small">
            <Button size="small" disabled={former.current.length === 0} onClick={() => onChange(former.current.pop() ?? [])}>
              {say(words.undo)}
            </Button>
            <Button size="small" danger disabled={pieces.length === 0} onClick={() => put([])}>
              {say(words.over)}
            </Button>
          </Flex>
        )
      }
    >
      <Flex vertical gap="small">
        {told.map((f) => (
          <Typography.Text key={f.field} type="danger" role="alert">
            {f.msg}
          </Typography.Text>
        ))}
        {pieces.length === 0 && <Alert type="info" showIcon title={say(editable ? words.whole : words.later)} />}
        {parcel.isLoading && <Spin />}
        {!parcel.isLoading && outlines.length === 0 && <Alert type="warning" showIcon title={say(words.noShape)} />}
        {outlines.length > 0 && (
          <CutMap
            outlines={outlines}
            marks={marks}
            lang={lang}
            height={320}
            {...(editable ? { onCut: (next) => put(next.map(({ wkt, of }) => ({ to: pieces[of]?.to ?? '', geom: wkt }))) } : {})}
          />
        )}
        {pieces.length > 0 && <PieceTable of={{ dkbm, pieces, areas, shares }} at={at} holders={holders} editable={editable} faults={faults} onChange={put} />}
      </Flex>
    </Card>
  )
}

interface PieceTableProps extends Pick<OneProps, 'at' | 'holders' | 'editable' | 'faults' | 'onChange'> {
  /** the parcel, its pieces with their areas (m²) and shares of the contract area (mu) */
  of: { dkbm: string; pieces: readonly Piece[]; areas: readonly string[]; shares: readonly string[] }
}
/** The pieces of a parcel, each given to somebody. */
function PieceTable({ of: { dkbm, pieces, areas, shares }, at, holders, editable, faults, onChange }: PieceTableProps) {
  const { say, label } = useSay()
  return (
    <Table<{ key: number; piece: Piece }>
      size="small"
      rowKey="key"
      pagination={false}
      dataSource={pieces.map((piece, key) => ({ key, piece }))}
      columns={[
        { key: 'n', title: say(words.piece), width: 60, render: (_v, r) => r.key + 1 },
        { key: 'scmj', title: label(cbdkxx.fields.scmj), width: 140, align: 'right', render: (_v, r) => areas[r.key] },
        { key: 'scmjm', title: label(cbdkxx.fields.scmjm), width: 120, align: 'right', render: (_v, r) => toMu(m2(areas[r.key] || '0')) },
        { key: 'htmjm', title: label(cbdkxx.fields.htmjm), width: 120, align: 'right', render: (_v, r) => shares[r.key] },
        {
          key: 'to',
          title: say(words.to),
          render: (_v, r) => {
            const fault = faultAt(faults, `${at}.pieces.${r.key}.to`)
            return editable ? (
              <>
                <Select
                  style={{ width: '100%' }}
                  aria-label={`${say(words.to)} ${dkbm} ${r.key + 1}`}
                  placeholder={say(words.choose)}
                  value={r.piece.to || undefined}
                  options={[...holders]}
                  {...(fault ? { status: 'error' as const } : {})}
                  onChange={(to: string) => onChange(pieces.map((p, j) => (j === r.key ? { ...p, to } : p)))}
                />
                {fault && (
                  <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
                    {fault}
                  </Typography.Text>
                )}
              </>
            ) : (
              (holders.find((h) => h.value === r.piece.to)?.label ?? '')
            )
          },
        },
      ]}
    />
  )
}

interface CuttingProps {
  cuts: readonly Form[]
  /** where the cuts stand in the form */
  at: string
  /** lines of the books, for names and contract areas */
  lines: readonly Form[]
  /** to whom a piece may go: the words of `to`, in the order of their colours */
  holders: readonly { value: string; label: string }[]
  editable: boolean
  faults: PartProps['faults']
  onChange(cuts: readonly Form[]): void
}
/** The parcels that a case cuts, each with its pieces: drawn by lines on the map, and given to somebody. */
export function Cutting({ cuts, at, lines, holders, editable, faults, onChange }: CuttingProps) {
  return (
    <Flex vertical gap="middle">
      {cuts.map((cut, i) => (
        <OneCut
          key={plain(cut.dkbm)}
          cut={cut}
          line={lines.find((l) => l.dkbm === cut.dkbm)}
          at={`${at}.${i}`}
          holders={holders}
          editable={editable}
          faults={faults}
          onChange={(pieces) => onChange(cuts.map((c, k) => (k === i ? { ...c, pieces } : c)))}
        />
      ))}
    </Flex>
  )
}
