import { area, dict, geom, int, json, note, ref, region, text } from '../../kit/model/field.ts'
import type { Text } from '../../kit/model/lang.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { standing } from './statuses.ts'

/** 地块: a field polygon. Source: land-contract.md 3; screens.md B3; NY/T 2539 A.10. */
export const dk = defineResource({
  name: 'dk',
  label: '地块',
  en: 'Parcel',
  path: '/base-dlxx/dk',
  scope: 'land',
  versioned: true,
  unversioned: ['lzzt', 'dyzt', 'yyzt'],
  title: 'dkmc',
  derived: ['fbfmc', 'htmjm'],
  countBy: 'djzt',
  order: ['dkbm'],
  groups: {
    code: { zh: '编码', en: 'Codes' },
    attributes: { zh: '属性', en: 'Attributes' },
    area: { zh: '面积', en: 'Areas' },
    sides: { zh: '四至', en: 'Four sides' },
    space: { zh: '空间', en: 'Geometry' },
    remark: { zh: '备注', en: 'Remark' },
  },
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    fbfbm: text('发包方', {
      fixed: true,
      en: 'Issuer',
      required: true,
      length: 14,
      search: 'prefix',
      group: 'code',
      column: false,
      requiredMessage: { zh: '请选择发包方', en: 'Please select the issuer' },
    }),
    bsm: text('标识码', {
      help: { zh: '汇交成果中的要素标识码，新增地块可不填', en: 'The id of the feature in a national package; a new parcel needs none' },
      en: 'Feature id',
      max: 10,
      group: 'code',
      column: false,
    }),
    ysdm: text('要素代码', { en: 'Feature code', max: 6, default: '211011', group: 'code', column: false }),
    dkbm: text('地块编码', { fixed: true, en: 'Code', max: 19, search: 'prefix', sort: true, form: 'read', group: 'code', width: 190 }),
    bdcdyh: text('不动产单元号', {
      help: { zh: '28位，由不动产登记机构编制，尚未编制的不填', en: '28 characters, given by the real-estate registry; empty until it is' },
      en: 'Real-estate unit number',
      max: 28,
      search: 'eq',
      group: 'code',
      column: false,
    }),
    dkmc: text('地块名称', {
      help: { zh: '当地习惯称呼的田块名称', en: 'What the field is called in the village' },
      name: true,
      en: 'Name',
      required: true,
      max: 50,
      search: 'name',
      group: 'attributes',
      width: 130,
    }),
    syqxz: dict('所有权性质', 'syqxz', {
      help: { zh: '土地归哪一级农民集体所有', en: 'Which level of the collective owns the land' },
      en: 'Ownership',
      search: 'eq',
      group: 'attributes',
      column: false,
    }),
    dklb: dict('地块类别', 'dklb', {
      help: {
        zh: '10为承包到户的地块，21自留地、22机动地、23开荒地和99其他集体土地不计入家庭承包面积',
        en: '10 is land contracted to households; 21, 22, 23 and 99 do not count as land under household contracts',
      },
      en: 'Category',
      required: true,
      default: '10',
      values: ['10', '21', '22', '23', '99'],
      search: 'eq',
      group: 'attributes',
      width: 100,
    }),
    tdlylx: dict('土地利用类型', 'tdlylx', {
      help: { zh: '按土地利用现状分类填写', en: 'By the classification of present land use' },
      en: 'Land use',
      search: 'eq',
      group: 'attributes',
      width: 110,
    }),
    dldj: dict('地力等级', 'dldj', {
      help: { zh: '按耕地质量等级填写，一等最好', en: 'By the grade of farmland quality, grade one is the best' },
      en: 'Soil grade',
      required: true,
      search: 'eq',
      group: 'attributes',
      width: 90,
    }),
    tdyt: dict('土地用途', 'tdyt', {
      help: { zh: '承包后的生产用途', en: 'What it is used for under the contract' },
      en: 'Purpose',
      required: true,
      default: '1',
      search: 'eq',
      group: 'attributes',
      width: 90,
    }),
    sfjbnt: dict('是否基本农田', 'yes_no', {
      help: { zh: '以永久基本农田划定成果为准', en: 'As the delimitation of permanent basic farmland says' },
      en: 'Basic farmland',
      required: true,
      default: '1',
      values: ['1', '2'],
      search: 'eq',
      group: 'attributes',
      width: 110,
    }),
    cbfbm: text('承包方编码', { en: 'Holder code', max: 18, form: 'none', search: 'prefix', column: false }),
    cbfmc: text('承包方', { en: 'Holder', max: 50, form: 'none', search: 'name', width: 110 }),
    scmj: area('实测面积（平方米）', {
      en: 'Measured area (m²)',
      required: true,
      group: 'area',
      width: 140,
      requiredMessage: { zh: '请输入实测面积', en: 'Please enter the measured area' },
    }),
    scmjm: area('实测面积（亩）', {
      help: {
        zh: '由界址坐标计算，1亩＝666.67平方米；与图形面积不一致的不能保存',
        en: 'Computed from the outline, 1 mu = 666.67 m²; what differs from the outline is refused',
      },
      en: 'Measured area (mu)',
      required: true,
      search: 'range',
      sort: true,
      group: 'area',
      width: 120,
      requiredMessage: { zh: '请输入实测面积（亩）', en: 'Please enter the measured area (mu)' },
    }),
    qqmjm: area('确权面积（亩）', {
      help: {
        zh: '经农户确认、用于签订合同的面积；与实测面积相差超过10%的须说明理由',
        en: 'The area that the household confirmed and the contract uses; a difference above 10 % from the measured one needs a reason',
      },
      en: 'Confirmed area (mu)',
      group: 'area',
      width: 120,
    }),
    yhtmjm: area('原合同面积（亩）', {
      help: {
        zh: '第二轮承包合同上的面积，没有的不填，不能用实测面积代替',
        en: 'The area in the second-round contract; leave it empty where there is none, the measured area does not stand for it',
      },
      en: 'Former contract area (mu)',
      group: 'area',
      column: false,
    }),
    dkdz: text('地块东至', {
      help: { zh: '相邻地块的承包方姓名，或道路、沟渠等地物名称', en: 'The neighbouring holder, or what lies there, such as a road or a ditch' },
      en: 'East',
      required: true,
      max: 50,
      group: 'sides',
      width: 110,
    }),
    dkxz: text('地块西至', {
      help: { zh: '相邻地块的承包方姓名，或道路、沟渠等地物名称', en: 'The neighbouring holder, or what lies there, such as a road or a ditch' },
      en: 'West',
      required: true,
      max: 50,
      group: 'sides',
      width: 110,
    }),
    dknz: text('地块南至', {
      help: { zh: '相邻地块的承包方姓名，或道路、沟渠等地物名称', en: 'The neighbouring holder, or what lies there, such as a road or a ditch' },
      en: 'South',
      required: true,
      max: 50,
      group: 'sides',
      width: 110,
    }),
    dkbz: text('地块北至', {
      help: { zh: '相邻地块的承包方姓名，或道路、沟渠等地物名称', en: 'The neighbouring holder, or what lies there, such as a road or a ditch' },
      en: 'North',
      required: true,
      max: 50,
      group: 'sides',
      width: 110,
    }),
    zjrxm: text('指界人姓名', {
      help: { zh: '在现场指认地块边界的人', en: 'Who showed the borders on the ground' },
      name: true,
      format: 'name',
      en: 'Boundary person',
      required: true,
      max: 100,
      group: 'space',
      width: 110,
    }),
    kjzb: text('空间坐标', { en: 'Key points', required: true, max: 254, group: 'space', column: false }),
    geom: geom('空间范围', { en: 'Polygon', required: true, group: 'space', requiredMessage: { zh: '请绘制地块', en: 'Please draw the parcel' } }),
    dkbzxx: note('地块备注信息', { en: 'Remark', max: 254, group: 'remark', column: false }),
    sfqqqg: dict('是否确权确股', 'yes_no', { en: 'Shares', form: 'none', search: 'eq', width: 110 }),
    ...standing,
    zt: dict('状态', 'dkzt', { en: 'Row status', form: 'none', search: 'eq', width: 90 }),
    sjly: dict('数据来源', 'sjly', { en: 'Origin', form: 'none', column: false }),
    ydkbm: json('原地块编码', { en: 'Parent codes', form: 'none', column: false }),
  },
})
export type Dk = Row<typeof dk>
/** 县6位、地籍区3位、地籍子区3位, kind of land 2 letters, parcel 5 digits, fixture letter and 8 digits. Source: codes.md 3; GB/T 37346-2018. */
const BDCDYH = /^\d{12}[A-Z]{2}\d{5}[FLQW]\d{8}$/
/** What is wrong with a real-estate unit number, or undefined; none is right. */
export const bdcdyhWrong = (v: unknown): Text | undefined =>
  v === null || v === undefined || v === '' || BDCDYH.test(String(v))
    ? undefined
    : {
        zh: '不动产单元号应为28位：12位数字、2位字母、5位数字、1位定着物代码（F、L、Q、W）和8位数字',
        en: 'The real-estate unit number has 28 characters: 12 digits, 2 letters, 5 digits, one of F, L, Q, W, and 8 digits',
      }
