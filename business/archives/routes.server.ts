// Calls of the archives. Source: endpoints of /cbjyq/da; business-flows.md 11; screens.md E1-E3.
import { both } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import { int, json, region, text } from '../../kit/model/field.ts'
import { idList, isId, type Fields } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { page, requireRegion, scoped } from '../../kit/server/query.server.ts'
import {
  answering,
  asFile,
  crud,
  DeferredResponse,
  ids,
  listing,
  reading,
  route,
  rowIdOf,
  type Route,
  type Run,
  type SentRow,
  type Slice,
  type TextInput,
} from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { attach } from '../../services/files/attach.ts'
import { business } from '../cases/definitions/business.ts'
import { archive_check, file_detail, file_group, file_page, GROUP, OPENNESS, VOLUME, type FileDetail } from './archive.ts'
import { fileBusiness, lockFiles, type FilingParts } from './filing.server.ts'
import { storedFile } from './files.server.ts'
import { inspected } from './inspect.server.ts'
import { ARCHIVE_BATCH, unfiled, type BatchOf } from './jobs.server.ts'
import { keepFindings, lookThrough, saidOf } from './nightly.server.ts'
import { volumeEnd, withPages } from './order.ts'
import { auditedCounts } from './contents.server.ts'
import { archiveProblems } from './problems.ts'
import { searchPages } from './texts.server.ts'
import { downloadPapers, farmerDownload, farmerPage, handOverVolumes, printVolume } from './serve.server.ts'
import { unfitFile } from './unfit.ts'
import { closedLevels, growingVolume, heldVolume, inOpenVolumes, filedPapers, mayRead, recount, requireGrowing, openVolume } from './volumes.server.ts'

/** Volumes of a list: those whose level the caller may open. */
async function groupPage(ctx: Ctx, q: TextInput) {
  const closed = closedLevels(ctx)
  return page(ctx, file_group, q, closed.length ? scoped(ctx, file_group).where('file_group.securityLevel', 'not in', closed) : undefined)
}
/** A volume is begun by hand where none is: its number follows from what it is of. */
async function saveGroup(ctx: Ctx, input: SentRow<typeof file_group>): Promise<string> {
  if (input.id) return updateGroup(ctx, input)
  const draft = await rows.checkedDraft(ctx, file_group, input)
  const isHousehold = draft.groupType === GROUP.household
  if (isHousehold && !/^\d{18}$/.test(draft.cbfbm ?? '')) throw problems.badRequest({ zh: '请输入承包方编码', en: 'Give the code of the contractor' })
  if (isHousehold && !draft.cbfbm!.startsWith(draft.fbfbm))
    throw problems.badRequest({ zh: '承包方不属于该发包方', en: 'The contractor does not belong to this issuer' })
  const issuer = await rows.find(ctx, fbf, { fbfbm: draft.fbfbm })
  if (!issuer) throw problems.notFound({ zh: fbf.label, en: fbf.en })
  const of = { groupType: draft.groupType, fbfbm: draft.fbfbm, cbfbm: isHousehold ? draft.cbfbm! : null, year: draft.year }
  const known = await growingVolume(ctx, of)
  if (known) throw archiveProblems.exists({ archiveNo: known.archiveNo ?? '' })
  const v = await heldVolume(ctx, { ...of, regionCode: issuer.regionCode!, title: draft.title })
  const { retention, securityLevel, note } = draft
  return rows.update(ctx, file_group, v.id, { retention, securityLevel, note: note ?? null })
}
/** Title, retention, level and note of a volume that is not closed; what it is of never changes. */
async function updateGroup(ctx: Ctx, input: SentRow<typeof file_group>): Promise<string> {
  const v = await openVolume(ctx, rowIdOf(input), true)
  requireGrowing(v)
  const { groupType, fbfbm, cbfbm, year } = v
  const draft = await rows.checkedDraft(ctx, file_group, { groupType, fbfbm, cbfbm, year, ...input })
  return rows.update(ctx, file_group, v.id, draft, input)
}
/** Only a volume in which nothing ever lay goes: one whose papers went with their rows is no empty one, whatever its row counts. */
async function removeGroups(ctx: Ctx, list: readonly string[]): Promise<void> {
  if (list.length === 0) throw problems.noneSelected()
  for (const id of list) {
    const v = await openVolume(ctx, id, true)
    const filed = (await auditedCounts(ctx, [id])).get(id) ?? 0
    if ((await filedPapers(ctx, v)).length || Number(v.files ?? 0) > 0 || filed > 0) throw archiveProblems.notEmpty({ archiveNo: v.archiveNo ?? '' })
  }
  await rows.remove(ctx, file_group, list)
}
/** Opens volumes to their households, or closes them again, for a reason: one as it was read; of several no revision is asked for, and one that is said must fit. */
async function updateIsOpen(ctx: Ctx, input: TextInput<'ids' | 'isOpen' | 'reason'> & { readonly rev?: unknown }): Promise<void> {
  const list = idList(input.ids)
  const { isOpen } = input
  const reason = (input.reason ?? '').trim()
  if (list.length === 0) throw problems.noneSelected()
  if (isOpen !== OPENNESS.open && isOpen !== OPENNESS.closed) throw problems.badRequest({ zh: '开放状态不正确', en: 'The state of openness is not known' })
  if (!reason) throw archiveProblems.noReason()
  for (const id of list) {
    const v = await openVolume(ctx, id, true)
    if (list.length === 1 || rows.ifSaid(input)) rows.requireRevSaid(v, input.rev)
    if (v.isOpen !== isOpen) await rows.update(ctx, file_group, id, { isOpen, openReason: reason.slice(0, 254) })
  }
}

