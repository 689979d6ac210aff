/** Repairs of a package: proposed by rule, accepted or taken back by a person with a reason, read by the check and the write. The file stays as it came. */
import { sql } from 'kysely'
import { json, text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { isId, type Fields } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { page, scoped } from '../../kit/server/query.server.ts'
import { reading, route, type InputOf, type Route, type Run, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { JobRun } from '../../runtime/jobs.server.ts'
import { messageJson } from '../../runtime/said.ts'
import { proposedRepairs, REPAIR_KINDS } from '../checks/repairs.ts'
import { bulk } from '../intake/bulk.server.ts'
import type { Tell } from '../intake/write-run.server.ts'
import { withDiskMaps } from '../package/disk-map.server.ts'
import { hjb, hjb_log, hjb_repair, type HjbInfo } from '../package/hjb.ts'
import { readLayer } from '../package/layer.server.ts'
import { hjbProblems } from '../package/problems.ts'
import { layerNames, type AcceptedRepairs, type ReadTable, type StagedPackage } from '../package/staged.ts'
import { HJB, RESULT } from './flow.ts'
import { readyFor, startJob } from './ready.server.ts'

/** The job that looks for repairs. */
export const REPAIRS = 'hjb-repairs'
/** What a person can look through; a package with more is to be mended by its maker. */
const MOST = 50_000
const BATCH = 1000
const ofPackage = (info: Pick<HjbInfo, 'id' | 'regionCode' | 'tenantId'>) => ({
  countyCode: info.regionCode.slice(0, 6),
  tenantId: info.tenantId,
  infoId: info.id,
})

/** The accepted cells of a package; undefined where there are none. Of a cell that was accepted twice the later one. */
export async function acceptedRepairs(ctx: Ctx, info: HjbInfo): Promise<AcceptedRepairs | undefined> {
  const found = await ctx.db
    .selectFrom('hjb_repair')
    .select(['layer', 'row', 'field', 'becomes'])
    .where((e) => e.and({ ...ofPackage(info), accepted: 1 }))
    .orderBy('sort')
    .orderBy('id')
    .execute()
  if (!found.length) return undefined
  const all: Record<string, Record<number, Record<string, string>>> = {}
  for (const { layer, row, field, becomes } of found) ((all[layer as string] ??= {})[row as number] ??= {})[field as string] = String(becomes)
  return all
}

interface Looked {
  job: JobRun
  pkg: StagedPackage
  table: ReadTable
  info: HjbInfo
  folder: string
  tell: Tell
}
/** Looks for repairs and keeps them as proposals, in place of those that nobody accepted. Answers how many there are, and whether there are more than are kept. */
export async function foundRepairs({ job, pkg, table, info, folder, tell }: Looked): Promise<{ proposed: number; isCut: boolean }> {
  const first = await job.tx(async (ctx) => {
    await ctx.db
      .deleteFrom('hjb_repair')
      .where((e) => e.and({ ...ofPackage(info), accepted: 0 }))
      .execute()
    const last = await ctx.db
      .selectFrom('hjb_repair')
      .select(sql<number | null>`max(sort)`.as('n'))
      .where((e) => e.and(ofPackage(info)))
      .executeTakeFirst()
    return Number(last?.n ?? 0)
  })
  let proposed = 0,
    isCut = false
  let waiting: Record<string, unknown>[] = []
  const flush = async () => {
    const list = waiting
    waiting = []
    await job.tx(async (ctx) => {
      const into = bulk(ctx, hjb_repair, job.signal)
      for (const row of list) await into.add(row)
      await into.end()
    })
  }
  const layers = layerNames.filter((name) => pkg.layers.some((l) => l.name === name))
  const source = { table, layers, layer: (name: (typeof layers)[number]) => readLayer(pkg, name, job.signal) }
  await withDiskMaps(folder, async (newMap) => {
    for await (const r of proposedRepairs(source, newMap, job.signal)) {
      if (proposed >= MOST) {
        isCut = true
        break
      }
      proposed++
      const kept = { ...r, object: r.object.slice(0, 100), was: r.was.replaceAll('\0', '').slice(0, 500), becomes: r.becomes.replaceAll('\0', '') }
      // a text that is too long for a proposal is no slip of the pen
      if (kept.becomes.length > 500) continue
      waiting.push({ regionCode: info.regionCode, infoId: info.id, sort: first + proposed, ...kept, accepted: 0 })
      if (waiting.length < BATCH) continue
      await flush()
      tell(50, 'repairs', proposed)
    }
  })
  await flush()
  return { proposed, isCut }
}

/** Queues the search for what can be mended. Answers the job. */
export async function proposeRepairs(ctx: Ctx, id: unknown): Promise<string> {
  const info = await readyFor(ctx, id, 'repair')
  return startJob(ctx, info, REPAIRS, info.status!, both('汇交包修复建议', 'Repairs of a package'))
}

/** Proposals that are meant, each by its id or all of a kind, and why. */
const CHOICE = { ids: json('修复建议', { en: 'Repairs' }), kind: text('修复方式', { en: 'Kind', max: 64 }), reason: text('原因', { en: 'Reason', max: 500 }) }
/** Accepts proposals, or takes back accepted ones; what was mended otherwise is checked again. Answers how many. @throws repair-none, invalid */
async function decide(ctx: Ctx, input: InputOf<'POST', never, typeof CHOICE>, accepted: 0 | 1): Promise<number> {
  const info = await readyFor(ctx, input.id, 'repair')
  const reason = (input.reason ?? '').trim()
  if (!reason) throw invalidField('reason', both('请输入原因', 'Please enter the reason'))
  const kind = input.kind ?? ''
  const ids = Array.isArray(input.ids) ? input.ids.map(String) : []
  if (kind && !(REPAIR_KINDS as readonly string[]).includes(kind)) throw problems.badRequest({ zh: '没有这种修复方式', en: 'There is no such repair' })
  if (ids.length > MOST || !ids.every(isId) || (!kind && ids.length === 0)) throw hjbProblems.repairNone()
  let of = ctx.db
    .updateTable('hjb_repair')
    .set({ accepted, updateUser: ctx.who.userId, updateTime: ctx.now, rev: sql`rev + 1` })
    .where((e) => e.and({ ...ofPackage(info), accepted: 1 - accepted }))
  of = ids.length ? of.where('id', '=', sql`any(${ids}::bigint[])`) : of.where('kind', '=', kind)
  const n = Number((await of.executeTakeFirst()).numUpdatedRows)
  if (n === 0) throw hjbProblems.repairNone()
  await rows.update(ctx, hjb, info.id, { status: HJB.uploaded })
  const said = accepted
    ? both(`采纳${n}条修复建议：${reason}`, `${n} repairs accepted: ${reason}`)
    : both(`撤销${n}条修复：${reason}`, `${n} repairs taken back: ${reason}`)
  await rows.insert(ctx, hjb_log, {
    regionCode: info.regionCode,
    infoId: info.id,
    stepCode: accepted ? 'repair' : 'unrepair',
    resultCode: RESULT.ok,
    message: messageJson(said),
    detail: { count: n, kind: kind || null, ids: ids.slice(0, 500) },
    startTime: ctx.now,
    endTime: ctx.now,
  })
  return n
}

/** A page of the repairs of one package. */
async function repairsPage(ctx: Ctx, q: TextInput) {
  if (!q.infoId) throw problems.badRequest({ zh: '请选择汇交包', en: 'Please select a package' })
  return page(ctx, hjb_repair, q)
}
/** How many repairs of each kind a package has, proposed and accepted. */
async function repairCounts(ctx: Ctx, q: TextInput<'id'>) {
  const info = await rows.get(ctx, hjb, q.id ?? '')
  const found = await scoped(ctx, hjb_repair)
    .select(['hjb_repair.kind', 'hjb_repair.accepted', sql<string>`count(*)`.as('n')])
    .where('hjb_repair.countyCode', '=', info.regionCode.slice(0, 6))
    .where('hjb_repair.infoId', '=', info.id)
    .groupBy(['hjb_repair.kind', 'hjb_repair.accepted'])
    .execute()
  const of = (kind: string, accepted: number) => Number(found.find((f) => f.kind === kind && f.accepted === accepted)?.n ?? 0)
  return REPAIR_KINDS.map((kind) => ({ kind, proposed: of(kind, 0), accepted: of(kind, 1) })).filter((k) => k.proposed + k.accepted > 0)
}

const look = reading('land', 'hjb_view')
const act = <B extends Fields>(name: string, summary: string, body: B, run: Run<never, NoInfer<B>, 'POST'>) =>
  route({ method: 'POST', path: `/hjb/hjbinfo/${name}`, perm: 'hjb_edit', scope: 'land', audit: `hjb.${name}`, summary, body, run })
/** The calls of repairs. */
export const repairRoutes: readonly Route[] = [
  look('/hjb/hjbrepair/page', '修复建议', ['infoId', 'current', 'size', 'kind', 'layer', 'accepted', 'exactTotal'], repairsPage),
  look('/hjb/hjbinfo/repairCounts', '修复建议汇总', ['id'], repairCounts),
  act('proposeRepairs', '查找可修复项', {}, (ctx, b) => proposeRepairs(ctx, b.id)),
  act('acceptRepairs', '采纳修复建议', CHOICE, (ctx, b) => decide(ctx, b, 1)),
  act('retractRepairs', '撤销修复', CHOICE, (ctx, b) => decide(ctx, b, 0)),
]
