import { area, date, dict, int, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type LandBase, type Row } from '../../kit/model/resource.ts'

/** 承包合同: a version of a contract; `qszt` tells which one is current. Source: land-contract.md 3; screens.md B4. */
export const cbht = defineResource({
  name: 'cbht', label: '承包合同', en: 'Contract', path: '/base-qssj/cbht', scope: 'land', versioned: true, title: 'cbhtbm', countBy: 'qszt', order: ['cbhtbm', 'version'],
  groups: { contract: { zh: '合同信息', en: 'Contract' }, area: { zh: '面积', en: 'Areas' } },
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    djbId: ref('登记簿', 'djb', { en: 'Book', form: 'none', column: false }),
    cbhtbm: text('合同编码', { en: 'Code', max: 19, form: 'read', search: 'prefix', sort: true, group: 'contract', width: 190 }),
    version: int('版本', { en: 'Version', form: 'none', width: 70 }),
    qszt: dict('权属状态', 'htqszt', { en: 'Version status', form: 'none', search: 'eq', width: 90 }),
    htxlh: text('合同序列号', { en: 'Serial', max: 16, form: 'read', search: 'prefix', group: 'contract', width: 160 }),
    cbfbm: text('承包方编码', { en: 'Contractor code', max: 18, form: 'read', search: 'prefix', group: 'contract', column: false }),
    cbfmc: text('承包方名称', { en: 'Contractor', max: 50, form: 'read', search: 'name', group: 'contract', width: 120 }),
    cbfzjhm: text('承包方证件号码', { en: 'Contractor ID', max: 20, form: 'read', search: 'eq', mask: 'idNumber', group: 'contract', width: 190 }),
    fbfbm: text('发包方编码', { en: 'Issuer code', max: 14, form: 'read', search: 'prefix', group: 'contract', column: false }),
    fbfmc: text('发包方名称', { en: 'Issuer', max: 50, form: 'read', group: 'contract', width: 200 }),
    ycbhtbm: text('原合同编码', { en: 'Former code', max: 19, group: 'contract', column: false }),
    cbfs: dict('承包方式', 'cbjyqqdfs', { en: 'Method', required: true, default: '110', search: 'eq', group: 'contract', width: 110 }),
    cbqx: int('承包期限（年）', { en: 'Term in years', required: true, default: 30, max: 100, group: 'contract', width: 110, requiredMessage: { zh: '请输入承包期限', en: 'Please enter the term' } }),
    cbqxq: date('承包期限起', { en: 'From', required: true, group: 'contract' }),
    cbqxz: date('承包期限止', { en: 'To', search: 'range', group: 'contract' }),
    qdsj: date('签订时间', { en: 'Signed on', search: 'range', group: 'contract' }),
    htzmjm: area('合同总面积（亩）', { en: 'Total area (mu)', form: 'read', search: 'range', group: 'area', width: 130 }),
    htzmj: area('合同总面积（平方米）', { en: 'Total area (m²)', form: 'read', group: 'area', column: false }),
    yhtzmjm: area('原合同总面积（亩）', { en: 'Former total area (mu)', group: 'area', column: false }),
    yhtzmj: area('原合同总面积（平方米）', { en: 'Former total area (m²)', group: 'area', column: false }),
    cbdkzs: int('地块总数', { en: 'Parcels', form: 'read', group: 'area', width: 90 }),
    htlx: dict('合同类型', 'htlx', { en: 'Contract type', form: 'none', column: false }),
    signStatus: dict('签署状态', 'sign_status', { en: 'Signing', form: 'none', search: 'eq', width: 90 }),
    signWay: dict('签署方式', 'sign_way', { en: 'Sign way', form: 'none', search: 'eq', width: 110 }),
    attachId: ref('签署文件', 'attach', { form: 'none', column: false }),
    fileHash: text('文件摘要', { max: 64, form: 'none', column: false }),
  },
})
export interface Cbht extends LandBase, Omit<Row<typeof cbht>, keyof LandBase> {}

