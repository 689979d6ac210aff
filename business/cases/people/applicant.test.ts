import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardCheck } from '../../../kit/model/id-card.ts'
import { maskText } from '../../../kit/model/mask.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { issuerOf } from '../../../tests/applications.ts'
import { stories, type Sent } from '../../../tests/type-stories.ts'
import { asParty, isNamed, partiesIn } from './applicant.ts'
import { application as newHousehold, attachTo, bench, FBFBM, land, memberId, registered as household, type Bench } from '../../../tests/case-bench.ts'
import { following } from '../web/form/applicant.web.ts'

const former = { obligeName: '乔辉根', obligePhone: '19900000011' }
const none = () => false

test('what was filled for the former contractor goes with it, also where the new one has nothing of the kind; what was typed stays', () => {
  expect(following(former, former, { obligeName: '冯新民', obligePhone: undefined }, none)).toEqual({ obligeName: '冯新民', obligePhone: undefined })
  const typed = { ...former, obligePhone: '13800000001' }
  expect(following(typed, former, { obligeName: '冯新民', obligePhone: undefined }, none)).toEqual({ obligeName: '冯新民' })
  expect(following(typed, former, { obligePhone: '13900000009' }, none)).toEqual({})
  expect(following({}, {}, { obligeName: '冯新民', obligePhone: undefined }, none)).toEqual({ obligeName: '冯新民' })
  expect(following(former, {}, { obligeName: '冯新民' }, (n) => n === 'obligeName')).toEqual({ obligeName: '冯新民' })
})

const [HEAD, OTHER] = [memberId(1, 0), memberId(2, 0)]
test('a form names its parties by code, by book and by what it describes', () => {
  const form = { fbfbm: FBFBM, cbjyqzbm: `${FBFBM}0001J`, cbjyqzbmB: `${FBFBM}0002J`, cbfZr: { cbfbm: `${FBFBM}0003` }, dk: [{ dkbm: `${FBFBM}00001` }] }
  expect(partiesIn(form).codes).toEqual([`${FBFBM}0001`, `${FBFBM}0002`, `${FBFBM}0003`])
  const { holders, members } = partiesIn({ cbf: { cbfmc: '张三', cbfzjhm: HEAD, jtcyList: [{ cyxm: '李四', cyzjhm: OTHER }] } })
  expect([holders.map((h) => [h.name, h.idCard]), members.map((m) => [m.name, m.idCard])]).toEqual([[['张三', HEAD]], [['李四', OTHER]]])
  expect([isNamed(' 张三 ', '张三'), isNamed('张', '张三'), isNamed('', ''), isNamed('长'.repeat(20), '长'.repeat(30))]).toEqual([true, false, false, true])
  for (const typed of ['阿依古丽•买买提', '阿依古丽 · 买买提', '阿依古丽．买买提']) expect(isNamed(typed, '阿依古丽·买买提')).toBe(true)
  expect([isNamed('⾼⽴⽅', '高立方'), isNamed('高立方', '高 立\u3000方'), isNamed('Ali Baba', 'Ali  Ｂaba')]).toEqual([true, true, true])
  expect(isNamed('𬭎'.repeat(20), '𬭎'.repeat(30))).toBe(true)
})

test('of two parties with one name the one whose number was sent is meant; a number that is masked on both sides says nothing', () => {
  const two = [
    { name: '张三', idType: '1', idCard: HEAD, phone: '13800000001' },
    { name: '张三', idType: '1', idCard: OTHER, phone: '028-1234567' },
  ]
  expect(asParty({ obligeIdCard: OTHER, obligePhone: '13900000000' }, two)).toEqual({ patch: { obligeIdType: '1', obligeIdCard: OTHER }, wrong: [] })
  expect(asParty({}, two).patch).toEqual({ obligeIdType: '1', obligeIdCard: HEAD, obligePhone: '13800000001' })
  expect(asParty({ obligeIdCard: memberId(3, 0) }, two).wrong.map((w) => w.field)).toEqual(['obligeIdCard'])
  const hidden = [{ name: '张三', idType: '1', idCard: `${HEAD.slice(0, 3)}***********${HEAD.slice(-4)}` }]
  expect(asParty({ obligeIdCard: HEAD }, hidden)).toEqual({ patch: { obligeIdType: '1' }, wrong: [] })
  expect(asParty({ obligeIdCard: OTHER }, hidden).wrong).toHaveLength(1)
})

