import { ref } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { isId, type Row } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable, scoped } from '../../kit/server/query.server.ts'
import { crud, type Route, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Act } from '../register/acts/acts.ts'
import { restriction, type RestrictionKind } from '../register/acts/tables.ts'
import { write } from '../register/write.server.ts'
import { requireEnterable } from './enterable.server.ts'
import { endedByRequest } from './lzht.server.ts'
import { requirePaper } from './papers.server.ts'
import { restrictionProblems } from './problems.ts'
import { DEED, REQUEST, restriction_request } from './request.ts'
import { judgedByTwo, judging, notNow, openOne, step, toJudge, type AsRead } from './two-persons.server.ts'

type Asked = Row<typeof restriction_request>
/** Refuses a document that somebody has asked to have entered on the same object, while nobody has judged that. */
async function requireAskedOnce(ctx: Ctx, { kind, objectCode, paperNo }: Pick<Asked, 'kind' | 'objectCode' | 'paperNo'>, id?: string): Promise<void> {
  const open = await flatRows(joinable(ctx, restriction_request), restriction_request)
    .where('restriction_request.countyCode', '=', countyOf(objectCode))
    .where('restriction_request.objectCode', '=', objectCode)
    .where('restriction_request.kind', '=', kind)
    .where('restriction_request.paperNo', '=', paperNo)
    .where('restriction_request.deed', '=', DEED.set)
    .where('restriction_request.status', '=', REQUEST.open)
    .where('restriction_request.id', '!=', id ?? '0')
    .orderBy('restriction_request.id')
    .executeTakeFirst()
  if (open) throw restrictionProblems.askedTwice({ paperNo, code: objectCode, proposer: open.proposer ?? '', day: open.createTime.slice(0, 10) })
}

/** Asks that a restriction be entered, or changes what was asked for while nobody has looked at it. Answers the id. */
async function propose(ctx: Ctx, input: SentRow<typeof restriction_request>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, restriction_request, input, [], { status: REQUEST.open })
  if (draft.kind === 'lz') throw restrictionProblems.byContract()
  if (draft.toDay && draft.toDay < ctx.now.slice(0, 10)) throw invalidField('toDay', { zh: '截止日期不能早于今天', en: 'It has already ended' })
  if (input.id) {
    const before = await openOne(ctx, restriction_request, input.id, 'change')
    if (before.deed === DEED.end) throw notNow('change')
    await requireEnterable(ctx, { ...draft, objectCode: before.objectCode })
    await requireAskedOnce(ctx, { ...draft, objectCode: before.objectCode }, before.id)
    return rows.update(ctx, restriction_request, before.id, draft, input)
  }
  const { regionCode } = await requireEnterable(ctx, draft)
  await requireAskedOnce(ctx, draft)
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

/** The act that enters what was asked for, where it may be entered still. */
async function entering(ctx: Ctx, row: Asked, name: string, text: string): Promise<Act> {
  const { on } = await requireEnterable(ctx, row)
  const { fromDay: from, toDay, paperNo } = row
  return { act: 'restrict', ref: name, kind: row.kind as RestrictionKind, on, from, ...(toDay ? { to: toDay } : {}), text, paperNo }
}
/** The second person confirms: what was asked for is entered in the register in the same transaction. */
async function confirm(ctx: Ctx, input: AsRead): Promise<void> {
  const row = await toJudge(ctx, restriction_request, input)
  await requirePaper(ctx, row)
  const day = ctx.now.slice(0, 10)
  const text = `${row.reason}（${row.paperNo}）`
  const name = row.ref ?? `${row.kind}-${row.id}`
  const act = row.deed === DEED.end ? ({ act: 'endRestriction', ref: name, text } as const) : await entering(ctx, row, name, text)
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
