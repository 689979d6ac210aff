import type { Text } from '../../kit/model/lang.ts'

const p = (zh: string, en: string): Text => ({ zh, en })

/** Words of the two screens. */
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
  broken: (chainSeq: number, id: string | null, msg: string): Text =>
    p(`校验失败：第 ${chainSeq} 条（编号 ${id ?? '无'}）${msg}`, `The log is broken at number ${chainSeq} (row ${id ?? 'none'}): ${msg}`),
}
