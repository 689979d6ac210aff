// What a finished business leaves to be filed: the papers people handed in, and those that the product prints of it. Source: business-flows.md 11.
import { both, type Text } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { typedRows } from '../../kit/server/any-query.server.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { djb } from '../../land/definitions/cbht.ts'
import { readBookData, readContractSketch, type ContractData } from '../../land/paper/read.server.ts'
import { renderBook, renderContract, renderSketch, printedTime } from '../../land/paper/render.server.ts'
import { timestampOf } from '../../services/typeset/pdf.server.ts'
import { attachKinds, attachmentsOf } from '../../services/files/attachments.server.ts'
import { booksOf } from '../cases/handling/books.server.ts'
import { BOOK_STATUS, contract_file, type Business } from '../cases/definitions/business.ts'
import { contentsOf, draftOf, type StoredForm } from '../cases/handling/case.server.ts'
import { rulesOf } from '../cases/definitions/config.server.ts'
import { missingFiles } from '../cases/handling/files.server.ts'
import { aboutOf, handlingOf, type Registry } from '../cases/handling/handling.server.ts'
import { paperTitle } from '../cases/definitions/materials.ts'
import { paperNumber, PAPERS, type Paper } from '../papers/papers.ts'
import { readyPapers } from '../papers/routes.server.ts'
import { file_detail, file_group, type FileGroup } from './archive.ts'
import { DOC, docTypeOf, byKindOfPaper, MANY, signedTitle, type DocType } from './order.ts'

/** A paper that is to be filed. `source` names it within its business, so that it is filed once; `attachId` where it is a file already, else `make` prints it. */
export interface ToFile {
  source: string
  docType: DocType
  title: string
  author: string
  docNo: string
  docDate: string | null
  attachId?: string
  make?: () => Promise<Buffer>
}
/** What goes into which volume: of a household by its code, or of the issuer in a year. */
export interface Bundle {
  groupType: 'C' | 'F'
  fbfbm: string
  fbfmc: string
  cbfbm: string | null
  cbfmc: string
  year: number
  regionCode: string
  /** what it is to hold, in order */
  papers(ctx: Ctx): Promise<ToFile[]>
}

/** The papers of a case that are filed as they are printed today; the others are handed out, and come back as files where they matter. */
const PRINTED: readonly (readonly [Paper, DocType])[] = [
  ['application', DOC.application],
  ['materials', DOC.application],
  ['receipt', DOC.application],
  ['posting', DOC.publicity],
  ['confirmation', DOC.publicity],
  ['objection', DOC.publicity],
  ['answer', DOC.publicity],
  ['approval', DOC.opinion],
  ['cancellation', DOC.certificate],
]

const day = (moment: string | null | undefined): string | null => (moment ? String(moment).slice(0, 10) : null)
/** Papers that the product prints of a case, of those that can be printed. */
async function printedPapers(of: Registry, ctx: Ctx, b: Business, wanted = PRINTED): Promise<ToFile[]> {
  const kinds = new Map(wanted)
  const ready = await readyPapers(of, ctx, b.id, [...kinds.keys()])
  return ready.map(({ paper, ofId, name, make }) => ({
    source: `paper:${paper}${ofId ? `:${ofId}` : ''}`,
    docType: kinds.get(paper)!,
    title: `${PAPERS[paper].zh}${ofId ? name.slice(PAPERS[paper][ctx.lang].length) : ''}`,
    author: paper === 'application' ? (b.obligeName ?? '') : '',
    docNo: paperNumber(b.businessCode, paper),
    docDate: day(paper === 'application' || paper === 'receipt' ? b.businessReceiveTime : b.finishTime),
    make,
  }))
}

/** Files that people gave to a case, but those that a contract names, which go with their household. */
async function givenFiles(ctx: Ctx, b: Business, named: ReadonlySet<string>): Promise<ToFile[]> {
  const names = await attachKinds(ctx)
  const files = (await attachmentsOf(ctx, b.id)).filter((a) => !named.has(a.id) && a.businessItem !== ARCHIVE_KIND)
  return files.map((a) => ({
    source: `attach:${a.id}`,
    docType: docTypeOf(a.businessItem),
    title: [names.get(a.businessItem ?? ''), a.name].filter(Boolean).join('：').slice(0, 200),
    author: b.obligeName ?? '',
    docNo: '',
    docDate: day(a.createTime),
    attachId: a.id,
  }))
}
/** Kind of the files that the product makes in filing: they hang on the business, and are no paper that somebody handed in. */
export const ARCHIVE_KIND = 'DAGD'

