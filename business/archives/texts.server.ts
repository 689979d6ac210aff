// What is written in filed papers, page by page, so that they are found by it. Source: land-contract.md 7; business-flows.md 11.
import { sql } from 'kysely'
import { plainPerm } from '../../kit/model/mask.ts'
import { isRefusal } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, page, scoped } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { inThread } from '../../runtime/thread.server.ts'
import { attach } from '../../services/files/attach.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { file_detail, file_group, file_page, TEXT_BY } from './archive.ts'
import { storedFile } from './files.server.ts'
import type { ReadPages, TextTask } from './paged.ts'
import { archiveProblems } from './problems.ts'
import { excerpt, maskedText, NUMBERS, pageText } from './page-text.ts'
import type { Recognise } from './recognise.server.ts'
import { inOpenVolumes } from './volumes.server.ts'

/** Pages of a paper that are read, bytes of a file at most, and megabytes of objects of the thread. */
const MOST_PAGES = 300
const MOST_BYTES = 100 * 2 ** 20
const HEAP_MB = 512
/** Signs below which a page counts as a picture: a stamp, a page number. */
const LEAST_TEXT = 8
/** Papers of one turn. */
const BATCH = 50

const PICTURES = ['image/jpeg', 'image/png', 'image/tiff', 'image/bmp']
/** How a paper is read: its text layer, and what recognises writing in its pictures, if anything does. */
interface Reading {
  storage: Storage
  recognise: Recognise | undefined
  /** how long one piece of the work may take, ms; by default as long as any reading */
  workMs?: number | undefined
}
/** Reads a PDF in its thread; one that needs more time or memory than any paper may have is read as one that does not open. */
async function readPdf({ workMs }: Reading, task: TextTask, signal: AbortSignal): Promise<ReadPages> {
  const limits = { heapMb: HEAP_MB, tooLarge: archiveProblems.tooHeavy, signal, ...(workMs === undefined ? {} : { workMs }) }
  try {
    return await inThread(new URL('./text-worker.server.ts', import.meta.url), task, limits)
  } catch (e) {
    if (!isRefusal(e)) throw e
    return { texts: [] }
  }
}

/** The texts of a file's pages and how they were come by. */
interface ReadText {
  by: (typeof TEXT_BY)[keyof typeof TEXT_BY]
  texts: string[]
}
/** Reads a file: its text layer; what has none by its pictures, where writing is recognised. */
async function readFile(r: Reading, f: { ossName: string; contentType: string; size: number }, signal: AbortSignal): Promise<ReadText> {
  const { storage, recognise } = r
  const none: ReadText = { by: recognise ? TEXT_BY.nothing : TEXT_BY.none, texts: [] }
  const isPicture = PICTURES.includes(f.contentType)
  if (f.size > MOST_BYTES || (!isPicture && f.contentType !== 'application/pdf') || (isPicture && !recognise)) return none
  const bytes = await storage.read(f.ossName).catch(() => undefined)
  if (!bytes) return none
  const found = (by: ReadText['by'], texts: string[]): ReadText => (texts.some((t) => t.length >= LEAST_TEXT) ? { by, texts } : none)
  if (isPicture) return found(TEXT_BY.recognised, [pageText(await recognise!(bytes, signal))])
  const texts = (await readPdf(r, { pdf: bytes, pages: MOST_PAGES }, signal)).texts.map(pageText)
  if (!recognise || texts.every((t) => t.length >= LEAST_TEXT)) return found(TEXT_BY.layer, texts)
  let by: ReadText['by'] = TEXT_BY.layer
  for (const [i, t] of texts.entries()) {
    if (t.length >= LEAST_TEXT) continue
    signal.throwIfAborted()
    const { picture } = await readPdf(r, { pdf: bytes, pages: MOST_PAGES, draw: i }, signal)
    texts[i] = picture ? pageText(await recognise(picture, signal)) : ''
    by = TEXT_BY.recognised
  }
  return found(by, texts)
}
/** Keeps what was read of a paper in place of what was known. */
async function keepText(ctx: Ctx, id: string, { by, texts }: ReadText): Promise<void> {
  const d = await rows.get(ctx, file_detail, id, true)
  const v = await rows.get(ctx, file_group, d.groupId!)
  const former = await flatRows(scoped(ctx, file_page), file_page).where('file_page.detailId', '=', id).execute()
  await rows.eraseMany(ctx, file_page, former)
  const pages = texts.flatMap((text, i) => (text.length >= LEAST_TEXT ? [{ text, page: i + 1 }] : []))
  await rows.insertMany(
    ctx,
    file_page,
    pages.map((p) => ({
      ...p,
      regionCode: d.regionCode!,
      title: d.title,
      docType: d.docType,
      archiveNo: v.archiveNo,
      cbfbm: v.cbfbm,
      year: v.year,
      businessCode: d.businessCode,
      groupId: d.groupId,
      detailId: id,
      attachId: d.attachId,
    })) as Parameters<typeof rows.insertMany<typeof file_page>>[2],
  )
  await rows.update(ctx, file_detail, id, { textBy: by })
}

/** Reads papers that nobody has read yet; where writing is recognised, those without a text layer as well. */
export const textRoutine = (storage: Storage, recognise: Recognise | undefined, workMs?: number): Routine => ({
  name: 'archive-text',
  label: '档案文字识别',
  due: { minutes: 10 },
  async run({ signal, system, as }) {
    let papers = 0
    for (;;) {
      const { rows: list } = await system((tx) =>
        sql<{ tenantId: string; id: string }>`select "tenantId", id::text from file_detail
          where "textBy" is null ${recognise ? sql`or "textBy" = ${TEXT_BY.none}` : sql``} order by "textBy", id limit ${BATCH}`.execute(tx),
      )
      for (const { tenantId, id } of list) {
        signal.throwIfAborted()
        const a = await as(tenantId, async (ctx) => {
          const { attachId } = await rows.get(ctx, file_detail, id)
          return rows.find(ctx, attach, { id: attachId! })
        })
        const read = a
          ? await readFile({ storage, recognise, workMs }, { ...storedFile(a), size: Number(a.attachSize ?? 0) }, signal)
          : { by: TEXT_BY.nothing, texts: [] }
        await as(tenantId, (ctx) => keepText(ctx, id, read))
        papers += 1
      }
      if (list.length < BATCH) return `${papers} papers`
    }
  },
})

/** The text of a page without the numbers of persons: what may be found in it by who may not read them. */
const unnumbered = NUMBERS.reduce((t, n) => sql<string>`regexp_replace(${t}, ${n}, ' ', 'g')`, sql<string>`file_page.text`)
/**
 * Pages on which a text stands, of volumes that the caller may open: what stands around it. Without a text the pages that were read, by their beginnings.
 * Numbers of persons are masked as in the lists of households, and who may not read them finds nothing by them.
 */
export async function searchPages(ctx: Ctx, q: TextInput) {
  const typed = pageText(q.text ?? '')
  const isPlain = ctx.who.perms.has(plainPerm(cbf))
  const open = inOpenVolumes(ctx, file_page) ?? scoped(ctx, file_page)
  const seen = isPlain || !/\d{4}/.test(typed) ? open : open.where(sql<boolean>`strpos(${unnumbered}, ${typed}) > 0`)
  const found = await page(ctx, file_page, { ...q, text: typed }, seen)
  const shown = (text: string) => (isPlain ? text : maskedText(text))
  return { ...found, records: found.records.map((r) => ({ ...r, text: excerpt(shown(String(r.text ?? '')), typed) })) }
}
