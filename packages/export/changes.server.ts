/** Writes a change package: what of a region is otherwise than at a former moment, household by household, out of the two clocks of the register (docs/adr/0016). */
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql, type RawBuilder } from 'kysely'
import type { AnyResource } from '../../kit/model/resource.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import { KNOWN_AFTER_S, moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { believed, flatRows, joinable, scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbdkxx, cbht, djb } from '../../land/definitions/cbht.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import { CHANGES_FILE, CHANGES_HEAD, type ChangesHead, type UnitChange, type UnitState } from '../package/changes.ts'
import { hjb_change } from '../package/hjb.ts'
import type { MdbRow } from '../package/staged.ts'
import { pack } from './pack.server.ts'
import { packageExportProblems } from './problems.ts'
import { layerValues, tableRow, type RegisterRow } from './rows.ts'
import { layerStandard, type StagedTable } from '../../land/definitions/national/format.ts'
import type { PackageRun } from './write.server.ts'

/** What a change package is asked for: of a region, since a day (yyyy-MM-dd), or since the last one of it. */
export interface ChangesWish {
  regionCode: string
  since: string
}
/** Units read in one transaction. */
const AT_ONCE = 100

/** A piece of the register that changed, by its code, and when last. */
interface Touched {
  unit: UnitChange['unit']
  code: string
  at: string
}
interface Span {
  region: string
  from: string
  to: string
}
/** Codes of a table whose rows began or ended to be believed in the span; `code` is read from the rows as `t`. */
const touchedIn = (ctx: Ctx, r: AnyResource, code: RawBuilder<unknown>, { region, from, to }: Span) => {
  const [low, high] = [sql`${from}::timestamptz`, sql`${to}::timestamptz`]
  const within = (moment: RawBuilder<unknown>) => sql`${moment} > ${low} and ${moment} <= ${high}`
  const [begun, ended] = [sql`t."validFrom"`, sql`t."validTo"`]
  return sql`select ${code} as code, max(case when ${within(ended)} then ${ended} else ${begun} end) as moment from ${believed(r)} t
    where t."countyCode" = ${countyOf(region)} and t."tenantId" = ${ctx.who.tenantId} and t."regionCode" >= ${region} and t."regionCode" < ${`${region}~`}
      and ((${within(begun)}) or (${within(ended)})) group by 1`
}
/** Everything that changed, in the order of work. */
async function touched(ctx: Ctx, span: Span): Promise<Touched[]> {
  const of = (r: AnyResource, code: RawBuilder<unknown>) => touchedIn(ctx, r, code, span)
  const lines = sql`(select l.dkbm, l.cbfbm from ${believed(cbdkxx)} l where l."countyCode" = ${countyOf(span.region)} and l."tenantId" = ${ctx.who.tenantId}
    and l.qszt = ${QSZT.current} group by 1, 2)`
  const { rows: found } = await sql<Touched>`
    with parcels as (${of(dk, sql`t.dkbm`)}),
    households as (select code, max(moment) as moment from (${sql.join(
      [
        of(cbf, sql`t.cbfbm`),
        of(jtcy, sql`t.cbfbm`),
        of(djb, sql`t.cbfbm`),
        of(cbht, sql`t.cbfbm`),
        of(cbdkxx, sql`t.cbfbm`),
        of(cbjyqz, sql`left(t.cbjyqzbm, 18)`),
      ],
      sql` union all `,
    )} union all select l.cbfbm, p.moment from parcels p join ${lines} l on l.dkbm = p.code) x group by 1)
    select u.unit, u.code, u.moment as at from (
      select 'issuer' as unit, code, moment from (${of(fbf, sql`t.fbfbm`)}) i
      union all select 'household', code, moment from households
      union all select 'parcel', p.code, p.moment from parcels p where not exists (select from ${lines} l where l.dkbm = p.code)) u
    where u.code is not null order by u.moment, case unit when 'issuer' then 0 when 'parcel' then 1 else 2 end, u.code`.execute(ctx.db)
  return found
}

