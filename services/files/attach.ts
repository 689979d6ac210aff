import { int, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'

/** 附件: a stored file, grouped by business and kind (businessItem, dictionary attach_kind). Source: platform.md 3 (Attachment). */
export const attach = defineResource({
  name: 'attach',
  label: '附件',
  en: 'Attachment',
  path: '/cpt-resource/attach',
  scope: 'land',
  title: 'name',
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    name: text('文件名称', { en: 'File name', required: true, max: 255, search: 'like' }),
    ossName: text('存储名称', { form: 'none', max: 120, column: false }),
    extension: text('扩展名', { en: 'Type', form: 'none', max: 20, width: 80 }),
    contentType: text('内容类型', { form: 'none', max: 100, column: false }),
    attachSize: int('大小', { en: 'Size', form: 'none', width: 100 }),
    sha256: text('摘要', { form: 'none', max: 64, column: false }),
    attachMd5: text('原文件MD5', { form: 'none', max: 32, column: false }),
    sourceSha256: text('原文件摘要', { form: 'none', max: 64, column: false }),
    businessId: ref('业务', 'business', { en: 'Business', form: 'none', search: 'eq', column: false }),
    businessItem: text('附件类别', { en: 'Kind', form: 'none', max: 64, search: 'eq', width: 120 }),
    locked: int('已归档', { form: 'none', column: false }),
    attachSort: int('顺序', { en: 'Place', form: 'none', column: false }),
  },
})
export type Attach = Row<typeof attach>
