import { datetime, date, dict, flag, int, note, region, text } from '../../kit/model/field.ts'
import type { Text } from '../../kit/model/lang.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { readOnlyShown, hiddenColumn } from '../../services/operations/read-only.ts'
import { SPELLINGS } from './access.ts'

/** 上报配置: the province's platform that is told of the finished businesses of a region. The key is sealed. Source: data-format.md 13; docs/adr/0069. */
export const access_config = defineResource({
  name: 'access_config',
  label: '上报配置',
  en: 'Access configuration',
  path: '/cpt-system/accessConfig',
  scope: 'tenant',
  order: ['regionCode'],
  title: 'name',
  fields: {
    name: text('名称', { en: 'Name', required: true, max: 100, search: 'like', width: 160 }),
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', width: 130 }),
    url: text('接入地址', { en: 'Address', required: true, max: 500, format: 'url', width: 260 }),
    senderCode: text('接入方编码', { en: 'Sender code', required: true, max: 32, format: 'code', width: 150 }),
    algorithm: dict('签名算法', 'sign_algorithm', { en: 'Signature', required: true, values: ['HMAC-SHA256', 'HMAC-SM3'], default: 'HMAC-SHA256', width: 130 }),
    businessTag: dict('业务数据标签', 'access_business_tag', {
      en: 'Tag of the business data',
      required: true,
      values: SPELLINGS.business,
      default: SPELLINGS.business[0],
      column: false,
    }),
    parcelTag: dict('原地块编码标签', 'access_parcel_tag', {
      en: 'Tag of the former parcel code',
      required: true,
      values: SPELLINGS.parcel,
      default: SPELLINGS.parcel[0],
      column: false,
    }),
    isEnabled: flag('启用', { en: 'Enabled', default: 1, search: 'eq', width: 80 }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
  },
})

/** 上报报文: one message a finished business, in the order of the county's chain. */
export const access_message = defineResource({
  name: 'access_message',
  label: '上报报文',
  en: 'Access message',
  path: '/accessMessage',
  scope: 'tenant',
  title: 'businessCode',
  fields: {
    seq: int('序号', { en: 'Number', ...readOnlyShown, width: 80 }),
    businessCode: text('业务流水号', { en: 'Business', ...readOnlyShown, max: 40, search: 'eq', width: 214 }),
    former: text('前业务流水号', { en: 'Business before it', ...readOnlyShown, max: 40, width: 214 }),
    businessTypeCode: dict('业务类型', 'business_type', { en: 'Type', ...readOnlyShown, search: 'eq', width: 130 }),
    kind: text('报文类型', { en: 'Kind', ...readOnlyShown, max: 3, search: 'eq', width: 90 }),
    regionCode: region('行政区划', { en: 'Region', ...readOnlyShown, search: 'prefix', width: 120 }),
    day: date('办结日期', { en: 'Finished on', ...readOnlyShown, search: 'range', width: 110 }),
    status: text('上报状态', { en: 'State', ...readOnlyShown, max: 1, search: 'eq', width: 100 }),
    answerCode: text('应答代码', { en: 'Code', ...readOnlyShown, max: 10, width: 90 }),
    answer: note('应答', { en: 'Answer', ...readOnlyShown, width: 240 }),
    tries: int('上报次数', { en: 'Tries', ...readOnlyShown, width: 80 }),
    sentTime: datetime('上报时间', { en: 'Sent at', ...readOnlyShown }),
    guid: text('报文标识', { en: 'Message id', ...hiddenColumn }),
  },
})
/** States of a message. */
export const ACCESS = { waiting: '0', accepted: '1', refused: '2', trying: '3', withdrawn: '4' } as const
export const ACCESS_STATES: Readonly<Record<string, Text>> = {
  [ACCESS.waiting]: { zh: '待上报', en: 'Waiting' },
  [ACCESS.accepted]: { zh: '已接收', en: 'Accepted' },
  [ACCESS.refused]: { zh: '被拒绝', en: 'Refused' },
  [ACCESS.trying]: { zh: '重试中', en: 'Retrying' },
  [ACCESS.withdrawn]: { zh: '登记已撤回', en: 'Taken back' },
}
