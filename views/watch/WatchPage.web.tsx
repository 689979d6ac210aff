import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Alert, Button, Flex, Grid, Popconfirm, Progress, Segmented, Spin, Typography } from 'antd'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { RegionTree } from '../../kit/web/RegionTree.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { Split } from '../../platform/parts/Split.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { BesideRegions } from '../../platform/parts/BesideRegions.web.tsx'
import { watch_finding } from './findings.ts'
import { repairOf } from './repair.ts'
import { words } from './words.ts'

const Charts = lazy(() => import('./Issuers.web.tsx'))
const OnMap = lazy(() => import('./FindingsMap.web.tsx'))
const Doubles = lazy(() => import('./Doubles.web.tsx'))
const TABS = ['list', 'map', 'issuers', 'doubles'] as const

/** 登记监测: what breaks a rule of the register as list and on the map, health by issuer and day, persons who stand twice. The tab and the region stand in the address. */
export default function WatchPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const tab = TABS.find((t) => t === search.tab) ?? 'list'
  const region = search.regionCode ?? ''
  const wide = Grid.useBreakpoint().md !== false
  const choose = (code: string | undefined) => setSearch({ regionCode: code, dkbm: undefined })
  const shown = (
    <Suspense fallback={<Spin />}>
      {tab === 'map' ? <OnMap region={region} /> : tab === 'issuers' ? <Charts region={region} /> : <Doubles region={region} />}
    </Suspense>
  )
  return (
    <Flex vertical gap="small">
      <Run region={region} />
      <Segmented
        style={{ alignSelf: 'start' }}
        value={tab}
        onChange={(t) => setSearch({ tab: t === 'list' ? undefined : t, current: undefined, open: undefined })}
        options={TABS.map((t) => ({ value: t, label: say(words[t]) }))}
      />
      {tab === 'list' ? (
        <Findings />
      ) : wide ? (
        <Split>
          <Split.Panel defaultSize={240} min={180} max={400} collapsible>
            <RegionTree {...(region ? { value: region } : {})} onChange={choose} height={560} />
          </Split.Panel>
          <Split.Panel style={{ paddingLeft: 12 }}>{shown}</Split.Panel>
        </Split>
      ) : (
        <BesideRegions value={region} onChange={choose}>
          {shown}
        </BesideRegions>
      )}
    </Flex>
  )
}

function Findings() {
  const { can } = useSession()
  const { search, setSearch } = usePageState()
  const openPage = useOpenPage()
  // what is gone is asked for; at first the list shows what is to be mended, and asks for nothing before that is said
  const waits = useRef(true)
  if (Object.keys(search).length > 0) waits.current = false
  useEffect(() => {
    if (waits.current) setSearch({ isOpen: 1 })
  }, [])
  const { row } = defaultCommands(watch_finding)
  const way = (r: Record<string, unknown>) => repairOf(r as never, (kind) => can(`${kind}_edit`))
  const repair: RowCommand = {
    key: 'repair',
    label: words.repair,
    primary: true,
    when: (r) => (r.isOpen === 1 ? !!way(r) : words.gone),
    run: (r) => {
      const to = way(r)!
      openPage(to.to, to.search)
    },
  }
  const locate: RowCommand = {
    key: 'locate',
    label: words.locate,
    when: (r) => r.kind === 'dk',
    run: (r) => setSearch({ tab: 'map', regionCode: String(r.regionCode), dkbm: String(r.objectCode), open: undefined }),
  }
  return waits.current ? null : <ResourcePage of={watch_finding} toolCommands={[]} rowCommands={[repair, row.view, locate]} query={{ descs: 'id' }} />
}

interface State {
  regionCode: string
  last: null | { jobId: string; status: string; percent: number; message: string; step: string; ended: string | null; looked: number; found: number }
}
const isOpen = (s: State | undefined): boolean => s?.last?.status === 'queued' || s?.last?.status === 'running'
const POLL_MS = 1000

/** The last run over the region, its progress, and the button that begins one. */
function Run({ region }: { region: string }) {
  const { say } = useSay()
  const { can } = useSession()
  const toast = useToast()
  const client = useQueryClient()
  const key = queryKeyOf('watch', 'state', region)
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => api.get<State>('watch/state', region ? { regionCode: region } : {}, { quiet: true }),
    refetchInterval: (q) => (isOpen(q.state.data) ? POLL_MS : false),
    staleTime: 0,
  })
  const at = region || data?.regionCode || ''
  const start = async () => {
    await api.post('watch/start', { regionCode: at }, undefined, { quiet: true })
    await client.invalidateQueries({ queryKey: key })
  }
  const last = data?.last
  return (
    <Flex vertical gap={4}>
      <Flex justify="space-between" align="center" gap="middle">
        <Typography.Text type="secondary">
          {say(words.what)} {last?.ended ? say(words.last(last.looked, last.found, last.ended)) : last ? '' : say(words.never)}
        </Typography.Text>
        {can('watch_finding_verify') && (
          <Popconfirm title={say(words.startAsk)} onConfirm={() => void start().catch(toast.failed)} disabled={at.length < 6}>
            <Button type="primary" disabled={at.length < 6 || isOpen(data)} title={at.length < 6 ? say(words.county) : ''}>
              {say(words.start)}
            </Button>
          </Popconfirm>
        )}
      </Flex>
      {last && isOpen(data) && <Progress percent={last.percent} size="small" status="active" aria-label={say(words.progress)} />}
      {last?.status === 'failed' && <Alert type="error" showIcon title={last.message} />}
    </Flex>
  )
}
