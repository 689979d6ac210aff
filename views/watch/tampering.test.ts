// Whatever a book prints, changed behind the register's back, is found by name: each column of its rows, its outlines, its household, the acts of its entry.
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field } from '../../kit/model/field.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { business, contract_file } from '../../business/cases/definitions/business.ts'
import { attach } from '../../services/files/attach.ts'
import { process_history } from '../../services/process/process.ts'
import { cbjyqz_event } from '../../land/definitions/cbjyqz.ts'
import { djb_lineage } from '../../land/definitions/cbht.ts'
import { lzht } from '../../land/definitions/lzht.ts'
import { making_plan, making_plan_move, making_plan_step } from '../../land/fbf/making-plan.ts'
import { fbf_plan } from '../../land/fbf/plan.ts'
import { restriction_request } from '../../land/restriction/request.ts'
import { AUDITED, UNCOMPARED, type HungRows } from './audited.ts'
import { correction } from '../../land/correction/correction.ts'
import type { Act, Cause } from '../../land/register/acts/acts.ts'
import { write } from '../../land/register/write.server.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { breaches } from './check.server.ts'
import type { ObjectKind } from './findings.ts'
import { RULES } from './rules.ts'
import { rowsUnlike } from '../../land/register/content/audited.ts'
import { comparedBooks } from '../../land/register/content/compared.server.ts'
import { PARTS } from '../../land/register/content/book1.ts'
import { REPLAYED_MEMBER } from '../../land/register/content/replay.ts'
import { replayCounty } from '../../land/register/content/replay.server.ts'
import { nothingYet, verifyNext } from '../../land/register/content/verify.server.ts'
import { ctxOf } from '../../tests/contract/rows.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { TABLES } from '../../land/register/acts/changes.ts'
import { jzd, jzx } from '../../land/definitions/dk.ts'
import { sign_event } from '../../signing/contract/event.ts'
import { objection, publicity } from '../../business/publicity/publicity.ts'
import { process_task } from '../../services/process/process.ts'
import { buildContract } from '../../tests/factories.ts'
import { villageWorld, type World } from '../../tests/world.ts'

const COUNTY = '512021'
const TENANT = '000000'
let w: World
let book: { id: string; code: string; cbfbm: string; fbfbm: string; dkbm: string; dk: string; last: string }
beforeAll(async () => {
  w = await villageWorld()
  const { rows } = await sql<typeof book>`select d.id::text as id, d.cbjyqzbm as code, d.cbfbm, d.fbfbm, x.dkbm, x."dkId"::text as dk,
      (select max(l.dkbm) from cbdkxx l where l."djbId" = d.id) as last from djb d
    join lateral (select l.dkbm, l."dkId" from cbdkxx l where l."djbId" = d.id order by l.dkbm limit 1) x on true
    where d.qszt = '1' and d.cbdkzs > 2 and d.cbfcysl > 2 and right(d.cbjyqzbm, 1) = 'J' order by 2 limit 1`.execute(w.db.owner)
  book = rows[0]!
})
afterAll(() => w?.end())

const ROLLED_BACK = new Error('rolled back')
/** Changes something past everything that guards it, asks what differs, and takes it back. */
async function after<T>(change: string, ask: (tx: Tx) => Promise<T>): Promise<T> {
  let out: T | undefined
  await w.db.owner
    .transaction()
    .execute(async (tx) => {
      await sql`${sql.raw(change)}`.execute(tx)
      out = await ask(tx as unknown as Tx)
      throw ROLLED_BACK
    })
    .catch((e: unknown) => {
      if (e !== ROLLED_BACK) throw e
    })
  return out as T
}
/** A change past the references between tables as well. */
const past = (change: string) => `do $$ begin set local session_replication_role = replica; ${change}; end $$`
const paths = async (tx: Tx) => ((await comparedBooks({ db: tx, who: { tenantId: TENANT } }, COUNTY, [book.id])).get(book.id) ?? []).map((d) => d.path)

