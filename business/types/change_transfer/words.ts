import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  source: w('转出方', 'Transferor'),
  receiver: w('受让方', 'Receiver'),
  parcels: w('转让地块', 'Parcels'),
  agreement: w('协议与权证', 'Agreement'),
  chooseBook: w('请先选择转出方登记簿', "Select the transferor's book first"),
  all: w('全部地块转让：转出方登记簿注销，承包方保留', "All land is transferred: the transferor's book ends, the household stays"),
  noBook: w('受让方尚无家庭承包合同，登簿时新立', 'The receiver has no household contract yet: one begins with the entry'),
  otherIssuer: w(
    '受让方属于本村其他发包方：仅限所有权属于村集体的地块，请核对所有权',
    'The receiver belongs to another issuer of the village: only land that the village owns may go, check the ownership',
  ),
  cut: w('分割', 'Cut'),
  shareArea: w('转让亩数', 'Mu given'),
}
