import { FullscreenOutlined, RollbackOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { App as AntApp, Button, ConfigProvider, theme } from 'antd'
import { useEffect, useState } from 'react'
import { timeOf } from '../../kit/web/clock.web.ts'
import { AreaBars } from '../home/AreaBars.web.tsx'
import { CARDS, words as homeWords, type HomeFigures } from '../home/home.ts'
import { RegionMap } from '../../land/map/RegionMap.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { Failed } from '../../platform/shell/Failed.web.tsx'
import { toggleFullscreen } from '../../platform/shell/dialogs.web.ts'
import { useOwnRegion } from '../../platform/shell/own-site.web.ts'
import { words } from '../../platform/shell/dialog-words.ts'
import { Waiting } from '../../platform/shell/Waiting.web.tsx'
import './large.css'

/** How often the figures are asked again, in milliseconds. Source: statistics.md 15. */
const EVERY = 60_000

function Clock() {
  const [now, setNow] = useState(timeOf())
  useEffect(() => {
    const id = setInterval(() => setNow(timeOf()), 1000)
    return () => clearInterval(id)
  }, [])
  return <time>{now}</time>
}

/** FigurePlace the screen stands: a region and the way down to it. */
interface Place {
  code: string
  name: string
}
function Figures() {
  const { say, lang } = useSay()
  const navigate = useNavigate()
  const own = useOwnRegion()
  const [path, setPath] = useState<readonly Place[]>([])
  const code = path.at(-1)?.code ?? ''
  const home = useQuery({
    queryKey: ['home', code],
    refetchInterval: EVERY,
    queryFn: () => api.get<HomeFigures>('data/statistics/home', { regionCode: code }, { quiet: true }),
  })
  useEffect(() => {
    document.title = `${say(words.large)} - ${say(words.title)}`
  }, [say, lang])
  if (home.error && !home.data) return <Failed error={home.error} />
  if (!home.data) return <Waiting />
  const { total, children } = home.data
  const below = children.filter((c) => !c.self)
  return (
    <main className="large">
      <header>
        <nav aria-label={say(homeWords.byRegion)}>
          {[{ code: '', name: own || say(homeWords.all) }, ...path].map((p, i) => (
            <button key={p.code} type="button" disabled={i === path.length} onClick={() => setPath(path.slice(0, i))}>
              {p.name}
            </button>
          ))}
        </nav>
        <h1>{say(words.title)}</h1>
        <div>
          <Clock />
          <Button type="text" icon={<FullscreenOutlined />} aria-label={say(words.fullscreen)} onClick={toggleFullscreen} />
          <Button type="text" icon={<RollbackOutlined />} aria-label={say(words.toHome)} onClick={() => void navigate({ to: '/' })} />
        </div>
      </header>
      <section className="large-cards" aria-label={say(words.large)}>
        {CARDS.map((c) => (
          <div key={c.label.zh}>
            <b>{c.value(total).toLocaleString('zh-CN', { minimumFractionDigits: c.precision ?? 0 })}</b>
            <span>
              {say(c.label)}
              {c.suffix && `（${say(c.suffix)}）`}
            </span>
          </div>
        ))}
      </section>
      <section className="large-map">
        <RegionMap regionCode={code} height="100%" />
      </section>
      <section className="large-side">
        <h2>{say(homeWords.byRegion)}</h2>
        <AreaBars
          children_={children}
          onOpen={(c) => below.some((x) => x.regionCode === c.regionCode) && setPath([...path, { code: c.regionCode, name: c.regionName }])}
        />
        <ol>
          {below
            .toSorted((a, b) => (b.values.htArea ?? 0) - (a.values.htArea ?? 0))
            .slice(0, 10)
            .map((c) => (
              <li key={c.regionCode}>
                <span>{c.regionName}</span>
                <b>{(c.values.htArea ?? 0).toLocaleString('zh-CN', { minimumFractionDigits: 2 })}</b>
              </li>
            ))}
        </ol>
      </section>
    </main>
  )
}

/** The large screen: figures of the region, its map, and the regions below it by contract area; renewed every minute. */
export function Large() {
  return (
    <ConfigProvider theme={{ algorithm: theme.darkAlgorithm, token: { colorPrimary: '#3fb27f', colorBgBase: '#07151f' } }}>
      <AntApp style={{ height: '100%' }}>
        <Figures />
      </AntApp>
    </ConfigProvider>
  )
}
