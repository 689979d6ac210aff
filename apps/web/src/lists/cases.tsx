import * as lists from '../../../../business/cases/web/lists.web.tsx'
import type { Panels } from '../../../../business/cases/web/panels.web.ts'
import { PublicityPanel } from '../../../../business/publicity/PublicityPanel.web.tsx'
import { SignPanel } from '../../../../business/signing/SignPanel.web.tsx'

/** What the tasks of a business show of their own. */
const panels: Panels = { publicity: PublicityPanel, sign: SignPanel }

export const Todo = () => <lists.Todo panels={panels} />
export const All = () => <lists.All panels={panels} />
export const Done = () => <lists.Done panels={panels} />
export const Revoked = () => <lists.Revoked panels={panels} />
