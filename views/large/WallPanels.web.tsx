import { Segmented } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { STATUS } from '../../business/cases/rules/flow.ts'
import { RegionPicture } from '../figures/RegionPicture.web.tsx'
import { area, count } from '../home/parts.web.tsx'
import type { WallFigures, WallRegion } from './large.ts'
import { BRIGHT, LETTERS, WallFunnel, WallPlot, WallRing } from './WallCharts.web.tsx'
import { wallWords } from './words.ts'

const INDICATORS = ['area', 'signRate', 'renewRate'] as const
const RANKED = 9
const TEN_THOUSAND = 10_000

function WallPanel({ place, title, children }: { place: string; title: Text; children: ReactNode }) {
  const { say } = useSay()
  return (
    <section className={`large-${place}`} aria-label={say(title)}>
      <h2>{say(title)}</h2>
      <div>{children}</div>
    </section>
  )
}
/** The regions below by one figure: on the map in five classes where they have outlines, else as bars. */
function WallMap({ data, by, onBy, onOpen }: { data: WallFigures; by: (typeof INDICATORS)[number]; onBy(by: string): void; onOpen(code: string): void }) {
  const { say } = useSay()
  const below = data.regions.filter((r) => !r.self)
  const bars = (
    <WallPlot
      label={say(wallWords[by])}
      names={below.map((r) => r.regionName)}
      series={[{ name: say(wallWords[by]), color: BRIGHT[0], data: below.map((r) => r[by] ?? 0) }]}
      onPick={(at) => below[at] && onOpen(below[at].regionCode)}
    />
  )
  return (
    <section className="large-map" aria-label={say(wallWords.map)}>
      <h2>{say(wallWords.map)}</h2>
      <Segmented
        aria-label={say(wallWords.indicator)}
        value={by}
        onChange={onBy}
        options={INDICATORS.map((value) => ({ value, label: say(wallWords[value]) }))}
      />
      <div>
        <RegionPicture
          regionCode={data.regionCode}
          regions={below.map((r) => ({ ...r, value: r[by] }))}
          label={say(wallWords[by])}
          unit={by === 'area' ? 'mu' : 'percent'}
          height="100%"
          letters={LETTERS}
          otherwise={bars}
          onOpen={onOpen}
        />
      </div>
    </section>
  )
}
function Ranking({ regions, by, onOpen }: { regions: readonly WallRegion[]; by: (typeof INDICATORS)[number]; onOpen(code: string): void }) {
  const ranked = regions.filter((r) => !r.self && r[by] !== null).toSorted((a, b) => b[by]! - a[by]!)
  return (
    <ol>
      {ranked.slice(0, RANKED).map((r) => (
        <li key={r.regionCode}>
          <button type="button" onClick={() => onOpen(r.regionCode)}>
            {r.regionName}
          </button>
          <b>{area(r[by]!)}</b>
        </li>
      ))}
    </ol>
  )
}

/** The eleven panels of the wall. Source: statistics.md 15. */
export function WallPanels({ data, onOpen }: { data: WallFigures; onOpen(code: string): void }) {
  const { say, lang } = useSay()
  const [by, setBy] = useState<(typeof INDICATORS)[number]>('area')
  const [types, ways, grades, purposes] = [useDict('business_type'), useDict('sign_way'), useDict('dldj'), useDict('tdyt')]
  const named = (label: (k: string) => string) => (key: string) => (key === '' ? say(wallWords.none) : label(key))
  const big = (n: number) => (n >= TEN_THOUSAND && lang === 'zh' ? `${area(n / TEN_THOUSAND)}万` : area(n))
  const { cards, funnel, push } = data
  const ofStatus = (status: string) => data.types.map((t) => t.values[status] ?? 0)
  const points = (title: Text, place: string, of: WallFigures['grades'], name: (key: string) => string) => (
    <WallPanel place={place} title={title}>
      <WallPlot label={say(title)} names={of.map(([k]) => name(k))} series={[{ name: say(title), color: BRIGHT[0], data: of.map(([, , mu]) => mu) }]} />
    </WallPanel>
  )
  return (
    <>
      <WallPanel place="cards" title={wallWords.figures}>
        <dl>
          {(['issuers', 'households', 'parcels', 'area'] as const).map((key) => (
            <div key={key}>
              <dt>{say(wallWords[key])}</dt>
              <dd>{key === 'area' ? big(cards.area) : count(cards[key])}</dd>
            </div>
          ))}
        </dl>
      </WallPanel>
      <WallPanel place="types" title={wallWords.types}>
        {data.types.length === 0 ? (
          <p>{say(wallWords.noCases)}</p>
        ) : (
          <WallPlot
            label={say(wallWords.types)}
            sideways
            names={data.types.map((t) => named(types.label)(t.type))}
            series={[
              { name: say(wallWords.doing), color: BRIGHT[1], stack: 'all', data: ofStatus(STATUS.doing) },
              { name: say(wallWords.done), color: BRIGHT[0], stack: 'all', data: ofStatus(STATUS.done) },
            ]}
          />
        )}
      </WallPanel>
      <WallPanel place="months" title={wallWords.months}>
        <WallPlot
          label={say(wallWords.months)}
          kind="line"
          names={data.months.map((m) => m.month.slice(2))}
          series={(['accepted', 'done', 'signed'] as const).map((key, i) => ({
            name: say(wallWords[key]),
            color: BRIGHT[i]!,
            data: data.months.map((m) => m[key]),
          }))}
        />
      </WallPanel>
      <WallMap data={data} by={by} onBy={(v) => setBy(v as typeof by)} onOpen={onOpen} />
      <section className="large-ticker" aria-label={say(wallWords.ticker)}>
        <h2>{say(wallWords.ticker)}</h2>
        {data.ticker.length === 0 ? (
          <p>{say(wallWords.noNews)}</p>
        ) : (
          // the strip begins anew with other news
          <ul key={data.ticker[0]!.day + data.ticker[0]!.name}>
            {data.ticker.map((t, i) => (
              <li key={i}>
                {t.day.slice(5)} {t.regionName} {t.name} {types.label(t.type)}
              </li>
            ))}
          </ul>
        )}
      </section>
      {points(wallWords.grades, 'grades', data.grades, named(grades.label))}
      {points(wallWords.purposes, 'purposes', data.purposes, named(purposes.label))}
      <WallPanel place="funnel" title={wallWords.funnel}>
        <WallFunnel stages={(['contracts', 'due', 'begun', 'finished', 'renewed'] as const).map((key) => ({ name: say(wallWords[key]), n: funnel[key] }))} />
      </WallPanel>
      <WallPanel place="ways" title={wallWords.ways}>
        <WallRing label={say(wallWords.ways)} parts={data.ways.map((x) => ({ name: named(ways.label)(x.key), value: x.n }))} />
      </WallPanel>
      <WallPanel place="push" title={wallWords.push}>
        <dl>
          {(['waiting', 'arrived', 'failed', 'disposed'] as const).map((key) => (
            <div key={key}>
              <dt>{say(wallWords[key])}</dt>
              <dd>{count(push[key])}</dd>
            </div>
          ))}
        </dl>
      </WallPanel>
      <WallPanel place="ranking" title={wallWords.ranking}>
        <Ranking regions={data.regions} by={by} onOpen={onOpen} />
      </WallPanel>
    </>
  )
}
