// Papers that are kept with households (identity card, household register …): which of them a household must have, has and lacks. The files themselves are
// attachments of the household's row, their kind is the attachment's.
import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql, type RawBuilder } from 'kysely'
import { writeXlsx } from 'hucre/xlsx'
import { text } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { isId } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable, page, requireRegion, scoped, underRegion } from '../../kit/server/query.server.ts'
import {
  route,
  answering,
  asFile,
  crud,
  FileResponse,
  reading,
  rowIdOf,
  type Route,
  type SentRow,
  type Slice,
  type TextInput,
} from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { personName } from '../../platform/people/name.ts'
import { attach } from '../../services/files/attach.ts'
import { attachKinds, attachmentsOf, outWithNames, requireNotFrozen } from '../../services/files/attachments.server.ts'
import { cleanFileName, distinctNames } from '../../services/files/names.ts'
import type { Frozen } from '../../services/files/owners.server.ts'
import { fileProblems } from '../../services/files/problems.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { requirePackable, zipStream } from '../../services/files/zip.server.ts'
import { cbf, type Cbf } from '../definitions/cbf.ts'
import { CHOSEN, collect_task, DEFAULT_KINDS, kindsOf, MOST_KINDS } from '../definitions/collecting.ts'
import { NEXT_ROUND } from '../definitions/extension.ts'
import { landProblems } from '../definitions/problems.ts'
import { ZT } from '../definitions/statuses.ts'
import { findCbf } from './cbf.server.ts'
import type { Readiness } from './ready.ts'
import { XLSX_TYPE } from '../../runtime/workbook/media-type.ts'

/** What a list says beside each household. */
const SAID = ['required', 'has', 'lacks', 'files', 'isComplete', 'lastUpload', 'collector'] as const
/** Households named in one check; the numbers count all of them. */
const MOST_NAMED = 500
/** Households of one workbook. */
const MOST_ROWS = 20_000
/** A township: the largest region whose households are all looked at while somebody waits. */
const TOWNSHIP = 9

/** Kinds that the household of the statement (table `cbf`) must have: those of the nearest plan, else the usual ones. */
const required = (ctx: Ctx): RawBuilder<string[]> => sql<string[]>`string_to_array(coalesce((select t.kinds from collect_task t
  where t."countyCode" = cbf."countyCode" and t."tenantId" = ${ctx.who.tenantId} and starts_with(cbf."regionCode", t."regionCode")
  order by length(t."regionCode") desc limit 1), ${DEFAULT_KINDS.join(',')}), ',')`
/** Those of them that it lacks. */
const lacking = (ctx: Ctx): RawBuilder<string[]> => sql<string[]>`array(select k from unnest(${required(ctx)}) k where not exists (select from attach a
  where a."countyCode" = cbf."countyCode" and a."tenantId" = ${ctx.who.tenantId} and a."businessId" = cbf.id and a."businessItem" = k))`
const complete = (ctx: Ctx) => sql<boolean>`${lacking(ctx)} = '{}'`

/** Valid households as the caller sees them. */
const households = (ctx: Ctx) => joinable(ctx, cbf).where('cbf.zt', '=', ZT.valid)
async function requireKinds(ctx: Ctx, field: string, list: readonly string[]): Promise<void> {
  const known = await attachKinds(ctx)
  const wrong = list.find((k) => !known.has(k))
  if (wrong !== undefined || list.length === 0 || list.length > MOST_KINDS)
    throw invalidField(field, { zh: `附件类别不正确：${wrong ?? list.length}`, en: `The kind of papers is unknown: ${wrong ?? list.length}` })
}
/** A region of the caller's whose households are few enough to be looked at one by one. */
function smallRegion(ctx: Ctx, code: unknown): string {
  const region = String(code ?? '')
  requireRegion(ctx, region)
  if (region.length < TOWNSHIP) throw landProblems.smallerRegion()
  return region
}

/** The register says by whom and when it was surveyed, or the survey of its extension is finished. */
const surveyed = (ctx: Ctx) => sql<boolean>`(cbf.cbfdcrq is not null and coalesce(cbf.cbfdcy, '') <> '' or exists (select from extension_household h
  where h."countyCode" = cbf."countyCode" and h."tenantId" = ${ctx.who.tenantId} and h.cbfbm = cbf.cbfbm and h.round = ${NEXT_ROUND} and h."finishTime" is not null))`
