import { Empty, Pagination } from 'antd'
import type { ReactNode } from 'react'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { RowBox } from '../../kit/web/Table.web.tsx'
import { counted, phrases } from '../../kit/web/phrases.ts'
import type { Column } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { isOneWord } from './layout.ts'
import { listPhrases as words } from './words.ts'

/** Facts that a card tells beside its name: as many as a list shows beside it on a small office screen. */
const FACTS = 8
/** Columns of so many pixels hold codes and sentences: half a card would break or cut them, so they have a line of their own. */
const WIDE = 200

interface CardsProps {
  page: Page<AnyRow>
  columns: readonly Column[]
  nameOf(row: AnyRow): string
  actions?: ((row: AnyRow) => ReactNode) | undefined
  selects?: boolean
  onPage(current: number): void
  empty?: ReactNode
}
const shown = (c: Column, row: AnyRow, i: number): ReactNode => {
  const value = typeof c.dataIndex === 'string' ? row[c.dataIndex] : undefined
  return (c.render ? c.render(value, row, i) : value) as ReactNode
}
/** The rows of a list on a narrow screen: each a card with its name, its first facts and what may be done with it. */
export function RowCards({ page, columns, nameOf, actions, selects = false, onPage, empty }: CardsProps) {
  const { say } = useSay()
  const [name, ...rest] = columns
  if (page.records.length === 0) return <>{empty ?? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(phrases.empty)} />}</>
  return (
    <>
      <ul className="list-cards" aria-label={say(words.contents)}>
        {page.records.map((row, i) => (
          <li key={row.id} className="list-card">
            <div className="list-card-head">
              {selects && <RowBox row={row} rows={page.records} name={`${say(phrases.selectRow)} ${nameOf(row)}`} />}
              <span>{name && shown(name, row, i)}</span>
            </div>
            <dl>
              {rest.slice(0, FACTS).map((c) => {
                const value = shown(c, row, i)
                return (
                  <div key={c.key} className={Number(c.width) >= WIDE ? 'list-card-wide' : undefined}>
                    <dt>{c.title as ReactNode}</dt>
                    <dd className={isOneWord(value) ? 'list-card-whole' : undefined}>{value}</dd>
                  </div>
                )
              })}
            </dl>
            {actions?.(row)}
          </li>
        ))}
      </ul>
      <Pagination
        simple
        current={page.current}
        pageSize={page.size}
        total={page.total}
        showTotal={(n) => say(counted(n, page.totalIsEstimate))}
        onChange={onPage}
      />
    </>
  )
}
