import { Problem } from '../../kit/model/problem.ts'
import catalogue from './errors.json' with { type: 'json' }

export type ErrorCode = keyof typeof catalogue.errors

/** English beside the catalogue's Chinese words, for the codes this product raises. */
const english: Partial<Record<ErrorCode, string>> = {
  E1001: 'Business {businessCode} is running on this object',
  E1002: 'Parcel {dkbm} is mortgaged',
  E1003: 'Parcel {dkbm} has an open objection',
  E1006: 'Outside your region',
  E1007: 'The issuer is incomplete: {items}',
  E1013: 'A household has one household contract only',
  E1014: 'Files are missing: {names}',
  E1015: 'Parcel {dkbm} is in contract {cbhtbm} already',
  E2001: 'The task is done already',
  E2002: 'Not allowed in this task',
  E2003: 'The publicity lasts {n} more days',
  E2004: '{n} objections are not handled',
  E2005: 'Not all contracts are signed',
  E2006: 'The business is finished and cannot be revoked',
}
const filled = (words: string, d: Record<string, string | number>) => words.replace(/\{(\w+)\}/g, (_, n: string) => String(d[n] ?? ''))

/** A refusal of the catalogue (business-flows.md 14): HTTP 400, `key` the code, `data` the details. */
export function refusal(code: ErrorCode, details: Record<string, string | number> = {}): Problem {
  const zh = filled(catalogue.errors[code], details)
  return new Problem(400, code, { zh, en: filled(english[code] ?? catalogue.errors[code], details) }, details)
}
/** 409: this business type is not available yet. */
export const notAvailable = (typeName: string) =>
  new Problem(409, 'not-available', { zh: `业务类型【${typeName}】暂未开放`, en: 'This business type is not available yet' })
/** 403: somebody else holds the task, or the caller has not its role. */
export const notYourTask = () => new Problem(403, 'not-your-task', { zh: '任务不属于您，不能办理', en: 'This task is not yours' })
/** 400: check and recheck must be done by two people (I24). */
export const twoPeople = () => new Problem(400, 'four-eyes', { zh: '复审人与初审人不能是同一人', en: 'Check and recheck are done by two people' })
