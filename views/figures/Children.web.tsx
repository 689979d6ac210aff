import { Empty, Progress } from 'antd'
import { phrases } from '../../kit/web/phrases.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { PLAIN, Press, TotalRow } from '../home/parts.web.tsx'
import { ownOf, viewWords } from '../home/view-words.ts'
import { UNITS, type Analysis, type Indicator } from './indicators.ts'
import { figureText, NumberLink, type FigurePlace } from './NumberLink.web.tsx'
import { enterRegion } from './words.ts'

type Child = Analysis['children'][number]
interface ChildrenProps {
  data: Pick<Analysis, 'total' | 'children'>
  indicators: readonly (readonly [string, Indicator])[]
  at: FigurePlace
  onOpen(code: string): void
  /** shares that are drawn as bars */
  bars?: readonly string[]
}
/** The child regions with all indicators, sorted by any of them; a region leads into itself, a number to its rows. */
export function Children({ data, indicators, at, onOpen, bars = [] }: ChildrenProps) {
  const { say } = useSay()
  const value = (c: Child, key: string) => c.values[key] ?? null
  return (
    <Table<Child>
      {...PLAIN}
      rowKey="regionCode"
      dataSource={data.children}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(phrases.empty)} /> }}
      columns={[
        {
          key: 'name',
          title: say(viewWords.place),
          fixed: 'left',
          sorter: (a, b) => (a.regionCode < b.regionCode ? -1 : 1),
          render: (_v, c) =>
            c.self ? (
              say(ownOf(c.regionName))
            ) : (
              <Press label={say(enterRegion(c.regionName))} run={() => onOpen(c.regionCode)}>
                {c.regionName}
              </Press>
            ),
        },
        ...indicators.map(([key, i]) => ({
          key,
          title: `${say(i.label)} (${say(UNITS[i.unit])})`,
          align: 'right' as const,
          sorter: (a: Child, b: Child) => (value(a, key) ?? -1) - (value(b, key) ?? -1),
          // a list of a region has those below it too: what lies in the region itself has no list
          render: (_v: unknown, c: Child) =>
            bars.includes(key) && value(c, key) !== null ? (
              <Progress
                style={{ minWidth: 140, marginBottom: 0 }}
                percent={value(c, key)!}
                format={(p) => figureText(p, i.unit)}
                aria-label={`${c.regionName} ${say(i.label)}`}
              />
            ) : (
              <NumberLink
                value={value(c, key)}
                unit={i.unit}
                label={`${c.regionName} ${say(i.label)}`}
                rows={c.self ? undefined : i.rows}
                at={{ ...at, regionCode: c.regionCode }}
              />
            ),
        })),
      ]}
      summary={() =>
        data.children.length ? (
          <TotalRow
            cells={indicators.map(([key, i]) => (
              <NumberLink key={key} value={data.total[key]} unit={i.unit} label={say(i.label)} rows={i.rows} at={at} />
            ))}
          />
        ) : null
      }
    />
  )
}
