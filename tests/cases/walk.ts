// Random businesses on a bench: the register as generators see it, cases taken from the window to the register step by step, several open at once, and what must hold after each step.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { daysAfter } from '../../business/cases/rules/promise.ts'
import { invariantsBroken } from '../../views/watch/check.server.ts'
import type { Severity } from '../../views/watch/findings.ts'
import { attachTo, FBFBM, land, memberId, registered, VILLAGE, type Bench } from '../case-bench.ts'
import { write } from '../../land/register/write.server.ts'
import type { Case, Holder, Village } from './generate.ts'
import { readRev } from '../samples.ts'

/** Kinds of papers: every case has them all. */
const PAPERS = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'CBJYQZ', 'HJZM', 'HYJL', 'XY', 'DKSYT', 'DCB', 'GSB', 'QT', 'WTS']
const TABLES = ['fbf', 'cbf', 'jtcy', 'dk', 'djb', 'djb_cbf', 'djb_jtcy', 'djb_lineage', 'cbht', 'cbdkxx', 'cbjyqz', 'cbjyqz_event', 'djb_note', 'restriction']
/** What every write moves; an undo does not bring it back. */
const MOVED = '{rev,validFrom,regFrom,why,causeKind,causeId,updateUser,updateTime}'

/** More rules of acts.md 6 as queries for rows that break them, beside those of the watch: what a parcel repeats of current books and of no other; no person in two households. */
const RULES: Readonly<Record<string, string>> = {
  'holder of a parcel': `select p.dkbm as what from dk p left join lateral (select count(distinct x.cbfbm) n, min(x.cbfbm) c from cbdkxx x
      where x."countyCode" = p."countyCode" and x.dkbm = p.dkbm and x.qszt = '1') s on true
    where p.zt = '1' and (p.djzt, p.cbfbm) is distinct from (case when s.n > 0 then '2' else '0' end, case when s.n = 1 then s.c end)`,
  'a person in two households': `select j.cyzjhm as what from jtcy j join cbf c on c."countyCode" = j."countyCode" and c.id = j."cbfId"
    where c.zt = '1' and j.sfgyr is distinct from '2' and j.cybz is distinct from '7' group by 1 having count(distinct j."cbfId") > 1`,
}
/** Rules that are broken, warnings too, with what breaks them: no lawful step leaves what somebody must look at. */
export async function brokenIn(b: Bench, severities: readonly Severity[] = ['error', 'warn']): Promise<string[]> {
  const out = await b.as('admin', (ctx) => invariantsBroken(ctx, VILLAGE.slice(0, 6), severities))
  const all = Object.entries(RULES).map(
    ([name, rule]) => sql`select ${sql.lit(name)} as name, what::text from (${sql.raw(rule)}) ${sql.ref(`r${name.length}`)}`,
  )
  const { rows } = await sql<{ name: string; what: string }>`${sql.join(all, sql` union all `)}`.execute(b.db.owner)
  return [...out, ...rows.map((r) => `${r.name}: ${r.what}`)]
}
/** The live register as one digest; `loose`: without what every write moves and without notes, which an undo ends and leaves (acts.md 5). */
export async function digestOf(b: Bench, loose = false): Promise<string> {
  const row = loose ? `(to_jsonb(x) - '${MOVED}'::text[])::text` : 'x::text'
  const each = TABLES.filter((t) => !loose || t !== 'djb_note').map(
    (t) =>
      sql`select ${sql.lit(t)} || ' ' || md5(coalesce(string_agg(v, ',' order by v), '')) as d from (select ${sql.raw(row)} as v from ${sql.table(t)} x) y`,
  )
  const { rows } = await sql<{ d: string }>`${sql.join(each, sql` union all `)}`.execute(b.db.owner)
  return rows.map((r) => r.d).join('\n')
}

