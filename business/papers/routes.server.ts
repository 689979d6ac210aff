// The papers of a case: what can be printed now, the PDF, and the record of each print.
import { typedRows } from '../../kit/server/any-query.server.ts'
import { both } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import { isId } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { asFile, DeferredResponse, reading, route, type FileResponse, type Route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { readWords } from '../../land/paper/read.server.ts'
import { textOf } from '../../land/paper/rows.ts'
import { pdfLater } from '../../services/typeset/pdf.server.ts'
import { render } from '../../land/paper/render.server.ts'
import { personName } from '../../platform/people/name.ts'
import { signaturesAt } from '../../platform/people/signature.server.ts'
import { taskName, typeName, type TaskKey, type TypeCode } from '../../services/process/engine/definitions.ts'
import { process_history, process_instance } from '../../services/process/process.ts'
import { business, type Business } from '../cases/definitions/business.ts'
import { contentsOf, givenTo, type Contents } from '../cases/handling/case.server.ts'
import { rulesOf } from '../cases/definitions/config.server.ts'
import { filesOfTask } from '../cases/handling/files.server.ts'
import { registrarOf } from '../cases/finish.server.ts'
import { STATUS } from '../cases/rules/flow.ts'
import { aboutOf, handlingOf, type Registry } from '../cases/handling/handling.server.ts'
import { standingFindings, triedCase } from '../cases/preflight.server.ts'
import { snapshotOf } from '../publicity/households.server.ts'
import { objection, publicity, type Objection, type Publicity } from '../publicity/publicity.ts'
import { changesSince } from '../publicity/routes.server.ts'
import { paperProblems } from './problems.ts'
import { caseCertificates } from './case-certificates.server.ts'
import type { CaseFacts, Material, Opinion, ServedPaper } from './facts.ts'
import { lettersOf, postingOf } from './letters.ts'
import { business_paper, isPaper, notYet, paperNumber, OF_OBJECTION, PAPERS, SERVED, type Come, type Paper } from './papers.ts'
import { regionName } from '../../platform/regions/lookup.server.ts'

/** What a case lacks beside what bars it: faults of the form, missing papers and what an issuer lacks may be put right. */
const CORRECTABLE = ['invalid', 'E1007', 'E1014', 'file-excess']

const roundsOf = async (ctx: Ctx, b: Business): Promise<Publicity[]> =>
  await typedRows<Publicity>(scoped(ctx, publicity).selectAll('publicity').where('publicity.businessId', '=', b.id).orderBy('publicity.id', 'desc'))
const objectionsOf = async (ctx: Ctx, b: Business): Promise<Objection[]> =>
  await typedRows<Objection>(scoped(ctx, objection).selectAll('objection').where('objection.businessId', '=', b.id).orderBy('objection.id'))
const TOLD = ['sign', 'opinion', 'pass', 'return', 'revoke', 'finish', 'undo'] as const
const historyOf = (ctx: Ctx, b: Business) =>
  scoped(ctx, process_history)
    .selectAll('process_history')
    .where('process_history.businessId', '=', b.id)
    .where('process_history.action', 'in', [...TOLD])
    .orderBy('process_history.id')
    .execute()

/** What has come of a case, read once for its list of papers or for one of them. */
async function readCase(of: Registry, ctx: Ctx, id: unknown) {
  const b: Business = await rows.get(ctx, business, String(id ?? ''))
  const [contents, rounds, objections, history] = [await contentsOf(ctx, b.id), await roundsOf(ctx, b), await objectionsOf(ctx, b), await historyOf(ctx, b)]
  const prints = await scoped(ctx, business_paper)
    .select(['business_paper.paper', 'business_paper.ofId', 'business_paper.printer', 'business_paper.createTime'])
    .where('business_paper.businessId', '=', b.id)
    .orderBy('business_paper.id')
    .execute()
  const certificates = b.status === STATUS.done ? await caseCertificates(ctx, b) : { cancelled: [], written: [] }
  const found = b.status === STATUS.todo || b.status === STATUS.doing ? await standingFindings(of, ctx, b, contents) : []
  const barring = found.filter((f) => f.severity === 'bars')
  const faults = barring.filter((f) => CORRECTABLE.includes(f.code)),
    refusals = barring.filter((f) => !CORRECTABLE.includes(f.code))
  const come: Come = {
    status: b.status!,
    refusals: refusals.length,
    faults: faults.length,
    opinions: history.filter((h) => ['sign', 'opinion', 'pass', 'return'].includes(h.action ?? '')).length,
    isPosted: rounds.some((r) => r.startDate),
    hasPosted: !!contents.posted?.targets?.length,
    objections: objections.length,
    served: prints.filter((p) => SERVED.includes(p.paper as Paper)).length,
    cancelled: certificates.cancelled.length,
    written: certificates.written.length,
  }
  return { b, contents, rounds, objections, history, prints, certificates, come, faults: faults.map((f) => f.msg.zh), refusals: refusals.map((f) => f.msg.zh) }
}
type Read = Awaited<ReturnType<typeof readCase>>

/** Every paper of a case in order: whether it can be printed, why not, how often it was and by whom last. One row for each objection. */
function listOf(ctx: Ctx, { objections, prints, come }: Read) {
  const all = Object.keys(PAPERS).filter(isPaper)
  return all.flatMap((paper) => {
    const why = notYet(paper, come)
    const each = OF_OBJECTION.includes(paper) && objections.length ? objections.map((o) => ({ id: o.id, name: `：${o.objector}` })) : [{ id: null, name: '' }]
    return each.map(({ id, name }) => {
      const own = prints.filter((p) => p.paper === paper && (id === null || String(p.ofId) === id))
      const last = own.at(-1)
      return {
        paper,
        ofId: id,
        name: `${PAPERS[paper][ctx.lang]}${name}`,
        ready: !why,
        reason: why?.[ctx.lang] ?? '',
        printed: own.length,
        lastPrinter: last?.printer ?? '',
        lastTime: last?.createTime ?? '',
      }
    })
  })
}

/** The office that writes: the town of the case. */
async function officeOf(ctx: Ctx, b: Business): Promise<string> {
  const town = await regionName(ctx, b.regionCode.slice(0, 9))
  return town ? `${town}人民政府` : ''
}
const ACTS: Readonly<Record<string, string>> = {
  sign: '会签同意',
  opinion: '受托意见',
  pass: '通过',
  return: '退回',
  revoke: '撤销',
  finish: '登簿',
  undo: '撤回登记',
  skip: '免办',
  transfer: '移交',
}
/** The papers that were printed to be served, each once, with the day of its last print: the applicant's, and those of whoever objected. */
function servedOf({ b, prints, objections }: Read): ServedPaper[] {
  const last = new Map(prints.filter((p) => SERVED.includes(p.paper as Paper)).map((p) => [`${p.paper} ${p.ofId ?? ''}`, p]))
  return [...last.values()].map((p) => {
    const paper = p.paper as Paper
    const to = OF_OBJECTION.includes(paper) ? objections.find((o) => o.id === String(p.ofId))?.objector : b.obligeName
    return { name: PAPERS[paper].zh, number: paperNumber(b.businessCode, paper), day: String(p.createTime).slice(0, 10), to: to ?? '' }
  })
}
/** The moment at which a case was accepted: its process began then. */
async function begunAt(ctx: Ctx, b: Business): Promise<string | undefined> {
  if (!b.processInstanceId) return undefined
  const first = await scoped(ctx, process_instance)
    .select('process_instance.createTime')
    .where('process_instance.businessId', '=', b.id)
    .orderBy('process_instance.id')
    .limit(1)
    .executeTakeFirst()
  return first && String(first.createTime)
}
/** What everybody has said of a case, each with his signature of that moment. */
async function opinionsOf(ctx: Ctx, { b, contents, history }: Read): Promise<Opinion[]> {
  // a task that is left out was passed by nobody; who is registrar need not be who has pressed the button
  const isOwn = (h: { action: string | null }) => h.action !== 'skip' && h.action !== 'finish'
  const hands = await signaturesAt(
    ctx,
    history.map((h) => ({ userId: String(h.createUser), at: String(h.createTime) })),
  )
  return history.map((h, i) => ({
    title: `${h.taskKey ? taskName(h.taskKey as TaskKey) : ''}${ACTS[h.action ?? ''] ?? ''}`,
    text: h.comment ?? (h.action === 'pass' || h.action === 'sign' ? '同意' : ''),
    by: h.action === 'skip' ? '' : h.action === 'finish' ? (registrarOf(b, contents.passed) ?? h.userName ?? '') : (h.userName ?? ''),
    at: String(h.createTime),
    picture: isOwn(h) ? hands[i]! : '',
  }))
}
/** What the papers say of a case. What was posted comes from the round, what is not posted yet from the case as it stands. */
async function factsOf(of: Registry, ctx: Ctx, r: Read, paper: Paper, o: Objection | undefined, roundId: string): Promise<CaseFacts> {
  const { b, contents } = r
  const rules = await rulesOf(ctx, b)
  const { type } = handlingOf(of, b)
  const papers = type.papers(type.read(contents.form, aboutOf(b)).form, aboutOf(b))
  const round = r.rounds.find((x) => (o ? x.id === o.publicityId : x.id === roundId)) ?? r.rounds.find((x) => x.startDate)
  const issuer = await rows.find(ctx, fbf, { fbfbm: b.fbfbm! })
  const item = await ctx.db
    .selectFrom('dict_biz')
    .select('dictValue')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', '=', 'business_type')
    .where('dictKey', '=', b.businessItemCode)
    .executeTakeFirst()
  const materialsWith = (given: Contents['given']): Material[] =>
    [...new Set(rules.files.map((f) => f.taskKey))].flatMap((key) => filesOfTask(rules, { given }, key, papers))
  const begun = paper === 'receipt' ? await begunAt(ctx, b) : undefined
  const accepted = begun && { day: begun, materials: materialsWith(await givenTo(ctx, b.id, begun)) }
  const revoked = r.history.findLast((h) => h.action === (b.undone === 1 ? 'undo' : 'revoke'))
  const { fbfmc = '', fbffzrxm = '', fbfdz = '' } = issuer ? shown(ctx, fbf, issuer) : {}
  return {
    b: shown(ctx, business, b),
    typeName: typeName(b.businessTypeCode as TypeCode),
    itemName: item?.dictValue ?? '',
    issuer: { fbfmc: fbfmc ?? '', fbffzrxm: fbffzrxm ?? '', fbfdz: fbfdz ?? '' },
    // it is posted so that the village can call: who prints the notice needs no right to see numbers
    objectionPhone: paper === 'notice' ? textOf(issuer?.lxdh) : '',
    office: await officeOf(ctx, b),
    today: ctx.now.slice(0, 10),
    words: await readWords(ctx),
    materials: materialsWith(contents.given),
    opinions: paper === 'approval' ? await opinionsOf(ctx, r) : [],
    ...(accepted ? { accepted } : {}),
    ...(revoked ? { revokedDay: String(revoked.createTime) } : {}),
    faults: r.faults,
    refusals: r.refusals,
    households: round?.snapshot?.households ?? (contents.posted ? ((await snapshotOf(of, ctx, b)).households ?? []) : []),
    served: servedOf(r),
    ...r.certificates,
    ...(round ? { round } : {}),
    ...(o ? { objection: o } : {}),
  }
}

/** One paper as PDF: what it says is read, it is typeset later. @throws paper-not-yet with the reason that the list gives */
async function print(of: Registry, ctx: Ctx, r: Read, paper: Paper, ofId: string) {
  const why = notYet(paper, r.come)
  if (why) throw paperProblems.notYet(why)
  const o = OF_OBJECTION.includes(paper) ? r.objections.find((x) => !ofId || x.id === ofId) : undefined
  if (OF_OBJECTION.includes(paper) && !o) throw problems.notFound({ zh: objection.label, en: objection.en })
  // a paper of a posting names one of its case, or none: then it is of the last that was posted
  if (ofId && !o && !r.rounds.some((x) => x.id === ofId)) throw problems.notFound({ zh: publicity.label, en: publicity.en })
  const facts = await factsOf(of, ctx, r, paper, o && shown(ctx, objection, o), ofId)
  const name = `${r.b.businessCode ?? r.b.businessName}-${PAPERS[paper].zh}`
  if (paper === 'posting' || paper === 'posting2') {
    const changes = facts.round && r.b.status === STATUS.doing ? await changesSince(of, ctx, facts.round) : []
    const doc = postingOf(
      paper === 'posting' ? 'first' : 'second',
      facts,
      changes.map((c) => c.zh),
    )
    return { b: r.b, paper, ofId: facts.round?.id ?? null, pdf: pdfLater(name, ctx.now, [(t) => render('posting', () => doc, t)]) }
  }
  const doc = { docId: paperNumber(r.b.businessCode, paper), title: PAPERS[paper].zh, letters: lettersOf(paper, facts) }
  return { b: r.b, paper, ofId: o?.id ?? null, pdf: pdfLater(name, ctx.now, [(t) => render('letter', () => doc, t)]) }
}
/** A paper of a case that can be printed: `make` typesets it after the transaction. */
export interface ReadyPaper {
  paper: Paper
  ofId: string | null
  name: string
  make(): Promise<Buffer>
}
/** Those of these papers that a case which is over can have printed, the case read once. */
export async function readyPapers(of: Registry, ctx: Ctx, businessId: string, wanted: readonly Paper[]): Promise<ReadyPaper[]> {
  const r = await readCase(of, ctx, businessId)
  const out: ReadyPaper[] = []
  for (const { paper, ofId, name } of listOf(ctx, r).filter((p) => p.ready && wanted.includes(p.paper))) {
    const { pdf } = await print(of, ctx, r, paper, ofId ?? '')
    // all that it needs was read
    const make = async () => ((await pdf.make(() => Promise.reject(new Error('a paper is read before it is typeset')))) as FileResponse).body as Buffer
    out.push({ paper, ofId, name, make })
  }
  return out
}

/**
 * What stands against a case is asked as the pre-flight asks it, in a transaction that is undone: a case that has not begun takes codes for the look. With
 * `keeps` it is kept who has printed.
 */
const printed = (of: Registry, q: TextInput<(typeof NAMES)[number]>, keeps: boolean) =>
  new DeferredResponse(async (again) => {
    const { b, paper, ofId, pdf } = await triedCase(again, async (ctx) => {
      if (!isPaper(q.paper)) throw problems.notFound(both('文书', 'Paper'))
      return print(of, ctx, await readCase(of, ctx, q.businessId), q.paper, q.ofId ?? '')
    })
    const file = await pdf.make(again)
    if (keeps)
      await again(async (ctx) => {
        await rows.insert(ctx, business_paper, { regionCode: b.regionCode, businessId: b.id, paper, ofId, printer: personName(ctx.who) })
        await audit(ctx, { action: 'business.print', object: 'business', objectId: b.id, regionCode: b.regionCode, diff: { paper: [null, paper] } })
      })
    return file
  })

const read = reading('land', 'print_view')
const NAMES = ['businessId', 'paper', 'ofId'] as const
const routes = (of: Registry): Route[] => [
  read(
    '/yw-accept/business/papers',
    '业务文书',
    ['businessId'],
    async (_ctx, q) => new DeferredResponse((again) => triedCase(again, async (ctx) => listOf(ctx, await readCase(of, ctx, q.businessId)))),
  ),
  asFile(read('/yw-accept/business/paper', '预览业务文书', NAMES, async (_ctx, q) => printed(of, q, false))),
  asFile(
    read('/dzzw/publicity-print', '打印公示表', ['publicityId'], async (ctx, q) => {
      if (!isId(q.publicityId ?? '')) throw problems.notFound({ zh: publicity.label, en: publicity.en })
      const p = await rows.get(ctx, publicity, q.publicityId ?? '')
      return printed(of, { businessId: p.businessId ?? undefined, paper: 'posting', ofId: p.id }, false)
    }),
  ),
  route({
    method: 'POST',
    answer: 'file',
    path: '/yw-accept/business/paper/exe',
    perm: 'print_view',
    scope: 'land',
    audit: 'business.print',
    summary: '打印业务文书并记录',
    query: NAMES,
    body: 'any',
    run: async (_ctx, q) => printed(of, q, true),
  }),
]
/** Papers of cases. `of`: the types, whose forms and contracts say what is printed. */
export const papersSlice = (of: Registry): Slice => ({ name: 'papers', resources: [business_paper], routes: routes(of) })
