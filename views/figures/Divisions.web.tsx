import { Col, Row } from 'antd'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { AxesChart, COLOURS } from '../home/Chart.web.tsx'
import { area, Panel, PLAIN, share, TotalRow, count } from '../home/parts.web.tsx'
import { percent, sum } from '../home/views.ts'
import { classOfDivision, type Division, type DivisionPoint } from './indicators.ts'
import { NumberLink, type FigurePlace } from './NumberLink.web.tsx'
import { figureWords as words } from './words.ts'

/** What rows are divided by one thing: bars of their areas, and the numbers beside, each the way to its rows. */
function DivisionPanel({ of, points, at }: { of: Division; points: readonly DivisionPoint[]; at: FigurePlace }) {
  const { say } = useSay()
  const dict = useDict(of.dict ?? '')
  const name = (key: string) => (key === '' ? say(words.none) : of.ends ? classOfDivision(of, key) : dict.label(key))
  const all = points.reduce((n, [, k]) => n + k, 0)
  const whole = points.reduce((n, [, , mu]) => sum(n, mu), 0)
  return (
    <Panel
      title={say(of.label)}
      empty={points.length === 0 && say(words.nothing)}
      chart={
        <AxesChart
          height={200}
          label={say(of.label)}
          names={points.map(([key]) => name(key))}
          series={[{ name: say(words.area), color: COLOURS.green, data: points.map(([, , mu]) => mu) }]}
          unit=""
        />
      }
    >
      {points.length > 0 && (
        <Table<DivisionPoint>
          {...PLAIN}
          rowKey={([key]) => key}
          dataSource={points}
          columns={[
            { key: 'name', title: say(words.value), render: (_v, [key]) => name(key) },
            {
              key: 'n',
              title: say(words.number),
              align: 'right',
              render: (_v, [key, n]) => <NumberLink value={n} unit="parcels" label={name(key)} rows={key === '' ? undefined : of.rows?.(key)} at={at} />,
            },
            { key: 'share', title: say(words.share), align: 'right', render: (_v, [, n]) => share(percent(n, all)) },
            { key: 'area', title: say(words.area), align: 'right', render: (_v, [, , mu]) => area(mu) },
          ]}
          summary={() => <TotalRow cells={[count(all), share(percent(all, all)), area(whole)]} />}
        />
      )}
    </Panel>
  )
}
/** The panels of an analysis, two beside each other where there is room. */
export function Divisions({
  of,
  series,
  at,
}: {
  of: readonly Division[]
  series: readonly { name: string; points: readonly DivisionPoint[] }[]
  at: FigurePlace
}) {
  return (
    <Row gutter={[16, 16]}>
      {of.map((d) => {
        const found = series.find((s) => s.name === d.key)
        return (
          found && (
            <Col key={d.key} xs={24} xl={12}>
              <DivisionPanel of={d} points={found.points} at={at} />
            </Col>
          )
        )
      })}
    </Row>
  )
}