/** Another value of a column. Codes keep the county with which they begin (a constraint of the tables), and become those of no other row; of personal data the log has the last signs. */
function other(name: string, f: Field | undefined): string {
  const c = `"${name}"`
  if (f?.kind === 'ref') return `${c} = coalesce(${c}, 0) + 1`
  if (f?.kind === 'datetime') return `${c} = coalesce(${c}, timestamptz '2020-02-02') + interval '1 day'`
  if (f?.kind === 'date') return `${c} = coalesce(${c} + 1, date '2020-02-02')`
  if (f?.kind === 'area' || f?.kind === 'decimal' || f?.kind === 'int' || f?.kind === 'flag') return `${c} = coalesce(${c}, 0) + 1`
  const at = f?.mask ? `length(${c})` : `(case when length(${c}) > 6 then 7 else 1 end)`
  return `${c} = case when coalesce(${c}, '') = '' then '9' else overlay(${c} placing (case when substr(${c}, ${at}, 1) = '7' then '8' else '7' end) from ${at} for 1) end`
}
const ROWS: Readonly<Record<keyof typeof PARTS, () => string>> = {
  book: () => `id = ${book.id}`,
  contract: () => `"djbId" = ${book.id}`,
  certificate: () => `"djbId" = ${book.id}`,
  issuer: () => `fbfbm = '${book.fbfbm}'`,
  holder: () => `"djbId" = ${book.id}`,
  member: () => `"djbId" = ${book.id} and sort = (select max(sort) from djb_jtcy where "djbId" = ${book.id})`,
  line: () => `"djbId" = ${book.id} and dkbm = '${book.dkbm}'`,
  parcel: () => `id = ${book.dk}`,
}
/** The name of the issuer stands in the book; what a line says of a former area wins over its parcel; the order of members has no meaning of its own. */
const NOT_PRINTED: readonly string[] = ['issuer.fbfmc', 'issuer.fbfbm', 'parcel.yhtmjm', 'member.sort']
const FACTS = Object.entries(PARTS).flatMap(([part, { of, names }]) =>
  names
    .filter((n) => !NOT_PRINTED.includes(`${part}.${n}`))
    .map((name) => ({ part: part as keyof typeof PARTS, table: of.name, name, field: of.fields[name] as Field | undefined })),
)

test('a book as it was registered differs in nothing', async () => {
  expect(await paths(w.db.owner as unknown as Tx)).toEqual([])
})

test('each column that a book prints, changed by SQL, is found and named', async () => {
  const missed: string[] = []
  for (const { part, table, name, field } of FACTS) {
    const found = await after(`update ${table} set ${other(name, field)} where ${ROWS[part]()}`, paths)
    if (!found.some((p) => p.endsWith(`.${name}`) || p.startsWith('lines.') || p.startsWith('members'))) missed.push(`${part}.${name}: ${found.join(', ')}`)
  }
  expect(missed).toEqual([])
  expect(FACTS.length).toBeGreaterThan(90)
})

test('a living household or parcel that is not its current book is found', async () => {
  const cases: [string, string][] = [
    ...(['cbfmc', 'cbfzjhm', 'cbfdz'] as const).map((n): [string, string] => [`update cbf set ${n} = '某某' where cbfbm = '${book.cbfbm}'`, `household.${n}`]),
    ...REPLAYED_MEMBER.map((n): [string, string] => [
      `update jtcy set ${other(n, undefined)} where cbfbm = '${book.cbfbm}' and sort = (select max(sort) from jtcy where cbfbm = '${book.cbfbm}')`,
      'household.members',
    ]),
    [`delete from jtcy where cbfbm = '${book.cbfbm}' and sort = (select max(sort) from jtcy where cbfbm = '${book.cbfbm}')`, 'household.members'],
    [`delete from djb_jtcy where "djbId" = ${book.id} and sort = (select min(sort) from djb_jtcy where "djbId" = ${book.id})`, 'members'],
    [`delete from cbdkxx where "djbId" = ${book.id} and dkbm = '${book.dkbm}'`, `lines.${book.dkbm}`],
    [`update dk set geom = ST_Translate(geom, 0.00001, 0) where id = ${book.dk}`, `lines.${book.dkbm}.rings`],
    [`update dk set scmj = scmj + 1 where id = ${book.dk}`, `parcels.${book.dkbm}.scmj`],
  ]
  for (const [text, path] of cases) {
    const found = await after(text, paths)
    if (path) expect([text, found.some((p) => p.startsWith(path)), found]).toEqual([text, true, found])
  }
})

test('the verification tells each of them too, with the book and the fact', async () => {
  const told = async (text: string) =>
    after(text, async (tx) => {
      const so = nothingYet()
      await verifyNext(tx, { tenantId: TENANT, region: book.code.slice(0, 12) }, so)
      return so.found.map((d) => [d.code, d.why, d.facts?.zh])
    })
  expect(await told('select 1')).toEqual([])
  expect(await told(`update cbht set qdsj = qdsj - 1 where "djbId" = ${book.id}`)).toEqual([[book.code, 'rows', '合同签订时间']])
  expect(await told(`update dk set geom = ST_Translate(geom, 0.00001, 0) where id = ${book.dk}`)).toEqual([[book.code, 'rows', `地块${book.dkbm}图形`]])
})

