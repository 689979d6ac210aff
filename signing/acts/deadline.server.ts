import { both } from '../../kit/model/lang.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { piecewise } from '../../runtime/piecewise.server.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { lockRow } from '../../services/process/rows.server.ts'
import { business, contract_file } from '../../business/cases/definitions/business.ts'
import { isSigningOpen, SIGNING_OPEN } from '../contract/flow.ts'
import { endFlow } from './sign-flow.server.ts'
import { moveContract } from './step.server.ts'

/** Kept with the contract, in the language of the installation's own work. */
const EXPIRED = both('超过签署期限', 'Not signed in time')

/** Every five minutes: contracts that were not signed in time expire and give their signature back, each in a transaction of its own with its business held first. Source: business-flows.md 7. */
export const deadlineRoutine: Routine = {
  name: 'sign-deadline',
  label: '签署到期',
  due: { minutes: 5 },
  async run(r) {
    const at = localTime(r.now)
    const { piece, end } = piecewise(r)
    const due = await r.system((tx) =>
      tx
        .selectFrom('contract_file')
        .select(['id', 'tenantId', 'businessId'])
        .where('signStatus', 'in', SIGNING_OPEN)
        .where('signDeadline', '<', at)
        .orderBy('id')
        .execute(),
    )
    let expired = 0
    for (const c of due)
      expired +=
        (await piece(c.tenantId, `contract ${c.id}`, async (ctx) => {
          await lockRow(ctx, business, c.businessId)
          const row = await rows.get(ctx, contract_file, c.id)
          if (!isSigningOpen(row.signStatus) || !row.signDeadline || row.signDeadline >= at) return 0
          await endFlow(ctx, row.id, 'expired')
          await moveContract(ctx, row, 'expire', { reason: EXPIRED[ctx.lang] })
          return 1
        })) ?? 0
    return end(`${expired} expired`)
  },
}
