// What an entry may not say, without a database: every refusal in both languages, and the least that passes.
import { expect, test } from 'vitest'
import { Problem } from '../../kit/model/problem.ts'
import type { Act, Entry, NewBook } from './acts/acts.ts'
import { requireAllowed } from './acts/allowed.ts'
import { book, cbfbm, code, dkbm, ends, entry, FBFBM, KEPT, line, member, person, row, said } from './acts/testing.ts'

/** Key and words of what an entry is refused by itself, or nothing. */
function refused(act: Act, kind: Entry['cause']['kind'] = 'business'): readonly [string, string, string] | undefined {
  try {
    requireAllowed(entry([act], kind), '2026-05-01')
  } catch (e) {
    if (!(e instanceof Problem)) throw e
    return [e.key, e.words.zh, e.words.en]
  }
}
const mayNot = (kind: string, act: string) => ['act-not-allowed', `【${kind}】不能办理登记事项【${act}】`, `The cause ${kind} may not write the act ${act}`]
const parcel = (more: object): Act => ({ act: 'setParcel', dkbm: dkbm(1), bgfs: '10', ...more }) as Act

test('a cause writes its acts and its columns, and only who brings history gives acts a day', () => {
  expect(refused(parcel({ fields: { dkmc: '改' } }), 'notice')).toEqual(mayNot('notice', 'setParcel'))
  expect(refused({ act: 'setIssuer', fbfbm: FBFBM, fields: { fbfmc: '改' } }, 'plan')).toEqual(mayNot('plan', 'setIssuer'))
  expect(refused({ act: 'reviseBook', djbId: 'b1', content: {} })).toEqual(mayNot('business', 'reviseBook'))
  expect(refused({ act: 'reviseBook', djbId: 'b1', content: {} }, 'correction')).toBeUndefined()
  const dated = parcel({ day: '2020-01-01' })
  expect(refused(dated)).toEqual([
    'entry-own-day',
    '只有数据包和更正的登记事项可以有自己的日期【2020-01-01】',
    'Only acts of a package or a correction have a day of their own (2020-01-01)',
  ])
  expect(refused(dated, 'import')).toBeUndefined()
})
test('codes are well formed and of the range of their kind', () => {
  const malformed = (c: string) => ['code', `编码【${c}】格式不正确`, `The code ${c} is malformed`]
  expect(refused({ act: 'newParcel', dkbm: `${FBFBM}12`, fields: {} })).toEqual(malformed(`${FBFBM}12`))
  expect(refused({ act: 'newContractor', cbfbm: `${FBFBM}1`, fields: {}, members: [] })).toEqual(malformed(`${FBFBM}1`))
  expect(refused(book(1, '0', [], { code: cbfbm(1) }))).toEqual(malformed(cbfbm(1)))
  const c = `${FBFBM}8500`
  const household = (cbflx: string): Act => ({ act: 'newContractor', cbfbm: c, fields: { cbflx }, members: [] })
  expect(refused(household('1'))).toEqual([
    'code-range',
    `承包方编码【${c}】不在该类承包方的编码范围内`,
    `The code ${c} lies outside the range of its kind of contractor`,
  ])
  expect(refused(household('2'))).toBeUndefined()
})
test('what changes of a parcel fits the kind of change, and a contract was not signed tomorrow', () => {
  const change = (codes: string) => [
    'parcel-change',
    `地块【${codes}】的变更内容与变更方式不符`,
    `The changes to parcel ${codes} do not match the kind of change`,
  ]
  expect(refused(parcel({ bgfs: '50', fields: { dkmc: '改' } }))).toEqual(change(dkbm(1)))
  expect(refused(parcel({ bgfs: '50', fields: { qqmjm: '1.00' } }))).toBeUndefined()
  expect(refused(parcel({ fields: { geom: 'POINT(0 0)' } }))).toEqual(change(dkbm(1)))
  const one = [{ dkbm: dkbm(6), fields: {} }]
  expect(refused({ act: 'replaceParcels', parents: [dkbm(1)], children: one, bgfs: '1', bgyy: '分' })).toEqual(change(dkbm(1)))
  expect(refused({ act: 'replaceParcels', parents: [dkbm(1), dkbm(2)], children: one, bgfs: '2', bgyy: '合' })).toBeUndefined()
  expect(refused({ act: 'setContract', cbhtbm: code(1), qdsj: '2026-05-02' })).toEqual([
    'contract-day',
    `合同【${code(1)}】的签订时间【2026-05-02】不能晚于今天`,
    `Contract ${code(1)} was not signed on 2026-05-02: that day lies in the future`,
  ])
})

