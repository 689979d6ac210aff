import { Col, Row, type TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { AxesChart, COLOURS } from '../home/Chart.web.tsx'
import { area, Panel, PLAIN, share, TotalRow, count } from '../home/parts.web.tsx'
import { percent } from '../home/views.ts'
import { classOfDivision, type Division, type DivisionPoint, type Rows, type Unit } from './indicators.ts'
import { NumberLink, type FigurePlace } from './NumberLink.web.tsx'
import { figureWords as words } from './words.ts'
import { sumFigures } from '../../land/definitions/area.ts'

interface DividedPanelProps<Point extends readonly [key: string, n: number, ...rest: unknown[]]> {
  title: string
  /** what stands where there is nothing */
  nothing: string
  points: readonly Point[]
  nameOf(key: string): string
  bars: { name: string; color: string; of(p: Point): number; unit?: string }
  number: { title: string; unit: Unit; rowsOf(key: string): Rows | undefined }
  /** columns beside name and number */
  columns?: TableColumnType<Point>[]
  summary?: () => ReactNode
  at: FigurePlace
}
/** What rows are divided by one thing: bars, and the numbers beside, each the way to its rows. */
export function DividedPanel<Point extends readonly [key: string, n: number, ...rest: unknown[]]>(p: DividedPanelProps<Point>) {
  const { say } = useSay()
  const { title, points, nameOf, bars, number } = p
  return (
    <Panel
      title={title}
      empty={points.length === 0 && p.nothing}
      chart={
        <AxesChart
          height={200}
          label={title}
          names={points.map(([key]) => nameOf(key))}
          series={[{ name: bars.name, color: bars.color, data: points.map(bars.of) }]}
          {...(bars.unit === undefined ? {} : { unit: bars.unit })}
        />
      }
    >
      {points.length > 0 && (
        <Table<Point>
          {...PLAIN}
          rowKey={([key]) => key}
          dataSource={points}
          columns={[
            { key: 'name', title: say(words.value), render: (_v, [key]) => nameOf(key) },
            {
              key: 'n',
              title: number.title,
              align: 'right',
              render: (_v, [key, n]) => <NumberLink value={n} unit={number.unit} label={nameOf(key)} rows={number.rowsOf(key)} at={p.at} />,
            },
            ...(p.columns ?? []),
          ]}
          {...(p.summary ? { summary: p.summary } : {})}
        />
      )}
    </Panel>
  )
}
/** Parcels divided by one thing: bars of their areas, and their number, share and area. */
function DivisionPanel({ of, points, at }: { of: Division; points: readonly DivisionPoint[]; at: FigurePlace }) {
  const { say } = useSay()
  const dict = useDict(of.dict ?? '')
  const all = points.reduce((n, [, k]) => n + k, 0)
  const whole = points.reduce((n, [, , mu]) => sumFigures(n, mu), 0)
  return (
    <DividedPanel<DivisionPoint>
      title={say(of.label)}
      nothing={say(words.nothing)}
      points={points}
      nameOf={(key) => (key === '' ? say(words.none) : of.ends ? classOfDivision(of, key) : dict.label(key))}
      bars={{ name: say(words.area), color: COLOURS.green, of: ([, , mu]) => mu, unit: '' }}
      number={{ title: say(words.number), unit: 'parcels', rowsOf: (key) => (key === '' ? undefined : of.rows?.(key)) }}
      columns={[
        { key: 'share', title: say(words.share), align: 'right', render: (_v, [, n]) => share(percent(n, all)) },
        { key: 'area', title: say(words.area), align: 'right', render: (_v, [, , mu]) => area(mu) },
      ]}
      summary={() => <TotalRow cells={[count(all), share(percent(all, all)), area(whole)]} />}
      at={at}
    />
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
