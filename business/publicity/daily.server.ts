import { localDay } from '../../kit/server/clock.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { piecewise } from '../../runtime/piecewise.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { PUBLICITY } from './clock.ts'
import { publicity } from './publicity.ts'
import { startWhenDue } from './routes.server.ts'
import { subjectOf, type PostedSubjects } from './subjects.server.ts'

/**
 * Just after midnight: rounds whose first day has come begin, each in a transaction of its own with what it posts held first, as every other step
 * holds it. One that fails is told and does not hold up the others. Source: business-flows.md 5.1.
 */
export const publicityRoutine = (of: PostedSubjects): Routine => ({
  name: 'publicity-start',
  label: '公示到期开始',
  due: { at: '00:05' },
  async run(r) {
    const { piece, end } = piecewise(r)
    const due = await r.system((tx) =>
      tx
        .selectFrom('publicity')
        .select(['id', 'tenantId'])
        .where('status', '=', PUBLICITY.todo)
        .where('startDate', '<=', localDay(r.now))
        .where('endDate', 'is not', null)
        .orderBy('id')
        .execute(),
    )
    let begun = 0
    for (const p of due)
      begun +=
        (await piece(p.tenantId, `posting ${p.id}`, async (ctx) => {
          const seen = await rows.get(ctx, publicity, p.id)
          await subjectOf(of, seen).hold(ctx, seen)
          await startWhenDue(of, ctx, await rows.get(ctx, publicity, p.id))
          return 1
        })) ?? 0
    return end(`${begun} begun`)
  },
})
