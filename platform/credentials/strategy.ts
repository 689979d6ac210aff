import { dict, flag, int } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { DEFAULT_STRATEGY } from './password.ts'
import { POLICIES } from './second-factor.ts'

const d = DEFAULT_STRATEGY

/** 密码策略 of a tenant, one row. Source: platform-api.md 2.8 (names), screens.md A17 (one form), security.md D1-D2 (defaults). */
export const password_strategy = defineResource({
  name: 'password_strategy',
  label: '密码策略',
  en: 'Password strategy',
  path: '/cpt-system/password-strategy',
  scope: 'tenant',
  groups: { shape: { zh: '密码构成', en: 'Shape' }, age: { zh: '有效期', en: 'Age' }, lock: { zh: '登录锁定与会话', en: 'Lockout and sessions' } },
  fields: {
    minLength: int('最小长度', { en: 'Shortest', required: true, min: 8, max: 64, default: d.minLength, group: 'shape' }),
    maxLength: int('最大长度', { en: 'Longest', required: true, min: 16, max: 128, default: d.maxLength, group: 'shape' }),
    classes: int('字符种类数', { en: 'Character kinds', required: true, min: 1, max: 4, default: d.classes, group: 'shape' }),
    longEnough: int('免种类要求的长度', { en: 'Length without character classes', required: true, min: 8, max: 128, default: d.longEnough, group: 'shape' }),
    needUpper: flag('须含大写字母', { en: 'Needs upper case', default: 0, group: 'shape' }),
    needLower: flag('须含小写字母', { en: 'Needs lower case', default: 0, group: 'shape' }),
    needDigit: flag('须含数字', { en: 'Needs digits', default: 0, group: 'shape' }),
    needSpecial: flag('须含符号', { en: 'Needs symbols', default: 0, group: 'shape' }),
    historyCount: int('不可重复的历史密码数', { en: 'Previous passwords refused', required: true, min: 0, max: 24, default: d.historyCount, group: 'age' }),
    expireDays: int('有效天数（0为不限）', { en: 'Days (0 = no end)', required: true, min: 0, max: 3650, default: d.expireDays, group: 'age' }),
    warnDays: int('到期前提醒天数', { en: 'Warning days', required: true, min: 0, max: 90, default: d.warnDays, group: 'age' }),
    forceFirstChange: flag('初始密码必须修改', { en: 'Force change at first sign-in', default: 1, group: 'age' }),
    maxFail: int('失败锁定次数', { en: 'Failures until lockout', required: true, min: 1, max: 20, default: d.maxFail, group: 'lock' }),
    lockMinutes: int('锁定分钟', { en: 'Minutes locked', required: true, min: 1, max: 10080, default: d.lockMinutes, group: 'lock' }),
    idleMinutes: int('闲置退出分钟', { en: 'Minutes idle', required: true, min: 1, max: 720, default: d.idleMinutes, group: 'lock' }),
    secondFactor: dict('二次认证', 'second_factor', { en: 'Second factor', required: true, values: POLICIES, default: d.secondFactor, group: 'lock' }),
  },
})
