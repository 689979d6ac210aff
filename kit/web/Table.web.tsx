import { Table as Antd, type TableProps } from 'antd'
import { useEffect, useRef } from 'react'
import { phrases } from './phrases.ts'
import { useSay } from './words.web.ts'

/**
 * Scrolling parts of a table can be reached and moved with the keyboard, whether or not a row holds a button. The row that only measures widths
 * repeats the head with its boxes: nobody may get into it.
 */
function reach(table: HTMLElement): void {
  for (const e of table.querySelectorAll<HTMLElement>('.ant-table-content, .ant-table-body')) e.tabIndex = 0
  for (const e of table.querySelectorAll<HTMLElement>('.ant-table-measure-row')) e.inert = true
}

/** antd's Table, usable without a mouse, whose box over all rows is named in the reader's language. Every table of the product is this one. */
export function Table<T extends object>(props: TableProps<T>) {
  const { say } = useSay()
  const { rowSelection } = props
  const named = rowSelection && { getTitleCheckboxProps: () => ({ 'aria-label': say(phrases.selectAll) }), ...rowSelection }
  const at = useRef<{ nativeElement: HTMLElement }>(null)
  useEffect(() => {
    if (at.current) reach(at.current.nativeElement)
  })
  return <Antd<T> {...props} {...(named ? { rowSelection: named } : {})} ref={at as never} />
}
Table.Summary = Antd.Summary
