import { useQuery } from '@tanstack/react-query'
import { Alert, Flex, Segmented, Spin, Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { shapeFromWkt } from '../geometry/crs.ts'
import { zoneOfWkt } from '../geometry/outline.ts'
import type { Shape } from '../geometry/shape.ts'
import { useAround } from './Shape.web.tsx'
import { changesOf, type ShapeChange, type ShapeVersion } from './shape-changes.ts'
import { words } from './words.ts'

const SIZE = 460
const LOST = '#d64545',
  GAINED = '#2e8b57'
/** Two shapes over each other among the parcels around them, north up: what was lost stands out red, what was gained green. */
function Overlay({ change, around }: { change: ShapeChange; around: readonly Shape[] }) {
  const { say } = useSay()
  const points = [...change.before, ...change.after].flat()
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])]
  const [w, s] = [Math.min(...xs), Math.min(...ys)]
  const span = Math.max(Math.max(...xs) - w, Math.max(...ys) - s, 1) * 1.3
  const [mx, my] = [(w + Math.max(...xs)) / 2, (s + Math.max(...ys)) / 2]
  const at = (p: readonly [number, number]) => `${(((p[0] - mx) / span + 0.5) * SIZE).toFixed(1)} ${((0.5 - (p[1] - my) / span) * SIZE).toFixed(1)}`
  const path = (shape: Shape) => shape.map((ring) => `M${ring.map(at).join('L')}Z`).join('')
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={say(words.history)} style={{ width: '100%', maxWidth: SIZE, border: '1px solid #d0d5dd' }}>
      {around.map((shape, i) => (
        <path key={i} d={path(shape)} fill="none" stroke="#98a2b3" />
      ))}
      <path d={path(change.before)} fill={LOST} fillOpacity="0.55" fillRule="evenodd" />
      <path d={path(change.after)} fill={GAINED} fillOpacity="0.55" fillRule="evenodd" />
      <path d={path(change.before)} fill="none" stroke={LOST} strokeWidth="1.5" strokeDasharray="6 4" />
      <path d={path(change.after)} fill="none" stroke={GAINED} strokeWidth="2" />
    </svg>
  )
}

/** Every change of a parcel's shape since it is known, drawn over what stood before, with what was gained and lost. */
export function ShapeHistory({ dkbm, onClose }: { dkbm: string; onClose(): void }) {
  const { say } = useSay()
  const [picked, setPicked] = useState(0)
  const { data, error } = useQuery({
    queryKey: queryKeyOf('dk', 'history', dkbm),
    retry: false,
    queryFn: () => api.get<ShapeVersion[]>('base-dlxx/dk/history', { dkbm }, { quiet: true }),
  })
  const wkt = data?.findLast((v) => v.geom)?.geom
  const near = useAround(wkt ? { wkt } : {})
  const zone = wkt ? zoneOfWkt(wkt) : 35
  const around = (near.data ?? []).filter((n) => n.dkbm !== dkbm).map((n) => shapeFromWkt(n.geom, zone))
  const changes = data ? changesOf(data) : []
  const change = changes[picked] ?? changes[0]
  return (
    <Dialog open width={760} title={`${say(words.history)} · ${dkbm}`} onCancel={onClose}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Spin />}
      {data && !change && <Alert type="info" showIcon title={say(wkt ? words.oneShape : words.noGeometry)} />}
      {change && (
        <Flex vertical gap="middle">
          <Segmented value={picked} onChange={setPicked} options={changes.map((c, i) => ({ value: i, label: c.day }))} />
          <Flex gap="middle" wrap>
            <div style={{ flex: '1 1 420px' }}>
              <Overlay change={change} around={around} />
            </div>
            <Flex vertical gap="small" style={{ flex: '0 0 220px' }}>
              <span>
                {say(words.beforeShape)} {change.areas.before} {say(words.squareMetres)}
              </span>
              <span>
                {say(words.afterShape)} {change.areas.after} {say(words.squareMetres)}
              </span>
              <span>
                <Tag color="success">{say(words.gained)}</Tag> {change.areas.gained} {say(words.squareMetres)}
              </span>
              <span>
                <Tag color="error">{say(words.lost)}</Tag> {change.areas.lost} {say(words.squareMetres)}
              </span>
            </Flex>
          </Flex>
        </Flex>
      )}
    </Dialog>
  )
}