/** How ready these households (cbfbm) are: one statement whatever their number. */
export async function readinessOf(ctx: Ctx, cbfbms: readonly string[]): Promise<ReadonlyMap<string, Readiness>> {
  if (cbfbms.length === 0) return new Map()
  const names = sql<
    string[]
  >`array(select coalesce((select d."dictValue" from dict_biz d where d."tenantId" = ${ctx.who.tenantId} and d.code = 'attach_kind' and d."dictKey" = k
    and d."parentId" is not null limit 1), k) from unnest(${lacking(ctx)}) k)`
  const found = await households(ctx)
    .select(['cbf.cbfbm', surveyed(ctx).as('isSurveyed'), names.as('lacks')])
    .where('cbf.countyCode', 'in', [...new Set(cbfbms.map((c) => c.slice(0, 6)))])
    .where('cbf.cbfbm', 'in', [...cbfbms])
    .execute()
  return new Map(found.map((f) => [String(f.cbfbm), { isSurveyed: f.isSurveyed, lacks: f.lacks }]))
}

interface Papers {
  required: string[]
  lacks: string[]
}
/** Which papers these households need, which are missing and which files they have; three statements however many households. */
async function papersOf(ctx: Ctx, list: readonly Pick<Cbf, 'id' | 'cbfbm'>[]) {
  const ids = list.map((h) => h.id)
  if (ids.length === 0) return { papers: new Map<string, Papers>(), files: new Map<string, Uploaded[]>() }
  const counties = [...new Set(list.map((h) => h.cbfbm!.slice(0, 6)))]
  const found = await joinable(ctx, cbf)
    .select(['cbf.id', required(ctx).as('required'), lacking(ctx).as('lacks')])
    .where('cbf.countyCode', 'in', counties)
    .where('cbf.id', 'in', ids)
    .execute()
  const files = await uploaded(ctx, ids)
  return { papers: new Map(found.map((f) => [String(f.id), f as Papers])), files: Map.groupBy(files, (f) => f.businessId) }
}
interface Uploaded {
  businessId: string
  businessItem: string
  createTime: string
  sender: string
}
/** Files of kinds that the dictionary knows, the latest first, with who sent them. */
async function uploaded(ctx: Ctx, ids: readonly string[]): Promise<Uploaded[]> {
  const known = [...(await attachKinds(ctx)).keys()]
  const found = await scoped(ctx, attach)
    .select(['attach.id', 'attach.businessId', 'attach.businessItem', 'attach.createTime', 'attach.createUser'])
    .where('attach.businessId', 'in', ids)
    .where('attach.businessItem', 'in', known)
    .orderBy('attach.id', 'desc')
    .execute()
  const senders = [...new Set(found.map((f) => f.createUser))]
  const people = senders.length
    ? await ctx.db.selectFrom('sys_user').select(['id', 'realName', 'account']).where('tenantId', '=', ctx.who.tenantId).where('id', 'in', senders).execute()
    : []
  const names = new Map(people.map((p) => [String(p.id), personName(p)]))
  return found.map((f) => ({ ...(f as Omit<Uploaded, 'sender'>), sender: names.get(String(f.createUser)) ?? '' }))
}

/** Households with their papers. `complete`: 1 = nothing is lacking, 2 = something is. */
async function list(ctx: Ctx, { complete: asked, ...filter }: TextInput) {
  if (asked && asked !== '1' && asked !== '2') throw problems.badRequest({ zh: '附件齐全格式不正确', en: 'Completeness is 1 or 2' })
  // every household of the region may have to be looked at
  if (asked) smallRegion(ctx, filter.regionCode || ctx.who.regionCode)
  const of = asked ? households(ctx).where(asked === '1' ? complete(ctx) : sql<boolean>`not (${complete(ctx)})`) : households(ctx)
  const found = await page(ctx, cbf, filter, of)
  const { papers, files } = await papersOf(ctx, found.records)
  const records = found.records.map((h) => {
    const p = papers.get(h.id),
      own = files.get(h.id) ?? []
    return {
      id: h.id,
      regionCode: h.regionCode,
      fbfbm: h.fbfbm,
      cbfbm: h.cbfbm,
      cbfmc: h.cbfmc,
      required: p?.required ?? [],
      lacks: p?.lacks ?? [],
      isComplete: p?.lacks.length === 0,
      has: [...new Set(own.map((f) => f.businessItem))],
      files: own.length,
      lastUpload: own[0]?.createTime ?? null,
      collector: own[0]?.sender ?? null,
    }
  })
  return { ...found, records }
}

