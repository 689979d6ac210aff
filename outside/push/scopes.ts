import type { Text } from '../../kit/model/lang.ts'

/** What an authorised application may do, as it stands in its 授权范围. */
export const SCOPES = ['appraisal', 'notice', 'contract', 'file'] as const
export type OpenScope = (typeof SCOPES)[number]
export const SCOPE_WORDS: Readonly<Record<OpenScope, Text>> = {
  appraisal: { zh: '好差评推送', en: 'Ratings' },
  notice: { zh: '登记机构通知', en: 'Notices of the registry' },
  contract: { zh: '合同查询', en: 'Query of a contract' },
  file: { zh: '推送业务附件', en: 'Papers of pushed cases' },
}
