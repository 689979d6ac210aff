import { date, dict, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const
/** State of an organisation's seal (dictionary seal_state): 未认证, 认证中, 已认证, 停用. Source: screens.md C8. */
export const SEAL = { none: '0', asked: '1', certified: '2', stopped: '3' } as const

/**
 * 机构印章: the seal of an issuer or a certifying body of a region; a certified one is drawn where the organisation signs. One a county (the first six digits of
 * its region), so that nobody elsewhere keeps the owner from entering his. Source: screens.md C8; rulings.md 55.
 */
export const org_seal = defineResource({
  name: 'org_seal',
  label: '机构印章',
  en: 'Organisation seal',
  path: '/dzzw/org-seal',
  scope: 'tenant',
  title: 'orgName',
  order: ['regionCode', 'orgName'],
  unique: [['sealCounty', 'creditCode']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', width: 160 }),
    orgName: text('机构名称', { name: true, format: 'name', en: 'Organisation', required: true, max: 50, search: 'like', width: 200 }),
    creditCode: text('统一社会信用代码', { en: 'Credit code', required: true, length: 18, format: 'creditCode', search: 'prefix', width: 190 }),
    legalPerson: text('法定代表人', { name: true, format: 'name', en: 'Legal person', required: true, max: 20, width: 110 }),
    agentName: text('经办人', { name: true, format: 'name', en: 'Agent', required: true, max: 20, width: 110 }),
    agentPhone: text('经办人电话', { en: 'Phone', required: true, max: 11, format: 'phone', mask: 'phone', width: 130 }),
    sealAttachId: ref('印章图片', 'attach', { en: 'Seal picture', column: false }),
    sealFile: text('印章图片存储名称', { max: 120, ...none, column: false }),
    sealState: dict('状态', 'seal_state', { en: 'State', ...none, search: 'eq', width: 100 }),
    sealCounty: text('所属县', { max: 6, ...none, column: false }),
    enteredBy: ref('录入人', 'user', { ...none, column: false }),
    expireDay: date('有效期止', { en: 'Valid to', ...none, width: 120 }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
  },
})
export type OrgSeal = Row<typeof org_seal>