let b: Bench
let { application, detail, accepted, one } = {} as ReturnType<typeof stories>
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'CBJYQZ', 'XY', 'HYJL', 'DKSYT', 'DCB', 'GSB']
beforeAll(async () => {
  b = await bench()
  ;({ application, detail, accepted, one } = stories(b, { typeCode: 'change_transfer', name: '转让', files: FILES }))
})
afterAll(() => b.end())
const transfer = async (n: number, parcels: readonly [string, string], phone?: string): Promise<Sent> => {
  const [s, r] = [await household(b, n, [parcels[0]], [], phone ? { phone } : {}), await household(b, n + 1, [parcels[1]])]
  const form = {
    cbfZr: { cbfbm: r.cbfbm },
    xyrq: '2026-03-01',
    zrjk: '每亩三千元',
    bgyy: '进城落户',
    djbIdZr: String((await one('djb', `cbjyqzbm = '${r.code}'`)).id),
  }
  return { ...(await application(s, '1', form)), ...(phone ? { obligePhone: phone } : {}) }
}
const submit = (sent: object, lang: 'zh' | 'en' = 'zh') => b.call('village', lang)('POST', '/yw-accept/business/submit', sent)
const faults = (r: { data: any }) => (r.data?.fields ?? r.data ?? []).map((w: any) => w.field)
const stored = async (id: string) => one('business', `id = ${id}`)

test('who applies as the holder has the holder’s number and phone, whatever was sent; those of another are refused at their fields', async () => {
  b.setDay('2026-03-02')
  const sent = await transfer(11, ['00011', '00012'], '13811110011')
  const [own, another] = [memberId(11, 0), memberId(12, 0)]
  const wrong = await submit({ ...sent, obligeIdCard: another })
  expect([wrong.code, wrong.key, faults(wrong)]).toEqual([400, 'invalid', ['obligeIdCard']])
  expect(wrong.msg).toContain('与【张11】登记的证件号码不一致')
  expect(faults(await submit({ ...sent, obligePhone: '13900000000' }))).toEqual(['obligePhone'])
  const told = await b.call('village')('POST', '/yw-accept/business/pre-flight', { ...sent, obligeIdCard: another })
  expect(told.data.findings.find((f: any) => f.field === 'obligeIdCard')).toMatchObject({ severity: 'bars', task: 'register' })
  for (const empty of [
    { obligeIdCard: '', obligePhone: '' },
    { obligeIdCard: `510***********${own.slice(-4)}`, obligePhone: '138****0011' },
  ]) {
    const r = await submit({ ...sent, ...empty })
    expect(r.msg).toBe('操作成功')
    expect(await stored(r.data)).toMatchObject({ obligeIdCard: own, obligePhone: '13811110011' })
    // the office of the village does not see the numbers of the register in full
    const seen = (await b.call('village')('GET', '/yw-accept/business/detail', {}, { id: r.data })).data
    expect([seen.obligeIdCard, seen.obligePhone]).toEqual([`510***********${own.slice(-4)}`, '138****0011'])
    const again = await b.call('village')('POST', '/yw-accept/business/update', { ...sent, id: r.data, rev: seen.rev, obligeIdCard: seen.obligeIdCard })
    expect([again.msg, (await stored(r.data)).obligeIdCard]).toEqual(['操作成功', own])
  }
})

test('the other party of a transfer may apply too, by its own number', async () => {
  b.setDay('2026-03-02')
  const sent = await transfer(21, ['00021', '00022'])
  expect(faults(await submit({ ...sent, obligeName: '张22' }))).toEqual(['obligeIdCard'])
  const r = await submit({ ...sent, obligeName: '张22', obligeIdCard: '' })
  expect([r.msg, (await stored(r.data)).obligeIdCard]).toEqual(['操作成功', memberId(22, 0)])
})

