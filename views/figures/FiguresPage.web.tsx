import { Col, Flex, Row, Select } from 'antd'
import { isDate } from '../../kit/model/formats.ts'
import type { Text } from '../../kit/model/lang.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { DayPicker } from '../../platform/list/DayPicker.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useDict, useDicts, useSay } from '../../kit/web/words.web.ts'
import { Muted } from '../home/Figure.web.tsx'
import { Panel, PLAIN, Press } from '../home/parts.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { Children } from './Children.web.tsx'
import { Divisions } from './Divisions.web.tsx'
import { FigureCards } from './FigureCards.web.tsx'
import { FiguresFrame } from './FiguresFrame.web.tsx'
import { chosenIndicators, divisionsOf, indicatorsOf, UNITS, type Analysis, type Indicator, type SetName, PARCEL_CATEGORIES } from './indicators.ts'
import { figureText, type FigurePlace } from './NumberLink.web.tsx'
import { topAndBottom } from './outlines.ts'
import { RegionPicture, type PictureRegion } from './RegionPicture.web.tsx'
import { enterRegion, figureWords as words } from './words.ts'

const CALLS: Readonly<Record<SetName, string>> = { dk: 'dzzw/analyze/dk', cbdk: 'dzzw/analyze/cbdk', both: 'dzzw/analyze', region: 'dzzw/statistics' }
const TITLES: Readonly<Record<SetName, Text>> = { dk: words.parcels, cbdk: words.contracted, both: words.byRegion, region: words.items }
const RANKED = 10

/** The regions that are first and last by an indicator. */
function Ranks({ regions, unit, onOpen }: { regions: readonly PictureRegion[]; unit: Indicator['unit']; onOpen(code: string): void }) {
  const { say } = useSay()
  const ranked = regions.filter((r) => r.value !== null).toSorted((a, b) => b.value! - a.value!)
  const { top, bottom } = topAndBottom(ranked, RANKED)
  const list = (title: string, rows: readonly PictureRegion[]) => (
    <Table<PictureRegion>
      {...PLAIN}
      rowKey="regionCode"
      dataSource={rows}
      columns={[
        {
          key: 'name',
          title,
          render: (_v, r) => (
            <Press label={say(enterRegion(r.regionName))} run={() => onOpen(r.regionCode)}>
              {r.regionName}
            </Press>
          ),
        },
        { key: 'value', title: say(UNITS[unit]), align: 'right', render: (_v, r) => figureText(r.value, unit) },
      ]}
    />
  )
  return (
    <Flex vertical gap="small">
      {list(say(words.top), top)}
      {bottom.length > 0 && list(say(words.bottom), bottom)}
    </Flex>
  )
}
interface MapProps {
  data: Analysis
  indicators: readonly (readonly [string, Indicator])[]
  onOpen(code: string): void
}
/** One indicator over the child regions: on the map in five classes, and the first and last of them. */
function ByRegion({ data, indicators, onOpen }: MapProps) {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const [key, indicator] = indicators.find(([k]) => k === search.by) ?? indicators[0]!
  const regions = data.children.filter((c) => !c.self).map((c) => ({ regionCode: c.regionCode, regionName: c.regionName, value: c.values[key] ?? null }))
  if (regions.length === 0) return null
  const label = `${say(words.map)}: ${say(indicator.label)}`
  return (
    <Panel title={say(words.map)}>
      <Flex vertical gap="small">
        <Select
          aria-label={say(words.indicator)}
          style={{ width: '100%', maxWidth: 360 }}
          showSearch={{ optionFilterProp: 'label' }}
          value={key}
          onChange={(by) => setSearch({ by: by === indicators[0]![0] ? undefined : by })}
          options={indicators.map(([value, i]) => ({ value, label: say(i.label) }))}
        />
        <Row gutter={[16, 16]}>
          <Col xs={24} lg={16}>
            <RegionPicture regionCode={data.regionCode} regions={regions} label={label} unit={indicator.unit} onOpen={onOpen} />
            <Muted>{say(words.drill)}</Muted>
          </Col>
          <Col xs={24} lg={8}>
            <Ranks regions={regions} unit={indicator.unit} onOpen={onOpen} />
          </Col>
        </Row>
      </Flex>
    </Panel>
  )
}

