import { date, dict, flag, int, ref, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { djb } from './cbht.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'

/** 经营权证: the certificate printed from a book version. Source: land-contract.md 3; screens.md B5. */
export const cbjyqz = defineResource({
  name: 'cbjyqz',
  label: '经营权证',
  en: 'Certificate',
  path: '/base-qssj/cbjyqz',
  scope: 'land',
  follows: [{ to: djb, own: 'djbId', its: 'id' }],
  versioned: true,
  title: 'cbjyqzbm',
  countBy: 'zt',
  order: ['cbjyqzbm'],
  derived: ['stage', 'endKind', 'renamed', 'bookName'],
  groups: { base: { zh: '权证信息', en: 'Certificate' }, collection: { zh: '领取信息', en: 'Collection' } },
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    djbId: ref('登记簿', 'djb', { en: 'Book', form: 'none', column: false }),
    cbjyqzbm: text('经营权证编码', { fixed: true, en: 'Code', required: true, max: 19, search: 'prefix', sort: true, group: 'base', width: 190 }),
    cbjyqzlsh: text('经营权证流水号', { en: 'Serial', max: 254, search: 'prefix', group: 'base', width: 240 }),
    cbfmc: text('承包方名称', { name: true, en: 'Contractor', max: 50, form: 'none', search: 'name', width: 120 }),
    cbfdbzjhm: text('承包方代表证件号码', {
      fixed: true,
      en: 'Representative ID',
      required: true,
      max: 18,
      store: 20,
      mask: 'idNumber',
      search: 'eq',
      group: 'base',
      width: 190,
    }),
    sfbdcfz: dict('是否不动产发证', 'yes_no', {
      en: 'Real-estate issued',
      required: true,
      default: '2',
      values: ['1', '2'],
      search: 'eq',
      group: 'base',
      width: 120,
    }),
    bznf: int('办证年份', { en: 'Year', required: true, min: 1980, max: 9999, search: 'eq', group: 'base', width: 90 }),
    fzjg: text('发证机关', { en: 'Issuing authority', required: true, max: 50, group: 'base', width: 160 }),
    // asked for when it is issued: until then nobody knows it
    fzrq: date('发证日期', { past: true, en: 'Issued on', search: 'range', group: 'base' }),
    qzsflq: dict('权证是否领取', 'yes_no', { en: 'Collected', default: '2', values: ['1', '2'], search: 'eq', group: 'collection', width: 110 }),
    qzlqrq: date('权证领取日期', { past: true, en: 'Collected on', group: 'collection' }),
    qzlqrxm: text('领取人姓名', { name: true, format: 'name', en: 'Collector', max: 50, group: 'collection', width: 110 }),
    qzlqrzjlx: dict('领取人证件类型', 'zjlx', { en: 'Collector ID type', default: '1', group: 'collection', column: false }),
    qzlqrzjhm: text('领取人证件号码', {
      en: 'Collector ID',
      max: 18,
      store: 20,
      mask: 'idNumber',
      resident: ['qzlqrzjlx', ZJLX.idCard],
      group: 'collection',
      column: false,
    }),
    bdcqzh: text('不动产权证号', { en: 'Real-estate certificate', max: 100, form: 'none', width: 200 }),
    sfzx: flag('是否注销', { en: 'Cancelled', form: 'none', column: false }),
    zt: dict('权证状态', 'cert_state', { en: 'State', form: 'none', column: false }),
  },
})

/** 补发, 换发, 注销: what happened to a certificate. Source: NY/T 2539 B.10-B.12. */
export const cbjyqz_event = defineResource({
  name: 'cbjyqz_event',
  label: '权证事件',
  en: 'Certificate event',
  path: '/base-qssj/cbjyqz-event',
  scope: 'land',
  follows: [{ to: cbjyqz, own: 'cbjyqzbm', its: 'cbjyqzbm' }],
  order: ['cbjyqzbm', 'sjrq'],
  fields: {
    regionCode: region('行政区划', { form: 'none' }),
    cbjyqzbm: text('经营权证编码', { fixed: true, max: 19, form: 'none', search: 'prefix' }),
    kind: dict('事件', 'cert_kind', { en: 'Event', form: 'none', values: ['bf', 'hf', 'zx'] }),
    reason: text('原因', { en: 'Reason', max: 200, form: 'none' }),
    sjrq: date('日期', { en: 'Day', form: 'none' }),
    lqrq: date('领取日期', { en: 'Collected on', form: 'none' }),
    lqrxm: text('领取人姓名', { name: true, en: 'Collector', max: 50, form: 'none' }),
    lqrzjlx: dict('领取人证件类型', 'zjlx', { en: 'Collector ID type', form: 'none' }),
    lqrzjhm: text('领取人证件号码', { en: 'Collector ID', max: 20, form: 'none', mask: 'idNumber' }),
    businessId: ref('业务', 'business', { form: 'none' }),
    causeId: ref('起因', 'hjb', { en: 'Cause', form: 'none' }),
  },
})
