// A small register and entries on it, for tests of the rules of an entry without a database.
import { expect } from 'vitest'
import { Problem } from '../../../kit/model/problem.ts'
import type { Act, Entry, Line, Member, NewBook } from './acts.ts'
import { balance } from './balance.ts'
import type { BookRow, ContractorRow, Found, LineRow, MemberRow, ParcelRow } from './found.ts'

export const FBFBM = '51011210120100'
export const cbfbm = (n: number) => `${FBFBM}000${n}`
export const code = (n: number) => `${cbfbm(n)}J`
export const dkbm = (n: number) => `${FBFBM}0000${n}`
const base = {
  tenantId: '000000',
  createUser: '1',
  createTime: '2026-01-01 00:00:00',
  updateUser: '1',
  updateTime: '2026-01-01 00:00:00',
  rev: 1,
  countyCode: '510112',
  regionCode: FBFBM.slice(0, 12),
}
export const row = <T>(values: object): T => ({ ...base, ...values }) as T

/** A register: households 1 and 2 with books b1 (parcels 1, 2) and b2 (parcel 3), each parcel 1000 m² and 1.50 mu. */
const LINES: readonly [book: string, holder: number, parcel: number][] = [
  ['b1', 1, 1],
  ['b1', 1, 2],
  ['b2', 2, 3],
]
export const person = (n: string, more: object = {}): MemberRow =>
  row({ id: `m${n}`, cyxm: `人${n}`, cyzjlx: '1', cyzjhm: `N${n}`, yhzgx: '02', sfgyr: '1', cybz: null, ...more })
export const found = (more: Partial<Found> = {}): Found => ({
  issuers: new Map(),
  holders: new Map(),
  contractors: new Map([1, 2].map((n) => [cbfbm(n), row<ContractorRow>({ id: `c${n}`, cbfbm: cbfbm(n), fbfbm: FBFBM, cbflx: '1' })])),
  members: [person('1', { cbfbm: cbfbm(1) }), person('2', { cbfbm: cbfbm(1), yhzgx: '20' }), person('3', { cbfbm: cbfbm(2) })],
  parcels: new Map([1, 2, 3, 4].map((n) => [dkbm(n), row<ParcelRow>({ id: `p${n}`, dkbm: dkbm(n), scmj: '1000.00', dklb: '10', zt: '1' })])),
  books: new Map(
    [1, 2].map((n) => [
      `b${n}`,
      row<BookRow>({ id: `b${n}`, cbjyqzbm: code(n), version: 1, qszt: '1', cbfbm: cbfbm(n), cbqxq: '2020-01-01', cbqxz: '2049-12-31' }),
    ]),
  ),
  contracts: [],
  lines: LINES.map(([djbId, n, p]) =>
    row<LineRow>({ id: `l${p}`, djbId, dkbm: dkbm(p), cbfbm: cbfbm(n), cbhtbm: code(n), qszt: '1', sfqqqg: '2', htmj: '1000.00', htmjm: '1.50' }),
  ),
  certificates: new Map(),
  events: new Map(),
  restrictions: [],
  printed: [],
  holderRows: [],
  rounds: [],
  shared: [],
  limits: { grass: 50, forest: 70, other: 50, endless: true },
  ownRounds: [],
  days: new Map(),
  touched: new Set(),
  named: new Set(),
  elsewhere: [],
  used: new Set(),
  held: new Set(),
  ...more,
})
export const entry = (acts: readonly Act[], kind: Entry['cause']['kind'] = 'business'): Entry => ({
  cause: { kind, id: '1' },
  unit: 'u',
  regionCode: FBFBM,
  day: '2026-05-01',
  acts,
})
export const line = (n: number, htmjm = '1.50', sfqqqg = '2'): Line => ({ dkbm: dkbm(n), htmj: (Number(htmjm) / 0.0015).toFixed(2), htmjm, sfqqqg })
export const KEPT = { cbfs: '110', cbqx: 30, cbqxq: '2020-01-01', cbqxz: '2049-12-31' }
export const book = (n: number, djxl: string, lines: readonly Line[], more: Partial<NewBook> = {}): NewBook => ({
  act: 'newBook',
  code: code(n),
  fbfbm: FBFBM,
  cbfbm: cbfbm(n),
  from: [`b${n}`],
  djlx: '1',
  djxl,
  terms: KEPT,
  lines,
  contract: { carry: true },
  ...more,
})
export const ends = (n: number, qszt: '2' | '3' = '2'): Act => ({ act: 'endBook', djbId: `b${n}`, qszt, reason: '变更' })
export const said = (acts: readonly Act[], more: Partial<Found> = {}, kind?: Entry['cause']['kind']) =>
  balance(entry(acts, kind), found(more)).map((p) => {
    expect(p).toBeInstanceOf(Problem)
    return [p.key, p.words.zh, p.words.en]
  })
export const member = (n: string, yhzgx = '02', more: Partial<Member> = {}): Member => ({
  id: `m${n}`,
  cyxm: `人${n}`,
  cyxb: '1',
  cyzjlx: '1',
  cyzjhm: `N${n}`,
  yhzgx,
  sfgyr: '1',
  ...more,
})
