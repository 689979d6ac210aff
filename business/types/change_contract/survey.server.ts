import { invalidField } from '../../../kit/model/problem.ts'
import { draftOf } from '../../cases/handling/case.server.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import type { TaskStep } from '../../cases/handling/handling.server.ts'
import { cuttingSurvey } from '../../cases/land/pieces.server.ts'
import { YES } from './type.ts'

const cutting = cuttingSurvey('cuts')
/** The survey of a change: it is passed when the pieces of what is cut are drawn, and every outline that is to be drawn anew. */
export const changeSurvey: TaskStep = {
  async ready(ctx, at, rules, passed) {
    await cutting.ready!(ctx, at, rules, passed)
    const { form } = await draftOf(ctx, at.business.id)
    formsIn(form.corrected).forEach((c, i) => {
      if (c.cxch !== YES || c.geom) return
      throw invalidField(`corrected.${i}.geom`, { zh: `地块【${c.dkbm}】的图形尚未绘制`, en: `The outline of parcel ${c.dkbm} is not drawn yet` })
    })
  },
}
