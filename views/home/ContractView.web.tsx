import { Col, Flex, Row, theme } from 'antd'
import { PieChart } from 'echarts/charts'
import { use } from 'echarts/core'
import { useMemo } from 'react'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { AxesChart, Chart, COLOURS } from './Chart.web.tsx'
import { area, ContractTable, count, Numbers, Panel, share, useYearName } from './parts.web.tsx'
import { words } from './home.ts'
import { viewWords } from './view-words.ts'
import { AREA_CLASSES, PARCEL_CLASSES } from '../../land/parts/tallies.ts'
import { className, type Bucket, type ContractFigures } from './views.ts'

use([PieChart])
const COLOUR_OF: Readonly<Record<string, string>> = { '': COLOURS.grey }
const OTHERS = [COLOURS.green, COLOURS.blue, COLOURS.gold, COLOURS.red, '#6a8f3c', '#7a6aa8', '#4f9a94']

/** Parts of a whole as a ring. */
function Ring({ label, rows, name }: { label: string; rows: readonly Bucket[]; name(key: string): string }) {
  const { token } = theme.useToken()
  const parts = rows.map((r, i) => ({ name: name(r.key), value: r.values.cbht!, itemStyle: { color: COLOUR_OF[r.key] ?? OTHERS[i % OTHERS.length] } }))
  const same = JSON.stringify(parts)
  const option = useMemo(
    () => ({
      tooltip: { trigger: 'item' },
      legend: { type: 'scroll', bottom: 0, textStyle: { color: token.colorTextSecondary } },
      series: [{ type: 'pie', radius: ['48%', '72%'], center: ['50%', '44%'], label: { show: false }, data: parts }],
    }),
    [same, token],
  )
  return <Chart label={label} option={option} height={220} />
}

/** Contracts in force by signing, end of term, area and number of parcels. Source: statistics.md 4. */
export function ContractView({ data }: { data: ContractFigures }) {
  const { say } = useSay()
  const status = useDict('sign_status')
  const way = useDict('sign_way')
  const year = useYearName()
  const empty = data.total.cbht === 0 && say(viewWords.noContract)
  const none = (name: (key: string) => string) => (key: string) => (key === '' ? say(viewWords.none) : name(key))
  const panel = (title: string, head: string, rows: readonly Bucket[], name: (key: string) => string, ring = false, lg = 12) => (
    <Col xs={24} lg={lg}>
      <Panel
        title={title}
        empty={empty}
        chart={
          ring ? (
            <Ring label={title} rows={rows} name={name} />
          ) : (
            <AxesChart
              height={220}
              label={title}
              names={rows.map((r) => name(r.key))}
              series={[{ name: say(words.contracts), color: COLOURS.green, data: rows.map((r) => r.values.cbht!) }]}
            />
          )
        }
      >
        {!empty && <ContractTable head={head} rows={rows} name={name} />}
      </Panel>
    </Col>
  )
  return (
    <Flex vertical gap="middle">
      <Numbers
        items={[
          { label: words.contracts, value: count(data.total.cbht!) },
          { label: words.area, value: area(data.total.htArea!), suffix: words.mu },
          { label: viewWords.signed, value: count(data.total.signed!) },
          { label: viewWords.signRate, value: share(data.signRate) },
          { label: viewWords.onlineRate, value: share(data.onlineRate) },
        ]}
      />
      <Row gutter={[16, 16]}>
        {panel(say(viewWords.bySignStatus), say(viewWords.status), data.signStatus, none(status.label), true)}
        {panel(say(viewWords.bySignWay), say(viewWords.way), data.signWay, none(way.label), true)}
        {panel(
          say(viewWords.byArea),
          say(viewWords.range),
          data.areas,
          none((k) => className(AREA_CLASSES, Number(k))),
        )}
        {panel(
          say(viewWords.byParcels),
          say(viewWords.range),
          data.parcels,
          none((k) => className(PARCEL_CLASSES, Number(k), true)),
        )}
        {panel(say(viewWords.byYear), say(viewWords.year), data.years, year, false, 24)}
      </Row>
    </Flex>
  )
}
