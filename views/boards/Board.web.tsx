import { useQuery } from '@tanstack/react-query'
import { Empty, Skeleton } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'
import { UNITS, classOfDivision, type Division } from '../figures/indicators.ts'
import { figureText, NumberLink } from '../figures/NumberLink.web.tsx'
import { RegionPicture } from '../figures/RegionPicture.web.tsx'
import { AxesChart, COLOURS } from '../home/Chart.web.tsx'
import { Crumbs, type Way } from '../home/Crumbs.web.tsx'
import { Press } from '../home/parts.web.tsx'
import { enterRegion } from '../figures/words.ts'
import { panelIndicator, panelLabel, splitsOfSet, type ShownBoard, type ShownPanel } from './board.ts'
import { boardWords as words } from './words.ts'
import './boards.css'

interface PanelProps {
  of: ShownPanel
  regionCode: string
  onOpen(code: string): void
}
/** What rows are divided by, as bars. */
function Split({ of: p }: { of: ShownPanel }) {
  const { say } = useSay()
  const split = splitsOfSet(p.set).find((s) => s.key === p.key)
  const dict = useDict(split?.dict ?? '')
  if (!split) return null
  const nameOf = (key: string) => (split.ends ? classOfDivision(split as Division, key) : split.dict ? dict.label(key) : key)
  const names = p.parts.map(([key]) => (key === '' ? '—' : nameOf(key)))
  return (
    <AxesChart
      height="100%"
      label={say(split.label)}
      names={names}
      series={[{ name: say(split.label), color: COLOURS.green, data: p.parts.map(([, n]) => n) }]}
    />
  )
}
/** What a panel shows of its figure. */
function Shown({ of: p, regionCode, onOpen }: PanelProps) {
  const { say } = useSay()
  if (p.state !== 'shown') return <p>{say(words[p.state])}</p>
  if (p.shape === 'split') return p.parts.length ? <Split of={p} /> : <p>{say(words.nothing)}</p>
  const i = panelIndicator(p)
  if (!i) return null
  const label = say(i.label)
  if (p.shape === 'number')
    return (
      <p className="board-number">
        <NumberLink value={p.value} unit={i.unit} label={label} rows={i.rows} at={{ regionCode }} />
        {i.unit !== 'percent' && <small>{say(UNITS[i.unit])}</small>}
      </p>
    )
  if (p.regions.length === 0) return <p>{say(words.nothing)}</p>
  if (p.shape === 'ranking')
    return (
      <ol>
        {p.regions.map((r) => (
          <li key={r.regionCode}>
            <Press label={say(enterRegion(r.regionName))} run={() => onOpen(r.regionCode)}>
              {r.regionName}
            </Press>
            <span>{figureText(r.value, i.unit)}</span>
          </li>
        ))}
      </ol>
    )
  const bars = (
    <AxesChart
      height="100%"
      label={label}
      unit={say(UNITS[i.unit])}
      names={p.regions.map((r) => r.regionName)}
      series={[{ name: label, color: COLOURS.green, data: p.regions.map((r) => r.value ?? 0) }]}
      onPick={(at) => p.regions[at] && onOpen(p.regions[at].regionCode)}
    />
  )
  if (p.shape === 'bars') return bars
  return <RegionPicture regionCode={regionCode} regions={p.regions} label={label} unit={i.unit} height="100%" otherwise={bars} onOpen={onOpen} />
}

interface BoardProps {
  id: string
  /** milliseconds after which its figures are asked for again; none: they stay */
  every?: number
}
/** A board with the figures of the reader's region, or of one below it: panel by panel what his buttons give. */
export default function Board({ id, every }: BoardProps) {
  const { say } = useSay()
  const [path, setPath] = useState<Way['path']>([])
  const code = path.at(-1)?.code ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: queryKeyOf('board', 'show', id, code),
    retry: false,
    ...(every ? { refetchInterval: every, refetchIntervalInBackground: true, networkMode: 'always' as const } : {}),
    placeholderData: (before: ShownBoard | undefined) => (before?.id === id ? before : undefined),
    queryFn: () => api.get<ShownBoard>('data/board/show', { id, regionCode: code }, { quiet: true }),
  })
  if (error && !data) return <LoadFailed error={error} onRetry={refetch} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  if (data.panels.length === 0) return <Empty description={say(words.empty)} image={Empty.PRESENTED_IMAGE_SIMPLE} />
  const open = (regionCode: string) => {
    const name = data.panels.flatMap((p) => p.regions).find((r) => r.regionCode === regionCode)?.regionName
    if (name) setPath([...path, { code: regionCode, name }])
  }
  return (
    <>
      <Crumbs path={path} setPath={setPath} />
      <div className="board-grid">
        {data.panels.map((p, i) => {
          const title = say(panelLabel(p) ?? words.unknown)
          return (
            <section key={i} className="board-panel" aria-label={title} style={{ gridArea: `${p.y + 1} / ${p.x + 1} / span ${p.h} / span ${p.w}` }}>
              <h3 title={title}>{title}</h3>
              <div className="board-body" tabIndex={p.shape === 'ranking' ? 0 : undefined}>
                <Shown of={p} regionCode={data.regionCode} onOpen={open} />
              </div>
            </section>
          )
        })}
      </div>
    </>
  )
}
