import { datetime, dict, int, note, region, text } from '../../kit/model/field.ts'
import type { Text } from '../../kit/model/lang.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { hiddenColumn, readOnlyShown } from '../../services/operations/read-only.ts'

/** 推送日志: finished businesses on their way to the real-estate registry. The rows are those of the outbox. Source: screens.md F1, F2. */
export const push_log = defineResource({
  name: 'push_log',
  label: '推送日志',
  en: 'Push log',
  path: '/dataPushLog',
  scope: 'tenant',
  title: 'businessCode',
  fields: {
    businessCode: text('业务编号', { en: 'Business', ...readOnlyShown, search: 'eq', width: 214 }),
    businessTypeCode: dict('业务类型', 'business_type', { en: 'Type', ...readOnlyShown, search: 'eq', width: 130 }),
    regionCode: region('行政区划', { en: 'Region', ...readOnlyShown, search: 'prefix', width: 120 }),
    status: text('推送状态', { en: 'State', ...readOnlyShown, search: 'eq', width: 100 }),
    attempts: int('推送次数', { en: 'Tries', ...readOnlyShown, width: 80 }),
    createTime: datetime('产生时间', { en: 'Occurred', ...readOnlyShown, search: 'range', width: 150 }),
    doneTime: datetime('完成时间', { en: 'Ended', ...hiddenColumn }),
    error: note('应答', { en: 'Answer', ...readOnlyShown, width: 240 }),
    untold: dict('未推送原因', 'push_untold', { en: 'Why not told', ...readOnlyShown, width: 130 }),
    nextTime: datetime('下次推送', { en: 'Next try', ...hiddenColumn }),
    businessId: text('业务主键', { en: 'Business id', ...hiddenColumn }),
  },
})

/** States of a push (dictionary push_status). Source: business-flows.md 10.2, 10.3. */
export const PUSH_STATE = { waiting: '0', sending: '1', arrived: '2', failed: '3', disposed: '4', nobody: '5' } as const
/** The ones in which it is still to arrive. */
export const PUSH_OPEN: readonly string[] = [PUSH_STATE.waiting, PUSH_STATE.sending, PUSH_STATE.failed]
/** What each is called. */
export const PUSH_STATES: Readonly<Record<string, Text>> = {
  [PUSH_STATE.waiting]: { zh: '待推送', en: 'Waiting' },
  [PUSH_STATE.sending]: { zh: '推送中', en: 'Sending' },
  [PUSH_STATE.arrived]: { zh: '推送成功', en: 'Arrived' },
  [PUSH_STATE.failed]: { zh: '推送失败', en: 'Failed' },
  [PUSH_STATE.disposed]: { zh: '已处置', en: 'Disposed of' },
  [PUSH_STATE.nobody]: { zh: '无需推送', en: 'Not needed' },
}
