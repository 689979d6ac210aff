import * as lists from '../../../../business/cases/web/lists/lists.web.tsx'
import type { ShownCase } from '../../../../business/cases/web/form/CasePage.web.tsx'
import { PapersMenu } from '../../../../business/papers/PapersMenu.web.tsx'
import { PostingRounds } from '../../../../business/publicity/Rounds.web.tsx'
import { PushOf } from '../../../../outside/push/PushOf.web.tsx'
import { PublicityPanel } from '../../../../business/publicity/PublicityPanel.web.tsx'
import { SignPanel } from '../../../../signing/panel/SignPanel.web.tsx'
import { changeContractScreen } from '../../../../business/types/change_contract/Part.web.tsx'
import { changeExchangeScreen } from '../../../../business/types/change_exchange/Part.web.tsx'
import { changeMergeScreen } from '../../../../business/types/change_merge/Part.web.tsx'
import { changeSplitScreen } from '../../../../business/types/change_split/Part.web.tsx'
import { changeTransferScreen } from '../../../../business/types/change_transfer/Part.web.tsx'
import { contractCancelScreen } from '../../../../business/types/contract_cancel/Part.web.tsx'
import { correctCbfScreen } from '../../../../business/types/correct_cbf/Part.web.tsx'
import { correctFbfScreen } from '../../../../business/types/correct_fbf/Part.web.tsx'
import { contractRenewScreen } from '../../../../business/types/contract_renew/Part.web.tsx'
import { contractSupplementScreen } from '../../../../business/types/contract_supplement/Part.web.tsx'
import { contractSignScreen } from '../../../../business/types/contract_sign/Part.web.tsx'

/** The screens of the types that can be accepted, in the order in which they are offered. */
export const screens = {
  contract_sign: contractSignScreen,
  change_split: changeSplitScreen,
  change_merge: changeMergeScreen,
  change_transfer: changeTransferScreen,
  change_exchange: changeExchangeScreen,
  change_contract: changeContractScreen,
  contract_cancel: contractCancelScreen,
  correct_fbf: correctFbfScreen,
  correct_cbf: correctCbfScreen,
  contract_renew: contractRenewScreen,
  contract_supplement: contractSupplementScreen,
}
/** What the tasks of a business show of their own, and the screens of the types that can be accepted, in the order in which they are offered. */
const shown: ShownCase = { panels: { publicity: PublicityPanel, sign: SignPanel }, Papers: PapersMenu, Rounds: PostingRounds, Push: PushOf, screens }

export const Todo = () => <lists.Todo {...shown} />
export const All = () => <lists.All {...shown} />
export const Handled = () => <lists.Handled {...shown} />
export const Done = () => <lists.Done {...shown} />
export const Revoked = () => <lists.Revoked {...shown} />