/** What a book that a case made leaves: its contract (signed, or as it is printed), sketch and book. */
async function ofBook(ctx: Ctx, b: Business, djbId: string, signed: Signed | undefined): Promise<ToFile[]> {
  const book = await readBookData(ctx, djbId)
  const { frozen, words } = book
  const contract: ContractData = { contract: book.rows.contract, words, frozen }
  const at = timestampOf(printedTime(frozen))
  const { terms, issuer, parcels } = contract.contract
  const common = { docNo: terms.cbhtbm, docDate: frozen.djsj.slice(0, 10) || day(b.finishTime) }
  const own = { ...common, author: frozen.fzjg }
  const drawn = parcels.length ? await readContractSketch(ctx, contract) : undefined
  return [
    signed
      ? signedPaper(signed, `contract:${djbId}`, issuer.fbfmc ?? '')
      : {
          ...common,
          source: `contract:${djbId}`,
          docType: DOC.contract,
          author: issuer.fbfmc ?? '',
          title: '承包合同',
          make: async () => (await renderContract(contract, at)).pdf,
        },
    { ...own, source: `book:${djbId}`, docType: DOC.book, title: '承包经营权登记簿', make: () => renderBook(book, at) },
    ...(drawn ? [{ ...own, source: `sketch:${djbId}`, docType: DOC.sketch, title: '承包地块示意图', make: () => renderSketch(drawn, at) }] : []),
  ]
}

/** A contract or agreement that was signed. */
const signedPaper = ({ id, cbhtbm, htlx, qdsj }: Signed, source: string, author: string): ToFile => ({
  source,
  docType: DOC.contract,
  title: signedTitle(htlx),
  author,
  docNo: cbhtbm,
  docDate: day(qdsj),
  attachId: id,
})

/** Kinds that a finished business must leave: what its tasks asked for, and a signed file for each contract that it had to have signed. */
export async function missingPapers(of: Registry, ctx: Ctx, b: Business): Promise<Text[]> {
  const contents = await contentsOf(ctx, b.id)
  const rules = await rulesOf(ctx, b)
  const { type } = handlingOf(of, b)
  const papers = type.papers(type.read(contents.form, aboutOf(b)).form, aboutOf(b))
  const tasks = [...new Set(rules.files.map((f) => f.taskKey))]
  const files = tasks.flatMap((key) => missingFiles(rules, contents, key, papers).map((f) => paperTitle(f)))
  const unsigned = await scoped(ctx, contract_file)
    .select(['contract_file.cbhtbm'])
    .where('contract_file.businessId', '=', b.id)
    .where('contract_file.attachId', 'is', null)
    .orderBy('contract_file.cbhtbm')
    .execute()
  const contracts = b.doSign === '1' ? unsigned.map((c) => both(`合同【${c.cbhtbm}】的签署文件`, `the signed file of contract ${c.cbhtbm}`)) : []
  return [...files, ...contracts]
}

/** The signed file of a contract. */
interface Signed {
  id: string
  cbhtbm: string
  htlx: string | null
  qdsj: string | null
}
/** Signed files of a business, by the code of their contract. */
async function signedOf(ctx: Ctx, b: Business): Promise<Map<string, Signed>> {
  const found = await scoped(ctx, contract_file)
    .select(['contract_file.cbhtbm', 'contract_file.attachId', 'contract_file.htlx', 'contract_file.qdsj'])
    .where('contract_file.businessId', '=', b.id)
    .execute()
  return new Map(
    found.flatMap((c) => {
      const cbhtbm = c.cbhtbm ?? ''
      return c.attachId ? [[cbhtbm, { id: String(c.attachId), cbhtbm, htlx: c.htlx, qdsj: c.qdsj }] as const] : []
    }),
  )
}
const CONTRACTOR = /^\d{18}$/
/** The households of a finished business: of its books, of what was posted, and whom it is about where nothing became of a book (a phone that was corrected). */
const householdsOf = (b: Business, books: readonly { cbfbm: string }[], { posted, codes }: StoredForm): string[] =>
  b.businessTypeCode === 'correct_fbf'
    ? []
    : [...new Set([...books.map((k) => k.cbfbm), ...[...(posted?.targets ?? []), String(codes?.cbfbm ?? '')].filter((c) => CONTRACTOR.test(c))])]