/** One household with its files by kind, the required kinds first. */
async function detail(ctx: Ctx, id: string) {
  const h = await rows.get(ctx, cbf, id)
  const known = await attachKinds(ctx)
  const { papers } = await papersOf(ctx, [h])
  const need = papers.get(h.id)?.required ?? []
  const all = (await attachmentsOf(ctx, h.id)).filter((f) => known.has(f.businessItem ?? ''))
  const files = await outWithNames(ctx, all)
  const order = [...need, ...[...known.keys()].filter((k) => !need.includes(k) && files.some((f) => f.businessItem === k))]
  return {
    id: h.id,
    cbfbm: h.cbfbm,
    cbfmc: h.cbfmc,
    isComplete: papers.get(h.id)?.lacks.length === 0,
    kinds: order.map((kind) => ({ kind, required: need.includes(kind), files: files.filter((f) => f.businessItem === kind) })),
  }
}

/** Refuses a kind of papers that the dictionary does not know. @throws invalid */
export const requirePaperKind = (ctx: Ctx, kind: string): Promise<void> => requireKinds(ctx, 'businessItem', [kind])
/** Files that were sent before become papers of a household, of one kind. Archived files and evidence stay where they are. */
export async function keepPapers(ctx: Ctx, frozen: Frozen, input: TextInput<'attachIds' | 'businessItem' | 'cbfbm'>): Promise<void> {
  const h = await requireHousehold(ctx, input.cbfbm)
  const kind = input.businessItem ?? ''
  await requireKinds(ctx, 'businessItem', [kind])
  const ids = [...new Set((input.attachIds ?? '').split(',').flatMap((x) => x.trim() || []))]
  if (ids.length === 0 || ids.length > 100 || !ids.every(isId)) throw invalidField('attachIds', { zh: '请选择附件', en: 'Select the files' })
  const found = []
  for (const id of ids) {
    const file = await rows.get(ctx, attach, id, true)
    // what hangs on another row is not taken from it
    if (file.businessId && file.businessId !== h.id) throw landProblems.fileElsewhere({ name: file.name ?? '' })
    if (file.locked) throw fileProblems.archived()
    found.push(file)
  }
  await requireNotFrozen(ctx, frozen, found)
  for (const file of found) await rows.update(ctx, attach, file.id, { businessId: h.id, businessItem: kind, regionCode: h.regionCode })
}
async function requireHousehold(ctx: Ctx, cbfbm: unknown): Promise<Cbf> {
  const h = await findCbf(ctx, String(cbfbm ?? ''))
  if (!h) throw problems.notFound({ zh: cbf.label, en: cbf.en })
  return h
}

/** How many households of a region, or whether one household, have their papers, and who lacks which. */
async function check(ctx: Ctx, q: TextInput<'cbfbm' | 'regionCode'>) {
  const of = q.cbfbm
    ? households(ctx).where('cbf.id', '=', (await requireHousehold(ctx, q.cbfbm)).id)
    : underRegion(households(ctx), 'cbf', smallRegion(ctx, q.regionCode))
  const numbers = await of.select([sql<string>`count(*)`.as('n'), sql<string>`count(*) filter (where ${complete(ctx)})`.as('whole')]).executeTakeFirstOrThrow()
  const lacks = await of
    .select(['cbf.id', 'cbf.cbfbm', 'cbf.cbfmc', lacking(ctx).as('lacks')])
    .where(sql<boolean>`not (${complete(ctx)})`)
    .orderBy('cbf.cbfbm')
    .limit(MOST_NAMED)
    .execute()
  return { households: Number(numbers.n), complete: Number(numbers.whole), lacks }
}

