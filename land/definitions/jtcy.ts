import { dict, int, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { cbf } from './cbf.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'

/** 家庭成员: a member of a household; written only through its cbf. Source: land-contract.md 3. */
export const jtcy = defineResource({
  name: 'jtcy',
  label: '家庭成员',
  en: 'Member',
  path: '/base-qssj/jtcy',
  scope: 'land',
  follows: [{ to: cbf, own: 'cbfbm', its: 'cbfbm' }],
  versioned: true,
  title: 'cyxm',
  order: ['cbfbm', 'sort'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    cbfId: ref('承包方', 'cbf', { en: 'Contractor', form: 'none', column: false, search: 'eq' }),
    cbfbm: text('承包方编码', { en: 'Contractor code', max: 18, form: 'none', search: 'prefix', width: 180 }),
    sort: int('序号', { en: 'Order', form: 'none', column: false }),
    cyxm: text('成员姓名', { name: true, en: 'Name', required: true, max: 50, search: 'name', width: 110 }),
    cyxb: dict('成员性别', 'sex', { en: 'Sex', required: true, values: ['1', '2'], width: 90 }),
    yhzgx: dict('与户主关系', 'yhzgx', { en: 'Relation to head', required: true, search: 'eq', width: 120 }),
    cyzjlx: dict('成员证件类型', 'zjlx', { en: 'ID type', required: true, default: '1', width: 130 }),
    cyzjhm: text('成员证件号码', { en: 'ID number', required: true, max: 20, search: 'eq', mask: 'idNumber', resident: ['cyzjlx', ZJLX.idCard], width: 190 }),
    sfgyr: dict('是否共有人', 'yes_no', { en: 'Co-owner', default: '1', values: ['1', '2'], width: 100 }),
    cybz: dict('成员备注', 'cybz', { en: 'Remark', width: 120 }),
    cybzsm: note('成员备注说明', { en: 'Remark note', max: 254, column: false }),
  },
})
export type Jtcy = Row<typeof jtcy>