test('a book has contracted land with areas that fit, each parcel once, and the issuer of its holder', () => {
  const changed = (more: Partial<NewBook>, acts: readonly Act[] = []) => said([ends(1), ...acts, book(1, '5', [line(1), line(2)], more)])
  const reserve = parcel({ fields: { dklb: '22' } })
  expect(changed({}, [reserve])).toEqual([
    ['parcel-category', `地块【${dkbm(1)}】不是承包地块，不能在登记簿中`, `Parcel ${dkbm(1)} is not contracted land and cannot be in a book`],
  ])
  // nor while it stays in a book that the entry does not touch
  expect(said([reserve]).map(([key]) => key)).toEqual(['parcel-category'])
  const bad = { ...line(2), htmjm: '1.52' }
  expect(changed({ lines: [line(1), bad] })).toEqual([
    [
      'line-area',
      `地块【${dkbm(2)}】的合同面积应大于0，且平方米数与亩数一致`,
      `The contract area of parcel ${dkbm(2)} must be above 0 and the same in m² and mu`,
    ],
  ])
  expect(changed({ lines: [line(1), { ...line(2), htmjm: '1.51' }] })).toEqual([])
  expect(changed({ lines: [line(1), line(2, '0.00')] })[0]![0]).toBe('line-area')
  expect(said([parcel({ bgfs: '50', fields: { scmjm: '1.60' } })])).toEqual([
    ['mu-mismatch', `地块【${dkbm(1)}】的实测面积平方米数与亩数不一致`, `The measured area of parcel ${dkbm(1)} differs between m² and mu`],
  ])
  const shared = { lines: [line(1, '0.75', '1'), line(1, '0.75', '1'), line(2)] }
  expect(changed(shared)).toEqual([['E1015', `地块【${dkbm(1)}】已在合同【${code(1)}】中`, `Parcel ${dkbm(1)} is already in contract ${code(1)}`]])
  expect(changed({ fbfbm: `${FBFBM.slice(0, 13)}9` })).toEqual([
    ['book-issuer', `登记簿【${code(1)}】的发包方不是其承包方的发包方`, `The issuer of book ${code(1)} is not that of its contractor`],
  ])
})
test('a version that ends as history is followed, one whose right ends is not', () => {
  const words = [
    'book-successor',
    `登记簿【${code(1)}】的终止方式与后续登记簿不符：变更应有后续登记簿，注销不应有`,
    `The way book ${code(1)} ends does not match what follows: a change is followed by a book, the end of a right is not`,
  ]
  expect(said([ends(1)])).toEqual([words])
  expect(said([ends(1, '3'), book(1, '5', [line(1), line(2)])])).toEqual([words])
  expect(said([ends(1), book(1, '5', [line(1), line(2)], { from: ['b1', 'b2'] })])).toEqual([
    ['book-source', `来源登记簿【${code(2)}】不存在，或不在本次登记中终止`, `The book ${code(2)} that another comes from is not there, or stays current`],
  ])
})

