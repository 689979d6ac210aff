import { json } from '../../kit/model/field.ts'
import { problems, type Wrong } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { route, crud, detail, ids, textIn, type Route, type SentRow } from '../../kit/server/route.server.ts'
import { readDraft } from '../../kit/model/check.ts'
import { requireInDictionary } from '../../kit/server/dictionary.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { attach } from '../../services/files/attach.ts'
import { cbf } from '../definitions/cbf.ts'
import { cbdkxx, cbht, djb } from '../definitions/cbht.ts'
import { contract_draft, DRAFT, type ContractDraft, type DraftLine } from '../definitions/contract-draft.ts'
import { dk } from '../definitions/dk.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'
import { termWrong, yearsWrong, type AgreedTerm } from '../definitions/terms.ts'
import type { Act } from '../register/acts/acts.ts'
import { registerProblems } from '../register/acts/problems.ts'
import { roundBounds } from '../register/rounds.server.ts'
import { write } from '../register/write.server.ts'
import { requireSecond } from '../restriction/papers.server.ts'
import type { AsRead } from '../restriction/two-persons.server.ts'
import { HTLX, letterOf, linesWrong, proposedEnd, sumsOf, termsWrong } from './draft.ts'
import { cbhtProblems } from './problems.ts'

/** What running businesses of a county hold; handed in by the application. */
export type LocksOf = (ctx: Ctx, countyCode: string) => Promise<{ type: string; code: string; by: string }[]>

/** Parcels of one contract at most. Source: land-contract.md 9 */
const MOST_LINES = 1000
/** Category of contracted land. */
const CONTRACTED = '10'

const { dkbm: _code, dkmc: _name, cbjyqqdfs, htmjm, htmj, yhtmjm, yhtmj, sfqqqg } = cbdkxx.fields
const LINE = { cbjyqqdfs, htmjm, htmj, yhtmjm, yhtmj, sfqqqg }

/** The parcels that were sent: each checked by the definition of a contract parcel; name and measured areas are those of the parcel. */
async function linesOf(ctx: Ctx, dkList: unknown, county: string, cbfs: string): Promise<DraftLine[]> {
  const sent = Array.isArray(dkList) ? (dkList as Readonly<Record<string, unknown>>[]) : []
  if (sent.length > MOST_LINES) throw problems.badRequest({ zh: `承包地块不能超过${MOST_LINES}块`, en: `At most ${MOST_LINES} parcels` })
  const codes = sent.map((l) => String(l?.dkbm ?? ''))
  const parcels = codes.length
    ? await scoped(ctx, dk)
        .select(['dk.dkbm', 'dk.dkmc', 'dk.scmj', 'dk.scmjm'])
        .where('dk.countyCode', '=', county)
        .where('dk.dkbm', 'in', codes)
        .where('dk.zt', '=', ZT.valid)
        .execute()
    : []
  const known = new Map(parcels.map((p) => [p.dkbm, p]))
  const wrong: Wrong[] = []
  const lines = sent.map((l, i): DraftLine => {
    const read = readDraft(LINE, { cbjyqqdfs: cbfs, ...l })
    wrong.push(...read.wrong.map((w) => ({ ...w, field: `dkList.${i}.${w.field}` })))
    const p = known.get(codes[i]!)
    if (!p) wrong.push({ field: `dkList.${i}.dkbm`, msg: { zh: `地块【${codes[i]}】不存在或不是现势`, en: `There is no valid parcel ${codes[i]}` } })
    return { ...read.draft, sfqqqg: read.draft.sfqqqg ?? '2', dkbm: codes[i]!, dkmc: p?.dkmc ?? null, scmj: p?.scmj ?? null, scmjm: p?.scmjm ?? null }
  })
  if (wrong.length === 0) wrong.push(...linesWrong(lines, cbfs))
  if (wrong.length) throw problems.invalid(wrong)
  return lines
}
/** Refuses parcels that another current contract has, but for shares. */
async function requireFree(ctx: Ctx, county: string, lines: readonly DraftLine[]): Promise<void> {
  const whole = lines.filter((l) => l.sfqqqg !== '1').map((l) => l.dkbm)
  if (whole.length === 0) return
  const taken = await scoped(ctx, cbdkxx)
    .select(['cbdkxx.dkbm', 'cbdkxx.cbhtbm'])
    .where('cbdkxx.countyCode', '=', county)
    .where('cbdkxx.dkbm', 'in', whole)
    .where('cbdkxx.qszt', '=', QSZT.current)
    .limit(1)
    .executeTakeFirst()
  if (taken) throw registerProblems.taken({ dkbm: taken.dkbm!, cbhtbm: taken.cbhtbm! })
}
/** Refuses a code that has, or had, a book: what follows one is a business. */
async function requireNew(ctx: Ctx, county: string, code: string): Promise<void> {
  const known = await scoped(ctx, djb).select('djb.id').where('djb.countyCode', '=', county).where('djb.cbjyqzbm', '=', code).limit(1).executeTakeFirst()
  if (known) throw cbhtProblems.hasBook({ code })
}

