// Handing volumes out: as ZIP or one PDF, to the household itself what is open to it, and to an archive office. Source: business-flows.md 11.
import { typedRows } from '../../kit/server/any-query.server.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { maskText } from '../../kit/model/mask.ts'
import { problems } from '../../kit/model/problem.ts'
import { idList, isId } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import { DeferredResponse, FileResponse, type TextInput } from '../../kit/server/route.server.ts'
import { render } from '../../land/paper/render.server.ts'
import type { Attach } from '../../services/files/attach.ts'
import { cleanFileName, distinctNames } from '../../services/files/names.ts'
import { requireAsKept } from '../../services/files/serve.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { requirePackable, zipStream } from '../../services/files/zip.server.ts'
import { timestampOf } from '../../services/typeset/pdf.server.ts'
import { file_detail, file_group, GROUP, OPENNESS, type FileDetail, type FileGroup } from './archive.ts'
import type { PagedPaper } from './paged.ts'
import { attachmentsOfPapers, storedFile } from './files.server.ts'
import { isPaged, volumePdf } from './volume-pdf.server.ts'
import { CHECKS, notAsked, PROPERTY_NAMES } from './inspect.server.ts'
import type { ArchiveFinding } from './contents.server.ts'
import { lookThrough, saidOf } from './nightly.server.ts'
import { archiveProblems } from './problems.ts'
import { VOLUME_PARTS, volumeLetters, type VolumeSheet, type VolumeWords } from './volume-doc.ts'
import { filedPapers, openVolume, volumesOf } from './volumes.server.ts'

/** Pages of one PDF at most: it is made in memory. */
const MOST_PAGES = 2000
/** Volumes of one hand-over at most. */
const MOST_VOLUMES = 200

/** A volume of a hand-over: its papers with the names that their files have there. */
interface Handed {
  v: FileGroup
  list: readonly Filed[]
  names: readonly string[]
  words: VolumeWords
}
/** A filed paper with the row of its file. */
interface Filed {
  d: FileDetail
  a: Attach
}
async function withFiles(ctx: Ctx, papers: readonly FileDetail[]): Promise<Filed[]> {
  const by = await attachmentsOfPapers(ctx, papers)
  return papers.flatMap((d) => {
    const a = by.get(d.attachId ?? '')
    return a ? [{ d, a }] : []
  })
}
/** Papers that a call names: ids, or all of one volume. Of one volume, which the caller may open. */
async function asked(ctx: Ctx, q: TextInput<'ids' | 'groupId'>): Promise<{ v: FileGroup; papers: FileDetail[] }> {
  const ids = idList(q.ids)
  if (ids.length === 0) {
    const v = await openVolume(ctx, q.groupId ?? '')
    return { v, papers: await filedPapers(ctx, v) }
  }
  if (!ids.every(isId)) throw problems.notFound({ zh: file_detail.label, en: file_detail.en })
  const papers = await typedRows<FileDetail>(flatRows(scoped(ctx, file_detail), file_detail).where('file_detail.id', 'in', ids).orderBy('file_detail.sort'))
  if (papers.length < ids.length) throw problems.notFound({ zh: file_detail.label, en: file_detail.en })
  const groups = new Set(papers.map((p) => p.groupId))
  if (groups.size !== 1) throw problems.badRequest({ zh: '请选择同一案卷的文件', en: 'Select papers of one volume' })
  return { v: await openVolume(ctx, papers[0]!.groupId!), papers }
}
const fileNames = (list: readonly Filed[]): string[] =>
  distinctNames(list.map(({ d, a }) => `${String(d.sort).padStart(3, '0')} ${cleanFileName(d.title ?? '') || a.id}.${a.extension ?? 'bin'}`))

