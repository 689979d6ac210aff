import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Col, Flex, Row } from 'antd'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { Children } from '../figures/Children.web.tsx'
import { FigureCards } from '../figures/FigureCards.web.tsx'
import { FiguresFrame } from '../figures/FiguresFrame.web.tsx'
import { ROW_LISTS, type Rows } from '../figures/indicators.ts'
import type { FigurePlace } from '../figures/NumberLink.web.tsx'
import { Panel } from '../home/parts.web.tsx'
import { DAY_SERIES, progressIndicators, SPLITS, type CampaignFigures, type ProgressSet } from './indicators.ts'
import { DaysSigned, Funnel, Gauge, SplitPanel, StatesByRegion } from './ProgressCharts.web.tsx'
import { progressWords as words } from './words.ts'

const CALLS: Readonly<Record<ProgressSet, string>> = { progress: 'ybProcess/common/progress', renew: 'dzzw/analyze/htqd/renew' }
/** From the household to its certificate. Source: statistics.md 6. */
const STAGES = ['households', 'surveyed', 'posted', 'signed', 'issued'] as const

/** Gauge, funnel, and the states of the regions. */
function Pictures({ data, onOpen }: { data: CampaignFigures; onOpen(code: string): void }) {
  const { say } = useSay()
  const labels = new Map(progressIndicators('progress').map(([key, i]) => [key, say(i.label)]))
  const stages = STAGES.map((key) => ({ name: labels.get(key)!, value: data.total[key] ?? 0 }))
  const empty = stages[0]!.value === 0 && say(words.nothing)
  return (
    <>
      <Col xs={24} lg={8}>
        <Panel title={say(words.overall)} empty={empty} chart={<Gauge label={say(words.overall)} value={data.total.progress ?? 0} />} />
      </Col>
      <Col xs={24} lg={16}>
        <Panel title={say(words.funnel)} empty={empty} chart={<Funnel label={say(words.funnel)} stages={stages} />} />
      </Col>
      <Col xs={24}>
        <Panel title={say(words.byState)} empty={empty} chart={<StatesByRegion of={data.children} onOpen={onOpen} />} />
      </Col>
    </>
  )
}
function Body({ set, data, onOpen }: { set: ProgressSet; data: CampaignFigures; onOpen(code: string): void }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const indicators = progressIndicators(set)
  const at: FigurePlace = { regionCode: data.regionCode }
  const points = (name: string) => data.series.find((s) => s.name === name)?.points ?? []
  const list = ROW_LISTS.household
  const open = ({ filter }: Rows) => can(list.perm) && openPage(list.page, { ...filter, ...(data.regionCode ? { regionCode: data.regionCode } : {}) })
  return (
    <Flex vertical gap="middle">
      <FigureCards data={data} indicators={indicators} at={at} />
      <Row gutter={[16, 16]}>
        {set === 'progress' && <Pictures data={data} onOpen={onOpen} />}
        <Col xs={24}>
          <Panel
            title={say(words.byDay)}
            empty={points(DAY_SERIES).length === 0 && say(words.noDay)}
            chart={<DaysSigned points={points(DAY_SERIES)} onDay={open} />}
          />
        </Col>
      </Row>
      <Panel title={say(words.regions)}>
        <Children data={data} indicators={indicators} at={at} onOpen={onOpen} bars={[set === 'progress' ? 'progress' : 'signRate']} />
      </Panel>
      <Row gutter={[16, 16]}>
        {SPLITS.filter((s) => s.of.includes(set)).map((s) => (
          <Col key={s.key} xs={24} xl={12}>
            <SplitPanel of={s} points={points(s.key)} at={at} />
          </Col>
        ))}
      </Row>
    </Flex>
  )
}

/** How far the campaign is, or how its contracts are signed; each number leads to its households. Source: screens.md D4; statistics.md 6, 9. */
function ProgressPage({ set }: { set: ProgressSet }) {
  const { can } = useSession()
  const { search } = usePageState()
  const query = { regionCode: search.regionCode }
  const mayExport = can('extension_household_export')
  const taken = { set, ...query }
  return (
    <FiguresFrame<CampaignFigures>
      title={words[set]}
      queryKey={queryKeyOf('progress', set, query)}
      path={CALLS[set]}
      query={query}
      exported={mayExport ? { path: 'ybProcess/common/progress/export', query: taken } : undefined}
      printed={mayExport ? [{ path: 'ybProcess/common/progress/print', query: taken, label: words.print }] : undefined}
    >
      {(data, open) => <Body set={set} data={data} onOpen={open} />}
    </FiguresFrame>
  )
}
/** 延包进度. */
export const CampaignProgress = () => <ProgressPage set="progress" />
/** 延包签订分析. */
export const CampaignSigning = () => <ProgressPage set="renew" />
