// What the papers of a case say, from facts alone.
import { expect, test } from 'vitest'
import type { PostedHousehold } from '../publicity/posted.ts'
import type { CaseFacts } from './facts.ts'
import { lettersOf, postingOf } from './letters.ts'

const parcel = (dkbm: string, htmjm: string, scmjm: string) => ({ dkbm, dkmc: '田', dkdz: '', dknz: '', dkxz: '', dkbz: '', htmjm, scmjm, geom: null })
const household = (n: number, parcels: PostedHousehold['parcels'], members = 2): PostedHousehold => ({
  cbfbm: `51202110120103000${n}`,
  cbfmc: `户${n}`,
  parcels,
  members: Array.from({ length: members }, (_, i) => ({ cyxm: `员${i}`, cyzjhm: '', yhzgx: '02' })),
})
const JOINT = '5120211012010300040'
const households = [
  household(1, [parcel('5120211012010300001', '1.00', '1.10'), parcel(JOINT, '0.28', '8.51')]),
  household(2, [parcel(JOINT, '0.28', '8.51')]),
  household(3, [parcel(JOINT, '0.28', '8.51')], 0),
]
const facts = (more: Partial<CaseFacts> = {}): CaseFacts => ({
  b: { businessCode: '51202120280105000001', obligeName: '张三' } as CaseFacts['b'],
  typeName: '延包',
  itemName: '延包',
  issuer: { fbfmc: '三组', fbffzrxm: '', fbfdz: '' },
  objectionPhone: '',
  office: '石羊镇人民政府',
  today: '2027-01-18',
  words: {},
  materials: [],
  opinions: [],
  faults: [],
  refusals: [],
  households,
  served: [],
  cancelled: [],
  written: [],
  ...more,
})
const said = (x: unknown): string => JSON.stringify(x)

test('a posting adds what was measured once, and the contract areas of every household', () => {
  for (const form of ['first', 'second'] as const) {
    const { scmjm, htmjm, households: all } = postingOf(form, facts(), [])
    expect([scmjm, htmjm, all.map((h) => [h.scmjm, h.htmjm])]).toEqual(['9.61', '1.84', [['9.61', '1.28'], ['8.51', '0.28'], ['8.51', '0.28']]]) // prettier-ignore
  }
  expect(said(lettersOf('notice', facts()))).toContain('涉及承包方3户、地块2块、合同面积1.84亩')
})
test('an organisation is asked for no declaration of its members and has no list of them', () => {
  const mandates = lettersOf('mandates', facts({ households: [households[2]!] }))
  expect(mandates.map((l) => l.title)).toEqual(['授权委托书', '指界委托书'])
  expect(said([mandates, lettersOf('confirmation', facts({ households: [households[2]!] }))])).not.toMatch(/0人|与户主关系/)
})
test('what tells of a day bears that day, on whatever day it is printed', () => {
  const accepted = { day: '2026-11-29 10:00:00', materials: [{ fileName: '申请书', isRequired: '1', given: 1 }] }
  const later = [...accepted.materials, { fileName: '后交的材料', isRequired: '2', given: 1 }]
  const receipt = said(lettersOf('receipt', facts({ accepted, materials: later })))
  expect([receipt.includes('2026年11月29日'), receipt.includes('2027年01月18日'), receipt.includes('后交的材料')]).toEqual([true, false, false])
  const revoked = said(lettersOf('revocation', facts({ revokedDay: '2026-12-01 08:00:00' })))
  expect([revoked.includes('2026年12月01日'), revoked.includes('2027年01月18日')]).toEqual([true, false])
})
