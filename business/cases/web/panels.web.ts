import type { FC } from 'react'
import type { TaskKey } from '../../../services/process/engine/definitions.ts'
import type { CaseRow } from './form.web.ts'

export interface PanelProps {
  row: CaseRow
  /** the task is the caller's to do */
  acting: boolean
  /** a paper that the task asks for is not there yet */
  papersMissing?: boolean
  /** what the panel did changed the business */
  onChange(): Promise<unknown>
  /** what the task asks of this panel is done: to pass the task comes next. Absent where the reader does not pass it */
  onReady?(): void
}
/** What a task shows above the case, for those tasks that show something of their own; the application hands it in. */
export type Panels = Readonly<Partial<Record<TaskKey, FC<PanelProps>>>>
