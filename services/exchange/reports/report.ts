import { note, ref, text } from '../../../kit/model/field.ts'
import { defineResource } from '../../../kit/model/resource.ts'

/** 报表: a name for the rows and columns that a sheet template shows. Source: platform-api.md 3.16 (report/rest); platform.md 7. */
export const report = defineResource({
  name: 'report',
  label: '报表',
  en: 'Report',
  path: '/cpt-report/report/rest',
  scope: 'tenant',
  order: ['name'],
  unique: [['name']],
  title: 'name',
  fields: {
    name: text('报表名称', { en: 'Name', required: true, max: 100, search: 'like', width: 220 }),
    tplId: ref('导出模板', 'exp_tpl', { en: 'Template', required: true, search: 'eq', width: 200 }),
    remark: note('备注', { en: 'Remark', max: 255 }),
  },
})
