import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  book: w('登记簿', 'Book'),
  change: w('变更内容', 'What changes'),
  reason: w('变更原因与权证', 'Reason and certificate'),
  chooseBook: w('请先选择登记簿', 'Select the book first'),
  addMember: w('新增成员', 'Add a member'),
  leave: w('减少', 'Leaves'),
  died: w('已故', 'Died'),
  stay: w('恢复', 'Stays'),
  newHead: w('新的承包方代表', 'New representative'),
  headHint: w('选择新的代表后，成员与户主关系自动换算，请逐一核对', 'With the new representative the relations of all are restated: check each'),
  fate: w('去向', 'What becomes of it'),
  stays: w('保留', 'Stays'),
  lost: w('灭失', 'Lost'),
  state: w('征收（转为国有）', 'Taken by the state'),
  reserve: w('交回（机动地）', 'Returned to the reserve'),
  correct: w('更正', 'Correct'),
  same: w('取消更正', 'Leave as it is'),
}
