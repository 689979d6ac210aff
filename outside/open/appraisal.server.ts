import { isMoment } from '../../kit/model/formats.ts'
import { invalidField, problem, problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { crud, textIn, type Route, type SentDraft, type Slice } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { STATUS } from '../../business/cases/rules/flow.ts'
import { appraisal } from './appraisal.ts'
import { OPEN_BODIES } from './bodies.ts'
import { SCOPE_WORDS } from '../push/scopes.ts'
import { openRoute } from './open.server.ts'

export const appraisalProblems = {
  unfinished: problem(409, 'appraisal-unfinished', () => ({ zh: '业务尚未办结，不能评价', en: 'The business is not finished yet' })),
  twice: problem(409, 'appraisal-twice', () => ({ zh: '该业务已评价', en: 'This business was already rated' })),
}
const body = OPEN_BODIES.appraisal
const SENT = Object.keys(body) as (keyof typeof body)[]

/** What an application sent, checked; the name is masked. @throws invalid */
function readAppraisal(ctx: Ctx, input: SentDraft<typeof body>) {
  const time = textIn(input, 'appraiseTime')
  if (time && isMoment(time) && time > ctx.now) throw invalidField('appraiseTime', { zh: '评价时间不能晚于当前时间', en: 'The time lies in the future' })
  // by signs, not by halves of them: a rare one takes two places
  const name = [...textIn(input, 'appraiser')]
  const given = { ...Object.fromEntries(SENT.map((n) => [n, input[n]])), appraiser: name.map((sign, i) => (i === 0 ? sign : '*')).join('') }
  return rows.checkedFields(ctx, appraisal, given)
}
/**
 * Takes one evaluation of a finished business; the same one sent again is answered as the first time.
 * The name is masked before it is stored. Source: business-flows.md 10.3.
 */
async function take(ctx: Ctx, input: SentDraft<typeof body>): Promise<{ id: string }> {
  const sent = readAppraisal(ctx, input)
  const of = await ctx.db
    .selectFrom('business')
    .select(['id', 'status', 'regionCode', 'businessTypeCode'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessCode', '=', sent.businessCode)
    .executeTakeFirst()
  if (!of) throw problems.notFound({ zh: '业务', en: 'Business' })
  if (of.status !== STATUS.done) throw appraisalProblems.unfinished()
  const draft = { ...sent, regionCode: of.regionCode, businessTypeCode: of.businessTypeCode }
  const before = await rows.find(ctx, appraisal, { businessCode: draft.businessCode })
  if (!before) return { id: await rows.insert(ctx, appraisal, draft) }
  if (SENT.some((n) => String(before[n as keyof typeof before] ?? '') !== String(draft[n as keyof typeof draft] ?? ''))) throw appraisalProblems.twice()
  return { id: before.id }
}

/** Evaluations as they come in, and their list. Source: land-contract.md 7 (openApi/appraisal). */
export function appraisalSlice(sealer: Sealer): Slice {
  const plain = crud(appraisal)
  const open = openRoute({
    path: appraisal.path,
    summary: SCOPE_WORDS.appraisal.zh,
    audit: 'appraisal.insert',
    body,
    sealer,
    scope: 'appraisal',
    perms: ['appraisal_add'],
    check: readAppraisal,
    run: take,
  })
  return { name: 'appraisal', resources: [appraisal], routes: [plain.page, plain.detail, open] satisfies Route[] }
}
