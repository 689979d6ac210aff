import CbhtPage from '../../../../land/cbht/CbhtPage.web.tsx'
import { LifeCycle } from '../../../../land/djb/LifeCycle.web.tsx'

/** Contracts, with the life cycle of their books. */
export default function Contracts() {
  return <CbhtPage life={LifeCycle} />
}
