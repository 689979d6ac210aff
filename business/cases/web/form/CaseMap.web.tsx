// The map beside a case: the parcels that it concerns among their neighbours, and what it draws of them.
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, theme } from 'antd'
import { useMemo, useState } from 'react'
import { m2, toMu } from '../../../../land/definitions/area.ts'
import { both, plural } from '../../../../kit/model/lang.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { Dialog } from '../../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { boundsOfWkt } from '../../../../land/geometry/outline.ts'
import { useAround } from '../../../../land/dk/Shape.web.tsx'
import { Sketch, type Sketched } from '../../../../land/map/Sketch.web.tsx'
import type { Form } from '../../definitions/business.ts'
import { STATUS } from '../../rules/flow.ts'
import { drawnOf, landNamed, type TouchedParcel } from '../../definitions/touched.ts'
import { pieceArea } from '../Cutting.web.tsx'
import type { CaseRow } from '../form.web.ts'

const words = {
  title: both('涉及地块', 'Parcels of the case'),
  more: both('放大', 'Larger'),
  none: both('尚未涉及具体地块', 'No parcel is concerned yet'),
  drawn: both('拟', 'New'),
  mu: both('亩', 'mu'),
  piece: (n: number) => both(`拟分割、测绘 ${n} 个图形`, `${n} outlines drawn`),
  count: (n: number) => both(`${n} 块`, plural(n, 'parcel')),
}
const LARGE = 560

/** The parcels of a case: of one that is under way or over as the server knows it, else those that the form names as it is typed. */
function useTouched(form: Form, row: CaseRow | undefined, editable: boolean) {
  const begun = !!row && row.status !== STATUS.todo
  const codes = begun ? '' : landNamed(form).join(',')
  const stored = begun || (!!row && !editable)
  const asked = useQuery({
    queryKey: queryKeyOf('business', 'land', stored ? row?.id : codes, stored ? row?.rev : 0),
    enabled: stored || !!codes,
    retry: false,
    placeholderData: (before: TouchedParcel[] | undefined) => (codes ? before : undefined),
    queryFn: () => api.get<TouchedParcel[]>('map/dk/processing_data', stored ? { businessId: row!.id } : { codes }, { quiet: true }),
  })
  const known = asked.data ?? []
  const drawing = editable ? drawnOf(form).map((d): TouchedParcel => ({ ...d, dkmc: '', cbfmc: '', scmjm: '', drawn: 1 })) : undefined
  return { error: asked.error, waits: asked.isLoading, parcels: drawing ? [...known.filter((k) => !k.drawn), ...drawing] : known }
}
/** A box in degrees as an outline. */
function boxAround(wkts: readonly string[]): string | undefined {
  const boxes = wkts.flatMap((wkt) => boundsOfWkt(wkt) ?? [])
  if (boxes.length === 0) return undefined
  const at = (n: number) => boxes.filter((_, i) => i % 4 === n)
  const [w, s, e, n] = [Math.min(...at(0)), Math.min(...at(1)), Math.max(...at(2)), Math.max(...at(3))]
  return `POLYGON((${w} ${s}, ${e} ${s}, ${e} ${n}, ${w} ${n}, ${w} ${s}))`
}

interface CaseMapProps {
  form: Form
  row?: CaseRow | undefined
  /** whether the form may differ from what is stored */
  editable: boolean
  /** the parcel that was pressed in a part */
  chosen?: string | undefined
  onChoose(dkbm: string): void
}
/** The land of a case on a sketch, whatever its type. Source: land-contract.md (map/dk/processing_data). */
export function CaseMap({ form, row, editable, chosen, onChoose }: CaseMapProps) {
  const { say } = useSay()
  const { token } = theme.useToken()
  const [large, setLarge] = useState(false)
  const { parcels, error, waits } = useTouched(form, row, editable)
  const outlines = parcels.map((p) => p.geom).join(';')
  const box = useMemo(() => boxAround(outlines.split(';').filter(Boolean)), [outlines])
  const fbfbm = typeof form.fbfbm === 'string' && form.fbfbm ? form.fbfbm : undefined
  const near = useAround(box ? { wkt: box } : fbfbm && !waits ? { fbfbm } : {}).data
  const key = (p: TouchedParcel, i: number) => (p.drawn ? `${p.dkbm} ${i}` : p.dkbm)
  const muOf = (p: TouchedParcel) => (p.drawn ? String(toMu(m2(pieceArea(p.geom) || '0'))) : p.scmjm)
  const sketched = useMemo((): Sketched[] => {
    const own = new Set(parcels.map((p) => p.dkbm))
    return [
      ...(near ?? []).flatMap((n): Sketched[] => (own.has(n.dkbm) ? [] : [{ key: n.dkbm, wkt: n.geom, kind: 'near', label: [n.dkbm, n.cbfmc || n.dkmc] }])),
      ...parcels.map((p, i): Sketched => ({
        key: key(p, i),
        wkt: p.geom,
        kind: p.drawn ? 'drawn' : 'own',
        label: [p.drawn ? `${say(words.drawn)}${p.dkbm.slice(-5)}` : p.dkbm.slice(-5), `${muOf(p)} ${say(words.mu)}`],
      })),
    ]
  }, [outlines, near, say(words.mu)])
  if (!fbfbm && parcels.length === 0) return null
  const at = parcels.find((p, i) => key(p, i) === chosen) ?? near?.find((n) => n.dkbm === chosen)
  const [own, drawn] = [parcels.filter((p) => !p.drawn).length, parcels.filter((p) => p.drawn).length]
  const sketch = (height: number) => <Sketch of={sketched} height={height} name={say(words.title)} chosen={chosen} onChoose={onChoose} />
  const told = (
    <div style={{ minHeight: 32, padding: '6px 10px', fontSize: 12, color: token.colorTextSecondary }} role="status">
      {at ? (
        <>
          <span style={{ fontFamily: token.fontFamilyCode }}>{at.dkbm}</span> {at.dkmc} {at.cbfmc} {'scmjm' in at ? `${muOf(at)} ${say(words.mu)}` : ''}
        </>
      ) : own + drawn > 0 ? (
        `${say(words.count(own))}${drawn ? ` · ${say(words.piece(drawn))}` : ''}`
      ) : (
        !waits && say(words.none)
      )}
    </div>
  )
  return (
    <Card
      size="small"
      title={say(words.title)}
      styles={{ body: { padding: 0 } }}
      extra={
        <Button size="small" type="link" onClick={() => setLarge(true)}>
          {say(words.more)}
        </Button>
      }
    >
      {error && <Alert type="error" showIcon title={error.message} />}
      {sketch(230)}
      {told}
      {large && (
        <Dialog open width="90%" title={say(words.title)} onCancel={() => setLarge(false)}>
          <Flex vertical>
            {sketch(LARGE)}
            {told}
          </Flex>
        </Dialog>
      )}
    </Card>
  )
}
