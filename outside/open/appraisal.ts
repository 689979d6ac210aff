import { datetime, dict, int, note, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

const told = { form: 'none' } as const

/** 好差评: what the government-service platform tells of how a finished business was served. Source: business-flows.md 10.3; land-contract.md 7. */
export const appraisal = defineResource({
  name: 'appraisal',
  label: '好差评',
  en: 'Ratings',
  path: '/openApi/appraisal',
  scope: 'land',
  order: ['businessCode'],
  unique: [['businessCode']],
  title: 'businessCode',
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...told, search: 'prefix', width: 130 }),
    businessCode: text('业务编号', { en: 'Business', required: true, max: 20, search: 'prefix', width: 190 }),
    businessTypeCode: dict('业务类型', 'business_type', { en: 'Type', ...told, width: 140 }),
    score: int('评分', { en: 'Score', required: true, min: 1, max: 5, search: 'eq', width: 80 }),
    tags: text('评价标签', { en: 'Tags', max: 200, width: 180 }),
    content: note('评价内容', { en: 'Words', max: 500, width: 260 }),
    // no format of names: platforms send it masked, as "*三"
    appraiser: text('评价人', { name: true, en: 'By', max: 50, width: 100 }),
    appraiseTime: datetime('评价时间', { past: true, en: 'At', required: true, search: 'range', width: 160 }),
  },
})
