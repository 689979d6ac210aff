// The round that a package shows for its issuers, and what an auditor may confirm of it.
import { expect, test } from 'vitest'
import { confirmedRounds, isUsual, packageDayWrong, TermCounts } from './rounds.ts'

const [A, B, C] = ['51202111920301', '51202111920302', '51202111920303']
const counted = () => {
  const counts = new TermCounts()
  for (const [fbfbm, from, to, n] of [
    [A, '1998-10-01', '2028-09-30', 3],
    [A, '1999-01-01', '2028-12-31', 2],
    [A, '2015-01-01', '9999-01-01', 9],
    [B, '1998-01-01', '2029-12-31', 1],
    [B, '1998-01-01', '2027-12-31', 1],
    [C, '2020-01-01', '', 2],
  ] as const)
    for (let i = 0; i < n; i++) counts.add(fbfbm, from, to)
  return counts.rounds((f) => (f === A ? '玉顶村1组' : null))
}
test('the round of an issuer is the term that most of its household contracts have, of equals the one that ends first; none where no term has two days', () => {
  expect(counted()).toEqual([
    { fbfbm: A, fbfmc: '玉顶村1组', roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30', contracts: 3, of: 14 },
    { fbfbm: B, fbfmc: null, roundNo: 2, fromDay: '1998-01-01', toDay: '2027-12-31', contracts: 1, of: 2 },
  ])
})
test('what is sent is confirmed for issuers of the package only, each once, with days that a round may have; sent nothing, it is what is proposed and lawful', () => {
  const long = { fbfbm: C, fbfmc: null, roundNo: 2, fromDay: '1998-01-01', toDay: '2029-12-31', contracts: 1, of: 1 }
  const shown = [...counted(), long]
  expect([isUsual(shown[0]!), isUsual(long)]).toEqual([true, false])
  expect(confirmedRounds(undefined, shown)).toEqual({ rounds: shown.slice(0, 2), wrong: [] })
  expect(confirmedRounds([], shown)).toEqual({ rounds: [], wrong: [] })
  const mended = { ...long, toDay: '2027-12-31' }
  expect(confirmedRounds([mended], shown)).toEqual({ rounds: [mended], wrong: [] })
  const wrong = (sent: unknown) => confirmedRounds(sent, shown).wrong.map((w) => [w.field, w.msg.zh])
  expect(wrong('x')).toEqual([['rounds', '承包轮次应为列表']])
  expect(wrong([long])).toEqual([['rounds.0.toDay', `发包方【${C}】：耕地的承包期为30年，第2轮承包期自1998-01-01起最晚至2027-12-31`]])
  expect(wrong([shown[0], shown[0]])).toEqual([['rounds.1.fbfbm', '发包方重复']])
  expect(wrong([{ ...shown[0], fbfbm: '51202111920399' }, null])).toEqual([0, 1].map((i) => [`rounds.${i}.fbfbm`, '该发包方不在汇交包的承包轮次建议中']))
  expect(wrong([{ ...shown[0], roundNo: 0 }])[0]![0]).toBe('rounds.0.roundNo')
  expect(wrong([{ ...shown[0], fromDay: '1998-13-01' }])[0]![0]).toBe('rounds.0.fromDay')
  expect(wrong([{ ...shown[0], toDay: '1998-10-01' }])[0]![0]).toBe('rounds.0.toDay')
})
test('the day of a package is a day, of our time, and not to come', () => {
  const wrong = (day: unknown) => packageDayWrong(day, '2026-03-02').map((w) => w.msg.zh)
  expect([wrong('2016-05-13'), wrong('2026-03-02')]).toEqual([[], []])
  expect(wrong('2026-03-03')).toEqual(['数据日期不能晚于今天'])
  for (const day of ['', '2016', '2016-02-31x', '1900-01-01', null, 5]) expect(wrong(day)).toEqual(['请输入数据日期'])
})
