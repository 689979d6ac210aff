import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Act, type ActName, type Cause, type CauseKind, type Entry, MAY, type NewBook } from '../../land/register/acts/acts.ts'
import { m2, mu, sum } from '../../land/definitions/area.ts'
import { CASES } from './cases.ts'
import { believed, differing, EVER, type History, live, OPEN, type Row } from './clocks.ts'
import { nextStep, start, take, TODAY } from './generate.ts'
import {
  aBook,
  bookOf,
  contractorFields,
  ends,
  follows,
  issuerFields,
  type Maker,
  makerOf,
  memberList,
  parcelFields,
  person,
  reading,
  signature,
} from './making.ts'
import { apply, asOf, onDay, restore } from './model.ts'
import { OTHERS, UNLAWFUL } from './others.ts'
import { MAY_WRITE, plusDays } from './rules.ts'
import { differences, snapshot, touchedBetween } from './snapshot.ts'
import { empty, isRefused, listed, membersOf, naming, now, type Put, type Refused, rowOf, type State, text } from './state.ts'

const FBF = '51202110120301'
const A = `${FBF}0001`
const B = `${FBF}0002`
const dk = (n: number) => `${FBF}${String(n).padStart(5, '0')}`
let units = 0
const entry = (kind: CauseKind, acts: Act[], more: Partial<Entry> & { id?: string } = {}): Entry => {
  const { id = String(++units), ...rest } = more
  return { cause: { kind, id }, unit: `u${++units}`, regionCode: FBF, day: TODAY, acts, ...rest }
}
const undo = (id = String(++units), day = TODAY) => ({ cause: { kind: 'undo' as const, id }, unit: `u${++units}`, regionCode: FBF, day })
function written(x: State | Refused): State {
  if (isRefused(x)) throw new Error(`refused: ${x.refused} ${x.about}`)
  return x
}
const done = (s: State, kind: CauseKind, acts: Act[], more: Partial<Entry> & { id?: string } = {}) => written(apply(s, entry(kind, acts, more)))
const refusal = (x: State | Refused): string => (isRefused(x) ? x.refused : 'written')
const m: Maker = makerOf(1, empty(TODAY))
const terms = { cbfs: '110', cbqx: 30, cbqxq: '1998-01-01', cbqxz: '2027-12-31' }
const line = (n: number, htmj: string, htmjm: string) => ({ dkbm: dk(n), sfqqqg: '2', cbjyqqdfs: '110', htmj, htmjm })
const square = (x: number) => ({ ...parcelFields(m, { x, y: 0, w: 40, h: 25 }), dklb: '10' })
const first = (cbfbm: string, lines: NewBook['lines']): NewBook => ({
  act: 'newBook',
  code: `${cbfbm}J`,
  fbfbm: FBF,
  cbfbm,
  from: [],
  djlx: '0',
  djxl: '0',
  terms,
  lines,
  contract: { paper: signature('2016-03-01'), htlx: '1' },
  day: '2016-03-01',
})
const headOf = (name: string) => ({ ...person(m, '02'), cyxm: name })
/** Two households with a book each (parcels 1, 2 and 3), and two free parcels (4 contracted land, 5 reserve). */
function village(): State {
  const [a, b] = [headOf('甲'), headOf('乙')]
  const acts: Act[] = [
    { act: 'newIssuer', fbfbm: FBF, fields: issuerFields(FBF), day: '2015-01-01' },
    { act: 'newContractor', cbfbm: A, fields: contractorFields(m, a), members: [a, person(m, '10'), person(m, '20')], day: '2016-03-01' },
    { act: 'newContractor', cbfbm: B, fields: contractorFields(m, b), members: [b], day: '2016-03-01' },
    ...[1, 2, 3].map((n): Act => ({ act: 'newParcel', dkbm: dk(n), fields: square(n * 100), day: '2016-03-01' })),
    ...[4, 5].map((n): Act => ({ act: 'newParcel', dkbm: dk(n), fields: { ...square(n * 100), dklb: n === 4 ? '10' : '22' }, day: '2016-03-01' })),
    first(A, [line(1, '1000.00', '1.50'), line(2, '1000.00', '1.50')]),
    first(B, [line(3, '1000.00', '1.50')]),
    ...[A, B].map((c): Act => ({ act: 'certificate', code: `${c}J`, event: 'new', day: '2016-03-01' })),
  ]
  return done(empty(TODAY), 'import', acts, { id: '1' })
}
const S = village()
const w = reading(S)
const [bookA, bookB] = [bookOf(w, `${A}J/1`), bookOf(w, `${B}J/1`)]
const change = (b: typeof bookA, more: Partial<NewBook> = {}): Act[] => [ends(b), follows(b, TODAY, more)]
const row = (s: State, key: string) => rowOf(s, key) ?? {}
const members = () => memberList(w, A)

