import type { Text } from '../../kit/model/lang.ts'

const w = (zh: string, en: string): Text => ({ zh, en })
/** Words of the land screens that no definition has. */
export const words = {
  issuer: w('输入发包方名称或编码', 'Name or code of the issuer'),
  members: w('家庭成员', 'Members'),
  parcels: w('地块', 'Parcels'),
  papers: w('合同/权证/登记簿', 'Contract, certificate, book'),
  files: w('附件', 'Files'),
  addMember: w('添加成员', 'Add a member'),
  setHead: w('设为户主', 'Make head'),
  head: w('户主', 'Head'),
  birthday: w('出生日期', 'Birthday'),
  removeMember: w('移除', 'Remove'),
  onlyHouseholds: w('只有农户登记家庭成员', 'Only households have members'),
  noParcels: w('该承包方没有地块', 'This contractor has no parcels'),
  noMap: w('没有可显示的地块图形', 'No parcel shapes to show'),
  download: w('下载', 'Download'),
  shape: w('图形', 'Shape'),
  fillSides: w('按相邻地块填写四至', 'Fill the four sides from the neighbours'),
  fillKeys: w('由界址点生成', 'From the boundary points'),
  pickParcel: w('单击列表行或地图上的地块查看', 'Click a row or a parcel on the map'),
  noShape: w('请先绘制地块', 'Draw the parcel first'),
  noSides: w('周围没有相邻地块，请手工填写', 'No neighbours nearby; fill the sides by hand'),
  wrongShape: w('地块图形有错误，请先修正', 'The shape has errors; correct them first'),
  detail: w('查看详情', 'Open'),
  locate: w('定位', 'Locate'),
  pickIssuer: w('请先选择发包方，再绘制地块', 'Select the issuer before drawing'),
  others: w('分割、合并和相邻地块的联动改动将与本地块一并保存。', 'New pieces and changed neighbours are saved together with this parcel.'),
} as const
