import { CasesOf, FilesOf } from '../../../../business/cases/web/lists/OfContractor.web.tsx'
import { words } from '../../../../business/cases/web/lists/of-contractor-words.ts'
import { UnsignedPage } from '../../../../signing/contracts/UnsignedPage.web.tsx'
import CbfPage from '../../../../land/cbf/cbf.web.tsx'
import { useStarting } from './starting.tsx'

/** What the rooms above know of a contractor: the cases about it, and the files of all of them. */
const TABS = [
  { key: 'cases', label: words.cases, perm: 'business_view', of: CasesOf },
  { key: 'archive', label: words.archive, perm: 'attach_view', of: FilesOf },
] as const

/** Contractors, from whose rows a business is begun. */
export default function Cbf() {
  const { command, dialog } = useStarting()
  return (
    <>
      <CbfPage more={[command]} tabs={TABS} unsigned={<UnsignedPage start={command} lateType="contract_supplement" />} />
      {dialog}
    </>
  )
}
