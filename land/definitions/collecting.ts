import { date, note, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** Kinds of papers that every household must have where no plan says otherwise: identity cards and household register. Keys of dictionary attach_kind. */
export const DEFAULT_KINDS = ['CBFSFZ', 'CBFHKB'] as const
/** No plan asks for more kinds. */
export const MOST_KINDS = 16

/** 附件采集任务: which papers of the households of a region are collected, by whom and until when; of several the nearest region counts. Source: screens.md B2 (taskinfo). */
export const collect_task = defineResource({
  name: 'collect_task',
  label: '附件采集任务',
  en: 'Collection task',
  path: '/yb-attach/taskinfo',
  scope: 'land',
  title: 'collector',
  order: ['regionCode'],
  unique: [['regionCode']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', width: 180 }),
    kinds: text('附件类别', { en: 'Kinds', max: 200, form: 'none', width: 260 }),
    collector: text('采集人', { name: true, format: 'name', en: 'Collector', required: true, max: 50, width: 120 }),
    fromDay: date('开始日期', { en: 'From', required: true }),
    toDay: date('截止日期', { en: 'Until', required: true }),
    remark: note('备注', { en: 'Remark', max: 254 }),
  },
})
/** The kinds as a form sends them: a list with commas, each a key of dictionary attach_kind. */
export const CHOSEN = text('附件类别', { en: 'Kinds', required: true, max: 200, requiredMessage: { zh: '请选择附件类别', en: 'Please select the kinds' } })
/** The kinds of a list as it is stored. */
export const kindsOf = (list: string | null | undefined): string[] => (list ?? '').split(',').flatMap((k) => k.trim() || [])
