import { Cover } from '../Cover.tsx'
import { LockScreen } from './Lock.tsx'

/** The locked screen over the page that was open: it is there again when the lock opens. */
export default function LockOver() {
  return (
    <Cover>
      <LockScreen />
    </Cover>
  )
}