/** All that is neither measured nor decided by an entry. */
const OF_PIECES = [
  'fbfbm',
  'ysdm',
  'dkmc',
  'syqxz',
  'dklb',
  'tdlylx',
  'dldj',
  'tdyt',
  'sfjbnt',
  'cbfbm',
  'cbfmc',
  'dkdz',
  'dkxz',
  'dknz',
  'dkbz',
  'zjrxm',
] as const
/** What a piece has from the parcel it was cut from, beside its code. */
export const inheritedByPieces = <P extends { readonly [K in (typeof OF_PIECES)[number]]?: unknown }>(parcel: P) =>
  Object.fromEntries(OF_PIECES.map((n) => [n, parcel[n]]))

/** 界址点: a boundary point, one per place and issuer, shared by the parcels that meet there; versioned with them. Source: NY/T 2539 A.11. */
export const jzd = defineResource({
  name: 'jzd',
  label: '界址点',
  en: 'Boundary point',
  path: '/base-dlxx/jzd',
  scope: 'land',
  versioned: true,
  order: ['fbfbm', 'jzdxh'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    fbfbm: text('发包方编码', { fixed: true, en: 'Issuer', max: 14, form: 'none', column: false, search: 'prefix' }),
    bsm: text('标识码', { en: 'Feature id', max: 10, form: 'read', column: false }),
    jzdh: text('界址点号', { en: 'Point number', max: 10, form: 'read', width: 110 }),
    jzdxh: int('序号', { en: 'Number', form: 'none', column: false }),
    jzdlx: dict('界址点类型', 'jzdlx', { en: 'Type', required: true, width: 130 }),
    jblx: dict('界标类型', 'jblx', { en: 'Mark', width: 110 }),
    xzbz: text('X坐标值', { en: 'X (north, m)', max: 16, form: 'read', width: 130 }),
    yzbz: text('Y坐标值', { en: 'Y (east, m)', max: 16, form: 'read', width: 130 }),
    dkbm: note('地块编码', { en: 'Parcels', max: 254, form: 'read', width: 220 }),
  },
})

