import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  book: w('登记簿', 'Book'),
  parcels: w('地块去向', 'Parcels'),
  reason: w('注销原因', 'Reason'),
  chooseBook: w('请先选择登记簿', 'Select the book first'),
  fate: w('去向', 'What becomes of it'),
  lost: w('灭失', 'Lost'),
  state: w('征收（转为国有）', 'Taken by the state'),
  reserve: w('机动地', 'Reserve'),
  allBooks: w('承包方消亡：其全部登记簿一并注销，家庭成员终止', 'The household is extinct: every book of it ends, and its members with it'),
}
