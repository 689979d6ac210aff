import type { ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow, Writes } from '../../kit/web/calls.web.ts'
import type { RowCommand, ToolCommand, Tools } from '../../kit/web/commands.web.tsx'
import type { ListState } from '../../kit/web/list-state.web.ts'
import type { ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import type { Column, ResourceTableProps } from '../../kit/web/ResourceTable.web.tsx'
import type { FilterChoices } from './conditions.ts'

export interface ResourcePageProps {
  of: AnyResource
  /** replaces the row's buttons; default view, edit, delete */
  rowCommands?: readonly RowCommand[]
  /** a row that changes by itself, such as a job at work: the list is asked again while it shows one */
  isMoving?(row: AnyRow): boolean
  /** the list call, where it is not `page` */
  verb?: string
  /** the list call answers a forest of all rows; it is shown as a tree and searched here */
  tree?: boolean
  /** names searched elsewhere on the screen */
  without?: readonly string[]
  /** replaces the toolbar's buttons; default add and multi-delete. Without any there is nothing to select rows for, but to export them */
  toolCommands?: readonly ToolCommand[]
  columns?: readonly Column[] | ((columns: readonly Column[]) => readonly Column[])
  /** where add, edit and view stand */
  panel?: 'dialog' | 'drawer'
  writes?: Writes
  /** the chip of the region with its tree; on where the definition has a searchable regionCode */
  regionTree?: boolean
  /** another left pane */
  left?: ReactNode
  /** what stands at the right of the list */
  beside?: ReactNode
  /** what the list is called, where that is not what one row of it is called */
  name?: Text
  /** what stands before the buttons above the list in the place of its name: which list it is */
  heading?: ReactNode
  /** figures between the buttons and the filters, given how many rows the list has */
  above?: ReactNode | ((total: number) => ReactNode)
  /** further buttons above the list */
  extra?: ReactNode
  /** fixed query parameters, and names of the address that are passed on beside declared filters */
  query?: Readonly<Record<string, string>>
  filters?: readonly string[]
  /** filters that are no fields of the definition, with what may be chosen */
  choices?: FilterChoices
  /** starting values of a new row */
  fresh?: Readonly<Record<string, unknown>> | ((state: ListState) => Record<string, unknown>)
  /** shows a row that is viewed as a page over the list, in the place of the form in a dialog or drawer */
  record?(props: RecordProps): ReactNode
  /** replaces the form; it gets what ResourceForm gets */
  form?(props: ResourceFormProps): ReactNode
  table?: ResourceTableProps['table']
  /** columns that stay at the left; default the title of a row */
  pinned?: readonly string[]
  /** the name under which a person's layout is kept; default that of the definition */
  layoutName?: string
  /** fields that may be set for many rows at once; with them a save can be taken back (the server names the same lists) */
  batch?: readonly string[]
  /** what stands in an empty list that nothing was asked of: where its rows come from */
  nothing?: Text
  /** what is exported beside the filters; false = nothing */
  exported?: false | Readonly<Record<string, string | undefined>>
}

/** What the page of a record knows of the list that it was opened from. */
export interface RecordProps {
  of: AnyResource
  id: string
  asOf?: string | undefined
  /** what may be done with the row, but to view it */
  commands: readonly RowCommand[]
  tools: Tools
  /** the call of the list, its query and what it answered: the order in which records follow one another */
  list: { verb: string; query: Record<string, string | number>; page: Page<AnyRow> | undefined }
  /** whether it stands beside the list, and the way to change that, where the window has room for both */
  split?: { on: boolean; onToggle(): void } | undefined
  /** shows another record of the list, on another page of it where `current` is given */
  onStep(id: string, current?: number): void
  onClose(): void
}
