import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { AnyResource, FlatRow } from '../../kit/model/resource.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable, scoped } from '../../kit/server/query.server.ts'
import { cbdkxx, cbht, djb, djb_cbf, djb_jtcy } from '../definitions/cbht.ts'
import { cbf } from '../definitions/cbf.ts'
import { cbjyqz, cbjyqz_event } from '../definitions/cbjyqz.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'
import type { Entry } from './acts/acts.ts'
import { claimPersons } from './co-owners.server.ts'
import { inBooks, pastDays, touchedRows, usedCodes } from './facts.server.ts'
import type { Found, IssuerRow, MemberRow, Round, Shared } from './acts/found.ts'
import { registerNames } from './acts/names.ts'
import { isOwner, numbersOf } from '../definitions/person.ts'
import { listedPeople } from './acts/people.ts'
import type { TermLimits } from '../definitions/terms.ts'
import { limitsColumn, limitsIn, sharedTerm, type SetLimits } from './rounds.server.ts'
import { fbf_round, restriction } from './acts/tables.ts'

/** Rows of one county in the caller's scope. `days`: takes since when each holds, by id. */
function of<T extends AnyResource>(ctx: Ctx, county: string, r: T, days?: Map<string, string[]>): (where: (q: AnyQuery) => AnyQuery) => Promise<FlatRow<T>[]> {
  return async (where) => {
    const all = flatRows(scoped(ctx, r), r) as AnyQuery
    const q = days && r.versioned ? all.select(`${r.name}.regFrom`) : all
    const found = await typedRows<FlatRow<T> & { regFrom?: string }>(where(q).where(`${r.name}.countyCode`, '=', county))
    if (!days || !r.versioned) return found
    return found.map(({ regFrom, ...row }) => {
      days.set(row.id, [regFrom!])
      return row as FlatRow<T>
    })
  }
}
const among = (codes: Iterable<string>) => sql`any(${[...codes]}::text[])`
const ids = (list: Iterable<string>) => sql`any(${[...list]}::bigint[])`
const byCode = <R extends object>(rows: readonly R[], name: keyof R): Map<string, R> => new Map(rows.map((r) => [String(r[name]), r]))
const without = (codes: ReadonlySet<string>, others: ReadonlySet<string>) => new Set([...codes].filter((c) => !others.has(c)))
const some = (...sets: readonly ReadonlySet<string>[]) => sets.some((s) => s.size > 0)

/**
 * Everything that an entry names as it stands, in a fixed number of statements whatever their number. Books, contractors, parcels and certificates that
 * may change are locked until the transaction ends, each table in code order, so that two entries wait for each other and never both ways; what
 * belongs to them (members, contracts, lines) is guarded by those locks.
 */
