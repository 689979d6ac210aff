import { dict, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** 农户标签: what an office notes of a household beside the register (dictionary household_tag), each once. Source: screens.md B2, codes.md (household_tag). */
export const cbf_tag = defineResource({
  name: 'cbf_tag',
  label: '农户标签',
  en: 'Household tag',
  path: '/base-qssj/cbf-tag',
  scope: 'land',
  unique: [['cbfbm', 'tag']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', column: false }),
    cbfbm: text('承包方编码', { fixed: true, en: 'Contractor code', max: 18, required: true, search: 'prefix' }),
    tag: dict('标签', 'household_tag', { en: 'Tag', required: true }),
  },
})