const sorted = (list: readonly MdbRow[]): MdbRow[] => list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
/** A state with the digest of what the standard says of it: neither ids nor numbers of features. */
function stateOf(tables: UnitState['tables'], parcels: UnitState['parcels'], books: UnitState['books']): UnitState {
  const told = { tables, parcels: parcels.map(({ attrs: { BSM: _, ...attrs }, geom }) => ({ attrs, geom })) }
  return { version: sha256(JSON.stringify(told)), books, tables, parcels }
}
const parcelOf = (row: RegisterRow): UnitState['parcels'][number] => ({
  attrs: layerValues(layerStandard('DK').fields, row, { YSDM: String(row.ysdm || layerStandard('DK').ysdm) }),
  geom: (row.geom as string | null) ?? null,
})

/** The units as they stood at a moment, by code; what did not stand is absent. */
async function statesAt(ctx: Ctx, knownAt: string, units: readonly Touched[], region: string): Promise<Map<string, UnitState>> {
  const then: Ctx = { ...ctx, knownAt }
  const county = countyOf(region)
  const read = async (r: AnyResource, where: (q: AnyQuery) => AnyQuery): Promise<RegisterRow[]> =>
    await typedRows<RegisterRow>(
      where(flatRows(joinable(then, r), r) as AnyQuery)
        .where(`${r.name}.countyCode`, '=', county)
        .orderBy(`${r.name}.id`),
    )
  const among = (column: string, codes: readonly string[]) => (q: AnyQuery) => q.where(sql<boolean>`${sql.ref(column)} = any(${codes}::text[])`)
  const codesOf = (unit: Touched['unit']) => units.filter((u) => u.unit === unit).map((u) => u.code)
  const [issuers, households, alone] = [codesOf('issuer'), codesOf('household'), codesOf('parcel')]
  const issuerRows = await read(fbf, (q) => among('fbf.fbfbm', issuers)(q).where('fbf.zt', '=', ZT.valid))
  const holders = await read(cbf, (q) => among('cbf.cbfbm', households)(q).where('cbf.zt', '=', ZT.valid))
  const members = await read(jtcy, among('jtcy.cbfbm', households))
  const books = await read(djb, (q) => among('djb.cbfbm', households)(q).where('djb.qszt', '=', QSZT.current))
  const contracts = await read(cbht, (q) => among('cbht.cbfbm', households)(q).where('cbht.qszt', '=', QSZT.current))
  const lines = await read(cbdkxx, (q) => among('cbdkxx.cbfbm', households)(q).where('cbdkxx.qszt', '=', QSZT.current))
  const papers = await read(cbjyqz, (q) =>
    among(
      'cbjyqz.cbjyqzbm',
      households.flatMap((c) => [`${c}J`, `${c}Q`]),
    )(q).where('cbjyqz.sfzx', '=', 0),
  )
  const codes = [...new Set([...alone, ...lines.map((l) => String(l.dkbm))])]
  const parcels = await read(dk, (q) =>
    among(
      'dk.dkbm',
      codes,
    )(q)
      .where('dk.zt', '=', ZT.valid)
      .select(sql<string | null>`ST_AsText(dk.geom, 15)`.as('geom')),
  )
  const parcelBy = new Map(parcels.map((p) => [String(p.dkbm), p]))
  const bookBy = new Map(books.map((b) => [String(b.id), b]))
  const by = (list: readonly RegisterRow[], column: string) => Map.groupBy(list, (r) => String(r[column]).slice(0, 18))
  const [membersBy, booksBy, contractsBy, linesBy, papersBy] = [
    by(
      members.toSorted((a, b) => Number(a.sort) - Number(b.sort)),
      'cbfbm',
    ),
    by(books, 'cbfbm'),
    by(contracts, 'cbfbm'),
    by(lines, 'cbfbm'),
    by(papers, 'cbjyqzbm'),
  ]
  const out = new Map<string, UnitState>()
  for (const row of issuerRows) out.set(String(row.fbfbm), stateOf({ FBF: [tableRow('FBF', row)] }, [], []))
  for (const code of alone) {
    const row = parcelBy.get(code)
    if (row) out.set(code, stateOf({}, [parcelOf(row)], []))
  }
  for (const row of holders) {
    const code = String(row.cbfbm)
    const inTable = (table: StagedTable, list: readonly RegisterRow[] | undefined) => (list ?? []).map((r) => tableRow(table, r))
    // a line names its book by the book's code
    const own = (linesBy.get(code) ?? []).map((l) => ({ ...l, cbjyqzbm: bookBy.get(String(l.djbId))?.cbjyqzbm }))
    const held = [...new Set(own.map((l) => String((l as RegisterRow).dkbm)))]
      .toSorted()
      .map((dkbm) => parcelBy.get(dkbm))
      .filter((p) => p !== undefined)
    out.set(
      code,
      stateOf(
        {
          CBF: [tableRow('CBF', row)],
          CBF_JTCY: inTable('CBF_JTCY', membersBy.get(code)),
          CBJYQZDJB: sorted(inTable('CBJYQZDJB', booksBy.get(code))),
          CBHT: sorted(inTable('CBHT', contractsBy.get(code))),
          CBDKXX: sorted(inTable('CBDKXX', own)),
          CBJYQZ: sorted(inTable('CBJYQZ', papersBy.get(code))),
        },
        held.map(parcelOf),
        (booksBy.get(code) ?? []).map((b) => ({ code: String(b.cbjyqzbm), id: String(b.id), version: Number(b.version) })),
      ),
    )
  }
  return out
}

