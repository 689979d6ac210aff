import { EligibleBooks } from '../../../../business/cases/web/lists/EligibleBooks.web.tsx'
import { BOOK_LISTS } from '../../../../business/types/lists.ts'
import DjbPage from '../../../../land/djb/DjbPage.web.tsx'

/** The register, with the books for which a business may be begun. */
export default function Books() {
  return <DjbPage eligible={<EligibleBooks paths={BOOK_LISTS} inBatch="contract_supplement" />} />
}
