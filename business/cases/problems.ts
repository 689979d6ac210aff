import type { Lang, Text } from '../../kit/model/lang.ts'
import { Problem } from '../../kit/model/problem.ts'
import catalogue from './errors.json' with { type: 'json' }

/** English beside the catalogue's Chinese words, for the codes this product raises: a code without them cannot be raised. */
const english = {
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
  E2003: 'The publicity is not over; days left: {n}',
  E2004: 'Objections not yet handled: {n}',
  E2005: 'Not all contracts are signed',
  E2006: 'The business is finished and cannot be revoked',
  E3001: 'Not enough electronic signatures are left',
  E3002: 'Nobody is entered who signs as {node}',
} satisfies Partial<Record<keyof typeof catalogue.errors, string>>
export type ErrorCode = keyof typeof english

type Details = Record<string, string | number | Text>
const filled = (words: string, d: Details, lang: Lang) =>
  words.replace(/\{(\w+)\}/g, (_, n: string) => {
    const v = d[n] ?? ''
    return typeof v === 'object' ? v[lang] : String(v)
  })

/** A refusal of the catalogue (business-flows.md 14): HTTP 400, `key` the code, `data` the details. */
export const refusal = (code: ErrorCode, details: Details = {}): Problem =>
  new Problem(400, code, { zh: filled(catalogue.errors[code], details, 'zh'), en: filled(english[code], details, 'en') }, details)
/** 409: this business type is not available yet. */
export const notAvailable = (typeName: string) =>
  new Problem(409, 'not-available', { zh: `业务类型【${typeName}】暂未开放`, en: 'This business type is not available yet' })
/** 409: the county takes no business of this type. */
export const notOffered = (typeName: string) =>
  new Problem(409, 'not-offered', { zh: `本区域暂停受理业务类型【${typeName}】`, en: 'Business of this type is not taken in this region' })
/** 400: check and recheck must be done by two people (I24). */
export const twoPeople = () => new Problem(400, 'four-eyes', { zh: '复审人与初审人不能是同一人', en: 'Check and recheck are done by two people' })