/** A village of households of three with two or three parcels each, some drawn, some in shares, some with a second contract, and land of the reserve. Answers the drawn parcels. */
export async function settle(b: Bench, households: number): Promise<string[]> {
  const five = (n: number) => String(n).padStart(5, '0')
  const drawn: string[] = []
  for (let n = 1; n <= households; n++) {
    const own = [five(n * 10), five(n * 10 + 1), ...(n % 3 ? [] : [five(n * 10 + 2)])]
    const isDrawn = n % 2 === 0
    if (isDrawn) drawn.push(...own)
    if (n % 5 === 1 && n > 1) await registered(b, n, [], [], { joins: [five((n - 1) * 10)] })
    else await registered(b, n, own, n % 4 === 3 ? [five(n * 10 + 5)] : [], { drawn: isDrawn, shares: n % 5 === 0 })
  }
  await land(
    b,
    Array.from({ length: households }, (_, i) => five(9000 + i)),
  )
  const rounds = [{ no: 3, from: '2028-10-01', to: '2058-09-30', planId: '1' }]
  await b.as('admin', (ctx) =>
    write(ctx, {
      cause: { kind: 'plan', id: '1' },
      unit: 'plan 1',
      regionCode: VILLAGE,
      day: '2026-01-01',
      acts: [{ act: 'setIssuer', fbfbm: FBFBM, rounds }],
    }),
  )
  return drawn
}
const texts = (r: any) => Object.fromEntries(Object.entries(r).map(([k, v]) => [k, k === 'id' || k.endsWith('Id') ? v && String(v) : v]))
/** The register as generators see it; `hides`: without what open cases hold. */
export async function villageOf(b: Bench, day: string, drawn: readonly string[], hides = false): Promise<Village> {
  const all = async (words: string): Promise<any[]> => (await sql<any>`${sql.raw(words)}`.execute(b.db.owner)).rows.map(texts)
  const held = (type: string, code: string) =>
    hides ? ` and not exists (select 1 from business_lock l where l."objectType" = '${type}' and l."objectCode" = ${code})` : ''
  const [cbf, jtcy, books, lines, free, whole] = await Promise.all([
    all(`select cbfbm, cbfmc, cbfzjhm, lxdh from cbf where zt = '1'${held('cbf', 'cbfbm')} order by cbfbm`),
    all(`select id, cbfbm, cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz, cybzsm from jtcy order by cbfbm, sort, id`),
    all(`select d.id, d.cbfbm, d.cbjyqzbm, d.cbqxz::text as cbqxz, d.htzmjm, h."signStatus", coalesce(h.qdsj, d.djsj)::text as "signedBy",
      exists (select 1 from cbjyqz z where z.cbjyqzbm = d.cbjyqzbm and z.sfzx = 0 and z.fzrq is not null) as "isIssued" from djb d join cbht h on h."djbId" = d.id where d.qszt = '1' order by d.cbjyqzbm`),
    all(`select "djbId", dkbm, sfqqqg, htmj, htmjm from cbdkxx where qszt = '1' order by dkbm`),
    all(`select dkbm from dk where zt = '1' and djzt = '0' and dklb in ('10', '22')${held('dk', 'dkbm')} order by dkbm`),
    all(`select right(dkbm, 5) as n5 from dk where zt = '1'`),
  ])
  const holders = cbf.map((c) => ({
    ...c,
    members: jtcy.filter((m) => m.cbfbm === c.cbfbm),
    books: books.filter((k) => k.cbfbm === c.cbfbm).map((k) => ({ ...k, lines: lines.filter((l) => l.djbId === k.id) })),
  })) as Holder[]
  const stand = new Set(whole.map((p) => p.n5))
  return { fbfbm: FBFBM, holders, free, drawn: drawn.filter((n) => stand.has(n)), day }
}
/** Who applies: the holder, somebody new, of an extinct household an agent. */
const applicantOf = (typeCode: string, item: string, holder: Case['holder']) =>
  typeCode === 'contract_cancel' && item === '2'
    ? { obligeName: '代办人', obligeIdType: '1', obligeIdCard: memberId(98, 0), obligePhone: '13812345678' }
    : { obligeName: holder?.cbfmc ?? '新户', obligeIdType: '1', obligeIdCard: holder?.cbfzjhm ?? memberId(99, 0), obligePhone: holder?.lxdh ?? '13812345678' }