const paper = async (ctx: Ctx, id: string, lock = false): Promise<FileDetail> => {
  const d = await rows.get(ctx, file_detail, id, lock)
  await openVolume(ctx, d.groupId!)
  return d
}
/** Papers of a volume, or of all that the caller may open. */
async function detailPage(ctx: Ctx, q: TextInput) {
  const { groupId = '' } = q
  const asked = isId(groupId) ? await rows.find(ctx, file_group, { id: groupId }) : undefined
  if (asked && !mayRead(ctx, asked)) throw archiveProblems.level()
  return page(ctx, file_detail, q, inOpenVolumes(ctx, file_detail))
}
/**
 * A paper that comes by hand (a plan, minutes, an old deed), or a later version of one: what was filed stays as it was and is no longer current.
 * @throws archive-closed, archive-unfit
 */
function saveDetail(p: FilingParts) {
  return async (ctx: Ctx, input: SentRow<typeof file_detail>) => {
    const former = input.id ? await paper(ctx, rowIdOf(input)) : undefined
    if (former) rows.requireRevSaid(former, input.rev)
    const draft = await rows.checkedDraft(ctx, file_detail, { ...(former ? { groupId: former.groupId } : {}), ...input })
    requireGrowing(await openVolume(ctx, draft.groupId!))
    const file = await rows.get(ctx, attach, draft.attachId!)
    return new DeferredResponse(async (again) => {
      const look = await inspected(p.storage, storedFile(file))
      if (look.faults.length)
        throw archiveProblems.unfit({
          names: unfitFile(
            file.name ?? '',
            look.faults.map((f) => f.msg),
          ),
        })
      return again((now) => addPaper(now, { draft, former, pages: look.pages, size: Number(file.attachSize ?? 0), sha256: look.sha256 }))
    })
  }
}
interface Added {
  draft: Awaited<ReturnType<typeof rows.checkedDraft<typeof file_detail>>>
  former: FileDetail | undefined
  pages: number
  size: number
  sha256: string
}
async function addPaper(ctx: Ctx, { draft, former, ...file }: Added): Promise<string> {
  const v = await openVolume(ctx, draft.groupId!, true)
  requireGrowing(v)
  const list = await filedPapers(ctx, v)
  const last = list.find((d) => d.id === former?.id) ?? former
  if (last && last.isCurrent !== 1) throw archiveProblems.filed({ title: last.title ?? '' })
  // it was read before its file was looked through
  if (last) rows.requireRevSaid(last, former?.rev)
  const end = volumeEnd(list)
  const [at] = withPages([file], end.pages)
  const { docType, title, author, docNo, docDate, attachId, note } = draft
  const id = await rows.insert(ctx, file_detail, {
    ...file,
    regionCode: v.regionCode!,
    groupId: v.id,
    docType,
    title,
    author: author ?? null,
    docNo: docNo ?? null,
    docDate: docDate ?? null,
    note: note ?? null,
    attachId: attachId!,
    pages: at!.pages,
    pageFrom: at!.pageFrom,
    pageTo: at!.pageTo,
    sort: end.sort + 1,
    version: (last?.version ?? 0) + 1,
    isCurrent: 1,
    filedTime: ctx.now,
    source: last?.source ?? `hand:${attachId}`,
    businessId: last?.businessId ?? null,
    businessCode: last?.businessCode ?? null,
  } as Parameters<typeof rows.insert<typeof file_detail>>[2])
  if (last) await rows.update(ctx, file_detail, last.id, { isCurrent: 0 })
  await lockFiles(ctx, [attachId!])
  await recount(ctx, v)
  return id
}
/** Nothing that was filed is removed (I35). @throws archive-filed with the title */
async function removeDetails(ctx: Ctx, list: readonly string[]): Promise<never> {
  if (list.length === 0) throw problems.noneSelected()
  const d = await paper(ctx, list[0]!)
  throw archiveProblems.filed({ title: d.title ?? '' })
}
/** The order of the papers of an open volume, and with it their page numbers. */
async function sortPapers(ctx: Ctx, input: TextInput<'groupId' | 'ids'>): Promise<void> {
  const v = await openVolume(ctx, input.groupId ?? '', true)
  requireGrowing(v)
  const list = await filedPapers(ctx, v)
  const wanted = idList(input.ids)
  if (wanted.length !== list.length || new Set(wanted).size !== list.length || !list.every((d) => wanted.includes(d.id)))
    throw problems.badRequest({ zh: '请按顺序列出卷内全部文件', en: 'Name all papers of the volume in order' })
  const by = new Map(list.map((d) => [d.id, d]))
  const placed = withPages(
    wanted.map((id) => ({ id, pages: by.get(id)!.pages ?? 1 })),
    0,
  )
  await rows.updateMany(
    ctx,
    file_detail,
    placed.map((x, i) => ({ row: by.get(x.id)!, values: { sort: i + 1, pageFrom: x.pageFrom, pageTo: x.pageTo } })) as unknown as Parameters<
      typeof rows.updateMany<typeof file_detail>
    >[2],
  )
}

