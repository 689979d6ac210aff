import { Alert } from 'antd'
import { useSay } from '../../kit/web/words.web.ts'
import { usePresence } from './drafts.web.ts'
import { presentWords } from './present-words.ts'

interface PresentProps {
  /** name of the resource, and the row */
  of: string
  id: string
  /** whether this person may change it from here */
  isEditing: boolean
}
/** Says that a person has a record open that is worked on without a form of its own, and shows who else has it open; nothing where nobody does. */
export function OpenByOthers({ of, id, isEditing }: PresentProps) {
  const { say } = useSay()
  const others = usePresence({ of, id, isEditing })
  if (others.length === 0) return null
  return <Alert type="warning" showIcon banner data-kind="present" aria-live="polite" title={say(presentWords(others))} style={{ marginBottom: 8 }} />
}