describe('what the model may know', () => {
  const FILES = ['clocks.ts', 'kept.ts', 'state.ts', 'rules.ts', 'model.ts', 'snapshot.ts']
  /** What a file of the model imports beyond the model, types of the acts and the arithmetic of areas. */
  const strange = (source: string) =>
    [...source.matchAll(/^import (type )?[^']*'([^']+)'/gm)]
      .filter(
        ([, isType, from]) =>
          !(isType && from === '../../land/register/acts/acts.ts') && from !== '../../land/definitions/area.ts' && !FILES.some((f) => from === `./${f}`),
      )
      .map(([, , from]) => from)
  test.each(FILES)('%s takes nothing of the writer, the rows and the plans', (file) => {
    expect(strange(readFileSync(join(import.meta.dirname, file), 'utf8'))).toEqual([])
  })
  test('an import of the writer or of values of the acts is found', () => {
    expect(strange("import { write } from '../../land/register/write.server.ts'")).toHaveLength(1)
    expect(strange("import { MAY } from '../../land/register/acts/acts.ts'")).toHaveLength(1)
  })
  test('both lists of who may write what are the same', () => {
    const sorted = (list: readonly ActName[] | 'all' | null) => (Array.isArray(list) ? [...list].sort() : 'all')
    for (const kind of Object.keys(MAY) as CauseKind[]) expect(sorted(MAY[kind]), kind).toEqual(sorted(MAY_WRITE[kind]))
  })
})

describe('acts', () => {
  test('a first book: version 1, totals, snapshot, statuses, holder and contract facts', () => {
    expect(row(S, `djb:${A}J/1`)).toMatchObject({
      version: 1,
      qszt: '1',
      htzmj: '2000.00',
      htzmjm: '3.00',
      cbdkzs: 2,
      cbfcysl: 3,
      cbfmc: '甲',
      djsj: '2016-03-01',
    })
    expect(row(S, `cbht:${A}J/1`)).toMatchObject({ qszt: '1', signStatus: '2', htlx: '1', htzmjm: '3.00', cbqx: 30 })
    expect(row(S, `dk:${dk(1)}`)).toMatchObject({ zt: '1', djzt: '2', cbfbm: A, cbfmc: '甲', sjly: '0' })
    expect(row(S, `dk:${dk(4)}`)).toMatchObject({ djzt: '0' })
    expect(row(S, `cbf:${A}`)).toMatchObject({ djzt: '2', cbjyqzbm: `${A}J`, htzmjm: '3.00', cbdkzs: 2, cbqxz: '2027-12-31' })
    expect(row(S, `cbdkxx:${A}J/1/${dk(1)}`)).toMatchObject({ qszt: '1', cbhtbm: `${A}J`, scmjm: '1.50' })
    expect(live(S.objects.get(`dk:${dk(1)}`)!)).toMatchObject({ why: 'import', regFrom: '2016-03-01', validFrom: 1 })
  })
  test('newIssuer, setIssuer with rounds, endIssuer', () => {
    const fbfbm = `${FBF.slice(0, 12)}09`
    const s = done(S, 'form', [{ act: 'newIssuer', fbfbm, fields: issuerFields(fbfbm) }])
    expect(row(s, `fbf:${fbfbm}`).zt).toBe('1')
    expect(row(done(s, 'form', [{ act: 'endIssuer', fbfbm, reason: '撤销' }]), `fbf:${fbfbm}`).zt).toBe('2')
    const rounds = done(S, 'plan', [{ act: 'setIssuer', fbfbm: FBF, rounds: [{ no: 3, from: '2028-01-01', to: '2057-12-31' }] }])
    expect(snapshot(rounds).fbf_round).toEqual([{ fbfbm: FBF, no: '3', from: '2028-01-01', to: '2057-12-31' }])
    expect(refusal(apply(rounds, entry('plan', [{ act: 'setIssuer', fbfbm: FBF, rounds: [{ no: 2, from: '1998-01-01', to: '2028-01-01' }] }])))).toBe('round')
    expect(refusal(apply(S, entry('form', [{ act: 'setIssuer', fbfbm: FBF, fields: { fbfmc: '新' } }])))).toBe('registered')
  })
  test('members move between households by id and keep their rows; who is in no list ends', () => {
    const [head, wife, son] = members()
    const C = `${FBF}0003`
    const branch = { act: 'newContractor' as const, cbfbm: C, fields: contractorFields(m, son!), members: [{ ...son!, yhzgx: '02' }] }
    const split: Act[] = [
      { act: 'setContractor', cbfbm: A, members: [head!, wife!] },
      branch,
      ends(bookA),
      follows(bookA, TODAY, { lines: [bookA.lines[0]!], djxl: '1' }),
      follows(bookA, TODAY, { lines: [bookA.lines[1]!], djxl: '1', code: `${C}J`, cbfbm: C, terms: { ...terms, cbqxq: TODAY } }),
    ]
    const s = done(S, 'business', split)
    expect(row(s, `jtcy:${son!.id}`)).toMatchObject({ cbfbm: C, yhzgx: '02', sort: 1 })
    expect(membersOf(reading(s), A).map((x) => x.cyxm)).toEqual([head!.cyxm, wife!.cyxm])
    expect(row(s, `cbf:${A}`)).toMatchObject({ cbfcysl: 2, htzmjm: '1.50' })
    expect(row(s, `dk:${dk(2)}`)).toMatchObject({ cbfbm: C, djzt: '2' })
    expect(row(s, `djb:${A}J/1`)).toMatchObject({ qszt: '2', endTime: TODAY })
    expect(snapshot(s).djb_lineage).toEqual([`${A}J/2`, `${C}J/1`].map((djbId) => ({ djbId, prevDjbId: `${A}J/1`, djxl: '1' })))
    const fewer = done(S, 'business', [{ act: 'setContractor', cbfbm: A, members: [head!, wife!] }])
    expect(rowOf(fewer, `jtcy:${son!.id}`)).toBeUndefined()
    expect(asOf(fewer, `jtcy:${son!.id}`, fewer.moment, '2020-01-01')).toMatchObject({ cbfbm: A })
    expect(refusal(apply(S, entry('business', [{ act: 'setContractor', cbfbm: A, members: [head!, head!] }])))).toBe('member-twice')
    // split: who goes must arrive, and the land must be all there
    const withoutWife = split.map((a): Act => (a.act === 'setContractor' ? { ...a, members: [head!] } : a))
    expect(refusal(apply(S, entry('business', withoutWife)))).toBe('E1009')
    const less = split.map((a): Act => (a.act === 'newBook' && a.cbfbm === C ? { ...a, lines: [{ ...a.lines[0]!, htmj: '900.00', htmjm: '1.35' }] } : a))
    expect(refusal(apply(S, entry('business', less)))).toBe('E1010')
  })
  test('endContractor keeps the row with its reason, ends its members, and clears nothing of the past', () => {
    const s = done(S, 'business', [ends(bookA, '3', { zxyylx: '2' }), { act: 'endContractor', cbfbm: A, zxyylx: '2' }])
    expect(row(s, `cbf:${A}`)).toMatchObject({ zt: '2', djzt: '9', zxyylx: '2', cbjyqzbm: null })
    expect(row(s, `dk:${dk(1)}`)).toMatchObject({ djzt: '0', cbfbm: null, zt: '1' })
    expect(membersOf(reading(s), A)).toEqual([])
    expect(asOf(s, `cbf:${A}`, s.moment, '2020-01-01')).toMatchObject({ zt: '1', djzt: '2' })
  })
  test('setParcel tells its origin by its bgfs; land given out keeps it', () => {
    const sjly = (bgfs: '0' | '10' | '50' | '51', fields: Row) =>
      row(done(S, 'business', [{ act: 'setParcel', dkbm: dk(4), bgfs, fields }]), `dk:${dk(4)}`).sjly
    expect([
      sjly('0', { geom: 'x' }),
      sjly('10', { dkmc: 'x' }),
      sjly('10', { dklb: '10' }),
      sjly('50', { qqmjm: '1.00' }),
      sjly('50', { scmj: '1000.10' }),
      sjly('51', { dklb: '22' }),
    ]).toEqual(['2', '10', '0', '10', '10', '0'])
  })
  test('replaceParcels ends the parents, makes the children with their lineage and fates', () => {
    const third = (n: number, fate?: 'lost' | 'state' | 'reserve') => ({
      dkbm: dk(n),
      fields: { ...square(n * 100), scmj: '250.00', scmjm: '0.38' },
      ...(fate && { fate }),
    })
    const children = [third(11), third(12, 'lost'), third(13, 'state'), third(14, 'reserve')]
    const kept = { ...line(11, '250.00', '0.38') }
    const cutting: Act[] = [
      { act: 'replaceParcels', parents: [dk(1)], children, bgfs: '1', bgyy: '征收' },
      ends(bookA),
      follows(bookA, TODAY, { lines: [kept, bookA.lines[1]!] }),
    ]
    const s = done(S, 'business', cutting)
    expect(row(s, `dk:${dk(1)}`)).toMatchObject({ zt: '2', djzt: '9', cbfbm: null })
    expect(row(s, `dk:${dk(11)}`)).toMatchObject({ zt: '1', djzt: '2', cbfbm: A, ydkbm: [dk(1)], sjly: '3' })
    expect([12, 13, 14].map((n) => ['zt', 'djzt', 'dklb', 'tdyt'].map((c) => row(s, `dk:${dk(n)}`)[c]))).toEqual([
      ['2', '9', '10', '1'],
      ['1', '0', '99', '5'],
      ['1', '0', '22', '1'],
    ])
    const joined = done(s, 'import', [
      {
        act: 'replaceParcels',
        parents: [dk(13), dk(14)],
        children: [{ dkbm: dk(15), fields: { ...square(1), scmj: '500.00', scmjm: '0.75' } }],
        bgfs: '2',
        bgyy: '合并',
      },
    ])
    expect(row(joined, `dk:${dk(15)}`)).toMatchObject({ sjly: '4', ydkbm: [dk(13), dk(14)] })
    expect(refusal(apply(S, entry('business', [cutting[0]!])))).toBe('E1015')
    const more = cutting.map((a): Act => (a.act === 'newBook' ? { ...a, lines: [line(11, '400.00', '0.60'), bookA.lines[1]!] } : a))
    expect(refusal(apply(S, entry('business', more)))).toBe('E1008')
  })
  test('endParcel of a registered parcel is told as lost', () => {
    const away: Act[] = [ends(bookA), follows(bookA, TODAY, { lines: [bookA.lines[1]!] })]
    expect(row(done(S, 'business', [...away, { act: 'endParcel', dkbm: dk(1), bgfs: '3', bgyy: '灭失' }]), `dk:${dk(1)}`)).toMatchObject({ zt: '2', djzt: '9' })
    expect(refusal(apply(S, entry('business', [...away, { act: 'endParcel', dkbm: dk(1), bgyy: '灭失' }])))).toBe('registered')
    expect(row(done(S, 'form', [{ act: 'endParcel', dkbm: dk(4), bgyy: '错误' }]), `dk:${dk(4)}`).djzt).toBe('9')
  })
  test('the contract of a version: signed, carried, unsigned, of paper', () => {
    const contract = (c: NewBook['contract']) => row(done(S, 'business', change(bookA, { contract: c })), `cbht:${A}J/2`)
    expect(contract({ carry: true })).toMatchObject({ htlx: '1', qdsj: '2016-03-01', signStatus: '2', version: 2 })
    expect(contract({ unsigned: true, htlx: '4', ycbhtbm: `${A}J` })).toMatchObject({ htlx: '4', signStatus: '99', ycbhtbm: `${A}J` })
    expect(contract({ file: signature(TODAY), htlx: '4' })).toMatchObject({ htlx: '4', qdsj: TODAY })
    const fewer = change(bookA, { contract: { carry: true }, lines: [bookA.lines[0]!] })
    expect(refusal(apply(S, entry('business', fewer)))).toBe('carry')
  })
  test('shares of a joint parcel stand in several books; its holder is then nobody alone', () => {
    const share = { ...line(4, '500.00', '0.75'), sfqqqg: '1' }
    const one = done(S, 'business', change(bookA, { lines: [...bookA.lines, share] }))
    expect(row(one, `dk:${dk(4)}`).cbfbm).toBe(A)
    const two = done(one, 'business', change(bookB, { lines: [...bookB.lines, share] }))
    expect(row(two, `dk:${dk(4)}`)).toMatchObject({ cbfbm: null, djzt: '2' })
    expect(naming(reading(two), dk(4))).toHaveLength(2)
    expect(refusal(apply(one, entry('business', change(bookB, { lines: [...bookB.lines, { ...share, sfqqqg: '2' }] }))))).toBe('E1015')
  })
  test('reviseBook corrects the version from its first day, its lines and totals with it', () => {
    const s = done(S, 'correction', [{ act: 'reviseBook', djbId: `${A}J/1`, content: { djbfj: '附记' }, lines: [bookA.lines[0]!] }])
    expect(row(s, `djb:${A}J/1`)).toMatchObject({ version: 1, djbfj: '附记', htzmjm: '1.50', cbdkzs: 1 })
    expect(asOf(s, `cbdkxx:${A}J/1/${dk(2)}`, s.moment, '2020-01-01')).toBeUndefined()
    expect(asOf(s, `cbdkxx:${A}J/1/${dk(2)}`, s.moment - 1, '2020-01-01')).toBeDefined()
    expect(row(s, `dk:${dk(2)}`)).toMatchObject({ djzt: '0', cbfbm: null })
    expect(refusal(apply(S, entry('business', [{ act: 'reviseBook', djbId: `${A}J/1`, content: {} }])))).toBe('may-not')
    const after = done(S, 'business', change(bookA))
    expect(refusal(apply(after, entry('correction', [{ act: 'reviseBook', djbId: `${A}J/1`, content: {} }])))).toBe('touched')
  })
  test('setContract fills what is empty; what is set is changed by business or correction', () => {
    const s = done(S, 'desk', [{ act: 'setContract', cbhtbm: `${A}J`, htxlh: '5120212026000001' }])
    expect(row(s, `cbht:${A}J/1`).htxlh).toBe('5120212026000001')
    expect(refusal(apply(s, entry('desk', [{ act: 'setContract', cbhtbm: `${A}J`, htxlh: '5120212026000002' }])))).toBe('contract-filled')
  })
  test('a certificate: printed, spoilt, printed, issued, collected, replaced, reissued, cancelled, taken over by the registry', () => {
    const code = `${A}J`
    const c = (event: object) => ({ act: 'certificate', code, ...event }) as Act
    let s = S
    const steps: [CauseKind, object, Row][] = [
      ['desk', { event: 'set', fields: { bznf: 2026 } }, { bznf: 2026 }],
      ['desk', { event: 'print', serial: '1' }, { cbjyqzlsh: '1', zt: '1' }],
      ['desk', { event: 'spoil', serial: '1', reason: '污' }, { cbjyqzlsh: null, zt: '0' }],
      ['desk', { event: 'print', serial: '2' }, { cbjyqzlsh: '2' }],
      ['desk', { event: 'issue', fzrq: TODAY, fzjg: '县', bznf: 2026 }, { fzrq: TODAY }],
      ['desk', { event: 'collect', qzlqrxm: '甲', qzlqrq: TODAY }, { qzsflq: '1', qzlqrxm: '甲' }],
    ]
    for (const [kind, event, is] of steps) {
      s = done(s, kind, [c(event)])
      expect(row(s, `cbjyqz:${code}#1`)).toMatchObject(is)
    }
    for (const event of [{ event: 'print', serial: '3' }, { event: 'drop' }, { event: 'set', fields: {} }, { event: 'collect' }])
      expect(refusal(apply(s, entry('desk', [c(event)])))).toBe('certificate-state')
    s = done(s, 'business', [c({ event: 'reissue', reason: '遗失' })])
    expect(row(s, `cbjyqz:${code}#1`)).toMatchObject({ sfzx: '1', zt: '2' })
    expect(row(s, `cbjyqz:${code}#2`)).toMatchObject({ sfzx: '0', djbId: `${A}J/1` })
    // replaced before it was issued: no event
    s = done(s, 'business', [c({ event: 'replace', reason: '变更' })])
    expect(s.events.map((e) => e.kind)).toEqual(['bf'])
    s = done(s, 'notice', [c({ event: 'bdc', sfbdcfz: '1', bdcqzh: '川1' })])
    expect(refusal(apply(s, entry('desk', [c({ event: 'print', serial: '4' })])))).toBe('certificate-state')
    s = done(s, 'business', [c({ event: 'cancel', reason: '终止' })])
    expect(s.events.map((e) => e.kind)).toEqual(['bf', 'zx'])
    expect(done(s, 'business', [c({ event: 'cancel', reason: '终止' })]).events).toEqual(s.events)
    expect(row(done(S, 'desk', [c({ event: 'drop' })]), `cbjyqz:${code}#1`)).toEqual({})
    const kept = done(S, 'business', [...change(bookA), c({ event: 'keep' })])
    expect(row(kept, `cbjyqz:${code}#1`).djbId).toBe(`${A}J/2`)
  })
  test('restrictions show on the day, on their own object and on what a parcel was cut into; notes need what they are about', () => {
    const on = (kind: 'dy' | 'lz', more: object = {}): Act => ({ act: 'restrict', ref: kind, kind, on: { dkbm: dk(4) }, from: TODAY, text: '抵押', ...more })
    const s = done(S, 'notice', [on('dy'), on('lz', { to: plusDays(TODAY, 1) })])
    const standing = (x: State, code: string) => snapshot(x)['dk standing']!.find((r) => r.code === code)
    expect(standing(s, dk(4))).toMatchObject({ dyzt: '1', lzzt: '1', yyzt: '0' })
    expect(standing(onDay(s, plusDays(TODAY, 2)), dk(4))).toMatchObject({ dyzt: '1', lzzt: '0' })
    const halves = [16, 17].map((n) => ({ dkbm: dk(n), fields: { ...square(n), scmj: '500.00', scmjm: '0.75' } }))
    const cutting = done(s, 'form', [{ act: 'replaceParcels', parents: [dk(4)], children: halves, bgfs: '1', bgyy: '分割' }])
    expect(standing(cutting, dk(16))).toMatchObject({ dyzt: '1' })
    const free = done(cutting, 'notice', [{ act: 'endRestriction', ref: 'dy', text: '注销' }])
    expect(standing(free, dk(16))).toMatchObject({ dyzt: '0' })
    expect(done(S, 'business', [{ act: 'note', on: `${A}J/1`, text: '附记' }]).notes).toHaveLength(1)
    expect(differing(row(s, `dk:${dk(4)}`), row(S, `dk:${dk(4)}`))).toEqual([])
  })
  test('a unit is written once; a refused entry changes nothing', () => {
    const once = entry('business', change(bookA))
    const s = written(apply(S, once))
    expect(apply(s, once)).toBe(s)
    const before = snapshot(S)
    expect(refusal(apply(S, entry('business', [...change(bookA), { act: 'endContractor', cbfbm: A, zxyylx: '2' }])))).toBe('no-contractor')
    expect(snapshot(S)).toEqual(before)
  })
})

describe('undo', () => {
  const X: Cause = { kind: 'business', id: '700' }
  const finished = done(S, 'business', [...change(bookA, { lines: [bookA.lines[0]!] }), { act: 'setContractor', cbfbm: A, fields: { cbfmc: '丙' } }], {
    id: X.id,
  })
  const same = (a: State, b: State) => {
    for (const key of touchedBetween(a, b)) expect(differing(rowOf(a, key) ?? {}, rowOf(b, key) ?? {}), key).toEqual([])
  }
  test('everything is as before, version numbers may be taken again, and the entry can be written once more', () => {
    const s = written(restore(finished, X, undo()))
    same(S, s)
    expect(rowOf(s, `djb:${A}J/2`)).toBeUndefined()
    const again = done(s, 'business', [...change(bookA, { lines: [bookA.lines[0]!] }), { act: 'setContractor', cbfbm: A, fields: { cbfmc: '丙' } }], {
      id: X.id,
    })
    same(finished, again)
    same(S, written(restore(again, X, undo())))
    expect(refusal(restore(s, X, undo()))).toBe('undo-nothing')
  })
  test('a phone that a form has changed since stays', () => {
    const phoned = done(finished, 'form', [{ act: 'setContractor', cbfbm: A, fields: { lxdh: '13700000000' } }])
    const s = written(restore(phoned, X, undo()))
    expect(row(s, `cbf:${A}`)).toMatchObject({ cbfmc: '甲', lxdh: '13700000000' })
  })
  test('refused where another cause has changed more, a certificate was printed, or what would leave is named', () => {
    const later = done(finished, 'business', [{ act: 'setContractor', cbfbm: A, fields: { cbfmc: '丁' } }])
    expect(refusal(restore(later, X, undo()))).toBe('undo-later')
    const withPaper = done(S, 'business', [...change(bookA), { act: 'certificate', code: `${A}J`, event: 'replace', reason: '变更' }], { id: '701' })
    const printed = done(withPaper, 'desk', [{ act: 'certificate', code: `${A}J`, event: 'print', serial: '9' }])
    expect(refusal(restore(printed, { kind: 'business', id: '701' }, undo()))).toBe('undo-printed')
    const made = done(S, 'form', [{ act: 'newParcel', dkbm: dk(20), fields: square(2000) }], { id: '702' })
    const used = done(made, 'business', change(bookB, { lines: [...bookB.lines, line(20, '1000.00', '1.50')] }))
    expect(refusal(restore(used, { kind: 'form', id: '702' }, undo()))).toBe('undo-in-use')
    expect(refusal(restore(finished, X, { ...undo(), cause: X }))).toBe('may-not')
  })
  test('what another changed and took back stands in no way', () => {
    const later = done(finished, 'business', [{ act: 'setContractor', cbfbm: A, fields: { cbfmc: '丁' } }], { id: '703' })
    same(S, written(restore(written(restore(later, { kind: 'business', id: '703' }, undo())), X, undo())))
  })
  test('its restrictions, notes, rounds and events end; what it lifted stands again', () => {
    const set = done(S, 'notice', [{ act: 'restrict', ref: 'r1', kind: 'dy', on: { cbfbm: B }, from: TODAY, text: '抵押' }])
    const acts: Act[] = [
      { act: 'restrict', ref: 'r2', kind: 'yy', on: { dkbm: dk(3) }, from: TODAY, text: '异议' },
      { act: 'endRestriction', ref: 'r1', text: '注销' },
      { act: 'note', on: `${A}J`, text: '附记' },
      { act: 'certificate', code: `${B}J`, event: 'cancel', reason: '注销' },
      { act: 'setIssuer', fbfbm: FBF, rounds: [{ no: 2, from: '1998-01-01', to: '2027-12-31' }] },
    ]
    const x = done(set, 'business', acts, { id: '704' })
    const s = written(restore(x, { kind: 'business', id: '704' }, undo()))
    expect(s.restrictions.map((r) => [r.ref, r.ended?.cause.kind])).toEqual([
      ['r1', undefined],
      ['r2', 'undo'],
    ])
    expect([s.notes[0]!.ended, s.events, s.rounds]).toEqual([TODAY, [], []])
    expect(row(s, `cbjyqz:${B}J#1`).sfzx).toBe('0')
  })
  test('a package leaves, and comes again under its codes', () => {
    const gone = written(restore(S, { kind: 'import', id: '1' }, undo()))
    expect([...gone.objects].filter(([, h]) => live(h))).toEqual([])
    expect([...gone.index].filter(([place, ids]) => !/^(cause|unit):/.test(place) && ids.length > 0)).toEqual([])
    const again = done(gone, 'import', [{ act: 'newIssuer', fbfbm: FBF, fields: issuerFields(FBF) }], { id: '2' })
    expect(row(again, `fbf:${FBF}`).zt).toBe('1')
    expect(refusal(apply(gone, entry('form', [{ act: 'newIssuer', fbfbm: FBF, fields: issuerFields(FBF) }])))).toBe('code-used')
  })
})

describe('two clocks', () => {
  const days = (s: State, key: string, column: string) => believed(s.objects.get(key)!).map((r) => `${r.regFrom} ${text(r.row, column)}`)
  test('a typing error found after a later change', () => {
    const changed = done(S, 'form', [{ act: 'setContractor', cbfbm: A, fields: { lxdh: '1' } }])
    const s = done(changed, 'correction', [{ act: 'setContractor', cbfbm: A, fields: { cbfmc: '正' } }])
    expect(days(s, `cbf:${A}`, 'cbfmc')).toEqual(['2016-03-01 正', `${TODAY} 正`])
    expect(asOf(s, `cbf:${A}`, changed.moment, '2020-01-01')!.cbfmc).toBe('甲')
    expect(asOf(s, `cbf:${A}`, s.moment, '2020-01-01')!.lxdh).not.toBe('1')
  })
  test('an older package after a newer one', () => {
    const fields = (lxdh: string, day: string): Act => ({ act: 'setContractor', cbfbm: A, fields: { lxdh }, day })
    const s = done(done(S, 'import', [fields('new', '2020-01-01')]), 'import', [fields('old', '2018-01-01')])
    expect(days(s, `cbf:${A}`, 'lxdh').slice(1)).toEqual(['2018-01-01 old', '2020-01-01 new'])
    const before = done(s, 'import', [fields('oldest', '2014-01-01')])
    expect(days(before, `cbf:${A}`, 'lxdh')[0]).toBe('2014-01-01 oldest')
    expect(asOf(before, `cbf:${A}`, before.moment, '2013-12-31')).toBeUndefined()
  })
  test('two changes in a day', () => {
    const one = done(S, 'business', change(bookA))
    const two = done(one, 'business', change(bookOf(reading(one), `${A}J/2`)))
    expect(asOf(two, `djb:${A}J/2`, two.moment, TODAY)).toMatchObject({ qszt: '2' })
    expect(asOf(two, `djb:${A}J/2`, one.moment, TODAY)).toMatchObject({ qszt: '1' })
    expect(asOf(two, `djb:${A}J/1`, two.moment, plusDays(TODAY, -1))).toMatchObject({ qszt: '1' })
  })
  test('a cut beside registered neighbours leaves neighbours and their books alone', () => {
    const halves = [16, 17].map((n) => ({ dkbm: dk(n), fields: { ...square(n), scmj: '500.00', scmjm: '0.75' } }))
    const lines = [line(16, '500.00', '0.75'), line(17, '500.00', '0.75'), bookA.lines[1]!]
    const s = done(S, 'business', [{ act: 'replaceParcels', parents: [dk(1)], children: halves, bgfs: '1', bgyy: '分割' }, ...change(bookA, { lines })])
    const touched = touchedBetween(S, s)
    for (const key of [`dk:${dk(3)}`, `djb:${B}J/1`, `cbf:${B}`]) expect(touched.has(key), key).toBe(false)
    // the parcel that stays in the book is as it was: no version
    expect(touched.has(`dk:${dk(2)}`)).toBe(false)
  })
  test('a business is true from its day on, never before what is known', () => {
    expect(refusal(apply(S, entry('business', change(bookA), { day: '2016-02-29' })))).toBe('day-before')
    const s = done(S, 'business', change(bookA), { day: '2020-06-01' })
    expect(days(s, `djb:${A}J/1`, 'qszt')).toEqual(['2016-03-01 1', '2020-06-01 2'])
  })
})

/** What must be true of a register, reckoned from its rows alone. business-flows.md 13. */
function broken(s: State): string[] {
  const rows = [...s.objects].flatMap(([key, h]) => (live(h) ? [[key, live(h)!.row] as const] : []))
  const of = (table: string) => rows.filter(([k]) => k.startsWith(`${table}:`)).map(([, r]) => r)
  const by = (list: Row[], column: string) => Map.groupBy(list, (r) => text(r, column))
  const out: string[] = []
  const must = (ok: boolean, id: string, about: unknown) => ok || out.push(`${id} ${String(about)}`)
  const [lines, books, contracts] = [by(of('cbdkxx'), 'djbId'), by(of('djb'), 'cbjyqzbm'), by(of('cbht'), 'cbhtbm')]
  const lineage = new Map(s.edges.filter((e) => e.table === 'djb').map((e) => [e.of, e]))
  for (const [code, versions] of books) {
    const sorted = versions.toSorted((a, b) => Number(a.version) - Number(b.version))
    must(
      sorted.every((v, i) => v.version === i + 1 && (v.qszt !== '1' || i === sorted.length - 1)),
      'I2',
      code,
    )
    for (const v of sorted) {
      const own = lines.get(`${code}/${text(v, 'version')}`) ?? []
      const contract = contracts.get(code)?.filter((c) => c.version === v.version) ?? []
      must(own.length > 0 && contract.length === 1 && [...own, ...contract].every((x) => x.qszt === v.qszt), 'I3', code)
      must(
        v.htzmj === sum(own.map((l) => m2(text(l, 'htmj')))) && v.htzmjm === sum(own.map((l) => mu(text(l, 'htmjm')))) && v.cbdkzs === own.length,
        'I6',
        code,
      )
      must(contract[0]!.htzmjm === v.htzmjm, 'I6', code)
      must(v.version === 1 || lineage.has(`${code}/${text(v, 'version')}`), 'I12', code)
    }
  }
  for (const e of s.edges) if (e.table === 'djb') must(text(rowOf(s, `djb:${e.from}`), 'djsj') <= text(rowOf(s, `djb:${e.of}`), 'djsj'), 'I12', e.of)
  const current = by(
    of('cbdkxx').filter((l) => l.qszt === '1'),
    'dkbm',
  )
  for (const p of of('dk')) {
    const named = current.get(text(p, 'dkbm')) ?? []
    must(named.length < 2 || named.every((l) => l.sfqqqg === '1'), 'I4', p.dkbm)
    must(named.length === 0 || (p.zt === '1' && p.dklb === '10'), 'I5', p.dkbm)
    must(p.djzt === (p.zt === '2' ? '9' : named.length > 0 ? '2' : '0'), 'djzt', p.dkbm)
    if (named.length > 0) must((new Set(named.map((l) => l.cbfbm)).size === 1 ? named[0]!.cbfbm : null) === (p.cbfbm ?? null), 'holder', p.dkbm)
  }
  const [members, held] = [
    by(of('jtcy'), 'cbfbm'),
    by(
      of('djb').filter((b) => b.qszt === '1'),
      'cbfbm',
    ),
  ]
  for (const c of of('cbf')) {
    const [household, own] = [members.get(text(c, 'cbfbm')) ?? [], held.get(text(c, 'cbfbm')) ?? []]
    must(c.djzt === (c.zt === '2' ? '9' : own.length > 0 ? '2' : '0'), 'djzt', c.cbfbm)
    must(c.zt === '1' || (own.length === 0 && household.length === 0), 'I17', c.cbfbm)
    if (c.zt !== '1' || c.cbflx !== '1') continue
    must(c.cbfcysl === household.length, 'I7', c.cbfbm)
    must(household.filter((x) => x.yhzgx === '02' && x.sfgyr === '1' && x.cybz !== '7').length === 1, 'I8', c.cbfbm)
  }
  return out
}
const apart = (h: History): boolean =>
  h.every((a, i) => h.every((b, j) => i >= j || a.validTo <= b.validFrom || b.validTo <= a.validFrom || a.regTo <= b.regFrom || b.regTo <= a.regFrom))

describe('random entries', () => {
  test.each(Object.keys(UNLAWFUL))('refused: %s', (name) => {
    let { state } = start()
    const maker = makerOf(11, state)
    const bad = UNLAWFUL[name]!
    for (let i = 0; i < 400; i++) {
      const acts = bad.make(maker, reading(state), state.today)
      if (acts) {
        const day = bad.day?.(state.today) ?? state.today
        return expect(refusal(apply(state, entry(bad.by, acts, { day })))).toBe(name.split(' ')[0])
      }
      const step = nextStep(maker, state)
      const after = take(maker, state, step)
      if (!isRefused(after)) state = after
    }
    expect.unreachable(name)
  })
  test('2,000 entries: none is refused that should be written, none written that should be refused, and the register stands after each', () => {
    const seen = new Set<string>()
    const kinds = new Set<ActName>()
    const undone = new Map<string, number>()
    let [days, entries] = [0, 0]
    for (const seed of [1, 2, 3, 4]) {
      let { state } = start()
      const maker = makerOf(seed, state)
      const log: Put[] = []
      const known = state.moment
      for (let i = 0; i < 500; i++) {
        const step = nextStep(maker, state)
        const after = take(maker, state, step, log)
        const said = refusal(after)
        if (step.undo) undone.set(said, (undone.get(said) ?? 0) + 1)
        else expect(said, `seed ${seed}, entry ${i}: ${step.name}`).toBe(step.refused ?? 'written')
        if (isRefused(after)) continue
        entries++
        if (after.today === state.today) days++
        seen.add(step.name.replace(/ \S+-\d+$/, ''))
        for (const a of step.entry.acts) kinds.add(a.act)
        for (const key of touchedBetween(state, after)) {
          const h = after.objects.get(key)!
          expect(apart(h), key).toBe(true)
          expect(h.filter((r) => r.validTo === EVER && r.regTo === OPEN).length).toBeLessThan(2)
        }
        // taken back at once, every live row and every day is as before
        if (i % 10 === 0 && !step.undo) {
          const back = written(restore(after, step.entry.cause, undo(undefined, after.today)))
          for (const key of touchedBetween(onDay(state, step.today), back))
            for (const day of [after.today, '2016-01-01', '2017-05-05', '2026-03-03', '2026-05-01'])
              expect(differing(asOf(back, key, back.moment, day) ?? {}, asOf(state, key, state.moment, day) ?? {}), `${step.name} ${key} ${day}`).toEqual([])
        }
        state = after
        if (i % 100 === 99) expect(broken(state), `seed ${seed}, entry ${i}`).toEqual([])
      }
      // at(t, D) equals a slow reckoning from the list of puts
      const puts = Map.groupBy(log, (p) => p.key)
      const keys = [...puts.keys()]
      for (let i = 0; i < 2000; i++) {
        const key = maker.chance.one(keys)
        const [t, day] = [known + maker.chance.below(state.moment - known + 1), plusDays('2013-01-01', maker.chance.below(5600))]
        const slow = puts
          .get(key)!
          .reduce<Row | undefined>((r, p) => (p.moment <= t && p.from <= day && day < p.to ? p.change(r) : r), asOf(state, key, known, day))
        expect(differing(asOf(state, key, t, day) ?? {}, slow ?? {}), `seed ${seed}, ${key} at ${t}, ${day}`).toEqual([])
      }
    }
    const missing = [...Object.keys(CASES), ...Object.keys(OTHERS)].filter((name) => !seen.has(name))
    expect(missing).toEqual([])
    expect(kinds.size).toBe(18)
    expect(undone.get('written')).toBeGreaterThan(100)
    // most entries share their day with another
    expect(days).toBeGreaterThan(entries / 2)
  })
})

test('the same seed makes the same entries', () => {
  const names = () => {
    let { state } = start()
    const maker = makerOf(5, state)
    return Array.from({ length: 40 }, () => {
      const step = nextStep(maker, state)
      const after = take(maker, state, step)
      if (!isRefused(after)) state = after
      return JSON.stringify(step)
    })
  }
  expect(names()).toEqual(names())
})
test('a snapshot tells what differs, row by row', () => {
  expect(differences(snapshot(S), snapshot(S))).toEqual([])
  const s = done(S, 'form', [{ act: 'setContractor', cbfbm: A, fields: { lxdh: '13700000000' } }])
  const told = differences(snapshot(S), snapshot(s)).map((d) => d.slice(0, 8))
  expect(told).toEqual(['cbf - {"', 'cbf + {"', 'cbf_v + ', 'cbf_v + '])
  expect(differences(snapshot(S, touchedBetween(S, s)), snapshot(s, touchedBetween(S, s)))).toHaveLength(4)
  expect(aBook(makerOf(1, S), reading(S))).toBeDefined()
  expect(listed(reading(S), `members:${A}`)).toHaveLength(3)
  expect(now(reading(S), `cbf:${A}`)).toBeDefined()
})