/** ZIP, or one PDF with bookmarks (`as=pdf`); every file is compared with its digest first. */
export async function downloadPapers(ctx: Ctx, storage: Storage, q: TextInput<'ids' | 'groupId' | 'as' | 'id'>) {
  const { v, papers } = await asked(ctx, { ids: q.ids ?? q.id, groupId: q.groupId })
  const list = await withFiles(ctx, papers)
  if (list.length === 0) throw problems.notFound({ zh: file_detail.label, en: file_detail.en })
  const [only, more] = list
  return new DeferredResponse(async () => {
    if (q.as === 'pdf') return onePdf(storage, `${v.archiveNo}`, list, ctx.now)
    if (!more && only) {
      await requireAsKept(storage, only.a)
      return new FileResponse(fileNames([only])[0]!, only.a.contentType ?? 'application/octet-stream', storage.stream(only.a.ossName!), true)
    }
    await requirePackable(
      storage,
      list.map((f) => f.a),
    )
    const names = fileNames(list)
    return new FileResponse(
      `${v.archiveNo}.zip`,
      'application/zip',
      zipStream(
        storage,
        list.map((f, i) => ({ name: names[i]!, ossName: f.a.ossName! })),
      ),
    )
  })
}
async function onePdf(storage: Storage, name: string, list: readonly Filed[], now: string, over?: Buffer): Promise<FileResponse> {
  const paged = list.filter(({ a }) => isPaged(a.contentType ?? ''))
  const pages = paged.reduce((n, { d }) => n + (d.pages ?? 1), 0)
  if (pages > MOST_PAGES) throw archiveProblems.tooLarge({ pages, most: MOST_PAGES })
  if (paged.length === 0) throw problems.notFound({ zh: file_detail.label, en: file_detail.en })
  const parts: PagedPaper[] = []
  for (const { d, a } of paged) {
    await requireAsKept(storage, a)
    parts.push({ title: `${d.sort} ${d.title}`, bytes: await storage.read(a.ossName!), contentType: a.contentType! })
  }
  return new FileResponse(`${name}.pdf`, 'application/pdf', await volumePdf({ parts, time: timestampOf(now), ...(over ? { over } : {}) }), true)
}

const word = async (ctx: Ctx, code: string, key: string | null): Promise<string> =>
  (
    await ctx.db
      .selectFrom('dict_biz')
      .select('dictValue')
      .where('tenantId', '=', ctx.who.tenantId)
      .where('code', '=', code)
      .where('dictKey', '=', key ?? '')
      .executeTakeFirst()
  )?.dictValue ?? ''
async function wordsOf(ctx: Ctx, v: FileGroup): Promise<VolumeWords> {
  const county = await ctx.db
    .selectFrom('region')
    .select('name')
    .where('code', '=', (v.regionCode ?? '').slice(0, 6))
    .executeTakeFirst()
  return {
    retention: await word(ctx, 'archive_retention', v.retention),
    level: await word(ctx, 'archive_level', v.securityLevel),
    fonds: `${county?.name ?? ''}农村土地承包经营权档案`,
  }
}
/** Cover, index and note of a volume as PDF; `part` names one of them. */
export async function printVolume(ctx: Ctx, q: TextInput<'id' | 'part'>) {
  const v = await openVolume(ctx, q.id ?? '')
  const parts = q.part ? VOLUME_PARTS.filter((p) => p === q.part) : VOLUME_PARTS
  if (parts.length === 0) throw problems.badRequest({ zh: '没有该种卷皮', en: 'There is no such part of a volume' })
  const [list, words] = [await filedPapers(ctx, v), await wordsOf(ctx, v)]
  return new DeferredResponse(
    async () => new FileResponse(`${v.archiveNo}-卷皮.pdf`, 'application/pdf', await aroundVolume(v, list, words, parts, ctx.now), true),
  )
}
const aroundVolume = (v: FileGroup, list: readonly FileDetail[], words: VolumeWords, parts: readonly VolumeSheet[], now: string): Promise<Buffer> =>
  render('letter', () => ({ docId: v.archiveNo ?? '', title: v.title ?? '', letters: volumeLetters(v, list, words, parts) }), timestampOf(now))