/** What is asked for as a span of moments that ends where `knownAt` of a call may: a transaction may end after another that began later, and what is younger comes with the next package; and the package that it goes on from. @throws package-first-change, package-since */
async function spanOf(ctx: Ctx, { regionCode, since }: ChangesWish): Promise<Span & { previous: string | null }> {
  const to = moved(ctx.now, -KNOWN_AFTER_S)
  if (since !== 'last') {
    if (`${since} 00:00:00` >= to) throw packageExportProblems.since()
    return { region: regionCode, from: `${since} 00:00:00`, to, previous: null }
  }
  const last = await scoped(ctx, hjb_change)
    .select(['hjb_change.id', 'hjb_change.toTime'])
    .where('hjb_change.countyCode', '=', countyOf(regionCode))
    .where('hjb_change.regionCode', '=', regionCode)
    .orderBy('hjb_change.id', 'desc')
    .executeTakeFirst()
  if (!last) throw packageExportProblems.firstChange()
  if (String(last.toTime) >= to) throw packageExportProblems.since()
  return { region: regionCode, from: String(last.toTime), to, previous: String(last.id) }
}

/** Writes a change package as a ZIP at `path`; answers how many units changed. It begins anew when it is run again, and is a hand-in once it is whole. */
export async function writeChanges(run: PackageRun, asked: ChangesWish, path: string): Promise<number> {
  const folder = `${path}.work`
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    const { previous, ...span } = await run.tx((ctx) => spanOf(ctx, asked))
    const units = await run.tx((ctx) => touched(ctx, span))
    let no = 0,
      left = 0
    async function* lines(): AsyncGenerator<string> {
      for (let at = 0; at < units.length; at += AT_ONCE) {
        run.signal.throwIfAborted()
        const part = units.slice(at, at + AT_ONCE)
        const [was, becomes] = await run.tx(async (ctx) => [
          await statesAt(ctx, span.from, part, asked.regionCode),
          await statesAt(ctx, span.to, part, asked.regionCode),
        ])
        for (const unit of part) {
          const [a, b] = [was.get(unit.code) ?? null, becomes.get(unit.code) ?? null]
          if (a?.version === b?.version) continue
          const change: UnitChange = { no: ++no, ...unit, was: a, becomes: b, left: !b }
          if (!b) left++
          yield `${JSON.stringify(change)}\n`
        }
        await run.progress(Math.floor((90 * (at + part.length)) / units.length), 100)
      }
    }
    await pipeline(lines, createWriteStream(join(folder, CHANGES_FILE), { mode: 0o600 }))
    const id = await run.tx((ctx) =>
      rows.insert(ctx, hjb_change, { regionCode: asked.regionCode, fromTime: span.from, toTime: span.to, previous, changes: no, leavers: left }),
    )
    const head: ChangesHead = {
      format: 'land-changes',
      version: 1,
      id,
      previous,
      regionCode: asked.regionCode,
      from: span.from,
      to: span.to,
      changes: no,
      left,
    }
    await writeFile(join(folder, CHANGES_HEAD), JSON.stringify(head, null, 1))
    await mkdir(dirname(path), { recursive: true })
    const entries = new Map([CHANGES_HEAD, CHANGES_FILE].map((name) => [name, join(folder, name)]))
    await pack(path, '', new Map(), entries, false, run.signal)
    return no
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
