// What a person may say of boundary points and lines: marks, kinds, descriptions, whose land lies beside. Where they are follows from the shapes alone.
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { crud, rowIdOf, type Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dk, dk_jz, jzd, jzx } from '../definitions/dk.ts'
import { landProblems } from '../definitions/problems.ts'
import { ZT } from '../definitions/statuses.ts'
import { casesHolding } from '../register/held.server.ts'

/** Refuses a change of what an open case has posted or is about to: its parcels are as they were surveyed. They are held, so that no case takes them meanwhile. */
async function requireFree(ctx: Ctx, county: string, id: string): Promise<void> {
  const links = await scoped(ctx, dk_jz).select('dk_jz.dkbm').where('dk_jz.countyCode', '=', county).where('dk_jz.jzId', '=', id).execute()
  if (links.length === 0) return
  const parcels = await scoped(ctx, dk)
    .select('dk.dkbm')
    .where('dk.countyCode', '=', county)
    .where(
      'dk.dkbm',
      'in',
      links.map((l) => l.dkbm),
    )
    .where('dk.zt', '=', ZT.valid)
    .orderBy('dk.dkbm')
    .forUpdate()
    .execute()
  const codes = parcels.map((p) => String(p.dkbm))
  const [dkbm] = (await casesHolding(ctx, 'dk', county, codes)).keys()
  if (dkbm) throw landProblems.boundaryHeld({ dkbm })
}
const marks = (r: typeof jzd | typeof jzx): Route => ({
  ...crud(r).update,
  perm: `${r.name}_edit`,
  summary: `修改${r.label}标注`,
  run: async (ctx, input) => {
    if (!input.id) throw problems.notFound({ zh: r.label, en: r.en })
    const draft = await rows.checkedDraft(ctx, r, input)
    const before = await rows.get(ctx, r, rowIdOf(input))
    rows.requireRevSaid(before, input.rev)
    await requireFree(ctx, before.countyCode!, before.id)
    return rows.update(ctx, r, before.id, draft)
  },
})
export const markRoutes: Route[] = [marks(jzd), marks(jzx)]
