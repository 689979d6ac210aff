// Plots of households as the land lies today, surveyed or taken over before any of it is registered. Source: land-contract.md 7; screens.md G4.
import { area, dict, geom, note, region, text } from '../../../kit/model/field.ts'
import { defineResource } from '../../../kit/model/resource.ts'

/** 农户地块信息: land-current-state plots of households. They are no parcels of the register and change none. */
export const nhdkxx = defineResource({
  name: 'nhdkxx',
  label: '农户地块',
  en: 'Plot of a household',
  path: '/nhdkxx/gistdxznhdkxx',
  scope: 'land',
  order: ['nhdkbm'],
  unique: [['nhdkbm']],
  title: 'nhdkbm',
  grows: true,
  fields: {
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', column: false }),
    nhdkbm: text('地块编码', { fixed: true, en: 'Plot code', required: true, max: 19, format: 'code', search: 'prefix', sort: true, width: 190 }),
    nhxm: text('农户姓名', { name: true, en: 'Household', required: true, max: 50, search: 'name', width: 120 }),
    cbfbm: text('承包方编码', { en: 'Contractor code', length: 18, search: 'prefix', width: 180 }),
    dkbm: text('对应承包地块', { en: 'Parcel of the register', length: 19, search: 'prefix', width: 190 }),
    mjm: area('面积（亩）', { en: 'Area (mu)', required: true, width: 110 }),
    dlbm: dict('地类', 'tdlylx', { en: 'Land use', search: 'eq', width: 110 }),
    source: dict('来源', 'nhdk_source', { en: 'Source', required: true, search: 'eq', default: '1', width: 120 }),
    status: dict('状态', 'nhdk_status', { en: 'Status', required: true, search: 'eq', default: '1', width: 100 }),
    geom: geom('图形', { en: 'Outline' }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
  },
})
