import { Alert, Flex, Tag } from 'antd'
import type { ReactNode } from 'react'
import { both as w } from '../../kit/model/lang.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { familySteps, type Kin, type FamilyStep } from './family.ts'
import { layersOf, type Edge } from './layers.ts'

const W = 200,
  H = 92,
  GAP_X = 130,
  GAP_Y = 22
const words = {
  none: w('没有沿革：既没有来源，也没有去向', 'No history: it came from no other parcel and no other parcel came from it'),
  areas: w('面积变化（亩）', 'Areas (mu)'),
  difference: w('差', 'difference'),
  unknown: w('面积不全，不能比较', 'areas not all known'),
  step: (from: readonly string[], to: readonly string[]) => w(`${from.join('、')} → ${to.join('、')}：`, `${from.join(', ')} → ${to.join(', ')}: `),
  measured: (before: string, after: string) => w(`变化前 ${before}，变化后 ${after}，`, `before ${before}, after ${after}, `),
}
export interface Relative extends Kin {
  title: string
  tag?: ReactNode
  lines: readonly ReactNode[]
  /** in force: drawn with a full border */
  isLive: boolean
  /** order within a column */
  order: string
}

/** Where each stands: its column by descent, its row by `order`. */
function placesOf(all: readonly Relative[], edges: readonly Edge[]): Map<string, { x: number; y: number }> {
  const layers = layersOf(
    all.map((n) => n.id),
    edges,
  )
  const used = new Map<number, number>()
  return new Map(
    all
      .toSorted((a, b) => a.order.localeCompare(b.order))
      .map((n) => {
        const layer = layers.get(n.id) ?? 0,
          at = used.get(layer) ?? 0
        used.set(layer, at + 1)
        return [n.id, { x: layer * (W + GAP_X), y: at * (H + GAP_Y) }]
      }),
  )
}
/** What a step says of its areas; where they differ it is set off. What goes on stands on both sides. */
function StepLine({ step, all }: { step: FamilyStep; all: readonly Relative[] }) {
  const { say } = useSay()
  const off = step.difference !== undefined && step.difference !== '0.00'
  const known = (id: string) => all.find((n) => n.id === id)
  const nameOf = (id: string) => known(id)?.title ?? id
  const to = [...step.from.filter((id) => known(id)?.goesOn), ...step.to]
  return (
    <li>
      {say(words.step(step.from.map(nameOf), to.map(nameOf)))}
      {step.difference === undefined ? (
        say(words.unknown)
      ) : (
        <>
          {say(words.measured(step.before!, step.after!))}
          <Tag color={off ? 'warning' : 'success'}>
            {say(words.difference)} {step.difference}
          </Tag>
        </>
      )}
    </li>
  )
}

interface TreeProps {
  all: readonly Relative[]
  edges: readonly Edge[]
  /** the one that the tree was asked for */
  own: string
  /** what a link is called */
  linkOf?(e: Edge): string
  onOpen?(id: string): void
}
/** A family from left to right: those that were before, those that came of them, and below it the areas of each step with their difference. */
export function FamilyTree({ all, edges, own, linkOf, onOpen }: TreeProps) {
  const { say } = useSay()
  const places = placesOf(all, edges)
  const width = Math.max(...[...places.values()].map((p) => p.x)) + W,
    height = Math.max(...[...places.values()].map((p) => p.y)) + H
  return (
    <Flex vertical gap="middle">
      <div style={{ overflow: 'auto', padding: 4 }}>
        <div style={{ position: 'relative', width, height }}>
          <svg width={width} height={height} aria-hidden style={{ position: 'absolute', inset: 0 }}>
            {edges.map((e) => {
              const [from, to] = [places.get(e.from), places.get(e.to)]
              if (!from || !to) return null
              const [x1, y1, x2, y2] = [from.x + W, from.y + H / 2, to.x, to.y + H / 2],
                mid = (x1 + x2) / 2
              return (
                <g key={`${e.from}-${e.to}`}>
                  <path d={`M${x1} ${y1}C${mid} ${y1} ${mid} ${y2} ${x2} ${y2}`} fill="none" stroke="#8a929c" strokeWidth="1.5" />
                  <path d={`M${x2 - 8} ${y2 - 4} ${x2} ${y2} ${x2 - 8} ${y2 + 4}z`} fill="#8a929c" />
                  {linkOf && (
                    <text x={mid} y={(y1 + y2) / 2 - 6} textAnchor="middle" fontSize="12" fill="currentColor">
                      {linkOf(e)}
                    </text>
                  )}
                </g>
              )
            })}
          </svg>
          {all.map((n) => (
            <button
              key={n.id}
              type="button"
              aria-current={n.id === own}
              onClick={() => onOpen?.(n.id)}
              style={{
                position: 'absolute',
                left: places.get(n.id)!.x,
                top: places.get(n.id)!.y,
                width: W,
                height: H,
                overflow: 'hidden',
                padding: '6px 10px',
                borderRadius: 6,
                background: 'none',
                color: 'inherit',
                textAlign: 'left',
                fontSize: 12,
                lineHeight: '18px',
                border: `${n.id === own ? 2 : 1}px ${n.isLive ? 'solid' : 'dashed'} ${n.id === own ? '#1677ff' : '#8a929c'}`,
                cursor: onOpen ? 'pointer' : 'default',
              }}
            >
              {/* one line, whatever the words of the state: what does not fit is cut, and the areas below it stay in the box */}
              <Flex gap={4}>
                <b style={{ whiteSpace: 'nowrap' }}>{n.title}</b>
                <span style={{ overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' }}>{n.tag}</span>
              </Flex>
              {n.lines.map((l, i) => (
                <div key={i}>{l}</div>
              ))}
            </button>
          ))}
        </div>
      </div>
      {edges.length === 0 && <Alert type="info" showIcon title={say(words.none)} />}
      {edges.length > 0 && (
        <section aria-label={say(words.areas)}>
          <b>{say(words.areas)}</b>
          <ul style={{ margin: '6px 0 0', paddingInlineStart: 20 }}>
            {familySteps(all, edges).map((s) => (
              <StepLine key={s.to.join()} step={s} all={all} />
            ))}
          </ul>
        </section>
      )}
    </Flex>
  )
}
