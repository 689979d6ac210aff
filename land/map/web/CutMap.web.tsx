import 'ol/ol.css'
import { Alert, Button, Flex, Input, theme } from 'antd'
import Feature from 'ol/Feature.js'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { shapeFromWkt, shapeToWkt, toMetres } from '../../geometry/crs.ts'
import { zoneOfWkt } from '../../geometry/outline.ts'
import { isGeometryError, type Point } from '../../geometry/shape.ts'
import { splitPieces } from '../../geometry/split.ts'
import { parseWkt } from '../../../kit/model/wkt.ts'
import { fitState, makeEditorMap, startMode, type EditorMap } from './editor-map.web.ts'
import { startEditor } from './editor-state.ts'
import { isDarkMap } from './ParcelMap.web.tsx'
import { olPolygon, pieceStyle } from './parcel-style.web.ts'
import { translator } from './words.ts'
import { isComposing } from '../../../kit/web/day-clock.web.ts'

/** The points of a line as text: LINESTRING in degrees. Throws wkt-invalid. */
function lineOf(text: string, zone: number): Point[] {
  const read = parseWkt(text)
  return read.type === 'LINESTRING' ? read.coordinates.map((p) => toMetres(p, zone)) : []
}

export interface CutMapProps {
  /** outlines (WKT in degrees): of the parcel while it is whole, else of its pieces */
  outlines: readonly string[]
  /** what stands in each, and its colour */
  marks: readonly { label: string; color: string }[]
  lang: 'zh' | 'en'
  height: number
  /** a line was drawn: the outlines after it, and of which of those before each is a part; none where nothing may be cut */
  onCut?(pieces: readonly { wkt: string; of: number }[]): void
}
/** A parcel and its pieces on the map. A line drawn across, or typed as coordinates, cuts whatever it crosses; nothing is stored here. */
export function CutMap({ outlines, marks, lang, height, onCut }: CutMapProps): ReactNode {
  const t = useMemo(() => translator(undefined, lang), [lang])
  const { token } = theme.useToken()
  const zone = zoneOfWkt(outlines[0]!)
  const [view, setView] = useState<EditorMap>()
  const [refusal, setRefusal] = useState<string>()
  const [typed, setTyped] = useState('')
  const target = useRef<HTMLDivElement>(null)
  const shapes = outlines.map((wkt) => shapeFromWkt(wkt, zone))
  const cut = (line: readonly Point[]) => {
    try {
      setRefusal(undefined)
      onCut?.(splitPieces(shapes, line).map(({ shape, of }) => ({ wkt: shapeToWkt(shape, zone), of })))
    } catch (e) {
      if (!isGeometryError(e)) throw e
      setRefusal(e.code)
    }
  }
  const latest = useRef(cut)
  latest.current = cut
  useEffect(() => {
    const made = makeEditorMap(target.current!, zone)
    setView(made)
    return () => made.map.setTarget(undefined)
  }, [zone])
  useEffect(() => {
    if (!view) return
    const state = startEditor(
      '',
      undefined,
      shapes.map((shape, i) => ({ id: `${i + 1}`, shape })),
    )
    const before = view.source.getFeatures().length
    view.source.clear(true)
    for (const [i, shape] of shapes.entries()) {
      const feature = new Feature(olPolygon(shape))
      const mark = marks[i] ?? { label: `${i + 1}`, color: token.colorPrimary }
      feature.setStyle(pieceStyle(mark.label, mark.color, shape, isDarkMap(token.colorBgBase)))
      view.source.addFeature(feature)
    }
    if (before === 0) fitState(view, state)
  }, [view, outlines.join(), marks.map((m) => m.label + m.color).join(), token.colorBgBase])
  const cutting = !!onCut
  useEffect(() => {
    if (!view || !cutting) return
    const none = startEditor('', undefined, [])
    const tools = startMode(
      view,
      'split',
      () => none,
      (action) => action.type === 'split' && latest.current(action.line),
      () => {},
    )
    const onKey = (e: KeyboardEvent) => e.key === 'Escape' && tools.abort()
    target.current?.addEventListener('keydown', onKey)
    const box = target.current
    return () => {
      tools.off()
      box?.removeEventListener('keydown', onKey)
    }
  }, [view, cutting])
  const byText = () => {
    try {
      cut(lineOf(typed, zone))
    } catch (e) {
      if (!isGeometryError(e)) throw e
      setRefusal(e.code)
    }
  }
  return (
    <Flex vertical gap="small">
      {cutting && <div style={{ color: token.colorTextSecondary, fontSize: 12 }}>{t('split-hint')}</div>}
      <div
        ref={target}
        role="application"
        aria-label={t('map')}
        tabIndex={0}
        style={{ height, background: token.colorBgLayout, border: `1px solid ${token.colorBorder}`, borderRadius: token.borderRadius }}
      />
      {cutting && (
        <Flex gap="small">
          <Input
            aria-label={t('cut-line')}
            placeholder="LINESTRING (104.10001 30.20001, 104.10101 30.20001)"
            value={typed}
            onChange={(e) => setTyped(e.target.value)}
            onPressEnter={(e) => isComposing(e) || byText()}
          />
          <Button onClick={byText} disabled={!typed.trim()}>
            {t('cut-by-line')}
          </Button>
        </Flex>
      )}
      {refusal && <Alert type="error" showIcon title={t(refusal)} />}
    </Flex>
  )
}