/** 承包地块信息: the link "this parcel belongs to this contractor under this contract", with the contract area. */
export const cbdkxx = defineResource({
  name: 'cbdkxx', label: '承包地块', en: 'Contract parcel', path: '/base-qssj/cbdkxx', scope: 'land', versioned: true, order: ['dkbm'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    djbId: ref('登记簿', 'djb', { en: 'Book', form: 'none', column: false, search: 'eq' }),
    dkId: ref('地块', 'dk', { en: 'Parcel', form: 'none', column: false }),
    qszt: dict('权属状态', 'htqszt', { en: 'Version status', form: 'none', column: false, search: 'eq' }),
    dkbm: text('地块编码', { en: 'Parcel code', max: 19, form: 'read', search: 'prefix', width: 190 }),
    dkmc: text('地块名称', { en: 'Parcel', max: 50, form: 'read', width: 130 }),
    cbfbm: text('承包方编码', { en: 'Contractor code', max: 18, form: 'none', search: 'prefix', column: false }),
    fbfbm: text('发包方编码', { en: 'Issuer code', max: 14, form: 'none', column: false }),
    cbhtbm: text('合同编码', { en: 'Contract code', max: 19, form: 'none', search: 'prefix', column: false }),
    cbjyqqdfs: dict('取得方式', 'cbjyqqdfs', { en: 'Acquired by', required: true, default: '110', width: 110 }),
    htmjm: area('合同面积（亩）', { en: 'Contract area (mu)', required: true, width: 130, requiredMessage: { zh: '请输入合同面积（亩）', en: 'Please enter the contract area (mu)' } }),
    htmj: area('合同面积（平方米）', { en: 'Contract area (m²)', required: true, width: 140, requiredMessage: { zh: '请输入合同面积', en: 'Please enter the contract area' } }),
    yhtmjm: area('原合同面积（亩）', { en: 'Former area (mu)', width: 130 }),
    yhtmj: area('原合同面积（平方米）', { en: 'Former area (m²)', column: false }),
    scmjm: area('实测面积（亩）', { en: 'Measured area (mu)', form: 'read', width: 120 }),
    scmj: area('实测面积（平方米）', { en: 'Measured area (m²)', form: 'read', column: false }),
    sfqqqg: dict('是否确权确股', 'yes_no', { en: 'Shares', default: '2', values: ['1', '2'], width: 110 }),
    lzhtbm: text('流转合同编码', { max: 18, form: 'none', column: false }),
  },
})
export interface Cbdkxx extends LandBase, Omit<Row<typeof cbdkxx>, keyof LandBase> {}

/** 登记簿: one version of the register entry of a right. Source: business-flows.md 2; screens.md B6. */
export const djb = defineResource({
  name: 'djb', label: '登记簿', en: 'Registration book', path: '/base-qssj/djb', scope: 'land', versioned: true, title: 'cbjyqzbm', countBy: 'qszt', order: ['cbjyqzbm', 'version'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    cbjyqzbm: text('登记簿编码', { en: 'Code', max: 19, form: 'none', search: 'prefix', sort: true, width: 190 }),
    version: int('版本', { en: 'Version', form: 'none', width: 70 }),
    qszt: dict('权属状态', 'htqszt', { en: 'Version status', form: 'none', search: 'eq', width: 90 }),
    cbfbm: text('承包方编码', { en: 'Contractor code', max: 18, form: 'none', search: 'prefix', column: false }),
    cbfmc: text('承包方名称', { en: 'Contractor', max: 50, form: 'none', search: 'name', width: 120 }),
    cbfzjhm: text('承包方证件号码', { en: 'Contractor ID', max: 20, form: 'none', search: 'eq', mask: 'idNumber', width: 190 }),
    fbfbm: text('发包方编码', { en: 'Issuer code', max: 14, form: 'none', search: 'prefix', column: false }),
    fbfmc: text('发包方名称', { en: 'Issuer', max: 50, form: 'none', width: 200 }),
    cbfs: dict('承包方式', 'cbjyqqdfs', { en: 'Method', form: 'none', search: 'eq', width: 110 }),
    cbqx: text('承包期限', { en: 'Term', max: 30, form: 'none', width: 90 }),
    cbqxq: date('承包期限起', { en: 'From', form: 'none' }),
    cbqxz: date('承包期限止', { en: 'To', form: 'none', search: 'range' }),
    htzmjm: area('合同总面积（亩）', { en: 'Total area (mu)', form: 'none', width: 130 }),
    htzmj: area('合同总面积（平方米）', { en: 'Total area (m²)', form: 'none', column: false }),
    cbdkzs: int('地块总数', { en: 'Parcels', form: 'none', width: 90 }),
    cbfcysl: int('成员数量', { en: 'Members', form: 'none', width: 90 }),
    djlx: dict('登记类型', 'djlx', { en: 'Entry type', form: 'none', width: 100 }),
    djxl: dict('登记小类', 'djxl', { en: 'Entry sub-type', form: 'none', width: 100 }),
    djsj: date('登记时间', { en: 'Registered on', form: 'none', search: 'range' }),
    dbr: text('登簿人', { en: 'Registrar', max: 50, form: 'none', width: 100 }),
    cbjyqzlsh: text('经营权证流水号', { en: 'Certificate serial', max: 254, form: 'none', column: false }),
    djbfj: note('登记簿附记', { en: 'Remark', max: 254, form: 'none', column: false }),
    ycbjyqzbh: text('原经营权证编号', { en: 'Former certificate', max: 100, form: 'none', column: false }),
    dksyt: note('地块示意图', { max: 254, form: 'none', column: false }),
    businessId: ref('业务', 'business', { form: 'none', column: false }),
    endTime: date('终止时间', { en: 'Ended on', form: 'none', column: false }),
    endReason: text('终止原因', { en: 'End reason', max: 200, form: 'none', column: false }),
    endBusinessId: ref('终止业务', 'business', { form: 'none', column: false }),
    dyzt: dict('抵押状态', 'dyzt', { en: 'Mortgage', form: 'none', search: 'eq', width: 90 }),
    yyzt: dict('异议状态', 'yyzt', { en: 'Objection', form: 'none', search: 'eq', width: 90 }),
    lzzt: dict('流转状态', 'lzzt', { en: 'Circulation', form: 'none', search: 'eq', width: 90 }),
    printCount: int('打印次数', { en: 'Prints', form: 'none', column: false }),
  },
})
export interface Djb extends LandBase, Omit<Row<typeof djb>, keyof LandBase> {}

