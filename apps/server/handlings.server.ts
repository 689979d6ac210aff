import { BOOK_LISTS } from '../../business/types/lists.ts'
import { processOfType } from '../../business/types/processes.server.ts'
import { changeContractHandling } from '../../business/types/change_contract/change_contract.server.ts'
import { changeExchangeHandling } from '../../business/types/change_exchange/change_exchange.server.ts'
import { changeMergeHandling } from '../../business/types/change_merge/change_merge.server.ts'
import { changeSplitHandling } from '../../business/types/change_split/change_split.server.ts'
import { changeTransferHandling } from '../../business/types/change_transfer/change_transfer.server.ts'
import { contractCancelHandling } from '../../business/types/contract_cancel/contract_cancel.server.ts'
import { contractSignHandling } from '../../business/types/contract_sign/contract_sign.server.ts'
import { contractSupplementHandling } from '../../business/types/contract_supplement/contract_supplement.server.ts'
import { correctCbfHandling } from '../../business/types/correct_cbf/correct_cbf.server.ts'
import { correctFbfHandling } from '../../business/types/correct_fbf/correct_fbf.server.ts'
import { contractRenewHandling } from '../../business/types/contract_renew/contract_renew.server.ts'
import { personOf } from '../../land/definitions/person.ts'
import type { DigestOf } from '../../services/files/digest.server.ts'
import { otherPersonStep } from '../../business/cases/handling/persons.server.ts'
import type { Registry } from '../../business/cases/handling/handling.server.ts'
import { publicityStep } from '../../business/publicity/rounds.server.ts'
import { signStep } from '../../signing/acts/step.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'

/** The types of business; one that is not here answers 409. */
export const handlings: Registry['handlings'] = {
  contract_sign: contractSignHandling,
  change_split: changeSplitHandling,
  change_merge: changeMergeHandling,
  change_contract: changeContractHandling,
  contract_cancel: contractCancelHandling,
  change_transfer: changeTransferHandling,
  change_exchange: changeExchangeHandling,
  correct_fbf: correctFbfHandling,
  correct_cbf: correctCbfHandling,
  contract_renew: contractRenewHandling,
  contract_supplement: contractSupplementHandling,
}
/** What the tasks do, for every type that does not do one in its own way. */
const steps: Registry['steps'] = { register: {}, survey: {}, check: otherPersonStep, publicity: publicityStep, recheck: otherPersonStep, sign: signStep }
/** The business types and tasks of the product; `digestOf` looks at the bytes of stored files, `sealer` makes the names under which persons are held. */
export const registryOf = ({ digestOf, sealer }: { digestOf: DigestOf; sealer: Pick<Sealer, 'sign'> }): Registry => ({
  handlings,
  lists: BOOK_LISTS,
  steps,
  processOfType,
  digestOf,
  personKey: (cyzjlx, cyzjhm) => sealer.sign(personOf({ cyzjlx, cyzjhm }), 'business_lock.person'),
})
