import { useSay } from '../../kit/web/words.web.ts'
import { words, type ChildFigures } from './home.ts'

/** What is measured, and the class of its bars; a past day knows no area of parcels. */
const MEASURES = [
  { key: 'htArea', name: words.area, look: 'home-bar-contract' },
  { key: 'dkcArea', name: words.measured, look: 'home-bar-parcels' },
] as const

/** Contract area and parcel area (mu) of each region as bars with their figures; a press goes down into it. Plain boxes: the library of charts is half of what a start would fetch. */
export function AreaBars({ children_: regions, onOpen }: { children_: readonly ChildFigures[]; onOpen(c: ChildFigures): void }) {
  const { say } = useSay()
  const shown = MEASURES.filter((m) => m.key === 'htArea' || regions.some((c) => Object.hasOwn(c.values, m.key)))
  const most = Math.max(1, ...regions.flatMap((c) => shown.map((m) => c.values[m.key] ?? 0)))
  return (
    <section aria-label={say(words.chart)}>
      <div className="home-legend" aria-hidden="true">
        {shown.map((m) => (
          <span key={m.key}>
            <i className={m.look} />
            {say(m.name)}（{say(words.mu)}）
          </span>
        ))}
      </div>
      <dl className="home-bars">
        {regions.map((c) => (
          <div key={c.regionCode} onClick={() => onOpen(c)}>
            <dt>
              <button type="button" onClick={(e) => (e.stopPropagation(), onOpen(c))}>
                {c.regionName}
              </button>
            </dt>
            {shown.map((m) => {
              const value = c.values[m.key] ?? 0
              return (
                <dd key={m.key} title={say(m.name)}>
                  <i className={m.look} style={{ width: `${(value / most) * 75}%` }} />
                  {value.toLocaleString('zh-CN')}
                </dd>
              )
            })}
          </div>
        ))}
      </dl>
    </section>
  )
}
