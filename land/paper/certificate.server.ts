// The certificate on its booklet: what its book says, with serial and day of issue, printed for who hands it out. Source: documents.md 8.
import { problems } from '../../kit/model/problem.ts'
import { idList, isId } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import { route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { flagParam, numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS, type NumberParam } from '../../platform/settings/params.ts'
import { stageOf } from '../cbjyqz/desk.ts'
import { certificateProblems } from '../cbjyqz/problems.ts'
import { DEED_WORDS, STAGE_WORDS } from '../cbjyqz/words.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import type { BlankPaper, CertificateDoc } from './documents/certificate.ts'
import { djbDoc } from './djb-doc.ts'
import { printProblems } from './problems.ts'
import { readBookData, type BookData } from './read.server.ts'
import { pdfLater } from '../../services/typeset/pdf.server.ts'
import { render, requirePrintable, printedTime } from './render.server.ts'

/** Certificates of one print at most: each is a booklet. */
const MOST = 50
/** How the county's blank is, in millimetres. */
async function paperOf(ctx: Ctx): Promise<BlankPaper> {
  const tenths = async (param: NumberParam) => (await numberParam(ctx, param)) / 10
  const [width, height] = [await tenths(PARAMS.paperWidth), await tenths(PARAMS.paperHeight)]
  return { width, height, dx: await tenths(PARAMS.paperRight), dy: await tenths(PARAMS.paperDown), frame: await flagParam(ctx, PARAMS.paperFrame) }
}
/** What of a booklet is printed: all of it, or its page of changes. */
const isPart = (v: unknown): v is CertificateDoc['part'] => v === 'all' || v === 'changes'
type Row = { cbjyqzlsh?: string | null; fzjg?: string | null; fzrq?: string | null }
/** @returns a certificate from its own row and what its book says */
export function certificateDoc(row: Row, book: BookData, paper: BlankPaper, part: CertificateDoc['part']): CertificateDoc {
  const { docId: _, yhtzmjm: __, bf: ___, hf: ____, dbr: _____, ...said } = djbDoc(book.rows, book.words)
  const [year = '', month = '', day = ''] = (row.fzrq ?? '').slice(0, 10).split('-')
  return { ...said, fzjg: row.fzjg || said.fzjg, cbjyqzlsh: row.cbjyqzlsh ?? '', year, month, day, paper, part }
}

/**
 * Prints the booklets of certificates that have their serial, in the order of their codes; each print is logged. `part`: all, or changes.
 * @throws print-no-part for another one, certificate-stage for one that is not printed yet or void, unprintable
 */
async function printPaper(ctx: Ctx, q: TextInput<'ids' | 'part'>) {
  const list = [...new Set(idList(q.ids))]
  if (list.length === 0) throw problems.noneSelected()
  if (list.length > MOST) throw printProblems.tooMany({ max: MOST })
  const found = list.every(isId) ? await flatRows(scoped(ctx, cbjyqz), cbjyqz).where('cbjyqz.id', 'in', list).orderBy('cbjyqz.cbjyqzbm').execute() : []
  if (found.length < list.length) throw problems.notFound({ zh: cbjyqz.label, en: cbjyqz.en })
  const paper = await paperOf(ctx)
  const { part = 'all' } = q
  if (!isPart(part)) throw printProblems.noPart({ part: String(part) })
  const docs: CertificateDoc[] = []
  let time = ctx.now
  for (const row of found) {
    const stage = stageOf(row)
    if (stage === 'unprinted' || stage === 'void') throw certificateProblems.stage({ code: row.cbjyqzbm!, stage: STAGE_WORDS[stage], deed: DEED_WORDS.paper })
    const book = await readBookData(ctx, row.djbId!)
    await requirePrintable(djbDoc(book.rows, book.words))
    if (docs.length === 0) time = printedTime(book.frozen)
    docs.push(certificateDoc(row, book, paper, part))
    const diff = { cbjyqzbm: row.cbjyqzbm, cbjyqzlsh: row.cbjyqzlsh, part }
    await audit(ctx, { action: 'cbjyqz.paper', object: cbjyqz.name, objectId: row.id, regionCode: row.regionCode, diff })
  }
  return pdfLater(
    docs.length === 1 ? `${docs[0]!.cbjyqzbm}-经营权证` : '经营权证',
    time,
    docs.map((d) => (t) => render('certificate', () => d, t)),
  )
}

/** 打印证书: the booklet of certificates. */
export const certificateRoutes: Route[] = [
  route({
    method: 'POST',
    answer: 'file',
    path: `${cbjyqz.path}/print-paper`,
    perm: 'cbjyqz_print',
    scope: 'land',
    audit: 'cbjyqz.paper',
    summary: '打印经营权证证书',
    query: ['ids', 'part'],
    body: 'any',
    run: printPaper,
  }),
]