/** What the product wrote beside the package: a round, a case, a correction with its entry. */
async function written() {
  const who = await whoOf(w.db, TENANT, 'county')
  const built = await buildContract(w, { fbfbm: '51202111920398', name: '孙七', members: ['孙八'], parcels: 1 })
  return w.db.transaction({ tenantId: TENANT }, async (tx) => {
    const ctx = { ...ctxOf(tx), who, now: w.ago(0) } as Ctx
    const [regionCode, day] = [book.code.slice(0, 12), ctx.now.slice(0, 10)]
    const id = async (text: RawBuilder<{ id: string }>) => (await text.execute(tx)).rows[0]!.id
    const entry = (cause: Cause, acts: Act[]) => write(ctx, { cause, unit: `${cause.kind}/${cause.id}`, regionCode, day, acts })
    const [known] = (await sql<{ no: number }>`select max("roundNo") as no from fbf_round where fbfbm = ${book.fbfbm}`.execute(tx)).rows
    const no = (known?.no ?? 6) + 1
    await entry({ kind: 'plan', id: '71' }, [{ act: 'setIssuer', fbfbm: book.fbfbm, rounds: [{ no, from: '2070-01-01', to: '2099-12-31' }] }])
    const asked = { objectKind: 'dk', objectCode: book.dkbm, paperNo: '勘1号', reason: '笔误', status: '1', changes: [], proposer: '甲' }
    const corrected = await rows.insert(ctx, correction, { regionCode, ...asked } as never)
    await entry({ kind: 'correction', id: corrected }, [{ act: 'setParcel', dkbm: book.dkbm, fields: { dkbzxx: '更正' }, bgfs: '10' }])
    const of = { businessTypeCode: 'contract_sign', businessItemCode: 'contract_sign_1', businessName: '签订', obligeName: '李四', status: '3', progress: 100 }
    const on = { dkbm: book.dkbm, cbjyqzbm: book.code, cbfbm: book.cbfbm }
    const seized: Act = { act: 'restrict', ref: 'CF-9', kind: 'cf', on, from: '2026-01-01', to: '2027-01-01', text: '法院查封', paperNo: '法院9号' }
    const noted: Act = { act: 'note', on: book.code, djlx: '1', djxl: '1', text: '变动登记' }
    const place = await sql<{ x: number; y: number }>`select ST_XMin(geom) + 0.2 as x, ST_YMin(geom) + 0.2 as y from dk where id = ${book.dk}`.execute(tx)
    const { x, y } = place.rows[0]!
    const [east, north] = [x + 0.0005, y + 0.0005]
    const geom = `POLYGON((${x} ${y},${east} ${y},${east} ${north},${x} ${north},${x} ${y}))`
    const drawn = `${book.fbfbm}09999`
    const land = { fbfbm: book.fbfbm, dkmc: '机动地', dklb: '21', dldj: '01', tdyt: '1', sfjbnt: '1', scmj: '500.00', scmjm: '0.75', qqmjm: '0.75', geom }
    const paper = { deed: 'set', status: '1', kind: 'cf', objectCode: book.code, fromDay: '2026-01-01', paperNo: '法院9号', reason: '查封', ref: 'CF-9' }
    const request = await rows.insert(ctx, restriction_request, { regionCode, ...paper, proposer: '甲', checker: '乙' })
    await entry({ kind: 'desk', id: request }, [seized, noted, { act: 'newParcel', dkbm: drawn, fields: land }])
    const plan = { fbfbm: book.fbfbm, planName: '延包方案', planYear: 2026, version: 1, status: '5', mode: '2', roundEnd: '2027-12-31', newTermYears: 30 }
    const voted = { ...plan, attendees: 90, votersTotal: 100, agreeCount: 80, meetingDate: '2026-01-05', content: '内容', effectiveDay: '2026-02-01' }
    const planId = await rows.insert(ctx, making_plan, { regionCode, ...voted })
    const moved = { regionCode, planId, dkbm: book.dkbm, fromCbfbm: book.cbfbm, areaMu: '1.00', reason: '调整' }
    const kept: Record<string, string> = {
      making_plan: planId,
      making_plan_move: await rows.insert(ctx, making_plan_move, moved),
      making_plan_step: await rows.insert(ctx, making_plan_step, { regionCode, planId, step: '3', result: '1', opinion: '通过', user: '甲', time: ctx.now }),
      fbf_plan: await rows.insert(ctx, fbf_plan, {
        regionCode,
        fbfbm: book.fbfbm,
        status: '1',
        roundNo: no,
        fromDay: '2070-01-01',
        toDay: '2099-12-31',
        planName: '方案',
        approvedDay: '2026-01-01',
        reason: '登记',
      }),
      cbjyqz_event: await rows.insert(ctx, cbjyqz_event, { regionCode, cbjyqzbm: book.code, kind: 'bf', reason: '损毁', sjrq: '2026-01-01' }),
      lzht: await rows.insert(ctx, lzht, {
        regionCode,
        lzhtbm: `${book.fbfbm}9999`,
        cbhtbm: book.code,
        cbfbm: book.cbfbm,
        srfbm: 'X',
        lzmj: '100.00',
        status: '0',
      }),
      attach: await rows.insert(ctx, attach, { regionCode, name: '合同.pdf', ossName: 'a/b.pdf', sha256: 'a'.repeat(64), extension: 'pdf' }),
      restriction_request: request,
      correction: corrected,
    }
    await sql`update cbht set "attachId" = ${kept.attach!}::bigint where "djbId" = ${book.id}`.execute(tx)
    // another book, which a correction has given a former version
    const [second] = (
      await sql<{ id: string; code: string; cbf: string; cbfmc: string }>`select d.id::text as id, d.cbjyqzbm as code, d.cbfmc, c.id::text as cbf from djb d
        join cbf c on c.cbfbm = d.cbfbm where d.qszt = '1' and c.cbflx = '1' and d.id <> ${book.id} and right(d.cbjyqzbm, 1) = 'J' and d.fbfbm = ${book.fbfbm} order by d.cbjyqzbm limit 1`.execute(
        tx,
      )
    ).rows
    await entry({ kind: 'correction', id: '72' }, [{ act: 'reviseBook', djbId: second!.id, content: { dbr: '另一人' } }])
    const done = await rows.insert(ctx, business, { regionCode, fbfbm: book.fbfbm, ...of, businessReceiveTime: '2026-03-02 10:00:00' } as never)
    kept.business = done
    const step = { instanceId: '1', businessId: done, taskKey: 'check', name: '初审', action: 'pass', userName: '甲', comment: '同意' }
    // one to which what hangs on the first may be moved
    await rows.insert(ctx, business, { regionCode, fbfbm: book.fbfbm, ...of, businessReceiveTime: '2026-03-03 10:00:00' } as never)
    kept.process_history = await rows.insert(ctx, process_history, { regionCode, ...step } as never)
    kept['attach of business'] = await rows.insert(ctx, attach, {
      regionCode,
      businessId: done,
      name: '申请.pdf',
      ossName: 'a/c.pdf',
      sha256: 'b'.repeat(64),
      extension: 'pdf',
    })
    const signed = { businessId: done, cbhtbm: book.code, cbfbm: book.cbfbm, cbfmc: '李四', htlx: '1', signWay: '3', signStatus: '2', qdsj: '2026-03-03' }
    kept.contract_file = await rows.insert(ctx, contract_file, { regionCode, ...signed } as never)
    kept.djb_lineage = await rows.insert(ctx, djb_lineage, { regionCode, djbId: built.book.id, djxl: '1' })
    const task = { instanceId: '1', businessId: done, taskKey: 'check', name: '初审', status: 'done', assigneeName: '甲', doneTime: ctx.now, outcome: 'pass' }
    kept.process_task = await rows.insert(ctx, process_task, { regionCode, ...task } as never)
    const posted = { businessId: done, title: '公示', startDate: '2026-03-02', days: 15, endDate: '2026-03-16', place: '公告栏', status: '2', round: 1 }
    kept.publicity = await rows.insert(ctx, publicity, { regionCode, ...posted } as never)
    const raised = {
      publicityId: kept.publicity,
      businessId: done,
      objector: '丙',
      targetCode: book.cbfbm,
      content: '面积',
      receivedTime: ctx.now,
      status: '1',
    }
    kept.objection = await rows.insert(ctx, objection, { regionCode, ...raised } as never)
    kept.sign_event = await rows.insert(ctx, sign_event, { regionCode, contractId: kept.contract_file, cbhtbm: book.code, event: 'sign', person: '甲' })
    for (const [table, where] of [
      ['djb_note', `"djbId" = ${book.id}`],
      ['fbf_round', `fbfbm = '${book.fbfbm}' and "roundNo" = ${no}`],
      ['dk', `dkbm = '${drawn}'`],
      ['jzd', `dkbm = '${drawn}'`],
      ['jzx', `dkbm = '${drawn}'`],
    ] as const)
      kept[table] = await id(sql`select min(id)::text as id from ${sql.table(table)} where ${sql.raw(where)}`)
    for (const [on, column] of [
      ['dk', 'dkbm'],
      ['djb', 'cbjyqzbm'],
      ['cbf', 'cbfbm'],
    ] as const)
      kept[`restriction of ${on}`] = await id(sql`select id::text as id from restriction where ref = 'CF-9' and ${sql.ref(column)} is not null`)
    kept.jtcy = built.household.members[1]!.id
    kept.cbdkxx = await id(sql`select id::text as id from cbdkxx where "djbId" = ${built.book.id}`)
    const own = {
      fbf: await id(sql`select id::text as id from fbf where fbfbm = ${built.household.fbfbm}`),
      cbf: built.household.id,
      djb: built.book.id,
      cbht: built.contract.id,
      cbjyqz: await id(sql`select id::text as id from cbjyqz where "djbId" = ${built.book.id}`),
    }
    await entry({ kind: 'correction', id: '73' }, [{ act: 'setContractor', cbfbm: second!.code.slice(0, 18), fields: { lxdh: '13800000000' } }])
    return {
      no,
      corrected,
      done,
      kept,
      own,
      second: second!,
      request: await id(sql`select id::text as id from register_entry where "causeKind" = 'desk' and "causeId" = ${request}`),
      drawn: await id(sql`select id::text as id from dk where dkbm = ${drawn}`),
      household: await id(sql`select id::text as id from cbf where cbfbm = ${book.cbfbm}`),
      issuer: await id(sql`select id::text as id from fbf where fbfbm = ${book.fbfbm}`),
      contract: await id(sql`select id::text as id from cbht where "djbId" = ${book.id}`),
      certificate: await id(sql`select id::text as id from cbjyqz where "djbId" = ${book.id} and sfzx = 0`),
      entry: await id(sql`select id::text as id from register_entry where "causeKind" = 'correction' and "causeId" = ${corrected}`),
    }
  })
}