/** What a household sees of its volumes: papers that are its own alone, of those that were opened to it. */
async function forHousehold(ctx: Ctx, cbfbm: string): Promise<{ volumes: FileGroup[]; papers: FileDetail[] }> {
  const own = /^\d{18}$/.test(cbfbm) ? await volumesOf(ctx, { groupType: GROUP.household, fbfbm: cbfbm.slice(0, 14), cbfbm, year: 0 }) : []
  // one that is not open is not there
  const volumes = own.filter((v) => v.isOpen === OPENNESS.open)
  if (volumes.length === 0) throw problems.notFound({ zh: file_group.label, en: file_group.en })
  const papers: FileDetail[] = []
  for (const v of volumes) papers.push(...(await filedPapers(ctx, v)))
  const ids = papers.flatMap((p) => p.attachId ?? [])
  const shared = ids.length
    ? await scoped(ctx, file_detail)
        .select(['file_detail.attachId'])
        .where('file_detail.attachId', 'in', ids)
        .where(
          'file_detail.groupId',
          'not in',
          own.map((v) => v.id),
        )
        .execute()
    : []
  const others = new Set(shared.map((s) => String(s.attachId)))
  return { volumes, papers: papers.filter((p) => p.isCurrent === 1 && !others.has(p.attachId ?? '')) }
}
/** Numbers of volumes, as one text. */
const numbersOf = (volumes: readonly FileGroup[], between: string): string => volumes.map((v) => v.archiveNo).join(between)
/** Names and numbers in a title are other people's as well as the household's: they are masked. */
const masked = (d: FileDetail) => ({
  id: d.id,
  sort: d.sort,
  docType: d.docType,
  title: String(d.title ?? '').replace(/\d{15,18}[\dXx]?/g, maskText),
  docDate: d.docDate,
  pages: d.pages,
  pageFrom: d.pageFrom,
  pageTo: d.pageTo,
})
export async function farmerPage(ctx: Ctx, q: TextInput<'cbfbm'>) {
  const { volumes, papers } = await forHousehold(ctx, q.cbfbm ?? '')
  return { archiveNo: numbersOf(volumes, '、'), title: volumes[0]!.title, records: papers.map(masked) }
}
/** The household's papers as one PDF, each page with the name of who took it and the moment. */
export async function farmerDownload(ctx: Ctx, storage: Storage, q: TextInput<'cbfbm' | 'ids'>) {
  const { volumes, papers } = await forHousehold(ctx, q.cbfbm ?? '')
  const ids = idList(q.ids)
  const chosen = ids.length ? papers.filter((p) => ids.includes(p.id)) : papers
  if (chosen.length === 0) throw problems.notFound({ zh: file_detail.label, en: file_detail.en })
  const list = await withFiles(ctx, chosen)
  const mark = { title: '水印', docId: '', lines: [`${ctx.who.realName} ${ctx.now}`, '仅供本户查阅'] }
  return new DeferredResponse(async () => onePdf(storage, numbersOf(volumes, '+'), list, ctx.now, await render('watermark', () => mark, timestampOf(ctx.now))))
}

