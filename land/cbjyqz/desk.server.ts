// The certificate desk: each step is one entry of the register (cause desk) in one transaction, refused where the certificate stands otherwise by then.
import { sql } from 'kysely'
import { ref, refs } from '../../kit/model/field.ts'
import { problems, type Wrong } from '../../kit/model/problem.ts'
import { countyOf, REGION_LENGTHS } from '../../kit/model/region-code.ts'
import { idList, isEditable, isId, type Checked, type Draft, type FlatRow, type Fields } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireInDictionary } from '../../kit/server/dictionary.server.ts'
import { flatRows, joinable, page, scoped } from '../../kit/server/query.server.ts'
import { answering, crud, ids, listing, rowIdOf, type Route, type SentDraft, type SentRow, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { ExportTarget } from '../../services/exchange/exports/targets.server.ts'
import { djb } from '../definitions/cbht.ts'
import { cbjyqz, cbjyqz_event } from '../definitions/cbjyqz.ts'
import { QSZT } from '../definitions/statuses.ts'
import { REQUEST } from '../restriction/request.ts'
import type { Certificate } from '../register/acts/acts.ts'
import { registryNumbersWrong } from '../register/registry-numbers.server.ts'
import { ACTS, requireNamedPerson } from '../register/whose-number.server.ts'
import { write } from '../register/write.server.ts'
import { cert_blank, cert_serial } from './blank.ts'
import { blankRoutes, claimSerial, spoilSerial, takeSerials, wasPrinted } from './blanks.server.ts'
import { collectionWrong, datesWrong, FORMS, isReady, STAGES, stageOf, type Collector, type Deed, type Stage } from './desk.ts'
import { certificateProblems } from './problems.ts'
import { pastRoutes } from './past.server.ts'
import { DEED_WORDS, STAGE_WORDS } from './words.ts'

/** Certificates that one call may name. */
const MOST = 200
type Row = FlatRow<typeof cbjyqz>

/**
 * The certificates of these ids in the order of their codes, each where the deed may happen to it. No revision is asked for: printing and issuing write nothing
 * over what stands there, and where somebody else did it meanwhile the stage refuses, which the writer asks again of the row that it holds. One that is said must fit.
 * @throws certificate-stage, not-found, none-selected, changed
 */
async function chosen(ctx: Ctx, asked: { readonly ids?: unknown; readonly rev?: unknown }, deed: Deed): Promise<Row[]> {
  const list = [...new Set(idList(asked.ids))]
  if (list.length === 0) throw problems.noneSelected()
  if (list.length > MOST) throw certificateProblems.tooMany({ max: MOST })
  const found = list.every(isId) ? await flatRows(scoped(ctx, cbjyqz), cbjyqz).where('cbjyqz.id', 'in', list).orderBy('cbjyqz.cbjyqzbm').execute() : []
  if (found.length < list.length) throw problems.notFound({ zh: cbjyqz.label, en: cbjyqz.en })
  for (const row of found) requireReady(row, deed)
  if (rows.ifSaid(asked)) for (const { id } of found) rows.requireRevSaid(await rows.get(ctx, cbjyqz, id, true), asked.rev)
  return found
}
/** The one certificate of a form, held, as its sender saw it: where it stands alone does not tell that somebody else wrote meanwhile. @throws invalid, changed */
async function one(ctx: Ctx, { id, rev }: { readonly id?: unknown; readonly rev?: unknown }, deed: Deed): Promise<Row> {
  const row = (await rows.get(ctx, cbjyqz, String(id ?? ''), true)) as Row & { rev: number }
  requireReady(row, deed)
  rows.requireRevSaid(row, rev)
  return row
}
function requireReady(row: Row, deed: Deed): void {
  if (!isReady(deed, row)) throw certificateProblems.stage({ code: row.cbjyqzbm!, stage: STAGE_WORDS[stageOf(row)], deed: DEED_WORDS[deed] })
}
/** The smallest region that holds all of these. */
function common(regions: readonly string[]): string {
  const [first = ''] = regions
  const n = REGION_LENGTHS.findLast((length) => length <= first.length && regions.every((r) => r.startsWith(first.slice(0, length)))) ?? 0
  return first.slice(0, n)
}
type Event<A> = A extends unknown ? Omit<A, 'act' | 'code' | 'day'> : never
type Does = Event<Certificate>
/** Writes what happens to certificates, those of a county together. The writer looks again how each stands, and holds it. */
async function enter(ctx: Ctx, list: readonly { row: Pick<Row, 'cbjyqzbm' | 'regionCode'>; does: readonly Does[] }[]): Promise<void> {
  for (const of of Map.groupBy(list, ({ row }) => countyOf(row.regionCode)).values()) {
    const id = ctx.newId()
    const acts = of.flatMap(({ row, does }) => does.map((d) => ({ act: 'certificate', code: row.cbjyqzbm!, ...d }) as Certificate))
    const regionCode = common(of.map(({ row }) => row.regionCode))
    await write(ctx, { cause: { kind: 'desk', id }, unit: `certificate/${id}`, regionCode, day: ctx.now.slice(0, 10), acts })
  }
}
const ID = { id: ref('权证', 'cbjyqz', { en: 'Certificate', required: true }) }
const IDS = { ids: refs('权证', 'cbjyqz', { en: 'Certificates', required: true }) }
/** The form of a step as it is sent. */
type Sent<Name extends keyof typeof FORMS> = { readonly [K in keyof (typeof FORMS)[Name] | 'id' | 'ids' | 'rev']?: unknown }
const all = (wrong: readonly Wrong[]): void => {
  if (wrong.length) throw problems.invalid([...wrong])
}
const read = <F extends Fields>(fields: F, input: Readonly<Record<string, unknown>>) =>
  rows.readFields({ ...cbjyqz, fields }, Object.fromEntries(Object.keys(fields).map((n) => [n, input[n]])))

/** Since when the books of certificates are registered, by id of the book: day of registration, else that of signing; none where neither is known. */
async function registered(ctx: Ctx, list: readonly Pick<Row, 'djbId' | 'regionCode'>[]): Promise<Map<string, string | null>> {
  const county = [...new Set(list.map((r) => countyOf(r.regionCode)))]
  const found = await joinable(ctx, djb)
    .leftJoin('cbht', (on) => on.onRef('cbht.countyCode', '=', 'djb.countyCode').onRef('cbht.djbId', '=', 'djb.id'))
    .select(['djb.id', sql<string | null>`coalesce("djb".djsj, "cbht".qdsj)::text`.as('since')])
    .where('djb.countyCode', 'in', county)
    .where(
      'djb.id',
      'in',
      list.map((r) => r.djbId!),
    )
    .execute()
  return new Map(found.map((r) => [String(r.id), r.since ? String(r.since).slice(0, 10) : null]))
}

/** Prints: each certificate gets the next serial of the blanks of its region. Answers which. */
async function print(ctx: Ctx, input: SentDraft<typeof IDS>) {
  const found = await chosen(ctx, input, 'print')
  const serials = new Map<string, string>()
  for (const [county, of] of Map.groupBy(found, (r) => countyOf(r.regionCode)))
    for (const [id, serial] of await takeSerials(
      ctx,
      county,
      of.map((r) => ({ id: r.id, cbjyqzbm: r.cbjyqzbm!, regionCode: r.regionCode })),
    ))
      serials.set(id, serial)
  await enter(
    ctx,
    found.map((row) => ({ row, does: [{ event: 'print', serial: serials.get(row.id)! }] })),
  )
  return found.map((row) => ({ id: row.id, cbjyqzbm: row.cbjyqzbm, cbjyqzlsh: serials.get(row.id)! }))
}
/** The printed paper is spoilt: its serial is gone, the certificate waits for the next one. */
async function spoil(ctx: Ctx, input: Sent<'spoil'>): Promise<void> {
  const row = await one(ctx, input, 'spoil')
  const { reason } = read(FORMS.spoil, input)
  const serial = row.cbjyqzlsh!
  await enter(ctx, [{ row, does: [{ event: 'spoil', serial, reason }] }])
  await spoilSerial(ctx, { id: row.id, cbjyqzbm: row.cbjyqzbm!, regionCode: row.regionCode }, serial, reason)
}
async function issue(ctx: Ctx, input: Sent<'issue'>): Promise<void> {
  const found = await chosen(ctx, input, 'issue')
  const { fzrq, fzjg, bznf } = read(FORMS.issue, input)
  const since = await registered(ctx, found)
  for (const row of found) all(datesWrong({ fzrq, bznf }, since.get(row.djbId!) ?? null, ctx.now.slice(0, 10)))
  await enter(
    ctx,
    found.map((row) => ({ row, does: [{ event: 'issue', fzrq, fzjg, bznf }] })),
  )
}
async function collect(ctx: Ctx, input: Sent<'collect'>): Promise<void> {
  const row = await one(ctx, input, 'collect')
  const given = read(FORMS.collect, input)
  all(collectionWrong(given, row.fzrq, ctx.now.slice(0, 10), row))
  await requireCollector(ctx, given, row)
  await enter(ctx, [{ row, does: [{ event: 'collect', ...given }] }])
}
/** Who collects is who the number says, under a name of the household who the register says, and of age. @throws invalid */
async function requireCollector(ctx: Ctx, by: Collector, at: Collector & { regionCode: string; cbjyqzbm?: string | null }): Promise<void> {
  const was = { name: at.qzlqrxm, number: at.qzlqrzjhm }
  const place = { field: 'qzlqrzjhm', county: countyOf(at.regionCode), was, acts: ACTS.collector, among: [holderOf(String(at.cbjyqzbm))] }
  await requireNamedPerson(ctx, { name: by.qzlqrxm, number: by.qzlqrzjhm }, place)
}
/** The contractor whose code a certificate bears before its letter. */
const holderOf = (cbjyqzbm: string): string => cbjyqzbm.slice(0, 18)
async function cancel(ctx: Ctx, input: Sent<'cancel'>): Promise<void> {
  const row = await one(ctx, input, 'cancel')
  await enter(ctx, [{ row, does: [{ event: 'cancel', reason: read(FORMS.cancel, input).reason }] }])
}
/** The right is registered with the real-estate registry, or is no more. */
async function bdc(ctx: Ctx, input: Sent<'bdc'>): Promise<void> {
  const row = await one(ctx, input, 'bdc')
  const { sfbdcfz, bdcqzh } = read(FORMS.bdc, input)
  if (sfbdcfz === '1' && !bdcqzh) all([{ field: 'bdcqzh', msg: { zh: '请输入不动产权证号', en: 'Please enter the number of the real-estate certificate' } }])
  const code = row.cbjyqzbm!
  // one that stands so already is entered again as it is
  if (sfbdcfz === '1' && bdcqzh !== row.bdcqzh) {
    const wrong = (await registryNumbersWrong(ctx, countyOf(row.regionCode), { certificates: new Map([[code, String(bdcqzh)]]) })).get(code)
    if (wrong) all([{ field: 'bdcqzh', msg: wrong }])
  }
  await enter(ctx, [{ row, does: [{ event: 'bdc', sfbdcfz, bdcqzh: sfbdcfz === '1' ? bdcqzh : null }] }])
}

/** What a form says of issue and collection; the printing of a paper that was made elsewhere comes with its serial. */
function stepsOf(d: Draft<typeof cbjyqz>): Does[] {
  const { cbjyqzlsh: serial, fzrq, fzjg, bznf, qzlqrq, qzlqrxm, qzlqrzjlx, qzlqrzjhm } = d
  return [
    ...(serial ? [{ event: 'print', serial } as const] : []),
    ...(fzrq ? [{ event: 'issue', fzrq, fzjg, bznf } as const] : []),
    ...(d.qzsflq === '1' ? [{ event: 'collect', qzlqrq, qzlqrxm, qzlqrzjlx, qzlqrzjhm } as const] : []),
  ]
}
/** Columns of the form that steps write. */
const OF_STEPS = ['cbjyqzlsh', 'fzrq', 'qzsflq', 'qzlqrq', 'qzlqrxm', 'qzlqrzjlx', 'qzlqrzjhm']
const OF_COLLECTION = OF_STEPS.slice(2)
const editable = Object.entries(cbjyqz.fields).flatMap(([n, f]) => (isEditable(f) ? [n] : []))
const same = (a: unknown, b: unknown) => String(a ?? '') === String(b ?? '')
const only = (d: object, names: readonly string[]): Draft<typeof cbjyqz> => Object.fromEntries(Object.entries(d).filter(([n]) => names.includes(n)))

/** What is wrong with a form for a certificate of a book that is registered `since`; `row`: the certificate as it stands. */
function formWrong(d: Checked<typeof cbjyqz>, since: string | null, today: string, row?: Row): Wrong[] {
  const wrong = datesWrong(d, since, today)
  if (d.cbjyqzlsh && !d.fzrq) wrong.push({ field: 'fzrq', msg: { zh: '请选择发证日期', en: 'Please select the day of issue' } })
  if (d.fzrq && !d.cbjyqzlsh)
    wrong.push({ field: 'cbjyqzlsh', msg: { zh: '请先打证，或输入已有证书的流水号', en: 'Print it first, or enter the serial of the existing paper' } })
  if (d.qzsflq === '1') return [...wrong, ...collectionWrong(d, d.fzrq ?? null, today, row)]
  if (d.qzlqrq || d.qzlqrxm || d.qzlqrzjhm)
    wrong.push({ field: 'qzsflq', msg: { zh: '填写了领取信息，请选择已领取', en: 'A collector is given: mark it as collected' } })
  return wrong
}
/**
 * Makes a certificate for the current book of its code, or changes one: while it is not printed all of it (with a serial it is a paper that was made
 * elsewhere, printed and issued by that), afterwards only that it was collected. Answers the id.
 */
async function save(ctx: Ctx, input: SentRow<typeof cbjyqz>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, cbjyqz, input)
  await requireInDictionary(ctx, cbjyqz, draft)
  const today = ctx.now.slice(0, 10)
  if (input.id) return change(ctx, rowIdOf(input), input.rev, draft, today)
  const book = await rows.find(ctx, djb, { cbjyqzbm: draft.cbjyqzbm, qszt: QSZT.current })
  if (!book) throw problems.notFound({ zh: djb.label, en: djb.en })
  if (book.cbfzjhm && book.cbfzjhm !== draft.cbfdbzjhm)
    all([{ field: 'cbfdbzjhm', msg: { zh: '承包方代表证件号码与登记簿不一致', en: 'The ID number of the representative differs from that of the book' } }])
  all(formWrong(draft, (await registered(ctx, [{ djbId: book.id, regionCode: book.regionCode }])).get(book.id) ?? null, today))
  const row = { cbjyqzbm: draft.cbjyqzbm, regionCode: book.regionCode }
  await requireCollector(ctx, draft, row)
  const { cbfdbzjhm, sfbdcfz, bznf, fzjg } = draft
  await enter(ctx, [{ row, does: [{ event: 'new' }, { event: 'set', fields: { cbfdbzjhm, sfbdcfz, bznf, fzjg } }, ...stepsOf(draft)] }])
  const { id } = (await rows.find(ctx, cbjyqz, { cbjyqzbm: draft.cbjyqzbm, sfzx: 0 }))!
  if (draft.cbjyqzlsh) await claimSerial(ctx, { id, ...row }, draft.cbjyqzlsh)
  return id
}
async function change(ctx: Ctx, id: string, rev: unknown, draft: Checked<typeof cbjyqz>, today: string): Promise<string> {
  const row = (await rows.get(ctx, cbjyqz, id, true)) as Row & { rev: number }
  rows.requireRevSaid(row, rev)
  const stored = Object.fromEntries(Object.entries(row))
  const sent = Object.fromEntries(Object.entries(draft))
  // the kind of document of nobody says nothing
  const said = draft.qzsflq === '1' ? editable : editable.filter((n) => n !== 'qzlqrzjlx')
  const moved = said.filter((n) => Object.hasOwn(sent, n) && !same(sent[n], stored[n]))
  if (moved.length === 0) return id
  if (stageOf(row) === 'issued' && moved.every((n) => OF_COLLECTION.includes(n)) && draft.qzsflq === '1') {
    all(collectionWrong(draft, row.fzrq, today, row))
    await requireCollector(ctx, draft, row)
    await enter(ctx, [{ row, does: stepsOf({ ...only(draft, OF_COLLECTION) }) }])
    return id
  }
  requireReady(row, 'set')
  all(formWrong(draft, (await registered(ctx, [row])).get(row.djbId!) ?? null, today, row))
  await requireCollector(ctx, draft, row)
  const fields = only(
    draft,
    moved.filter((n) => !OF_STEPS.includes(n)),
  )
  if (Object.keys(fields).length) await enter(ctx, [{ row, does: [{ event: 'set', fields }] }])
  // each step stands on the one before, so each is an entry of its own
  for (const step of stepsOf(draft)) await enter(ctx, [{ row, does: [step] }])
  if (draft.cbjyqzlsh) await claimSerial(ctx, { id, cbjyqzbm: row.cbjyqzbm!, regionCode: row.regionCode }, draft.cbjyqzlsh)
  return id
}
/** Takes certificates away that never were on paper. @throws certificate-ever-printed */
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  rows.requirePerm(ctx, cbjyqz, 'delete')
  const found = await chosen(ctx, { ids: gone.join() }, 'drop')
  for (const row of found)
    if (await wasPrinted(ctx, { id: row.id, cbjyqzbm: row.cbjyqzbm!, regionCode: row.regionCode }))
      throw certificateProblems.everPrinted({ code: row.cbjyqzbm! })
  await enter(
    ctx,
    found.map((row) => ({ row, does: [{ event: 'drop' }] })),
  )
}