let facts: { of: Awaited<ReturnType<typeof written>>; at: Readonly<Record<string, string>> }
test('what no book prints is found as well: statuses, ways of signing, rounds, papers of corrections, days of cases, numbers of points', async () => {
  const of = await written()
  // where rows of a table are told, or all of a kind
  const places = { dk: book.dk, djb: book.id, cbf: of.household, fbf: of.issuer, cbht: of.contract, cbjyqz: of.certificate, business: of.done }
  const hung = { jzd: of.drawn, jzx: of.drawn, jtcy: of.own.cbf, cbdkxx: of.own.djb, djb_lineage: of.own.djb }
  facts = { of, at: { ...places, register_entry: of.entry, restriction_request: of.request, ...hung } }
  const who = await whoOf(w.db, TENANT, 'county')
  const found = (kind: ObjectKind, id: string, rule: string) => async (tx: Tx) =>
    (
      await breaches(
        { ...ctxOf(tx), who, now: w.ago(0) } as Ctx,
        kind,
        COUNTY,
        [id],
        RULES.filter((r) => r.id === rule),
      )
    ).map((b) => [b.objectCode, b.detail])
  const unit = `correction/${of.corrected}`
  const asked = `desk/${of.kept.restriction_request}`
  const head = `cbfbm = '${book.cbfbm}' and yhzgx in ('01', '02')`
  const { second } = of
  const one = async <T>(text: string) => (await sql<T>`${sql.raw(text)}`.execute(w.db.owner)).rows[0]!
  const { dkmc, cbfmc } = await one<{ dkmc: string; cbfmc: string }>(
    `select (select dkmc from dk where id = ${book.dk}), (select cbfmc from cbf where id = ${of.household})`,
  )
  const { id: last } = await one<{ id: string }>(`select id::text as id from dk where dkbm = '${book.last}'`)
  const lines = `id in (select "jzId" from dk_jz where dkbm = '${book.last}' and kind = 'x')`
  const lent = await one<{ id: string; cbht: string; code: string }>(`select r.id::text as id, h.id::text as cbht, h.cbhtbm as code from restriction r
    join lzht z on z.lzhtbm = r.ref join cbht h on h.cbhtbm = z.cbhtbm and h.qszt = '1' where r.kind = 'lz' order by r.id limit 1`)
  const cases: [change: string, kind: ObjectKind, id: string, rule: string, code: string, detail: string][] = [
    [`update cbht set cbfmc = '别人' where "djbId" = ${book.id}`, 'djb', book.id, 'B2', book.code, '合同承包方名称'],
    [`update cbht set "signWay" = '3' where "djbId" = ${book.id}`, 'cbht', of.contract, 'A1_cbht', book.code, '承包合同：签署方式'],
    [`update djb set dyzt = '1' where id = ${book.id}`, 'djb', book.id, 'A2_djb', book.code, '抵押'],
    [`update dk set yyzt = '1' where id = ${book.dk}`, 'dk', book.dk, 'A2_dk', book.dkbm, '异议'],
    [`update cbjyqz set sfbdcfz = '1' where id = ${of.certificate}`, 'cbjyqz', of.certificate, 'A1_cbjyqz', book.code, '是否不动产发证'],
    [`update fbf_round set "toDay" = "toDay" - 1 where fbfbm = '${book.fbfbm}' and "roundNo" = ${of.no}`, 'fbf', of.issuer, 'A1_fbf', book.fbfbm, '截止日期'],
    [`update correction set "paperNo" = '勘2号' where id = ${of.corrected}`, 'register_entry', of.entry, 'A1_register_entry', unit, '依据文件'],
    [
      `update business set "businessReceiveTime" = "businessReceiveTime" - interval '1 day' where id = ${of.done}`,
      'business',
      of.done,
      'A1_business',
      of.done,
      '受理时间',
    ],
    [
      `update restriction set dkbm = '${book.last}' where ref = 'CF-9' and dkbm is not null`,
      'register_entry',
      of.request,
      'A4_register_entry',
      asked,
      book.dkbm,
    ],
    [`delete from restriction where ref = 'CF-9'`, 'register_entry', of.request, 'A4_register_entry', asked, book.code],
    [`delete from djb_note where "djbId" = ${book.id}`, 'register_entry', of.request, 'A4_register_entry', asked, '变动登记'],
    [`update register_entry set registrar = '某' where id = ${of.entry}`, 'register_entry', of.entry, 'B3', unit, '登簿人'],
    [`update register_entry set day = day - 1 where id = ${of.entry}`, 'register_entry', of.entry, 'B3', unit, `登记日期；涉及${book.dkbm}${dkmc}`],
    [`update register_entry set "createTime" = "createTime" - interval '1 day' where id = ${of.entry}`, 'register_entry', of.entry, 'B3', unit, '入库时间'],
    [`update register_entry set acts = '[]' where id = ${of.request}`, 'register_entry', of.request, 'B3', asked, '摘要'],
    [`update jtcy set cybz = '7' where ${head}`, 'cbf', of.household, 'I8', book.cbfbm, `农户${cbfmc}`],
    [`update djb_v set cbfmc = '别人' where id = ${second.id}`, 'djb', second.id, 'B2', second.code, '承包方名称'],
    [`update djb_v set htzmjm = htzmjm + 1 where id = ${second.id}`, 'djb', second.id, 'B2', second.code, '历史版本（'],
    [`update djb_v set "endReason" = '无' where id = ${second.id}`, 'djb', second.id, 'A1_djb', second.code, '终止原因'],
    [`update cbf_v set cbfdz = '别处' where id = ${second.cbf}`, 'cbf', second.cbf, 'A1_cbf', second.code.slice(0, 18), '历史版本（'],
    [`update dk_v set scmj = scmj + 1 where id = ${book.dk}`, 'dk', book.dk, 'A1_dk', book.dkbm, '实测面积'],
    [`update djb set "regFrom" = "regFrom" + 400 where id = ${book.id}`, 'djb', book.id, 'H3_djb', book.code, '登记簿生效日期'],
    [`update cbdkxx set "regFrom" = "regFrom" + 400 where "djbId" = ${book.id}`, 'djb', book.id, 'H3_djb', book.code, '承包地块'],
    [`update djb set "validFrom" = "validFrom" + interval '400 days' where id = ${book.id}`, 'djb', book.id, 'H3_djb', book.code, '登记簿记载时间'],
    [`update dk set "regFrom" = "regFrom" + 400 where id = ${last}`, 'dk', last, 'H3_dk', book.last, '生效日期'],
    [`update business set status = '2' where id = ${of.done}`, 'business', of.done, 'A1_business', of.done, '业务状态'],
    [`update cbht set "regFrom" = "regFrom" + 400 where "djbId" = ${book.id}`, 'djb', book.id, 'H3_djb', book.code, '承包合同生效日期'],
    [`update cbht set "validFrom" = "validFrom" + interval '400 days' where "djbId" = ${book.id}`, 'cbht', of.contract, 'H3_cbht', book.code, '记载时间'],
    [
      `update cbjyqz set "validFrom" = "validFrom" + interval '400 days' where id = ${of.certificate}`,
      'cbjyqz',
      of.certificate,
      'H3_cbjyqz',
      book.code,
      '经营权证记载时间',
    ],
    [`update jzx set "regFrom" = "regFrom" + 400 where ${lines}`, 'dk', last, 'H3_dk', book.last, '生效日期'],
    [`update jzd set "validFrom" = "validFrom" + interval '400 days' where ${lines.replace("'x'", "'d'")}`, 'dk', last, 'H3_dk', book.last, '界址点'],
    [`update dk set "validFrom" = "validFrom" + interval '400 days' where id = ${book.dk}`, 'dk', book.dk, 'H3_dk', book.dkbm, '地块记载时间'],
    [`update jtcy set "regFrom" = "regFrom" + 400 where ${head}`, 'cbf', of.household, 'H3_cbf', book.cbfbm, '家庭成员'],
    [`update jtcy set "validFrom" = "validFrom" + interval '400 days' where ${head}`, 'cbf', of.household, 'H3_cbf', book.cbfbm, '家庭成员'],
    [`update cbf set cbqxz = cbqxz + 365 where cbfbm = '${book.cbfbm}'`, 'cbf', of.household, 'C6', book.cbfbm, '登记簿为'],
    [`delete from lzht where lzhtbm = (select ref from restriction where id = ${lent.id})`, 'cbht', lent.cbht, 'A3_cbht', lent.code, '缺失'],
    [past(`delete from djb where id = ${book.id}`), 'fbf', of.issuer, 'B4', book.fbfbm, book.code],
    [`delete from djb_v where id = ${second.id}`, 'djb', second.id, 'H2_djb', second.code, '变更1次，历史版本0次'],
    [`update dk set qqmjm = qqmjm + 1 where id = ${book.dk}`, 'dk', book.dk, 'A3_dk', book.dkbm, '确权面积'],
    [`update dk set yhtmjm = null where id = ${book.dk}`, 'dk', book.dk, 'A3_dk', book.dkbm, '原合同面积'],
    [`update restriction set "toDay" = '2040-01-01' where id = ${lent.id}`, 'cbht', lent.cbht, 'A3_cbht', lent.code, '2040-01-01'],
  ]
  const missed: unknown[] = []
  for (const [change, kind, id, rule, code, detail] of cases) {
    const [before, told] = [await after('select 1', found(kind, id, rule)), await after(change, found(kind, id, rule))]
    const [hit] = told
    if (before.length || told.length !== 1 || hit![0] !== code || !String(hit![1]).includes(detail)) missed.push([change, before, told])
  }
  expect(missed).toEqual([])
  // of a parcel that nothing has touched since
  const numbers = `update jzd set jzdh = jzdh || '9' where id in (select "jzId" from dk_jz where dkbm = '${book.last}')`
  expect(await after('select 1', paths)).toEqual([])
  // a point that was moved, or taken from its parcel, is none of its outline any more
  const moved = `update jzd set xzbz = (xzbz::numeric + 1)::text where id in (select "jzId" from dk_jz where dkbm = '${book.last}' and kind = 'd')`
  for (const change of [numbers, moved, `delete from dk_jz where dkbm = '${book.last}' and kind = 'd'`])
    expect([change, (await after(change, paths)).includes(`lines.${book.last}.jzdh`)]).toEqual([change, true])
  // the register told again misses a book whose row is gone
  const told = (tx: Tx) => replayCounty({ ...ctxOf(tx), who, now: w.ago(0) } as Ctx, COUNTY)
  expect((await after(past(`delete from djb where id = ${book.id}`), told)).differences).toContainEqual({ code: book.code, what: 'only the first' })
})

