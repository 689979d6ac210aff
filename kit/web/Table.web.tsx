import { Table as Antd, type TableProps } from 'antd'
import { useEffect, useRef } from 'react'

/**
 * Scrolling parts of a table can be reached and moved with the keyboard, whether or not a row holds a button. The row that only measures widths
 * repeats the head with its boxes: nobody may get into it.
 */
function reach(table: HTMLElement): void {
  for (const e of table.querySelectorAll<HTMLElement>('.ant-table-content, .ant-table-body')) e.tabIndex = 0
  for (const e of table.querySelectorAll<HTMLElement>('.ant-table-measure-row')) e.inert = true
}

/** antd's Table, usable without a mouse. Every table of the product is this one. */
export function Table<T extends object>(props: TableProps<T>) {
  const at = useRef<{ nativeElement: HTMLElement }>(null)
  useEffect(() => {
    if (at.current) reach(at.current.nativeElement)
  })
  return <Antd<T> {...props} ref={at as never} />
}
Table.Summary = Antd.Summary
