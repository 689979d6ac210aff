import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { idList } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { clockMark } from '../../services/exchange/exports/clock-mark.ts'
import { dayName } from '../../kit/server/query.server.ts'
import { route, asFile, reading, type Route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import { getDk } from '../dk/boundaries.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { djb, djb_cbf, djb_jtcy } from '../definitions/cbht.ts'
import { fbf } from '../definitions/fbf.ts'
import { ZT } from '../definitions/statuses.ts'
import { djbDoc } from './djb-doc.ts'
import { certificateRoutes } from './certificate.server.ts'
import { householdForms } from './household.server.ts'
import { landFormRoutes } from './land-forms.server.ts'
import { readIssueList } from './issue-list.server.ts'
import { editionOf } from './pages/edition.server.ts'
import { printProblems } from './problems.ts'
import {
  currentBookId,
  readBookData,
  readContractData,
  readContractSketch,
  readParcels,
  readSketchRows,
  readWords,
  type BookData,
  type ContractData,
  type DkRow,
} from './read.server.ts'
import { requirePrintable, render, renderBook, renderContract, renderSketch, printedTime } from './render.server.ts'
import { pdfLater, timestampOf } from '../../services/typeset/pdf.server.ts'
import { signedFileOf } from './signed-file.server.ts'
import { cbfSurveyDoc, fbfSurveyDoc } from './survey-doc.ts'
import { codesOf, readHolders, readIssuers } from './survey.server.ts'

type Part = (timestamp: string) => Promise<Buffer>
/** The book that a call names by `djbId`, or the current one of a contract or contractor. */
async function bookIdOf(ctx: Ctx, q: TextInput): Promise<string> {
  if (q.djbId) return q.djbId
  if (q.cbhtbm) return currentBookId(ctx, { cbhtbm: q.cbhtbm })
  if (q.cbfbm) return currentBookId(ctx, { cbfbm: q.cbfbm })
  throw problems.badRequest({ zh: '缺少登记簿', en: 'Name the book' })
}

/** A contract as the caller may see it: persons in full for those only who see them so in lists. */
export const seenContract = (ctx: Ctx, data: ContractData): ContractData => ({
  ...data,
  contract: {
    ...data.contract,
    issuer: shown(ctx, fbf, data.contract.issuer),
    holder: shown(ctx, djb_cbf, data.contract.holder),
    members: data.contract.members.map((m) => shown(ctx, djb_jtcy, m)),
  },
})
const contractFor = async (ctx: Ctx, djbId: string): Promise<ContractData> => seenContract(ctx, await readContractData(ctx, { djbId }))
/** A book as the caller may see it. What is handed out in full is printed, and counted: printBook. */
async function bookFor(ctx: Ctx, djbId: string): Promise<BookData> {
  const data = await readBookData(ctx, djbId)
  const { contract } = seenContract(ctx, { contract: data.rows.contract, words: data.words })
  return { ...data, rows: { ...data.rows, book: shown(ctx, djb, data.rows.book), contract } }
}

/** The contract of a book as it is shown: its signed file, else typeset; `sketch` beside it, which a signed file holds already. */
export async function contractParts(ctx: Ctx, storage: Storage, djbId: string, contract: ContractData, o: { sketch: boolean }): Promise<Part[]> {
  const signed = await signedFileOf(ctx, storage, djbId)
  if (signed) return [signed]
  const sketch = o.sketch && (await readContractSketch(ctx, contract))
  const of = { cbhtbm: contract.contract.terms.cbhtbm, edition: editionOf(contract) }
  return [async (t) => (await renderContract(contract, t)).pdf, ...(sketch ? [(t: string) => renderSketch(sketch, t, of)] : [])]
}

async function contractAndBook(ctx: Ctx, storage: Storage, q: TextInput) {
  const id = await bookIdOf(ctx, q)
  const contract = await contractFor(ctx, id),
    book = await bookFor(ctx, id)
  const parts = await contractParts(ctx, storage, id, contract, { sketch: false })
  return pdfLater(`${book.rows.book.cbjyqzbm}-承包合同及登记簿${clockMark(ctx)}`, printedTime(contract.frozen!), [...parts, (t) => renderBook(book, t)])
}

async function contractAndSketch(ctx: Ctx, storage: Storage, q: TextInput) {
  const id = await bookIdOf(ctx, q)
  const contract = await contractFor(ctx, id)
  const parts = await contractParts(ctx, storage, id, contract, { sketch: true })
  return pdfLater(`${contract.contract.terms.cbhtbm}-承包合同及地块示意图${clockMark(ctx)}`, printedTime(contract.frozen!), parts)
}

/** A book's sketch, or that of a contractor's parcels as they stand (who may have no book yet). */
async function sketch(ctx: Ctx, q: TextInput) {
  if (q.djbId) {
    const contract = await readContractData(ctx, { djbId: q.djbId })
    const drawn = await readContractSketch(ctx, contract)
    return pdfLater(`DKSYT${drawn.holder.cbfbm}${clockMark(ctx)}`, printedTime(contract.frozen!), [(t) => renderSketch(drawn, t)])
  }
  const cbfbm = q.cbfbm ?? ''
  const holder = await rows.find(ctx, cbf, { cbfbm, zt: ZT.valid })
  const parcels = await readParcels(ctx, { cbfbm })
  // a parcel that it holds in shares names none of its holders
  return sketchesOf(
    ctx,
    parcels.map((p) => ({ ...p, cbfbm, cbfmc: holder?.cbfmc ?? p.cbfmc })),
  )
}

/** One sketch for each holder of the parcels, in the order of their codes; parcels without holder share one of their issuer's. */
async function sketchesOf(ctx: Ctx, parcels: DkRow[]) {
  const [only, more] = parcels
  if (!only) throw printProblems.nothing()
  const groups = Map.groupBy(parcels, (p) => p.cbfbm ?? p.fbfbm)
  const sheets = []
  for (const code of [...groups.keys()].sort()) {
    const own = groups.get(code)!
    sheets.push(await readSketchRows(ctx, { cbfbm: code, cbfmc: own[0]!.cbfmc ?? '' }, own))
  }
  return pdfLater(
    // one parcel is found again by its code, those of one holder by his
    `${more ? (groups.size === 1 ? [...groups.keys()][0] : '') : only.dkbm}承包地块示意图${clockMark(ctx)}`,
    ctx.now,
    sheets.map((s) => (t) => renderSketch(s, t)),
  )
}

/** Books of one print at most: each is a booklet of several pages. */
const MOST_BOOKS = 20
/** Prints books, one after the other in one file; one that cannot be printed is told before any is counted. */
async function printBooks(ctx: Ctx, q: TextInput<'id'>) {
  const ids = idList(q.id)
  if (ids.length > MOST_BOOKS) throw printProblems.tooMany({ max: MOST_BOOKS })
  const books = []
  for (const id of ids.length ? ids : ['']) books.push(await readBookData(ctx, id))
  for (const book of books) await requirePrintable(djbDoc(book.rows, book.words))
  for (const book of books) await countPrint(ctx, book)
  const name = books.length === 1 ? `${books[0]!.rows.book.cbjyqzbm}-登记簿` : '登记簿'
  return pdfLater(
    `${name}${clockMark(ctx)}`,
    printedTime(books[0]!.frozen),
    books.map((book) => () => renderBook(book, timestampOf(printedTime(book.frozen)))),
  )
}
/** Counts a print of a book and logs it. */
export async function countPrint(ctx: Ctx, book: Pick<BookData, 'id' | 'regionCode' | 'printCount'>): Promise<void> {
  // the number of prints is no content of the register: it changes without a new version
  const county = countyOf(book.regionCode),
    counted = sql<number>`coalesce("printCount", 0) + 1`
  await ctx.db
    .updateTable('djb')
    .set({ printCount: counted })
    .where('countyCode', '=', county)
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', book.id)
    .execute()
  const diff = { printCount: [book.printCount, book.printCount + 1] }
  await audit(ctx, { action: 'djb.print', object: 'djb', objectId: book.id, regionCode: book.regionCode, diff })
}

const read = reading('land', 'print_view')
/** Every print takes the day of the register that it shows. */
const DAY = dayName(djb)

const routes = (storage: Storage): Route[] => [
  asFile(read('/dzzw/print-contract-book', '打印承包合同及登记簿', ['djbId', ...DAY], (ctx, q) => contractAndBook(ctx, storage, q))),
  asFile(
    read('/dzzw/djb-print', '打印登记簿', ['djbId', ...DAY], async (ctx, q) => {
      const book = await bookFor(ctx, await bookIdOf(ctx, q))
      return pdfLater(`${book.rows.book.cbjyqzbm}-登记簿${clockMark(ctx)}`, printedTime(book.frozen), [(t) => renderBook(book, t)])
    }),
  ),
  read('/base-qssj/djb/print/get', '登记簿打印数据', ['id', ...DAY], async (ctx, q) => {
    const book = await bookFor(ctx, q.id ?? '')
    return { ...djbDoc(book.rows, book.words), printCount: book.printCount }
  }),
  route({
    method: 'POST',
    answer: 'file',
    path: '/base-qssj/djb/print/exe',
    perm: 'djb_print',
    scope: 'land',
    audit: 'djb.print',
    summary: '打印登记簿并计数',
    query: ['id'],
    body: 'any',
    run: printBooks,
  }),
  asFile(read('/dzzw/preview-contractanddksyt-file', '预览承包合同及地块示意图', ['djbId', 'cbhtbm', ...DAY], (ctx, q) => contractAndSketch(ctx, storage, q))),
  asFile(read('/dzzw/preview-dk-syt', '预览地块示意图', ['djbId', 'cbfbm', ...DAY], sketch)),
  asFile(
    read('/dzzw/batch-print-dk-syt', '批量打印地块示意图', ['dkbms', ...DAY], async (ctx, q) =>
      sketchesOf(ctx, await readParcels(ctx, { dkbm: codesOf(q.dkbms) })),
    ),
  ),
  asFile(
    read('/base-dlxx/dk/diagram', '地块示意图', ['dkbm', ...DAY], async (ctx, q) => {
      const { dkbm } = await getDk(ctx, q.dkbm ?? '')
      return sketchesOf(ctx, await readParcels(ctx, { dkbm: [dkbm!] }))
    }),
  ),
  asFile(
    read('/base-qssj/cbf/survey-table/download', '承包方调查表', ['cbfbms', 'regionCode', 'cbqx', ...DAY], async (ctx, q) => {
      const holders = await readHolders(ctx, q),
        words = await readWords(ctx)
      return pdfLater(`承包方调查表${clockMark(ctx)}`, ctx.now, [(t) => render('cbf-survey', () => cbfSurveyDoc(holders, words), t)])
    }),
  ),
  asFile(
    read('/base-qssj/cbjyqz/issue-list', '颁证清册', ['regionCode', 'ids'], async (ctx, q) => {
      const doc = await readIssueList(ctx, q)
      return pdfLater(`颁证清册${clockMark(ctx)}`, ctx.now, [(t) => render('issue-list', () => doc, t)])
    }),
  ),
  asFile(
    read('/base-qssj/fbf/survey-table/download', '发包方调查表', ['regionCode', ...DAY], async (ctx, q) => {
      const issuers = await readIssuers(ctx, q)
      return pdfLater(`发包方调查表${clockMark(ctx)}`, ctx.now, [(t) => render('fbf-survey', () => fbfSurveyDoc(issuers), t)])
    }),
  ),
]

/** Printed documents of the register; signed contracts lie in `storage`. It owns no table. */
export const printSlice = (storage: Storage): Slice => ({
  name: 'print',
  resources: [],
  routes: [...routes(storage), ...householdForms, ...landFormRoutes, ...certificateRoutes],
})