/** Where a restriction hangs: that it is missing there is told at its entry. What hangs on another posting or contract is told there. A status is one of few words: it stands in the test before. */
const ELSEWHERE_TOLD: readonly string[] = [
  ...['dkbm', 'cbjyqzbm', 'cbfbm'].map((n) => `restriction.${n}`),
  'objection.publicityId',
  'sign_event.contractId',
  'business.status',
]
/** What every table has beside its fields. Since when a row is true is set back: that it is true later than its former versions were is H3 of the test before. */
const BESIDE: Readonly<Record<string, { label: string; set: string }>> = {
  createTime: { label: '写入时间', set: `"createTime" = "createTime" - interval '1 minute'` },
  regFrom: { label: '生效日期', set: `"regFrom" = "regFrom" - 1` },
}
test('each column of a row that the log tells of, changed by SQL, is found by name at its household, parcel, contract or book', async () => {
  const who = await whoOf(w.db, TENANT, 'county')
  const { of, at } = facts
  const own: Readonly<Record<string, string>> = { ...of.own, dk: of.drawn, business: of.done }
  const missed: string[] = []
  let n = 0
  for (const [kind, tables] of Object.entries(AUDITED) as [ObjectKind, readonly HungRows[]][]) {
    const [rule] = RULES.filter((r) => r.id === `A1_${kind}`)
    const found =
      (...ids: string[]) =>
      async (tx: Tx) =>
        (await breaches({ ...ctxOf(tx), who, now: w.ago(0) } as Ctx, kind, COUNTY, ids, [rule!])).map((b) => String(b.detail)).join()
    for (const { of: r, columns, from } of tables) {
      const row = from ? (of.kept[`${r.name} of ${kind}`] ?? of.kept[r.name]) : own[r.name]
      const object = from ? (at[r.name] ?? at[kind]!) : own[r.name]!
      const before = row && (await after('select 1', found(object)))
      if (before !== '') missed.push(`${kind} ${r.name}: not as it was written: ${before}`)
      // what hangs on another object by this column is told there
      const [, link, its] = /x\."?(?!countyCode|tenantId)(\w+)"? = o\."?(\w+)"?/.exec(from ?? '') ?? []
      for (const c of columns.filter((name) => !ELSEWHERE_TOLD.includes(`${r.name}.${name}`))) {
        const f = r.fields[c]
        n++
        const elsewhere = c === link ? await another(kind, object) : undefined
        const set = elsewhere ? `"${c}" = (select o."${its}" from ${kind} o where o.id = ${elsewhere})` : (BESIDE[c]?.set ?? other(c, f))
        const told = await after(past(`update ${r.name} set ${set} where id = ${row}`), found(elsewhere ?? object))
        if (!told.includes(f?.label ?? BESIDE[c]!.label)) missed.push(`${kind} ${r.name}.${c}: ${told}`)
      }
    }
  }
  expect(missed).toEqual([])
  expect(n).toBeGreaterThan(350)
})
/** Another object of a kind, that stands. */
async function another(kind: ObjectKind, than: string): Promise<string> {
  const current = kind === 'djb' || kind === 'cbht' ? `and qszt = '1'` : ''
  const { rows } = await sql<{
    id: string
  }>`select id::text as id from ${sql.table(kind)} where id <> ${than}::bigint and "countyCode" = ${COUNTY} ${sql.raw(current)}
    order by id limit 1`.execute(w.db.owner)
  return rows[0]!.id
}

