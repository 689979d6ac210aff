import { area, date, dict, int, note, region, text } from '../../../kit/model/field.ts'
import { defineResource, type Row } from '../../../kit/model/resource.ts'

const none = { form: 'none' } as const

/**
 * 延包农户 as their list shows them: every household of the register, and those that ended since the campaign of their issuer began. No table of its own:
 * campaign.server.ts reads it from the register, the cases and what the survey found, so that no household is ever missing. Source: screens.md D1.
 */
export const extensionList = defineResource({
  name: 'extension_household',
  label: '延包农户',
  en: 'Households of the extension',
  path: '/ybProcess/cbfBusiness',
  scope: 'land',
  title: 'cbfmc',
  order: ['cbfbm'],
  derived: ['fbfmc', 'tags', 'lacks', 'wentTo', 'acts'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    fbfbm: text('发包方编码', { fixed: true, en: 'Issuer code', length: 14, ...none, search: 'prefix', column: false }),
    cbfmc: text('承包方名称', { name: true, en: 'Name', max: 50, ...none, search: 'name', width: 120 }),
    cbfbm: text('承包方编码', { fixed: true, en: 'Contractor code', max: 18, ...none, search: 'prefix', width: 180 }),
    ybStatus: dict('办理状态', 'yb_status', { en: 'State', ...none, search: 'in', width: 150 }),
    due: dict('是否应延', 'yes_no', { en: 'To be extended', ...none, search: 'eq', column: false }),
    cbfcysl: int('成员数量', { en: 'Members', ...none, width: 80 }),
    cbdkzs: int('地块数', { en: 'Parcels', ...none, width: 80 }),
    htzmjm: area('合同总面积（亩）', { en: 'Contract area (mu)', ...none, width: 140 }),
    cbqxz: date('承包期限止', { en: 'Term to', ...none, search: 'range', width: 110 }),
    ybddlx: dict('延包方式', 'busi_ybddlx', { en: 'Way of extension', ...none, search: 'in', width: 140 }),
    wish: dict('延包意愿', 'yb_wish', { en: 'Wish', ...none, search: 'eq', width: 130 }),
    surveyDay: date('摸底日期', { en: 'Surveyed on', ...none, search: 'range', width: 120 }),
    surveyor: text('调查员', { en: 'Surveyor', ...none, width: 100 }),
    planStatus: dict('方案状态', 'plan_status', { en: 'Plan', ...none, search: 'eq', width: 160 }),
    reasonTag: dict('原因类别', 'household_tag', { en: 'Kind of reason', ...none, search: 'in', column: false }),
    reason: note('原因', { en: 'Reason', ...none, width: 160 }),
    decider: text('争议处理机构', { en: 'Dispute before', max: 100, ...none, width: 160 }),
    oldArea: area('延包前面积（亩）', { en: 'Area before (mu)', ...none, column: false }),
    oldEnd: date('原承包期限止', { en: 'Term before to', ...none, search: 'range', column: false }),
    businessCode: text('业务编号', { fixed: true, en: 'Business code', max: 20, ...none, search: 'prefix', width: 180 }),
    signWay: dict('签署方式', 'sign_way', { en: 'Sign way', ...none, search: 'in', column: false }),
    signStatus: dict('签署状态', 'sign_status', { en: 'Signing', ...none, search: 'in', column: false }),
    signedDay: date('签订日期', { en: 'Signed on', ...none, search: 'range', width: 120 }),
  },
})
export type ListedHousehold = Row<typeof extensionList>
