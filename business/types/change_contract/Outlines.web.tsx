// Outlines that a correction draws anew, and the neighbours that follow them with their books.
import { Alert, Button, Card, Flex, Spin, Typography } from 'antd'
import { isArea, m2, toM2, toMu, mu } from '../../../land/definitions/area.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { useAround } from '../../../land/dk/Shape.web.tsx'
import { useParcel } from '../../../land/map/RegionMap.web.tsx'
import { CutMap, ParcelEditor } from '../../../land/map/maps.web.tsx'
import type { EditorValue } from '../../../land/map/web/ParcelEditor.web.tsx'
import type { Form } from '../../cases/definitions/business.ts'
import { AREA_REASON } from '../../cases/rules/area-limits.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { useBooks } from '../../parts/Book.web.tsx'
import { Cell, faultAt } from '../../cases/web/Changes.web.tsx'
import { pieceArea } from '../../cases/web/Cutting.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { YES } from './type.ts'
import { words } from './words.ts'

const plain = (v: unknown): string => (typeof v === 'string' ? v : '')
const f = cbdkxx.fields
/** Mu as typed, and the m² that follow. */
const typedMu = (v: unknown): Form => ({ htmjm: v, ...(isArea(String(v ?? '')) ? { htmj: toM2(mu(String(v))) } : {}) })

interface OneProps extends Omit<PartProps, 'row'> {
  /** the row of the parcel in the form, and its place */
  row: Form
  at: number
  /** lines of the book, by which a neighbour of the same household is known */
  lines: readonly AnyRow[]
}
/** One parcel with its outline: drawn on the map among its neighbours; those whose corners move are listed below. */
function OneOutline({ row, at, lines, form, onChange, editing, faults }: OneProps) {
  const { say, lang } = useSay()
  const dkbm = plain(row.dkbm)
  const corrected = formsIn(form.corrected)
  const beside = formsIn(form.beside)
  const parcel = useParcel(dkbm)
  const wkt = plain(parcel.data?.geom)
  const around = useAround(wkt ? { wkt } : {})
  const drawn = new Map([...corrected, ...beside].flatMap((r) => (r.geom && r.dkbm !== dkbm ? [[plain(r.dkbm), plain(r.geom)] as const] : [])))
  const neighbours = (around.data ?? []).filter((n) => n.dkbm !== dkbm).map((n) => ({ id: n.dkbm, wkt: drawn.get(n.dkbm) ?? n.geom, name: n.cbfmc || n.dkmc }))
  const onDrawn = (v: EditorValue) => {
    const moved = new Map(v.others.flatMap((o) => (o.kind === 'changed' && o.wkt ? [[o.id, o.wkt] as const] : [])))
    const own = lines.filter((l) => moved.has(plain(l.dkbm)) && !corrected.some((c) => c.dkbm === l.dkbm))
    const came = own.map((l) => ({ dkbm: l.dkbm, htmj: l.htmj, htmjm: l.htmjm, scmj: null, qqmjm: null, cxch: YES, geom: moved.get(plain(l.dkbm)) }))
    onChange({
      corrected: [
        ...corrected.map((c) => (c.dkbm === dkbm ? { ...c, geom: v.wkt ?? null } : moved.has(plain(c.dkbm)) ? { ...c, geom: moved.get(plain(c.dkbm)) } : c)),
        ...came,
      ],
      beside: [
        ...beside.filter((b) => b.cbjyqzbm || moved.has(plain(b.dkbm))).map((b) => (moved.has(plain(b.dkbm)) ? { ...b, geom: moved.get(plain(b.dkbm)) } : b)),
        // whose book it is, is not known yet: the neighbour is offered below
        ...[...moved].flatMap(([code, geom]) =>
          lines.some((l) => l.dkbm === code) || beside.some((b) => b.dkbm === code) ? [] : [{ dkbm: code, cbjyqzbm: null, djbId: null, geom }],
        ),
      ],
    })
  }
  const geom = plain(row.geom)
  const editable = editing !== 'nothing'
  const area = geom ? pieceArea(geom) : ''
  const before = plain(lines.find((l) => l.dkbm === dkbm)?.scmj)
  const fault = faultAt(faults, `corrected.${at}.geom`)
  return (
    <Card size="small" type="inner" title={`${say(words.outline)} ${dkbm}`}>
      <Flex vertical gap="small">
        {fault && <Alert type="error" showIcon title={fault} />}
        {parcel.isLoading && <Spin />}
        {!geom && <Alert type="info" showIcon title={say(editable ? words.draw : words.drawLater)} />}
        {editable && around.data && wkt && <ParcelEditor id={dkbm} value={geom || wkt} neighbours={neighbours} onChange={onDrawn} lang={lang} height={340} />}
        {!editable && (geom || wkt) && <CutMap outlines={[geom || wkt]} marks={[{ label: dkbm.slice(-5), color: '#1677ff' }]} lang={lang} height={300} />}
        {area && <Typography.Text data-testid={`outline-${dkbm}`}>{say(words.measured(before, area, toMu(m2(area))))}</Typography.Text>}
      </Flex>
    </Card>
  )
}

