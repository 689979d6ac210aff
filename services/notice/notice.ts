import { datetime, dict, flag, note, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** 通知公告. Content is rich text of the closed set in rich-text.ts; an unpublished one is seen by its editors only. Source: platform-api.md 3.16; screens.md A22. */
export const notice = defineResource({
  name: 'notice',
  label: '通知公告',
  en: 'Notice',
  path: '/cpt-desk/notice',
  scope: 'tenant',
  order: ['releaseTime'],
  title: 'title',
  derived: ['isRead'],
  fields: {
    title: text('通知标题', { en: 'Title', required: true, max: 255, search: 'like', width: 280 }),
    category: dict('通知类型', 'notice', { en: 'Type', required: true, search: 'eq', width: 120 }),
    releaseTime: datetime('发布时间', { en: 'Release time', required: true, search: 'range', sort: true, width: 160 }),
    regionCode: region('通知范围', { en: 'For region', everywhere: true, search: 'prefix', width: 140 }),
    status: flag('已发布', { en: 'Published', form: 'none', search: 'eq', width: 90 }),
    forPerm: text('限按钮', { en: 'For holders of', form: 'none', column: false, max: 64 }),
    content: note('通知内容', { en: 'Content', max: 20000, column: false }),
  },
})
