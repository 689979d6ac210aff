// Who comes into a household, who applies, and who cannot: a person by the number whatever document is named, nobody dead, nobody in another's row.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardCheck } from '../../../kit/model/id-card.ts'
import { attachTo, bench, memberId, registered, type Bench } from '../../../tests/case-bench.ts'
import { stories, type House } from '../../../tests/type-stories.ts'

let b: Bench
let s: ReturnType<typeof stories>
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'CBJYQZ', 'HJZM', 'HYJL', 'QT', 'XY', 'DCB', 'GSB']
beforeAll(async () => {
  b = await bench()
  s = stories(b, { typeCode: 'change_contract', name: '合同变更', files: FILES })
})
afterAll(() => b.end())

const sent = (h: House, jtcyList: object[], own: object = {}) => s.application(h, '1', { bgyy: '家庭成员变化', jtcyList }).then((a) => ({ ...a, ...own }))
const refused = async (h: House, jtcyList: object[], own: object = {}) => {
  const before = await s.register()
  const r = await s.send(await sent(h, jtcyList, own))
  expect(await s.register()).toBe(before)
  return r.data?.fields?.map((f: { field: string; msg: string }) => [f.field, f.msg]) ?? r.msg
}
const newcomer = (cyzjhm: string, more: object = {}) => ({ cyxm: '张新', cyxb: '2', yhzgx: '30', cyzjlx: '1', cyzjhm, sfgyr: '1', cybz: '0', ...more })