/** The papers of all households of a region as a workbook: a column a kind with the number of files. */
async function sheet(ctx: Ctx, q: TextInput<'xzqhbm'>): Promise<FileResponse> {
  const region = smallRegion(ctx, q.xzqhbm)
  const found = await typedRows<Pick<Cbf, 'id' | 'cbfbm' | 'cbfmc' | 'fbfbm'> & Pick<Papers, 'lacks'>>(
    underRegion(households(ctx), 'cbf', region)
      .select(['cbf.id', 'cbf.cbfbm', 'cbf.cbfmc', 'cbf.fbfbm', lacking(ctx).as('lacks')])
      .orderBy('cbf.cbfbm')
      .limit(MOST_ROWS + 1),
  )
  if (found.length > MOST_ROWS) throw landProblems.smallerRegion()
  const known = await attachKinds(ctx)
  const counts = await sql<{ id: string; kind: string; n: string }>`select a."businessId"::text as id, a."businessItem" as kind, count(*) as n from cbf
    join attach a on a."countyCode" = cbf."countyCode" and a."tenantId" = cbf."tenantId" and a."businessId" = cbf.id
    where cbf."countyCode" = ${region.slice(0, 6)} and cbf."tenantId" = ${ctx.who.tenantId} and cbf.zt = ${ZT.valid}
      and cbf."regionCode" >= ${region} and cbf."regionCode" < ${`${region}~`} group by 1, 2`.execute(ctx.db)
  const number = new Map(counts.rows.map((c) => [`${c.id} ${c.kind}`, Number(c.n)]))
  const used = [...known.keys()].filter((k) => found.some((h) => h.lacks.includes(k) || number.has(`${h.id} ${k}`)))
  const zh = ctx.lang === 'zh'
  const heads = zh ? ['承包方编码', '承包方名称', '发包方编码', '是否齐全', '缺少'] : ['Code', 'Name', 'Issuer', 'Complete', 'Lacks']
  const wordsOf = (h: (typeof found)[number]) => h.lacks.map((k) => known.get(k) ?? k).join('、')
  const lines = found.map((h) => [
    h.cbfbm ?? '',
    h.cbfmc ?? '',
    h.fbfbm ?? '',
    h.lacks.length ? (zh ? '否' : 'no') : zh ? '是' : 'yes',
    wordsOf(h),
    ...used.map((k) => number.get(`${h.id} ${k}`) ?? 0),
  ])
  const bytes = await writeXlsx({ sheets: [{ name: zh ? '承包方附件' : 'Papers', rows: [[...heads, ...used.map((k) => known.get(k)!)], ...lines] }] })
  return new FileResponse(`承包方附件${region}.xlsx`, XLSX_TYPE, Buffer.from(bytes))
}

/** All papers of a household in one archive, a folder a kind. */
async function zip(ctx: Ctx, storage: Storage, q: TextInput<'cbfbm'>): Promise<FileResponse> {
  const h = await requireHousehold(ctx, q.cbfbm)
  const known = await attachKinds(ctx)
  const all = (await attachmentsOf(ctx, h.id)).filter((f) => known.has(f.businessItem ?? ''))
  if (all.length === 0) throw problems.notFound({ zh: '附件', en: 'Attachment' })
  await requirePackable(storage, all)
  const names = distinctNames(all.map((a) => `${cleanFileName(known.get(a.businessItem!)!)}/${cleanFileName(a.name ?? '') || a.id}`))
  const stream = zipStream(
    storage,
    all.map((a, i) => ({ name: names[i]!, ossName: a.ossName! })),
  )
  return new FileResponse(`${h.cbfbm}${cleanFileName(h.cbfmc)}.zip`, 'application/zip', stream)
}

