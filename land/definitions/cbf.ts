import { area, date, dict, int, note, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { standing } from './statuses.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'
import { FIRST_CONTRACTS } from './household.ts'

const say = (zh: string, en: string) => ({ requiredMessage: { zh, en } })

/** 承包方: a contracting household, individual or organisation. Source: land-contract.md 3; screens.md B2. */
export const cbf = defineResource({
  name: 'cbf',
  label: '承包方',
  en: 'Contractor',
  path: '/base-qssj/cbf',
  scope: 'land',
  versioned: true,
  unversioned: ['lzzt', 'dyzt', 'yyzt'],
  title: 'cbfmc',
  derived: ['fbfmc', 'tags'],
  countBy: 'djzt',
  order: ['cbfbm'],
  groups: {
    base: { zh: '承包方信息', en: 'Contractor' },
    contract: { zh: '承包信息', en: 'Contracting' },
    survey: { zh: '调查信息', en: 'Survey' },
    publicity: { zh: '公示信息', en: 'Publicity' },
  },
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    fbfbm: text('发包方', {
      fixed: true,
      en: 'Issuer',
      required: true,
      length: 14,
      search: 'prefix',
      group: 'base',
      width: 150,
      ...say('请选择发包方', 'Please select the issuer'),
    }),
    cbfbm: text('承包方编码', { fixed: true, en: 'Code', max: 18, search: 'prefix', sort: true, form: 'read', group: 'base', width: 180 }),
    cbfmc: text('承包方名称', { name: true, en: 'Name', required: true, max: 50, search: 'name', group: 'base', width: 140 }),
    dwmc: text('单位名称', { name: true, format: 'name', en: 'Organisation', max: 100, group: 'base', column: false }),
    cbflx: dict('承包方类型', 'cbflx', { en: 'Type', required: true, default: '1', values: ['1', '2', '3'], search: 'eq', group: 'base', width: 100 }),
    cbfzjlx: dict('承包方证件类型', 'zjlx', { en: 'ID type', required: true, default: '1', group: 'base', width: 120 }),
    cbfzjhm: text('承包方证件号码', {
      en: 'ID number',
      required: true,
      max: 20,
      search: 'eq',
      mask: 'idNumber',
      resident: ['cbfzjlx', ZJLX.idCard],
      group: 'base',
      width: 190,
    }),
    cbfdz: text('承包方地址', { en: 'Address', required: true, max: 100, group: 'base', width: 220 }),
    lxdh: text('联系电话', { en: 'Phone', max: 20, format: 'contactPhone', search: 'eq', mask: 'phone', group: 'base', width: 130 }),
    yzbm: text('邮政编码', { en: 'Postcode', required: true, max: 6, format: 'postcode', group: 'base', column: false }),
    cbfcysl: int('成员数量', { en: 'Members', min: 0, max: 99, default: 1, search: 'range', group: 'base', width: 90 }),
    cbfs: dict('承包方式', 'cbjyqqdfs', {
      help: {
        zh: '家庭承包为110；招标、拍卖、公开协商承包四荒地的选其他方式',
        en: '110 is contracting by households; tender, auction and public negotiation are other ways',
      },
      en: 'Contracting method',
      required: true,
      default: '110',
      search: 'eq',
      group: 'contract',
      width: 110,
    }),
    cbqx: int('承包期限（年）', {
      en: 'Term in years',
      required: true,
      min: 0,
      max: 100,
      default: 30,
      group: 'contract',
      width: 110,
      ...say('请输入承包期限', 'Please enter the term'),
    }),
    cbqxq: date('承包期限起', { en: 'Term from', required: true, group: 'contract' }),
    cbqxz: date('承包期限止', {
      help: { zh: '耕地为30年；二轮延包再延长30年', en: 'Thirty years for arable land; the second-round extension adds thirty' },
      en: 'Term to',
      search: 'range',
      group: 'contract',
    }),
    cbjyqzbm: text('经营权证编码', { en: 'Certificate code', max: 19, form: 'read', search: 'prefix', group: 'contract', width: 180 }),
    djsj: date('登记时间', { en: 'Registered on', form: 'read', group: 'contract', column: false }),
    zxyylx: dict('注销原因', 'zxyylx', { en: 'Cancellation reason', form: 'read', group: 'contract', column: false }),
    htzmjm: area('合同总面积（亩）', { en: 'Contract area (mu)', form: 'none', search: 'range', width: 130 }),
    cbdkzs: int('地块数', { en: 'Parcels', form: 'none', width: 80 }),
    cbfdcrq: date('承包方调查日期', { past: true, since: FIRST_CONTRACTS, en: 'Survey date', required: true, group: 'survey', column: false }),
    cbfdcy: text('承包方调查员', { name: true, format: 'name', en: 'Surveyor', required: true, max: 50, group: 'survey', column: false }),
    cbfdcjs: note('承包方调查记事', { en: 'Survey note', max: 254, store: 65535, group: 'survey', column: false }),
    gsjs: note('公示记事', { en: 'Publicity note', max: 254, group: 'publicity', column: false }),
    gsjsr: text('公示记事人', { name: true, format: 'name', en: 'Publicity recorder', required: true, max: 50, group: 'publicity', column: false }),
    gsshrq: date('公示审核日期', { past: true, since: FIRST_CONTRACTS, en: 'Publicity review date', required: true, group: 'publicity', column: false }),
    gsshr: text('公示审核人', { name: true, format: 'name', en: 'Publicity reviewer', required: true, max: 50, group: 'publicity', column: false }),
    ...standing,
  },
})
export type Cbf = Row<typeof cbf>
