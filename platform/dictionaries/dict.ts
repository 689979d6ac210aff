import { defineResource } from '../../kit/model/resource.ts'
import { ref } from '../../kit/model/field.ts'
import { dict_biz } from '../definitions/system.ts'

/** 系统字典: the platform's own words, one set for all tenants; the business dictionaries are each tenant's. Source: platform-api.md 3.10. */
export const dict = defineResource({
  name: 'dict',
  label: '系统字典',
  en: 'System dictionary',
  path: '/cpt-system/dict',
  scope: 'platform',
  order: ['sort'],
  title: 'dictValue',
  derived: dict_biz.derived!,
  fields: { ...dict_biz.fields, parentId: ref('上级字典', 'dict', { en: 'Parent', column: false, search: 'eq' }) },
})
/** Key of a row that heads a dictionary. */
export const HEADING_KEY = '-1'