export async function findRegister(ctx: Ctx, entry: Entry): Promise<Found> {
  const n = registerNames(entry)
  const county = countyOf(entry.regionCode)
  const days = new Map<string, string[]>()
  await addTargets(ctx, county, n)
  const read = <T extends AnyResource>(r: T, isAsked: boolean, where: (q: AnyQuery) => AnyQuery): Promise<FlatRow<T>[]> =>
    isAsked ? of(ctx, county, r, days)(where) : Promise.resolve([])
  const named = await read(djb, some(n.djbIds, n.bookCodes, n.cbfbms), (q) =>
    q
      .where((e) =>
        e.or([
          e('djb.id', '=', ids(n.djbIds)),
          e('djb.cbjyqzbm', '=', among(n.bookCodes)),
          e.and([e('djb.cbfbm', '=', among(n.cbfbms)), e('djb.qszt', '=', QSZT.current)]),
        ]),
      )
      .orderBy('djb.cbjyqzbm')
      .orderBy('djb.version')
      .forUpdate(),
  )
  const found = new Set(named.flatMap((b) => (b.qszt === QSZT.current && b.cbfbm && !n.cbfbms.has(b.cbfbm) ? [b.cbfbm] : [])))
  const cbfbms = new Set([...n.cbfbms, ...found])
  // of those that come, usedCodes says whether there was one
  const settled = without(cbfbms, n.newCbfbms)
  const contractors = await read(cbf, some(settled), (q) =>
    q.where('cbf.cbfbm', '=', among(settled)).where('cbf.zt', '=', ZT.valid).orderBy('cbf.cbfbm').forUpdate(),
  )
  const others = await read(djb, some(found), (q) => q.where('djb.cbfbm', '=', among(found)).where('djb.qszt', '=', QSZT.current))
  const books = byCode([...named, ...others], 'id')
  // the lines of a book that ends are held by its lock, the others by those of the parcels: read when these are taken
  const theirs = sql`"cbdkxx"."countyCode" = ${county} and "cbdkxx"."tenantId" = ${ctx.who.tenantId} and "cbdkxx"."djbId" = ${ids(n.endedIds)}`
  const dkbms = sql`any(${[...n.dkbms]}::text[] || array(select dkbm::text from cbdkxx where ${theirs}))`
  const isLand = some(n.dkbms, n.endedIds)
  const parcels = await read(dk, isLand, (q) => q.where('dk.dkbm', '=', dkbms).where('dk.zt', '=', ZT.valid).orderBy('dk.dkbm').forUpdate())
  const lines = await read(cbdkxx, isLand, (q) =>
    q.where((e) => e.or([e('cbdkxx.djbId', '=', ids(n.endedIds)), e.and([e('cbdkxx.dkbm', '=', dkbms), e('cbdkxx.qszt', '=', QSZT.current)])])),
  )
  const strangers = new Set(lines.map((l) => l.djbId!).filter((id) => !books.has(id)))
  const holders = await read(djb, some(strangers), (q) => q.where('djb.id', '=', ids(strangers)))
  const contracts = await read(cbht, some(n.bookCodes, cbfbms, new Set(books.keys())), (q) =>
    q.where((e) =>
      e.or([
        e('cbht.cbhtbm', '=', among(n.bookCodes)),
        e('cbht.djbId', '=', ids(books.keys())),
        e.and([e('cbht.cbfbm', '=', among(cbfbms)), e('cbht.qszt', '=', QSZT.current)]),
      ]),
    ),
  )
  const certificates = await read(cbjyqz, some(n.certificates), (q) =>
    q.where('cbjyqz.cbjyqzbm', '=', among(n.certificates)).where('cbjyqz.sfzx', '=', 0).orderBy('cbjyqz.cbjyqzbm').forUpdate(),
  )
  const events = await read(cbjyqz_event, some(n.collected), (q) =>
    q
      .where('cbjyqz_event.cbjyqzbm', '=', among(n.collected))
      .where('cbjyqz_event.kind', '!=', 'zx')
      .where('cbjyqz_event.lqrq', 'is', null)
      .orderBy('cbjyqz_event.sjrq'),
  )
  const revised = new Set(entry.acts.flatMap((a) => (a.act === 'reviseBook' && a.content.members ? [a.djbId] : [])))
  const renamed = new Set(entry.acts.flatMap((a) => (a.act === 'reviseBook' && a.content.holder ? [a.djbId] : [])))
  const { issuers, rounds, shared, limits } = await issuersOf(ctx, county, n, days)
  const { kind } = entry.cause
  const rows = [...issuers, ...contractors, ...parcels, ...books.values()].map((r) => r.id)
  const brings = kind === 'correction' || (kind === 'import' && entry.acts.some((a) => a.act.startsWith('set')))
  if (brings) for (const { id, day } of await pastDays(ctx, county, rows)) days.set(id, [...(days.get(id) ?? []), day].toSorted())
  const setting = new Set([...n.rounds].filter((c) => n.changedIssuers.has(c)))
  const changedIssuers = issuers.filter((i) => n.changedIssuers.has(i.fbfbm!))
  return {
    issuers: byCode(issuers, 'fbfbm'),
    days,
    touched: kind === 'correction' ? await touchedRows(ctx, county, rows) : new Set(),
    named:
      kind === 'form' && changedIssuers.length
        ? await inBooks(
            ctx,
            county,
            changedIssuers.map((i) => i.fbfbm!),
          )
        : new Set(),
    used: await usedCodes(ctx, county, entry),
    contractors: byCode(contractors, 'cbfbm'),
    holders: new Map(holders.map((b) => [b.id, b.cbfmc])),
    ...(await peopleOf(ctx, county, entry, n, days)),
    parcels: byCode(parcels, 'dkbm'),
    books,
    contracts,
    lines,
    certificates: byCode(certificates, 'cbjyqzbm'),
    events: byCode(events, 'cbjyqzbm'),
    printed: await read(djb_jtcy, some(revised), (q) => q.where('djb_jtcy.djbId', '=', ids(revised))),
    holderRows: await read(djb_cbf, some(renamed), (q) => q.where('djb_cbf.djbId', '=', ids(renamed))),
    restrictions: await restrictionsOf(ctx, county, n),
    rounds,
    shared,
    limits,
    ownRounds: await read(fbf_round, some(setting), (q) => q.where('fbf_round.fbfbm', '=', among(setting))),
    held: await heldOf(ctx, county, n.endedIssuers),
  }
}
type Names = ReturnType<typeof registerNames>
/** Issuers with their rounds and the term that their household books share: locked only where they change, for every contract of a village names its own. */
async function issuersOf(
  ctx: Ctx,
  county: string,
  n: Names,
  days: Map<string, string[]>,
): Promise<{ issuers: IssuerRow[]; rounds: Round[]; shared: Shared[]; limits: TermLimits }> {
  const { issuers, changedIssuers } = n
  const rounds = jsonArrayFrom(
    joinable(ctx, fbf_round)
      .select(['fbf_round.roundNo', sql<string>`fbf_round."fromDay"::text`.as('fromDay'), sql<string>`fbf_round."toDay"::text`.as('toDay')])
      .whereRef('fbf_round.countyCode', '=', 'fbf.countyCode')
      .whereRef('fbf_round.fbfbm', '=', 'fbf.fbfbm'),
  ).as('rounds')
  const shared = jsonArrayFrom(sharedTerm(ctx).whereRef('djb.countyCode', '=', 'fbf.countyCode').whereRef('djb.fbfbm', '=', 'fbf.fbfbm')).as('shared')
  const limits = limitsColumn(ctx).as('limits')
  const read = async (codes: Iterable<string>, isHeld: boolean) => {
    const where = (q: AnyQuery) =>
      (n.rounds.size ? q.select(n.firsts.size ? [rounds, shared, limits] : [rounds, limits]) : q)
        .where('fbf.fbfbm', '=', among(codes))
        .where('fbf.zt', '=', ZT.valid)
    return of(ctx, county, fbf, days)((q) => (isHeld ? where(q).orderBy('fbf.fbfbm').forUpdate() : where(q)))
  }
  const others = without(issuers, changedIssuers)
  const found: (IssuerRow & { rounds?: Omit<Round, 'fbfbm'>[]; shared?: Omit<Shared, 'fbfbm'>[]; limits?: SetLimits })[] = [
    ...(changedIssuers.size ? await read(changedIssuers, true) : []),
    ...(others.size ? await read(others, false) : []),
  ]
  return {
    issuers: found.map(({ rounds: _, shared: _term, limits: _limits, ...row }) => row),
    limits: limitsIn(found[0]?.limits),
    rounds: found.flatMap(({ fbfbm, rounds: all = [] }) => all.map((r) => ({ fbfbm, ...r }))),
    shared: found.flatMap(({ fbfbm, shared: all = [] }) => all.map((r) => ({ fbfbm, ...r }))),
  }
}
/**
 * The members of the households that an entry names, and everybody in the county, whoever may see it, with the documents of the co-owners that it lists: the
 * clerk must hear of a double. Of a package nobody is asked for by document.
 */
