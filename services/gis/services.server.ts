import { randomUUID } from 'node:crypto'
import { text } from '../../kit/model/field.ts'
import { Problem, type Wrong } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { textIn, ids, type Input, type Route } from '../../kit/server/route.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { sealedCrud } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { gis_layer, gis_service } from './gis.ts'
import { gisProblems } from './problems.ts'
import { judgedSubmit, ofRegions } from './seen.server.ts'
import { serviceFaults } from './texts.ts'

/** What services are reached and kept with. */
export interface GisParts {
  sealer: Sealer
  outbound: Outbound
}
const secrets = { key: text('密钥', { en: 'Key', max: 200 }) }

/** Why an address must not be asked, as far as the address itself tells; what its name leads to is judged at each call. */
function addressFault(outbound: Outbound, url: string): Wrong[] {
  try {
    outbound.agents(url.replace(/\{[^}]*\}/g, '0'))
    return []
  } catch (e) {
    if (e instanceof Problem) return [{ field: 'url', msg: e.words }]
    throw e
  }
}
/** Refuses to remove services that layers use: those would be empty places in everybody's tree. */
async function requireUnused(ctx: Ctx, list: readonly string[]): Promise<void> {
  if (list.length === 0) return
  const used = await scoped(ctx, gis_layer).select('gis_layer.name').where('gis_layer.serviceId', 'in', list).limit(5).execute()
  if (used.length) throw gisProblems.used({ names: used.map((l) => l.name).join('、') })
}

/** Services: page, detail, submit, remove. Source: land-contract.md 7. */
export function serviceRoutes({ sealer, outbound }: GisParts): Route[] {
  const plain = ofRegions(gis_service, sealedCrud(gis_service, secrets, sealer, ['url', 'keyName']))
  const judge = async (_: Ctx, draft: Input) => {
    const own = serviceFaults(draft)
    return own.length ? own : addressFault(outbound, textIn(draft, 'url'))
  }
  const remove: Route = {
    ...plain.remove,
    run: async (ctx, q, f) => {
      await plain.remove.run(ctx, q, f)
      await requireUnused(ctx, ids(q))
    },
  }
  return [
    plain.page,
    plain.detail,
    judgedSubmit(gis_service, plain.submit, { judge, given: (b) => ({ uuid: b.uuid || randomUUID() }), beside: ['key', 'has_key'] }),
    remove,
  ]
}
