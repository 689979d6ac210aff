// What a restriction may be entered on, for which days and by which document: asked by forms, by who confirms and by what the registry tells.
import { sql } from 'kysely'
import { dayPlus } from '../../kit/model/days.ts'
import { invalidField, problems, type Wrong } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { djb } from '../definitions/cbht.ts'
import { cbf } from '../definitions/cbf.ts'
import { dk } from '../definitions/dk.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'
import type { Restrict } from '../register/acts/acts.ts'
import { registerProblems } from '../register/acts/problems.ts'
import { restriction } from '../register/acts/tables.ts'
import { restrictionProblems } from './problems.ts'

/** What somebody wants to enter. */
export interface Enterable {
  kind: string
  objectCode: string
  fromDay: string
  toDay?: string | null
  paperNo?: string | null
}
interface Restricted {
  on: Restrict['on']
  regionCode: string
}

/** Days ahead within which a restriction begins: further away somebody has mistyped it, or says that it never does. */
const AHEAD_DAYS = 366
/** What is wrong with a first day that lies too far ahead of `today`, or undefined. */
export function beginsTooFarAhead(fromDay: string | null | undefined, today: string): Wrong | undefined {
  const last = dayPlus(today, AHEAD_DAYS)
  if (!fromDay || fromDay <= last) return undefined
  return { field: 'fromDay', msg: { zh: `起始日期不能晚于${last}`, en: `It begins on ${last} at the latest` } }
}

/** What a code names as it stands in the register, and where: a parcel (19 digits), a contractor (18), a book (18 and a letter). @throws object-not-found */
export async function requireObject(ctx: Ctx, code: string): Promise<Restricted> {
  const book = /^\d{18}[JQ]$/.test(code) ? await rows.find(ctx, djb, { cbjyqzbm: code, qszt: QSZT.current }) : undefined
  if (book) return { on: { cbjyqzbm: code }, regionCode: book.regionCode }
  const parcel = /^\d{19}$/.test(code) ? await rows.find(ctx, dk, { dkbm: code, zt: ZT.valid }) : undefined
  if (parcel) return { on: { dkbm: code }, regionCode: parcel.regionCode }
  const holder = /^\d{18}$/.test(code) ? await rows.find(ctx, cbf, { cbfbm: code, zt: ZT.valid }) : undefined
  if (holder) return { on: { cbfbm: code }, regionCode: holder.regionCode }
  throw restrictionProblems.noObject({ code })
}

/**
 * When what a code names was first registered, by all versions of its books, and until when its terms go, by those in force: of a parcel the books that have
 * it, or had it where none has. Days are empty where no book says them, or where a term has no end.
 */
async function booksOf(ctx: Ctx, { dkbm, cbjyqzbm, cbfbm }: Restrict['on']): Promise<{ since: string | null; until: string | null; isCurrent: boolean }> {
  const county = countyOf(dkbm ?? cbjyqzbm ?? cbfbm ?? '')
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
  const line = (x: string) => sql`cbdkxx ${sql.ref(x)} where ${mine(x)} and ${sql.ref(`${x}.dkbm`)} = ${dkbm ?? ''}`
  const codes = dkbm
    ? sql`array(select x.cbhtbm from ${line('x')} and (x.qszt = ${QSZT.current} or not exists (select 1 from ${line('y')} and y.qszt = ${QSZT.current})))`
    : cbjyqzbm
      ? sql`array[${cbjyqzbm}]::text[]`
      : sql`array(select b.cbjyqzbm from djb b where ${mine('b')} and b.cbfbm = ${cbfbm ?? ''})`
  const { rows: found } = await sql<{ since: string | null; until: string | null; isCurrent: boolean | null }>`
    select min(coalesce(d.djsj, d.cbqxq))::text as since, bool_or(d.qszt = ${QSZT.current}) as "isCurrent",
      nullif(max(coalesce(d.cbqxz, '9999-01-01')) filter (where d.qszt = ${QSZT.current}), '9999-01-01')::text as until
    from djb d where ${mine('d')} and d.qszt <> ${QSZT.draft} and d.cbjyqzbm = any(${codes})`.execute(ctx.db)
  return { since: found[0]?.since ?? null, until: found[0]?.until ?? null, isCurrent: found[0]?.isCurrent ?? false }
}
/** What stands on an object already by the same document, whether its days are over or not: it has not ended. */
async function requireNewPaper(ctx: Ctx, { kind, objectCode, paperNo }: Enterable): Promise<void> {
  if (!paperNo) return
  const first = await flatRows(scoped(ctx, restriction), restriction)
    .where('restriction.countyCode', '=', countyOf(objectCode))
    .where((e) => e.or((['dkbm', 'cbjyqzbm', 'cbfbm'] as const).map((n) => e(`restriction.${n}`, '=', objectCode))))
    .where('restriction.kind', '=', kind)
    .where('restriction.paperNo', '=', paperNo)
    .where('restriction.endDay', 'is', null)
    .orderBy('restriction.id')
    .executeTakeFirst()
  if (first) throw registerProblems.restrictionTwice({ paperNo, code: objectCode, ref: first.ref!, day: first.fromDay ?? '' })
}

/**
 * What a restriction is on, where it may be entered: a mortgage on a current book or a parcel of one and within the term of the contract; no restriction before its
 * book was registered; and no document twice. Source: docs/adr/0080.
 * @throws object-not-found, mortgage-no-book, invalid, restriction-twice
 */
export async function requireEnterable(ctx: Ctx, of: Enterable): Promise<Restricted> {
  const object = await requireObject(ctx, of.objectCode)
  const { since, until, isCurrent } = await booksOf(ctx, object.on)
  const { fromDay, toDay } = of
  const late = beginsTooFarAhead(fromDay, ctx.now.slice(0, 10))
  if (late) throw problems.invalid([late])
  if (of.kind === 'dy' && until && fromDay > until)
    throw invalidField('fromDay', { zh: `起始日期不能晚于承包期限止${until}`, en: `It cannot begin after the term of the contract, on ${until}` })
  if (since && fromDay < since)
    throw invalidField('fromDay', { zh: `起始日期不能早于登记簿的登记日期${since}`, en: `It cannot begin before the book was registered, on ${since}` })
  if (toDay && toDay < fromDay) throw invalidField('toDay', { zh: '截止日期不能早于起始日期', en: 'The end is before the beginning' })
  // land is pledged for as long as it is contracted; a court or an objection asks for no term
  if (of.kind === 'dy' && toDay && until && toDay > until)
    throw invalidField('toDay', { zh: `截止日期不能晚于承包期限止${until}`, en: `It cannot end after the term of the contract, on ${until}` })
  if (of.kind === 'dy' && (!isCurrent || object.on.cbfbm)) throw restrictionProblems.noBook({ code: of.objectCode })
  await requireNewPaper(ctx, of)
  return object
}
