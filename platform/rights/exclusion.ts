import { note, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** 互斥角色: two roles that nobody may hold together. Aliases, so that a pair says the same in every tenant. Source: GB/T 22239 8.1.5 (separate administrators). */
export const role_exclusion = defineResource({
  name: 'role_exclusion',
  label: '互斥角色',
  en: 'Roles that exclude one another',
  path: '/cpt-system/role-exclusion',
  scope: 'tenant',
  order: ['oneAlias', 'otherAlias'],
  unique: [['oneAlias', 'otherAlias']],
  title: 'oneAlias',
  derived: ['oneName', 'otherName'],
  fields: {
    oneAlias: text('角色别名', { en: 'Alias of a role', required: true, max: 64, format: 'code', search: 'like', width: 150 }),
    otherAlias: text('互斥角色别名', { en: 'Alias of the other', required: true, max: 64, format: 'code', search: 'like', width: 150 }),
    remark: note('说明', { en: 'Remark', max: 255 }),
  },
})

/** Buttons of the three administrators. A role that holds those of two of them is none of the three. */
const DUTIES: Readonly<Record<string, RegExp>> = {
  system: /^(sys_user|sys_dept|sys_post|param|dict|dict_biz|client|sms|sms_content|oss|datasource|tenant|region)_(add|edit|delete|import)$/,
  security:
    /^((sys_role|data_scope|api_scope|role_exclusion)_(add|edit|delete|grant)|password_strategy_edit|session_offline|sys_user_(grant|unlock|reset|approve))$/,
  audit: /^(audit|security_alert|api_log|error_log)_/,
}
/** Which of the three administrators' duties buttons belong to. */
export const dutiesOf = (codes: Iterable<string>): string[] => {
  const all = [...codes]
  return Object.keys(DUTIES).filter((d) => all.some((c) => DUTIES[d]!.test(c)))
}
