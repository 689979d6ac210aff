import DkPage from '../../../../land/dk/dk.web.tsx'
import { useStarting } from './starting.tsx'

/** Parcels, from whose rows a business is begun. */
export default function Dk() {
  const { command, dialog } = useStarting()
  return (
    <>
      <DkPage more={[command]} />
      {dialog}
    </>
  )
}
