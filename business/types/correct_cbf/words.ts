import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  book: w('登记簿', 'Book'),
  correction: w('更正内容', 'What is corrected'),
  reason: w('更正原因与权证', 'Reason and certificate'),
  chooseBook: w('请先选择登记簿', 'Select the book first'),
  onlySlips: w(
    '更正只改登记时写错的内容；出生、死亡、婚嫁、更换代表等请办理合同变更',
    'A correction fixes what was recorded wrongly. Births, deaths, marriages and a new representative are a change of the contract',
  ),
  everyBook: w(
    '该承包方现有登记簿都更新版本并加注更正；合同默认不重签，需要重签时在“业务基础”中选择',
    'Each current book gets a new version with a note. The contract is not signed again unless the part “Business” says so',
  ),
  noBook: w('联系方式不写入登记簿，直接更新', 'Contact data are not in the book: they are changed immediately'),
}
