// Signing a contract as a pure function: its acts for each item, and every reason why it cannot be signed.
import { expect, test } from 'vitest'
import type { Draft } from '../../../kit/model/resource.ts'
import type { cbf } from '../../../land/definitions/cbf.ts'
import type { dk } from '../../../land/definitions/dk.ts'
import type { jtcy } from '../../../land/definitions/jtcy.ts'
import { touched } from '../../../land/register/acts.ts'
import type { RestrictionKind } from '../../../land/register/tables.ts'
import type { ContractFile } from '../../cases/business.ts'
import { acts, codeOf, faults, holderOf, type Facts, type ParcelFact } from './plan.ts'
import type { SignForm } from './type.ts'

const FBFBM = '51011210120100'
const CBFBM = `${FBFBM}0001`
const dkbm = (n: number) => `${FBFBM}0000${n}`
const signed = { cbhtbm: `${CBFBM}J`, htlx: '1', qdsj: '2026-03-17', signWay: '3', signStatus: '2', attachId: '9', fileHash: 'a'.repeat(64) } as ContractFile
const form = (parcels: readonly number[], more: Partial<SignForm['cbht']> = {}, sfqqqg = '2'): SignForm => ({
  fbfbm: FBFBM,
  cbf: {},
  dk: parcels.map((n) => ({ dkbm: dkbm(n), cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50', yhtmj: null, yhtmjm: null, sfqqqg })),
  cbht: { cbfs: '110', cbqx: 30, cbqxq: '2026-04-01', cbqxz: '2056-03-31', qdsj: null, ycbhtbm: null, yhtzmj: null, yhtzmjm: null, ...more },
})
const parcel = (n: number, more: Draft<typeof dk> = {}, contracts: ParcelFact['contracts'] = []): ParcelFact =>
  ({ dkbm: dkbm(n), fbfbm: FBFBM, dklb: '22', cbfbm: null, ...more, contracts }) as ParcelFact
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
  expect(all[2]).toMatchObject({
    code: `${CBFBM}J`,
    from: [],
    djlx: '0',
    djxl: '0',
    terms: { cbqxz: '2056-03-31' },
    contract: { htlx: '1', file: { attachId: '9', qdsj: '2026-03-17' } },
  })
  expect(all[3]).toEqual({ act: 'certificate', code: `${CBFBM}J`, event: 'new' })
  const objects = all.flatMap(touched)
  expect(new Set(objects).size).toBe(objects.length)
})

test('a contractor of the register: no new one, and a code that had a book follows its last version', () => {
  const all = acts(form([1]), facts({ contractor: known(), lastBook: '77' }), signed)
  expect(all.map((a) => a.act)).toEqual(['setParcel', 'newBook', 'certificate'])
  expect(all[1]).toMatchObject({ from: ['77'] })
})

test('another way of contracting has a code of its own', () => {
  const f = form([1], { cbfs: '121' })
  expect(codeOf(f, CBFBM)).toBe(`${CBFBM}Q`)
  expect(acts(f, facts({ contractor: known() }), { ...signed, htlx: '2' })[1]).toMatchObject({ code: `${CBFBM}Q`, contract: { htlx: '2' } })
  expect(holderOf(facts({ contractor: known({ cbflx: '3' }) }))).toEqual({ cbfbm: CBFBM, cbfmc: '张三', cbflx: '3' })
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
  const of = (p: ParcelFact | undefined) => facts({ household, parcels: [p] })
  const table: [SignForm, Facts, string, string, string][] = [
    [named, facts(), 'not-found', '承包方不存在', 'Contractor not found'],
    [named, facts({ contractor: known({ fbfbm: 'X' }) }), 'invalid', '承包方不属于所选发包方', 'The contractor belongs to another issuer'],
    [
      named,
      facts({ contractor: known({}, [{ ...head, cyxm: '李四' }]) }),
      'invalid',
      '承包方【张三】的户主与承包方代表的姓名或证件号码不一致，请先更正',
      'Name or ID number of the head differ from those of contractor 张三: correct them first',
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
    [named, facts({ contractor: known(), contracts: [`${CBFBM}J`] }), 'E1013', '一个农户只能有一份家庭承包合同', expect.any(String)],
    [one, of(undefined), 'not-found', `地块【${dkbm(1)}】不存在`, `Parcel ${dkbm(1)} not found`],
    [one, of(parcel(1, { fbfbm: 'X' })), 'invalid', `地块【${dkbm(1)}】不属于所选发包方`, `Parcel ${dkbm(1)} belongs to another issuer`],
    [one, of(parcel(1, { dklb: '21' })), 'invalid', `地块【${dkbm(1)}】的类别不能承包`, `A parcel of this category cannot be contracted: ${dkbm(1)}`],
    [one, of(parcel(1, { cbfbm: 'X' })), 'invalid', `地块【${dkbm(1)}】的承包方不是【张三】`, `Parcel ${dkbm(1)} has another contractor than 张三`],
    [one, facts({ household, ...against(dkbm(1), 'dy', 'yy', 'lz') }), 'E1002', `地块【${dkbm(1)}】处于抵押状态，不能办理该业务`, expect.any(String)],
    [one, facts({ household, ...against(dkbm(1), 'yy') }), 'E1003', `地块【${dkbm(1)}】存在异议，请先处理异议`, expect.any(String)],
    [one, facts({ household, ...against(dkbm(1), 'cf', 'dy') }), 'seized', `地块【${dkbm(1)}】已被查封，不能办理该业务`, `Parcel ${dkbm(1)} is under seizure`],
    [one, of(parcel(1, {}, [{ cbhtbm: 'X', sfqqqg: '1' }])), 'E1015', `地块【${dkbm(1)}】已在合同【X】中`, expect.any(String)],
  ]
  for (const [f, x, key, zh, en] of table) {
    const [first] = faults(f, x)
    const msg = first!.key === 'invalid' ? (first!.details as { msg: { zh: string; en: string } }[])[0]!.msg : first!.words
    expect([first!.key, msg.zh, msg.en]).toEqual([key, zh, en])
  }
})
