import type { Text } from '../../kit/model/lang.ts'

const p = (zh: string, en: string): Text => ({ zh, en })

/** Words of the screens. */
export const words = {
  mine: p('我的任务', 'My jobs'),
  all: p('全部任务', 'All jobs'),
  any: p('全部状态', 'Any state'),
  open: p('进行中', 'Under way'),
  done: p('已完成', 'Done'),
  failed: p('失败或取消', 'Failed or cancelled'),
  cancel: p('取消任务', 'Cancel'),
  confirmCancel: p('确定取消该任务?', 'Cancel this job?'),
  cancelled: p('已申请取消', 'Asked to stop'),
  retry: p('重试', 'Retry'),
  confirmRetry: p('确定重新执行该任务?', 'Run this job again?'),
  retried: p('已重新排队', 'Queued again'),
  result: p('结果', 'Result'),
  field: p('字段', 'Field'),
  before: p('变更前', 'Before'),
  after: p('变更后', 'After'),
  noChanges: p('没有字段变更', 'No field was changed'),
  hash: p('校验值', 'Hash'),
  request: p('请求编号', 'Request'),
  verify: p('校验日志', 'Verify the log'),
  holds: (rows: number, waiting: number): Text =>
    p(`校验通过：共 ${rows} 条，另有 ${waiting} 条待编号`, `The log is whole: ${rows} rows, ${waiting} more not numbered yet`),
  allCalls: p('全部调用', 'All calls'),
  failedCalls: p('被拒绝或出错', 'Refused or broken'),
  brokenCalls: p('服务器出错', 'Broken'),
  slowCalls: p('一秒以上', 'A second and more'),
  anySource: p('全部来源', 'All sources'),
  browser: p('浏览器', 'Browser'),
  server: p('服务器', 'Server'),
  dropped: (n: number): Text => p(`此前有 ${n} 次调用未能记录`, `${n} calls before this one could not be kept`),
  pushed: p('全部推送', 'All pushes'),
  notPushed: p('未推送成功', 'Not arrived'),
  pushAgain: p('再次推送', 'Push again'),
  confirmPush: p('确定再次推送?', 'Push again?'),
  pushQueued: p('已安排推送', 'It will be pushed'),
  dispose: p('标记已处置', 'Dispose'),
  disposeReason: p('处置原因', 'Reason'),
  needReason: p('请输入处置原因', 'Please enter the reason'),
  exportList: p('导出', 'Export'),
  broken: (chainSeq: number, id: string | null, msg: string): Text =>
    p(`校验失败：第 ${chainSeq} 条（编号 ${id ?? '无'}）${msg}`, `The log is broken at number ${chainSeq} (row ${id ?? 'none'}): ${msg}`),
}
