import { say } from '../../../kit/web/i18n.web.ts'
import { frameWords } from '../../../platform/shell/words.ts'
import { hasUnsaved } from '../../../kit/web/session.web.ts'

/** Whether the user may lose what a page holds: asks when there is something. */
export const mayLeave = (key?: string): boolean => !hasUnsaved(key) || window.confirm(say(frameWords.unsaved))
