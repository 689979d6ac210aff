// Who may be a member of a household, by what his own row says and by the ages of the others.
import { describe, expect, test } from 'vitest'
import { today } from '../../kit/model/clock.ts'
import { idCardCheck } from '../../kit/model/id-card.ts'
import { maskText } from '../../kit/model/mask.ts'
import { changedIdWrong, householdWrong, surveyWrong, typedIdWrong } from './household.ts'
import { ageComparison, headAsked, kinHints, youngHead } from './kin.ts'
import { ageOn, personsWrong, revivedWrong, type PersonLike } from './membership.ts'
import { personOf } from './person.ts'

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
    const stored = person('张三', '20', '1970-01-01', '1', { id: '5' })
    expect(said({ ...stored, cybz: '7' }, [stored])).toEqual([['jtcyList.0.sfgyr', '已去世的成员不能为共有人']])
    expect(said({ ...stored, cybz: '7', sfgyr: '2' }, [stored])).toEqual([])
    for (const cyxm of ['12345', '１２３', '**', '-', '。。', '???', '😀', '<张三>'])
      expect(said(person(cyxm, '20', '1970-01-01', '1'))).toEqual([['jtcyList.0.cyxm', '姓名（名称）不能只有数字或符号，也不能含有尖括号']])
    // a resident's number says the sex whatever document is named; another number, and one that came back masked, say nothing of it
    expect(said(person('张3', '20', '1970-01-01', '1'))).toEqual([])
    expect(said(person('张三', '20', '1970-01-01', '1', { cyxb: '2', cyzjlx: '4' }))).toEqual([['jtcyList.0.cyxb', '性别与身份证号码（男）不一致']])
    expect(said(person('张三', '20', '1970-01-01', '1', { cyxb: '2', cyzjlx: '5', cyzjhm: 'E12345678' }))).toEqual([])
    expect(said(person('张三', '20', '1970-01-01', '1', { cyxb: '2', cyzjhm: '512***********1234' }))).toEqual([])
  })
  test('nobody who lives is older than 120 years, but who has died, or stands so already', () => {
    const old = [['jtcyList.0.cyzjhm', '证件号码中的出生日期距今已超过120年，请核对证件号码']]
    const born = (years: number, more: object = {}) => person('张三', '20', `${Number(today().slice(0, 4)) - years}-01-01`, '1', more)
    expect([said(born(119)), said(born(121))]).toEqual([[], old])
    expect(said(born(121, { cybz: '7', sfgyr: '2', id: '5' }), [born(121, { cybz: '7', sfgyr: '2', id: '5' })])).toEqual([])
    expect(said(born(121, { id: '5', yhzgx: '41' }), [born(121, { id: '5' })])).toEqual([])
    expect(said(born(121, { id: '5' }), [born(50, { id: '5' })])).toEqual(old)
    expect(householdWrong({ cbflx: '2', cbfmc: '张三', cbfzjlx: '1', cbfzjhm: born(121).cyzjhm }, []).map((w) => w.msg.zh)).toEqual([old[0]![1]])
  })
  test('a number that reads like a resident’s is of the identity card, or of the household register where its check digit is right; the register’s own bars nothing', () => {
    const own = person('张三', '20', '1970-01-01', '1')
    const wrongDigit = String(own.cyzjhm).replace(/.$/, (c) => (c === '1' ? '2' : '1'))
    const like = [['jtcyList.0.cyzjhm', '号码像居民身份证号码，证件类型请选择“居民身份证”（凭户口簿办理的选择“户口簿”）']]
    const nearly = [['jtcyList.0.cyzjhm', '号码形似居民身份证号码但校验码不符，请核对号码和证件类型']]
    const of15 = String(own.cyzjhm).replace(/^(.{6})19(.{9}).$/, '$1$2')
    for (const cyzjlx of ['2', '5', '9']) {
      expect([cyzjlx, said({ ...own, cyzjlx })]).toEqual([cyzjlx, like])
      expect([cyzjlx, said({ ...own, cyzjlx, cyzjhm: of15 })]).toEqual([cyzjlx, like])
      expect([cyzjlx, said({ ...own, cyzjlx, cyzjhm: wrongDigit })]).toEqual([cyzjlx, nearly])
      const stored = { ...own, cyzjlx, cyzjhm: wrongDigit, id: '5' }
      expect(said(stored, [stored])).toEqual([])
      // nor does it bar another change of him, as his death
      expect(said({ ...stored, cybz: '7', sfgyr: '2' }, [stored])).toEqual([])
      expect(said({ ...stored, cyzjhm: own.cyzjhm }, [stored])).toEqual(like)
    }
    expect([said({ ...own, cyzjlx: '4' }), said({ ...own, cyzjlx: '4', cyzjhm: wrongDigit })]).toEqual([[], nearly])
    // no day, no province, other lengths: numbers of their own
    for (const cyzjhm of ['E12345678', '512021197013011000', '992021197001011000', '12345678901234567'])
      expect([cyzjhm, said({ ...own, cyzjlx: '9', cyzjhm })]).toEqual([cyzjhm, []])
    expect([
      typedIdWrong('9', wrongDigit)?.zh,
      changedIdWrong('9', wrongDigit, { zjlx: '9', zjhm: wrongDigit }),
      typedIdWrong('3', '91510112MA61QJ6X00')?.zh,
    ]).toEqual([nearly[0]![1], undefined, '统一社会信用代码不正确'])
  })
  test('nobody is surveyed before he was born, by the number of the contractor; a masked number says nothing of it', () => {
    const of = (cbfdcrq: string, cbfzjhm: string) => surveyWrong({ cbfdcrq, gsshrq: '2030-01-01', cbfzjhm }).map((w) => [w.field, w.msg.zh])
    expect(of('1989-12-31', numbered('1990-01-01', '1'))).toEqual([['cbfdcrq', '承包方调查日期不能早于承包方（代表）的出生日期']])
    expect([of('1990-01-01', numbered('1990-01-01', '1')), of('1989-12-31', '512***********1234'), of('1989-12-31', 'E1234567')]).toEqual([[], [], []])
  })
  test('a member is as old as his number says on the day that is looked at; a masked one, the dead and who is not born yet have no age', () => {
    const m = person('张三', '20', '1970-03-02', '1')
    expect([ageOn(m, '2026-03-01'), ageOn(m, '2026-03-02'), ageOn(m, '1970-03-02'), ageOn(m, '1970-03-01')]).toEqual([55, 56, 0, undefined])
    // by whatever document the number was read, and by its old form
    const old = String(m.cyzjhm).slice(0, 6) + String(m.cyzjhm).slice(8, 17)
    expect([ageOn({ ...m, cyzjlx: '9' }, '2026-03-02'), ageOn({ ...m, cyzjhm: old }, '2026-03-02')]).toEqual([56, 56])
    const others = [{ cyzjhm: maskText(String(m.cyzjhm)) }, { cybz: '7' }, { cyzjhm: 'E1234567' }, { cyzjhm: null }]
    expect(others.map((x) => ageOn({ ...m, ...x }, '2026-03-02'))).toEqual(others.map(() => undefined))
  })
  test('nobody who has died comes into a household, as a new member or in the place of another', () => {
    const dead = { cybz: '7', sfgyr: '2' }
    const stored = person('张三', '20', '1970-01-01', '1', { id: '5' })
    const died = [['jtcyList.0.cybz', '已去世的人员不能新增为家庭成员']]
    expect(said(person('李四', '20', '1980-01-01', '1', dead))).toEqual(died)
    expect(said(person('李四', '20', '1980-01-01', '1', { ...dead, id: '5' }), [stored])).toEqual(died)
    expect(said({ ...stored, ...dead, cyxm: '张山' }, [stored])).toEqual([])
  })
  test('who died in the register does not live again, under his own row or a new one, whatever document is named', () => {
    const dead = person('张三', '20', '1970-01-01', '1', { id: '5', cybz: '7', sfgyr: '2' })
    const lives = { ...dead, cybz: '0', sfgyr: '1' }
    const at = (m: PersonLike) => revivedWrong([m], [dead]).map((w) => w.field)
    expect([at(dead), at(lives), at({ ...lives, id: undefined }), at({ ...lives, id: undefined, cyzjlx: '4' })]).toEqual([
      [],
      ['jtcyList.0.cybz'],
      ['jtcyList.0.cybz'],
      ['jtcyList.0.cybz'],
    ])
    expect(at(person('李四', '20', '1980-01-01', '1'))).toEqual([])
    expect(revivedWrong([lives], [dead])[0]!.msg.zh).toBe(
      '成员【张三】已登记去世，不能改为在世；去世登记有误的，请撤回登记该情况的业务，或由两人凭原件办理勘误',
    )
  })
  test('a child is nobody’s spouse', () => {
    const born = `${Number(today().slice(0, 4)) - 6}-01-01`
    const msg = '未满16周岁的成员不能为配偶、儿媳、女婿等，请核对与户主关系或证件号码'
    for (const yhzgx of ['10', '12', '38', '74']) expect(said(person('李四', yhzgx, born, '2'))).toEqual([['jtcyList.0.yhzgx', msg]])
    expect(said(person('李四', '30', born, '2'))).toEqual([])
    const stored = person('李四', '12', born, '2', { id: '5' })
    expect(said({ ...stored, cybz: '1' }, [stored])).toEqual([])
    expect(said({ ...stored, yhzgx: '12' }, [{ ...stored, yhzgx: '30' }])).toEqual([['jtcyList.0.yhzgx', msg]])
  })
  test('one person by a resident’s number, whatever document is named and however it is typed', () => {
    const [card] = [{ cyxm: '张三', cyzjlx: '1', cyzjhm: numbered('1970-01-01', '1') }]
    const old = card!.cyzjhm.slice(0, 6) + card!.cyzjhm.slice(8, 17)
    for (const cyzjlx of ['2', '4', '5', '9'])
      for (const cyzjhm of [card!.cyzjhm, card!.cyzjhm.toLowerCase(), old]) expect(personOf({ cyxm: '张', cyzjlx, cyzjhm })).toBe(personOf(card!))
    // what is no resident's number is one of its document
    for (const cyzjhm of ['E12345678', `${card!.cyzjhm.slice(0, 17)}${card!.cyzjhm.endsWith('1') ? '2' : '1'}`])
      expect(personOf({ cyzjlx: '9', cyzjhm })).not.toBe(personOf({ cyzjlx: '5', cyzjhm }))
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
  test('what stood so before is not asked again, another head or another reason is', () => {
    const young = { ...head('2014-01-01'), id: '1' }
    const grown = { ...head('1970-01-01'), id: '1' }
    const asks = (members: PersonLike[], before: PersonLike[]) => !!headAsked(members, before, '2026-03-17')
    expect([asks([young], []), asks([young], [grown]), asks([young], [{ ...young, id: '2' }]), asks([young], [young])]).toEqual([true, true, true, false])
    const child = person('张大', '20', '1960-01-01', '1', { id: '3' })
    expect([asks([grown, child], [grown]), asks([grown, child], [grown, child])]).toEqual([true, false])
  })
  test('of who sees numbers with stars what he types is compared with nobody of the register: no birthday is found by trying others', () => {
    const [stored, child] = [{ ...head('1970-01-01'), id: '1' }, person('张大', '20', '1960-01-01', '1', { id: '3' })]
    const all = [stored, child]
    const typed = (birth: string) => person('张新', '20', birth, '1')
    const told = (members: PersonLike[], compares: boolean, before = all) => {
      const may = ageComparison(compares, before)
      return [headAsked(members, [], '2026-03-17', may)?.zh, ...kinHints(members, '2026-03-17', may).map((w) => `${w.field} ${w.msg.zh}`)]
    }
    const older = ['户主【户主】比子女【张新】年幼', 'jtcyList.1.yhzgx 子女比户主年长，请核对']
    expect([told([stored, typed('1969-12-31')], true), told([stored, typed('1990-01-01')], true)]).toEqual([older, [undefined]])
    for (const birth of ['1969-12-31', '1970-01-01', '1985-12-31', '1990-01-01']) {
      expect(told([stored, typed(birth)], false)).toEqual([undefined])
      // a number that he types over a stored one is his own too
      expect(told([stored, { ...child, cyzjhm: numbered(birth, '1') }], false)).toEqual([undefined])
      expect(told([{ ...typed(birth), yhzgx: '02' }, child], false)).toEqual([undefined])
    }
    // the register with itself, and what is typed with what is typed, also of a household that is new
    expect(told(all, false)).toEqual(['户主【户主】比子女【张大】年幼', 'jtcyList.1.yhzgx 子女比户主年长，请核对'])
    expect(told([head('1970-01-01'), typed('1969-12-31')], false, [])).toEqual(older)
    // somebody of another household stands in the register too
    expect(told([stored, { ...child, id: '9' }], false)).toHaveLength(2)
  })
  test('a spouse below the age of marriage, two spouses who live, a child or a parent of an age that cannot be, are remarked on', () => {
    const hints = (...others: PersonLike[]) => kinHints([head('1970-01-01'), ...others]).map((w) => [w.field, w.msg.zh])
    expect(hints(person('甲', '12', '1972-01-01', '2'), person('乙', '10', '1973-01-01', '2'))).toEqual([['jtcyList.2.yhzgx', '户主有多名配偶，请核对']])
    expect(hints(person('甲', '12', '1972-01-01', '2', { cybz: '7', sfgyr: '2' }), person('乙', '10', '1973-01-01', '2'))).toEqual([])
    const year = Number(today().slice(0, 4))
    expect(hints(person('甲', '12', `${year - 18}-01-01`, '2'), person('乙', '28', `${year - 18}-01-01`, '1'))).toEqual([
      ['jtcyList.1.yhzgx', '配偶未满20周岁，请核对'],
    ])
    expect(hints(person('子', '20', '1985-12-31', '1'), person('女', '30', '1969-01-01', '2'))).toEqual([
      ['jtcyList.1.yhzgx', '子女与户主年龄相差不足16岁，请核对'],
      ['jtcyList.2.yhzgx', '子女比户主年长，请核对'],
    ])
    // a relation that names a sex is asked of everybody, wherever a household is written
    expect(hints(person('母', '52', '1945-01-01', '1'))).toEqual([['jtcyList.1.yhzgx', '与户主关系与性别不符，请核对']])
    expect(hints(person('母', '52', '1975-01-01', '2'), person('子', '20', '1986-01-01', '1'))).toEqual([['jtcyList.1.yhzgx', '父母比户主年幼，请核对']])
  })
})