test('an agent gives his own number and phone and brings his letter; a member of the household is one, by the number that is known of him', async () => {
  b.setDay('2026-03-02')
  const sent = await transfer(31, ['00031', '00032'])
  const agent = { ...sent, obligeName: '代办人', obligeIdCard: memberId(90, 0), obligePhone: '13822220000' }
  expect(faults(await submit({ ...agent, obligeIdCard: '' }))).toContain('obligeIdCard')
  const born = '51202119050101951'
  const old = await submit({ ...agent, obligeIdCard: born + idCardCheck(born) })
  expect([faults(old), old.msg]).toEqual([['obligeIdCard'], '证件号码中的出生日期距今已超过120年，请核对证件号码'])
  // a resident's number under another document, where it is typed: of the agent and of a legal representative; one that is stored stands
  const loose = { ...agent, obligeIdType: '9', legalIdType: '9', legalIdCode: memberId(94, 0) }
  const like = await submit(loose)
  expect([faults(like), like.msg]).toEqual([['obligeIdCard', 'legalIdCode'], expect.stringContaining('请选择“居民身份证”')])
  const id = (await submit(agent)).data
  await sql`update business set "obligeIdType" = '9', "legalIdType" = '9', "legalIdCode" = ${memberId(94, 0)} where id = ${id}`.execute(b.db.owner)
  const again = async (more: object) => b.call('village')('POST', '/yw-accept/business/update', { ...loose, ...more, id, rev: (await stored(id)).rev })
  expect((await again({ obligePhone: '13822220001' })).msg).toBe('操作成功')
  expect(faults(await again({ obligeIdCard: memberId(95, 0), legalIdCode: memberId(96, 0) }))).toEqual(['obligeIdCard', 'legalIdCode'])
  await attachTo(b, id, FILES)
  const refused = await b.call('village')('POST', '/yw-accept/business/save-commit', { ...agent, id })
  expect([refused.key, refused.msg]).toEqual(['E1014', expect.stringContaining('授权委托书')])
  const told = await b.call('village')('POST', '/yw-accept/business/pre-flight', { ...agent, id })
  expect(told.data.findings.filter((f: any) => f.severity === 'bars').map((f: any) => [f.code, f.paper])).toEqual([['E1014', 'WTS']])
  await attachTo(b, id, ['WTS'])
  expect((await b.call('village')('POST', '/yw-accept/business/save-commit', { ...agent, id })).msg).toBe('操作成功')
  expect(await stored(id)).toMatchObject({ obligeName: '代办人', obligeIdCard: memberId(90, 0) })
  const wife = await transfer(41, ['00041', '00042'])
  expect(faults(await submit({ ...wife, obligeName: '李41', obligeIdCard: memberId(91, 0) }))).toEqual(['obligeIdCard'])
  const taken = await accepted({ ...wife, obligeName: '李41', obligeIdCard: memberId(41, 1) }, [...FILES, 'WTS'])
  expect((await detail(taken)).obligeName).toBe('李41')
})

test('one number stands for one name: not for that of another person of the register, nor for another in an open case', async () => {
  b.setDay('2026-03-02')
  const sent = await transfer(51, ['00051', '00052'])
  const ofRegister = await submit({ ...sent, obligeName: '冒名人', obligeIdCard: memberId(52, 1) })
  expect([faults(ofRegister), ofRegister.msg]).toEqual([['obligeIdCard'], '该证件号码在登记簿中为【李52】，与填写的姓名不一致'])
  const agent = { ...sent, obligeName: '王甲', obligeIdCard: memberId(92, 0) }
  const open = await submit(agent)
  expect(open.msg).toBe('操作成功')
  const second = await transfer(61, ['00061', '00062'])
  const refused = await submit({ ...second, obligeName: '王乙', obligeIdCard: memberId(92, 0) })
  expect([faults(refused), refused.msg]).toEqual([['obligeIdCard'], '该证件号码在未办结业务中为【王甲】，与填写的姓名不一致'])
  expect((await submit({ ...second, obligeName: '王乙', obligeIdCard: memberId(92, 0) }, 'en')).msg).toContain('belongs to 王甲, not to the name given')
  // the same agent for another household; another name once the case is over
  expect((await submit({ ...second, obligeName: '王甲', obligeIdCard: memberId(92, 0) })).msg).toBe('操作成功')
  await sql`update business set status = '4' where "obligeName" = '王甲'`.execute(b.db.owner)
  expect((await submit({ ...second, obligeName: '王乙', obligeIdCard: memberId(92, 0) })).msg).toBe('操作成功')
})

const wide = (v: string) => v.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
/** A number as other people write it: in groups, with wide signs, as it was before the century stood in it. */
const otherwise = (v: string) => [`${v.slice(0, 6)} ${v.slice(6, 14)}\u00a0${v.slice(14)}`, wide(v), `'${v}`, v.slice(0, 6) + v.slice(8, 17)]