/** Tables of which every value is frozen with the book: each is found in the test of what a book prints. Beside that a row says where it stands. */
const FROZEN: Readonly<Record<string, readonly string[]>> = { djb_cbf: PARTS.holder.names, djb_jtcy: PARTS.member.names }
test('no column of a register table is left out of these comparisons without a reason', () => {
  const compared = new Set(Object.values(AUDITED).flatMap((tables) => tables.flatMap(({ of: r, columns }) => columns.map((c) => `${r.name}.${c}`))))
  const register: readonly AnyResource[] = [...Object.values(TABLES), jzd, jzx, lzht]
  const out = register.flatMap((r) =>
    entries(r).flatMap(([c, f]) => {
      const name = `${r.name}.${c}`
      const isTold = compared.has(name) || FROZEN[r.name]?.includes(c) || UNCOMPARED[name] !== undefined || f.kind === 'geom' || f.kind === 'json'
      return isTold ? [] : [name]
    }),
  )
  expect(out).toEqual(['djb_cbf.regionCode', 'djb_cbf.djbId', 'djb_jtcy.regionCode', 'djb_jtcy.djbId'])
})

test('a row is what was last said of it: not what an older package told of days before, and of personal data by the signs that the log has', () => {
  const columns = ['dkmc', 'lxdh', 'regFrom']
  const wrong = (now: Readonly<Record<string, string>>, ...diffs: readonly object[]) =>
    rowsUnlike({ read: JSON.stringify([{ id: '1', rev: diffs.length, now, inserted: true, diffs }]), columns, packaged: {}, kinds: {} }).flatMap((r) => r.wrong)
  const came = { dkmc: [null, '东田'], lxdh: [null, '***5678'], regFrom: [null, '2020-01-01'] }
  const is = { dkmc: '东田', lxdh: '13812345678', regFrom: '2020-01-01' }
  expect(wrong(is, came)).toEqual([])
  expect(wrong({ ...is, lxdh: '13812345679', regFrom: '2020-01-02' }, came)).toEqual(['lxdh', 'regFrom'])
  // what an older package says until a day; what changes a row later brings it no further back
  expect(wrong(is, came, { dkmc: ['东田', '旧名'], regTo: [null, '2019-01-01'] })).toEqual([])
  expect(wrong({ ...is, dkmc: '新名', regFrom: '2021-01-01' }, came, { dkmc: ['东田', '新名'] })).toEqual([])
  expect(wrong({ ...is, dkmc: '新名', regFrom: '2019-01-01' }, came, { dkmc: ['东田', '新名'] })).toEqual(['regFrom'])
})
