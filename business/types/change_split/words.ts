import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  book: w('原登记簿', 'The book that is split'),
  households: w('分户方案', 'Assignment'),
  cuts: w('分割地块', 'Divided parcels'),
  reason: w('分户原因、公示与权证', 'Reason, publicity and certificate'),
  nothingCut: w('本事项不分割地块；如需分割，请选择“地块分割后分配”', 'Nothing is cut in this item'),
  chooseCut: w('请在“分户方案”中把要分割的地块选为“分割”', 'Choose “To be divided” for the parcels in the part above'),
}