/** Looks through a volume now; answers its findings. With `closes` a volume without findings is closed. */
const checkVolume = (p: FilingParts, closes: boolean) => async (ctx: Ctx, input: TextInput<'id'> & { readonly rev?: unknown }) => {
  const v = await openVolume(ctx, input.id ?? '')
  if (closes) requireGrowing(v)
  rows.requireRevSaid(v, input.rev)
  return new DeferredResponse(async (again) => {
    const found = await lookThrough(again, p.storage, v)
    return again(async (now) => {
      const held = await openVolume(now, v.id, true)
      // what was looked through is what is closed
      if (closes) rows.requireRevSaid(held, v.rev)
      await keepFindings(now, held, found)
      if (closes && found.length) throw archiveProblems.unfit({ names: saidOf(found) })
      if (closes) {
        requireGrowing(held)
        await rows.update(now, file_group, v.id, { status: VOLUME.closed, archivedTime: now.now })
      }
      return found.map((f) => ({ item: f.item, title: f.title, pageFrom: f.pageFrom, msg: f.msg[now.lang] }))
    })
  })
}
/** Findings in the language of who asks. */
async function checkPage(ctx: Ctx, q: TextInput) {
  // a finding names titles: of a volume that is shut to the caller it is not told
  const found = await page(ctx, archive_check, q, inOpenVolumes(ctx, archive_check))
  return ctx.lang === 'en' ? { ...found, records: found.records.map((r) => ({ ...r, msg: r.msgEn ?? r.msg })) } : found
}
/** Files one finished business, by its id or code, or all that a household or an issuer has and that lie nowhere yet. */
const submit = (p: FilingParts, by: 'cbfbm' | 'fbfbm') => async (ctx: Ctx, input: TextInput<'businessId' | 'cbfbm' | 'fbfbm'>) => {
  const code = input[by]
  const one = input.businessId
  if (one) {
    if (!isId(one)) throw problems.notFound({ zh: business.label, en: business.en })
    await rows.get(ctx, business, one)
    return new DeferredResponse((again) => fileBusiness(p, again, one))
  }
  if (!code) throw problems.noneSelected()
  requireRegion(ctx, code.slice(0, 14))
  const list = await unfiled(ctx, { [by]: code }, undefined)
  if (list.length === 0) throw archiveProblems.nothing()
  return new DeferredResponse(async (again) => {
    const volumes = new Set<string>()
    let filed = 0
    for (const b of list) {
      const done = await fileBusiness(p, again, String(b.id))
      filed += done.filed
      for (const v of done.volumes) volumes.add(v)
    }
    return { filed, volumes: [...volumes] }
  })
}
/** Files what finished below a region and lies nowhere yet, as a job that says what was left and why. Answers the job. */
async function submitBatch(ctx: Ctx, input: TextInput<'regionCode'>): Promise<{ jobId: string }> {
  const regionCode = input.regionCode || ctx.who.regionCode
  requireRegion(ctx, regionCode)
  if (!(await unfiled(ctx, { regionCode }, undefined, 1)).length) throw archiveProblems.nothing()
  const jobId = await ctx.enqueue(ARCHIVE_BATCH, { regionCode } satisfies BatchOf as Record<string, unknown>, {
    title: both(`批量归档 ${regionCode}`, `Filing of region ${regionCode}`)[ctx.lang],
    ...(regionCode ? { regionCode } : {}),
  })
  await audit(ctx, { action: 'archive.batch', object: 'file_group', objectId: jobId, regionCode, diff: { regionCode: [null, regionCode] } })
  return { jobId }
}

