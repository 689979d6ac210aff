import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { countyOf } from '../../kit/model/region-code.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable, scoped } from '../../kit/server/query.server.ts'
import { cbdkxx, cbht, djb, djb_content } from '../../land/definitions/cbht.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { dk } from '../../land/definitions/dk.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import type { DraftContract } from '../../land/paper/read.server.ts'
import type { Line, Terms } from '../../land/register/acts/acts.ts'
import { standsOn } from '../../land/register/standing.server.ts'
import type { Former, Standing, StandingBook, StandingLine, StandingMember, StandingParcel, ParcelStanding } from '../cases/definitions/standing.ts'

const named = (r: AnyResource, names: readonly string[]) => names.map((n) => `${r.name}.${n}`)
type BookRow = Pick<StandingBook, 'djbId' | 'code' | 'fbfbm' | 'dyzt' | 'yyzt'> &
  Former & { cbfbm: string } & { djbfj: string | null } & Omit<Terms, 'prevCbqxz'> & { prev: string | null }
/** The current books of contractors of one county with the terms of their contracts; `prev`: the end of the term before a renewal, which only their content says. */
function booksOf(ctx: Ctx, cbfbms: readonly string[]): Promise<BookRow[]> {
  const ofBook = (r: AnyResource): AnyQuery =>
    joinable(ctx, r).whereRef(`${r.name}.countyCode`, '=', 'djb.countyCode').whereRef(`${r.name}.djbId`, '=', 'djb.id').limit(1)
  const prev = ofBook(djb_content)
    .select(sql<string | null>`djb_content.text::jsonb -> 'book' ->> 'prevCbqxz'`.as('prev'))
    .orderBy('djb_content.edition', 'desc')
  const contract = (name: keyof Former | 'cbqx') =>
    ofBook(cbht)
      .select(sql<string | null>`cbht.${sql.ref(name)}::text`.as(name))
      .as(name)
  return joinable(ctx, djb)
    .select([
      sql<string>`djb.id::text`.as('djbId'),
      'djb.cbjyqzbm as code',
      ...named(djb, ['cbfbm', 'fbfbm', 'dyzt', 'yyzt', 'djbfj', 'cbfs', 'cbqxq', 'cbqxz']),
    ])
    .select([contract('cbqx'), contract('ycbhtbm'), contract('yhtzmj'), contract('yhtzmjm'), prev.as('prev')])
    .where('djb.countyCode', '=', countyOf(cbfbms[0]!))
    .where('djb.cbfbm', 'in', cbfbms)
    .where('djb.qszt', '=', QSZT.current)
    .orderBy('djb.cbjyqzbm')
    .$castTo<BookRow>()
    .execute()
}

const LINE = ['dkbm', 'sfqqqg', 'htmj', 'htmjm', 'cbjyqqdfs', 'yhtmj', 'yhtmjm', 'lzhtbm'] as const
const PARCEL = ['dkmc', 'fbfbm', 'syqxz', 'dklb', 'tdyt', 'scmj', 'scmjm', 'qqmjm', 'dyzt', 'yyzt'] as const
type LineRow = Line & Omit<StandingParcel, 'dkbm'> & { djbId: string; others: { code: string; htmj: string | null }[] }
/** The current lines of these books of one county, each with its parcel and the other books that name it. */
function linesOf(ctx: Ctx, county: string, djbIds: readonly string[]): Promise<LineRow[]> {
  const others = sql<{ code: string }[]>`(select coalesce(json_agg(json_build_object('code', o.cbhtbm, 'htmj', o.htmj::text)), '[]') from cbdkxx o
    where o."countyCode" = cbdkxx."countyCode" and o."tenantId" = cbdkxx."tenantId" and o.dkbm = cbdkxx.dkbm and o.qszt = ${QSZT.current} and o."djbId" <> cbdkxx."djbId")`
  return joinable(ctx, cbdkxx)
    .innerJoin('dk', (on) =>
      on
        .onRef('dk.countyCode', '=', 'cbdkxx.countyCode')
        .onRef('dk.tenantId', '=', 'cbdkxx.tenantId')
        .onRef('dk.dkbm', '=', 'cbdkxx.dkbm')
        .on('dk.zt', '=', ZT.valid),
    )
    .select([sql<string>`cbdkxx."djbId"::text`.as('djbId'), ...named(cbdkxx, LINE), ...named(dk, PARCEL), others.as('others')])
    .where('cbdkxx.countyCode', '=', county)
    .where('cbdkxx.djbId', 'in', djbIds)
    .orderBy('cbdkxx.dkbm')
    .$castTo<LineRow>()
    .execute()
}
function standingLine(r: LineRow): StandingLine {
  const { dkbm, sfqqqg, htmj, htmjm, cbjyqqdfs, yhtmj, yhtmjm, lzhtbm, dkmc, fbfbm, syqxz, dklb, tdyt, scmj, scmjm, qqmjm, dyzt, yyzt } = r
  return {
    line: { dkbm, sfqqqg: sfqqqg ?? '2', htmj, htmjm, cbjyqqdfs, yhtmj, yhtmjm, ...(lzhtbm ? { lzhtbm } : {}) },
    parcel: { dkbm, dkmc, fbfbm, syqxz, dklb, tdyt, scmj, scmjm, qqmjm, dyzt, yyzt },
    others: r.others.map((o) => o.code),
    othersM2: r.others.map((o) => o.htmj),
  }
}

