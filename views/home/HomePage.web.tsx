import { useQuery } from '@tanstack/react-query'
import { Flex, Skeleton, theme } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { isDate } from '../../kit/model/formats.ts'
import { api } from '../../kit/web/client.web.ts'
import { usePageState, useSession, Heading } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { CountsView } from './CountsView.web.tsx'
import { DayButton } from './DayButton.web.tsx'
import { Muted } from './Figure.web.tsx'
import { words, type HomeFigures } from './home.ts'
import { Crumbs, type Way } from './Crumbs.web.tsx'
import { TabRow } from './TabRow.web.tsx'
import { TABS } from './view-words.ts'
import { isView, VIEWS } from './views.ts'
import type { ViewAnswers, ShownView } from './Views.web.tsx'
import './home.css'

// what only the other tabs need (their charts) is fetched with the first of them, the words of a failure when there is one
const Views = lazy(() => import('./Views.web.tsx'))
const LoadFailed = lazy(async () => ({ default: (await import('../../platform/parts/LoadFailed.web.tsx')).LoadFailed }))

/** A tab beside those of the start. */
export interface HomeTab {
  key: string
  label: string
  content: ReactNode
}

type Answer = HomeFigures | ViewAnswers[keyof ViewAnswers]
/** The start: what there is in the reader's region and what waits; in further tabs cases, contracts, months, regions, extension. Source: screens.md A3. */
export default function HomePage({ tabs = [] }: { tabs?: readonly HomeTab[] }) {
  const { say } = useSay()
  const { user } = useSession()
  const { token } = theme.useToken()
  const { search, setSearch } = usePageState()
  const [path, setPath] = useState<Way['path']>([])
  const code = path.at(-1)?.code ?? ''
  const own = tabs.find((t) => t.key === search.tab)
  const view = isView(search.tab) ? search.tab : 'counts'
  const period = view === 'business' ? { from: dayOf(search.from), to: dayOf(search.to) } : {}
  const hasDays = !own && (view === 'counts' || view === 'region')
  const day = hasDays ? dayOf(search.asOf) : undefined
  const then = day ? { asOf: day } : {}
  const queryKey = view === 'counts' && !day ? queryKeyOf('home', code) : queryKeyOf('home', code, view, { ...period, ...then })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey,
    enabled: !own,
    retry: false,
    // going down in a table must not take the table away until its next rows are there
    placeholderData: (before: Answer | undefined, asked) => (view !== 'counts' && asked?.queryKey[2] === view ? before : undefined),
    queryFn: () => api.get<Answer>('data/statistics/home', { regionCode: code, ...(view === 'counts' ? {} : { view }), ...period, ...then }, { quiet: true }),
  })
  const way = { path, setPath }
  const waiting = <Skeleton active paragraph={{ rows: 8 }} />
  const failed = error && !data && (
    <Suspense fallback={null}>
      <LoadFailed error={error} onRetry={refetch} />
    </Suspense>
  )
  const content = () => {
    if (view === 'counts') return failed || <CountsView data={data as HomeFigures | undefined} way={way} />
    return (
      <Flex vertical gap="middle">
        <Crumbs {...way} />
        {failed ||
          (data ? (
            <div aria-busy={isPlaceholderData} style={isPlaceholderData ? { opacity: 0.6 } : {}}>
              <Suspense fallback={waiting}>
                <Views {...({ view, data } as ShownView)} way={way} region={code} period={period} />
              </Suspense>
            </div>
          ) : (
            waiting
          ))}
      </Flex>
    )
  }
  return (
    <Flex vertical gap="small">
      <Flex justify="space-between" align="baseline" wrap>
        <Heading style={{ margin: 0, fontSize: token.fontSizeHeading4, fontWeight: token.fontWeightStrong, lineHeight: token.lineHeightHeading4 }}>
          {say(words.welcome)}
          {user?.real_name ?? ''}
        </Heading>
        <Flex gap="small" align="center" wrap>
          {data && !day && !own && (
            <Muted>
              {say(words.asOf)} {data.asOf}
            </Muted>
          )}
          {hasDays && <DayButton day={day} onChange={(d) => setSearch({ asOf: d || undefined })} />}
        </Flex>
      </Flex>
      <TabRow<string>
        label={say(words.tabs)}
        chosen={own?.key ?? view}
        onChange={(tab) => setSearch({ tab: tab === 'counts' ? undefined : tab })}
        items={[...VIEWS.map((key) => ({ key, label: say(TABS[key]) })), ...tabs]}
      >
        {own ? own.content : content()}
      </TabRow>
    </Flex>
  )
}

const dayOf = (v: string | undefined) => (v && isDate(v) ? v : undefined)