test('the applicant is who he is, however name and number are written', async () => {
  b.setDay('2026-03-02')
  const sent = await transfer(101, ['00101', '00102'])
  const own = memberId(101, 0)
  // the holder’s name with a number that nobody has
  for (const obligeName of ['张 101', '张\u00a0101', `张${wide('101')}`, ' 张101\u3000'])
    expect([obligeName, faults(await submit({ ...sent, obligeName, obligeIdCard: memberId(97, 0) }))]).toEqual([obligeName, ['obligeIdCard']])
  // his own number is his, and no agent's letter is asked
  for (const obligeIdCard of otherwise(own)) {
    const r = await submit({ ...sent, obligeName: '张 101', obligeIdCard })
    expect([obligeIdCard, r.msg, await stored(r.data)]).toMatchObject([obligeIdCard, '操作成功', { obligeName: '张101', obligeIdCard: own }])
  }
  const told = await b.call('village')('POST', '/yw-accept/business/pre-flight', { ...sent, obligeName: '张 101' })
  expect(told.data.findings.filter((f: any) => f.paper === 'WTS')).toEqual([])
  // another person's number under a name that is not his, and under his own
  for (const obligeIdCard of otherwise(memberId(102, 1))) {
    const r = await submit({ ...sent, obligeName: '冒名人', obligeIdCard })
    expect([obligeIdCard, r.msg]).toEqual([obligeIdCard, '该证件号码在登记簿中为【李102】，与填写的姓名不一致'])
    expect((await submit({ ...sent, obligeName: '李 102', obligeIdCard })).msg).toBe('操作成功')
  }
  // what the register holds otherwise is the same number
  await sql`update jtcy set cyzjhm = lower(cyzjhm), cyxm = '李  102' where cyzjhm = ${memberId(102, 1)}`.execute(b.db.owner)
  expect(faults(await submit({ ...sent, obligeName: '冒名人', obligeIdCard: memberId(102, 1) }))).toEqual(['obligeIdCard'])
  expect((await submit({ ...sent, obligeName: '李102', obligeIdCard: memberId(102, 1) })).msg).toBe('操作成功')
})

test('a number is somebody’s too where no household has it: of a contractor alone, of who is responsible for an issuer, of the issuer itself', async () => {
  b.setDay('2026-03-02')
  const sent = await transfer(111, ['00111', '00112'])
  const CODE = '91110000100000019N'
  await sql`update cbf set cbfzjhm = ${memberId(201, 0)} where cbfbm = ${`${FBFBM}0112`}`.execute(b.db.owner)
  const { fbfmc, fbffzrxm } = await one('fbf', `fbfbm = '${FBFBM}'`)
  await sql`update fbf set fzrzjhm = ${memberId(202, 0)}, tyshxydm = ${CODE} where fbfbm = ${FBFBM}`.execute(b.db.owner)
  const asked = async (more: object) => (await submit({ ...sent, ...more })).msg
  const other = (name: unknown) => `该证件号码在登记簿中为【${String(name)}】，与填写的姓名不一致`
  expect(await asked({ obligeName: '冒名人', obligeIdCard: memberId(201, 0) })).toBe(other('张112'))
  expect(await asked({ obligeName: '冒名人', obligeIdCard: memberId(202, 0) })).toBe(other(fbffzrxm))
  expect(await asked({ obligeName: '冒名人', obligeIdType: '8', obligeIdCard: CODE })).toBe(other(fbfmc))
  const group = `${FBFBM.slice(0, 12)}09`
  await b.as('admin', (ctx) => rows.insert(ctx, fbf, { ...issuerOf(group, memberId(203, 0)), tyshxydm: CODE }))
  // a code that several issuers share names none of them
  expect(await asked({ obligeName: '某合作社', obligeIdType: '8', obligeIdCard: CODE })).toBe('操作成功')
  expect(await asked({ obligeName: fbffzrxm, obligeIdCard: memberId(202, 0), obligePhone: '' })).toBe('操作成功')
  expect(await asked({ obligeName: fbfmc, obligeIdCard: memberId(202, 0), obligePhone: '' })).toBe('操作成功')
})

test('a new household applies by the number of its own form', async () => {
  b.setDay('2026-03-02')
  const sent = newHousehold(['00071'], 71)
  expect(faults(await submit({ ...sent, obligeIdCard: memberId(93, 0) }))).toEqual(['obligeIdCard'])
  const r = await submit({ ...sent, obligeIdCard: '' })
  expect([r.msg, (await stored(r.data)).obligeIdCard]).toEqual(['操作成功', sent.obligeIdCard])
})

test('who types a form sees what he typed; at later tasks a person without the right to full numbers sees them masked, wherever the case has them', async () => {
  b.setDay('2026-03-02')
  await land(b, ['00081'])
  const sent = newHousehold(['00081'], 81)
  const id = await accepted(sent, [...FILES, 'DCB', 'GSB'])
  const seenBy = async (who: 'village' | 'town') => JSON.stringify((await b.call(who)('GET', '/yw-accept/business/detail', {}, { id })).data)
  expect((await seenBy('village')).includes(sent.obligeIdCard)).toBe(true)
  const { taskId, processInstanceId, taskKey } = await detail(id)
  expect(taskKey).toBe('survey')
  expect((await b.call('town')('POST', '/yw-accept/business/commit', { taskId, processInstanceId })).msg).toBe('操作成功')
  expect((await seenBy('town')).includes(sent.obligeIdCard)).toBe(true)
  const masked = await seenBy('village')
  expect([masked.includes(sent.obligeIdCard), masked.includes(maskText(sent.obligeIdCard))]).toEqual([false, true])
})
