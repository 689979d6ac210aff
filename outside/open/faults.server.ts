// Every refusal that a call of an application can be answered with: what its description tells, and what a test compares with each answer.
import { problems, type Problem } from '../../kit/model/problem.ts'
import { fileProblems } from '../../services/files/problems.ts'
import { noticeProblems } from '../push/problems.ts'
import type { OpenScope } from '../push/scopes.ts'
import { appraisalProblems } from './appraisal.server.ts'
import { askProblems } from './asked.server.ts'
import type { DescribedFault } from './describe.ts'
import { openProblems } from './open.server.ts'

const field = { zh: '某字段的格式或取值不正确（data.fields逐项说明）', en: 'A field is malformed or out of its bounds (data.fields names each)' }
/** What every call may be refused with. */
const OF_ALL: readonly Problem[] = [
  openProblems.signature(),
  openProblems.replayed(),
  openProblems.disabled(),
  openProblems.address(),
  openProblems.scope({ scope: 'notice' }),
  openProblems.quota({ n: 1000, retryAfter: 3600 }),
  problems.tooMany(),
  problems.badRequest({ zh: '请求格式不正确', en: 'The request is malformed' }),
  problems.unknownParameter({ name: 'x' }),
  problems.invalid([{ field: 'x', msg: field }]),
  problems.wrongMethod({ allow: 'POST' }),
  problems.tooSlow(),
  problems.tooLarge({ kb: 1024 }),
  problems.mediaType(),
  problems.headersTooLarge(),
  problems.broken(),
  problems.busy(),
  problems.full(),
]
const OF: Readonly<Record<OpenScope, readonly Problem[]>> = {
  appraisal: [problems.notFound({ zh: '业务', en: 'Business' }), appraisalProblems.unfinished(), appraisalProblems.twice()],
  notice: [
    noticeProblems.noObject(),
    noticeProblems.noCase({ code: 'YW20260501001' }),
    noticeProblems.twice(),
    openProblems.region({ regionCode: '512021119203' }),
  ],
  contract: [problems.notFound({ zh: '承包合同', en: 'Contract' }), askProblems.inVain({ retryAfter: 600 })],
  file: [problems.notFound({ zh: '附件', en: 'Paper' }), fileProblems.gone({ name: '承包合同.pdf' }), fileProblems.changed({ name: '承包合同.pdf' })],
}
const told = ({ status, key, words }: Problem): DescribedFault => ({ status, key, ...words })
export const FAULTS_OF_ALL: readonly DescribedFault[] = OF_ALL.map(told)
/** What a call may be refused with beside those. */
export const openFaultsOf = (scope: OpenScope): readonly DescribedFault[] => OF[scope].map(told)
