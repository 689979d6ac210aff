import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { flatRows, joinable, pick, scoped } from '../../../kit/server/query.server.ts'
import { readHousehold, type Household } from '../../../land/cbf/cbf.server.ts'
import { cbdkxx, cbht, djb } from '../../../land/definitions/cbht.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import type { MemberLike } from '../../../land/definitions/household.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { QSZT, ZT } from '../../../land/definitions/statuses.ts'
import { nextCbfbms } from '../../../land/register/codes.server.ts'
import type { Facts } from './plan.ts'
import { LETTER, type SignCodes, type SignForm } from './type.ts'

/** The checked new household of a form; terms come from the contract. Who may save the business may enter the contractor inside it. */
export function householdOf(form: SignForm): Household {
  const { cbfs, cbqx, cbqxq, cbqxz } = form.cbht
  return readHousehold({ ...form.cbf, fbfbm: form.fbfbm, cbfs, cbqx, cbqxq, cbqxz })
}

/** What the form means in the register: its contractor, its parcels, the books its code had. The same statements whatever the form holds. */
export async function factsOf(ctx: Ctx, form: SignForm, codes: SignCodes | null): Promise<Facts> {
  const named = form.cbf.cbfbm ? String(form.cbf.cbfbm) : undefined
  const contractor = named === undefined ? undefined : await contractorOf(ctx, named)
  const household = named === undefined ? householdOf(form) : undefined
  const cbfbm = named ?? (await codeOf(ctx, form, household!.draft.cbflx, codes))
  return {
    contractor: contractor,
    household,
    cbfbm,
    contracts: contractor?.contracts ?? (await contractsOf(ctx, cbfbm)),
    lastBook: await lastBookOf(ctx, cbfbm + (LETTER[form.cbht.cbfs] ?? '')),
    parcels: await parcelsOf(ctx, form),
  }
}

/** The code of a new contractor: the one that was taken for the business, while it still fits, else the next one. */
async function codeOf(ctx: Ctx, form: SignForm, cbflx: string, codes: SignCodes | null): Promise<string> {
  if (codes?.isNew && codes.cbflx === cbflx && String(codes.cbfbm).startsWith(form.fbfbm)) return codes.cbfbm
  const [next] = await nextCbfbms(ctx, form.fbfbm, cbflx, 1)
  return next!
}
/** A contractor of the register with the codes of its current contracts and, of its members, what tells the head. */
async function contractorOf(ctx: Ctx, cbfbm: string) {
  const contracts = joinable(ctx, cbht)
    .select('cbht.cbhtbm')
    .whereRef('cbht.countyCode', '=', 'cbf.countyCode')
    .whereRef('cbht.cbfbm', '=', 'cbf.cbfbm')
    .where('cbht.qszt', '=', QSZT.current)
  const members = joinable(ctx, jtcy)
    .select(pick(jtcy, 'cyxm', 'yhzgx', 'cyzjhm'))
    .whereRef('jtcy.countyCode', '=', 'cbf.countyCode')
    .whereRef('jtcy.cbfbm', '=', 'cbf.cbfbm')
    .orderBy('jtcy.sort')
  return flatRows(scoped(ctx, cbf), cbf)
    .select([sql<string[]>`array(${contracts})`.as('contracts'), jsonArrayFrom(members).$castTo<MemberLike[]>().as('members')])
    .where('cbf.cbfbm', '=', cbfbm)
    .where('cbf.zt', '=', ZT.valid)
    .executeTakeFirst()
}
/** A package may have brought a contract under a code that a counter gave out. */
async function contractsOf(ctx: Ctx, cbfbm: string): Promise<string[]> {
  const found = await scoped(ctx, cbht).select('cbht.cbhtbm').where('cbht.cbfbm', '=', cbfbm).where('cbht.qszt', '=', QSZT.current).execute()
  return found.map((c) => String(c.cbhtbm))
}
async function lastBookOf(ctx: Ctx, code: string): Promise<string | undefined> {
  const of = scoped(ctx, djb).select('djb.id').where('djb.cbjyqzbm', '=', code)
  return (await of.orderBy('djb.version', 'desc').limit(1).executeTakeFirst())?.id
}
/** The parcels of the form as they are registered, in the form's order, each with the current contracts it stands in. */
async function parcelsOf(ctx: Ctx, form: SignForm): Promise<Facts['parcels']> {
  const contracts = joinable(ctx, cbdkxx)
    .select(['cbdkxx.cbhtbm', 'cbdkxx.sfqqqg'])
    .whereRef('cbdkxx.countyCode', '=', 'dk.countyCode')
    .whereRef('cbdkxx.dkbm', '=', 'dk.dkbm')
    .where('cbdkxx.qszt', '=', QSZT.current)
  const found = await flatRows(scoped(ctx, dk), dk)
    .select(jsonArrayFrom(contracts).$castTo<{ cbhtbm: string; sfqqqg: string | null }[]>().as('contracts'))
    .where(
      'dk.dkbm',
      'in',
      form.dk.map((d) => d.dkbm),
    )
    .where('dk.zt', '=', ZT.valid)
    .execute()
  const byCode = new Map(found.map((p) => [p.dkbm, p]))
  return form.dk.map((d) => byCode.get(d.dkbm))
}
