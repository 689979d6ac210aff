import { sql } from 'kysely'
import { compare, m2, sum, toMu } from '../definitions/area.ts'
import { json } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import type { Checked, Row } from '../../kit/model/resource.ts'
import { nextNumber, nextNumbers } from '../../kit/server/counters.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import { route, crud, ids, type Route, type SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbdkxx, cbht, djb } from '../definitions/cbht.ts'
import { LZHT, lzht, type Lzht } from '../definitions/lzht.ts'
import { landProblems } from '../definitions/problems.ts'
import { QSZT } from '../definitions/statuses.ts'
import { write } from '../register/write.server.ts'
import { requirePaper, requireSecond } from './papers.server.ts'
import { restrictionProblems } from './problems.ts'
import type { AsRead } from './two-persons.server.ts'

type Contract = Row<typeof cbht>
/** The contract whose land circulates, current and in the caller's scope. */
async function contractOf(ctx: Ctx, cbhtbm: string): Promise<Contract> {
  const found = await rows.find(ctx, cbht, { cbhtbm, qszt: QSZT.current })
  if (!found) throw problems.notFound({ zh: cbht.label, en: cbht.en })
  return found
}
/** Refuses parcels that the contract does not have now. Answers their contract area, m². */
async function areaOf(ctx: Ctx, { countyCode, djbId }: Contract, parcels: readonly string[]): Promise<string> {
  const lines = await flatRows(scoped(ctx, cbdkxx), cbdkxx)
    .where('cbdkxx.countyCode', '=', countyCode)
    .where('cbdkxx.djbId', '=', djbId ?? '0')
    .where('cbdkxx.qszt', '=', QSZT.current)
    .execute()
  const missing = parcels.filter((dkbm) => !lines.some((l) => l.dkbm === dkbm))
  if (missing.length) throw restrictionProblems.parcels({ codes: missing.join('、') })
  return sum(lines.filter((l) => parcels.includes(l.dkbm!)).map((l) => m2(l.htmj ?? '0')))
}
/** The parcels that were sent, each once; of a change that names none those that it had. */
function parcelsSent(dkbms: unknown, before?: Lzht): string[] {
  const list = Array.isArray(dkbms) ? [...new Set(dkbms.map(String))] : dkbms === undefined ? [...(before?.parcels ?? [])] : []
  if (list.length === 0) throw invalidField('dkbms', { zh: '请选择流转地块', en: 'Please select the parcels' })
  return list
}
/** Refuses a term that turns back or passes that of the contract, and more land than the parcels have. Source: data-format.md, rule G12. */
function requireInside(of: Checked<typeof lzht>, contract: Contract, most: string): void {
  if (of.lzqxjsrq < of.lzqxksrq) throw invalidField('lzqxjsrq', { zh: '流转期限结束日期不能早于开始日期', en: 'The term ends before it begins' })
  if ((contract.cbqxq && of.lzqxksrq < contract.cbqxq) || (contract.cbqxz && of.lzqxjsrq > contract.cbqxz))
    throw invalidField('lzqxjsrq', { zh: '流转期限不能超出承包期限', en: 'The term lies outside that of the contract' })
  if (compare(m2(of.lzmj), m2('0')) <= 0) throw invalidField('lzmj', { zh: '流转面积应大于0', en: 'The area must be greater than 0' })
  if (compare(m2(of.lzmj), m2(most)) > 0)
    throw invalidField('lzmj', { zh: `流转面积不能大于所选地块的合同面积${most}平方米`, en: `The contract area of the parcels is ${most} m²` })
}

/** Code of a circulation contract: issuer and four digits, never given again, nor one that a package brought. Source: codes.md 3. */
async function nextCode(ctx: Ctx, fbfbm: string): Promise<string> {
  const serial = await nextNumber(ctx, 'lzht', fbfbm)
  const { rows: known } = await sql<{ last: string | null }>`select max(lzhtbm) as last from lzht
    where "countyCode" = ${fbfbm.slice(0, 6)} and "tenantId" = ${ctx.who.tenantId} and lzhtbm >= ${fbfbm} and lzhtbm < ${`${fbfbm}~`}`.execute(ctx.db)
  const past = Number(known[0]?.last?.slice(14) ?? 0)
  const n = Math.max(serial, past + 1)
  if (n > serial) await nextNumbers(ctx, 'lzht', fbfbm, n - serial)
  if (n > 9999) throw landProblems.codesUsedUp({ fbfbm })
  return fbfbm + String(n).padStart(4, '0')
}

