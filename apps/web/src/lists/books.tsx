import { EligibleBooks } from '../../../../business/cases/web/EligibleBooks.web.tsx'
import DjbPage from '../../../../land/djb/DjbPage.web.tsx'

/** Where the books of a type are listed. Source: land-contract.md (ywbl). */
const PATHS = {
  change_contract: '/ywbl/change-contract/djb',
  correct_cbf: '/ywbl/correct-cbf/djb',
  change_split: '/ywbl/change-split/djb',
  change_merge: '/ywbl/change-merge/djb',
  change_transfer: '/ywbl/change-transfer/djb',
  change_exchange: '/ywbl/change-exchange/djb',
  contract_cancel: '/ywbl/cancel-contract/djb',
  contract_renew: '/base-qssj/djb/renew',
  contract_supplement: '/ywbl/supplement-contract/djb',
} as const

/** The register, with the books for which a business may be begun. */
export default function Books() {
  return <DjbPage eligible={<EligibleBooks paths={PATHS} inBatch="contract_supplement" />} />
}
