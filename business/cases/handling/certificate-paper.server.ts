import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { choiceParam } from '../../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../../platform/settings/params.ts'
import type { Form } from '../definitions/business.ts'

/** Why a form may not choose as it does between new paper and a line on the old one. Forms without that choice are not asked. */
export async function certificatePaperFault(ctx: Ctx, { hfqz }: Form & { hfqz?: unknown }): Promise<Problem | undefined> {
  if (hfqz !== '1' && hfqz !== '2') return undefined
  const rule = await choiceParam(ctx, PARAMS.certificatePaper)
  if (rule === 0 && hfqz === '1')
    return invalidField('hfqz', {
      zh: '本地规定变更在原权证上记载，不换发新证',
      en: "Under this office's rules a change is noted on the old certificate; no new one is issued",
    })
  if (rule === 1 && hfqz === '2')
    return invalidField('hfqz', { zh: '本地规定变更后换发新证', en: "Under this office's rules a changed certificate is reissued" })
  return undefined
}
