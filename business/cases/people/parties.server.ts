import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable } from '../../../kit/server/query.server.ts'
import { ZT } from '../../../land/definitions/statuses.ts'
import { djb } from '../../../land/definitions/cbht.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { business } from '../definitions/business.ts'

type Phones = readonly (string | null)[]
/** The number that the applicant of a case gave. */
export async function applicantPhone(ctx: Ctx, businessId: string | null): Promise<Phones> {
  if (!businessId) return []
  const own = await joinable(ctx, business).select('business.obligePhone').where('business.id', '=', businessId).executeTakeFirst()
  return [own?.obligePhone ?? null]
}
/** Numbers of the households that are registered under these codes. */
export async function householdPhones(ctx: Ctx, cbfbms: readonly string[]): Promise<Phones> {
  if (cbfbms.length === 0) return []
  const found = await joinable(ctx, cbf)
    .select('cbf.lxdh as phone')
    .where('cbf.countyCode', '=', countyOf(cbfbms[0]!))
    .where('cbf.cbfbm', 'in', [...cbfbms])
    .where('cbf.zt', '=', ZT.valid)
    .execute()
  return found.map((h) => h.phone)
}
/** Numbers of the households that hold these books. */
export async function holderPhones(ctx: Ctx, djbIds: readonly string[], countyCode: string): Promise<Phones> {
  if (djbIds.length === 0) return []
  const books = await joinable(ctx, djb)
    .select('djb.cbfbm')
    .where('djb.countyCode', '=', countyCode)
    .where('djb.id', 'in', [...djbIds])
    .execute()
  return householdPhones(
    ctx,
    books.map((b) => String(b.cbfbm)),
  )
}
