import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { flatRows, joinable, scoped } from '../../../kit/server/query.server.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import type { Member } from '../../../land/register/acts/acts.ts'
import type { Round } from '../../../land/definitions/household.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { QSZT, ZT } from '../../../land/definitions/statuses.ts'
import { limitsColumn, limitsIn, roundsFor, sharedTerm } from '../../../land/register/rounds.server.ts'
import { standsOn } from '../../../land/register/standing.server.ts'
import type { RestrictionKind } from '../../../land/register/acts/tables.ts'
import type { Facts, SignedParcel } from './plan.ts'
import type { Codes } from '../../cases/definitions/business.ts'
import { lastBookOf, newCbfbm, newHouseholdOf, householdVersions, type Version } from '../../parts/new-household.server.ts'
import { LETTER } from '../../cases/definitions/parts.ts'
import type { Elsewhere } from '../../../land/register/acts/people.ts'
import { coOwners, type Numbered } from '../../../land/register/co-owners.server.ts'
import type { SignForm } from './type.ts'

/** The checked new household of a form; terms come from the contract. */
export function householdOf(ctx: Ctx, form: SignForm) {
  const { cbfs, cbqx, cbqxq, cbqxz } = form.cbht
  return newHouseholdOf(ctx, form.cbf, { fbfbm: form.fbfbm, cbfs, cbqx, cbqxq, cbqxz })
}

/** What the form means in the register: its contractor, its parcels, the books its code had. The same statements whatever the form holds. */
export async function factsOf(ctx: Ctx, form: SignForm, codes: Codes | null): Promise<Facts> {
  const named = form.cbf.cbfbm ? String(form.cbf.cbfbm) : undefined
  const contractor = named === undefined ? undefined : await contractorOf(ctx, named)
  const household = named === undefined ? householdOf(ctx, form) : undefined
  const cbfbm = named ?? (await newCbfbm(ctx, form.fbfbm, household!.draft.cbflx, codes))
  const persons = (household?.members.map((m) => m.values) ?? contractor?.members ?? []).map(({ cyzjlx = '', cyzjhm = '' }) => ({ cyzjlx, cyzjhm }))
  const { rounds, limits, shared, elsewhere, versions } = await aroundOf(ctx, form, cbfbm, persons)
  const parcels = await parcelsOf(ctx, form)
  return {
    contractor,
    household,
    cbfbm,
    contracts: versions.filter((v) => v.qszt === QSZT.current).map((v) => v.code),
    lastBook: lastBookOf(versions, cbfbm + LETTER[form.cbht.cbfs]!),
    parcels,
    today: ctx.now.slice(0, 10),
    elsewhere,
    rounds,
    limits,
    shared,
    isAccepting: codes === null,
    standing: new Map([
      ...(contractor ? [[cbfbm, new Set(contractor.standing)] as const] : []),
      ...parcels.flatMap((p) => (p ? [[p.dkbm!, new Set(p.standing)] as const] : [])),
    ]),
  }
}

/**
 * What stands around a contract, in one statement: the issuer's rounds, how long the tenant has contracts run, the term that its household books share; where its persons are of other households; the versions of contracts and books that the contractor's code has.
 */
async function aroundOf(ctx: Ctx, { fbfbm, cbht: { cbqxq } }: SignForm, cbfbm: string, persons: readonly Numbered[]) {
  const shared = sharedTerm(ctx).where('djb.countyCode', '=', countyOf(fbfbm)).where('djb.fbfbm', '=', fbfbm)
  const { query, only } = coOwners(ctx, cbfbm, persons)
  const found = await ctx.db
    .selectNoFrom([
      jsonArrayFrom(roundsFor(ctx, fbfbm)).$castTo<Round[]>().as('rounds'),
      limitsColumn(ctx).as('limits'),
      jsonArrayFrom(shared).$castTo<Round[]>().as('shared'),
      jsonArrayFrom(query).$castTo<Elsewhere[]>().as('others'),
      jsonArrayFrom(householdVersions(ctx, cbfbm)).$castTo<Version[]>().as('versions'),
    ])
    .executeTakeFirstOrThrow()
  const term = found.shared.find((r) => r.fromDay <= cbqxq && cbqxq <= r.toDay)
  return { rounds: found.rounds, limits: limitsIn(found.limits), shared: term?.toDay, elsewhere: only(found.others), versions: found.versions }
}

/** A contractor of the register with its members. */
async function contractorOf(ctx: Ctx, cbfbm: string) {
  const members = joinable(ctx, jtcy)
    .select(['jtcy.yhzgx', 'jtcy.cyxm', 'jtcy.cyxb', 'jtcy.cybzsm', 'jtcy.cyzjlx', 'jtcy.cyzjhm', 'jtcy.sfgyr', 'jtcy.cybz'])
    .whereRef('jtcy.countyCode', '=', 'cbf.countyCode')
    .whereRef('jtcy.cbfbm', '=', 'cbf.cbfbm')
    .orderBy('jtcy.sort')
  return flatRows(scoped(ctx, cbf), cbf)
    .select(jsonArrayFrom(members).$castTo<Member[]>().as('members'))
    .select(standsOn(ctx, cbf).as('standing'))
    .where('cbf.cbfbm', '=', cbfbm)
    .where('cbf.zt', '=', ZT.valid)
    .executeTakeFirst()
}
/** The parcels of the form as they are registered, in the form's order, each with the current contracts it stands in. */
async function parcelsOf(ctx: Ctx, form: SignForm): Promise<((SignedParcel & { standing: RestrictionKind[] }) | undefined)[]> {
  const contracts = joinable(ctx, cbdkxx)
    .select(['cbdkxx.cbhtbm', 'cbdkxx.sfqqqg', sql<string | null>`cbdkxx.htmj::text`.as('htmj')])
    .whereRef('cbdkxx.countyCode', '=', 'dk.countyCode')
    .whereRef('cbdkxx.dkbm', '=', 'dk.dkbm')
    .where('cbdkxx.qszt', '=', QSZT.current)
  const found = await flatRows(scoped(ctx, dk), dk)
    .select(jsonArrayFrom(contracts).$castTo<{ cbhtbm: string; sfqqqg: string | null; htmj: string | null }[]>().as('contracts'))
    .select(standsOn(ctx, dk).as('standing'))
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
