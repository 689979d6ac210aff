import { useSay } from '../../kit/web/words.web.ts'
import { Frame } from './Frame.web.tsx'
import { MobileHouseholds } from './Households.web.tsx'
import { MobileParcelMap } from './ParcelMap.web.tsx'
import { Todo } from './Todo.web.tsx'
import { words } from './words.ts'

/** What waits for the person, and households by name or code. Source: screens.md A8. */
export function MobileIndex() {
  const { say } = useSay()
  return (
    <Frame title={say(words.work)}>
      <MobileHouseholds />
      <Todo />
    </Frame>
  )
}
/** The parcels of the person's region on a map. */
export function MobileMap() {
  const { say } = useSay()
  return (
    <Frame title={say(words.map)}>
      <MobileParcelMap />
    </Frame>
  )
}
