// Prints the households of a job in their order. Each is kept on disk, then told in the database together with those that were ready with it, so that a killed
// job goes on where it stood: no household twice in the records, none missing in the file.
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from 'archiver'
import { both, type Text } from '../../kit/model/lang.ts'
import { isRefusal, problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { endOf, endWords, stopOf, type JobKind, type JobRun } from '../../runtime/jobs.server.ts'
import { messageJson } from '../../runtime/said.ts'
import { inThread } from '../../runtime/thread.server.ts'
import { cleanFileName, distinctNames } from '../../services/files/names.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { joinedPdf, timestampOf } from '../../services/typeset/pdf.server.ts'
import type { BoundTask } from './bound.ts'
import { countForm, readPrintForm } from './forms.server.ts'
import {
  formsOfJob,
  PACKING,
  PRINT,
  PRINT_TITLES,
  print_job,
  print_record,
  paperSheets,
  type PrintForm,
  type PrintJob,
  type PrintHousehold,
  type Unprinted,
} from './print-job.ts'

export const PRINT_JOB = 'print'
export interface PrintParts {
  dataDir: string
  /** where the files of the register lie: signed contracts */
  storage: Storage
  /** where what was printed lies until it is fetched */
  prints: Storage
}
/** Households that one PDF is bound of at most: it is made in memory. */
const MOST_BOUND = 250
const HEAP_MB = 1024
const BIND_MS = 600_000
const STEP = both('打印', 'Printing')

/** A printed form of a household, on disk. */
interface Sheet {
  form: PrintForm
  file: string
  pages: number
  sha256: string
}
interface Made {
  sheets: Sheet[]
  unprinted: Unprinted[]
}
/** How far a job is. */
interface Far {
  done: number
  pages: number
  sheets: number
  unprinted: Unprinted[]
}
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
/** What is on disk of a household; undefined where something of it is not there. */
async function madeBefore(folder: string, n: number): Promise<Made | undefined> {
  const text = await readFile(join(folder, `${n}.json`), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const made = JSON.parse(text) as Made
  for (const s of made.sheets) if (!(await exists(join(folder, s.file)))) return undefined
  return made
}
/** One piece of work after the other, in the order in which they are asked for. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>
function inTurn(): InTurn {
  let before: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = before.then(work)
    before = mine.catch(() => {})
    return mine
  }
}
async function makeOne(
  p: PrintParts,
  job: JobRun,
  o: { folder: string; n: number; h: PrintHousehold; forms: readonly PrintForm[]; at: string; reading: InTurn },
): Promise<Made> {
  const { folder, n, h, forms, reading } = o
  const made: Made = { sheets: [], unprinted: [] }
  for (const form of forms) {
    try {
      const read = await reading(() => job.tx((ctx) => readPrintForm(ctx, p.storage, form, h)))
      const parts: Buffer[] = []
      for (const part of read) parts.push(await part())
      const { pdf, pages } = await joinedPdf(parts, o.at)
      const file = `${n}-${form}.pdf`
      await writeFile(join(folder, file), pdf, { mode: 0o600 })
      made.sheets.push({ form, file, pages, sha256: sha256(pdf) })
    } catch (e) {
      if (!isRefusal(e)) throw e
      made.unprinted.push({ ...h, zh: `${PRINT_TITLES[form].zh}：${e.words.zh}`, en: `${PRINT_TITLES[form].en}: ${e.words.en}` })
    }
  }
  // the list comes last and at once: what it names is there
  const list = join(folder, `${n}.json`)
  await writeFile(`${list}.new`, JSON.stringify(made), { mode: 0o600 })
  await rename(`${list}.new`, list)
  return made
}
/** A household with what was printed of it. */
interface Printed {
  h: PrintHousehold
  made: Made
}
/** Tells households as printed, each once: their records, the prints of their books, and how far the job is. */
async function tell(ctx: Ctx, row: PrintJob, list: readonly Printed[], far: Far) {
  const told = await scoped(ctx, print_record)
    .select(['print_record.code', 'print_record.form'])
    .where('print_record.countyCode', 'in', [...new Set(list.map(({ h }) => countyOf(h.code)))])
    .where('print_record.printId', '=', row.id)
    .where(
      'print_record.code',
      'in',
      list.map(({ h }) => h.code),
    )
    .execute()
  const known = new Set(told.map((r) => `${r.code} ${r.form}`))
  const fresh = list.flatMap(({ h, made }) => made.sheets.flatMap((s) => (known.has(`${h.code} ${s.form}`) ? [] : [{ h, s }])))
  await rows.insertMany(
    ctx,
    print_record,
    fresh.map(({ h, s }) => ({
      regionCode: h.code.slice(0, 14),
      printId: row.id,
      code: h.code,
      name: h.name.slice(0, 100),
      form: s.form,
      pages: s.pages,
      sha256: s.sha256,
      printer: row.printer,
      reason: row.reason,
      printedTime: ctx.now,
    })),
  )
  for (const { h, s } of fresh) await countForm(ctx, s.form, h)
  await setJob(ctx, row, { ...far, left: far.unprinted.length, unprinted: JSON.stringify(far.unprinted) })
}
/** Changes a job row; it has no versions and nobody edits it. */
const setJob = (ctx: Ctx, { id, regionCode }: Pick<PrintJob, 'id' | 'regionCode'>, set: Record<string, unknown>) =>
  ctx.db
    .updateTable('print_job')
    .set({ ...set, updateTime: ctx.now })
    .where('countyCode', '=', countyOf(regionCode!))
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', id)
    .execute()

/** What is bound together: the households of an issuer, in files of a size that can be made. */
function volumesOf(households: readonly PrintHousehold[]): { name: string; of: number[] }[] {
  const numbered = households.map((h, n) => ({ n, issuer: h.code.slice(0, 14) }))
  return [...Map.groupBy(numbered, (x) => x.issuer)].flatMap(([issuer, own]) => {
    const parts = Array.from({ length: Math.ceil(own.length / MOST_BOUND) }, (_, i) => own.slice(i * MOST_BOUND, (i + 1) * MOST_BOUND))
    return parts.map((part, i) => ({ name: parts.length > 1 ? `${issuer}-${i + 1}` : issuer, of: part.map((x) => x.n) }))
  })
}
/** Opened when it is read from, and not before. */
async function* bytesOf(path: string) {
  yield* createReadStream(path)
}
async function zipped(to: string, files: readonly { name: string; path: string }[], unprinted: readonly Unprinted[]): Promise<void> {
  const zip = new ZipArchive({ store: true })
  const written = pipeline(zip, createWriteStream(to, { mode: 0o600 }))
  const names = distinctNames(files.map((f) => f.name))
  for (const [i, f] of files.entries()) zip.append(Readable.from(bytesOf(f.path)), { name: names[i]! })
  if (unprinted.length) zip.append(`\ufeff${unprinted.map((u) => `${u.code} ${u.name}：${u.zh}`).join('\r\n')}\r\n`, { name: '未打印.txt' })
  await zip.finalize()
  await written
}
/** The households of a job, fixed when it was asked for. */
const householdsOf = (row: PrintJob): readonly PrintHousehold[] => row.households as unknown as PrintHousehold[]
interface Bound {
  name: string
  path: string
}
/** Binds the households of a volume, all of which were made; undefined where nothing of them was printed. */
async function bind(
  job: JobRun,
  row: PrintJob,
  folder: string,
  v: { name: string; of: readonly number[] },
  all: readonly Made[],
  at: string,
): Promise<Bound | undefined> {
  const households = householdsOf(row)
  const parts = v.of.flatMap((n) =>
    all[n]!.sheets.length ? [{ title: `${households[n]!.code.slice(-4)} ${households[n]!.name}`, files: all[n]!.sheets.map((s) => join(folder, s.file)) }] : [],
  )
  if (parts.length === 0) return undefined
  const to = join(folder, `${v.name}.bound.pdf`)
  const task: BoundTask = { parts, duplex: row.duplex === 1, time: at, to }
  await inThread(new URL('./bind-worker.server.ts', import.meta.url), task, { heapMb: HEAP_MB, workMs: BIND_MS, tooLarge: problems.busy, signal: job.signal })
  return { name: `${v.name}.pdf`, path: to }
}
/** Packs what was made as the job asks; answers the path. */
async function pack(row: PrintJob, folder: string, all: readonly Made[], bound: readonly Bound[]): Promise<string> {
  const households = householdsOf(row)
  if (row.packing !== PACKING.files && bound.length === 1) return bound[0]!.path
  const files = all.flatMap((m, n) =>
    m.sheets.map((s) => ({ name: `${households[n]!.code}${cleanFileName(households[n]!.name)}-${PRINT_TITLES[s.form].zh}.pdf`, path: join(folder, s.file) })),
  )
  const to = join(folder, 'all.zip')
  await zipped(
    to,
    row.packing === PACKING.files ? files : bound,
    all.flatMap((m) => m.unprinted),
  )
  return to
}

/** Households that are made ahead: the typesetter has the next ones while the pages of others are put together, and those are told. */
const AHEAD = 6
interface Begun<T> {
  made: Promise<T>
  isOver: boolean
  isFailed: boolean
}
/** What comes of each in their order, so many of them begun before they are asked for: each time all that are ready. What fails is told after those before it. */
async function* inOrder<T>(n: number, make: (i: number) => Promise<T>): AsyncGenerator<T[]> {
  const begun: Begun<T>[] = []
  let next = 0
  const fill = () => {
    while (begun.length < AHEAD && next < n) {
      const one: Begun<T> = { made: make(next++), isOver: false, isFailed: false }
      one.made.then(
        () => (one.isOver = true),
        () => (one.isOver = one.isFailed = true),
      )
      begun.push(one)
    }
  }
  try {
    for (fill(); begun.length > 0; fill()) {
      const ready = [await begun.shift()!.made]
      while (begun[0]?.isOver && !begun[0].isFailed) ready.push(await begun.shift()!.made)
      fill()
      yield ready
    }
  } finally {
    // what was begun ahead of an end ends too, whatever comes of it
    await Promise.allSettled(begun.map((b) => b.made))
  }
}

async function printed(p: PrintParts, job: JobRun, id: string): Promise<void> {
  const row = await job.tx((ctx) => rows.get(ctx, print_job, id))
  const households = householdsOf(row)
  const folder = join(p.dataDir, 'prints', 'work', id)
  const at = timestampOf(row.createTime)
  const forms = formsOfJob(row.forms)
  await mkdir(folder, { recursive: true })
  await job.tx((ctx) => setJob(ctx, row, { status: PRINT.printing, failReason: null }))
  const all: Made[] = []
  const far: Far = { done: 0, pages: 0, sheets: 0, unprinted: [] }
  const reading = inTurn()
  // of a job that goes on everything may be there already: its volumes wait here, so that one thread stays free for what people send
  const bindings = inTurn()
  const make = async (n: number) => (await madeBefore(folder, n)) ?? (await makeOne(p, job, { folder, n, h: households[n]!, forms, at, reading }))
  const volumes = row.packing === PACKING.files ? [] : volumesOf(households)
  const binding: Promise<Bound | undefined>[] = []
  try {
    for await (const ready of inOrder(households.length, make)) {
      job.signal.throwIfAborted()
      const list: Printed[] = []
      for (const made of ready) {
        const n = all.push(made) - 1
        far.done = n + 1
        for (const { pages } of made.sheets) {
          far.pages += pages
          far.sheets += paperSheets(pages, row.duplex === 1)
        }
        far.unprinted.push(...made.unprinted)
        if (n >= Number(row.done ?? 0)) list.push({ h: households[n]!, made })
      }
      if (list.length) await job.tx((ctx) => tell(ctx, row, list, far))
      // a volume is bound once the last of it was made, while others are typeset
      while (volumes[binding.length] && Math.max(...volumes[binding.length]!.of) < all.length) {
        const v = volumes[binding.length]!
        const one = bindings(() => bind(job, row, folder, v, all, at))
        // what goes wrong beside is told at the end
        one.catch(() => {})
        binding.push(one)
      }
      await job.progress(Math.min(98, Math.floor((99 * all.length) / households.length)), STEP, all.length, households.length)
    }
  } finally {
    // a thread that binds ends before somebody begins anew in its folder
    await Promise.allSettled(binding)
  }
  const bound = (await Promise.all(binding)).filter((b) => b !== undefined)
  const any = all.some((m) => m.sheets.length > 0)
  const fileId = any ? await p.prints.put(await pack(row, folder, all, bound), job.who.tenantId) : null
  await job.finish(async (ctx) => {
    await setJob(ctx, row, { status: PRINT.done, fileId, endTime: ctx.now })
    return { households: households.length, left: far.unprinted.length }
  })
  await rm(folder, { recursive: true, force: true })
}
const failed = async (ctx: Ctx, id: string, why: Text): Promise<void> => {
  const row = await rows.get(ctx, print_job, id)
  await setJob(ctx, row, { status: PRINT.failed, failReason: messageJson(why), endTime: ctx.now })
}
/** Prints, and leaves a stopped job so that it can be gone on with. */
export const printJobKind = (p: PrintParts): JobKind => ({
  kind: PRINT_JOB,
  label: '批量打印',
  en: 'Batch print',
  withdrawn: (ctx, payload) => failed(ctx, String(payload.id), endWords.cancelled),
  died: (ctx, payload) => failed(ctx, String(payload.id), endWords.died),
  async run(job, payload) {
    const id = String(payload.id)
    try {
      await printed(p, job, id)
    } catch (e) {
      const stop = stopOf(job.signal)
      // another server goes on with it, or this one does after its start
      if (stop === 'stopping' || stop === 'lost') throw e
      await job.tx((ctx) => failed(ctx, id, endOf(e, job.signal)))
      throw e
    }
  },
})
