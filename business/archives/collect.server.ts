// What a finished business leaves to be filed: the papers people handed in, and those that the product prints of it. Source: business-flows.md 11.
import { both, type Text } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { FileResponse } from '../../kit/server/route.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { djb } from '../../land/definitions/cbht.ts'
import { readBookData, readContractData, readContractSketch } from '../../land/paper/read.server.ts'
import { renderBook, renderContract, renderSketch, timeOf } from '../../land/paper/render.server.ts'
import { timestampOf } from '../../services/typeset/pdf.server.ts'
import { attachmentsOf } from '../../services/files/attachments.server.ts'
import { booksOf } from '../cases/books.server.ts'
import { BOOK, contract_file, type Business } from '../cases/business.ts'
import { contentsOf } from '../cases/case.server.ts'
import { rulesOf } from '../cases/config.server.ts'
import { missingFiles } from '../cases/files.server.ts'
import { STATUS } from '../cases/flow.ts'
import { aboutOf, handlingOf, type Registry } from '../cases/handling.server.ts'
import { paperTitle } from '../cases/materials.ts'
import { numberOf, PAPERS, type Paper } from '../papers/papers.ts'
import { listOfPapers, paperFile } from '../papers/routes.server.ts'
import { DOC, docTypeOf, byKindOfPaper, MANY, type DocType } from './order.ts'

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
  papers: ToFile[]
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
const later = async (of: Registry, ctx: Ctx, b: Business, paper: Paper, ofId: string | null): Promise<() => Promise<Buffer>> => {
  const { pdf } = await paperFile(of, ctx, { businessId: b.id, paper, ofId: ofId ?? '' })
  // what it needs was read now: it is typeset after this transaction
  return async () => {
    const made = await pdf.make(() => Promise.reject(new Error('a paper is read before it is typeset')))
    return (made as FileResponse).body as Buffer
  }
}

/** Papers that the product prints of a case, of those that can be printed. */
async function printedPapers(of: Registry, ctx: Ctx, b: Business): Promise<ToFile[]> {
  const ready = (await listOfPapers(of, ctx, { businessId: b.id })).filter((p) => p.ready)
  const out: ToFile[] = []
  for (const [paper, docType] of PRINTED)
    for (const p of ready.filter((x) => x.paper === paper))
      out.push({
        source: `paper:${paper}${p.ofId ? `:${p.ofId}` : ''}`,
        docType,
        title: `${PAPERS[paper].zh}${p.ofId ? p.name.slice(PAPERS[paper][ctx.lang].length) : ''}`,
        author: paper === 'application' ? (b.obligeName ?? '') : '',
        docNo: numberOf(b.businessCode, paper),
        docDate: day(paper === 'application' || paper === 'receipt' ? b.businessReceiveTime : b.finishTime),
        make: await later(of, ctx, b, paper, p.ofId),
      })
  return out
}

