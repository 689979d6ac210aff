// Figures that are sent to colleagues by mail, every week or month. Pure.
import { date, dict, flag, int, note, ref, refs, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { dayOfWeek, dayPlus } from '../../kit/model/days.ts'

/** 定时报送: which figures of which region go to whom, and when. Without a region each receiver gets those of his own. */
export const figure_mail = defineResource({
  name: 'figure_mail',
  label: '定时报送',
  en: 'Mailed figures',
  path: '/data/figure-mail',
  scope: 'tenant',
  order: ['name'],
  title: 'name',
  fields: {
    name: text('报送名称', { en: 'Name', required: true, max: 60, search: 'like', width: 200 }),
    figures: dict('统计内容', 'figure_set', {
      en: 'Figures',
      required: true,
      values: ['region', 'dk', 'cbdk', 'both'],
      default: 'region',
      search: 'eq',
      width: 140,
    }),
    items: note('指标', { en: 'Indicators', max: 1000, column: false }),
    regionCode: region('行政区划', {
      en: 'Region',
      help: { zh: '不选时，每位收件人收到本人所在区域的统计', en: 'Left empty, each receiver gets the figures of his own region' },
      search: 'prefix',
      everywhere: true,
      width: 160,
    }),
    cycle: dict('周期', 'figure_cycle', { en: 'Every', required: true, values: ['week', 'month'], default: 'month', search: 'eq', width: 90 }),
    dayNo: int('发送日', {
      en: 'Day',
      help: { zh: '按周报送填1至7（周一为1），按月报送填1至28', en: 'Weekly: 1 to 7, Monday is 1; monthly: 1 to 28' },
      required: true,
      min: 1,
      max: 28,
      default: 1,
      width: 100,
    }),
    format: dict('格式', 'figure_format', { en: 'Format', required: true, values: ['xlsx', 'pdf'], default: 'xlsx', width: 100 }),
    receivers: refs('收件人', 'sys_user', { en: 'Receivers', required: true, column: false }),
    isEnabled: flag('启用', { en: 'Enabled', default: 1, search: 'eq', width: 80 }),
    lastDay: date('最近发送日', { en: 'Sent last', form: 'none', width: 120 }),
  },
})
/** 报送记录: what became of a mailing for each receiver. Whether the mail arrived stands in the history of messages. */
export const figure_mail_log = defineResource({
  name: 'figure_mail_log',
  label: '报送记录',
  en: 'Mailings',
  path: '/data/figure-mail-log',
  scope: 'tenant',
  order: ['id'],
  fields: {
    mailId: ref('定时报送', 'figure_mail', { en: 'Mailed figures', form: 'none', search: 'eq', width: 200 }),
    day: date('日期', { en: 'Day', form: 'none', search: 'range', width: 110 }),
    receiver: ref('收件人', 'sys_user', { en: 'Receiver', form: 'none', column: false }),
    receiverName: text('收件人', { en: 'Receiver', form: 'none', max: 60, width: 120 }),
    outcome: dict('结果', 'figure_mail_outcome', { en: 'Outcome', form: 'none', search: 'eq', width: 140 }),
    fileName: text('文件', { en: 'File', form: 'none', max: 200, width: 220 }),
  },
})
/** What becomes of a mailing for a receiver (dictionary figure_mail_outcome). */
export const MAIL_OUTCOME = { queued: '1', noRight: '2', outside: '3', noAddress: '4', gone: '5', noServer: '6', failed: '7' } as const

const WEEK = 7
/** The last day, at or before today, at which figures of a week or month were due. */
export function dueDay(today: string, cycle: string, dayNo: number): string {
  if (cycle === 'week') return dayPlus(today, -((dayOfWeek(today) - dayNo + WEEK) % WEEK))
  const no = String(dayNo).padStart(2, '0')
  const here = `${today.slice(0, 8)}${no}`
  if (here <= today) return here
  // the day before the first of this month lies in the one before
  return `${dayPlus(`${today.slice(0, 8)}01`, -1).slice(0, 8)}${no}`
}
/** Whether it is to be sent today: its day has come since it was sent last, or since it was set up. */
export const isDue = (today: string, m: { cycle: string; dayNo: number; since: string }): boolean => dueDay(today, m.cycle, m.dayNo) > m.since
