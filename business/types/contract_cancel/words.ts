import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  book: w('登记簿', 'Book'),
  parcels: w('地块去向', 'Parcels'),
  reason: w('注销原因', 'Reason'),
  chooseBook: w('请先选择登记簿', 'Select the book first'),
  fate: w('去向', 'Outcome'),
  lost: w('灭失', 'Lost'),
  state: w('征收（转为国有）', 'Expropriated'),
  reserve: w('机动地', 'Reserve'),
  members: w('成员去向', 'Members'),
  dead: w('去世', 'Deceased'),
  moved: w('户口迁出', 'Moved away'),
  nobodyLeft: w(
    '承包方消亡须逐人登记在册成员的去世或户口迁出及日期，并提交死亡证明或户籍证明；仍有在世成员的，承包关系继续',
    'A household is extinct when for each member a death or a removal is recorded, with its day and proof. Where a member lives, the contract goes on',
  ),
  allBooks: w('承包方消亡：其全部登记簿一并注销，家庭成员终止', 'The household is extinct: all its books end, and its members with them'),
}
