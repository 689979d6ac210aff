// Households that nobody heads, or several do: who is proposed, what is written, and what is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildContract } from '../../tests/factories.ts'
import { idCardCheck } from '../../kit/model/id-card.ts'
import { idCard } from '../../tests/samples.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { headChanges, headFault, proposedHead, relationTo, type HeadCandidate } from './heads.ts'

let serial = 100
/** Who was born in a year, by a number that says so. */
function born(year: number, sex: '1' | '2' = '1') {
  serial += 2
  const digits = `512021${year}0101${serial + (sex === '1' ? 1 : 0)}`
  return { cyzjhm: digits + idCardCheck(digits), cyxb: sex }
}
const of = (id: string, over: object = {}): HeadCandidate => ({
  id,
  cyxm: `成员${id}`,
  cyzjlx: '1',
  yhzgx: '20',
  sfgyr: '1',
  cybz: '0',
  ...born(1960),
  ...over,
})

test('both codes count as a head, and the contractor is proposed: by name and number before one of them, never two, never who died or has no share', () => {
  expect([[], [of('1', { yhzgx: '02' })], [of('1', { yhzgx: '01' })], [of('1', { yhzgx: '02' }), of('2', { yhzgx: '01' })]].map(headFault)).toEqual([
    'none',
    undefined,
    undefined,
    'several',
  ])
  const [a, b] = [of('1'), of('2')]
  const contractor = { cbfmc: a.cyxm, cbfzjhm: a.cyzjhm }
  const by = (list: readonly HeadCandidate[], c = contractor) => {
    const found = proposedHead(c, list)
    return found && [found.member.id, found.by]
  }
  expect(by([b, a])).toEqual(['1', 'same'])
  expect(by([b, { ...a, cyxm: '别名' }])).toEqual(['1', 'number'])
  expect(by([a, { ...b, cyxm: a.cyxm }], { cbfmc: a.cyxm, cbfzjhm: '512021190001010011' })).toBeUndefined()
  expect(by([b, { ...a, cyzjhm: idCard() }])).toEqual(['1', 'name'])
  expect(by([b, { ...a, cybz: '7' }])).toBeUndefined()
  expect(by([b, { ...a, sfgyr: '2' }])).toBeUndefined()
  expect(by([b])).toBeUndefined()
})

test('who heads no more gets a relation by age and sex, or the one that was said', () => {
  const head = of('1', { yhzgx: '02', ...born(1950) })
  const wife = of('2', { yhzgx: '02', ...born(1952, '2') })
  const son = of('3', { yhzgx: '01', ...born(1975) })
  const mother = of('4', { yhzgx: '01', ...born(1928, '2') })
  const all = [head, wife, son, mother]
  expect([wife, son, mother].map((m) => relationTo(head, m, all))).toEqual(['10', '20', '52'])
  expect(relationTo(head, wife, [...all, of('5', { yhzgx: '12' })])).toBe('97')
  expect(headChanges(all, head, { 3: '29' })).toEqual([
    { id: '2', before: '02', after: '10' },
    { id: '3', before: '01', after: '29' },
    { id: '4', before: '01', after: '52' },
  ])
  expect(headChanges([of('1'), of('2')], of('2'))).toEqual([{ id: '2', before: '20', after: '02' }])
})

let w: World
let county: Client
beforeAll(async () => {
  w = await world()
  county = await w.as('county')
})
afterAll(() => w?.end())
const relations = async (cbfbm: string): Promise<string[]> =>
  (await county.get('/base-qssj/jtcy/list-by-cbfbm', { cbfbm })).data.map((m: { yhzgx: string }) => m.yhzgx)
const queued = async (fault?: string) =>
  (await county.get('/base-qssj/cbf/heads', { regionCode: '512021119203', size: 100, ...(fault ? { fault } : {}) })).data.records as Record<string, any>[]
/** A child of every head: the numbers of the factories are born from 1950 to 2009. */
const child = (i: number): string => {
  const digits = `51202120120101${951 + 2 * i}`
  return digits + idCardCheck(digits)
}
/** What an old package left: the codes of a household's members as given, those beside the first one children. */
const left = (cbfbm: string, codes: readonly string[]) =>
  w.db.transaction({ tenantId: '000000' }, async (tx) => {
    const rows = await tx.selectFrom('jtcy').select('id').where('countyCode', '=', '512021').where('cbfbm', '=', cbfbm).orderBy('sort').execute()
    for (const [i, r] of rows.entries())
      await tx
        .updateTable('jtcy')
        .set({ yhzgx: codes[i], ...(i > 0 ? { cyzjhm: child(i) } : {}) })
        .where('countyCode', '=', '512021')
        .where('id', '=', r.id)
        .execute()
  })

