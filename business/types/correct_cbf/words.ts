import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  book: w('登记簿', 'Book'),
  correction: w('更正内容', 'What is corrected'),
  reason: w('更正原因与权证', 'Reason and certificate'),
  chooseBook: w('请先选择登记簿', 'Select the book first'),
  onlySlips: w(
    '更正只改登记时写错的内容；出生、死亡、婚嫁、更换代表等请办理合同变更',
    'A correction puts right what was written wrong. Births, deaths, marriages and another representative are a change of the contract',
  ),
  everyBook: w(
    '姓名、证件和成员写在每一份登记簿中，该承包方现有登记簿都将更新版本',
    'Names, IDs and members stand in every book: each current book of the contractor gets a new version',
  ),
  noBook: w('联系方式不写入登记簿，直接更新', 'Contact data stand in no book: they are changed at once'),
  signAgain: w(
    '默认不重新签订合同，只在登记簿加注更正；需要重新签订时，在“业务基础”中选择签订合同',
    'The contract is not signed anew by default, the book gets a line of the correction; to sign it anew, choose so in the part “Business”',
  ),
}