const plain = crud(collect_task)
async function saveTask(ctx: Ctx, input: SentRow<typeof collect_task> & { readonly chosen?: unknown }): Promise<string> {
  const { chosen, ...fields } = input
  const draft = await rows.checkedDraft(ctx, collect_task, fields)
  // who sends a plan back without choosing keeps what it asks for
  const said = typeof chosen === 'string' && chosen !== '' ? chosen : input.id ? (await rows.get(ctx, collect_task, rowIdOf(input))).kinds : ''
  const kinds = [...new Set(kindsOf(said ?? ''))]
  if (kinds.length === 0) throw invalidField('chosen', CHOSEN.requiredMessage!)
  await requireKinds(ctx, 'chosen', kinds)
  if (draft.toDay < draft.fromDay) throw invalidField('toDay', { zh: '截止日期不能早于开始日期', en: 'The end is before the beginning' })
  // one that is over collects nothing; of one that stands the other facts may still be put right
  if (!input.id && draft.toDay < ctx.now.slice(0, 10)) throw invalidField('toDay', { zh: '截止日期不能早于今天', en: 'It has already ended' })
  const values = { ...draft, kinds: kinds.join(',') }
  return input.id ? rows.update(ctx, collect_task, rowIdOf(input), values, input) : rows.insert(ctx, collect_task, values)
}
/** The plan that holds for a region (its own or the nearest above), its kinds, and how far the region has come; numbers of a township at most. */
async function planOf(ctx: Ctx, q: TextInput<'regionCode'>) {
  const region = q.regionCode || ctx.who.regionCode
  requireRegion(ctx, region)
  // a plan of above holds for who may not see its region
  const plan = await ctx.db
    .selectFrom('collect_task')
    .select(['id', 'regionCode', 'kinds', 'collector', 'fromDay', 'toDay', 'remark'])
    .where('countyCode', '=', region.slice(0, 6))
    .where('tenantId', '=', ctx.who.tenantId)
    .where(sql<boolean>`starts_with(${region}::text, "regionCode")`)
    .orderBy(sql`length("regionCode")`, 'desc')
    .executeTakeFirst()
  const done = region.length < TOWNSHIP ? null : await check(ctx, { regionCode: region, cbfbm: undefined })
  return { plan: plan ?? null, kinds: plan ? kindsOf(plan.kinds) : [...DEFAULT_KINDS], target: done?.households ?? null, done: done?.complete ?? null }
}

const look = reading('land', 'attach_view')
const AT = '/yb-attach/cbfattachinfo'
const word = (label: string, en: string, max: number) => text(label, { en, required: true, max })
interface Parts {
  storage: Storage
  /** refuses what would change evidence */
  frozen: Frozen
}
/** Papers kept with households, and the plans of collecting them. */
export const collectingSlice = ({ storage, frozen }: Parts): Slice => {
  const routes: Route[] = [
    answering(look(`${AT}/list`, '承包方附件分页', ['regionCode', 'cbfbm', 'cbfmc', 'complete', 'current', 'size'], list), {
      as: 'page',
      of: { regionCode: cbf.fields.regionCode, fbfbm: cbf.fields.fbfbm, cbfbm: cbf.fields.cbfbm, cbfmc: cbf.fields.cbfmc },
      also: ['id', ...SAID],
    }),
    look(`${AT}/detail`, '承包方附件', ['id'], (ctx, q) => detail(ctx, q.id ?? '')),
    route({
      method: 'POST',
      path: `${AT}/submit`,
      perm: 'attach_edit',
      scope: 'land',
      audit: 'attach.update',
      summary: '归入承包方附件',
      body: { cbfbm: word('承包方编码', 'Code', 18), businessItem: word('附件类别', 'Kind', 64), attachIds: word('附件', 'Files', 2000) },
      answer: 'nothing',
      run: (ctx, input) => keepPapers(ctx, frozen, input),
    }),
    look(`${AT}/checkCbfAttach`, '承包方附件检查', ['regionCode', 'cbfbm'], check),
    asFile(look(`${AT}/export`, '导出承包方附件情况', ['xzqhbm'], sheet), 'attach.export'),
    asFile(
      look(`${AT}/download-zip-by-cbfbm`, '打包下载承包方附件', ['cbfbm'], (ctx, q) => zip(ctx, storage, q)),
      'attach.download',
    ),
    plain.page,
    plain.detail,
    { ...plain.submit, body: { ...collect_task.fields, chosen: CHOSEN }, run: saveTask },
    plain.remove,
    reading('land', 'collect_task_view')('/yb-attach/taskinfo/getPlan', '附件采集计划', ['regionCode'], planOf),
  ]
  return { name: 'collecting', resources: [collect_task], routes }
}