const round = { rounds: [row<never>({ id: 'r', fbfbm: FBFBM, roundNo: 2, fromDay: '1998-01-01', toDay: '2027-12-31' })] }
test('a household contract lies inside the round that holds its beginning, where one is known; renewals and other ways do not', () => {
  const first = (cbqxz: string, more: Partial<NewBook> = {}, known = round) =>
    said([ends(1), book(1, '0', [line(1), line(2)], { terms: { ...KEPT, cbqxq: '2020-01-01', cbqx: 30, cbqxz }, ...more })], known)
  expect(first('2049-12-31')).toEqual([
    [
      'term-round',
      `【${code(1)}】的承包期限止不得超过本轮承包期【2027-12-31】`,
      `The term of ${code(1)} may not extend beyond the end of the round on 2027-12-31`,
    ],
  ])
  expect(first('2027-12-31')).toEqual([])
  // nor does one begin before a recorded round and reach into it
  const next = { rounds: [row<never>({ id: 'r', fbfbm: FBFBM, roundNo: 3, fromDay: '2028-01-01', toDay: '2057-12-31' })] }
  const begun = { rounds: [row<never>({ id: 'r', fbfbm: FBFBM, roundNo: 3, fromDay: '2020-06-01', toDay: '2050-05-31' })] }
  // a round that has begun says nothing of the terms of old papers
  expect(first('2049-12-31', {}, begun)).toEqual([])
  expect(first('2049-12-31', {}, next).map(([key]) => key)).toEqual(['term-round'])
  expect(first('2027-12-31', {}, next)).toEqual([])
  expect(first('2050-12-31', { terms: { ...KEPT, cbqxq: '2020-01-01', cbqx: 31, cbqxz: '2050-12-31' } }, { rounds: [] }).map(([key]) => key)).toEqual([
    'term-long',
  ])
  expect(first('2049-12-31', {}, { rounds: [] })).toEqual([])
  expect(first('2049-12-31', { djxl: '9' })).toEqual([])
  const other = { terms: { cbfs: '121', cbqx: 30, cbqxq: '2020-01-01', cbqxz: '2049-12-31' } }
  expect(first('', other).map(([key]) => key)).toEqual(['book-letter'])
})

test('nobody stands twice in a household, nor as co-owner in two of a county, however the number is typed', () => {
  const card = '511123198001011236'
  const typed = (n: string) => member('1', '02', { cyzjlx: '1', cyzjhm: n })
  const set = (members: readonly ReturnType<typeof member>[]): Act[] => [{ act: 'setContractor', cbfbm: cbfbm(1), members }]
  expect(said(set([typed(card), { ...member('2', '20'), cyzjlx: '1', cyzjhm: ' ５11123198001011236' }]))).toEqual([
    ['person-twice', `承包方【${cbfbm(1)}】的家庭成员【人2】证件号码重复`, `The member 人2 is listed twice in household ${cbfbm(1)}`],
  ])
  // the old card of the same person
  const old = person('9', { cbfbm: cbfbm(2), cyzjlx: '1', cyzjhm: '511123800101123' })
  const stands = (sfgyr: string, cybz: string | null = null) => said(set([typed(card)]), { elsewhere: [{ ...old, sfgyr, cybz }] })
  expect(stands('1')).toEqual([
    [
      'person-elsewhere',
      `【人1】已是承包方【${cbfbm(2)}】的户主或共有人，应说明理由、提交证明并由第二人确认`,
      `人1 is already head or co-owner of household ${cbfbm(2)}: a reason, a proof and a second person are needed`,
    ],
  ])
  expect(stands('2')).toEqual([])
  // who is recorded as dead there is nobody's member, co-owner or not
  const dead = [
    [
      'person-dead',
      `【人9】在承包方【${cbfbm(2)}】中已登记为死亡，不能登记为家庭成员；登记有误的请先更正`,
      `人9 is recorded as dead in household ${cbfbm(2)} and cannot become a member; if that is wrong, correct it first`,
    ],
  ]
  expect([stands('1', '7'), stands('2', '7')]).toEqual([dead, dead])
  // recorded as dead in both, by a case that lists him as such, is nothing new
  expect(said(set([typed(card), { ...member('3', '20'), cyzjlx: '1', cyzjhm: '511123196001011239', sfgyr: '2', cybz: '7' }]))).toEqual([])
})
