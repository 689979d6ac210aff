import { useWords } from '../../../../kit/web/i18n.web.ts'
import { Frame } from './Frame.tsx'
import { Households } from './Households.tsx'
import { ParcelMap } from './ParcelMap.tsx'
import { Todo } from './Todo.tsx'
import { words } from './words.ts'

/** What waits for the person, and households by name or code. Source: screens.md A8. */
export function MobileIndex() {
  const { say } = useWords()
  return (
    <Frame title={say(words.work)}>
      <Households />
      <Todo />
    </Frame>
  )
}
/** The parcels of the person's region on a map. */
export function MobileMap() {
  const { say } = useWords()
  return (
    <Frame title={say(words.map)}>
      <ParcelMap />
    </Frame>
  )
}
