import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, theme } from 'antd'
import { useMemo, useRef, useState, type PointerEvent } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { SELECTED } from './layers/colours.ts'
import { barOf, flattenBox, flattenRings, frameAround, meet, originOf, widened, type Flat, type SketchFrame } from './sketch.ts'
import { mapWords } from './web/words.ts'

/** An outline of a sketch. `kind`: what the sketch is about, what is only drawn yet, what lies around. */
export interface Sketched {
  key: string
  /** in degrees */
  wkt: string
  kind: 'own' | 'drawn' | 'near'
  /** lines of its label, the first in bold */
  label: readonly string[]
}
/** A picture of the ground under a sketch: what it shows lies in this box (west, south, east, north in degrees). */
export interface SketchGround {
  key: string
  href: string
  box: readonly [number, number, number, number]
}
interface SketchProps {
  of: readonly Sketched[]
  ground?: readonly SketchGround[]
  height: number
  /** what an image of it says */
  name: string
  chosen?: string | undefined
  /** how much is shown around what it is about, as a part of its size */
  margin?: number
  onChoose(key: string): void
}
/** Labels are written where an outline is this wide on the screen, in pixels. */
const LABEL_PX = 34

type LaidPicture = SketchGround & { frame: SketchFrame }
/** Outlines and pictures on one plane, whose origin is that of the first outline. */
function useLaid(of: readonly Sketched[], ground: readonly SketchGround[] = NO_GROUND) {
  const origin = useMemo(() => of.map((o) => originOf(o.wkt)).find(Boolean), [of])
  const flat = useMemo(() => (origin ? of.flatMap((o) => ((f?: Flat) => (f ? [{ ...o, ...f }] : []))(flattenRings(o.wkt, origin))) : []), [of, origin])
  const pictures = useMemo(() => (origin ? ground.map((g): LaidPicture => ({ ...g, frame: flattenBox(g.box, origin) })) : []), [ground, origin])
  return { flat, pictures }
}
/** What is read on any ground. */
const haloOf = (color: string) => ({ filter: `drop-shadow(0 0 1px ${color}) drop-shadow(0 0 2px ${color})` })
const NO_GROUND: readonly SketchGround[] = []
interface GroundProps {
  of: readonly LaidPicture[]
  x(m: number): string
  y(m: number): string
  perPx: number
}
/** The pictures of the ground, each where it lies. */
function Ground({ of, x, y, perPx }: GroundProps) {
  const px = (m: number) => (m / perPx).toFixed(1)
  return of.map(({ key, href, frame: [w, n, e, s] }) => (
    <image key={key} href={href} x={x(w)} y={y(n)} width={px(e - w)} height={px(s - n)} preserveAspectRatio="none" pointerEvents="none" />
  ))
}

/** A scale bar below and where the north is above, to be read on any ground. */
function ScaleAndNorth({ bar, perPx, height }: { bar: number; perPx: number; height: number }) {
  const { say } = useSay()
  const { token } = theme.useToken()
  return (
    <>
      <g transform={`translate(8 ${height - 10})`} stroke={token.colorText} fill={token.colorText} pointerEvents="none" style={haloOf(token.colorBgContainer)}>
        <path d={`M0 -4V0H${(bar / perPx).toFixed(1)}V-4`} fill="none" />
        <text x={(bar / perPx + 5).toFixed(1)} y={0} fontSize={11} stroke="none">
          {bar} m
        </text>
      </g>
      <g transform="translate(14 10)" fill={token.colorText} pointerEvents="none" style={haloOf(token.colorBgContainer)}>
        <path d="M0 0L5 14L0 11L-5 14Z" />
        <text y={26} fontSize={11} textAnchor="middle">
          {say({ zh: '北', en: 'N' })}
        </text>
      </g>
    </>
  )
}