async function peopleOf(ctx: Ctx, county: string, entry: Entry, n: Names, days: Map<string, string[]>): Promise<Pick<Found, 'members' | 'elsewhere'>> {
  const households = without(n.cbfbms, n.newCbfbms)
  const isAsked = entry.cause.kind !== 'import'
  const listed = isAsked ? listedPeople(entry).flatMap(({ members }) => members.filter(isOwner)) : []
  const numbers = new Set(listed.flatMap(numbersOf))
  if (!some(households, numbers)) return { members: [], elsewhere: [] }
  await claimPersons(ctx, county, listed)
  const everybody: Ctx = { ...ctx, who: { ...ctx.who, regionCode: county, dataScopes: [] } }
  const found: MemberRow[] = await of(
    everybody,
    county,
    jtcy,
    days,
  )((q) =>
    q
      .where((e) => e.or([e('jtcy.cbfbm', '=', among(households)), e('jtcy.cyzjhm', '=', among(numbers))]))
      .orderBy('jtcy.cbfbm')
      .orderBy('jtcy.sort'),
  )
  return { members: found.filter((m) => households.has(m.cbfbm!)), elsewhere: found.filter((m) => numbers.has(m.cyzjhm!)) }
}
/** Adds what the named restrictions are on: their end changes it. */
async function addTargets(ctx: Ctx, county: string, n: Names): Promise<void> {
  if (n.refs.size === 0) return
  const on = await of(ctx, county, restriction)((q) => q.where('restriction.ref', '=', among(n.refs)).where('restriction.endDay', 'is', null))
  for (const { dkbm, cbjyqzbm, cbfbm } of on) {
    if (dkbm) n.dkbms.add(dkbm)
    if (cbjyqzbm) n.bookCodes.add(cbjyqzbm)
    if (cbfbm) n.cbfbms.add(cbfbm)
    for (const code of [dkbm, cbjyqzbm, cbfbm]) if (code) n.restricted.add(code)
  }
}
/** Restrictions that acts name, and all that stand on what acts restrict, free or cut: its status follows from them together. Asked when that is locked. */
async function restrictionsOf(ctx: Ctx, county: string, n: Names): Promise<Found['restrictions']> {
  const codes = among([...n.restricted, ...n.parents])
  if (!some(n.refs, n.parents)) return []
  return of(
    ctx,
    county,
    restriction,
  )((q) =>
    q.where((e) =>
      e.or([
        e('restriction.ref', '=', among(n.refs)),
        e.and([
          e('restriction.endDay', 'is', null),
          e.or([e('restriction.dkbm', '=', codes), e('restriction.cbjyqzbm', '=', codes), e('restriction.cbfbm', '=', codes)]),
        ]),
      ]),
    ),
  )
}
/** Of these issuers those that valid contractors or parcels still name. */
async function heldOf(ctx: Ctx, county: string, codes: ReadonlySet<string>): Promise<Set<string>> {
  if (codes.size === 0) return new Set()
  const used = (r: typeof cbf | typeof dk) =>
    joinable(ctx, r)
      .select(`${r.name}.fbfbm`)
      .distinct()
      .where(`${r.name}.countyCode`, '=', county)
      .where(`${r.name}.fbfbm`, '=', among(codes))
      .where(`${r.name}.zt`, '=', ZT.valid)
      .execute()
  const rows = [...(await used(cbf)), ...(await used(dk))]
  return new Set(rows.map((r) => String(r.fbfbm)))
}
