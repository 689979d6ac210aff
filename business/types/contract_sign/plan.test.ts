// Signing a contract as a pure function: its acts for each item, and every reason why it cannot be signed.
import { expect, test } from 'vitest'
import type { Draft } from '../../../kit/model/resource.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import type { dk } from '../../../land/definitions/dk.ts'
import type { jtcy } from '../../../land/definitions/jtcy.ts'
import { touched } from '../../../land/register/acts/acts.ts'
import type { RestrictionKind } from '../../../land/register/acts/tables.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import { acts, signCode, entries, faults, holderOf, consequences, type Facts, type SignedParcel } from './plan.ts'
import type { SignForm } from './type.ts'

const FBFBM = '51011210120100'
const CBFBM = `${FBFBM}0001`
const dkbm = (n: number) => `${FBFBM}0000${n}`
const signed = { cbhtbm: `${CBFBM}J`, htlx: '1', qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '9', fileHash: 'a'.repeat(64) } as ContractFile
const form = (parcels: readonly number[], more: Partial<SignForm['cbht']> = {}, sfqqqg = '2'): SignForm => ({
  fbfbm: FBFBM,
  cbf: {},
  dk: parcels.map((n) => ({ dkbm: dkbm(n), cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50', yhtmj: null, yhtmjm: null, sfqqqg, areaReason: null })),
  cbht: { cbfs: '110', cbqx: 30, cbqxq: '2026-04-01', cbqxz: '2056-03-31', qdsj: null, ycbhtbm: null, yhtzmj: null, yhtzmjm: null, ...more },
})
const parcel = (n: number, more: Draft<typeof dk> = {}, contracts: SignedParcel['contracts'] = []): SignedParcel =>
  ({ dkbm: dkbm(n), fbfbm: FBFBM, dklb: '22', cbfbm: null, ...more, contracts }) as SignedParcel
const head = { cyxm: '张三', cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: '1', sfgyr: '1', cybz: null, cybzsm: null } satisfies Draft<typeof jtcy>
const draft = { cbfmc: '张三', cbflx: '1', cbfzjhm: '1' } as NonNullable<Facts['household']>['draft']
const household: Facts['household'] = { draft, members: [{ values: head }] }
const known = (more: Draft<typeof cbf> = {}, members: NonNullable<Facts['contractor']>['members'] = [head]) =>
  ({ cbfbm: CBFBM, cbfmc: '张三', cbflx: '1', fbfbm: FBFBM, cbfzjhm: '1', ...more, members }) as NonNullable<Facts['contractor']>
const facts = (more: Partial<Facts> = {}): Facts => ({
  contractor: undefined,
  household: undefined,
  cbfbm: CBFBM,
  contracts: [],
  lastBook: undefined,
  parcels: [parcel(1), parcel(2, { dklb: '10' })],
  standing: new Map(),
  today: '2026-03-02',
  elsewhere: [],
  rounds: [],
  limits: { grass: 50, forest: 70, other: 50, endless: true },
  shared: undefined,
  ...more,
})
const against = (code: string, ...kinds: RestrictionKind[]): Pick<Facts, 'standing'> => ({ standing: new Map([[code, new Set(kinds)]]) })

test('a new household: itself, its parcels as contracted land, its first book and a certificate', () => {
  const f = form([1, 2])
  const all = acts(f, facts({ household }), signed)
  expect(all.map((a) => a.act)).toEqual(['newContractor', 'setParcel', 'newBook', 'certificate'])
  expect(all[0]).toMatchObject({ cbfbm: CBFBM, members: [head] })
  // the second parcel is contracted land already
  expect(all[1]).toEqual({ act: 'setParcel', dkbm: dkbm(1), fields: { dklb: '10' }, bgfs: '10' })
  const line = { cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50', yhtmj: null, yhtmjm: null, sfqqqg: '2' }
  const NONE = { ycbhtbm: null, yhtzmj: null, yhtzmjm: null }
  expect(all[2]).toEqual({
    act: 'newBook',
    code: `${CBFBM}J`,
    fbfbm: FBFBM,
    cbfbm: CBFBM,
    from: [],
    djlx: '0',
    djxl: '0',
    terms: { cbfs: '110', cbqx: 30, cbqxq: '2026-04-01', cbqxz: '2056-03-31' },
    lines: [1, 2].map((n) => ({ dkbm: dkbm(n), ...line })),
    contract: { file: { qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '9', fileHash: 'a'.repeat(64) }, htlx: '1', ...NONE },
  })
  // a line that says nothing of shares is of the whole parcel
  const unsaid = acts({ ...f, dk: f.dk.map((l) => ({ ...l, sfqqqg: null })) }, facts({ household }), signed)
  expect(unsaid[2]).toEqual(all[2])
  expect(all[3]).toEqual({ act: 'certificate', code: `${CBFBM}J`, event: 'new' })
  const objects = all.flatMap(touched)
  expect(new Set(objects).size).toBe(objects.length)
})

test('a contractor of the register: no new one, and a code that had a book follows its last version', () => {
  const all = acts(form([1]), facts({ contractor: known(), lastBook: '77' }), signed)
  expect(all.map((a) => a.act)).toEqual(['setParcel', 'newBook', 'certificate'])
  expect(all[1]).toMatchObject({ from: ['77'] })
})

test('whatever a form says beside the code of a contractor of the register, the register is told the same', () => {
  const of = facts({ contractor: known() })
  const plain = acts({ ...form([1]), cbf: { cbfbm: CBFBM } }, of, signed)
  for (const name of Object.keys({ ...cbf.fields, jtcyList: 1 }))
    expect([name, acts({ ...form([1]), cbf: { [name]: 'X', cbfbm: CBFBM } as SignForm['cbf'] }, of, signed)]).toEqual([name, plain])
})

test('another way of contracting has a code of its own', () => {
  const f = form([1], { cbfs: '121' })
  expect(signCode(f, CBFBM)).toBe(`${CBFBM}Q`)
  expect(acts(f, facts({ contractor: known() }), { ...signed, htlx: '2' })[1]).toMatchObject({ code: `${CBFBM}Q`, contract: { htlx: '2' } })
  expect(holderOf(facts({ contractor: known({ cbflx: '3' }) }))).toEqual({ cbfbm: CBFBM, cbfmc: '张三', cbflx: '3' })
})

test('of several contracts the book takes its own; what is posted says each parcel and the term', () => {
  const [x, f] = [facts({ contractor: known(), parcels: [parcel(1, { dkmc: '田1' })] }), form([1])]
  const [{ acts: all }] = entries(f, x, [{ ...signed, cbhtbm: `${CBFBM}Q`, attachId: '8' }, signed]) as [{ acts: ReturnType<typeof acts> }]
  expect(all[1]).toMatchObject({ act: 'newBook', contract: { file: { attachId: '9' } } })
  expect(consequences(f, x).posted).toEqual({
    targets: [CBFBM, `${CBFBM}J`, dkbm(1)],
    cbfbm: CBFBM,
    dk: [{ dkbm: dkbm(1), dkmc: '田1', htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' }],
    cbht: { cbqxq: '2026-04-01', cbqxz: '2056-03-31' },
  })
})

test('a share is held beside other shares of its parcel; a parcel that becomes contracted land is held whole', () => {
  const locks = (sfqqqg: string) => consequences(form([1, 2], {}, sfqqqg), facts({ household })).locks.map((l) => `${l.objectType} ${l.objectCode}`)
  const own = [`djb ${CBFBM}J`, `cbf ${CBFBM}`]
  expect(locks('2')).toEqual([...own, `dk ${dkbm(1)}`, `dk ${dkbm(2)}`])
  expect(locks('1')).toEqual([...own, `dk ${dkbm(1)}`, `share ${dkbm(2)}:${CBFBM}`])
})

const words = (f: SignForm, x: Facts) => faults(f, x).map((p) => [p.key, p.words.zh, p.words.en])
test('what fits has no fault, shares of one parcel in two contracts too', () => {
  expect(words(form([1, 2]), facts({ household }))).toEqual([])
  const shared = parcel(1, {}, [{ cbhtbm: 'X', sfqqqg: '1' }])
  expect(words(form([1], {}, '1'), facts({ household, parcels: [shared] }))).toEqual([])
})

test('every reason is named, in both languages', () => {
  const one = form([1])
  const named: SignForm = { ...one, cbf: { cbfbm: CBFBM } }
  const of = (p: SignedParcel | undefined) => facts({ household, parcels: [p] })
  const table: [SignForm, Facts, string, string, string][] = [
    [named, facts(), 'not-found', '承包方不存在', 'Contractor not found'],
    [named, facts({ contractor: known({ fbfbm: 'X' }) }), 'invalid', '承包方不属于所选发包方', 'The contractor belongs to another issuer'],
    [
      named,
      facts({ contractor: known({}, [{ ...head, cyxm: '李四' }]) }),
      'invalid',
      '承包方【张三】的户主与承包方代表的姓名、证件类型或证件号码不一致，请先更正',
      'Name, document type or ID number of the head differ from those of contractor 张三: correct them first',
    ],
    [named, facts({ contractor: known(), ...against(CBFBM, 'yy') }), 'E1003', `承包方【张三 ${CBFBM}】存在异议，请先处理异议`, expect.any(String)],
    [
      named,
      facts({ contractor: known(), ...against(CBFBM, 'cf') }),
      'seized',
      `承包方【张三 ${CBFBM}】的承包经营权已被查封，不能办理该业务`,
      `The right of contractor 张三 (${CBFBM}) is under seizure`,
    ],
    [named, facts({ contractor: known({ cbflx: '3' }, []) }), 'invalid', '家庭承包的承包方应为农户', 'Household contracting is for households only'],
    [
      named,
      facts({ contractor: known(), contracts: [`${CBFBM}J`] }),
      'E1013',
      '一个农户只能有一份家庭承包合同：增加地块请办理“合同变更”中的“地块增加”',
      expect.any(String),
    ],
    [one, of(undefined), 'not-found', `地块【${dkbm(1)}】不存在`, `Parcel ${dkbm(1)} not found`],
    [one, of(parcel(1, { fbfbm: 'X' })), 'invalid', `地块【${dkbm(1)}】不属于所选发包方`, `Parcel ${dkbm(1)} belongs to another issuer`],
    [one, of(parcel(1, { dklb: '21' })), 'invalid', `地块【${dkbm(1)}】的类别不能承包`, `A parcel of this category cannot be contracted: ${dkbm(1)}`],
    [one, of(parcel(1, { cbfbm: 'X' })), 'invalid', `地块【${dkbm(1)}】的承包方不是【张三】`, `Parcel ${dkbm(1)} belongs to a contractor other than 张三`],
    [one, facts({ household, ...against(dkbm(1), 'dy', 'yy', 'lz') }), 'E1002', `地块【${dkbm(1)}】处于抵押状态，不能办理该业务`, expect.any(String)],
    [one, facts({ household, ...against(dkbm(1), 'yy') }), 'E1003', `地块【${dkbm(1)}】存在异议，请先处理异议`, expect.any(String)],
    [one, facts({ household, ...against(dkbm(1), 'cf', 'dy') }), 'seized', `地块【${dkbm(1)}】已被查封，不能办理该业务`, `Parcel ${dkbm(1)} is under seizure`],
    [
      form([1], {}, '1'),
      of(parcel(1, { scmj: '1500.00' }, [{ cbhtbm: 'X', sfqqqg: '1', htmj: '500.03' }])),
      'invalid',
      `地块【${dkbm(1)}】各户份额之和超过1（合同面积合计大于实测面积1500.00平方米）`,
      `The shares of parcel ${dkbm(1)} are more than 1 (their areas together exceed its 1500.00 m²)`,
    ],
    [one, of(parcel(1, {}, [{ cbhtbm: 'X', sfqqqg: '1' }])), 'E1015', `地块【${dkbm(1)}】已在合同【X】中`, expect.any(String)],
  ]
  for (const [f, x, key, zh, en] of table) {
    const [first] = faults(f, x)
    const msg = first!.key === 'invalid' ? (first!.details as { msg: { zh: string; en: string } }[])[0]!.msg : first!.words
    expect([first!.key, msg.zh, msg.en]).toEqual([key, zh, en])
  }
})

const said = (f: SignForm, x: Facts) => faults(f, x).map((p) => [p.key, p.words.zh])
const measuredAs = (scmj: string) => facts({ household, parcels: [parcel(1, { scmj })] })
const withLine = (more: Partial<SignForm['dk'][number]>): SignForm => ({ ...form([1]), dk: [{ ...form([1]).dk[0]!, ...more }] })

test('a contract area lies at most a tenth from the measured one, with a reason at most as far again', () => {
  expect(said(form([1]), measuredAs('1000.00'))).toEqual([])
  expect(said(form([1]), measuredAs('909.10'))).toEqual([])
  const reason = `地块【${dkbm(1)}】的合同面积与实测面积【900.00平方米】相差超过10%，请填写面积差异原因`
  const en = `Parcel ${dkbm(1)}: contract area and measured area (900.00 m²) differ by more than 10 %: give the reason`
  expect(faults(form([1]), measuredAs('900.00')).map((p) => p.details)).toMatchObject([[{ field: 'dk.0.areaReason', msg: { zh: reason, en } }]])
  expect(said(withLine({ areaReason: '二轮台账' }), measuredAs('900.00'))).toEqual([])
  expect(said(withLine({ areaReason: ' ' }), measuredAs('900.00'))).toEqual([['invalid', reason]])
  expect(said(withLine({ areaReason: '二轮台账' }), measuredAs('500.00'))).toEqual([])
  const most = `地块【${dkbm(1)}】的合同面积与实测面积【499.90平方米】相差超过100%，请更正`
  const mostEn = `Parcel ${dkbm(1)}: contract area and measured area (499.90 m²) differ by more than 100 %: correct it`
  expect(faults(withLine({ areaReason: '二轮台账' }), measuredAs('499.90')).map((p) => p.details)).toMatchObject([
    [{ field: 'dk.0.htmj', msg: { zh: most, en: mostEn } }],
  ])
  // a share is less than its parcel; more than it is no share
  expect(said(withLine({ sfqqqg: '1' }), measuredAs('9000.00'))).toEqual([])
  expect(said(withLine({ sfqqqg: '1' }), measuredAs('400.00'))[0]![0]).toBe('invalid')
  // the reason stays with the case: the register has no place for it
  const [, , book] = acts(withLine({ areaReason: '二轮台账' }), facts({ household }), signed)
  expect(book).toMatchObject({ act: 'newBook' })
  expect(JSON.stringify(book)).not.toContain('areaReason')
})

test('a term is not over, does not pass its round, and is of whole years or ends with the round', () => {
  const term = (cbqxq: string, cbqx: number, cbqxz: string, more: Partial<Facts> = {}, own: Partial<SignForm['cbht']> = {}) =>
    said(form([1], { cbqxq, cbqx, cbqxz, ...own }), facts({ household, ...more }))
  const until = (toDay: string) => [{ roundNo: 3, fromDay: '2026-01-01', toDay }]
  expect(term('1990-01-01', 30, '2019-12-31')).toEqual([['E1005', '承包期限已届满']])
  const over = form([1], { cbqxq: '1990-01-01', cbqx: 30, cbqxz: '2019-12-31' })
  expect(faults(over, facts({ household })).map((p) => p.words.en)).toEqual(['The term is over'])
  expect(term('1997-03-03', 29, '2026-03-02')).toEqual([])
  const past = [['term-round', `【${CBFBM}J】的承包期限止不得超过本轮承包期【2055-12-31】`]]
  expect(term('2026-04-01', 30, '2056-03-31', { rounds: until('2055-12-31') })).toEqual(past)
  expect(term('2026-04-01', 30, '2055-12-31', { rounds: until('2055-12-31') })).toEqual([])
  // any other end than that of the round is of whole years
  for (const rounds of [[], until('2056-12-31')]) expect(term('2026-04-01', 30, '2055-12-31', { rounds })).toEqual([['invalid', '承包期限止与承包期限不一致']])
  // where no round is recorded a term may end with those of the other households, and need not
  expect(term('2026-04-01', 30, '2055-12-31', { shared: '2055-12-31' })).toEqual([])
  expect(term('2026-04-01', 30, '2056-03-31', { shared: '2055-12-31' })).toEqual([])
  expect(term('2026-04-01', 30, '2055-12-31', { rounds: until('2056-12-31'), shared: '2055-12-31' })).toEqual([['invalid', '承包期限止与承包期限不一致']])
  // what is tendered is bound to no round
  expect(term('2026-04-01', 30, '2056-03-31', { rounds: until('2055-12-31') }, { cbfs: '121' }).filter(([k]) => k === 'term-round')).toEqual([])
  // nor does one begin before a recorded round and reach into it
  const later = { rounds: [{ roundNo: 3, fromDay: '2028-10-01', toDay: '2058-09-30' }] }
  const reaches = [['term-round', `【${CBFBM}J】的承包期限止不得超过本轮承包期【2028-09-30】`]]
  for (const [years, end] of [
    [30, '2056-12-31'],
    [70, '2096-12-31'],
    [2, '2028-12-31'],
  ] as const)
    expect(term('2027-01-01', years, end, later)).toEqual(reaches)
  expect(term('2027-01-01', 2, '2028-09-30', later)).toEqual([])
  // a year to the day is one year, whatever stands beside it
  expect(term('2027-10-01', 30, '2028-09-30', later)).toEqual([['invalid', '承包期限止与承包期限不一致']])
  expect(term('2027-10-01', 1, '2028-09-30', later)).toEqual([])
})

test('without a round a household has arable land for thirty years at most, woodland and grassland for theirs, and other ways end some day or never', () => {
  const term = (years: number, uses: string[], own: Partial<SignForm['cbht']> = {}, more: Partial<Facts> = {}) => {
    const parcels = uses.map((tdlylx, i) => ({ ...facts().parcels[0]!, dkbm: form([i + 1]).dk[0]!.dkbm, tdlylx }))
    const cbqxz = `${2026 + years}-03-31`
    const given = form(
      uses.map((_, i) => i + 1),
      { cbqxq: '2026-04-01', cbqx: years, cbqxz, ...own },
    )
    return said(given, facts({ household, parcels, ...more })).filter(([, msg]) => /最长/.test(msg!))
  }
  const arable = [['invalid', '耕地的承包期限最长30年，自2026-04-01起最晚至2056-03-31']]
  expect([term(30, ['011']), term(31, ['011']), term(70, ['013']), term(31, ['011', '031'])]).toEqual([[], arable, arable, arable])
  expect(term(1, ['011'], { cbqxz: '9999-01-01' })).toEqual(arable)
  expect([term(70, ['031']), term(50, ['041']), term(70, ['031', '041'])[0]![1]]).toEqual([
    [],
    [],
    '林地、草地的承包期限最长50年，自2026-04-01起最晚至2076-03-31',
  ])
  expect(term(71, ['031'])[0]![1]).toBe('林地、草地的承包期限最长70年，自2026-04-01起最晚至2096-03-31')
  expect(term(40, ['031'], {}, { limits: { grass: 30, forest: 30, other: 50, endless: true } })[0]![1]).toContain('最长30年')
  // woodland has years of its own, whatever the round of the arable land
  expect(term(70, ['031'], {}, { rounds: [{ roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30' }] })).toEqual([])
  const tendered = (years: number, own: object = {}) => term(years, ['011'], { cbfs: '121', ...own })
  expect([tendered(50), tendered(50, { cbqxz: '9999-01-01' })]).toEqual([[], []])
  const ends = { limits: { grass: 50, forest: 70, other: 50, endless: false } }
  expect(term(50, ['011'], { cbfs: '121', cbqxz: '9999-01-01' }, ends)[0]![1]).toBe('以其他方式承包的，承包期限最长50年，自2026-04-01起最晚至2076-03-31')
  // a term that begins after the last recorded round is one of the next, which is not recorded
  const second = { rounds: [{ roundNo: 2, fromDay: '1993-04-01', toDay: '2026-03-31' }] }
  const after = said(form([1], { cbqxq: '2026-04-01' }), facts({ household, ...second }))
  expect(after).toEqual([['invalid', '承包期限起不得晚于已登记的本轮承包期止【2026-03-31】；属下一轮承包的，请先登记下一轮承包期']])
  expect(term(70, ['031'], {}, second)).toEqual([])
  expect(tendered(99)[0]![1]).toBe('以其他方式承包的，承包期限最长50年，自2026-04-01起最晚至2076-03-31')
})

test('who is a co-owner of another household is none of a new one, however the number was typed', () => {
  const person = { ...head, cyzjhm: '110101600101001' }
  const other = { cyzjlx: '1', cyzjhm: '110101196001010011', cyxm: '张三', cbfbm: `${FBFBM}0009` }
  const x = facts({ household: { draft, members: [{ values: person }] }, elsewhere: [other] })
  expect(faults(form([1]), x).map((p) => p.details)).toMatchObject([
    [{ field: 'cbf.jtcyList.0.cyzjhm', msg: { zh: `【张三】已是承包方【${FBFBM}0009】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认` } }],
  ])
  expect(said(form([1]), facts({ household: { draft, members: [{ values: { ...person, sfgyr: '2' } }] }, elsewhere: [other] }))).toEqual([])
  // who is recorded as dead becomes no member, co-owner or not, and no second person confirms it
  for (const sfgyr of ['1', '2']) {
    const revived = facts({ household: { draft, members: [{ values: { ...person, sfgyr } }] }, elsewhere: [{ ...other, cybz: '7' }] })
    expect(faults(form([1]), revived).map((p) => p.details)).toMatchObject([
      [{ field: 'cbf.jtcyList.0.cyzjhm', msg: { zh: `【张三】在承包方【${FBFBM}0009】中已登记为死亡，不能登记为家庭成员；登记有误的请先更正` } }],
    ])
  }
  // nor of one that is entered and not registered yet; whoever has a contract was registered so
  const contractor = known({ cbfzjhm: other.cyzjhm }, [{ ...head, cyzjhm: other.cyzjhm }])
  const named = { ...form([1]), cbf: { cbfbm: CBFBM } } as unknown as SignForm
  expect(faults(named, facts({ contractor, elsewhere: [other] })).map((p) => p.details)).toMatchObject([[{ field: 'cbf.cbfbm', cyxm: '张三' }]])
  expect(faults(named, facts({ contractor, elsewhere: [other], contracts: [`${CBFBM}Q`] }))).toEqual([])
})
