import { date, dict, note, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'
import { FIRST_CONTRACTS } from './household.ts'

/** 发包方: the collective that owns the land and gives it out. Source: land-contract.md 3; screens.md B1. */
export const fbf = defineResource({
  name: 'fbf',
  label: '发包方',
  en: 'Contracting party',
  path: '/base-qssj/fbf',
  scope: 'land',
  versioned: true,
  title: 'fbfmc',
  derived: ['contractors', 'parcels', 'contracts', 'lacks'],
  countBy: 'zt',
  order: ['fbfbm'],
  unique: [['fbfbm']],
  groups: {
    base: { zh: '基本信息', en: 'Basics' },
    head: { zh: '负责人', en: 'Principal' },
    contact: { zh: '联系方式', en: 'Contact' },
    survey: { zh: '调查信息', en: 'Survey' },
  },
  fields: {
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', group: 'base' }),
    fbfbm: text('发包方编码', { fixed: true, en: 'Code', max: 14, search: 'prefix', sort: true, form: 'read', group: 'base', width: 150 }),
    fbfmc: text('发包方名称', { name: true, format: 'name', en: 'Name', required: true, max: 50, search: 'name', group: 'base', width: 240 }),
    tyshxydm: text('统一社会信用代码', { en: 'Credit code', max: 18, format: 'creditCode', column: false, group: 'base' }),
    syqxz: dict('所有权性质', 'syqxz', { en: 'Ownership', column: false, group: 'base' }),
    fbffzrxm: text('负责人姓名', {
      help: { zh: '代表发包方签订承包合同的人，合同上的负责人以此为准', en: 'Signs contracts for the issuer; contracts take the principal from here' },
      name: true,
      format: 'name',
      en: 'Principal',
      required: true,
      max: 50,
      search: 'name',
      group: 'head',
      width: 110,
    }),
    fzrzjlx: dict('负责人证件类型', 'zjlx', { en: 'Principal ID type', required: true, default: '1', group: 'head' }),
    fzrzjhm: text('负责人证件号码', {
      en: 'Principal ID number',
      required: true,
      max: 20,
      store: 30,
      mask: 'idNumber',
      resident: ['fzrzjlx', ZJLX.idCard],
      group: 'head',
      width: 190,
    }),
    lxdh: text('联系电话', { en: 'Phone', required: true, max: 20, format: 'contactPhone', mask: 'phone', group: 'contact', width: 130 }),
    fbfdz: text('发包方地址', { en: 'Address', required: true, max: 100, group: 'contact', width: 260 }),
    yzbm: text('邮政编码', { en: 'Postcode', max: 6, format: 'postcode', group: 'contact', width: 100 }),
    fbfdcy: text('发包方调查员', { name: true, format: 'name', en: 'Surveyor', required: true, max: 50, store: 254, group: 'survey', width: 120 }),
    fbfdcrq: date('发包方调查日期', { past: true, since: FIRST_CONTRACTS, en: 'Survey date', required: true, search: 'range', group: 'survey' }),
    fbfdcjs: note('发包方调查记事', { en: 'Survey note', max: 254, store: 65535, column: false, group: 'survey' }),
    zt: dict('状态', 'dkzt', { en: 'Row status', form: 'none', search: 'eq', column: false }),
  },
})
export type Fbf = Row<typeof fbf>