/** The volumes that a finished business belongs to. What each is to hold is read when its turn comes: a renewal of a village has hundreds. */
export async function bundlesOf(of: Registry, ctx: Ctx, b: Business): Promise<Bundle[]> {
  const books = (await booksOf(ctx, b)).flatMap((k) =>
    k.status === BOOK_STATUS.finished && k.code ? [{ code: k.code, cbfbm: k.code.slice(0, 18), djbId: k.newDjbId }] : [],
  )
  const signed = await signedOf(ctx, b)
  const fbfbm = b.fbfbm ?? ''
  const issuer = await rows.find(ctx, fbf, { fbfbm })
  const households = householdsOf(b, books, await draftOf(ctx, b.id))
  const names = await namesOf(ctx, households)
  let read: Promise<ToFile[]> | undefined
  // what was signed lies with its household; of a contract of which nothing became, with what is common
  const withTheirOwn = new Set(books.flatMap((k) => (households.includes(k.cbfbm) ? (signed.get(k.code)?.id ?? []) : [])))
  const common = (at: Ctx) => (read ??= commonOf(of, at, b, withTheirOwn))
  const own = async (at: Ctx, cbfbm: string): Promise<ToFile[]> => {
    const out: ToFile[] = []
    for (const { code, djbId } of books.filter((x) => x.cbfbm === cbfbm)) {
      const file = signed.get(code)
      if (djbId) out.push(...(await ofBook(at, b, djbId, file)))
      // what ends a contract makes no book
      else if (file) out.push(signedPaper(file, `agreement:${code}`, issuer?.fbfmc ?? ''))
    }
    return out
  }
  const to = (cbfbm: string | null, papers: Bundle['papers']): Bundle => ({
    groupType: cbfbm ? 'C' : 'F',
    fbfbm: cbfbm ? cbfbm.slice(0, 14) : fbfbm,
    fbfmc: issuer?.fbfmc ?? fbfbm,
    cbfbm,
    cbfmc: cbfbm ? (names.get(cbfbm) ?? '') : '',
    year: Number((b.finishTime ?? ctx.now).slice(0, 4)),
    regionCode: b.regionCode,
    papers: async (at) => byKindOfPaper(await papers(at)),
  })
  // a renewal of a village: its list and opinions lie once with the issuer, each household keeps its own
  if (households.length === 0 || households.length >= MANY) return [to(null, common), ...households.map((h) => to(h, (at) => own(at, h)))]
  return households.map((h) => to(h, async (at) => [...(await common(at)), ...(await own(at, h))]))
}
/** What of a case lies in every volume that it belongs to: printed papers and given files. */
const commonOf = async (of: Registry, ctx: Ctx, b: Business, signed: ReadonlySet<string>): Promise<ToFile[]> => [
  ...(await printedPapers(of, ctx, b)),
  ...(await givenFiles(ctx, b, signed)),
]
/** Names of households, also of those that the business ended. */
async function namesOf(ctx: Ctx, codes: readonly string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const counties = [...new Set(codes.map((c) => c.slice(0, 6)))]
  const found = await scoped(ctx, cbf)
    .select(['cbf.cbfbm', 'cbf.cbfmc'])
    .where('cbf.countyCode', 'in', counties)
    .where('cbf.cbfbm', 'in', [...codes])
    .execute()
  const names = new Map(found.map((c) => [c.cbfbm ?? '', c.cbfmc ?? '']))
  const rest = codes.filter((c) => !names.has(c))
  if (rest.length) {
    const books = await scoped(ctx, djb)
      .select(['djb.cbfbm', 'djb.cbfmc'])
      .where('djb.countyCode', 'in', counties)
      .where('djb.cbfbm', 'in', rest)
      .orderBy('djb.version')
      .execute()
    for (const k of books) names.set(k.cbfbm ?? '', k.cbfmc ?? '')
  }
  return names
}
/** What comes to the volumes of a business that was taken back: to each where papers of it lie, the decision. */
export async function undoneBundles(of: Registry, ctx: Ctx, b: Business): Promise<Bundle[]> {
  const groups = scoped(ctx, file_detail)
    .select('file_detail.groupId')
    .where('file_detail.countyCode', '=', countyOf(b.regionCode))
    .where('file_detail.businessId', '=', b.id)
  const volumes = await typedRows<FileGroup>(
    flatRows(scoped(ctx, file_group), file_group)
      .where('file_group.countyCode', '=', countyOf(b.regionCode))
      .where('file_group.id', 'in', groups)
      .orderBy('file_group.id'),
  )
  let read: Promise<ToFile[]> | undefined
  const names = await namesOf(
    ctx,
    volumes.flatMap((v) => v.cbfbm ?? []),
  )
  const fbfmc = (await rows.find(ctx, fbf, { fbfbm: b.fbfbm ?? '' }))?.fbfmc ?? b.fbfbm ?? ''
  return volumes.map(({ groupType, fbfbm, cbfbm, year, regionCode }) => ({
    groupType: groupType as Bundle['groupType'],
    fbfbm: fbfbm!,
    fbfmc,
    cbfbm,
    cbfmc: names.get(cbfbm ?? '') ?? '',
    year: year!,
    regionCode: regionCode!,
    papers: (at) => (read ??= printedPapers(of, at, b, [['revocation', DOC.opinion]])),
  }))
}
