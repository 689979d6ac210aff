// What stops a case, asked of books, contractors and parcels as the lists and the guard ask it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as rows from '../../../kit/server/rows.server.ts'
import { param as paramTable } from '../../../platform/definitions/system.ts'
import type { Act } from '../../../land/register/acts/acts.ts'
import { write } from '../../../land/register/write.server.ts'
import { BIT_NAMES, judge, type Bit } from '../rules/asks.ts'
import { bitsOf } from './eligible.server.ts'
import { application, attachTo, bench, FBFBM, land, REGISTER_FILES, VILLAGE, walk, type Bench } from '../../../tests/case-bench.ts'

let b: Bench
let { detail, finished, begun } = {} as ReturnType<typeof walk>
let book: { id: string; code: string; cbfbm: string }
const COUNTY = FBFBM.slice(0, 6)
const dkbm = `${FBFBM}00001`
beforeAll(async () => {
  b = await bench()
  ;({ detail, finished, begun } = walk(b))
  await land(b, ['00001', '00002', '00003'])
  const id = await begun(['00001'], 1)
  await finished(id)
  const { codes } = await detail(id)
  const { rows } = await b.db.pool.query(`select id::text from djb where cbjyqzbm = $1`, [codes.cbhtbm])
  book = { id: rows[0].id, code: codes.cbhtbm, cbfbm: codes.cbfbm }
})
afterAll(() => b.end())

const set = (sql: string) => b.db.pool.query(sql)
const bits = async (own?: string) => (await b.as('admin', (ctx) => bitsOf(ctx, { countyCode: COUNTY, books: [book.id] }, own)))[0]!.bits
const USUAL: Bit[] = ['alone', 'supplied']

test('a book that was just registered has nothing against it but that its household is one person, and lacks no paper', async () => {
  expect(await bits()).toEqual(USUAL)
})

test('each raw bit is seen where it stands, and goes with it', async () => {
  const cases: [Bit, string, string][] = [
    ['ended', `update djb set qszt = '2'`, `update djb set qszt = '1'`],
    ['mortgaged', `update dk set dyzt = '1' where dkbm = '${dkbm}'`, `update dk set dyzt = '0'`],
    ['mortgaged', `update djb set dyzt = '1'`, `update djb set dyzt = '0'`],
    ['objected', `update cbf set yyzt = '1'`, `update cbf set yyzt = '0'`],
    ['objected', `update dk set yyzt = '1' where dkbm = '${dkbm}'`, `update dk set yyzt = '0'`],
    ['unregistered', `update cbf set djzt = '0'`, `update cbf set djzt = '2'`],
    ['expired', `update djb set cbqxz = '2026-03-01'`, `update djb set cbqxz = '2056-03-31'`],
    ['circulating', `update dk set lzzt = '1' where dkbm = '${dkbm}'`, `update dk set lzzt = '0'`],
    ['issuerEnded', `update fbf set zt = '2'`, `update fbf set zt = '1'`],
    ['incomplete', `update cbf set cbfzjhm = null`, `update cbf set cbfzjhm = '1'`],
    ['issued', `update cbjyqz set zt = '1'`, `update cbjyqz set zt = '0'`],
    ['unsigned', `update cbht set "signStatus" = '99'`, `update cbht set "signStatus" = '2'`],
    ['realEstate', `update cbjyqz set sfbdcfz = '1'`, `update cbjyqz set sfbdcfz = '2'`],
    ['noHousehold', `update cbf set cbflx = '2'`, `update cbf set cbflx = '1'`],
  ]
  for (const [bit, on, off] of cases) {
    await set(on)
    // who is no household has no members to be counted; a contract that is not signed is what is lacking
    const others = USUAL.filter((n) => !(bit === 'noHousehold' && n === 'alone') && !(bit === 'unsigned' && n === 'supplied'))
    expect([on, await bits()]).toEqual([on, BIT_NAMES.filter((n) => n === bit || others.includes(n))])
    await set(off)
    expect([off, await bits()]).toEqual([off, USUAL])
  }
})

const tell = (act: Act) =>
  b.as('admin', async (ctx) => {
    const day = ctx.now.slice(0, 10)
    await write(ctx, { cause: { kind: 'desk', id: 'court' }, unit: `court/${ctx.newId()}`, regionCode: VILLAGE, day, acts: [act] })
  })