const DOES = {
  change: { zh: '修改待登记合同', en: 'change the contract' },
  remove: { zh: '删除待登记合同', en: 'delete the contract' },
  register: { zh: '初始化登记簿', en: 'create a book from the contract' },
} as const
/** A contract that is not registered, held until the transaction ends. @throws contract-registered where the id is that of a registered one */
async function openDraft(ctx: Ctx, id: unknown, does: keyof typeof DOES): Promise<ContractDraft> {
  const row = await rows.find(ctx, contract_draft, { id: String(id ?? '') }, true)
  const registered = row ? undefined : await rows.find(ctx, cbht, { id: String(id ?? '') })
  if (registered) throw cbhtProblems.registered({ code: registered.cbhtbm ?? '' })
  if (!row) throw problems.notFound({ zh: contract_draft.label, en: contract_draft.en })
  if (row.status !== DRAFT.draft) throw problems.notAllowedNow(DOES[does])
  return row
}

/** Refuses a term that runs longer than its round or the law has it. @throws invalid */
async function requireTerm(
  ctx: Ctx,
  t: AgreedTerm & { termReason?: unknown },
  { fbfbm, lines }: { fbfbm: string; lines: readonly { dkbm: string }[] },
): Promise<void> {
  const { rounds, limits } = await roundBounds(ctx, fbfbm)
  const codes = lines.map((l) => l.dkbm)
  const parcels = await scoped(ctx, dk)
    .select(['dk.dkbm', 'dk.tdlylx'])
    .where('dk.countyCode', '=', countyOf(fbfbm))
    .where('dk.dkbm', 'in', codes)
    .where('dk.zt', '=', ZT.valid)
    .execute()
  const about = { uses: codes.map((c) => parcels.find((p) => p.dkbm === c)?.tdlylx), rounds, limits, today: ctx.now.slice(0, 10) }
  const wrong = termWrong(t, about) ?? yearsWrong(t, about, !!t.termReason)
  if (wrong) throw problems.invalid([wrong])
}

