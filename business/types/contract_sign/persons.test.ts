// Who and since when: what a first contract refuses of the persons of a new household and of the days that somebody typed, and what it asks for.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardCheck } from '../../../kit/model/id-card.ts'
import { application, attachTo, bench, land, REGISTER_FILES, type Bench } from '../../../tests/case-bench.ts'

let b: Bench
beforeAll(async () => {
  b = await bench()
  await land(b, ['00001', '00002', '00003'])
})
afterAll(() => b.end())

const numbered = (birth: string, last: number) => {
  const d = `510112${birth.replaceAll('-', '')}10${last}`
  return d + idCardCheck(d)
}
const member = (cyxm: string, yhzgx: string, birth: string, more: object = {}) => ({
  cyxm,
  yhzgx,
  cyxb: '1',
  cyzjlx: '1',
  cyzjhm: numbered(birth, 1),
  sfgyr: '1',
  cybz: '0',
  ...more,
})
/** A first contract of a household of these members, the head first. */
function sent(members: readonly ReturnType<typeof member>[], own: object = {}, line: object = {}, cbht: object = {}) {
  const base = application(['00001'])
  const [head] = members
  const cbf = { ...base.form.cbf, cbfmc: head!.cyxm, cbfzjhm: head!.cyzjhm, jtcyList: members, ...own }
  // who asks is the head, by his own name and number
  const asks = { obligeName: head!.cyxm, obligeIdType: head!.cyzjlx, obligeIdCard: head!.cyzjhm }
  return { ...base, ...asks, form: { ...base.form, cbf, dk: base.form.dk.map((d) => ({ ...d, ...line })), cbht: { ...base.form.cbht, ...cbht } } }
}
/** What the sending refuses, by field. */
async function refused(body: object, lang: 'zh' | 'en' = 'zh', files: readonly string[] = REGISTER_FILES) {
  b.setDay('2026-03-02')
  const saved = await b.call('village')('POST', '/yw-accept/business/submit', body)
  if (saved.code === 200) await attachTo(b, saved.data, files)
  const r = saved.code === 200 ? await b.call('village', lang)('POST', '/yw-accept/business/save-commit', { ...body, id: saved.data }) : saved
  return r.data?.fields?.map((f: { field: string; msg: string }) => [f.field, f.msg]) ?? r.msg
}
const HEAD = member('张三', '02', '1970-01-01')

