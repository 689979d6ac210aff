// Who may be a member of a household, by what his own row says and by the ages of the others.
import { describe, expect, test } from 'vitest'
import { idCardCheck } from '../../kit/model/id-card.ts'
import { householdWrong } from './household.ts'
import { kinHints, youngHead } from './kin.ts'
import { personsWrong, type PersonLike } from './membership.ts'

const numbered = (birth: string, sex: '1' | '2', n = 0) => {
  const d = `512021${birth.replaceAll('-', '')}${String(10 + n).padStart(2, '0')}${sex === '1' ? 1 : 2}`
  return d + idCardCheck(d)
}
const person = (cyxm: string, yhzgx: string, birth: string, sex: '1' | '2', more: PersonLike = {}): PersonLike => ({
  cyxm,
  yhzgx,
  cyxb: sex,
  cyzjlx: '1',
  cyzjhm: numbered(birth, sex),
  sfgyr: '1',
  ...more,
})
const said = (m: PersonLike, stored: PersonLike[] = []) => personsWrong([m], stored).map((w) => [w.field, w.msg.zh])

describe('one person', () => {
  test('of the sex of the number, alive if a co-owner, with a name of letters', () => {
    expect(said(person('张三', '02', '1970-01-01', '1'))).toEqual([])
    expect(said(person('阿依古丽·买买提', '12', '1970-01-01', '2'))).toEqual([])
    expect(said(person('张三', '02', '1970-01-01', '1', { cyxb: '2' }))).toEqual([['jtcyList.0.cyxb', '性别与身份证号码（男）不一致']])
    expect(said(person('张三', '20', '1970-01-01', '1', { cybz: '7' }))).toEqual([['jtcyList.0.sfgyr', '已去世的成员不能为共有人']])
    expect(said(person('张三', '20', '1970-01-01', '1', { cybz: '7', sfgyr: '2' }))).toEqual([])
    for (const cyxm of ['12345', '１２３', '**', '-'])
      expect(said(person(cyxm, '20', '1970-01-01', '1'))).toEqual([['jtcyList.0.cyxm', '姓名不能只有数字或符号']])
    // another document, and a number that came back masked, say nothing of the sex
    expect(said(person('张三', '20', '1970-01-01', '1', { cyxb: '2', cyzjlx: '5' }))).toEqual([])
    expect(said(person('张三', '20', '1970-01-01', '1', { cyxb: '2', cyzjhm: '512***********1234' }))).toEqual([])
  })
  test('what the register has wrong already bars nothing but a change of it', () => {
    const stored = person('张三', '20', '1970-01-01', '1', { id: '5', cyxb: '2' })
    expect(said({ ...stored, yhzgx: '21' }, [stored])).toEqual([])
    expect(said({ ...stored, cybz: '7' }, [stored]).map(([f]) => f)).toEqual(['jtcyList.0.cyxb', 'jtcyList.0.sfgyr'])
    expect(householdWrong({ cbflx: '1' }, [person('李四', '02', '1960-01-01', '1'), stored], [stored])).toEqual([])
  })
})
describe('a household', () => {
  const head = (birth: string) => person('户主', '02', birth, '1')
  test('a head under 16, or younger than a child of the household, is asked for', () => {
    expect(youngHead([head('2010-03-18')], '2026-03-17')?.zh).toBe('户主【户主】未满16周岁')
    expect(youngHead([head('2010-03-17')], '2026-03-17')).toBeUndefined()
    expect(youngHead([head('1990-01-01'), person('张小', '20', '1989-12-31', '1')], '2026-03-17')?.en).toBe('The head 户主 is younger than the child 张小')
    // who married in or was adopted may be older
    for (const yhzgx of ['27', '28', '37', '38'])
      expect(youngHead([head('1990-01-01'), person('张小', yhzgx, '1980-01-01', '1')], '2026-03-17')).toBeUndefined()
  })
  test('two spouses who live, a child or a parent of an age that cannot be, are remarked on', () => {
    const hints = (...others: PersonLike[]) => kinHints([head('1970-01-01'), ...others]).map((w) => [w.field, w.msg.zh])
    expect(hints(person('甲', '12', '1972-01-01', '2'), person('乙', '10', '1973-01-01', '2'))).toEqual([['jtcyList.2.yhzgx', '户主有多名配偶，请核对']])
    expect(hints(person('甲', '12', '1972-01-01', '2', { cybz: '7', sfgyr: '2' }), person('乙', '10', '1973-01-01', '2'))).toEqual([])
    expect(hints(person('子', '20', '1985-12-31', '1'), person('女', '30', '1969-01-01', '2'))).toEqual([
      ['jtcyList.1.yhzgx', '子女与户主年龄相差不足16岁，请核对'],
      ['jtcyList.2.yhzgx', '子女比户主年长，请核对'],
    ])
    expect(hints(person('母', '52', '1975-01-01', '2'), person('子', '20', '1986-01-01', '1'))).toEqual([['jtcyList.1.yhzgx', '父母比户主年幼，请核对']])
  })
})