/** A contract made outside, as its form sends it. */
type SentContract = SentRow<typeof contract_draft> & { readonly dkList?: unknown }
/** Enters a contract made outside, or changes one that is not registered. Code, names, end and sums follow. Answers the id. */
async function save(ctx: Ctx, input: SentContract): Promise<string> {
  const before = input.id ? await openDraft(ctx, input.id, 'change') : undefined
  const known = before ? undefined : await rows.find(ctx, cbf, { cbfbm: textIn(input, 'cbfbm'), zt: ZT.valid })
  if (known && input.fbfbm && input.fbfbm !== known.fbfbm)
    throw problems.invalid([{ field: 'fbfbm', msg: { zh: '承包方不属于所选发包方', en: 'The contractor belongs to another issuer' } }])
  // what follows from the contractor may stand beside it
  const given = { status: DRAFT.draft, fbfbm: input.fbfbm, ...(known ? { cbfmc: known.cbfmc } : {}) }
  const draft = await rows.checkedDraft(ctx, contract_draft, input, ['dkList'], given)
  await requireInDictionary(ctx, contract_draft, draft)
  const holder = await rows.find(ctx, cbf, { cbfbm: draft.cbfbm, zt: ZT.valid })
  if (!holder) throw cbhtProblems.noContractor({ code: draft.cbfbm })
  const { cbqx, cbqxq } = draft
  const wrong = termsWrong({ ...draft, cbqx: cbqx ?? 0 }, holder.cbflx!, ctx.now.slice(0, 10))
  if (wrong.length) throw problems.invalid(wrong)
  const cbhtbm = `${draft.cbfbm}${letterOf(draft.cbfs)!}`
  const county = countyOf(cbhtbm)
  await requireNew(ctx, county, cbhtbm)
  const other = await rows.find(ctx, contract_draft, { cbhtbm, status: DRAFT.draft })
  if (other && other.id !== before?.id) throw cbhtProblems.twice({ code: cbhtbm })
  const lines = input.dkList === undefined && before ? [...(before.lines ?? [])] : await linesOf(ctx, input.dkList, county, draft.cbfs)
  await requireTerm(ctx, { ...draft, cbqx: cbqx!, cbqxz: draft.cbqxz ?? proposedEnd({ cbqx: cbqx!, cbqxq }) }, { fbfbm: holder.fbfbm!, lines })
  await requireFree(ctx, county, lines)
  const follows = { cbfmc: holder.cbfmc, fbfbm: holder.fbfbm, lines, ...sumsOf(lines), enteredBy: ctx.who.realName }
  const values = { ...draft, cbqxz: draft.cbqxz ?? proposedEnd({ cbqx: cbqx!, cbqxq }), ...follows }
  // the letter of a code follows the method
  if (before && before.cbhtbm !== cbhtbm)
    throw problems.invalid([
      {
        field: 'cbfs',
        msg: { zh: '承包方式与合同编码不符，请删除后重新录入', en: 'The method does not match the code: delete the contract and enter it again' },
      },
    ])
  if (before) return rows.update(ctx, contract_draft, before.id, values, input)
  return rows.insert(ctx, contract_draft, { ...values, cbhtbm, regionCode: holder.regionCode, status: DRAFT.draft })
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  for (const id of gone) await openDraft(ctx, id, 'remove')
  await rows.remove(ctx, contract_draft, gone)
}

