// Many rows of a list changed together: tried first and shown, then done as it was shown or not at all; and the last change of a row taken back by its history.
import { sql } from 'kysely'
import { checkValue } from '../../kit/model/check.ts'
import { json, ref, text, labelOf } from '../../kit/model/field.ts'
import { PAGING_NAMES } from '../../kit/model/page.ts'
import { masked } from '../../kit/model/mask.ts'
import { invalidField, isRefusal, Problem, problems } from '../../kit/model/problem.ts'
import { entries, idList, isEditable, isId, type AnyResource, type Fields } from '../../kit/model/resource.ts'
import { typedRow, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { DeferredResponse, holdsButton, inApiScope, route, type Again, type RequestFacts, type Route, type Slice } from '../../kit/server/route.server.ts'
import { stopOf, type JobKind } from '../../runtime/jobs.server.ts'
import { progressOutside } from '../../runtime/progress.server.ts'
import { BATCH_LIMITS, type BatchPreview, type BatchPreviewRow, type RowMark } from './batch.ts'
import { batchProblems } from './problems.ts'
import { batchWords } from './words.ts'

/** A list whose rows may be changed together, by the calls that its own screen makes: what they refuse is refused here. */
export interface BatchList {
  /** the definition, or what else the change is called by */
  name: string
  of: AnyResource
  page: Route
  detail: Route
  /** the call of the single form; its body says the fields */
  update: Route
  /** what may be set for many rows */
  fields: readonly string[]
}
/** Values of a form by the names of its fields. */
type Values = Readonly<Record<string, unknown>>
type Stored = Values & { id: string; rev: number }

const BARE: RequestFacts = { headers: {}, params: {}, cookies: {} }
/** What is no part of a question of rows as they are now. */
const NO_FILTERS: readonly string[] = [...PAGING_NAMES, 'asOf', 'knownAt']
const LIST_BATCH = 'list-batch'

const fieldsOf = (list: BatchList): Fields => list.update.body as Fields
const nameOf = (list: BatchList, row: Stored | undefined, id: string): string => String(row?.[list.of.title ?? 'id'] ?? id)

/** The list by its name, where the caller may use its page and its form. @throws batch-list, forbidden */
function listAsked(ctx: Ctx, lists: readonly BatchList[], name: unknown): BatchList {
  const list = lists.find((x) => x.name === name)
  if (!list) throw batchProblems.list()
  for (const r of [list.page, list.update])
    if (!holdsButton(ctx.who, r) || !inApiScope(ctx.who, r)) throw problems.forbidden({ perm: [r.perm].flat().join(' ') })
  return list
}
/** The values that were sent, each checked as its form does. @throws batch-empty, batch-field, invalid */
function valuesAsked(list: BatchList, sent: unknown): Values {
  if (!sent || typeof sent !== 'object' || Array.isArray(sent) || Object.keys(sent).length === 0) throw batchProblems.empty()
  const values = sent as Values
  for (const [name, v] of Object.entries(values)) {
    const f = fieldsOf(list)[name]
    if (!f || !list.fields.includes(name)) throw batchProblems.field({ name: f ? labelOf(f).zh : name })
    const msg = checkValue(f, v)
    if (msg) throw invalidField(name, msg)
  }
  return values
}
/** The rows of a question of the list, or those that are named, at most so many. */
async function chosenIds(ctx: Ctx, list: BatchList, { ids, query }: { ids?: string | undefined; query?: unknown }): Promise<string[]> {
  const named = [...new Set(idList(ids))]
  if (named.some((id) => !isId(id))) throw problems.badRequest({ zh: '数据编号不正确', en: 'An id is malformed' })
  if (named.length > BATCH_LIMITS.direct) throw batchProblems.tooMany({ max: BATCH_LIMITS.direct })
  if (named.length > 0) return named
  if (!query || typeof query !== 'object' || Array.isArray(query)) throw problems.noneSelected()
  const q = query as Values
  for (const [n, v] of Object.entries(q)) {
    if (!list.page.query?.includes(n) || NO_FILTERS.includes(n)) throw problems.unknownParameter({ name: n })
    if (typeof v !== 'string' && typeof v !== 'number') throw problems.badRequest({ zh: `条件“${n}”不正确`, en: `The filter ${n} is malformed` })
  }
  const found: string[] = []
  const instead = async (question: AnyQuery, r: AnyResource) => {
    const rows = await question
      .select(`${r.name}.id`)
      .limit(BATCH_LIMITS.most + 1)
      .execute()
    found.push(...rows.map((x) => String(x.id)))
    return { records: [], total: 0, size: 1, current: 1, pages: 0 }
  }
  await list.page.run({ ...ctx, instead }, q, BARE)
  if (found.length > BATCH_LIMITS.most) throw batchProblems.tooMany({ max: BATCH_LIMITS.most })
  if (found.length === 0) throw problems.noneSelected()
  return found
}

/** A stored row as its form would send it back. */
function asForm(list: BatchList, row: Stored): Record<string, unknown> {
  const out: Record<string, unknown> = { id: row.id, rev: row.rev }
  for (const [n, f] of Object.entries(fieldsOf(list))) {
    const v = row[n]
    if (v === undefined || !isEditable(f)) continue
    out[n] = f.items && Array.isArray(v) ? v.map((x) => partOf(f.items!, x as Values)) : v
  }
  return out
}
const partOf = (items: Fields, x: Values): Values => ({
  id: x.id,
  ...Object.fromEntries(Object.entries(items).flatMap(([n, f]) => (isEditable(f) && x[n] !== undefined ? [[n, x[n]]] : []))),
})
const read = async (ctx: Ctx, list: BatchList, id: string): Promise<Stored> => (await list.detail.run(ctx, { id }, BARE)) as Stored

/** What becomes of one row: it is changed by the call of its form. `undefined`: it says so already. */
async function changed(ctx: Ctx, list: BatchList, row: Stored, values: Values): Promise<BatchPreviewRow | undefined> {
  const names = Object.keys(values)
  // what is masked is not compared: two numbers may look alike
  const isSame = names.every((n) => !fieldsOf(list)[n]!.mask && String(row[n] ?? '') === String(values[n] ?? ''))
  if (isSame) return undefined
  await list.update.run(ctx, { ...asForm(list, row), ...values }, BARE)
  const seen = masked(list.of, row) as Values
  return { id: row.id, name: nameOf(list, row, row.id), before: Object.fromEntries(names.map((n) => [n, seen[n] ?? null])) }
}

/** What a try answers through the end of its transaction, which takes everything back. */
class TriedRow {
  readonly mark: RowMark
  readonly row: BatchPreviewRow | undefined
  constructor(mark: RowMark, row: BatchPreviewRow | undefined) {
    this.mark = mark
    this.row = row
  }
}
interface Tried extends BatchPreview {
  passed: RowMark[]
}
/** Changes each row in a transaction of its own that is rolled back: what the form would refuse is refused, and nothing is written. */
async function tryRows(again: Again, list: BatchList, ids: readonly string[], values: Values, each?: (done: number) => Promise<void>): Promise<Tried> {
  const out = {
    changed: 0,
    same: 0,
    refused: 0,
    rows: [] as BatchPreviewRow[],
    refusals: [] as { id: string; name: string; why: string }[],
    passed: [] as RowMark[],
  }
  for (const [i, id] of ids.entries()) {
    let name = id
    let lang: Ctx['lang'] = 'zh'
    try {
      await again(async ({ call: _, ...ctx }) => {
        lang = ctx.lang
        const row = await read(ctx, list, id)
        name = nameOf(list, row, id)
        throw new TriedRow({ id, rev: row.rev }, await changed(ctx, list, row, values))
      })
    } catch (e) {
      if (e instanceof TriedRow) {
        if (!e.row) out.same++
        else {
          out.changed++
          out.passed.push(e.mark)
          if (out.rows.length < BATCH_LIMITS.shown) out.rows.push(e.row)
        }
      } else if (isRefusal(e)) {
        out.refused++
        if (out.refusals.length < BATCH_LIMITS.shown) out.refusals.push({ id, name, why: e.say(lang) })
      } else throw e
    }
    await each?.(i + 1)
  }
  return out
}

/** Does one thing to each row in the transaction of `ctx`; one that is refused refuses all, by name. */
async function forAll(marks: readonly RowMark[], one: (mark: RowMark) => Promise<unknown>, each?: (done: number) => void): Promise<void> {
  for (const [i, mark] of marks.entries()) {
    await one(mark)
    each?.(i + 1)
  }
}
/** Makes the change that was shown, while each row still is of the revision that was shown. @throws batch-refused */
async function doneTo(ctx: Ctx, list: BatchList, mark: RowMark, values: Values): Promise<void> {
  let name = mark.id
  try {
    const row = await read(ctx, list, mark.id)
    name = nameOf(list, row, mark.id)
    if (row.rev !== mark.rev) throw problems.changed()
    await changed(ctx, list, row, values)
  } catch (e) {
    throw isRefusal(e) ? batchProblems.refused({ name, why: e.words }) : e
  }
}
/** The revisions that rows have now. */
async function marksNow(ctx: Ctx, list: BatchList, marks: readonly RowMark[]): Promise<RowMark[]> {
  const ids = marks.map((m) => m.id)
  if (ids.length === 0) return []
  const { name } = list.of
  const found = await joinable(ctx, list.of)
    .select([`${name}.id`, `${name}.rev`])
    .where(`${name}.id`, 'in', ids)
    .execute()
  return found.map((x) => ({ id: String(x.id), rev: Number(x.rev) }))
}

/** Makes a row what it was before its last change, by the call of its form; what the register reckons or locks stays. @throws undo-changed, undo-nothing */
async function takeBack(ctx: Ctx, list: BatchList, mark: RowMark): Promise<void> {
  const { of } = list
  const row = await read(ctx, list, mark.id)
  const name = nameOf(list, row, mark.id)
  // only of the definition itself there are versions
  if (!of.versioned || list.name !== of.name) throw batchProblems.nothingToUndo({ name })
  const live = await typedRow<{ updateUser: string; before: string }>(
    joinable(ctx, of)
      .select([`${of.name}.updateUser`, sql<string>`(${sql.ref(`${of.name}.validFrom`)} - interval '1 microsecond')::text`.as('before')])
      .where(`${of.name}.id`, '=', mark.id),
  )
  if (row.rev !== mark.rev || String(live?.updateUser) !== ctx.who.userId) throw batchProblems.changedSince({ name })
  const former = await read({ ...ctx, knownAt: live!.before }, list, mark.id).catch((e) => {
    throw e instanceof Problem && e.status === 404 ? batchProblems.nothingToUndo({ name }) : e
  })
  const now = asForm(list, row)
  const then = asForm(list, former)
  // parts that are gone come back as new ones
  for (const [n, v] of Object.entries(then)) {
    const ids = Array.isArray(now[n]) ? (now[n] as Values[]).map((x) => x.id) : undefined
    if (ids && Array.isArray(v)) then[n] = (v as Values[]).map(({ id, ...rest }) => (ids.includes(id) ? { id, ...rest } : rest))
  }
  await list.update.run(ctx, { ...now, ...then, id: row.id, rev: row.rev }, BARE)
}

/** Rows that were named with their revisions, at most as many as a request changes. */
function marksAsked(sent: unknown): RowMark[] {
  const bad = () => problems.badRequest({ zh: '所选数据不正确', en: 'The rows are malformed' })
  if (!Array.isArray(sent)) throw bad()
  if (sent.length === 0) throw problems.noneSelected()
  if (sent.length > BATCH_LIMITS.direct) throw batchProblems.tooMany({ max: BATCH_LIMITS.direct })
  return sent.map((x: unknown) => {
    const { id, rev } = (x ?? {}) as Values
    if (!isId(String(id ?? '')) || !Number.isInteger(rev)) throw bad()
    return { id: String(id), rev: Number(rev) }
  })
}
interface Payload {
  list: string
  values?: Values
  ids?: string[]
  /** the job whose rows this one changes or takes back */
  after?: string
  act: 'preview' | 'run' | 'undo'
}
/** What an ended job of the caller left of this list: the rows that passed, or that were changed. @throws batch-not-previewed */
async function jobBefore(ctx: Ctx, list: BatchList, id: unknown, act: Payload['act']): Promise<{ payload: Payload; rows: RowMark[] }> {
  const job = isId(String(id ?? ''))
    ? await ctx.db
        .selectFrom('job')
        .select(['payload', 'result'])
        .where('tenantId', '=', ctx.who.tenantId)
        .where('createUser', '=', ctx.who.userId)
        .where('kind', '=', LIST_BATCH)
        .where('status', '=', 'done')
        .where('id', '=', String(id))
        .executeTakeFirst()
    : undefined
  if (job?.payload.act !== act || job.payload.list !== list.name) throw batchProblems.notPreviewed()
  return { payload: job.payload, rows: (job.result.marks as [string, number][]).map(([id, rev]) => ({ id, rev })) }
}
const packed = (marks: readonly RowMark[]): [string, number][] => marks.map((m) => [m.id, m.rev])

/** Changes of so many rows that a request would wait for them. */
export function listBatchJob(lists: () => readonly BatchList[]): JobKind {
  return {
    kind: LIST_BATCH,
    label: '批量修改',
    en: 'Change of many rows',
    attempts: 1,
    async run(job, sent) {
      const payload = sent as unknown as Payload
      const { act, ids = [], values = {}, after } = payload
      const list = await job.tx(async (ctx) => listAsked(ctx, lists(), payload.list))
      const report = (total: number, done: number) => job.progress(Math.floor((done / Math.max(1, total)) * 100), batchWords[act], done, total)
      if (act === 'preview') {
        const { passed, ...preview } = await tryRows(
          (work) => job.tx(work),
          list,
          ids,
          values,
          (done) => report(ids.length, Math.min(done, ids.length - 1)),
        )
        return { ...preview, marks: packed(passed) }
      }
      const progress = progressOutside(job)
      return job.finish(async (ctx) => {
        const { payload: before, rows } = await jobBefore(ctx, list, after, act === 'run' ? 'preview' : 'run')
        const each = (done: number) => {
          if (stopOf(job.signal)) throw job.signal.reason
          progress(Math.floor((done / rows.length) * 99), batchWords[act], done, rows.length)
        }
        const wanted = before.values ?? {}
        await forAll(rows, (m) => (act === 'run' ? doneTo(ctx, list, m, wanted) : takeBack(ctx, list, m)), each)
        return { done: rows.length, marks: act === 'run' ? packed(await marksNow(ctx, list, rows)) : [] }
      })
    },
  }
}

const LIST = text('列表', { en: 'List', required: true, max: 80 })
const JOB = ref('任务', 'job', { en: 'Job' })
const ROWS = json('数据', { en: 'Rows' })
/** Calls that change many rows of a list: tried and shown, done, taken back. Source: rulings.md 3, 61; docs/adr/0063. */
export function batchSlice(lists: () => readonly BatchList[]): Slice {
  const acts = { method: 'POST', scope: 'land', perm: 'signed-in' } as const
  const queue = async (ctx: Ctx, list: BatchList, payload: Omit<Payload, 'list'>, n: number) => {
    const title = `${batchWords[payload.act].zh} · ${list.of.label} ${n}`
    return { job: await ctx.enqueue(LIST_BATCH, { list: list.name, ...payload }, { title }) }
  }
  const preview = route({
    ...acts,
    path: '/platform/list-batch/preview',
    audit: 'list_batch.preview',
    summary: '预览批量修改',
    body: {
      list: LIST,
      values: json('修改内容', { en: 'Values', required: true }),
      ids: text('数据编号', { en: 'Ids', max: 4000 }),
      query: json('条件', { en: 'Filters' }),
    },
    run: async (ctx, b) => {
      const list = listAsked(ctx, lists(), b.list)
      const values = valuesAsked(list, b.values)
      const ids = await chosenIds(ctx, list, b)
      if (ids.length > BATCH_LIMITS.direct) return queue(ctx, list, { act: 'preview', values, ids }, ids.length)
      return new DeferredResponse(async (again) => {
        const { passed, ...shown } = await tryRows(again, list, ids, values)
        return { ...shown, marks: passed }
      })
    },
  })
  const run = route({
    ...acts,
    path: '/platform/list-batch/run',
    audit: 'list_batch.run',
    summary: '批量修改',
    body: { list: LIST, values: json('修改内容', { en: 'Values' }), rows: ROWS, job: JOB },
    run: async (ctx, b) => {
      const list = listAsked(ctx, lists(), b.list)
      if (b.job) {
        const { rows } = await jobBefore(ctx, list, b.job, 'preview')
        return queue(ctx, list, { act: 'run', after: b.job }, rows.length)
      }
      const values = valuesAsked(list, b.values)
      const marks = marksAsked(b.rows)
      await forAll(marks, (m) => doneTo(ctx, list, m, values))
      return { done: marks.length, marks: await marksNow(ctx, list, marks) }
    },
  })
  const undo = route({
    ...acts,
    path: '/platform/list-batch/undo',
    audit: 'list_batch.undo',
    summary: '撤销修改',
    body: { list: LIST, rows: ROWS, job: JOB },
    run: async (ctx, b) => {
      const list = listAsked(ctx, lists(), b.list)
      if (b.job) {
        const { rows } = await jobBefore(ctx, list, b.job, 'run')
        return queue(ctx, list, { act: 'undo', after: b.job }, rows.length)
      }
      const marks = marksAsked(b.rows)
      await forAll(marks, (m) => takeBack(ctx, list, m))
      return { done: marks.length }
    },
  })
  return { name: 'list-batch', resources: [], routes: [preview, run, undo] }
}

/** A list as its room's routes serve it. `path`: of its calls, where it is not the definition's. */
export function batchListOf(routes: readonly Route[], of: AnyResource, fields: readonly string[]): BatchList {
  const at = (verb: string) => routes.find((r) => r.path === `${of.path}/${verb}`)!
  const unknown = fields.find((n) => !entries(of).some(([x]) => x === n))
  if (unknown) throw new Error(`${of.name} has no field ${unknown}`)
  return { name: of.name, of, page: at('page'), detail: at('detail'), update: at('update'), fields }
}
