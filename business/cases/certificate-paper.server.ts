import { invalidField, type Problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import type { Form } from './business.ts'

/**
 * Parameter of a tenant: 1 = a certificate whose text changes is always printed on new paper, 0 = it is always kept and gets a line on its running page.
 * Without it the form of the case says which.
 */
const PAPER_PARAM = 'certificate.paper'
/** Why a form may not choose as it does between new paper and a line on the old one. Forms without that choice are not asked. */
export async function paperFault(ctx: Ctx, { hfqz }: Form & { hfqz?: unknown }): Promise<Problem | undefined> {
  if (hfqz !== '1' && hfqz !== '2') return undefined
  const rule = await numberParam(ctx, PAPER_PARAM, -1)
  if (rule === 0 && hfqz === '1')
    return invalidField('hfqz', {
      zh: '本地规定变更在原权证上记载，不换发新证',
      en: 'By rule of this office a change is written on the old certificate: no new one is made',
    })
  if (rule === 1 && hfqz === '2') return invalidField('hfqz', { zh: '本地规定变更后换发新证', en: 'By rule of this office a changed certificate is made anew' })
  return undefined
}