/** Enters a circulation contract, or changes one that is not registered. Contractor, place, area in mu and number of parcels follow. Answers the id. */
async function save(ctx: Ctx, input: SentRow<typeof lzht> & { readonly dkbms?: unknown }): Promise<string> {
  const draft = await rows.checkedDraft(ctx, lzht, input, ['dkbms'], { status: LZHT.draft })
  const before = input.id ? await draftOf(ctx, input.id, { zh: '修改流转合同', en: 'change the contract' }) : undefined
  const parcels = parcelsSent(input.dkbms, before)
  const contract = await contractOf(ctx, before?.cbhtbm ?? draft.cbhtbm)
  requireInside(draft, contract, await areaOf(ctx, contract, parcels))
  const values = { ...draft, cbfbm: contract.cbfbm, parcels, lzdks: parcels.length, lzmjm: toMu(m2(draft.lzmj)), enteredBy: ctx.who.realName }
  if (before) return rows.update(ctx, lzht, before.id, values, input)
  const lzhtbm = await nextCode(ctx, contract.fbfbm!)
  return rows.insert(ctx, lzht, { ...values, lzhtbm, regionCode: contract.regionCode, status: LZHT.draft })
}
async function draftOf(ctx: Ctx, id: unknown, does: { zh: string; en: string }): Promise<Lzht> {
  const row = await rows.get(ctx, lzht, String(id ?? ''), true)
  if (row.status !== LZHT.draft) throw problems.notAllowedNow(does)
  return row
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  for (const id of gone) await draftOf(ctx, id, { zh: '删除流转合同', en: 'delete the contract' })
  await rows.remove(ctx, lzht, gone)
}

/** A second person registers it: its parcels, their book and their contractor show 流转 from its first day to its last. */
async function register(ctx: Ctx, input: AsRead): Promise<void> {
  const row = await draftOf(ctx, input.id, { zh: '登记流转合同', en: 'register the contract' })
  requireSecond(ctx, [row.createUser, row.updateUser])
  rows.requireRevSaid(row, input.rev)
  await requirePaper(ctx, row)
  const contract = await contractOf(ctx, row.cbhtbm)
  const parcels = row.parcels ?? []
  requireInside(row, contract, await areaOf(ctx, contract, parcels))
  const book = await rows.find(ctx, djb, { cbjyqzbm: row.cbhtbm, qszt: QSZT.current })
  const on = { dkbms: parcels, ...(book ? { cbjyqzbm: row.cbhtbm } : {}), ...(row.cbfbm ? { cbfbm: row.cbfbm } : {}) }
  const text = `流转给${row.srfbm}：${row.lzjgsm}`
  await write(ctx, {
    cause: { kind: 'desk', id: row.id },
    unit: `lzht/${row.id}`,
    regionCode: row.regionCode,
    day: ctx.now.slice(0, 10),
    acts: [{ act: 'restrict', ref: row.lzhtbm!, kind: 'lz', on, from: row.lzqxksrq, to: row.lzqxjsrq, text }],
  })
  await rows.change(ctx, lzht, row, { status: LZHT.registered, checker: ctx.who.realName, checkTime: ctx.now })
}
/** A registered circulation contract ends with its restriction, before its time. */
export async function endedByRequest(ctx: Ctx, county: string, ref: string, endDay: string, endWords: string): Promise<void> {
  const [row] = await flatRows(scoped(ctx, lzht), lzht)
    .where('lzht.countyCode', '=', county)
    .where('lzht.lzhtbm', '=', ref)
    .where('lzht.status', '=', LZHT.registered)
    .forUpdate()
    .execute()
  if (row) await rows.change(ctx, lzht, row, { status: LZHT.ended, endDay, endWords: endWords.slice(0, 500) })
}

const plain = crud(lzht)
const body = { ...lzht.fields, dkbms: json<readonly string[]>('流转地块编码', { en: 'Parcel codes' }) }
export const lzhtRoutes: readonly Route[] = [
  plain.page,
  plain.detail,
  { ...plain.submit, body, run: save },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
  route({
    method: 'POST',
    path: `${lzht.path}/register`,
    perm: 'lzht_check',
    scope: 'land',
    audit: 'lzht.register',
    summary: '登记流转合同',
    query: ['id'],
    body: {},
    answer: 'nothing',
    run: register,
  }),
]
