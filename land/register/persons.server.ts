// Who comes into a household by its form, a workbook or the correction of a person is co-owner of no other one, as in every case. Source: register.md 5; rulings.md 51.
import { both } from '../../kit/model/lang.ts'
import { problems, type Wrong } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { CBFLX } from '../definitions/household.ts'
import { deadWords } from '../definitions/membership.ts'
import { DEAD, isOwner, personOf, type Person } from '../definitions/person.ts'
import { claimPersons, coOwnersElsewhere } from './co-owners.server.ts'

type Sent = Person & { readonly sfgyr?: unknown; readonly cybz?: unknown }
interface Household {
  draft: { readonly cbflx?: unknown; readonly fbfbm?: unknown }
  members: readonly { values: Sent }[]
}
interface Stored {
  row?: { readonly cbfbm?: string | null }
  members: readonly Sent[]
}
/**
 * Why a household may not have a new co-owner who is one of another household of the county, or a new member who is recorded as dead in one. Who stood in it before may stay: what was imported is no reason to
 * refuse another change. With good cause a person is in two households by a business, where a second person confirms it. Paths begin at `jtcyList`.
 */
export async function personsElsewhere(ctx: Ctx, { draft, members }: Household, stored: Stored = { members: [] }): Promise<Wrong[]> {
  if (draft.cbflx !== CBFLX.household) return []
  const alive = stored.members.filter((m) => m.cybz !== DEAD)
  const [owners, known] = [alive.filter(isOwner), alive].map((of) => new Set(of.map(personOf))) as [Set<string>, Set<string>]
  const isNew = (m: Sent) => m.cybz !== DEAD && !!m.cyzjhm && !(isOwner(m) ? owners : known).has(personOf(m))
  const come = members.map((m) => m.values).filter(isNew)
  const asked = come.map((m) => ({ cyzjlx: m.cyzjlx ?? null, cyzjhm: m.cyzjhm ?? null }))
  const place = stored.row?.cbfbm ?? String(draft.fbfbm)
  await claimPersons(ctx, countyOf(place), asked)
  const elsewhere = await coOwnersElsewhere(ctx, place, asked)
  return members.flatMap(({ values }, i) => {
    const same = isNew(values) ? elsewhere.filter((e) => personOf({ ...e, cyxm: '' }) === personOf({ ...values, cyxm: '' })) : []
    const dead = known.has(personOf(values)) ? undefined : same.find((e) => e.cybz === DEAD)
    if (dead) return [{ field: `jtcyList.${i}.cyzjhm`, msg: deadWords(dead) }]
    const other = isOwner(values) ? same.find((e) => e.cybz !== DEAD) : undefined
    return other
      ? [
          {
            field: `jtcyList.${i}.cyzjhm`,
            msg: both(
              `【${other.cyxm}】已是承包方【${other.cbfbm}】的共有人；确有依据的，请通过业务办理说明理由并由第二人确认`,
              `${other.cyxm} is already a co-owner of contractor ${other.cbfbm}; with good reason this can be done by a business, where a second person confirms it`,
            ),
          },
        ]
      : []
  })
}
/** The same for a form or a workbook. @throws invalid */
export async function requirePersons(ctx: Ctx, household: Household, stored?: Stored): Promise<void> {
  const wrong = await personsElsewhere(ctx, household, stored)
  if (wrong.length) throw problems.invalid(wrong)
}
