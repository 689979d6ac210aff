import { dict, note, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** What a setting makes of a rule (dictionary hjb_rule_severity), beside the severities themselves. */
export const RULE_OFF = '0',
  RULE_STANDARD = 'S'

/** 检查规则: what a county made of a rule of the package checks, and why. Each change is a row of its own: the last one holds, those before it are its history. */
export const hjb_rule = defineResource({
  name: 'hjb_rule',
  label: '检查规则调整',
  en: 'Change of a check rule',
  path: '/hjb/hjbrule',
  scope: 'land',
  title: 'rule',
  fields: {
    regionCode: region('县（市、区）', { en: 'County', required: true, search: 'prefix' }),
    rule: text('规则', { en: 'Rule', required: true, max: 4, search: 'eq', width: 80 }),
    severity: dict('级别', 'hjb_rule_severity', { en: 'Severity', required: true, values: ['E', 'W', 'T', RULE_OFF, RULE_STANDARD], width: 100 }),
    threshold: text('阈值', { en: 'Threshold', max: 12, width: 100 }),
    reason: note('原因', { en: 'Reason', required: true, max: 500, width: 300 }),
  },
})