test('a co-owner of another household does not come in under another document, nor twice by two cases', async () => {
  const [h, other, third] = [await registered(b, 1, ['00001']), await registered(b, 2, ['00002']), await registered(b, 3, ['00003'])]
  const own = await s.membersOf(h)
  const theirs = memberId(2, 1)
  const old = theirs.slice(0, 6) + theirs.slice(8, 17)
  const elsewhere = `【李2】已是承包方【${other.cbfbm}】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认`
  const resident = '号码像居民身份证号码，证件类型请选择“居民身份证”（凭户口簿办理的选择“户口簿”）'
  for (const [cyzjlx, number, said] of [
    ['9', theirs, resident],
    ['4', theirs, elsewhere],
    ['5', old, resident],
  ] as const)
    expect((await refused(h, [...own, newcomer(number, { cyzjlx })]))[0]).toEqual(['jtcyList.3.cyzjhm', said])
  // of the same household he is the same member twice
  expect((await refused(h, [...own, newcomer(memberId(1, 1), { cyzjlx: '4' })]))[0]).toEqual(['jtcyList.3.cyzjhm', '家庭成员证件号码重复'])
  await s.accepted(await sent(h, [...own, newcomer(memberId(901, 1))]))
  const again = await s.send(await sent(third, [...(await s.membersOf(third)), newcomer(memberId(901, 1), { cyzjlx: '4' })]))
  expect(again.key).toBe('E1001')
})
test('nobody dead comes in, in a new row or in that of a member, and who died does not live again', async () => {
  const h = await registered(b, 4, ['00004'])
  await b.db.owner.updateTable('jtcy').set({ cybz: '7', sfgyr: '2' }).where('cyzjhm', '=', memberId(4, 1)).execute()
  const [head, wife, son] = await s.membersOf(h)
  const dead = { cybz: '7', sfgyr: '2' }
  expect(await refused(h, [head!, wife!, son!, newcomer(memberId(904, 1), dead)])).toEqual([['jtcyList.3.cybz', '已去世的人员不能新增为家庭成员']])
  expect(await refused(h, [head!, wife!, { ...son, ...dead, cyxm: '张新', cyzjhm: memberId(904, 2) }])).toEqual([
    ['jtcyList.2.cybz', '已去世的人员不能新增为家庭成员'],
  ])
  const msg = '成员【李4】已登记去世，不能改为在世；去世登记有误的，请撤回登记该情况的业务，或由两人凭原件办理勘误'
  expect(await refused(h, [head!, { ...wife, cybz: '0', sfgyr: '1' }, son!])).toEqual([['jtcyList.1.cybz', msg]])
  expect(await refused(h, [head!, son!, newcomer(memberId(4, 1), { cyzjlx: '4' })])).toEqual([['jtcyList.2.cybz', msg]])
})
test('nobody becomes somebody else in his own row, and two members do not change places', async () => {
  const h = await registered(b, 5, ['00005'])
  const [head, wife, son] = await s.membersOf(h)
  expect(await refused(h, [head!, { ...wife, cyxm: '李新', cyzjhm: memberId(905, 1) }, son!])).toEqual([
    ['jtcyList.1.cyxm', '成员【李5】的姓名和证件号码不能同时变更：换人请减少原成员并新增成员'],
  ])
  expect((await refused(h, [head!, { ...wife, cyxm: son!.cyxm }, { ...son, cyxm: wife!.cyxm }])).map(([f]: [string]) => f)).toEqual([
    'jtcyList.1.cyxm',
    'jtcyList.2.cyxm',
  ])
})
test('who has died, or dies or leaves by the case, does not apply for it', async () => {
  const h = await registered(b, 6, ['00006'])
  const [head, wife, son] = await s.membersOf(h)
  const by = (m: any) => ({ obligeName: m.cyxm, obligeIdCard: m.cyzjhm })
  const gone = (name: string) => [['obligeName', `【${name}】已去世或不再是本户成员，不能作为申请人：请由在世的共有人、发包方或代理人申请`]]
  expect(await refused(h, [head!, { ...wife, cybz: '7', sfgyr: '2' }, son!], by(wife))).toEqual(gone('李6'))
  expect(await refused(h, [head!, wife!], by(son))).toEqual(gone('张小6'))
  await b.db.owner.updateTable('jtcy').set({ cybz: '7', sfgyr: '2' }).where('cyzjhm', '=', memberId(6, 1)).execute()
  const body = await sent(h, [head!, { ...wife, cybz: '7', sfgyr: '2' }, { ...son, cybz: '3' }], by(wife))
  const r = await b.call('village', 'en')('POST', '/yw-accept/business/submit', body)
  expect(r.data.fields).toEqual([
    { field: 'obligeName', msg: '李6 has died or is no member any more and cannot apply: a living co-owner, the issuer or an agent applies' },
  ])
})
test('who sees numbers with stars finds no birthday by typing others beside it; the next task asks what was not compared', async () => {
  const h = await registered(b, 7, ['00007'])
  const own = await s.membersOf(h)
  const born = (birth: string) => {
    const d = `510112${birth.replaceAll('-', '')}152`
    return newcomer(d + idCardCheck(d))
  }
  // with and without its papers: with them the step is tried, and the task behind it is reached
  const told = async (person: 'village' | 'town', birth: string, draftId?: string) => {
    const typed = { ...(await sent(h, [...own, born(birth)])), ...(draftId ? { draftId } : {}) }
    const { msg, data } = await b.call(person)('POST', '/yw-accept/business/pre-flight', typed)
    expect(msg).toBe('操作成功')
    expect(data.findings.some((f: { code: string; task: string }) => f.code === 'E1014' && f.task === 'register')).toBe(!draftId)
    return data.findings.filter((f: { field?: string }) => /cybzsm|^jtcyList.3/.test(f.field ?? '')).map((f: { msg: string }) => f.msg)
  }
  const attached = async (person: 'village' | 'town') => {
    const { data } = await b.call(person)('POST', '/yw-accept/business/keep-input', { businessTypeCode: 'change_contract', body: {} })
    await attachTo(b, data.businessId, FILES)
    return String(data.businessId)
  }
  // the head was born on the 1st of January of 1970
  const young = '户主【张7】比子女【张新】年幼，确需任户主的，请注明理由（成员备注说明或户主说明），并提交户籍证明'
  for (const [ofTown, ofVillage] of [[], [await attached('town'), await attached('village')]]) {
    expect([await told('town', '1969-12-31', ofTown), await told('town', '1999-01-01', ofTown)]).toEqual([[young], []])
    expect([await told('village', '1969-12-31', ofVillage), await told('village', '1999-01-01', ofVillage)]).toEqual([[], []])
  }
  const id = await s.accepted(await sent(h, [...own, born('1969-12-31')]))
  await s.to(id, 'check')
  expect((await s.step(id, 'town')).data.fields).toEqual([{ field: 'jtcyList.0.cybzsm', msg: young }])
})
