import { useSearch } from '@tanstack/react-router'
import { useSay } from '../../kit/web/words.web.ts'
import { MobileCase } from './Case.web.tsx'
import { Frame } from './Frame.web.tsx'
import { MobileHouseholds } from './Households.web.tsx'
import { MobileParcelMap } from './ParcelMap.web.tsx'
import { ToSurvey, Todo } from './Todo.web.tsx'
import { words } from './words.ts'

/** What waits for the person first, a case of it opened (`?case=`), and households by name or code. Source: screens.md A8. */
export function MobileIndex() {
  const { say } = useSay()
  const { case: id } = useSearch({ strict: false }) as { case?: string | number }
  return (
    <Frame title={say(words.work)}>
      {id ? (
        <MobileCase key={id} id={String(id)} />
      ) : (
        <>
          <h1 className="mobile-hidden">{say(words.work)}</h1>
          <Todo />
          <ToSurvey />
          <MobileHouseholds />
        </>
      )}
    </Frame>
  )
}
/** The parcels of the person's region on a map. */
export function MobileMap() {
  const { say } = useSay()
  return (
    <Frame title={say(words.map)}>
      <h1 className="mobile-hidden">{say(words.map)}</h1>
      <MobileParcelMap />
    </Frame>
  )
}
