// Where the books of a type are listed for which a business of it may be begun. Source: land-contract.md (ywbl).
import type { TypeCode } from '../../services/process/engine/definitions.ts'

/** Paths of the lists by type, as the specification names them; each is called with `/page`. */
export const BOOK_LISTS = {
  change_contract: '/ywbl/change-contract/djb',
  correct_cbf: '/ywbl/correct-cbf/djb',
  change_split: '/ywbl/change-split/djb',
  change_merge: '/ywbl/change-merge/djb',
  change_transfer: '/ywbl/change-transfer/djb',
  change_exchange: '/ywbl/change-exchange/djb',
  contract_cancel: '/ywbl/cancel-contract/djb',
  contract_renew: '/base-qssj/djb/renew',
  contract_supplement: '/ywbl/supplement-contract/djb',
} as const satisfies Partial<Record<TypeCode, string>>