const STAGE_WHERE: Readonly<Record<Stage, ReturnType<typeof sql<boolean>>>> = {
  unprinted: sql`"cbjyqz".sfzx = 0 and "cbjyqz".cbjyqzlsh is null and "cbjyqz".fzrq is null`,
  printed: sql`"cbjyqz".sfzx = 0 and "cbjyqz".cbjyqzlsh is not null and "cbjyqz".fzrq is null`,
  issued: sql`"cbjyqz".sfzx = 0 and "cbjyqz".fzrq is not null and "cbjyqz".qzsflq is distinct from '1'`,
  collected: sql`"cbjyqz".sfzx = 0 and "cbjyqz".fzrq is not null and "cbjyqz".qzsflq = '1'`,
  void: sql`"cbjyqz".sfzx = 1`,
}
const stageNamed = (stage: unknown): Stage | undefined => STAGES.find((s) => s === stage)
/**
 * Certificates that name another than their book, because a correction named another person: what may be on paper is never rewritten, so the office is told, and
 * replaces it by a business. Read from the few corrections there are. Source: docs/adr/0088.
 */
const RENAMED = sql<{ countyCode: string; id: string; bookName: string }>`select z."countyCode", z.id, b.cbfmc as "bookName" from correction c
  join djb b on b."countyCode" = c."countyCode" and b."tenantId" = c."tenantId" and b.cbfbm = c."objectCode" and b.qszt = ${QSZT.current}
  join cbjyqz z on z."countyCode" = b."countyCode" and z."djbId" = b.id
  where c."tenantId" = current_setting('app.tenant', true) and c."objectKind" = 'person' and c.status = ${REQUEST.confirmed} and z.sfzx = 0 and z.cbfmc <> b.cbfmc`
