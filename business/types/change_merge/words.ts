import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  survivor: w('存续农户', 'Surviving household'),
  sources: w('被合并农户', 'Households to merge'),
  members: w('合并后家庭成员', 'Members of the merged household'),
  land: w('合并后地块', 'Parcels of the merged household'),
  reason: w('合户原因与权证', 'Reason and certificate'),
  chooseSurvivor: w('请先选择存续农户', 'Select the surviving household first'),
  sameIssuer: w('只能合并同一发包方的农户', 'Only households of the same issuer can merge'),
  chooseSources: w('请选择被合并的农户', 'Select the households to merge'),
  add: w('添加农户', 'Add a household'),
  remove: w('移除', 'Remove'),
  from: w('原农户', 'Household before'),
  twice: w('重复成员', 'Duplicates'),
  keepThis: w('保留此条', 'Keep this one'),
  notKept: w('不保留', 'Not kept'),
  term: w('各户承包期限止不同，合并后以最早的为准', 'The terms end on different days: the earliest counts'),
  headHint: w('户主为存续农户的户主；请核对各成员与户主的关系', 'The head is that of the surviving household: check how every member is related to the head'),
  allBooks: w('各户的全部现行登记簿（家庭承包与其他方式）一并合并', 'All current books of the households are merged, whatever the way of contracting'),
}
