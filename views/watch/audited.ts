// Rows that are compared with what the audit log says was written of them, because no book prints them and no digest holds them. Pure.
import { cbht } from '../../land/definitions/cbht.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import type { Audited } from '../../land/register/audited.ts'
import { fbf_round } from '../../land/register/tables.ts'
import { correction } from '../../land/correction/correction.ts'
import { business } from '../../business/cases/business.ts'
import type { ObjectKind } from './findings.ts'

const tied = 'x."countyCode" = o."countyCode" and x."tenantId" = o."tenantId"'
/** By the object at which they are told; `hung`: how rows of another table (x) hang on it (o). */
export const AUDITED: Readonly<Partial<Record<ObjectKind, Audited & { hung?: string }>>> = {
  fbf: { of: fbf_round, columns: ['roundNo', 'fromDay', 'toDay'], hung: `${tied} and x.fbfbm = o.fbfbm` },
  cbht: { of: cbht, columns: ['cbfmc', 'fbfmc', 'signWay', 'signStatus', 'qdsj'], packaged: { signWay: null } },
  cbjyqz: { of: cbjyqz, columns: ['sfbdcfz'], packaged: { sfbdcfz: '2' } },
  business: { of: business, columns: ['businessReceiveTime', 'businessTypeCode', 'businessItemCode', 'businessCode', 'fbfbm', 'obligeName', 'dueDay'] },
  // the paper of a correction is what its entry stands on
  register_entry: {
    of: correction,
    columns: ['objectCode', 'paperNo', 'reason'],
    hung: `${tied} and o."causeKind" = 'correction' and x.id::text = o."causeId"`,
  },
}
