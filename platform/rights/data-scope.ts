import { dict, note, ref, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { SCOPE_TYPES } from '../../kit/model/scope-rules.ts'

/**
 * 数据权限: which rows of a list the roles that hold it see. `scopeClass` names the definition whose rows are narrowed.
 * `scopeValue` is a list of conditions (kit/model/scope-rules.ts), never SQL. Source: platform-api.md 3.12.
 */
export const data_scope = defineResource({
  name: 'data_scope',
  label: '数据权限',
  en: 'Data scope',
  path: '/cpt-system/data-scope',
  scope: 'tenant',
  order: ['resourceCode'],
  unique: [['resourceCode']],
  title: 'scopeName',
  fields: {
    menuId: ref('所属菜单', 'menu', { en: 'Menu', search: 'eq', column: false }),
    scopeName: text('权限名称', { en: 'Name', required: true, max: 255, search: 'like', width: 160 }),
    resourceCode: text('权限编号', { en: 'Code', required: true, max: 255, format: 'code', search: 'like', width: 160 }),
    scopeClass: text('数据资源', { en: 'Resource', required: true, max: 60, format: 'code', search: 'eq', width: 130 }),
    scopeType: dict('规则类型', 'data_scope_type', { en: 'Rule', required: true, values: Object.values(SCOPE_TYPES), search: 'eq', width: 140 }),
    scopeColumn: text('权限字段', { en: 'Column', max: 60, default: 'createUser', width: 120 }),
    scopeField: text('可见字段', { en: 'Visible fields', max: 1000, default: '*', width: 140 }),
    scopeValue: note('自定义规则', { en: 'Conditions', max: 2000, column: false }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})

/** 接口权限: paths that the roles which hold it may call. Source: platform-api.md 3.12. */
export const api_scope = defineResource({
  name: 'api_scope',
  label: '接口权限',
  en: 'API scope',
  path: '/cpt-system/api-scope',
  scope: 'tenant',
  order: ['resourceCode'],
  unique: [['resourceCode']],
  title: 'scopeName',
  fields: {
    menuId: ref('所属菜单', 'menu', { en: 'Menu', search: 'eq', column: false }),
    scopeName: text('权限名称', { en: 'Name', required: true, max: 255, search: 'like', width: 160 }),
    resourceCode: text('权限编号', { en: 'Code', required: true, max: 255, format: 'code', search: 'like', width: 160 }),
    scopePath: text('接口地址', { en: 'Path', required: true, max: 255, search: 'like', width: 260 }),
    scopeType: dict('接口类型', 'api_scope_type', { en: 'Type', required: true, values: ['1', '2'], default: '1', search: 'eq', width: 120 }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})
