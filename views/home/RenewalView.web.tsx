import { Col, Flex, Row, Typography } from 'antd'
import { useSay } from '../../kit/web/words.web.ts'
import { CaseMatrix } from './BusinessView.web.tsx'
import { AxesChart, COLOURS } from './Chart.web.tsx'
import { words } from './home.ts'
import { ContractTable, Panel, RegionTable, useYearName } from './parts.web.tsx'
import type { Way } from './Crumbs.web.tsx'
import { endingUntil, viewWords } from './view-words.ts'
import type { RenewalFigures } from './views.ts'

/** What the register proves of the second-round extension. Source: statistics.md 6. */
export function RenewalView({ data, way, region }: { data: RenewalFigures; way: Way; region: string }) {
  const { say } = useSay()
  const year = useYearName()
  const empty = data.total.cbht === undefined && say(viewWords.noContract)
  return (
    <Flex vertical gap="middle">
      <Typography.Text type="secondary">{say(viewWords.renewalNote)}</Typography.Text>
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={12}>
          <Panel
            title={say(viewWords.byYear)}
            empty={empty}
            chart={
              <AxesChart
                height={220}
                label={say(viewWords.byYear)}
                names={data.years.map((y) => year(y.key))}
                series={[{ name: say(words.contracts), color: COLOURS.green, data: data.years.map((y) => y.values.cbht!) }]}
              />
            }
          >
            {!empty && <ContractTable head={say(viewWords.year)} rows={data.years} name={year} />}
          </Panel>
        </Col>
        <Col xs={24} xl={12}>
          <Panel title={say(viewWords.renewalCases)}>
            <CaseMatrix types={data.types} region={region} />
          </Panel>
        </Col>
        <Col xs={24}>
          <Panel title={say(viewWords.endingByRegion)}>
            <RegionTable
              rows={data.children}
              total={data.total}
              way={way}
              columns={[
                { label: words.contracts, value: (v) => v.cbht ?? 0 },
                { label: words.area, value: (v) => v.htArea ?? 0, area: true },
                { label: viewWords.ended, value: (v) => v.ended ?? 0 },
                { label: viewWords.endedArea, value: (v) => v.endedArea ?? 0, area: true },
                { label: endingUntil(data.until), value: (v) => v.ending ?? 0 },
                { label: viewWords.endingArea, value: (v) => v.endingArea ?? 0, area: true },
                { label: viewWords.renewed, value: (v) => v.renewed ?? 0 },
                { label: viewWords.renewedArea, value: (v) => v.renewedArea ?? 0, area: true },
              ]}
            />
          </Panel>
        </Col>
      </Row>
    </Flex>
  )
}