/** The members of contractors of one county, in their order. */
const membersOf = (ctx: Ctx, cbfbms: readonly string[]): Promise<StandingMember[]> =>
  flatRows(scoped(ctx, jtcy), jtcy).where('jtcy.countyCode', '=', countyOf(cbfbms[0]!)).where('jtcy.cbfbm', 'in', cbfbms).orderBy('jtcy.sort').execute()
/**
 * Contractors of one county as the register has them: members, current books, their lines and parcels. Four statements, whatever they hold.
 * @returns in the order of the codes; undefined where the caller sees no such contractor
 */
export async function standingsOf(ctx: Ctx, cbfbms: readonly string[]): Promise<(Standing | undefined)[]> {
  if (cbfbms.length === 0) return []
  const holders = await flatRows(scoped(ctx, cbf), cbf)
    .where('cbf.countyCode', '=', countyOf(cbfbms[0]!))
    .where('cbf.cbfbm', 'in', cbfbms)
    .where('cbf.zt', '=', ZT.valid)
    .execute()
  if (holders.length === 0) return cbfbms.map(() => undefined)
  const [members, books, today] = [await membersOf(ctx, cbfbms), await booksOf(ctx, cbfbms), ctx.now.slice(0, 10)]
  const lines = books.length
    ? await linesOf(
        ctx,
        countyOf(cbfbms[0]!),
        books.map((b) => b.djbId),
      )
    : []
  const bookOf = ({ djbId, code, fbfbm, dyzt, yyzt, cbfs, cbqx, cbqxq, cbqxz, ycbhtbm, yhtzmj, yhtzmjm, djbfj, prev }: BookRow): StandingBook => ({
    djbId,
    code,
    fbfbm,
    dyzt,
    yyzt,
    terms: { cbfs, cbqx: cbqx === null ? null : Number(cbqx), cbqxq, cbqxz, ...(prev && prev >= today ? { prevCbqxz: prev } : {}) },
    remark: djbfj,
    former: { ycbhtbm, yhtzmj, yhtzmjm },
    lines: lines.filter((l) => l.djbId === djbId).map(standingLine),
  })
  return cbfbms.map((code) => {
    const holder = holders.find((h) => h.cbfbm === code)
    if (!holder) return undefined
    return { holder, today, members: members.filter((m) => m.cbfbm === code), books: books.filter((b) => b.cbfbm === code).map(bookOf) }
  })
}
/** One contractor as the register has it. @returns undefined where the caller sees no such contractor */
export const standingOf = async (ctx: Ctx, cbfbm: string): Promise<Standing | undefined> => (await standingsOf(ctx, [cbfbm]))[0]

/** The last version of each of these codes, current or not: where a code had a book, the next one comes from it. One statement. */
export async function lastVersions(ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map()
  const found = await joinable(ctx, djb)
    .select([sql<string>`djb.id::text`.as('djbId'), 'djb.cbjyqzbm as code'])
    .where('djb.countyCode', '=', countyOf(codes[0]!))
    .where('djb.cbjyqzbm', 'in', codes)
    .orderBy('djb.version')
    .$castTo<{ djbId: string; code: string }>()
    .execute()
  return new Map(found.map((b) => [b.code, b.djbId]))
}

/** The valid parcels with these codes, in their order; undefined where there is none. One statement. */
export async function parcelsStanding(ctx: Ctx, dkbms: readonly string[]): Promise<(ParcelStanding | undefined)[]> {
  if (dkbms.length === 0) return []
  const contracts = joinable(ctx, cbdkxx)
    .select(['cbdkxx.cbhtbm', 'cbdkxx.sfqqqg'])
    .whereRef('cbdkxx.countyCode', '=', 'dk.countyCode')
    .whereRef('cbdkxx.dkbm', '=', 'dk.dkbm')
    .where('cbdkxx.qszt', '=', QSZT.current)
  const found = await flatRows(scoped(ctx, dk), dk)
    .select(jsonArrayFrom(contracts).$castTo<{ cbhtbm: string; sfqqqg: string | null }[]>().as('contracts'))
    .select(standsOn(ctx, dk).as('standing'))
    .where('dk.dkbm', 'in', dkbms)
    .where('dk.zt', '=', ZT.valid)
    .execute()
  const byCode = new Map(found.map((p) => [p.dkbm, p]))
  return dkbms.map((dkbm) => byCode.get(dkbm))
}

/** The contract of a book as it will be printed: its parties, members, land and term are those that stand. */
export const contractAsItStands = (fbfbm: string, { holder, members }: Standing, book: StandingBook): DraftContract => ({
  fbfbm,
  terms: { cbhtbm: book.code, ...book.former, ...book.terms },
  holder: { ...holder, cbfbm: holder.cbfbm! },
  members,
  parcels: book.lines.map((l) => l.line),
})
