import { FullscreenOutlined, PauseCircleOutlined, PlayCircleOutlined, QuestionCircleOutlined, RollbackOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { App as AntApp, Button, ConfigProvider, Select, theme } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { timeOf } from '../../kit/web/clock.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { toggleFullscreen } from '../../platform/shell/dialogs.web.ts'
import { words } from '../../platform/shell/dialog-words.ts'
import { Failed } from '../../platform/shell/Failed.web.tsx'
import { tourWords } from '../../platform/shell/tours.ts'
import { useSeenTours } from '../../platform/shell/tours.web.ts'
import { frameWords } from '../../platform/shell/words.ts'
import { useOwnRegion } from '../../platform/shell/own-site.web.ts'
import { Waiting } from '../../platform/shell/Waiting.web.tsx'
import { words as homeWords } from '../home/home.ts'
import { boardWords } from '../boards/words.ts'
import type { WallFigures } from './large.ts'
import { WallPanels } from './WallPanels.web.tsx'
import { agoWords, wallWords } from './words.ts'
import './large.css'

const Tour = lazy(() => import('../../platform/shell/Tour.web.tsx'))
const Board = lazy(() => import('../boards/Board.web.tsx'))

/** How often the figures are asked again, and how long a region stays while they go round, in milliseconds. Source: statistics.md 15. */
const EVERY = 60_000
const STAYS = 30_000
const TICK = 1000
const MINUTE = 60_000

/** The time of the day, and how old the figures are: shown in red when they could not be renewed. */
function Clock({ asOf, renewed, lost }: { asOf: string; renewed: number; lost: boolean }) {
  const { say } = useSay()
  const [now, setNow] = useState(timeOf())
  const [age, setAge] = useState(0)
  useEffect(() => {
    const look = () => {
      setNow(timeOf())
      setAge(Math.floor((performance.now() - renewed) / MINUTE))
    }
    look()
    const id = setInterval(look, TICK)
    return () => clearInterval(id)
  }, [renewed])
  return (
    <span className="large-clock">
      <time>{now}</time>
      <span role="status" className={lost ? 'large-lost' : ''}>
        {lost && `${say(wallWords.lost)} · `}
        {say(wallWords.asOf)} {asOf.slice(11, 16)} · {say(agoWords(age))}
      </span>
    </span>
  )
}

/** Where the screen stands: a region and the way down to it. */
interface Place {
  code: string
  name: string
}
/** The figures of a region, asked again every minute whether the line is there or not; what was shown stays until there is something newer. */
function useWall(code: string) {
  const [renewed, setRenewed] = useState(() => performance.now())
  const found = useQuery({
    queryKey: queryKeyOf('wall', code),
    refetchInterval: EVERY,
    refetchIntervalInBackground: true,
    networkMode: 'always',
    refetchOnReconnect: true,
    retry: false,
    placeholderData: (before: WallFigures | undefined) => before,
    queryFn: () => api.get<WallFigures>('data/statistics/large', { regionCode: code }, { quiet: true }),
  })
  useEffect(() => {
    if (found.data && !found.isPlaceholderData && !found.isError) setRenewed(performance.now())
  }, [found.dataUpdatedAt, code])
  // a region that cannot be fetched has nothing of its own: what was shown before stays
  const last = useRef<WallFigures>(undefined)
  if (found.data) last.current = found.data
  return { ...found, data: found.data ?? last.current, renewed }
}

/** The boards for the wall that there are; '' is the usual one. */
function BoardChoice({ value, onChange }: { value: string; onChange(id: string): void }) {
  const { say } = useSay()
  const { data = [] } = useQuery({
    queryKey: queryKeyOf('board', 'mine', 'wall'),
    retry: false,
    queryFn: () => api.get<{ id: string; name: string }[]>('data/board/mine', { place: 'wall' }, { quiet: true }),
  })
  if (data.length === 0) return null
  const options = [{ value: '', label: say(boardWords.standard) }, ...data.map((b) => ({ value: b.id, label: b.name }))]
  return <Select aria-label={say(boardWords.choose)} className="large-choice" value={value} onChange={onChange} options={options} />
}

/** Shows around: a word of it for who is here for the first time, later a sign. */
function TourButton() {
  const { say } = useSay()
  const { seen, mark } = useSeenTours(true)
  const [isShown, setShown] = useState(false)
  const isNew = !!seen && !seen.wall
  const begin = () => {
    mark('wall')
    setShown(true)
  }
  return (
    <>
      <Button type={isNew ? 'default' : 'text'} icon={<QuestionCircleOutlined />} aria-label={say(frameWords.guide)} onClick={begin}>
        {isNew && say(tourWords.begin)}
      </Button>
      {isShown && (
        <Suspense fallback={null}>
          <Tour of="wall" onClose={() => setShown(false)} />
        </Suspense>
      )}
    </>
  )
}

function Wall() {
  const { say, lang } = useSay()
  const openPage = useOpenPage()
  const own = useOwnRegion()
  const [path, setPath] = useState<readonly Place[]>([])
  const [board, setBoard] = useState('')
  const [goesRound, setGoesRound] = useState(false)
  const code = path.at(-1)?.code ?? ''
  const { data, error, isError, renewed } = useWall(code)
  // the regions that are gone through are those of where the screen stood when it began
  const [round, setRound] = useState<readonly Place[]>([])
  useEffect(() => {
    document.title = `${say(words.large)} - ${say(words.title)}`
  }, [say, lang])
  useEffect(() => {
    if (!goesRound || round.length === 0) return
    const id = setInterval(() => {
      setPath((at) => {
        const next = round[round.findIndex((r) => r.code === at.at(-1)?.code) + 1]
        return next ? [next] : []
      })
    }, STAYS)
    return () => clearInterval(id)
  }, [goesRound, round])
  if (!data) return error ? <Failed error={error} /> : <Waiting />
  const below = data.regions.filter((r) => !r.self).map((r) => ({ code: r.regionCode, name: r.regionName }))
  const go = (to: readonly Place[]) => {
    setGoesRound(false)
    setPath(to)
  }
  const open = (child: string) => {
    const found = below.find((r) => r.code === child)
    if (found) go([...path, found])
  }
  const turn = () => {
    if (!goesRound && path.length === 0) setRound(below)
    setGoesRound(!goesRound)
  }
  return (
    <main className="large">
      <header>
        <nav aria-label={say(homeWords.byRegion)}>
          {[{ code: '', name: own || say(homeWords.all) }, ...path].map((p, i) => (
            <button key={p.code} type="button" disabled={i === path.length} onClick={() => go(path.slice(0, i))}>
              {p.name}
            </button>
          ))}
        </nav>
        <h1>
          {path.at(-1)?.name ?? own} {say(words.title)}
        </h1>
        <div className="large-tools">
          <BoardChoice value={board} onChange={setBoard} />
          <Clock asOf={data.asOf} renewed={renewed} lost={isError} />
          <TourButton />
          <Button
            type="text"
            icon={goesRound ? <PauseCircleOutlined /> : <PlayCircleOutlined />}
            aria-pressed={goesRound}
            aria-label={say(goesRound ? wallWords.stop : wallWords.rotate)}
            disabled={!goesRound && path.length === 0 && below.length === 0}
            onClick={turn}
          />
          <Button type="text" icon={<FullscreenOutlined />} aria-label={say(words.fullscreen)} onClick={toggleFullscreen} />
          <Button type="text" icon={<RollbackOutlined />} aria-label={say(words.toHome)} onClick={() => openPage('/')} />
        </div>
      </header>
      {board ? (
        <div className="large-board">
          <Suspense fallback={<Waiting />}>
            <Board key={board} id={board} every={EVERY} />
          </Suspense>
        </div>
      ) : (
        <WallPanels data={data} onOpen={open} />
      )}
    </main>
  )
}

/** The screen on the wall: eleven panels of a region from one call, renewed every minute; it goes down into a region and back, or round by itself. */
export function Large() {
  return (
    <ConfigProvider theme={{ algorithm: theme.darkAlgorithm, token: { colorPrimary: '#3fb27f', colorBgBase: '#07151f', fontSize: 18 } }}>
      <AntApp style={{ height: '100%' }}>
        <Wall />
      </AntApp>
    </ConfigProvider>
  )
}