interface NeighbourProps {
  row: Form
  at: number
  editable: boolean
  faults: PartProps['faults']
  onChange(patch: Form): void
}
/** A neighbour whose corners moved: its book is looked up, and it is taken into the case with it. */
function Neighbour({ row, at, editable, faults, onChange }: NeighbourProps) {
  const { say, label } = useSay()
  const dkbm = plain(row.dkbm)
  const parcel = useParcel(dkbm)
  const cbfbm = plain(parcel.data?.cbfbm)
  const taken = plain(row.cbjyqzbm)
  const codes = taken ? [{ cbjyqzbm: taken, djbId: row.djbId }] : cbfbm ? [{ cbjyqzbm: `${cbfbm}J` }, { cbjyqzbm: `${cbfbm}Q` }] : []
  const books = useBooks(codes)
  const found = books.map((b) => b.data).find((b) => b?.lines.some((l) => l.dkbm === dkbm))
  const line = found?.lines.find((l) => l.dkbm === dkbm)
  const told = faults.filter((x) => x.field.startsWith(`beside.${at}.`) && !x.field.endsWith('.htmjm'))
  const area = pieceArea(plain(row.geom))
  return (
    <Alert
      type={taken ? 'info' : 'warning'}
      showIcon
      title={`${dkbm} ${plain(parcel.data?.cbfmc)}`}
      description={
        <Flex vertical gap={4}>
          {area && <span>{say(words.measured(plain(line?.scmj), area, toMu(m2(area))))}</span>}
          {!taken && line && <span>{say(words.follows)}</span>}
          {taken && line && (
            <Flex gap="small" align="center">
              <span>{label(f.htmjm)}</span>
              <div style={{ width: 160 }}>
                <Cell
                  field={f.htmjm}
                  value={row.htmjm}
                  before={line.htmjm ?? ''}
                  row={dkbm}
                  {...(editable ? { onChange: (v: unknown) => onChange(typedMu(v)) } : {})}
                />
              </div>
              <Typography.Text type="secondary">{taken}</Typography.Text>
            </Flex>
          )}
          {taken && line && (
            <Flex gap="small" align="center">
              <span>{label(AREA_REASON)}</span>
              <div style={{ flex: 1 }}>
                <Cell
                  field={AREA_REASON}
                  value={row.areaReason}
                  before=""
                  row={dkbm}
                  {...(editable ? { onChange: (v: unknown) => onChange({ areaReason: v }) } : {})}
                />
              </div>
            </Flex>
          )}
          {told.map((x) => (
            <Typography.Text key={x.field} type="danger" role="alert">
              {x.msg}
            </Typography.Text>
          ))}
        </Flex>
      }
      action={
        editable &&
        (taken ? (
          <Button size="small" onClick={() => onChange({ cbjyqzbm: null, djbId: null, htmj: null, htmjm: null })}>
            {say(words.leaveOut)}
          </Button>
        ) : (
          line && (
            <Button
              size="small"
              type="primary"
              onClick={() => onChange({ cbjyqzbm: found!.book.cbjyqzbm, djbId: String(found!.book.id), htmj: line.htmj, htmjm: line.htmjm })}
            >
              {say(words.takeIn)}
            </Button>
          )
        ))
      }
    />
  )
}

/** The outlines that are drawn anew, one card each, and the neighbours that follow. */
export function Outlines(props: PartProps & { lines: readonly AnyRow[] }) {
  const { form, onChange, editing, faults } = props
  const { say } = useSay()
  const corrected = formsIn(form.corrected)
  const beside = formsIn(form.beside)
  if (!corrected.some((c) => c.cxch === YES)) return null
  return (
    <Flex vertical gap="small">
      {corrected.map((row, at) => (row.cxch === YES ? <OneOutline key={plain(row.dkbm)} {...props} row={row} at={at} /> : null))}
      {beside.length > 0 && <strong>{say(words.neighbours)}</strong>}
      {beside.map((row, at) => (
        <Neighbour
          key={plain(row.dkbm)}
          row={row}
          at={at}
          editable={editing !== 'nothing'}
          faults={faults}
          onChange={(patch) => onChange({ beside: beside.map((b, i) => (i === at ? { ...b, ...patch } : b)) })}
        />
      ))}
    </Flex>
  )
}
