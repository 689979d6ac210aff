import { dict, flag, int, note, ref, region, text } from '../../../kit/model/field.ts'
import { defineResource } from '../../../kit/model/resource.ts'

/**
 * 导入导出模板: which rows (`entity`, the name of a definition) leave or enter by a sheet, under which name, and in which region it is offered.
 * Source: screens.md A27; platform.md 7 (cpt-expimp tpl).
 */
export const exp_tpl = defineResource({
  name: 'exp_tpl',
  label: '导入导出模板',
  en: 'Sheet templates',
  path: '/cpt-expimp/tpl',
  scope: 'tenant',
  order: ['tplCode'],
  unique: [['tplCode']],
  title: 'tplName',
  fields: {
    tplCode: text('模板编码', { en: 'Code', required: true, max: 60, format: 'code', search: 'like', width: 140 }),
    tplName: text('模板名称', { en: 'Name', required: true, max: 100, search: 'like', width: 180 }),
    entity: text('业务对象', { en: 'Object', required: true, max: 40, search: 'eq', width: 140 }),
    kind: dict('类别', 'expimp_kind', { en: 'Kind', required: true, default: 'export', values: ['export', 'import'], search: 'eq', width: 90 }),
    sheetName: text('工作表名称', { en: 'Sheet', max: 31, width: 120 }),
    regionCode: region('适用区域', { en: 'Region', everywhere: true, search: 'prefix', width: 160 }),
    isEnabled: flag('是否启用', { en: 'Enabled', default: 1, width: 90 }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})

/** 导入导出列配置: one column of a template, in the order of `sort`. Source: screens.md A27; platform.md 7 (expimpexcelexpconfig). */
export const exp_column = defineResource({
  name: 'exp_column',
  label: '导入导出列',
  en: 'Sheet column',
  path: '/expimp/expimpexcelexpconfig',
  scope: 'tenant',
  order: ['tplId', 'sort'],
  unique: [['tplId', 'field']],
  under: { to: exp_tpl, own: 'tplId' },
  title: 'title',
  fields: {
    tplId: ref('所属模板', 'exp_tpl', { en: 'Template', required: true, search: 'eq', width: 180 }),
    field: text('字段', { en: 'Field', required: true, max: 60, search: 'like', width: 130 }),
    title: text('列标题', { en: 'Heading', required: true, max: 100, search: 'like', width: 150 }),
    width: int('列宽', { en: 'Width', min: 4, max: 100, default: 16, width: 80 }),
    sort: int('排序', { en: 'Order', required: true, min: 0, max: 9999, default: 1, width: 80 }),
    dictCode: text('字典编码', { en: 'Dictionary', max: 64, width: 120 }),
    format: dict('格式', 'expimp_format', { en: 'Format', default: 'text', values: ['text', 'number', 'date', 'datetime', 'mask'], width: 100 }),
    mergeRule: dict('合并规则', 'expimp_merge', { en: 'Merging', default: 'none', values: ['none', 'same'], column: false }),
    isRequired: flag('导入必填', { en: 'Required', default: 0, width: 100 }),
    isUnique: flag('导入唯一', { en: 'Unique', default: 0, width: 100 }),
  },
})