/** 界址线: a boundary line between consecutive points, of one or two parcels. Source: NY/T 2539 A.12. */
export const jzx = defineResource({
  name: 'jzx',
  label: '界址线',
  en: 'Boundary line',
  path: '/base-dlxx/jzx',
  scope: 'land',
  versioned: true,
  derived: ['length'],
  order: ['fbfbm', 'jzxh'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    fbfbm: text('发包方编码', { fixed: true, en: 'Issuer', max: 14, form: 'none', column: false, search: 'prefix' }),
    bsm: text('标识码', { en: 'Feature id', max: 10, form: 'read', column: false }),
    jzxh: text('界址线号', { en: 'Line number', max: 10, form: 'read', width: 110 }),
    qjzdh: text('起界址点号', { en: 'From point', max: 10, form: 'read', width: 110 }),
    zjzdh: text('止界址点号', { en: 'To point', max: 10, form: 'read', width: 110 }),
    jxxz: dict('界线性质', 'jxxz', { en: 'Nature', width: 100 }),
    jzxlb: dict('界址线类别', 'jzxlb', { en: 'Category', width: 110 }),
    jzxwz: dict('界址线位置', 'jzxwz', { en: 'Position', required: true, width: 100 }),
    jzxsm: text('界址线说明', { en: 'Description', required: true, max: 254, width: 220 }),
    pldwqlr: text('毗邻地物权利人', { name: true, en: 'Neighbouring holder', required: true, max: 100, width: 150 }),
    pldwzjr: text('毗邻地物指界人', { name: true, en: 'Neighbouring boundary person', required: true, max: 100, width: 150 }),
    dkbm: note('地块编码', { en: 'Parcels', max: 254, form: 'read', width: 220 }),
    lines: json('线形', { en: 'Line', form: 'none', column: false }),
  },
})

/** Which parcels a boundary point or line belongs to: a link, so that a parcel finds its boundary by index. */
export const dk_jz = defineResource({
  name: 'dk_jz',
  label: '地块界址关系',
  en: 'Parcel boundary',
  path: '/base-dlxx/dk-jz',
  scope: 'land',
  versioned: true,
  fields: {
    regionCode: region('行政区划', { form: 'none' }),
    dkbm: text('地块编码', { fixed: true, max: 19, form: 'none', search: 'prefix' }),
    kind: text('种类', { max: 1, form: 'none', values: ['d', 'x'] }),
    jzId: ref('界址', 'jzd', { form: 'none' }),
  },
})
