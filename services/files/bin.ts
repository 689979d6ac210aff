import { datetime, int, json, ref, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** Days that a removed file lies in the bin. */
export const BIN_DAYS = 30
/** 回收站: files that were removed, each with its row as it stood; former versions of a file that was replaced lie here too. */
export const attach_bin = defineResource({
  name: 'attach_bin',
  label: '附件回收站',
  en: 'Removed file',
  path: '/cpt-resource/attach-bin',
  scope: 'land',
  title: 'name',
  unique: [['attachId']],
  order: ['removedTime'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    attachId: text('附件编号', { fixed: true, max: 19, form: 'none', column: false }),
    name: text('文件名称', { en: 'File name', max: 255, form: 'none' }),
    attachSize: int('大小', { en: 'Size', form: 'none', width: 100 }),
    businessId: ref('业务', 'business', { en: 'Business', form: 'none', search: 'eq', column: false }),
    businessItem: text('附件类别', { en: 'Kind', max: 64, form: 'none', width: 120 }),
    remover: text('删除人', { en: 'Removed by', max: 50, form: 'none', width: 110 }),
    removedTime: datetime('删除时间', { en: 'Removed', form: 'none', width: 170 }),
    ossName: text('存储名称', { max: 120, form: 'none', column: false }),
    content: json('原记录', { form: 'none', column: false }),
  },
})