test('what a court has seized stops a book, its contractor and the start of a case over its parcel, until it ends', async () => {
  await tell({ act: 'restrict', ref: 'cf-1', kind: 'cf', on: { dkbm }, from: '2026-03-02', text: '查封' })
  expect(await bits()).toEqual(['seized', ...USUAL])
  await tell({ act: 'restrict', ref: 'cf-2', kind: 'cf', on: { dkbm: `${FBFBM}00002` }, from: '2026-03-02', text: '查封' })
  const sent = application(['00002'], 2)
  const id = (await b.call('village')('POST', '/yw-accept/business/submit', sent)).data
  await attachTo(b, id, REGISTER_FILES)
  const start = () => b.call('village')('POST', '/yw-accept/business/save-commit', { ...sent, id })
  const refused = await start()
  expect([refused.key, refused.msg]).toEqual(['seized', `地块【${FBFBM}00002】已被查封，不能办理该业务`])
  for (const ref of ['cf-1', 'cf-2']) await tell({ act: 'endRestriction', ref, text: '解封' })
  expect(await bits()).toEqual(USUAL)
  // its own locks do not stop a case that has begun
  expect((await start()).msg).toBe('操作成功')
})

const LIST = '/base-qssj/djb/listEligibleForBusiness'
const listed = async (path: string, query: Record<string, string> = {}) => (await b.call('county')('GET', path, {}, query)).data.records
test('the lists say of each book whether a business may be begun, and why not, in the reader’s language', async () => {
  const [split] = await listed('/ywbl/change-split/djb/page')
  expect(split).toMatchObject({ cbjyqzbm: book.code, eligible: false, reasons: ['在世成员不足两人'], warnings: [], papers: [], bits: USUAL })
  const [same] = await listed(LIST, { businessTypeCode: 'change_split' })
  expect(same).toEqual(split)
  expect((await b.call('county', 'en')('GET', '/ywbl/change-split/djb/page')).data.records[0].reasons).toEqual(['fewer than two living members'])
  for (const path of ['change-merge', 'change-transfer', 'change-exchange', 'change-contract', 'cancel-contract', 'correct-cbf'])
    expect((await listed(`/ywbl/${path}/djb/page`))[0]).toMatchObject({ eligible: true, reasons: [] })
  expect((await listed('/base-qssj/djb/renew/page'))[0]).toMatchObject({ eligible: false, reasons: ['承包期限至2056-03-31，尚未到延包时间'] })
  expect((await b.call('county')('GET', LIST)).key).toBe('bad-request')
  expect((await b.call('other')('GET', LIST, {}, { businessTypeCode: 'change_split' })).data.records).toEqual([])
})

test('how long before its end a contract may be extended is the parameter renew.years of the tenant', async () => {
  const renewable = async () => (await listed('/base-qssj/djb/renew/page'))[0].reasons
  const [early, next] = [['承包期限至2056-03-31，尚未到延包时间'], ['发包方尚未登记下一轮承包期（延包方案）']]
  const param = await b.as('admin', (ctx) => rows.insert(ctx, paramTable, { paramName: '延包年限', paramKey: 'renew.years', paramValue: '30' }))
  expect(await renewable()).toEqual(early)
  await b.db.pool.query(`update param set "paramValue" = '31' where id = $1`, [param])
  expect(await renewable()).toEqual(next)
  await b.db.pool.query('delete from param where id = $1', [param])
  expect(await renewable()).toEqual(early)
})