test('a registered household without a head is queued with its contractor, repaired by one call, on record, with a further edition of its book', async () => {
  const { household, book } = await buildContract(w, { name: '赵立', members: ['赵小'] })
  const cbfbm = household.cbfbm!
  expect((await queued()).map((r) => r.cbfbm)).not.toContain(cbfbm)
  await left(cbfbm, ['20', '20'])
  const row = (await queued('none')).find((r) => r.cbfbm === cbfbm)!
  expect([row.fault, row.proposed]).toEqual(['none', { id: household.members[0]!.id, by: 'same' }])
  expect((await queued('several')).map((r) => r.cbfbm)).not.toContain(cbfbm)
  const wrong = await county.post('/base-qssj/cbf/head', { cbfbm, memberId: household.members[1]!.id })
  expect(wrong.data.fields).toEqual([{ field: 'reason', msg: '【赵小】与承包方代表【赵立】不是同一人，请说明原因' }])
  expect((await county.post('/base-qssj/cbf/head', { cbfbm, memberId: row.proposed.id })).msg).toBe('操作成功')
  expect(await relations(cbfbm)).toEqual(['02', '20'])
  expect((await queued()).map((r) => r.cbfbm)).not.toContain(cbfbm)
  const [kept] = (await county.get('/base-qssj/correction/page', { objectCode: cbfbm })).data.records
  expect([kept.objectKind, kept.status, kept.proposer !== '']).toEqual(['jtcy', '1', true])
  const shown = (await county.get('/base-qssj/djb/detailById', { id: book.id })).data
  expect(shown.jtcyList.map((m: { yhzgx: string }) => m.yhzgx)).toEqual(['02', '20'])
  const again = await county.post('/base-qssj/cbf/head', { cbfbm, memberId: row.proposed.id })
  expect([again.status, again.msg]).toEqual([409, `承包方【${cbfbm}】已有且只有一位户主，无需修复，请刷新`])
})

test('several heads: the contractor stays, the others become what was said; nothing changes where the call is wrong', async () => {
  const { household } = await buildContract(w, { name: '钱大', members: ['钱二', '钱三'] })
  const cbfbm = household.cbfbm!
  await left(cbfbm, ['01', '02', '02'])
  const [a, b, c] = household.members.map((m) => m.id)
  const ask = (over: object) => county.post('/base-qssj/cbf/head', { cbfbm, memberId: a, ...over })
  expect((await ask({ memberId: '1' })).data.fields[0].msg).toBe('请选择本户成员')
  expect((await ask({ relations: { [b!]: '02' } })).data.fields[0].msg).toBe('请选择其他成员与户主关系')
  expect((await ask({ relations: { [b!]: 'zz' } })).status).toBe(400)
  expect(await relations(cbfbm)).toEqual(['01', '02', '02'])
  expect((await county.get('/base-qssj/cbf/heads', { fault: 'x' })).data.fields[0].msg).toBe('请选择户主问题')
  expect((await ask({ relations: { [b!]: '73', [c!]: '73' } })).msg).toBe('操作成功')
  expect(await relations(cbfbm)).toEqual(['01', '73', '73'])
  const platform = await w.as('admin')
  // of two heads the one who is chosen is looked at: a contractor who is a child is asked for
  const { household: young } = await buildContract(w, { name: '孙大', members: ['孙二'] })
  await left(young.cbfbm!, ['02', '02'])
  await w.db.pool.query(`update cbf set cbfmc = '孙二', cbfzjhm = $2 where cbfbm = $1 and zt = '1'`, [young.cbfbm, child(1)])
  const asked = await county.post('/base-qssj/cbf/head', { cbfbm: young.cbfbm, memberId: young.members[1]!.id })
  expect(asked.data.fields).toEqual([{ field: 'reason', msg: '户主【孙二】未满16周岁，请说明原因' }])
  expect(await relations(young.cbfbm!)).toEqual(['02', '02'])
  expect((await platform.get('/base-qssj/cbf/heads')).msg).toBe('户主修复请选择县级或以下的行政区划')
  expect((await (await w.as('village')).post('/base-qssj/cbf/head', { cbfbm, memberId: a })).status).toBe(403)
})