/** An analysis: its numbers, what they are divided by, the regions below on the map and in a table. Source: statistics.md 2, 5, 7, 8. */
function FiguresPage({ set }: { set: SetName }) {
  const { say } = useSay()
  const { can } = useSession()
  const { search, setSearch } = usePageState()
  const day = search.asOf && isDate(search.asOf) ? search.asOf : undefined
  const hasCategory = set === 'dk' || set === 'both'
  // what the figures are divided by is known before they come, so that its words come in one call with those of the choice
  useDicts(divisionsOf(set).flatMap((d) => d.dict ?? []))
  const categories = useDict(hasCategory ? 'dklb' : '')
  const dklb = hasCategory && PARCEL_CATEGORIES.includes(search.dklb ?? '') ? search.dklb : undefined
  const query = { regionCode: search.regionCode, ...(day ? { asOf: day } : {}), ...(dklb ? { dklb } : {}) }
  const isItems = set === 'region'
  const items = isItems ? search.items : undefined
  const indicators = chosenIndicators(set, items) ?? indicatorsOf(set)
  const chosen = items ? { items } : {}
  const mayExport = can('figure_export')
  return (
    <FiguresFrame<Analysis>
      title={TITLES[set]}
      queryKey={queryKeyOf('figures', set, query)}
      path={CALLS[set]}
      query={query}
      remark={day ? words.pastNote : undefined}
      exported={mayExport ? { path: 'dzzw/analyze/export', query: { set, ...query, ...chosen } } : undefined}
      printed={
        mayExport && isItems
          ? [
              { path: 'dzzw/statistics/print', query: { ...query, ...chosen }, label: words.printItems },
              { path: 'dzzw/summary/print', query, label: words.printSummaries },
            ]
          : undefined
      }
      saved={isItems}
      choices={
        <>
          {hasCategory && (
            <Select
              aria-label={say(words.category)}
              style={{ width: 150 }}
              value={dklb ?? ''}
              onChange={(v) => setSearch({ dklb: v || undefined })}
              options={[{ value: '', label: say(words.allCategories) }, ...PARCEL_CATEGORIES.map((value) => ({ value, label: categories.label(value) }))]}
            />
          )}
          {isItems && (
            <ClearSelect
              mode="multiple"
              aria-label={say(words.chooseItems)}
              placeholder={say(words.chooseItems)}
              style={{ width: 220 }}
              maxTagCount="responsive"
              showSearch={{ optionFilterProp: 'label' }}
              value={items ? indicators.map(([k]) => k) : []}
              onChange={(keys: string[]) => setSearch({ items: keys.length ? keys.join(',') : undefined, by: undefined })}
              options={indicatorsOf(set).map(([value, i]) => ({ value, label: say(i.label) }))}
            />
          )}
          <DayPicker {...(day ? { day } : {})} onChange={(d) => setSearch({ asOf: d || undefined })} />
        </>
      }
    >
      {(data, open) => {
        const at: FigurePlace = { regionCode: data.regionCode, asOf: day, dklb }
        return (
          <>
            <FigureCards data={data} indicators={indicators} at={at} />
            <ByRegion data={data} indicators={indicators} onOpen={open} />
            <Panel title={say(words.regions)}>
              <Children data={data} indicators={indicators} at={at} onOpen={open} />
            </Panel>
            <Divisions of={divisionsOf(set)} series={data.series} at={at} />
          </>
        )
      }}
    </FiguresFrame>
  )
}
/** 地块分析. */
export const ParcelFigures = () => <FiguresPage set="dk" />
/** 承包地块分析. */
export const ContractedFigures = () => <FiguresPage set="cbdk" />
/** 区域分析. */
export const RegionFigures = () => <FiguresPage set="both" />
/** 统计汇总. */
export const ItemFigures = () => <FiguresPage set="region" />