const act = <B extends Fields>(o: Pick<Route, 'path' | 'perm' | 'audit' | 'summary' | 'answer'> & { body: B; run: Run<never, NoInfer<B>, 'POST'> }): Route =>
  route({ method: 'POST', scope: 'land', ...o })

const FILED = {
  businessId: text('业务', { en: 'Business', max: 19 }),
  cbfbm: text('承包方编码', { en: 'Contractor code', max: 18 }),
  fbfbm: text('发包方编码', { en: 'Issuer code', max: 14 }),
}

function routes(p: FilingParts): Route[] {
  const group = crud(file_group)
  const detail = crud(file_detail)
  const read = reading('land', 'file_detail_view')
  const at = { group: file_group.path, detail: file_detail.path }
  return [
    listing(group.page, groupPage),
    { ...group.detail, run: async (ctx, q, f) => (await openVolume(ctx, rowIdOf(q)), group.detail.run(ctx, q, f)) },
    { ...group.save, run: saveGroup },
    { ...group.update, run: updateGroup },
    { ...group.remove, run: (ctx, q) => removeGroups(ctx, ids(q)) },
    listing(detail.page, detailPage),
    { ...detail.detail, run: async (ctx, q, f) => (await paper(ctx, rowIdOf(q)), detail.detail.run(ctx, q, f)) },
    { ...detail.save, run: saveDetail(p) },
    { ...detail.update, run: saveDetail(p) },
    { ...detail.remove, run: (ctx, q) => removeDetails(ctx, ids(q)) },
    answering(read(`${at.detail}/farmerPage`, '农户档案查询', ['cbfbm'], farmerPage), {
      as: 'row',
      of: { archiveNo: text('档号'), title: text('题名'), records: json('文件') },
    }),
    asFile(
      read(`${at.detail}/download`, '下载档案', ['id', 'ids', 'groupId', 'as'], (ctx, q) => downloadPapers(ctx, p.storage, q)),
      'archive.download',
    ),
    asFile(
      read(`${at.detail}/farmerDownload`, '农户下载档案', ['cbfbm', 'ids'], (ctx, q) => farmerDownload(ctx, p.storage, q)),
      'archive.download',
    ),
    act({
      path: `${at.detail}/updateIsOpen`,
      perm: 'file_group_edit',
      audit: 'file_group.open',
      summary: '开放或关闭档案',
      body: {
        ids: text('案卷', { en: 'Volumes', max: 4000 }),
        isOpen: text('开放状态', { en: 'Openness', max: 1 }),
        reason: text('理由', { en: 'Reason', max: 254 }),
      },
      answer: 'nothing',
      run: updateIsOpen,
    }),
    act({
      path: `${at.detail}/sort`,
      perm: 'file_detail_edit',
      audit: 'file_detail.sort',
      summary: '卷内文件排序',
      body: { groupId: text('案卷', { en: 'Volume', max: 19 }), ids: text('文件', { en: 'Papers', max: 40_000 }) },
      answer: 'nothing',
      run: sortPapers,
    }),
    asFile(read(`${at.group}/print`, '打印卷皮、卷内目录、备考表', ['id', 'part'], printVolume)),
    asFile(
      reading('land', 'file_group_edit')(`${at.group}/handOver`, '档案移交包', ['ids'], (ctx, q) => handOverVolumes(ctx, p.storage, q)),
      'archive.handover',
    ),
    ...(
      [
        ['check', '检查案卷'],
        ['close', '归档封卷'],
      ] as const
    ).map(([verb, summary]) =>
      route({
        method: 'POST',
        path: `${at.group}/${verb}`,
        perm: 'file_group_edit',
        scope: 'land',
        audit: `file_group.${verb}`,
        summary,
        body: { id: text('案卷', { en: 'Volume', max: 19 }) },
        answer: { as: 'rows', of: { item: text('检查项'), title: text('题名'), pageFrom: int('页'), msg: text('问题') } },
        run: checkVolume(p, verb === 'close'),
      }),
    ),
    listing(crud(archive_check).page, checkPage),
    listing({ ...crud(file_page).page, perm: 'file_detail_view', summary: '档案全文检索' }, searchPages),
    ...(['cbf', 'fbf'] as const).flatMap((of) => [
      act({
        path: `/cbjyq/da/${of}/submit`,
        perm: 'file_group_add',
        audit: 'archive.file',
        summary: of === 'cbf' ? '承包方归档' : '发包方归档',
        body: FILED,
        answer: { as: 'row', of: { filed: int('归档件数'), volumes: json('案卷') } },
        run: submit(p, of === 'cbf' ? 'cbfbm' : 'fbfbm'),
      }),
      act({
        path: `/cbjyq/da/${of}/submitBatch`,
        perm: 'file_group_add',
        audit: 'archive.batch',
        summary: of === 'cbf' ? '承包方批量归档' : '发包方批量归档',
        body: { regionCode: region('行政区划', { en: 'Region' }) },
        answer: { as: 'row', of: { jobId: text('任务') } },
        run: submitBatch,
      }),
    ]),
  ]
}

/** Archives: volumes, their papers, and what a look at them found. */
export const archivesSlice = (p: FilingParts): Slice => ({
  name: 'archives',
  resources: [file_group, file_detail, file_page, archive_check],
  routes: routes(p),
})
