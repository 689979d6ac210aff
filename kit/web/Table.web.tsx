import { Table as Antd, type TableProps } from 'antd'
import { cloneElement, type ReactElement, type ReactNode } from 'react'

/** Scrolling parts of a table can be reached and moved with the keyboard, whether or not a row holds a button. */
const reach = (table: { nativeElement: HTMLElement } | null) =>
  table?.nativeElement.querySelectorAll<HTMLElement>('.ant-table-content, .ant-table-body').forEach((e) => (e.tabIndex = 0))
/** The row that only measures widths repeats the head with its boxes: nobody may get into it. */
const measureRowRender = (row: ReactNode) => cloneElement(row as ReactElement<{ inert: boolean }>, { inert: true })

/** antd's Table, usable without a mouse. Every table of the product is this one. */
export function Table<T extends object>(props: TableProps<T>) {
  return <Antd<T> ref={reach} {...props} measureRowRender={measureRowRender} />
}
Table.Summary = Antd.Summary