/** Members as they stood when a book version was made. */
export const djb_jtcy = defineResource({
  name: 'djb_jtcy', label: '登记簿共有人', en: 'Book member', path: '/base-qssj/djb-jtcy', scope: 'land', order: ['sort'],
  fields: {
    regionCode: region('行政区划', { form: 'none' }),
    djbId: ref('登记簿', 'djb', { form: 'none', search: 'eq' }),
    sort: int('序号', { form: 'none' }),
    cyxm: text('成员姓名', { max: 50, form: 'none' }),
    cyxb: dict('成员性别', 'sex', { form: 'none' }),
    yhzgx: dict('与户主关系', 'yhzgx', { form: 'none' }),
    cyzjlx: dict('成员证件类型', 'zjlx', { form: 'none' }),
    cyzjhm: text('成员证件号码', { max: 20, form: 'none', mask: 'idNumber' }),
    sfgyr: dict('是否共有人', 'yes_no', { form: 'none' }),
    cybz: dict('成员备注', 'cybz', { form: 'none' }),
    cybzsm: note('成员备注说明', { max: 254, form: 'none' }),
  },
})

/** The contractor as it stood when a book version was made. */
export const djb_cbf = defineResource({
  name: 'djb_cbf', label: '登记簿承包方', en: 'Book contractor', path: '/base-qssj/djb-cbf', scope: 'land',
  fields: {
    regionCode: region('行政区划', { form: 'none' }),
    djbId: ref('登记簿', 'djb', { form: 'none', search: 'eq' }),
    cbfbm: text('承包方编码', { max: 18, form: 'none' }),
    cbflx: dict('承包方类型', 'cbflx', { form: 'none' }),
    cbfmc: text('承包方名称', { max: 50, form: 'none' }),
    cbfzjlx: dict('承包方证件类型', 'zjlx', { form: 'none' }),
    cbfzjhm: text('承包方证件号码', { max: 20, form: 'none', mask: 'idNumber' }),
    cbfdz: text('承包方地址', { max: 100, form: 'none' }),
    yzbm: text('邮政编码', { max: 6, form: 'none' }),
    lxdh: text('联系电话', { max: 20, form: 'none', mask: 'phone' }),
  },
})

/** Which book versions a version came from (n:m). Source: business-flows.md 2. */
export const djb_lineage = defineResource({
  name: 'djb_lineage', label: '登记簿沿革', en: 'Book lineage', path: '/base-qssj/djb-lineage', scope: 'land',
  fields: {
    regionCode: region('行政区划', { form: 'none' }),
    djbId: ref('登记簿', 'djb', { form: 'none', search: 'eq' }),
    prevDjbId: ref('前登记簿', 'djb', { form: 'none', search: 'eq' }),
    djxl: dict('登记小类', 'djxl', { form: 'none' }),
    businessId: ref('业务', 'business', { form: 'none' }),
  },
})
