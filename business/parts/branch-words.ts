import { both as w } from '../../kit/model/lang.ts'

/** Words for a household that becomes several. */
export const words = {
  chooseBook: w('请先选择登记簿', 'Select the book first'),
  hint: w(
    '拖动成员、地块到各户，或用下拉框选择；各户须有一位户主',
    'Drag members and parcels to households, or choose by the lists; each household has one head',
  ),
  house: (n: number) => w(`第${n}户`, `Household ${n}`),
  keeps: w('保留原编码', 'Keeps the code'),
  add: w('增加一户', 'Add a household'),
  remove: w('删除', 'Remove'),
  unplaced: w('待分配', 'Not given yet'),
  allPlaced: w('成员和地块已全部分配', 'Everybody and all parcels are placed'),
  nobodyIn: (names: string) => w(`${names}还没有成员`, `Nobody is in: ${names}`),
  members: w('家庭成员', 'Members'),
  parcels: w('地块', 'Parcels'),
  to: w('归入', 'Goes to'),
  untold: w('与户主关系不能推定，请核对', 'The relation to the head cannot be told: please check it'),
  cut: w('分割', 'To be cut'),
  divide: w('按份额分', 'Divide'),
  noHead: w('未选户主', 'No head'),
  head: w('户主', 'Head'),
  drop: w('拖到此处', 'Drop here'),
  people: (n: number) => w('人', n === 1 ? 'person' : 'people'),
  pieces: w('块', 'parcels'),
  mu: w('亩', 'mu'),
  before: w('分户前', 'Before'),
  after: w('分户后', 'After'),
  left: w('未分配', 'Left'),
  contact: w('联系方式（不填则沿用原户地址）', 'Contact (the old address where nothing is typed)'),
}
