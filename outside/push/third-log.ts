import { datetime, dict, int, note, region, text } from '../../kit/model/field.ts'
import { maskText } from '../../kit/model/mask.ts'
import { entries, defineResource, type AnyResource } from '../../kit/model/resource.ts'
import { djb, djb_cbf, djb_jtcy } from '../../land/definitions/cbht.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { maskName } from '../../platform/public/mask.ts'
import { officeText } from '../../platform/public/numbers.ts'
import { readOnlyShown } from '../../services/operations/read-only.ts'

/** 第三方日志: every call of the real-estate registry, what was sent and what it answered; persons stand with stars. Source: screens.md F5. */
export const third_log = defineResource({
  name: 'third_log',
  label: '第三方日志',
  en: 'Calls of the registry',
  path: '/thirdLog',
  scope: 'tenant',
  title: 'businessCode',
  fields: {
    businessCode: text('业务编号', { en: 'Business', ...readOnlyShown, max: 20, search: 'eq', width: 214 }),
    createTime: datetime('调用时间', { en: 'Called at', ...readOnlyShown, search: 'range' }),
    target: text('推送对象', { en: 'Target', ...readOnlyShown, max: 200, width: 160 }),
    httpStatus: int('应答状态', { en: 'Status', ...readOnlyShown, width: 90 }),
    fault: dict('失败类别', 'push_fault', { en: 'Fault', ...readOnlyShown, width: 138 }),
    ms: int('耗时（毫秒）', { en: 'Took (ms)', ...readOnlyShown, width: 100 }),
    bytes: int('报文字节', { en: 'Bytes', ...readOnlyShown, width: 90 }),
    answer: note('应答报文', { en: 'Answer', ...readOnlyShown, width: 220 }),
    businessTypeCode: dict('业务类型', 'business_type', { en: 'Type', ...readOnlyShown, search: 'eq', width: 130 }),
    regionCode: region('行政区划', { en: 'Region', ...readOnlyShown, search: 'prefix', width: 120 }),
    msgId: text('消息编号', { en: 'Message', ...readOnlyShown, max: 36, search: 'eq', width: 290 }),
    request: note('请求报文', { en: 'Request', ...readOnlyShown, width: 320 }),
  },
})

const OF_PERSONS = [fbf, dk, djb_cbf, djb_jtcy, djb]
const MASKED = new Map(
  OF_PERSONS.flatMap((r: AnyResource) => entries(r).flatMap(([n, f]) => (f.mask || f.name ? [[n, f.mask ? maskText : maskName] as const] : []))),
)
/** Names under which the registry's own tables hold persons. */
for (const n of ['FBFMC', 'DBR']) MASKED.set(n, maskName)
/** Neighbours, and those who surveyed, posted and registered. */
for (const n of ['dkdz', 'dkxz', 'dknz', 'dkbz', 'zjrxm', 'fbfdcy', 'cbfdcy', 'gsjsr', 'gsshr', 'dbr']) MASKED.set(n, maskName)
/** Names of codes, which a number of a person may look like. */
const OF_CODE = /(bm|BM|Id|id|Code|code|LSH|DYH)$/
/** A message as the log keeps it: names and numbers of persons with stars, whatever holds them; numbers in any other text too. */
export function maskMessage<T>(message: T): T {
  return masked(message, '') as T
}
function masked(v: unknown, name: string): unknown {
  if (Array.isArray(v)) return v.map((x) => masked(x, name))
  if (v && typeof v === 'object') return Object.fromEntries(Object.entries(v).map(([n, x]) => [n, masked(x, n)]))
  return typeof v === 'string' && v !== '' ? (MASKED.get(name) ?? (OF_CODE.test(name) ? String : officeText))(v) : v
}
/** Longest part of a message or an answer that is kept, in characters. */
export const KEPT_CHARACTERS = 20_000