/** The scan of a contract made outside: the last PDF that hangs on it. */
async function scanOf(ctx: Ctx, { id, countyCode }: ContractDraft) {
  const file = await scoped(ctx, attach)
    .select(['attach.id', 'attach.sha256'])
    .where('attach.countyCode', '=', countyCode)
    .where('attach.businessId', '=', id)
    .where('attach.contentType', '=', 'application/pdf')
    .orderBy('attach.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!file) throw cbhtProblems.noFile()
  return file
}
/** Refuses what a running business holds: the contractor, or a parcel. */
async function requireUnheld(ctx: Ctx, locks: LocksOf, county: string, row: ContractDraft): Promise<void> {
  const own = new Set([row.cbfbm, row.cbhtbm, ...(row.lines ?? []).map((l) => l.dkbm)])
  const held = (await locks(ctx, county)).find((l) => own.has(l.code.split(':')[0]!))
  if (held) throw cbhtProblems.held({ code: held.code, by: held.by })
}

/** A second person makes the first book of a contract made outside; its certificate waits to be printed. Answers the book's id. Source: acts.md 4 (djb/init) */
async function initialise(locks: LocksOf, ctx: Ctx, input: AsRead): Promise<string> {
  const row = await openDraft(ctx, input.id, 'register')
  requireSecond(ctx, [row.createUser, row.updateUser])
  rows.requireRevSaid(row, input.rev)
  const county = countyOf(row.cbhtbm!)
  await requireUnheld(ctx, locks, county, row)
  await requireNew(ctx, county, row.cbhtbm!)
  const file = await scanOf(ctx, row)
  const lines = row.lines ?? []
  await requireFree(ctx, county, lines)
  const holder = await rows.find(ctx, cbf, { cbfbm: row.cbfbm, zt: ZT.valid })
  if (!holder) throw cbhtProblems.noContractor({ code: row.cbfbm })
  const day = ctx.now.slice(0, 10)
  const wrong = [...termsWrong({ ...row, cbqx: row.cbqx ?? 0 }, holder.cbflx!, day), ...linesWrong(lines, row.cbfs)]
  if (wrong.length) throw problems.invalid(wrong)
  await requireTerm(ctx, { ...row, cbqx: row.cbqx!, cbqxz: row.cbqxz! }, { fbfbm: row.fbfbm!, lines })
  const others = await scoped(ctx, dk)
    .select('dk.dkbm')
    .where('dk.countyCode', '=', county)
    .where(
      'dk.dkbm',
      'in',
      lines.map((l) => l.dkbm),
    )
    .where('dk.zt', '=', ZT.valid)
    .where('dk.dklb', '<>', CONTRACTED)
    .execute()
  const code = row.cbhtbm!
  const acts: Act[] = [
    ...others.map((p): Act => ({ act: 'setParcel', dkbm: p.dkbm!, fields: { dklb: CONTRACTED }, bgfs: '10' })),
    {
      act: 'newBook',
      code,
      fbfbm: row.fbfbm!,
      cbfbm: row.cbfbm,
      from: [],
      djlx: '0',
      djxl: '0',
      terms: { cbfs: row.cbfs, cbqx: row.cbqx, cbqxq: row.cbqxq, cbqxz: row.cbqxz! },
      lines: lines.map(({ dkbm, cbjyqqdfs: way, sfqqqg: share, htmj: a, htmjm: b, yhtmj: c, yhtmjm: d }) => ({
        dkbm,
        cbjyqqdfs: way,
        sfqqqg: share,
        htmj: a,
        htmjm: b,
        ...(c ? { yhtmj: c } : {}),
        ...(d ? { yhtmjm: d } : {}),
      })),
      contract: {
        htlx: HTLX[code.endsWith('J') ? 'J' : 'Q'],
        paper: { qdsj: row.qdsj, signWay: '3', attachId: file.id, fileHash: file.sha256 },
        ycbhtbm: row.ycbhtbm,
        yhtzmj: row.yhtzmj,
        yhtzmjm: row.yhtzmjm,
      },
    },
    { act: 'certificate', code, event: 'new' },
  ]
  const cause = { kind: 'desk', id: row.id } as const
  const { books } = await write(ctx, { cause, unit: `djb-init/${row.id}`, regionCode: row.regionCode, day, registrar: ctx.who.realName, acts })
  await rows.change(ctx, contract_draft, row, { status: DRAFT.registered, djbId: books[0]!, checker: ctx.who.realName, checkTime: ctx.now })
  return books[0]!
}

const plain = crud(contract_draft)
const body = { ...contract_draft.fields, dkList: json<readonly DraftLine[]>('承包地块', { en: 'Parcels of the contract' }) }
/** Calls of contracts made outside: save, update and remove under the path of contracts, and the book that a second person makes. */
export const draftRoutes = (locks: LocksOf): readonly Route[] => [
  plain.page,
  { ...plain.detail, answer: { as: 'row', of: contract_draft, also: ['dkList'] }, run: async (ctx, q) => withLines(await detail(ctx, contract_draft, q)) },
  { ...plain.save, path: `${cbht.path}/save`, body, run: save },
  { ...plain.update, path: `${cbht.path}/update`, body, run: save },
  { ...plain.remove, path: `${cbht.path}/remove`, run: (ctx, q) => remove(ctx, ids(q)) },
  route({
    method: 'POST',
    path: '/data/dzzw-djb/init',
    perm: 'contract_draft_check',
    scope: 'land',
    audit: 'contract_draft.init',
    summary: '初始化登记簿',
    query: ['id'],
    body: {},
    answer: 'id',
    run: (ctx, input) => initialise(locks, ctx, input),
  }),
]
const withLines = <T extends { lines?: unknown }>(row: T) => ({ ...row, dkList: row.lines ?? [] })
