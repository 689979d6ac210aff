import { problem } from '../../kit/model/problem.ts'

/** What is refused about mailed figures. */
export const mailingProblems = {
  items: problem<{ items: string }>(400, 'figure-mail-items', ({ items }) => ({ zh: `没有指标：${items}`, en: `There is no such indicator: ${items}` })),
  weekDay: problem(400, 'figure-mail-day', () => ({ zh: '每周报送的发送日为1至7', en: 'Of a week the day is 1 to 7' })),
  receiver: problem(400, 'figure-mail-receiver', () => ({ zh: '收件人不存在或已停用', en: 'A receiver does not exist or is disabled' })),
  right: problem<{ name: string }>(400, 'figure-mail-right', ({ name }) => ({
    zh: `${name}没有导出统计的权限，不能作为收件人`,
    en: `${name} may not export figures and cannot be a receiver`,
  })),
  most: problem(400, 'figure-mail-most', () => ({ zh: '一项报送最多50个收件人', en: 'There are at most 50 receivers' })),
}
