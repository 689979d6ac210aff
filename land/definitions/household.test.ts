import { expect, test } from 'vitest'
import { idCardCheck } from '../../kit/model/id-card.ts'
import { fullNumber, headWrong, householdWrong, relationHint, termWithin, readMemberNumber, type MemberLike } from './household.ts'

const numberOf = (n: number) => `51202119800101${100 + n}`
const idCard = (n: number) => numberOf(n) + idCardCheck(numberOf(n))
const head: MemberLike = { cyxm: '张三', yhzgx: '02', cyzjlx: '1', cyzjhm: idCard(1), sfgyr: '1', cybz: '0' }
const son: MemberLike = { cyxm: '张小', yhzgx: '20', cyzjlx: '1', cyzjhm: idCard(2), sfgyr: '1', cybz: '0' }
const household = { cbflx: '1', cbfzjlx: '1', cbfzjhm: idCard(1) }
const said = (cbf: object, members: readonly MemberLike[]) =>
  householdWrong(cbf, members).map((w) => [w.field, typeof w.msg === 'string' ? w.msg : [w.msg.zh, w.msg.en]])

test.each([
  ['a head and a son', household, [head, son], []],
  ['nobody', household, [], [['jtcyList', ['请至少登记一名家庭成员', 'A household has at least one member']]]],
  ['no head', household, [son], [['jtcyList', ['家庭成员中必须有且只有一位户主', 'A household has exactly one head']]]],
  [
    'two heads, by either code',
    household,
    [head, { ...son, yhzgx: '01' }],
    [['jtcyList', ['家庭成员中必须有且只有一位户主', 'A household has exactly one head']]],
  ],
  [
    'a head who died',
    household,
    [{ ...head, cybz: '7' }, son],
    [
      ['jtcyList', ['户主必须在世且为共有人', 'The head must be alive and a co-owner']],
      ['jtcyList.0.cybz', ['已去世的人员不能新增为家庭成员', 'Nobody who has died becomes a member']],
    ],
  ],
  ['a head who is no co-owner', household, [{ ...head, sfgyr: '2' }, son], [['jtcyList', ['户主必须在世且为共有人', 'The head must be alive and a co-owner']]]],
  [
    'a number twice',
    household,
    [head, { ...son, cyzjhm: idCard(1) }],
    [['jtcyList.1.cyzjhm', ['家庭成员证件号码重复', 'This identity number is listed twice']]],
  ],
  [
    'a row of the register twice, under whatever name and number',
    household,
    [head, { ...son, id: '7' } as MemberLike, { ...son, id: '7', cyxm: '张别', cyzjhm: idCard(3) } as MemberLike],
    [['jtcyList.2.cyxm', ['成员【张小】重复', 'Member 张小 is listed twice']]],
  ],
  ['members of an organisation', { ...household, cbflx: '3' }, [head], [['jtcyList', ['只有农户可以登记家庭成员', 'Only households have members']]]],
])('a household as a whole: %s', (_, cbf, members, wrong) => {
  expect(said(cbf, members)).toEqual(wrong)
})

test('the head has the document of the contractor; what is no key of the dictionary is left to its field', () => {
  const told = (cbfzjlx: unknown) => headWrong({ cbf: { ...household, cbfzjlx }, members: [head] }).map((w) => w.field)
  expect([told('1'), told('5'), told('~')]).toEqual([[], ['jtcyList.0.cyzjlx'], []])
})

test('the check digit counts, of the contractor and of each member', () => {
  const off = idCard(1).replace(/.$/, (c) => (c === '1' ? '2' : '1'))
  const check = ['证件号码校验位不正确', 'The check digit of the identity number is wrong']
  expect(said({ ...household, cbfzjhm: off }, [head])).toEqual([['cbfzjhm', check]])
  expect(said(household, [{ ...head, cyzjhm: off }])).toEqual([['jtcyList.0.cyzjhm', check]])
})

test('a number that was typed is kept as it is stored and tells the sex of a resident, of nobody else and not behind stars', () => {
  const woman = '512021198802030026'
  expect(readMemberNumber('1', ` ${woman} `)).toEqual({ cyzjhm: woman, cyxb: '2' })
  expect(readMemberNumber('1', idCard(1))).toEqual({ cyzjhm: idCard(1), cyxb: String(2 - (Number(idCard(1)[16]) % 2)) })
  expect(readMemberNumber('1', woman.slice(0, 12))).toEqual({ cyzjhm: woman.slice(0, 12) })
  expect(readMemberNumber('4', woman)).toEqual({ cyzjhm: woman })
  expect(readMemberNumber('1', '5120**********0026')).toEqual({})
})

test('an old number of 15 digits is kept with 18, of a resident alone', () => {
  const old = '512021870517976'
  expect(fullNumber('1', old)).toBe('51202119870517976' + idCardCheck('51202119870517976'))
  expect([fullNumber('1', ` ${old} `), fullNumber('2', old), fullNumber('1', idCard(1)), fullNumber('1', null)]).toEqual([
    fullNumber('1', old),
    old,
    idCard(1),
    null,
  ])
})
test('a relation that does not fit the sex is a hint in the form, in both languages; what fits says nothing', () => {
  const hint = { zh: '与户主关系与性别不符，请核对', en: 'The relation does not match the sex: please check' }
  for (const [yhzgx, cyxb] of [
    ['11', '2'],
    ['20', '2'],
    ['12', '1'],
    ['30', '1'],
  ])
    expect(relationHint({ yhzgx, cyxb })).toMatchObject(hint)
  for (const [yhzgx, cyxb] of [
    ['20', '1'],
    ['30', '2'],
    ['02', '1'],
    ['97', '2'],
    ['20', null],
  ])
    expect(relationHint({ yhzgx, cyxb })).toBeUndefined()
})

const SECOND = { fromDay: '1998-10-01', toDay: '2028-09-30' }
const THIRD = { fromDay: '2028-10-01', toDay: '2058-09-30' }
test.each([
  ['no round is known', '2026-03-02', [], { cbqx: 30, cbqxz: '2056-03-01' }],
  ['a round that ends earlier ends it, and its last years count whole', '2026-03-02', [SECOND, THIRD], { cbqx: 3, cbqxz: '2028-09-30' }],
  ['its last day', '2028-09-30', [SECOND, THIRD], { cbqx: 1, cbqxz: '2028-09-30' }],
  ['a term as long as its round', '2028-10-01', [SECOND, THIRD], { cbqx: 30, cbqxz: '2058-09-30' }],
  ['a day later: the thirtieth year is begun', '2028-10-02', [SECOND, THIRD], { cbqx: 30, cbqxz: '2058-09-30' }],
  ['a round that is over, and one to come, bind nothing', '1998-09-30', [SECOND, THIRD], { cbqx: 30, cbqxz: '2028-09-29' }],
  ['a round longer than the term', '2028-10-01', [{ ...THIRD, toDay: '2070-12-31' }], { cbqx: 30, cbqxz: '2058-09-30' }],
])('the term that is proposed: %s', (_what, from, rounds, term) => {
  expect(termWithin(from, 30, rounds)).toEqual(term)
})