const isRenamed = sql<boolean>`("cbjyqz"."countyCode", "cbjyqz".id) in (select r."countyCode", r.id from (${RENAMED}) r)`
/** Of these certificates: as whom the book knows the holder by now, where it is another. */
async function bookNames(ctx: Ctx, list: readonly Pick<Row, 'id'>[]): Promise<ReadonlyMap<string, string>> {
  if (list.length === 0) return new Map()
  const found = await sql<{ id: string; bookName: string }>`select r.id, r."bookName" from (${RENAMED}) r
    where r.id in (${sql.join(list.map((z) => z.id))})`.execute(ctx.db)
  return new Map(found.rows.map((r) => [String(r.id), r.bookName]))
}
/** The export of certificates has the rows of their list. */
export const certificateExport: ExportTarget = {
  r: cbjyqz,
  filters: ['stage', 'renamed'],
  rule: (q, { stage, renamed }) => narrowing(stageNamed(stage), renamed).reduce((all, where) => all.where(where), q),
}
/** What the list is narrowed to beside its filters. */
const narrowing = (stage: Stage | undefined, renamed: unknown) => [...(stage ? [STAGE_WHERE[stage]] : []), ...(renamed === '1' ? [isRenamed] : [])]
/** Certificates with where each stands; of those that are void, by what: 换发, 补发, 注销 (the event that the same cause wrote). */
async function list(ctx: Ctx, { stage, renamed, ...filter }: TextInput) {
  const asked = stageNamed(stage)
  if (stage && !asked) throw problems.badRequest({ zh: '环节格式不正确', en: 'The stage is malformed' })
  const narrow = narrowing(asked, renamed)
  const found = await page(ctx, cbjyqz, filter, narrow.length ? narrow.reduce((q, where) => q.where(where), joinable(ctx, cbjyqz)) : undefined)
  const names = await bookNames(ctx, found.records)
  const voids = found.records.flatMap((r) => (stageOf(r) === 'void' ? [r.id] : []))
  const kinds = new Map(
    (voids.length
      ? await joinable(ctx, cbjyqz)
          .innerJoin('cbjyqz_event', (on) =>
            on
              .onRef('cbjyqz_event.countyCode', '=', 'cbjyqz.countyCode')
              .onRef('cbjyqz_event.cbjyqzbm', '=', 'cbjyqz.cbjyqzbm')
              .onRef('cbjyqz_event.causeId', '=', 'cbjyqz.causeId'),
          )
          .select(['cbjyqz.id', 'cbjyqz_event.kind'])
          .where('cbjyqz.id', 'in', voids)
          .execute()
      : []
    ).map((r) => [String(r.id), String(r.kind)]),
  )
  const told = (r: (typeof found.records)[number]) => ({
    stage: stageOf(r),
    endKind: kinds.get(r.id) ?? null,
    renamed: names.has(r.id) ? '1' : null,
    bookName: names.get(r.id) ?? null,
  })
  return { ...found, records: found.records.map((r) => ({ ...r, ...told(r) })) }
}

