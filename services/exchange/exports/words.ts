import { both as p } from '../../../kit/model/lang.ts'

/** Words of the export records. */
export const words = {
  title: p('导出记录', 'Export records'),
  export: p('导出', 'Export'),
  start: p('新建导出', 'New export'),
  type: p('导出类型', 'Type'),
  status: p('状态', 'State'),
  region: p('行政区划', 'Region'),
  as: p('导出形式', 'As'),
  asSheet: p('表格', 'Sheet'),
  asForm: p('表样（PDF）', 'Forms (PDF)'),
  chooseType: p('请选择导出类型', 'Please select the type'),
  started: p('已加入导出队列', 'The export is queued'),
  actions: p('操作', 'Actions'),
  again: p('重新导出', 'Export again'),
  confirmAgain: p('确定重新导出?', 'Export it again?'),
  download: p('下载', 'Download'),
  reason: p('失败原因', 'Reason'),
  cancel: p('取消', 'Cancel'),
  confirmCancel: p('确定取消该导出?', 'Cancel this export?'),
  cancelled: p('已取消', 'Cancelled'),
  notMade: p('未能生成.txt', 'Not made.txt'),
  made: p('导出说明.txt', 'Exported.txt'),
  exported: p('导出人、时间：', 'Exported by, at:'),
  writing: p('写入文件', 'Writing the file'),
  none: p('暂无导出记录', 'Nothing has been exported yet'),
  close: p('关闭', 'Close'),
  refresh: p('刷新', 'Refresh'),
}
/** 导出所选 3 条: what the button does while rows are ticked. */
export const exportChosen = (n: number) => p(`导出所选 ${n} 条`, `Export the ${n} selected`)
