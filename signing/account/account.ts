import { int, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const

/** 电子签账户: how many electronic signatures a region and what lies below it have; the nearest account above counts. Source: statistics.md 10. */
export const sign_account = defineResource({
  name: 'sign_account',
  label: '电子签账户',
  en: 'E-signature account',
  path: '/sign-base/account',
  scope: 'tenant',
  title: 'regionCode',
  order: ['regionCode'],
  unique: [['regionCode']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', width: 140 }),
    purchased: int('购买次数', { en: 'Granted', ...none, width: 90 }),
    consumed: int('已用次数', { en: 'Used', ...none, width: 90 }),
    reserved: int('占用次数', { en: 'Reserved', ...none, width: 90 }),
    warnAt: int('预警次数', { en: 'Warn below', min: 0, max: 99_999_999, width: 90 }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
  },
})
export type SignAccountRow = Row<typeof sign_account>

/** What moves an account: signatures given to it, held by a contract that began, used by one that is signed, given back by one that is not. */
export const ACCOUNT_MOVES = ['grant', 'reserve', 'consume', 'release'] as const
export type AccountMove = (typeof ACCOUNT_MOVES)[number]

/** 电子签流水: one movement of an account; never changed. Source: statistics.md 10. */
export const sign_movement = defineResource({
  name: 'sign_movement',
  label: '电子签流水',
  en: 'E-signature movement',
  path: '/sign-base/movement',
  scope: 'tenant',
  order: ['id'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', width: 160 }),
    accountId: ref('账户', 'sign_account', { en: 'Account', ...none, search: 'eq', column: false }),
    move: text('类型', { en: 'Movement', max: 10, values: ACCOUNT_MOVES, ...none, search: 'eq', width: 90 }),
    quantity: int('数量', { en: 'Quantity', ...none, width: 90 }),
    contractId: ref('合同', 'contract_file', { en: 'Contract', ...none, search: 'eq', column: false }),
    cbhtbm: text('合同编码', { en: 'Contract', max: 19, ...none, fixed: true, search: 'prefix', width: 190 }),
    operator: text('操作人', { en: 'By', max: 50, ...none, width: 110 }),
    reason: text('说明', { en: 'Reason', max: 254, ...none, width: 220 }),
  },
})

/** Figures of an account; none is 0. */
export type AccountFigures = { purchased?: number | null; consumed?: number | null; reserved?: number | null; warnAt?: number | null }
/** What an account has left; never below 0 (I28). */
export const remainingOf = (a: AccountFigures): number => (a.purchased ?? 0) - (a.consumed ?? 0) - (a.reserved ?? 0)
/** Whether little is left: under the account's own bound, else under a tenth of what was granted or under a hundred. Source: statistics.md 10. */
export const isLow = (a: AccountFigures): boolean => remainingOf(a) < (a.warnAt ?? Math.max(100, (a.purchased ?? 0) / 10))

/** What a movement does to the figures of its account. */
export const EFFECT: Readonly<Record<AccountMove, { purchased?: 1; consumed?: 1; reserved?: 1 | -1 }>> = {
  grant: { purchased: 1 },
  reserve: { reserved: 1 },
  consume: { consumed: 1, reserved: -1 },
  release: { reserved: -1 },
}
