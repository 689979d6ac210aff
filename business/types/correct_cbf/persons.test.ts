// Corrections one after the other: they replace nobody, make no child the head unasked, and bring nobody back to life.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardCheck } from '../../../kit/model/id-card.ts'
import { bench, memberId, registered as household, type Bench } from '../../../tests/case-bench.ts'
import { stories, type House } from '../../../tests/type-stories.ts'

let b: Bench
let s: ReturnType<typeof stories>
beforeAll(async () => {
  b = await bench()
  s = stories(b, { typeCode: 'correct_cbf', name: '承包方信息更正', files: ['SQS', 'CBFSFZ', 'CBFHKB'] })
})
afterAll(() => b.end())

const sent = (h: House, item: string, form: object, own: object = {}) => s.application(h, item, { bgyy: '登记笔误', ...form }).then((a) => ({ ...a, ...own }))
const refused = async (h: House, item: string, form: object, own: object = {}) => {
  const before = await s.register()
  const r = await s.send(await sent(h, item, form, own))
  expect(await s.register()).toBe(before)
  return r.data?.fields ?? r.msg
}
const done = async (h: House, item: string, form: object, own: object = {}) => s.registered(await s.accepted(await sent(h, item, form, own)))
const numbered = (birth: string) => {
  const d = `510112${birth.replaceAll('-', '')}991`
  return d + idCardCheck(d)
}
const REPLACED = '更正（含历次更正）不能同时更改姓名（名称）和证件号码：换人请办理合同变更'

test('the head is not replaced by two corrections, of the name and then of the number; a name that was wrong goes back first', async () => {
  const h = await household(b, 1, ['00001'])
  const [was, other] = [memberId(1, 0), memberId(901, 0)]
  await done(h, '1', { cbfmc: '王五', cbfzjlx: '1', cbfzjhm: was })
  const as = (obligeName: string) => ({ obligeName })
  expect(await refused(h, '1', { cbfmc: '王五', cbfzjlx: '1', cbfzjhm: other }, as('王五'))).toEqual([{ field: 'cbfmc', msg: REPLACED }])
  expect(await refused(h, '1', { cbfmc: '王五', cbfzjlx: '4', cbfzjhm: other }, as('王五'))).toEqual([{ field: 'cbfmc', msg: REPLACED }])
  await done(h, '1', { cbfmc: h.name, cbfzjlx: '1', cbfzjhm: other }, as('王五'))
  expect((await s.one('cbf', `cbfbm = '${h.cbfbm}'`)).cbfzjhm).toBe(other)
  // and the other way round
  expect(await refused(h, '1', { cbfmc: '赵六', cbfzjlx: '1', cbfzjhm: other }, { obligeIdCard: other })).toEqual([{ field: 'cbfmc', msg: REPLACED }])
})
test('no member is, nor do two of them take each other’s names, at once or one after the other', async () => {
  const h = await household(b, 2, ['00002'])
  const [head, wife, son] = await s.membersOf(h)
  expect(await refused(h, '2', { jtcyList: [head, { ...wife, cyxm: son!.cyxm }, { ...son, cyxm: wife!.cyxm }] })).toMatchObject([
    { field: 'jtcyList.1.cyxm', msg: '成员【李2】与【张小2】不能互换姓名或证件号码：换人请办理合同变更，减少原成员并新增成员' },
    { field: 'jtcyList.2.cyxm' },
  ])
  expect(await refused(h, '2', { jtcyList: [head, { ...wife, cyxm: son!.cyxm }, son] })).toEqual([
    { field: 'jtcyList.1.cyxm', msg: '姓名不能更正为本户另一在世成员的姓名【张小2】' },
  ])
  await done(h, '2', { jtcyList: [head, { ...wife, cyxm: '李二二' }, son] })
  // by way of a third name
  const between = await s.membersOf(h)
  await done(h, '2', { jtcyList: [between[0], between[1], { ...between[2], cyxm: wife!.cyxm }] })
  const now = await s.membersOf(h)
  expect(await refused(h, '2', { jtcyList: [now[0], { ...now[1], cyxm: son!.cyxm }, now[2]] })).toMatchObject([
    { field: 'jtcyList.1.cyxm', msg: '成员【李二二】与【李2】不能互换姓名或证件号码：换人请办理合同变更，减少原成员并新增成员' },
    { field: 'jtcyList.2.cyxm' },
  ])
  expect(await refused(h, '2', { jtcyList: [now[0], { ...now[1], cyzjhm: memberId(902, 1) }, now[2]] })).toEqual([{ field: 'jtcyList.1.cyxm', msg: REPLACED }])
})
test('a correction that makes the head a child, or younger than a child of the household, is asked for a reason and a paper', async () => {
  const h = await household(b, 3, ['00003'])
  const asked = (why: string) => `户主【张3】${why}，确需任户主的，请注明理由（成员备注说明或户主说明），并提交户籍证明`
  const young = { cbfmc: h.name, cbfzjlx: '1', cbfzjhm: numbered('2015-01-01') }
  expect(await refused(h, '1', young)).toEqual([{ field: 'hzsm', msg: asked('未满16周岁') }])
  expect(await refused(h, '1', { ...young, hzsm: '父母双亡' })).toBe('必传材料缺失：死亡、婚嫁、落户证明')
  // who sees numbers with stars is not told how they compare with what he types; the next task asks it
  const next = async (item: string, form: object, field: string) => {
    const id = await s.accepted(await sent(h, item, form))
    await s.to(id, 'check')
    expect((await s.step(id, 'town')).data.fields).toEqual([{ field, msg: asked('比子女【张小3】年幼') }])
    const { processInstanceId } = await s.detail(id)
    expect((await b.call('admin')('POST', '/yw-accept/business/revoke', { reason: '填错' }, { businessId: id, processInstanceId })).msg).toBe('操作成功')
  }
  await next('1', { ...young, cbfzjhm: numbered('1975-01-01') }, 'hzsm')
  const [head, wife, son] = await s.membersOf(h)
  await next('2', { jtcyList: [head, wife, { ...son, cyzjhm: numbered('1960-01-01') }] }, 'jtcyList.0.cybzsm')
  await s.accepted(await sent(h, '1', { ...young, hzsm: '父母双亡' }), ['SQS', 'CBFSFZ', 'CBFHKB', 'HJZM'])
})
test('who died does not live again by a correction', async () => {
  const h = await household(b, 4, ['00004'])
  await b.db.owner.updateTable('jtcy').set({ cybz: '7', sfgyr: '2' }).where('cyzjhm', '=', memberId(4, 2)).execute()
  const [head, wife, son] = await s.membersOf(h)
  const msg = '成员【张小4】已登记去世，不能改为在世；去世登记有误的，请撤回登记该情况的业务，或由两人凭原件办理勘误'
  expect(await refused(h, '2', { jtcyList: [head, wife, { ...son, cybz: '0' }] })).toEqual([{ field: 'jtcyList.2.cybz', msg }])
})
