import { sql } from 'kysely'
import { ref } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { isId } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable, scoped } from '../../kit/server/query.server.ts'
import { crud, type Input, type Route, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbdkxx, djb } from '../definitions/cbht.ts'
import { cbf } from '../definitions/cbf.ts'
import { dk } from '../definitions/dk.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'
import type { Act, Restrict } from '../register/acts.ts'
import { restriction, type RestrictionKind } from '../register/tables.ts'
import { write } from '../register/write.server.ts'
import { endedByRequest } from './lzht.server.ts'
import { requirePaper } from './papers.server.ts'
import { restrictionProblems } from './problems.ts'
import { DEED, REQUEST, restriction_request } from './request.ts'
import { judgedByTwo, judging, notNow, openOne, step, toJudge } from './two-persons.server.ts'

/** What a code names as it stands in the register, and where: a parcel (19 digits), a contractor (18), a book (18 and a letter). */
async function objectOf(ctx: Ctx, code: string): Promise<{ on: Restrict['on']; regionCode: string } | undefined> {
  const book = /^\d{18}[JQ]$/.test(code) ? await rows.find(ctx, djb, { cbjyqzbm: code, qszt: QSZT.current }) : undefined
  if (book) return { on: { cbjyqzbm: code }, regionCode: book.regionCode }
  const parcel = /^\d{19}$/.test(code) ? await rows.find(ctx, dk, { dkbm: code, zt: ZT.valid }) : undefined
  if (parcel) return { on: { dkbm: code }, regionCode: parcel.regionCode }
  const holder = /^\d{18}$/.test(code) ? await rows.find(ctx, cbf, { cbfbm: code, zt: ZT.valid }) : undefined
  return holder && { on: { cbfbm: code }, regionCode: holder.regionCode }
}
/** The first day of the right that a code names, by all versions of its books: of a parcel of the first book that had it. Undefined where none has had a book. */
async function rightSince(ctx: Ctx, { dkbm, cbjyqzbm, cbfbm }: Restrict['on']): Promise<string | undefined> {
  const county = countyOf(dkbm ?? cbjyqzbm ?? cbfbm ?? '')
  const lines = joinable(ctx, cbdkxx)
    .select('cbdkxx.djbId')
    .where('cbdkxx.countyCode', '=', county)
    .where('cbdkxx.dkbm', '=', dkbm ?? '')
  const books = joinable(ctx, djb)
    .select(sql<string | null>`min(least(djb.cbqxq, djb.djsj))::text`.as('since'))
    .where('djb.countyCode', '=', county)
  const its = dkbm ? books.where('djb.id', 'in', lines) : cbjyqzbm ? books.where('djb.cbjyqzbm', '=', cbjyqzbm) : books.where('djb.cbfbm', '=', cbfbm ?? '')
  return (await its.executeTakeFirst())?.since ?? undefined
}
/** Nothing weighs on a right before there is one. @throws invalid */
export async function requireBegun(ctx: Ctx, on: Restrict['on'], fromDay: string): Promise<void> {
  const since = await rightSince(ctx, on)
  if (since && fromDay < since)
    throw invalidField('fromDay', { zh: `起始日期不能早于该权利的起始日期${since}`, en: `It cannot begin before the right itself, on ${since}` })
}
/** What a code names as it stands in the register, and where. @throws object-not-found */
export async function requireObject(ctx: Ctx, code: string) {
  const found = await objectOf(ctx, code)
  if (!found) throw restrictionProblems.noObject({ code })
  return found
}

