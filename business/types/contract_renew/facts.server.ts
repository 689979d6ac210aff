import { sql } from 'kysely'
import type { Text } from '../../../kit/model/lang.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable } from '../../../kit/server/query.server.ts'
import { CBFLX } from '../../../land/definitions/household.ts'
import { nextCbfbms } from '../../../land/register/codes.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import { readinessOf } from '../../../land/cbf/collecting.server.ts'
import { bindingPlan } from '../../../land/fbf/binding.server.ts'
import { fbf_plan, PLAN } from '../../../land/fbf/plan.ts'
import { fbf_round } from '../../../land/register/acts/tables.ts'
import { choiceOf, numberOr, PARAMS } from '../../../platform/settings/params.ts'
import { newHouses } from '../../parts/branches.ts'
import { newHouseholdOf } from '../../parts/new-household.server.ts'
import type { Codes } from '../../cases/definitions/business.ts'
import { isMasked } from '../../cases/people/members.ts'
import { cutParcels } from '../../cases/land/pieces.server.ts'
import type { BookOfList } from '../../cases/handling/handling.server.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { parcelsStanding, standingsOf } from '../../parts/standing.server.ts'
import { coOwnersElsewhere } from '../../../land/register/co-owners.server.ts'
import { addedTerms, type AddedFact } from './added.ts'
import { contractsAfter } from './consequences.ts'
import { notReady, waitsFor, type Facts } from './plan.ts'
import { contractRenew, renewGroups, WAY, type RenewForm } from './type.ts'

type Round = Facts['rounds'][number]
/** Rounds that plans in force have added to these issuers. */
const roundsOf = (ctx: Ctx, fbfbms: readonly string[]) =>
  joinable(ctx, fbf_round)
    .select(['fbf_round.fbfbm', 'fbf_round.roundNo', 'fbf_round.fromDay', 'fbf_round.toDay'])
    .where('fbf_round.countyCode', 'in', [...new Set(fbfbms.map(countyOf))])
    .where('fbf_round.fbfbm', 'in', fbfbms)
    .where('fbf_round.planId', 'is not', null)
    .$castTo<Round & { fbfbm: string }>()
/** Issuers whose plan of extension is in force: confirmed, and the register has its round. */
const planned = (ctx: Ctx, fbfbms: readonly string[]) =>
  joinable(ctx, fbf_plan)
    .select('fbf_plan.fbfbm')
    .where('fbf_plan.countyCode', 'in', [...new Set(fbfbms.map(countyOf))])
    .where('fbf_plan.fbfbm', 'in', fbfbms)
    .where('fbf_plan.status', '=', PLAN.confirmed)
    .where((e) =>
      e.exists(
        joinable(ctx, fbf_round)
          .select('fbf_round.id')
          .whereRef('fbf_round.countyCode', '=', 'fbf_plan.countyCode')
          .where(sql<boolean>`fbf_round."planId" = fbf_plan.id::text`),
      ),
    )
/** What decides when a book may be extended: those rounds, the tenant's years, and of which issuers survey and papers are asked. One statement. */
async function timesOf(ctx: Ctx, fbfbms: readonly string[]): Promise<{ rounds: (Round & { fbfbm: string })[]; years: number; asking: ReadonlySet<string> }> {
  const of = sql`select p."paramValue" from param p where p."tenantId" = ${ctx.who.tenantId}`
  const { rows } = await sql<{
    rounds: (Round & { fbfbm: string })[]
    years: string | null
    asks: string | null
    planned: string[]
  }>`select coalesce((select jsonb_agg(r) from (${roundsOf(ctx, fbfbms)}) r), '[]') as rounds,
    (${of} and p."paramKey" = ${PARAMS.renewYears.key}) as years, (${of} and p."paramKey" = ${PARAMS.renewRequirePlan.key}) as asks,
    array(${planned(ctx, fbfbms)}) as planned`.execute(ctx.db)
  const found = rows[0]!
  const asks = choiceOf(found.asks, PARAMS.renewRequirePlan)
  return { rounds: found.rounds, years: numberOr(found.years, PARAMS.renewYears), asking: new Set(asks === undefined ? found.planned : asks ? fbfbms : []) }
}
/** How ready the households of books are, where their issuers ask for it. */
const readiness = (ctx: Ctx, asking: ReadonlySet<string>, books: readonly BookOfList[]) =>
  readinessOf(
    ctx,
    books.filter((b) => asking.has(String(b.fbfbm))).map((b) => String(b.cbjyqzbm).slice(0, -1)),
  )
/** What a book of a list waits for before it can be extended; one that is not to be extended waits for nothing. Two statements for the list. */
export async function waitsOf(ctx: Ctx, books: readonly BookOfList[]): Promise<(Text | undefined)[]> {
  if (books.length === 0) return []
  const { rounds, years, asking } = await timesOf(ctx, [...new Set(books.map((b) => String(b.fbfbm)))])
  const ready = await readiness(ctx, asking, books)
  const today = ctx.now.slice(0, 10)
  return books.map((b) =>
    b.cbqxz
      ? (waitsFor(b.cbqxz, { rounds: rounds.filter((r) => r.fbfbm === b.fbfbm), years }, today) ?? notReady(ready.get(String(b.cbjyqzbm).slice(0, -1))))
      : undefined,
  )
}