/** The body that the window sends. */
export const bodyOf = ({ typeCode, item, form, doSign, holder }: Case, day: string) => ({
  ...applicantOf(typeCode, item, holder),
  businessName: typeCode,
  businessTypeCode: typeCode,
  businessItemCode: `${typeCode}_${item}`,
  doSign,
  businessReceiver: '村经办',
  businessReceiveTime: `${day} 09:00:00`,
  form: { fbfbm: FBFBM, bgyy: '按协议', ...form },
})
type Body = ReturnType<typeof bodyOf>
/** All kinds of papers of a case. */
export const attachPapers = (b: Bench, id: string) => attachTo(b, id, PAPERS)
/** Saves a case with all papers. Answers its id, or what the window says. */
export async function saved(b: Bench, body: Body, person: 'village' | 'town' = 'village'): Promise<string> {
  const r = await b.call(person)('POST', '/yw-accept/business/submit', body)
  if (r.code !== 200) throw new Error(`not saved: ${r.msg} ${JSON.stringify(r.data)} ${JSON.stringify(body)}`)
  await attachPapers(b, r.data)
  return String(r.data)
}
export const sendCommit = (b: Bench, id: string, body: Body, person: 'village' | 'town' = 'village') =>
  b.call(person)('POST', '/yw-accept/business/save-commit', { ...body, id })
/** The day `n` days later. */
export const later = daysAfter
export const detailOf = async (b: Bench, id: string) => (await b.call('admin')('GET', '/yw-accept/business/detail', {}, { id })).data

/** Does what the open task asks and passes it. Answers the day it is then. `during`: what happens while the publicity stands. */
export async function passed(
  b: Bench,
  id: string,
  day: string,
  { pieces }: Case,
  body: Body,
  during?: (publicityId: string) => Promise<void>,
): Promise<string> {
  const said = (r: { msg: string; data: any; key?: string }) => {
    expect([r.msg, r.key, r.data?.fields], `${body.businessItemCode} ${JSON.stringify(body.form)}`).toEqual(['操作成功', undefined, undefined])
    return r.data
  }
  const d = await detailOf(b, id)
  const at = b.call('town')
  let now = day
  if (d.taskKey === 'survey' && pieces) said(await at('POST', '/yw-accept/business/update', { id, rev: d.rev, form: { ...d.form, cuts: pieces } }))
  if (d.taskKey === 'publicity') {
    const publicity = said(await at('POST', '/yw-publicity/publicity/save', { taskId: d.taskId, title: '公示', startDate: day, days: 15, place: '村委会' }))
    await during?.(String(publicity))
    b.setDay((now = later(day, 15)))
    said(await at('POST', '/yw-publicity/publicity/complete', await readRev(b.db, 'publicity', publicity), { id: publicity }))
  }
  if (d.taskKey === 'sign')
    for (const k of said(await at('GET', '/dzzw/contract-to-sign', {}, { businessId: id }))) {
      said(await at('POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [k.id], signWay: '3' }))
      said(await b.call('admin')('POST', '/dzzw/upload-contract-file', { contractId: k.id, attachId: await attachTo(b, id, ['CBHT']), qdsj: day }))
      said(await at('POST', '/dzzw/contract/examine', { contractId: k.id, pass: 1 }))
    }
  const person = d.taskKey === 'recheck' ? 'county' : d.taskKey === 'register' ? 'village' : 'town'
  said(await b.call(person)('POST', '/yw-accept/business/commit', { taskId: d.taskId, processInstanceId: d.processInstanceId }))
  return now
}
