// The statuses of registered rows, by name. Source: codes.md 4 (dkzt, htqszt, djzt, lzzt, dyzt, yyzt).
import { dict } from '../../kit/model/field.ts'

/** `zt`: a row of fbf, cbf or dk. */
export const ZT = { draft: '0', valid: '1', historic: '2' } as const
/** `qszt`: a version of a contract or book. */
export const QSZT = { draft: '0', current: '1', historic: '2', ended: '3' } as const
/** 更正登记 (dictionaries djlx, djxl): the version of a book that a correction of its contractor makes. */
export const CORRECTION = { djlx: '8', djxl: '13' } as const
/** `djzt`: whether a household or parcel is registered; `underWay`, while an open case holds it, is shown from its locks and never stored. */
export const DJZT = { none: '0', underWay: '1', registered: '2', ended: '9' } as const
/** `zt` of a certificate (dictionary cert_state). */
export const CERT = { unprinted: '0', valid: '1' } as const
/** `signStatus` of a contract (dictionary sign_status), the ones that code names: nobody has begun, begun, signed in part, signed, waits for a second person to examine it, rejected by the office, too late, refused by a signer. */
export const SIGN = { notBegun: '99', unsigned: '0', signing: '1', signed: '2', toExamine: '3', rejected: '4', expired: '5', refused: '7' } as const
export const LZZT = { none: '0', circulated: '1' } as const
export const DYZT = { none: '0', mortgaged: '1' } as const
export const YYZT = { none: '0', objected: '1' } as const
/** Nothing stands against a right: not circulated, not mortgaged, no objection. */
export const FREE = { lzzt: LZZT.none, dyzt: DYZT.none, yyzt: YYZT.none } as const

/** How a household or a parcel stands, as fields of its definition: set by the register, never by a form. */
export const standing = {
  djzt: dict('登记状态', 'djzt', { en: 'Registration', form: 'none', search: 'eq', width: 90 }),
  lzzt: dict('流转状态', 'lzzt', { en: 'Circulation', form: 'none', search: 'eq', width: 90 }),
  dyzt: dict('抵押状态', 'dyzt', { en: 'Mortgage', form: 'none', search: 'eq', width: 90 }),
  yyzt: dict('异议状态', 'yyzt', { en: 'Objection', form: 'none', search: 'eq', width: 90 }),
  zt: dict('状态', 'dkzt', { en: 'Row status', form: 'none', search: 'eq', column: false }),
}
