import { UnsignedPage } from '../../../../business/signing/UnsignedPage.web.tsx'
import CbfPage from '../../../../land/cbf/cbf.web.tsx'
import { useStarting } from './starting.tsx'

/** Contractors, from whose rows a business is begun. */
export default function Cbf() {
  const { command, dialog } = useStarting()
  return (
    <>
      <CbfPage more={[command]} unsigned={<UnsignedPage start={command} lateType="contract_supplement" />} />
      {dialog}
    </>
  )
}