/** Asks that a restriction be entered, or changes what was asked for while nobody has looked at it. Answers the id. */
async function propose(ctx: Ctx, input: Input): Promise<string> {
  const draft = await rows.checkedDraft(ctx, restriction_request, input, [], { status: REQUEST.open })
  if (draft.kind === 'lz') throw restrictionProblems.byContract()
  if (draft.toDay && draft.toDay < draft.fromDay) throw invalidField('toDay', { zh: '截止日期不能早于起始日期', en: 'The end is before the beginning' })
  if (draft.toDay && draft.toDay < ctx.now.slice(0, 10)) throw invalidField('toDay', { zh: '截止日期不能早于今天', en: 'It has already ended' })
  if (input.id) {
    const before = await openOne(ctx, restriction_request, input.id, 'change')
    if (before.deed === DEED.end) throw notNow('change')
    await requireBegun(ctx, (await requireObject(ctx, before.objectCode)).on, draft.fromDay)
    rows.requireSeen(ctx, before, input.rev)
    return rows.update(ctx, restriction_request, before.id, draft, input.rev)
  }
  const { regionCode, on } = await requireObject(ctx, draft.objectCode)
  await requireBegun(ctx, on, draft.fromDay)
  return rows.insert(ctx, restriction_request, { ...draft, regionCode, deed: DEED.set, status: REQUEST.open, proposer: ctx.who.realName })
}
/** Asks that a restriction end. Answers the id of the request. */
async function proposeEnd(ctx: Ctx, input: TextInput<'paperNo' | 'reason' | 'restrictionId'>): Promise<string> {
  rows.requirePerm(ctx, restriction_request, 'add')
  const id = input.restrictionId ?? ''
  const named = flatRows(scoped(ctx, restriction), restriction).where('restriction.id', '=', id).where('restriction.endDay', 'is', null)
  const found = isId(id) ? await named.executeTakeFirst() : undefined
  if (!found) throw problems.notFound({ zh: restriction.label, en: restriction.en })
  const name = found.ref!
  const { paperNo, reason } = rows.readFields(endForm, { paperNo: input.paperNo, reason: input.reason })
  if (await rows.find(ctx, restriction_request, { ref: name, deed: DEED.end, status: REQUEST.open })) throw restrictionProblems.asked({ ref: name })
  const { kind, fromDay, toDay, regionCode } = found
  const objectCode = found.dkbm ?? found.cbjyqzbm ?? found.cbfbm
  const said = { regionCode, deed: DEED.end, kind, objectCode, fromDay, toDay, paperNo, reason, ref: name }
  return rows.insert(ctx, restriction_request, { ...said, status: REQUEST.open, proposer: ctx.who.realName })
}
const { paperNo, reason } = restriction_request.fields
/** What is asked of who wants a restriction to end. */
const endForm = { ...restriction_request, fields: { paperNo, reason } }

/** The second person confirms: what was asked for is entered in the register in the same transaction. */
async function confirm(ctx: Ctx, input: TextInput<'id'>): Promise<void> {
  const row = await toJudge(ctx, restriction_request, input.id)
  await requirePaper(ctx, row)
  const day = ctx.now.slice(0, 10)
  const text = `${row.reason}（${row.paperNo}）`
  const name = row.ref ?? `${row.kind}-${row.id}`
  const object = row.deed === DEED.end ? undefined : await requireObject(ctx, row.objectCode)
  if (object) await requireBegun(ctx, object.on, row.fromDay)
  const act: Act = !object
    ? { act: 'endRestriction', ref: name, text }
    : { act: 'restrict', ref: name, kind: row.kind as RestrictionKind, on: object.on, from: row.fromDay, ...(row.toDay ? { to: row.toDay } : {}), text }
  await write(ctx, { cause: { kind: 'desk', id: row.id }, unit: `restriction-request/${row.id}`, regionCode: row.regionCode, day, acts: [act] })
  if (row.deed === DEED.end) await endedByRequest(ctx, countyOf(row.regionCode), name, day, text)
  await rows.change(ctx, restriction_request, row, { status: REQUEST.confirmed, ref: name, ...judgedByTwo(ctx) })
}
const plain = crud(restriction_request)
export const requestRoutes: readonly Route[] = [
  plain.page,
  plain.detail,
  { ...plain.submit, run: propose },
  {
    ...step(restriction_request, 'end', 'restriction_request_add', '申请解除限制', proposeEnd, {
      restrictionId: ref('权利限制', 'restriction', { en: 'Restriction', required: true }),
      paperNo,
      reason,
    }),
    query: [],
    answer: 'id',
  },
  ...judging(restriction_request, confirm),
]