/** Words of the dictionary of kinds of attachments. */
async function kindNames(ctx: Ctx): Promise<Map<string, string>> {
  const found = await ctx.db
    .selectFrom('dict_biz')
    .select(['dictKey', 'dictValue'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', '=', 'attach_kind')
    .where('parentId', 'is not', null)
    .execute()
  return new Map(found.map((d) => [d.dictKey ?? '', d.dictValue ?? '']))
}
/** Files that people gave to a case, but those that a contract names, which go with their household. */
async function givenFiles(ctx: Ctx, b: Business, named: ReadonlySet<string>): Promise<ToFile[]> {
  const names = await kindNames(ctx)
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
async function ofBook(ctx: Ctx, b: Business, djbId: string, signed: { id: string; qdsj: string | null } | undefined): Promise<ToFile[]> {
  const contract = await readContractData(ctx, { djbId })
  const book = await readBookData(ctx, djbId)
  const at = timestampOf(timeOf(contract.frozen!))
  const no = contract.contract.terms.cbhtbm
  const { fbfmc } = contract.contract.issuer
  const common = { docDate: contract.frozen!.djsj.slice(0, 10) || day(b.finishTime) }
  const file: ToFile = signed
    ? {
        source: `contract:${djbId}`,
        docType: DOC.contract,
        title: '承包合同（已签署）',
        author: fbfmc ?? '',
        docNo: no,
        docDate: day(signed.qdsj),
        attachId: signed.id,
      }
    : {
        source: `contract:${djbId}`,
        docType: DOC.contract,
        title: '承包合同',
        author: fbfmc ?? '',
        docNo: no,
        ...common,
        make: async () => (await renderContract(contract, at)).pdf,
      }
  const out: ToFile[] = [
    file,
    {
      source: `book:${djbId}`,
      docType: DOC.book,
      title: '承包经营权登记簿',
      author: contract.frozen!.fzjg,
      docNo: no,
      ...common,
      make: () => renderBook(book, at),
    },
  ]
  if (contract.contract.parcels.length) {
    const rows_ = await readContractSketch(ctx, contract)
    out.push({
      source: `sketch:${djbId}`,
      docType: DOC.sketch,
      title: '承包地块示意图',
      author: contract.frozen!.fzjg,
      docNo: no,
      ...common,
      make: () => renderSketch(rows_, at),
    })
  }
  return out
}

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

/** The volumes that a finished business belongs to, with what each is to hold. */
export async function bundlesOf(of: Registry, ctx: Ctx, b: Business): Promise<Bundle[]> {
  const books = (await booksOf(ctx, b)).filter((k) => k.status === BOOK.finished)
  const contracts = await scoped(ctx, contract_file)
    .select(['contract_file.cbhtbm', 'contract_file.attachId', 'contract_file.qdsj'])
    .where('contract_file.businessId', '=', b.id)
    .execute()
  const signed = new Map(contracts.flatMap((c) => (c.attachId ? [[c.cbhtbm ?? '', { id: String(c.attachId), qdsj: c.qdsj }] as const] : [])))
  const fbfbm = b.fbfbm ?? ''
  const year = Number((b.finishTime ?? ctx.now).slice(0, 4))
  const issuer = await rows.find(ctx, fbf, { fbfbm })
  const made: { cbfbm: string; papers: ToFile[] }[] = []
  for (const k of books) {
    if (!k.code) continue
    const papers = k.newDjbId ? await ofBook(ctx, b, k.newDjbId, signed.get(k.code)) : []
    made.push({ cbfbm: k.code.slice(0, 18), papers })
  }
  const posted = (await contentsOf(ctx, b.id)).posted
  const named = [...new Set([...made.map((m) => m.cbfbm), ...(posted?.targets ?? []).filter((t) => /^\d{18}$/.test(t))])]
  const households = b.businessTypeCode === 'correct_fbf' ? [] : named
  const common = [...(await printedPapers(of, ctx, b)), ...(await givenFiles(ctx, b, new Set([...signed.values()].map((s) => s.id))))]
  const names = await namesOf(ctx, households)
  const to = (cbfbm: string | null, papers: ToFile[]): Bundle => ({
    groupType: cbfbm ? 'C' : 'F',
    fbfbm: cbfbm ? cbfbm.slice(0, 14) : fbfbm,
    fbfmc: issuer?.fbfmc ?? fbfbm,
    cbfbm,
    cbfmc: cbfbm ? (names.get(cbfbm) ?? '') : '',
    year,
    regionCode: b.regionCode,
    papers: byKindOfPaper(papers),
  })
  const own = (cbfbm: string) => made.filter((m) => m.cbfbm === cbfbm).flatMap((m) => m.papers)
  // a renewal of a village: its list and opinions lie once with the issuer, each household keeps its own
  if (households.length === 0 || households.length >= MANY) return [to(null, common), ...households.map((h) => to(h, own(h)))].filter((v) => v.papers.length)
  return households.map((h) => to(h, [...common, ...own(h)]))
}
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
/** Whether a business can be filed: finished, and its registration stands. */
export const isFileable = (b: Pick<Business, 'status' | 'undone'>): boolean => b.status === STATUS.done && b.undone !== 1
