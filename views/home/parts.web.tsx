import { Button, Card, Empty, Flex, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { words, type ChildFigures } from './home.ts'
import type { Way } from './Crumbs.web.tsx'
import { Figure } from './Figure.web.tsx'
import { ownOf, viewWords } from './view-words.ts'
import { OPEN_ENDED, percent, type Bucket } from './views.ts'

/** A text in a table that does something when it is pressed; `label` says what, where the text alone does not. */
export const Press = ({ label, run, children }: { label?: string; run(): void; children: string }) => (
  <Button
    type="link"
    size="small"
    style={{ padding: 0, border: 0, height: 'auto', fontWeight: 'inherit' }}
    onClick={run}
    {...(label ? { 'aria-label': label } : {})}
  >
    {children}
  </Button>
)

export const count = (n: number): string => n.toLocaleString('zh-CN')
export const area = (n: number): string => n.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** A share in percent; a dash where there is nothing to be a part of. Source: statistics.md 1 S4. */
export const share = (p: number | null): string => (p === null ? '—' : `${p.toFixed(2)}%`)

/** Small cards in a row, each with one number; they are told apart by their place, because names out of a dictionary are empty until it is there. */
export function Numbers({ items }: { items: readonly { label: Text; value: string; suffix?: Text }[] }) {
  return (
    <Flex gap="small" wrap>
      {items.map((i, at) => (
        <Card key={at} size="small" style={{ flex: '1 1 140px' }}>
          <Figure {...i} />
        </Card>
      ))}
    </Flex>
  )
}
/** A card with a chart and the numbers of it; with nothing to draw it says so. */
export function Panel({ title, empty, chart, children }: { title: string; empty?: string | false | undefined; chart?: ReactNode; children?: ReactNode }) {
  return (
    <Card size="small" title={title} style={{ height: '100%' }}>
      {empty ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} /> : chart}
      {children}
    </Card>
  )
}

/** What tables of figures have in common: all rows at once, as wide as their words. */
export const PLAIN = { size: 'small', pagination: false, scroll: { x: 'max-content' } } as const

interface BucketsProps {
  head: string
  rows: readonly Bucket[]
  name(key: string): string
}
/** Contracts by class: number, share, area. */
export function ContractTable({ head, rows, name }: BucketsProps) {
  const { say } = useSay()
  const all = rows.reduce((n, r) => n + r.values.cbht!, 0)
  const whole = rows.reduce((n, r) => n + r.values.htArea!, 0)
  return (
    <Table<Bucket>
      {...PLAIN}
      rowKey="key"
      dataSource={rows}
      columns={[
        { key: 'name', title: head, render: (_v, r) => name(r.key) },
        { key: 'cbht', title: say(words.contracts), align: 'right', render: (_v, r) => count(r.values.cbht!) },
        { key: 'share', title: say(viewWords.share), align: 'right', render: (_v, r) => share(percent(r.values.cbht!, all)) },
        { key: 'area', title: say(viewWords.areaMu), align: 'right', render: (_v, r) => area(r.values.htArea!) },
      ]}
      summary={() => <TotalRow cells={[count(all), share(percent(all, all)), area(whole)]} />}
    />
  )
}
/** The last row of a table: all rows together. */
export function TotalRow({ cells }: { cells: readonly ReactNode[] }) {
  const { say } = useSay()
  return (
    <Table.Summary.Row>
      <Table.Summary.Cell index={0}>
        <b>{say(viewWords.total)}</b>
      </Table.Summary.Cell>
      {cells.map((c, i) => (
        <Table.Summary.Cell key={i} index={i + 1} align="right">
          <b>{c}</b>
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  )
}
/** What a year is called in which terms end. */
export const useYearName = () => {
  const { say } = useSay()
  return (key: string) => (key === OPEN_ENDED ? say(viewWords.openEnded) : key)
}

interface Column {
  label: Text
  value(c: ChildFigures['values']): number
  area?: boolean
}
type Change = NonNullable<TableProps<ChildFigures>['columns']>
/** A table of the child regions, sorted by any column, with its total; a region leads into itself. Source: statistics.md 5 (region). */
export function RegionTable({
  rows,
  total,
  columns,
  way,
}: {
  rows: readonly ChildFigures[]
  total: ChildFigures['values']
  columns: readonly Column[]
  way: Way
}) {
  const { say } = useSay()
  const shown = (c: Column, of: ChildFigures['values']) => (c.area ? area : count)(c.value(of))
  const name: Change[number] = {
    key: 'name',
    title: say(viewWords.place),
    fixed: 'left',
    sorter: (a, b) => (a.regionCode < b.regionCode ? -1 : 1),
    render: (_v, c) => (c.self ? say(ownOf(c.regionName)) : <Press run={open(way, c)}>{c.regionName}</Press>),
  }
  return (
    <Table<ChildFigures>
      {...PLAIN}
      rowKey="regionCode"
      dataSource={rows}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(phrases.empty)} /> }}
      columns={[
        name,
        ...columns.map((c): Change[number] => ({
          key: c.label.zh,
          title: say(c.label),
          align: 'right',
          sorter: (a, b) => c.value(a.values) - c.value(b.values),
          render: (_v, r) => shown(c, r.values),
        })),
      ]}
      summary={() => (rows.length ? <TotalRow cells={columns.map((c) => shown(c, total))} /> : null)}
    />
  )
}
const open = (way: Way, c: ChildFigures) => () => way.setPath([...way.path, { code: c.regionCode, name: c.regionName }])
