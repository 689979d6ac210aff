import { date, datetime, int, text } from '../../kit/model/field.ts'
import type { Text } from '../../kit/model/lang.ts'
import { both as p } from '../../kit/model/lang.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { readOnlyShown } from './read-only.ts'

/** What the watch looks for, in the words people read. */
export const ALERTS: Readonly<Record<string, Text>> = {
  accounts: p('同一地址尝试多个账号', 'Many accounts from one address'),
  addresses: p('同一账号来自多个地址', 'One account from many addresses'),
  night: p('夜间登录', 'Sign-in at night'),
  reads: p('大量读取数据', 'Mass reading'),
  clock: p('服务器时钟被调整', 'The clock of the server jumped'),
  backup: p('备份异常', 'Backups need attention'),
  job: p('后台任务停滞', 'A job is stuck'),
  outbox: p('消息未能送达', 'A message could not be delivered'),
  routine: p('定时任务失败', 'A routine failed'),
  disk: p('磁盘空间不足', 'The disk is nearly full'),
}

/** 安全告警: what people did that somebody should look at. Written by the watch; people handle it with a remark. */
export const security_alert = defineResource({
  name: 'security_alert',
  label: '安全告警',
  en: 'Security alerts',
  path: '/cpt-log/alert',
  scope: 'tenant',
  title: 'subject',
  fields: {
    kind: text('告警类型', { en: 'Kind', ...readOnlyShown, search: 'eq', values: Object.keys(ALERTS), width: 230 }),
    subject: text('地址或账号', { en: 'Subject', ...readOnlyShown, search: 'like', width: 170 }),
    day: date('日期', { en: 'Day', ...readOnlyShown, search: 'range', width: 110 }),
    n: int('次数', { en: 'Times', ...readOnlyShown, width: 80 }),
    firstTime: datetime('最早', { en: 'First', ...readOnlyShown }),
    lastTime: datetime('最近', { en: 'Last', ...readOnlyShown }),
    handledBy: text('处理人', { en: 'Handled by', ...readOnlyShown, width: 110 }),
    handledTime: datetime('处理时间', { en: 'Handled at', ...readOnlyShown }),
    remark: text('处理说明', { en: 'Remark', ...readOnlyShown, width: 180 }),
  },
})
