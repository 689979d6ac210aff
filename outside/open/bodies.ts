// What each call of an application sends, field by field: what the call checks, what its description says, what the console takes. Pure.
import { text } from '../../kit/model/field.ts'
import type { Fields } from '../../kit/model/resource.ts'
import { NOTICE_SENT } from '../push/notice.ts'
import type { OpenScope } from '../push/scopes.ts'
import { appraisal } from './appraisal.ts'

const { regionCode: _, businessTypeCode: __, ...APPRAISAL_SENT } = appraisal.fields
/** Fields of a body by the scope of the call. */
export const OPEN_BODIES = {
  appraisal: APPRAISAL_SENT,
  notice: NOTICE_SENT,
  contract: {
    cbhtbm: text('合同编码', { en: 'Code', required: true, length: 19 }),
    cbfzjhm: text('承包方证件号码', { en: 'Contractor ID', required: true, max: 20, format: 'idNumber', mask: 'idNumber' }),
  },
  file: { fileId: text('附件编号', { en: 'Paper', required: true, max: 19 }) },
} satisfies Record<OpenScope, Fields>
