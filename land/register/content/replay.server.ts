/** Reads what a replay begins with and what it must give: the books that packages brought, the entries after them, and the register's own current books. */
import { sql } from 'kysely'
import { mineIn } from '../../../kit/server/history.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { QSZT } from '../../definitions/statuses.ts'
import type { Act } from '../acts/acts.ts'
import { readBook1, type Part } from './book1.ts'
import {
  replayDifferences,
  REPLAYED_MEMBER,
  replayedPerson,
  replay,
  comparable,
  type Beginning,
  type ReplayedHousehold,
  type KeptEntry,
  type BookStatement,
} from './replay.ts'
import { TAKEN_BACK } from './gone.ts'
import type { StoredResult } from '../acts/tables.ts'
import { nextEntries, wrongEntries } from './entries.server.ts'
import { verifyWords } from './verify.server.ts'

const valueOf = (part: Part, name: string): string => {
  const v = part[name]
  return v === undefined ? '' : typeof v === 'string' ? v : v.code
}
/** What the frozen text of a book says of holder, members, parcels, area and terms. */
function toldBy(text: string): BookStatement {
  const c = readBook1(text)
  const of = (n: string) => valueOf(c.book, n)
  return {
    code: of('cbjyqzbm'),
    cbfbm: of('cbfbm'),
    cbfmc: of('cbfmc'),
    cbfzjhm: of('cbfzjhm'),
    cbfs: of('cbfs'),
    cbqxq: of('cbqxq'),
    cbqxz: of('cbqxz'),
    // they print in another order than they are kept
    members: c.members
      .toSorted((a, b) => Number(valueOf(a, 'sort')) - Number(valueOf(b, 'sort')))
      .map((m) => replayedPerson(Object.fromEntries(REPLAYED_MEMBER.map((n) => [n, valueOf(m, n)])))),
    lines: Object.fromEntries(c.lines.map((l) => [valueOf(l.values, 'dkbm'), valueOf(l.values, 'htmjm')])),
    htzmjm: of('htzmjm'),
  }
}

/**
 * Households as packages and forms left them, and the books that packages brought, as their first texts say; of packages that were taken back none. A form
 * keeps no entry, so what it says of a household before a business took it is part of the beginning. A book that a package ended again is none of it.
 */
async function beginning(ctx: Ctx, county: string): Promise<Beginning> {
  const mine = mineIn(ctx, county)
  const first = (table: 'cbf' | 'jtcy', columns: readonly string[]) => {
    const names = sql.join(['id', ...columns].map((n) => sql.ref(n)))
    const of = (t: string) => sql`select ${names}, "validFrom" from ${sql.table(t)} x where ${mine('x')} and x."causeKind" in ('import', 'form')`
    return sql<Record<string, string>>`select distinct on (id) * from (${of(table)} union all ${of(`${table}_v`)}) y order by id, "validFrom" desc`
  }
  const contractors = (await first('cbf', ['cbfbm', 'cbfmc', 'cbfzjhm']).execute(ctx.db)).rows
  const members = (await first('jtcy', ['cbfbm', 'sort', ...REPLAYED_MEMBER]).execute(ctx.db)).rows
  const byHousehold = Map.groupBy(members, (m) => m.cbfbm!)
  const households = new Map(
    contractors.map((c): [string, ReplayedHousehold] => [
      c.cbfbm!,
      {
        cbfmc: comparable(c.cbfmc),
        cbfzjhm: comparable(c.cbfzjhm),
        members: (byHousehold.get(c.cbfbm!) ?? [])
          .toSorted((a, b) => Number(a.sort) - Number(b.sort))
          .map((m) => ({ id: String(m.id), person: replayedPerson(m) })),
      },
    ]),
  )
  const { rows } = await sql<{ id: string; text: string }>`select c."djbId"::text as id, c.text from djb_content c
    where ${mine('c')} and c.edition = 1 and c."djbId" in (
      select b.id from djb b where ${mine('b')} and b."causeKind" = 'import'
      union select v.id from djb_v v where ${mine('v')} and v."causeKind" = 'import'
      union select g."djbId" from djb_content g where ${mine('g')} and not exists (select 1 from register_entry e where ${mine('e')} and e.made -> 'books' ? g."djbId"::text))
    and not exists (select 1 from djb b where ${mine('b')} and b.id = c."djbId" and b."causeKind" = 'import' and b.qszt <> ${QSZT.current})
    -- a row that is missing belongs to the beginning all the same, unless its registration was taken back
    and (exists (select 1 from djb b where ${mine('b')} and b.id = c."djbId") or not ${sql.raw(TAKEN_BACK)})`.execute(ctx.db)
  return { households, books: new Map(rows.map((r) => [r.id, toldBy(r.text)])) }
}