const xml = (s: unknown): string => String(s ?? '').replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`)
/** The index of a hand-over as XML. */
function indexXml(volumes: readonly Handed[], now: string): string {
  const paper = ({ d, a }: Filed, name: string) =>
    `    <paper no="${d.sort}" kind="${xml(d.docType)}" pages="${d.pages}" from="${d.pageFrom}" to="${d.pageTo}" sha256="${xml(d.sha256)}" bytes="${a.attachSize}"><title>${xml(d.title)}</title><by>${xml(d.author)}</by><number>${xml(d.docNo)}</number><day>${xml(d.docDate)}</day><business>${xml(d.businessCode)}</business><file>${xml(name)}</file></paper>`
  const volume = ({ v, list, names }: Handed) =>
    `  <volume no="${xml(v.archiveNo)}" kind="${xml(v.groupType)}" year="${v.year}" retention="${xml(v.retention)}" level="${xml(v.securityLevel)}" papers="${list.length}"><title>${xml(v.title)}</title>\n${list.map((f, i) => paper(f, names[i]!)).join('\n')}\n  </volume>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<archive made="${xml(now)}" volumes="${volumes.length}">\n${volumes.map(volume).join('\n')}\n</archive>\n`
}
/** What was asked of every volume before it was handed over, as XML: nothing was found, else it would not have been. What was not asked of all papers names those of which it was not. */
function checksXml(volumes: readonly Handed[], now: string): string {
  const asked = CHECKS.filter((c) => (c.moments as readonly string[]).includes('close'))
  const check = (c: (typeof asked)[number], list: readonly Filed[]) => {
    const without = list.filter(({ a }) => notAsked(storedFile(a)).includes(c.item)).map(({ d }) => d.sort)
    const result = without.length ? `result="not-asked" of="${without.join(' ')}"` : 'result="passed"'
    return `    <check item="${c.item}" property="${PROPERTY_NAMES[c.property].zh}" ${result}>${xml(c.zh)} ${xml(c.en)}</check>`
  }
  const volume = ({ v, list }: Handed) =>
    `  <volume no="${xml(v.archiveNo)}" papers="${list.length}">\n${asked.map((c) => check(c, list)).join('\n')}\n  </volume>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<checks at="${xml(now)}">\n${volumes.map(volume).join('\n')}\n</checks>\n`
}
async function hashesOf(content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Promise<{ sha256: string; sm3: string }> {
  const [sha256, sm3] = [createHash('sha256'), createHash('sm3')]
  for await (const block of content) {
    sha256.update(block)
    sm3.update(block)
  }
  return { sha256: sha256.digest('hex'), sm3: sm3.digest('hex') }
}
/**
 * A package for an archive office, readable without the product: a folder a volume, cover, index and note as PDF, the index as XML, and lists of SHA-256 and SM3
 * digests in the form that sha256sum reads. Every volume is looked through once more by all four properties, which the package tells; a volume of which something
 * is found stops it. @throws archive-unfit with the papers and what is wrong
 */
export async function handOverVolumes(ctx: Ctx, storage: Storage, q: TextInput<'ids'>) {
  const ids = idList(q.ids)
  if (ids.length === 0) throw problems.noneSelected()
  if (ids.length > MOST_VOLUMES) throw problems.badRequest({ zh: `一次最多移交${MOST_VOLUMES}卷`, en: `At most ${MOST_VOLUMES} volumes at once` })
  const volumes: Handed[] = []
  for (const id of ids) {
    const v = await openVolume(ctx, id)
    const list = await withFiles(ctx, await filedPapers(ctx, v))
    volumes.push({ v, list, names: fileNames(list).map((n) => `${v.archiveNo}/${n}`), words: await wordsOf(ctx, v) })
  }
  return new DeferredResponse(async (again) => {
    const found: ArchiveFinding[] = []
    // a thread that is busy is waited for: of two hundred volumes none is begun anew for it
    const { signal } = new AbortController()
    for (const { v } of volumes) found.push(...(await lookThrough(again, storage, v, signal)))
    if (found.length) throw archiveProblems.unfit({ names: saidOf(found) })
    const zip = new ZipArchive({ store: true })
    const write = async () => {
      const [sha, sm3]: [string[], string[]] = [[], []]
      const note = (name: string, d: { sha256: string; sm3: string }) => (sha.push(`${d.sha256}  ${name}`), sm3.push(`${d.sm3}  ${name}`))
      for (const { v, list, names, words } of volumes) {
        const around = await aroundVolume(
          v,
          list.map((f) => f.d),
          words,
          VOLUME_PARTS,
          ctx.now,
        )
        const name = `${v.archiveNo}/000 卷皮.pdf`
        zip.append(Readable.from([around]), { name })
        note(name, await hashesOf([around]))
        for (const [i, { a }] of list.entries()) {
          zip.append(storage.stream(a.ossName!), { name: names[i]! })
          note(names[i]!, await hashesOf(storage.stream(a.ossName!)))
        }
      }
      for (const [name, said] of [
        ['index.xml', indexXml(volumes, ctx.now)],
        ['checks.xml', checksXml(volumes, ctx.now)],
      ] as const) {
        zip.append(said, { name })
        note(name, await hashesOf([said]))
      }
      zip.append(`${sha.join('\n')}\n`, { name: 'SHA256SUMS' })
      zip.append(`${sm3.join('\n')}\n`, { name: 'SM3SUMS' })
      await zip.finalize()
    }
    write().catch((e: Error) => zip.destroy(e))
    return new FileResponse(`档案移交${ctx.now.slice(0, 10)}.zip`, 'application/zip', zip as unknown as Readable)
  })
}