/** A few parcels among their neighbours, drawn as they lie: what it is about stands out. It is moved by dragging, made larger and smaller by its buttons. */
export function Sketch({ of, ground, height, name, chosen, margin = 0.2, onChoose }: SketchProps) {
  const { say } = useSay()
  const { token } = theme.useToken()
  const [zoom, setZoom] = useState(1)
  const [moved, setMoved] = useState<readonly [number, number]>([0, 0])
  const box = useRef<SVGSVGElement>(null)
  const drag = useRef<{ x: number; y: number; from: readonly [number, number] } | undefined>(undefined)
  const { flat, pictures } = useLaid(of, ground)
  if (flat.length === 0) return null
  const own = flat.filter((f) => f.kind !== 'near')
  const whole = widened(frameAround((own.length ? own : flat).map((f) => f.box)), own.length ? margin : 0, own.length ? 15 : 0)
  const width = box.current?.clientWidth || 300
  const perPx = Math.max((whole[2] - whole[0]) / width, (whole[3] - whole[1]) / height) / zoom
  const middle = [(whole[0] + whole[2]) / 2 - moved[0] * perPx, (whole[1] + whole[3]) / 2 - moved[1] * perPx] as const
  const seen: SketchFrame = [
    ...([middle[0] - (width / 2) * perPx, middle[1] - (height / 2) * perPx] as const),
    ...([middle[0] + (width / 2) * perPx, middle[1] + (height / 2) * perPx] as const),
  ]
  const x = (m: number) => ((m - seen[0]) / perPx).toFixed(1)
  const y = (m: number) => ((m - seen[1]) / perPx).toFixed(1)
  const path = (f: Flat) => f.rings.map((ring) => `M${ring.map((p) => `${x(p[0])} ${y(p[1])}`).join('L')}Z`).join('')
  const look = (kind: Sketched['kind'], isChosen: boolean) =>
    kind === 'near'
      ? { fill: token.colorSuccess, fillOpacity: 0.12, stroke: token.colorSuccess, strokeOpacity: 0.6, strokeWidth: 1 }
      : kind === 'drawn'
        ? { fill: token.colorPrimary, fillOpacity: isChosen ? 0.35 : 0.18, stroke: token.colorPrimary, strokeWidth: 2, strokeDasharray: '5 3' }
        : { fill: SELECTED, fillOpacity: (isChosen ? 0.9 : 0.6) * (pictures.length ? 0.6 : 1), stroke: '#b35900', strokeWidth: isChosen ? 3 : 1.5 }
  const bar = barOf((width / 3) * perPx)
  const shown = flat.filter((f) => meet(f.box, seen)).toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  const move = (e: PointerEvent) => {
    const d = drag.current
    if (d) setMoved([d.from[0] + e.clientX - d.x, d.from[1] + e.clientY - d.y])
  }
  const control = (key: string, icon: React.ReactNode, act: () => void) => (
    <Button size="small" icon={icon} aria-label={say(mapWords[key]!)} title={say(mapWords[key]!)} onClick={act} />
  )
  return (
    <div style={{ position: 'relative' }}>
      <svg
        ref={box}
        role="img"
        aria-label={name}
        width="100%"
        height={height}
        style={{ display: 'block', background: token.colorFillQuaternary, cursor: 'grab', touchAction: 'none' }}
        onPointerDown={(e) => (drag.current = { x: e.clientX, y: e.clientY, from: moved })}
        onPointerMove={move}
        onPointerUp={() => (drag.current = undefined)}
        onPointerLeave={() => (drag.current = undefined)}
      >
        <Ground of={pictures.filter((g) => meet(g.frame, seen))} x={x} y={y} perPx={perPx} />
        {shown.map((f) => (
          <path
            key={f.key}
            data-parcel={f.key}
            d={path(f)}
            fillRule="evenodd"
            {...look(f.kind, f.key === chosen)}
            style={{ cursor: 'pointer' }}
            onClick={() => onChoose(f.key)}
          >
            <title>{f.label.join(' ')}</title>
          </path>
        ))}
        {shown
          .filter((f) => f.kind !== 'near' && (f.box[2] - f.box[0]) / perPx > LABEL_PX)
          .map((f) => (
            <text
              key={f.key}
              x={x(f.at[0])}
              y={y(f.at[1])}
              textAnchor="middle"
              fontSize={11}
              fill={token.colorText}
              stroke={token.colorBgContainer}
              strokeWidth={3}
              paintOrder="stroke"
              pointerEvents="none"
            >
              {f.label.map((line, i) => (
                <tspan key={line} x={x(f.at[0])} dy={i === 0 ? `${0.3 - (f.label.length - 1) * 0.6}em` : '1.2em'} fontWeight={i === 0 ? 600 : 400}>
                  {line}
                </tspan>
              ))}
            </text>
          ))}
        <ScaleAndNorth bar={bar} perPx={perPx} height={height} />
      </svg>
      <div style={{ position: 'absolute', top: 6, right: 6, display: 'flex', flexDirection: 'column', gap: 4 }}>
        {control('zoom-in', <PlusOutlined />, () => setZoom((z) => z * 1.5))}
        {control('zoom-out', <MinusOutlined />, () => setZoom((z) => z / 1.5))}
        {control('full-extent', <AimOutlined />, () => {
          setZoom(1)
          setMoved([0, 0])
        })}
      </div>
    </div>
  )
}
const ORDER: readonly Sketched['kind'][] = ['near', 'own', 'drawn']