const step = (verb: string, perm: string, summary: string, run: Route['run'], body: Fields, answer: Route['answer'] = 'nothing'): Route => ({
  method: 'POST',
  path: `${cbjyqz.path}/${verb}`,
  perm,
  scope: 'land',
  audit: `cbjyqz.${verb}`,
  summary,
  body,
  answer,
  run,
})
const plain = crud(cbjyqz)
const routes: readonly Route[] = [
  answering(listing({ ...plain.page, query: [...(plain.page.query ?? []), 'stage', 'renamed'] }, list), { as: 'page', of: cbjyqz, also: cbjyqz.derived! }),
  {
    ...plain.detail,
    answer: { as: 'row', of: cbjyqz, also: ['bookName'] },
    run: async (ctx, q, f) => {
      const row = (await plain.detail.run(ctx, q, f)) as Row
      return { ...row, bookName: (await bookNames(ctx, [row])).get(row.id) ?? null }
    },
  },
  { ...plain.save, run: save },
  { ...plain.update, run: save },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
  step('print', 'cbjyqz_print', '打证', print, IDS, { as: 'rows', of: { cbjyqzbm: cbjyqz.fields.cbjyqzbm, cbjyqzlsh: cbjyqz.fields.cbjyqzlsh }, also: ['id'] }),
  step('spoil', 'cbjyqz_print', '作废已打印的证书', spoil, { ...ID, ...FORMS.spoil }),
  step('issue', 'cbjyqz_issue', '发证', issue, { ...IDS, ...FORMS.issue }),
  step('collect', 'cbjyqz_issue', '登记领取', collect, { ...ID, ...FORMS.collect }),
  step('cancel', 'cbjyqz_cancel', '注销权证', cancel, { ...ID, ...FORMS.cancel }),
  step('bdc', 'cbjyqz_issue', '登记不动产发证', bdc, { ...ID, ...FORMS.bdc }),
  ...pastRoutes,
  ...blankRoutes,
]
/** Certificates: the desk, the ledger of blanks, history and figures. */
export const certificateSlice: Slice = { name: 'cbjyqz', resources: [cbjyqz, cbjyqz_event, cert_blank, cert_serial], routes }