/** Every entry of a county that holds, in the order in which they were written. Those of packages have no acts: what they brought is the beginning. */
async function entriesOf(ctx: Ctx, county: string): Promise<KeptEntry[]> {
  const { rows } = await sql<{ acts: readonly Act[]; made: StoredResult }>`select acts, made from register_entry x where ${mineIn(ctx, county)('x')}
    and x.acts is not null and x."undoneBy" is null and x."causeKind" <> 'undo' order by x."createTime", x.id`.execute(ctx.db)
  return rows.map((r) => ({ acts: r.acts, books: r.made.books }))
}

/** What the register itself says of its current books. */
async function current(ctx: Ctx, county: string): Promise<Map<string, BookStatement>> {
  const mine = mineIn(ctx, county)
  const list = (of: string, columns: readonly string[], order: string) =>
    sql`(select jsonb_agg(jsonb_build_object(${sql.join(columns.flatMap((n) => [sql.lit(n), sql`x.${sql.ref(n)}::text`]))}) order by x.${sql.ref(order)})
      from ${sql.table(of)} x where ${mine('x')} and x."djbId" = b.id)`
  const { rows } = await sql<Record<string, string> & { members: Record<string, string>[] | null; lines: { dkbm: string; htmjm: string }[] | null }>`
    select b.cbjyqzbm as code, b.cbfbm, b.cbfmc, b.cbfzjhm, b.cbfs, b.cbqxq::text, b.cbqxz::text, b.htzmjm::text,
      ${list('djb_jtcy', REPLAYED_MEMBER, 'sort')} as members, ${list('cbdkxx', ['dkbm', 'htmjm'], 'dkbm')} as lines
    from djb b where ${mine('b')} and b.qszt = ${QSZT.current}`.execute(ctx.db)
  return new Map(
    rows.map((r): [string, BookStatement] => [
      comparable(r.code),
      {
        code: comparable(r.code),
        cbfbm: comparable(r.cbfbm),
        cbfmc: comparable(r.cbfmc),
        cbfzjhm: comparable(r.cbfzjhm),
        cbfs: comparable(r.cbfs),
        cbqxq: comparable(r.cbqxq),
        cbqxz: comparable(r.cbqxz),
        htzmjm: comparable(r.htzmjm),
        members: (r.members ?? []).map(replayedPerson),
        lines: Object.fromEntries((r.lines ?? []).map((l) => [l.dkbm, comparable(l.htmjm)])),
      },
    ]),
  )
}

/** Entries whose acts are not those that were written: what is told from them is worth nothing. */
async function notAsWritten(ctx: Ctx, county: string): Promise<{ code: string; what: string }[]> {
  const out: { code: string; what: string }[] = []
  for (let last: string | undefined = ''; last !== undefined;) {
    const ids = await nextEntries(ctx, county, last)
    out.push(...(await wrongEntries(ctx, county, ids)).map(({ unit, why, about }) => ({ code: unit, what: verifyWords({ why, facts: about }).en })))
    last = ids.at(-1)
  }
  return out
}

/** Replays the entries of a county and compares with its current books. Answers how many books and entries there were and what differs; nothing is written. */
export async function replayCounty(ctx: Ctx, county: string): Promise<{ books: number; entries: number; differences: { code: string; what: string }[] }> {
  const entries = await entriesOf(ctx, county)
  const is = await current(ctx, county)
  const told = replayDifferences(replay(await beginning(ctx, county), entries), is)
  return { books: is.size, entries: entries.length, differences: [...told, ...(await notAsWritten(ctx, county))] }
}
