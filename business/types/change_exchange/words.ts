import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  parties: w('互换双方', 'Parties'),
  parcels: w('互换地块', 'Parcels'),
  agreement: w('协议与权证', 'Agreement'),
  a: w('甲方', 'Party A'),
  b: w('乙方', 'Party B'),
  chooseBooks: w('请先选择双方登记簿', 'Select the books of both parties first'),
  terms: w('双方承包期限不同，地块互换后随受让方合同的期限', 'The terms differ: a parcel follows the contract that receives it'),
  cut: w('分割', 'Cut'),
  aGives: w('甲方换出', 'Party A gives'),
  bGives: w('乙方换出', 'Party B gives'),
  more: w('甲方互换后', 'Party A afterwards'),
}
