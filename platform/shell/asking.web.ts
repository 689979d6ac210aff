import type { Drafted } from '../../kit/web/session.web.ts'
import type { Merged, FilledValues } from './merge.ts'

/** A question about what two persons changed. */
export interface Asking {
  merged: Merged
  /** what was typed before is put back; otherwise the form is being saved */
  isDraft: boolean
  of: Drafted
  /** the values to go on with; undefined = none of it */
  onDone(values: FilledValues | undefined): void
}
