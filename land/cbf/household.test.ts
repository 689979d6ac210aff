// A household comes and goes as a whole: what its members may carry, and what nobody can change.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardCheck } from '../../kit/model/id-card.ts'
import { idCard, sample } from '../../tests/samples.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { cbf } from '../definitions/cbf.ts'
import { fbf } from '../definitions/fbf.ts'
import { jtcy } from '../definitions/jtcy.ts'

let w: World
let clerk: Client
let fbfbm = ''
beforeAll(async () => {
  w = await world()
  clerk = await w.as('county')
  const { data } = await clerk.post('/base-qssj/fbf/save', sample(fbf))
  fbfbm = (await clerk.get('/base-qssj/fbf/detail', { id: data })).data.fbfbm
})
afterAll(() => w?.end())

const member = (over: object = {}) => ({ ...sample(jtcy), yhzgx: '02', cybz: null, ...over })
/** A household whose head is the contractor. */
const household = (over: object = {}) => {
  const head: Record<string, any> = member()
  return { ...sample(cbf), fbfbm, cbflx: '1', cbfmc: head.cyxm, cbfzjhm: head.cyzjhm, jtcyList: [head], ...over }
}
const wide = (v: string) => v.replace(/[0-9A-Z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
type Said = readonly [zh: string, en: string]
/** A refused call in both languages, as the fields it names or as its sentence. */
async function refused(verb: 'save' | 'update', body: object): Promise<Said> {
  const say = async (lang: string) => {
    const a = await clerk.send('POST', `/base-qssj/cbf/${verb}`, { body, headers: { 'accept-language': lang } })
    expect(a.status).toBe(400)
    return a.data?.fields ? a.data.fields.map((f: { field: string; msg: string }) => `${f.field}: ${f.msg}`).join('; ') : a.msg
  }
  return [await say('zh'), await say('en')]
}
/** A stored household as its detail answers it. */
async function stored(over: object = {}): Promise<Record<string, any>> {
  const { data, msg } = await clerk.post('/base-qssj/cbf/save', household(over))
  expect(msg).toBe('操作成功')
  return (await clerk.get('/base-qssj/cbf/detail', { id: data })).data
}
/** What the form of a stored household sends back, with a change of its first member or of itself. */
const sent = (h: Record<string, any>, change: object = {}, own: object = {}) => ({
  ...Object.fromEntries(Object.entries(h).filter(([n]) => n in cbf.fields || ['id', 'rev'].includes(n))),
  jtcyList: [{ ...h.jtcyList[0], ...change }],
  ...own,
})

test('a name that no member has is refused by name, whether the household is new or known', async () => {
  const words: Said = ['不支持的参数：jtcyList.0.nickname', 'Unknown parameter: jtcyList.0.nickname']
  expect(await refused('save', household({ jtcyList: [member({ nickname: '小张' })] }))).toEqual(words)
  expect(await refused('update', sent(await stored(), { nickname: '小张' }))).toEqual(words)
})

test('members that are no list of members are refused', async () => {
  for (const jtcyList of ['张三', [1], [null], [[]], { cyxm: '张三' }])
    expect(await refused('save', household({ jtcyList }))).toEqual(['jtcyList: 家庭成员格式不正确', 'jtcyList: The members are malformed'])
})

test('a household that comes back as it was read is taken, and what no form sets is ignored where it is the same or empty', async () => {
  const h = await stored()
  expect((await clerk.post('/base-qssj/cbf/update', sent(h, { cyxm: '李四' }, { cbfmc: '李四' }))).msg).toBe('操作成功')
  const now = (await clerk.get('/base-qssj/cbf/detail', { id: h.id })).data
  expect(now.jtcyList.map((m: any) => [m.id, m.cyxm, m.createTime])).toEqual([[h.jtcyList[0].id, '李四', h.jtcyList[0].createTime]])
  expect((await clerk.post('/base-qssj/cbf/update', sent(now, { cbfbm: null, tenantId: '', sort: 7, rev: 99 }))).msg).toBe('操作成功')
})

test('what no form sets is refused by name where it differs', async () => {
  const h = await stored()
  const differs = (change: object, own: object = {}) => refused('update', sent(h, change, own))
  expect(await differs({ cbfbm: '1' })).toEqual(['jtcyList.0.cbfbm: 承包方编码不能修改', 'jtcyList.0.cbfbm: Contractor code cannot be changed'])
  expect(await differs({ createUser: '1' })).toEqual(['jtcyList.0.createUser: createUser不能修改', 'jtcyList.0.createUser: createUser cannot be changed'])
  expect(await differs({ regionCode: '51' })).toEqual(['jtcyList.0.regionCode: 行政区划不能修改', 'jtcyList.0.regionCode: Region cannot be changed'])
  expect(await differs({}, { djzt: '2' })).toEqual(['djzt: 登记状态不能修改', 'djzt: Registration cannot be changed'])
  expect(await differs({}, { cbfbm: `${fbfbm}0009` })).toEqual(['cbfbm: 承包方编码不能修改', 'cbfbm: Code cannot be changed'])
  // a new member gets these from its household
  const more = (over: object) => refused('update', sent(h, {}, { jtcyList: [h.jtcyList[0], { ...member({ yhzgx: '10' }), ...over }] }))
  expect(await more({ cbfId: '1' })).toEqual(['jtcyList.1.cbfId: 承包方不能修改', 'jtcyList.1.cbfId: Contractor cannot be changed'])
  const two = sent(h, {}, { jtcyList: [h.jtcyList[0], { ...member({ yhzgx: '10' }), cbfId: h.id, cbfbm: h.cbfbm }] })
  expect((await clerk.post('/base-qssj/cbf/update', two)).msg).toBe('操作成功')
})

test('issuer and type of a contractor are fixed, each in its own words', async () => {
  const h = await stored()
  expect(await refused('update', sent(h, {}, { cbflx: '2', jtcyList: [] }))).toEqual(['承包方类型不能更改', 'The type of a contractor cannot be changed'])
  const other = (await clerk.post('/base-qssj/fbf/save', sample(fbf, { regionCode: '51202111920390' }))).data
  const { fbfbm: code } = (await clerk.get('/base-qssj/fbf/detail', { id: other })).data
  expect(await refused('update', sent(h, {}, { fbfbm: code }))).toEqual(['发包方不能更改', 'The issuer cannot be changed'])
})

test('the head of a household is the contractor by name, document and number, whoever sends it', async () => {
  const name: Said = ['jtcyList.0.cyxm: 户主姓名与承包方（代表）名称不一致', 'jtcyList.0.cyxm: The name of the head differs from that of the contractor']
  const number: Said = [
    'jtcyList.0.cyzjhm: 户主证件号码与承包方（代表）证件号码不一致',
    'jtcyList.0.cyzjhm: The ID number of the head differs from that of the contractor',
  ]
  expect(await refused('save', household({ cbfmc: '张' }))).toEqual(name)
  expect(await refused('save', household({ cbfzjhm: idCard() }))).toEqual(number)
  // one number is not of two documents
  const type: Said = [
    'jtcyList.0.cyzjlx: 户主证件类型与承包方（代表）证件类型不一致',
    'jtcyList.0.cyzjlx: The document type of the head differs from that of the contractor',
  ]
  expect(await refused('save', household({ cbfzjlx: '5' }))).toEqual(type)
  // the contractor is the second member: the head counts, not the first line
  const second = household()
  expect(await refused('save', { ...second, jtcyList: [member({ yhzgx: '10' }), member({ cyxm: second.cbfmc })] })).toEqual([
    number[0].replace('.0.', '.1.'),
    number[1].replace('.0.', '.1.'),
  ])
  const h = await stored()
  expect(await refused('update', sent(h, { cyxm: '李' }))).toEqual(name)
  expect(await refused('update', sent(h, {}, { cbfzjhm: idCard() }))).toEqual(number)
  expect(await refused('update', sent(h, {}, { cbfzjlx: '5' }))).toEqual(type)
  // another head without another contractor
  const others = { jtcyList: [{ ...h.jtcyList[0], yhzgx: '10' }, member({ cyxm: '王五' })] }
  expect((await refused('update', sent(h, {}, others)))[0]).toContain('jtcyList.1.cyxm')
})

test('a household that was imported with another head can still be changed, put right, and not made worse', async () => {
  const h = await stored()
  await sql`update jtcy set cyxm = '旧名' where "cbfId" = ${h.id}`.execute(w.db.owner)
  const now = async () => (await clerk.get('/base-qssj/cbf/detail', { id: h.id })).data
  const apart = await now()
  expect((await clerk.post('/base-qssj/cbf/update', sent(apart, {}, { cbfdz: '新地址' }))).msg).toBe('操作成功')
  expect((await refused('update', sent(await now(), {}, { cbfmc: '别人' })))[0]).toContain('jtcyList.0.cyxm')
  expect((await clerk.post('/base-qssj/cbf/update', sent(await now(), { cyxm: h.cbfmc }))).msg).toBe('操作成功')
  expect((await now()).jtcyList[0].cyxm).toBe(h.cbfmc)
})

test('who sees numbers masked in the list sees them masked in the detail, and changes what is beside them', async () => {
  const h = await stored()
  const village = await w.as('village')
  const seen = (await village.get('/base-qssj/cbf/detail', { id: h.id })).data
  expect([seen.cbfzjhm, seen.jtcyList[0].cyzjhm]).toEqual(Array(2).fill(expect.stringMatching(/^\d{3}\*+\w{4}$/)))
  const { data: members } = await village.get('/base-qssj/jtcy/list-by-cbfbm', { cbfbm: h.cbfbm })
  expect(members[0].cyzjhm).toBe(seen.jtcyList[0].cyzjhm)
  expect((await village.post('/base-qssj/cbf/update', sent(seen, { cybzsm: '外出' }, { cbfdz: '新地址' }))).msg).toBe('操作成功')
  const now = (await clerk.get('/base-qssj/cbf/detail', { id: h.id })).data
  expect([now.cbfdz, now.cbfzjhm, now.lxdh, now.jtcyList[0].cyzjhm, now.jtcyList[0].cybzsm]).toEqual([
    '新地址',
    h.cbfzjhm,
    h.lxdh,
    h.jtcyList[0].cyzjhm,
    '外出',
  ])
  // a mask of something else is no number
  const again = (await village.get('/base-qssj/cbf/detail', { id: h.id })).data
  const other = await village.post('/base-qssj/cbf/update', sent(again, {}, { cbfzjhm: '999***********0000' }))
  expect([other.code, other.data.fields.map((f: { field: string }) => f.field)]).toEqual([400, expect.arrayContaining(['cbfzjhm'])])
})

test('nobody dead comes into a household, and a person is one whatever document is named; a survey is not reviewed before it was made', async () => {
  const dead = member({ yhzgx: '20', cybz: '7', sfgyr: '2', cyzjhm: idCard() })
  const head: Record<string, any> = member()
  const own = { cbfmc: head.cyxm, cbfzjhm: head.cyzjhm }
  expect(await refused('save', household({ ...own, jtcyList: [head, dead] }))).toEqual([
    'jtcyList.1.cybz: 已去世的人员不能新增为家庭成员',
    'jtcyList.1.cybz: Nobody who has died becomes a member',
  ])
  const twice = member({ yhzgx: '20', cyzjlx: '4', cyzjhm: head.cyzjhm })
  expect((await refused('save', household({ ...own, jtcyList: [head, twice] })))[0]).toBe('jtcyList.1.cyzjhm: 家庭成员证件号码重复')
  const other = await stored()
  const taken = (cyzjlx: string) => household({ ...own, jtcyList: [head, { ...member({ yhzgx: '20', cyzjlx }), cyzjhm: other.jtcyList[0].cyzjhm }] })
  expect((await refused('save', taken('4')))[0]).toContain(`已是承包方【${other.cbfbm}】的共有人`)
  expect((await refused('save', taken('9')))[0]).toContain('号码像居民身份证号码，证件类型请选择“居民身份证”')
  expect((await refused('save', household({ ...own, jtcyList: [head], cbfdcrq: '1978-06-01', cbfzjhm: idCard(), cbflx: '2', cbfmc: '???' }))).join()).toContain(
    'cbfmc: 姓名（名称）不能只有数字或符号',
  )
  expect((await refused('save', household({ ...own, jtcyList: [head], cbfdcrq: '2020-01-02', gsshrq: '2020-01-01' })))[0]).toBe(
    'gsshrq: 公示审核日期不能早于承包方调查日期',
  )
  expect((await refused('save', household({ ...own, jtcyList: [head], cbfdcrq: '1950-01-01' })))[0]).toBe('cbfdcrq: 承包方调查日期不能早于1978-01-01')
})

test('of several who bring one person into households at the same moment one is taken, however the number is typed', async () => {
  const at = (list: Promise<{ status: number }>[]) => Promise.all(list).then((all) => all.map((a) => a.status).toSorted())
  const head: Record<string, any> = member()
  const typed = (i: number) => (i % 2 ? `${head.cyzjhm.slice(0, 6)} ${head.cyzjhm.slice(6)}` : head.cyzjhm)
  const alike = (i: number) => household({ cbfmc: head.cyxm, cbfzjhm: typed(i), jtcyList: [{ ...head, cyzjhm: typed(i) }] })
  expect(await at([0, 1, 2, 3, 4].map((i) => clerk.post('/base-qssj/cbf/save', alike(i))))).toEqual([200, 400, 400, 400, 400])
  const [one, other] = [await stored(), await stored()]
  const child = member({ yhzgx: '20' })
  const joined = (h: Record<string, any>) => sent(h, {}, { jtcyList: [h.jtcyList[0], child] })
  expect(await at([one, other].map((h) => clerk.post('/base-qssj/cbf/update', joined(h))))).toEqual([200, 400])
  expect((await sql`select from code_counter where kind = 'person'`.execute(w.db.owner)).rows).toEqual([])
})

/** The term of the issuer's round, once that is recorded. */
const ROUND = { cbqxq: '1998-10-01', cbqx: 30, cbqxz: '2028-09-30' }
test('a typed term is that of a contract: it begins inside the recorded rounds and runs no longer than they, or the law, have it', async () => {
  const terms = (cbqxq: string, cbqx: number, cbqxz: string, cbfs = '110') => household({ cbfs, cbqxq, cbqx, cbqxz })
  expect((await refused('save', terms('2010-01-01', 40, '2049-12-31')))[0]).toBe('cbqxz: 耕地的承包期限最长30年，自2010-01-01起最晚至2039-12-31')
  expect((await refused('save', terms('2025-01-01', 50, '9999-01-01', '121')))[0]).toContain('以其他方式承包的，承包期限最长50年')
  await sql`insert into fbf_round ("countyCode", id, "tenantId", rev, "createUser", "createTime", "updateUser", "updateTime", "regionCode", fbfbm, "roundNo", "fromDay", "toDay", "causeKind", "causeId")
    values (${fbfbm.slice(0, 6)}, 7, '000000', 1, 1, ${w.ago(0)}::timestamp, 1, ${w.ago(0)}::timestamp, ${fbfbm}, ${fbfbm}, 2, '1998-10-01', '2028-09-30', 'plan', '7')`.execute(
    w.db.owner,
  )
  expect((await refused('save', terms('1999-10-01', 30, '2029-09-30')))[0]).toBe('cbqxz: 承包期限止不得超过本轮承包期【2028-09-30】')
  expect(await refused('save', terms('2028-10-01', 30, '2058-09-30'))).toEqual([
    'cbqxq: 承包期限起不得晚于已登记的本轮承包期止【2028-09-30】；属下一轮承包的，请先登记下一轮承包期',
    'cbqxq: The term may not begin after the last recorded round, which ends on 2028-09-30: record the next round first',
  ])
  // the years that were agreed are those between the days, a part of one counting as one
  for (const [years, words] of [
    [1, '承包期限1年与起止日期不一致：2026-02-01至2028-09-30为3年（不足一年的按一年计）'],
    [99, '承包期限不得超过30年'],
    [0, '承包期限必须大于0'],
  ] as const)
    expect((await refused('save', terms('2026-02-01', years, '2028-09-30')))[0]).toBe(`cbqx: ${words}`)
  expect((await refused('save', terms('2026-02-01', 3, '2026-01-31')))[0]).toBe('cbqxz: 承包期限止应晚于承包期限起')
  expect((await refused('save', terms('1977-01-01', 30, '2006-12-31')))[0]).toBe('cbqxq: 承包期限起不能早于1978-01-01')
  expect((await refused('save', terms('1990-01-01', 30, '2019-12-31')))[0]).toContain('承包期限已于2019-12-31届满')
  expect((await refused('save', terms('2050-01-01', 50, '2099-12-31', '121')))[0]).toContain('今天起3年')
  expect((await clerk.post('/base-qssj/cbf/save', terms('2026-02-01', 3, '2028-09-30'))).msg).toBe('操作成功')
  const h = await stored(ROUND)
  const term = (over: object) => sent(h, {}, { cbqxq: '1999-10-01', cbqx: 29, cbqxz: '2028-09-30', ...over })
  expect((await refused('update', term({ cbqx: 70 })))[0]).toBe('cbqx: 承包期限不得超过30年')
  expect((await clerk.post('/base-qssj/cbf/update', term({}))).msg).toBe('操作成功')
})

test('the number of a person in the register is nobody else’s, and a child is no principal: of issuers and who signs for them', async () => {
  const { cbfmc, cbfzjhm } = await stored(ROUND)
  const issuer = (await clerk.get('/base-qssj/fbf/detail', { fbfbm })).data
  const child = '512021201801019510'
  const principal = async (over: object) => (await clerk.post('/base-qssj/fbf/update', { ...issuer, ...over })).data?.fields
  const others = `该证件号码在登记簿中为【${cbfmc}】，与填写的姓名不一致`
  for (const typed of [cbfzjhm, `${cbfzjhm.slice(0, 6)}${cbfzjhm.slice(8, 17)}`, wide(cbfzjhm)])
    expect(await principal({ fbffzrxm: '赵新任', fzrzjhm: typed })).toEqual([{ field: 'fzrzjhm', msg: others }])
  const young = child.slice(0, 17) + idCardCheck(child.slice(0, 17))
  expect(await principal({ fbffzrxm: '赵新任', fzrzjhm: young })).toEqual([{ field: 'fzrzjhm', msg: '未满18周岁的人员不能担任发包方负责人' }])
  const old = `51202119050101951`
  expect(await principal({ fbffzrxm: '赵新任', fzrzjhm: old + idCardCheck(old) })).toEqual([
    { field: 'fzrzjhm', msg: '证件号码中的出生日期距今已超过120年，请核对证件号码' },
  ])
  // another spelling of his own name, and the person of the register himself
  expect(await principal({ fbffzrxm: '赵新' })).toBeUndefined()
  const now = (await clerk.get('/base-qssj/fbf/detail', { fbfbm })).data
  expect((await clerk.post('/base-qssj/fbf/update', { ...now, fbffzrxm: cbfmc, fzrzjhm: cbfzjhm })).msg).toBe('操作成功')
})