test('nobody dead, of another sex than the number says, or called by digits becomes a member', async () => {
  expect(await refused(sent([HEAD, member('张四', '20', '1990-01-01', { cybz: '7', sfgyr: '2' })]))).toEqual([
    ['cbf.jtcyList.1.cybz', '已去世的人员不能新增为家庭成员'],
  ])
  expect(await refused(sent([HEAD, member('李四', '12', '1972-01-01', { cyxb: '2' })]), 'en')).toEqual([
    ['cbf.jtcyList.1.cyxb', 'The identity number is that of a male person'],
  ])
  expect(await refused(sent([HEAD, member('12345', '20', '1990-01-01')]))).toEqual([
    ['cbf.jtcyList.1.cyxm', '姓名（名称）不能只有数字或符号，也不能含有尖括号'],
  ])
})
test('a child is nobody’s spouse', async () => {
  const wife = member('李四', '12', '2020-01-01', { cyxb: '2', cyzjhm: numbered('2020-01-01', 2) })
  expect(await refused(sent([HEAD, wife]))).toEqual([['cbf.jtcyList.1.yhzgx', '未满16周岁的成员不能为配偶、儿媳、女婿等，请核对与户主关系或证件号码']])
})
test('a head under 16, or younger than a child of the household, needs a reason and a paper', async () => {
  const young = member('张小', '02', '2014-01-01')
  const asked = '户主【张小】未满16周岁，确需任户主的，请注明理由（成员备注说明或户主说明），并提交户籍证明'
  expect(await refused(sent([young]))).toEqual([['cbf.jtcyList.0.cybzsm', asked]])
  const told = sent([{ ...young, cybzsm: '父母双亡，由祖父监护' } as typeof young])
  expect(await refused(told)).toBe('必传材料缺失：死亡、婚嫁、落户证明')
  expect(await refused(told, 'zh', [...REGISTER_FILES, 'HJZM'])).toBe('操作成功')
  expect((await refused(sent([HEAD, member('张大', '20', '1969-12-31')])))[0][1]).toContain('户主【张三】比子女【张大】年幼')
})
test('what contradicts itself is told before the sending, and bars nothing', async () => {
  const wives = [
    member('李一', '12', '1972-01-01', { cyxb: '2', cyzjhm: numbered('1972-01-01', 2) }),
    member('李二', '12', '1973-01-01', { cyxb: '2', cyzjhm: numbered('1973-01-01', 2) }),
  ]
  const { data } = await b.call('village')('POST', '/yw-accept/business/pre-flight', sent([HEAD, ...wives]))
  expect(data.findings.filter((f: { code: string }) => f.code === 'kin')).toMatchObject([
    { severity: 'warns', field: 'cbf.jtcyList.2.yhzgx', msg: '户主有多名配偶，请核对' },
  ])
})
test('a former total is the sum of what the parcels were contracted with, where all of them say it', async () => {
  const said = { yhtmj: '900.00', yhtmjm: '1.35' }
  expect(await refused(sent([HEAD], {}, said, { yhtzmj: '900.00', yhtzmjm: '1.53' }))).toEqual([
    ['cbht.yhtzmjm', '原合同总面积1.53与各地块原合同面积之和1.35不一致'],
  ])
  expect((await refused(sent([HEAD], {}, said, { yhtzmj: '1.00', yhtzmjm: '1.35' }), 'en'))[0]).toEqual([
    'cbht.yhtzmj',
    "The former total 1.00 is not the sum of the parcels' former areas, 900.00",
  ])
})
test('days that somebody typed lie behind and not before there were such papers', async () => {
  expect(await refused(sent([HEAD], { cbfdcrq: '2050-01-01' }))).toEqual([['cbf.cbfdcrq', '承包方调查日期不能晚于今天']])
  expect(await refused(sent([HEAD], { cbfdcrq: '1850-01-01' }), 'en')).toEqual([['cbf.cbfdcrq', 'Survey date: not before 1978-01-01']])
  for (const cbfdcrq of ['1950-01-01', '1977-12-31'])
    expect(await refused(sent([HEAD], { cbfdcrq }))).toEqual([['cbf.cbfdcrq', '承包方调查日期不能早于1978-01-01']])
  expect(await refused(sent([HEAD], { cbfdcrq: '2026-01-02', gsshrq: '2026-01-01', gsshr: '王', gsjsr: '李' }))).toEqual([
    ['cbf.gsshrq', '公示审核日期不能早于承包方调查日期'],
  ])
  expect(await refused({ ...sent([HEAD]), businessReceiveTime: '2026-03-03 09:00:00' })).toEqual([['businessReceiveTime', '受理时间不能晚于今天']])
})
test('a first term begins about when it is accepted', async () => {
  const begins = async (cbqxq: string) => refused(sent([member('王五', '02', '1971-01-01')], {}, {}, { cbqxq }))
  const msg = '首次签订的承包期限起应在2025-03-02至2029-03-02之间；已签的纸质合同请作为待登记合同录入'
  for (const day of ['2020-01-01', '2029-03-03']) expect(await begins(day)).toEqual([['cbht.cbqxq', msg]])
})
test('in a first contract nothing is acquired by exchange or assignment', async () => {
  for (const cbjyqqdfs of ['200', '300', '121'])
    expect(await refused(sent([HEAD], {}, { cbjyqqdfs }))).toEqual([['dk.0.cbjyqqdfs', '首次签订的合同，地块取得方式应与承包方式一致']])
})
