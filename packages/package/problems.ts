import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What may go wrong with a submission package beyond its fields. Keys E6001 and E6002 as in business-flows.md 12. */
export const hjbProblems = {
  errorsLeft: problem<{ n: number }>(409, 'E6001', (d) => ({
    zh: `该包存在${d.n}条错误，不能审核通过`,
    en: `The package has ${d.n} errors and cannot be accepted`,
  })),
  hasData: problem(409, 'E6002', () => ({ zh: '区域已有业务数据，不能初始化.', en: 'The region has data already' })),
  reasonNeeded: problem<{ n: number }>(400, 'reason-needed', (d) => ({
    zh: `该包存在${d.n}条警告，请填写审核意见`,
    en: `The package has ${d.n} warnings: give a reason`,
  })),
  ownAudit: problem(403, 'own-audit', () => ({ zh: '不能审核自己送审的汇交包', en: 'Somebody else must audit what you submitted' })),
  noFile: problem(409, 'no-file', () => ({ zh: '汇交包文件不存在，请重新上传', en: 'The package file is gone; upload it again' })),
  running: problem(409, 'running', () => ({ zh: '该汇交包有正在执行的任务', en: 'A job of this package is running' })),
  unreadable: problem<Text>(400, 'unreadable', (d) => ({ zh: d.zh, en: `The package cannot be read: ${d.en}` })),
  tooLong: problem<{ table: string; field: string; value: string; max: number }>(400, 'too-long', (d) => ({
    zh: `${d.table}.${d.field}的值“${d.value}”超过${d.max}个字符，无法入库`,
    en: `${d.table}.${d.field}: "${d.value}" is longer than ${d.max}`,
  })),
  refusedByBase: problem<{ table: string; rule: string }>(409, 'refused-by-base', (d) => ({
    zh: `${d.table}的数据不符合基础库约束（${d.rule}），未入库任何数据`,
    en: `Rows of ${d.table} break ${d.rule}; nothing was written`,
  })),
  heldMeanwhile: problem<{ why: Text }>(409, 'held-meanwhile', (d) => ({ zh: `${d.why.zh}，未入库任何数据`, en: `${d.why.en}; nothing was written` })),
  countsDiffer: problem<{ table: string; is: number; should: number }>(409, 'counts-differ', (d) => ({
    zh: `${d.table}入库${d.is}条，应为${d.should}条，未入库任何数据`,
    en: `${d.table}: ${d.is} rows instead of ${d.should}; nothing was written`,
  })),
}