const STARTABLE = '/yw-accept/business/possible-types'
test('a row of a contractor says which types may be begun with it, and why the others may not', async () => {
  type Told = { typeCode: string; start: string; eligible: boolean; reasons: string[]; hints: string[]; heldBy: string }
  const asked = async (cbfbm: string, lang?: 'en'): Promise<Told[]> => (await b.call('county', lang)('GET', STARTABLE, {}, { cbfbm })).data
  const greyed = (all: readonly Told[]) => Object.fromEntries(all.flatMap((t) => (t.eligible ? [] : [[t.typeCode, t.reasons]])))
  const all = await asked(book.cbfbm)
  expect(all.map((t) => t.typeCode)).toHaveLength(11)
  // a contract that was just signed: nothing of it is missing, and its term has only begun
  const usual = { contract_renew: ['承包期限至2056-03-31，尚未到延包时间'], contract_supplement: ['合同已签订并有签署文件，权证未发放'] }
  expect(greyed(all)).toEqual({ change_split: ['在世成员不足两人'], ...usual })
  // what of a type is not open to it, and the case that holds it, are told before anything is begun
  const hints = (told: readonly Told[]) => told.flatMap((t) => t.hints.map((h) => `${t.typeCode}: ${h}`))
  expect(hints(all)).toEqual(['contract_sign: 已有家庭承包合同，只能签订其他方式承包合同；增加地块请办理“合同变更”中的“地块增加”'])
  expect(hints(await asked(book.cbfbm, 'en'))[0]).toMatch(/^contract_sign: has its household contract: only one by another way can be signed/)
  await set(`update cbjyqz set zt = '3', fzrq = '2026-03-02' where "djbId" = ${book.id}`)
  expect(hints(await asked(book.cbfbm))[1]).toBe('contract_supplement: 合同已签订，不需要补签')
  await set(`update cbjyqz set zt = '0', fzrq = null where "djbId" = ${book.id}`)
  expect(new Set(all.map((t) => t.heldBy))).toEqual(new Set(['']))
  const other = await begun(['00003'], 9)
  const { businessCode } = await detail(other)
  await set(`update business_lock set "objectType" = 'cbf', "objectCode" = '${book.cbfbm}' where "objectCode" = '${FBFBM}00003'`)
  const held = await asked(book.cbfbm)
  expect(held.filter((t) => t.heldBy !== businessCode).map((t) => t.typeCode)).toEqual(['correct_fbf'])
  expect([hints(held), greyed(held).change_merge]).toEqual([[], ['存在在办业务']])
  expect((await b.call('admin')('POST', '/yw-accept/business/revoke', { businessId: other })).msg).toBe('操作成功')
  // a case begins with the book that fits, or with the contractor
  expect(Object.fromEntries(all.map((t) => [t.typeCode, t.start]))).toMatchObject({
    contract_sign: book.cbfbm,
    change_split: book.code,
    correct_fbf: book.cbfbm,
  })
  // of a contract in another way there is nothing to transfer, exchange or extend; with both letters there is none to be signed first
  const asIf = (letter: string, more = '') => set(`update djb set cbjyqzbm = '${book.cbfbm}${letter}' ${more} where id = ${book.id}`)
  await asIf('Q')
  const otherWay = await asked(book.cbfbm)
  const notOurs = ['不是家庭承包']
  expect(greyed(otherWay)).toEqual({
    change_split: ['在世成员不足两人'],
    change_transfer: notOurs,
    change_exchange: notOurs,
    ...usual,
    contract_renew: notOurs,
  })
  expect(otherWay.find((t) => t.typeCode === 'contract_cancel')!.start).toBe(`${book.cbfbm}Q`)
  await set(`update cbf set cbflx = '3' where cbfbm = '${book.cbfbm}'`)
  expect(greyed(await asked(book.cbfbm))).toEqual({
    contract_sign: ['已有承包合同'],
    change_split: ['承包方不是农户'],
    change_merge: ['承包方不是农户'],
    change_transfer: notOurs,
    change_exchange: notOurs,
    ...usual,
    contract_renew: notOurs,
  })
  await set(`update cbf set cbflx = '1' where cbfbm = '${book.cbfbm}'`)
  await asIf('J')
  expect((await asked(book.cbfbm, 'en')).find((t) => t.typeCode === 'change_split')!.reasons).toEqual(['fewer than two living members'])
  // without a book only what needs none
  await set(`update djb set qszt = '2' where id = ${book.id}`)
  expect(greyed(await asked(book.cbfbm))).toMatchObject({ change_merge: ['没有现势登记簿'], contract_renew: ['没有现势登记簿'] })
  await set(`update cbf set djzt = '0' where cbfbm = '${book.cbfbm}'`)
  const left = await asked(book.cbfbm)
  expect(left.filter((t) => t.eligible).map((t) => t.typeCode)).toEqual(['contract_sign', 'correct_fbf'])
  expect(left.find((t) => t.typeCode === 'change_merge')!.reasons).toEqual(['尚未登记'])
  await set(`update cbf set djzt = '2' where cbfbm = '${book.cbfbm}'`)
  await set(`update djb set qszt = '1' where id = ${book.id}`)
  // nobody learns of a contractor elsewhere
  expect((await b.call('other')('GET', STARTABLE, {}, { cbfbm: book.cbfbm })).key).toBe('not-found')
  expect((await b.call('county')('GET', STARTABLE)).key).toBe('bad-request')
})

test('only eligible ones are shown of one issuer or village; elsewhere the region is to be narrowed', async () => {
  expect(await listed('/ywbl/change-split/djb/page', { onlyEligible: '1', fbfbm: FBFBM })).toEqual([])
  expect(await listed('/ywbl/change-merge/djb/page', { onlyEligible: '1', regionCode: VILLAGE })).toHaveLength(1)
  expect((await b.call('county')('GET', '/ywbl/change-merge/djb/page', {}, { onlyEligible: '1' })).msg).toMatch(/缩小到一个村或一个发包方/)
})

test('a type makes of a bit what it says: nothing, a warning, a paper, a refusal', () => {
  expect(judge({ mortgaged: 'warn', expired: 'pass', circulating: { paper: 'QT' } }, ['mortgaged', 'expired', 'circulating', 'seized'])).toEqual({
    eligible: false,
    reasons: ['seized'],
    warnings: ['mortgaged'],
    papers: ['QT'],
  })
  expect(judge(undefined, ['alone', 'otherWay', 'issued', 'unsigned', 'realEstate', 'circulating']).eligible).toBe(true)
})
