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
  stay: w('恢复', 'Restore'),
  newHead: w('新的承包方代表', 'New representative'),
  headHint: w('选择新的代表后，成员与户主关系自动换算，请逐一核对', 'With a new representative all relations to the head change: check each'),
  fate: w('去向', 'Outcome'),
  stays: w('保留', 'Keep'),
  lost: w('灭失', 'Lost'),
  state: w('征收（转为国有）', 'Expropriated'),
  reserve: w('交回（机动地）', 'Returned to the reserve'),
  correct: w('更正', 'Correct'),
  part: w('部分（分割）', 'A part (divided)'),
  keep: w('保留', 'Keep'),
  outline: w('界线', 'Outline'),
  redraw: w('重新测绘', 'Redraw'),
  draw: w('请在地图上移动界址点；相邻地块的公共界址点随之移动', 'Move the corners on the map: those that neighbours share move with them'),
  drawLater: w('尚未绘制：在调查环节绘制', 'Not drawn yet: drawn in the survey'),
  measured: (before: string, after: string, inMu: string) =>
    w(`实测面积：${before || '—'} → ${after} 平方米（${inMu} 亩）`, `Measured area: ${before || '—'} → ${after} m² (${inMu} mu)`),
  neighbours: w('随之变动的相邻地块', 'Neighbours that follow'),
  follows: w('该地块已登记，界线随之变动：请将其登记簿一并纳入本业务', 'This parcel is registered and its boundary follows: take its book into the case'),
  takeIn: w('纳入本业务', 'Include it'),
  leaveOut: w('移出', 'Exclude it'),
  same: w('取消更正', 'Leave as it is'),
}