const listed = (v: unknown): Readonly<Record<string, unknown>> => (v && typeof v === 'object' ? (v as Record<string, unknown>) : {})
/** The codes of those whom the form brings into the register, by the book that is split and by the number of a new contractor: those taken before, else the next ones. At most one statement. */
async function newCodes(ctx: Ctx, form: RenewForm, codes: Codes | null): Promise<{ split: Map<string, string[]>; added: Map<string, string> }> {
  const [households, added] = [listed(codes?.households), listed(codes?.added)]
  const splits = form.nh.flatMap((h) => {
    const have = households[h.cbjyqzbm]
    return h.ybddlx === WAY.split ? [{ code: h.cbjyqzbm, n: newHouses(h), taken: Array.isArray(have) ? have.map(String) : [] }] : []
  })
  const news = form.xz.map(({ bh }) => ({ bh, taken: typeof added[bh] === 'string' ? [String(added[bh])] : [] }))
  const wanted = [...splits, ...news.map((x) => ({ ...x, n: 1 }))].reduce((n, s) => n + Math.max(0, s.n - s.taken.length), 0)
  const fresh = wanted ? [...(await nextCbfbms(ctx, form.fbfbm, CBFLX.household, wanted))] : []
  const filled = (taken: string[], n: number) => [...taken, ...fresh.splice(0, Math.max(0, n - taken.length))].slice(0, n)
  return {
    split: new Map(splits.map((s) => [s.code, filled(s.taken, s.n)] as const)),
    added: new Map(news.map((x) => [x.bh, filled(x.taken, 1)[0]!] as const)),
  }
}

/** What the form means in the register: the households as they stand, the plan of their issuer, the setting, what is cut, who is new. At most ten statements, however many households; takes codes for pieces and new contractors. */
export async function factsOf(ctx: Ctx, form: RenewForm, codes: Codes | null): Promise<Facts> {
  const standings = await standingsOf(
    ctx,
    form.nh.map((h) => h.cbjyqzbm.slice(0, -1)),
  )
  const came = form.nh.flatMap((h, i) => {
    const isKnown = (m: (typeof h.jtcyList)[number]) => isMasked(m) || standings[i]?.members.some((s) => s.id === m.id && s.cyzjhm === m.cyzjhm)
    return h.ybddlx === WAY.people ? h.jtcyList.filter((m) => !isKnown(m)) : []
  })
  const parts = await cutParcels(
    ctx,
    form.nh.flatMap((h) => h.cuts),
    codes,
  )
  const { rounds, years, asking } = await timesOf(ctx, [form.fbfbm])
  const ready = await readiness(
    ctx,
    asking,
    form.nh.map((h) => ({ fbfbm: form.fbfbm, cbjyqzbm: h.cbjyqzbm, cbqxz: null })),
  )
  // only what gives land to another household asks for it
  const adjusts = form.nh.some((h) => h.ybddlx === WAY.adjusted && (h.moves.length || h.cuts.length))
  const plan = adjusts ? await bindingPlan(ctx, form.fbfbm) : undefined
  const taken = await newCodes(ctx, form, codes)
  const terms = addedTerms(rounds)
  const parcels = await parcelsStanding(
    ctx,
    form.xz.flatMap((x) => x.dk.map((d) => d.dkbm)),
  )
  const added = new Map(
    form.xz.map((x, i): [string, AddedFact] => {
      const from = form.xz.slice(0, i).reduce((n, o) => n + o.dk.length, 0)
      const household = terms && newHouseholdOf(ctx, x.cbf, { fbfbm: form.fbfbm, ...terms })
      return [x.bh, { household, cbfbm: taken.added.get(x.bh)!, parcels: parcels.slice(from, from + x.dk.length) }]
    }),
  )
  const anew = [...added.values()].flatMap((a) => a.household?.members.map(({ values: { cyzjlx = '', cyzjhm = '' } }) => ({ cyzjlx, cyzjhm })) ?? [])
  return {
    standings,
    rounds,
    years,
    ready,
    ...(plan ? { plan } : {}),
    cbfbms: taken.split,
    added,
    cuts: new Map(parts.flatMap((p) => (p ? [[p.parcel.dkbm!, p] as const] : []))),
    // whose own household somebody stands in is told by the plan
    elsewhere: await coOwnersElsewhere(ctx, form.fbfbm, [...came, ...anew]),
  }
}

/** The household, or the new contractor, whose entry makes a contract. */
function groupOf(form: RenewForm, codes: Codes, cbhtbm: string): string | undefined {
  const cbfbm = cbhtbm.slice(0, -1)
  const made = Object.entries(listed(codes.households)).find(([, of]) => Array.isArray(of) && of.includes(cbfbm))?.[0]
  return renewGroups(form).get(made ?? cbhtbm) ?? Object.entries(listed(codes.added)).find(([, code]) => code === cbfbm)?.[0]
}
/** The extended contracts of households as they will be printed. As many statements for many as for one. */
export async function contracts(ctx: Ctx, form: RenewForm, codes: Codes, cbhtbms: readonly string[]): Promise<DraftContract[]> {
  const after = contractsAfter(form, await factsOf(ctx, form, codes))
  return cbhtbms.map((cbhtbm) => {
    const found = after(cbhtbm)
    if (!found) throw refusal('E1004')
    return { fbfbm: form.fbfbm, ...found }
  })
}
/** The extended contract of a household as it will be printed: nothing is read of the households beside its own group. */
export async function contract(ctx: Ctx, form: RenewForm, codes: Codes, cbhtbm: string): Promise<DraftContract> {
  const group = groupOf(form, codes, cbhtbm)
  const [found] = await contracts(ctx, group === undefined ? form : (contractRenew.part!(form, group) as RenewForm), codes, [cbhtbm])
  return found!
}
