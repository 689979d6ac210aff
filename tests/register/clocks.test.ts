import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cause, CauseKind } from '../../land/register/acts/acts.ts'
import { at, believed, differing, EVER, type History, live, OPEN, put, type Restored, restored, type Row, type Stamp } from './clocks.ts'

const cause = (id: string, kind: CauseKind = 'business'): Cause => ({ kind, id })
const stamp = (moment: number, id = `c${moment}`, why: Stamp['why'] = 'change'): Stamp => ({ moment, cause: cause(id), why })
const set = (patch: Row) => (row: Row | undefined) => row && { ...row, ...patch }
const born = (row: Row, from: string, moment = 1): History => put([], stamp(moment, `c${moment}`, 'new'), from, OPEN, (was) => was ?? row)
/** Puts back what a cause changed, as the model does. */
const back = (history: History, id: string, moment: number): History =>
  restored(history, cause(id), 0).reduce((h, r) => put(h, stamp(moment, 'u', 'restore'), r.from, r.to, () => r.row), history)
/** From day to day, what is believed now. */
const story = (history: History) => believed(history).map((r) => `${r.regFrom}..${r.regTo} ${Object.values(r.row).join(' ')}`)

describe('put', () => {
  test('a change from a day copies the live row, keeps the remainder with its why and cause, and opens the live row at the day', () => {
    const h = put(born({ name: 'a' }, '2016-01-01'), stamp(2), '2020-01-01', OPEN, set({ name: 'b' }))
    expect(h.map(({ row, ...r }) => ({ ...r, cause: r.cause.id, closedBy: r.closedBy?.id, name: row.name }))).toEqual([
      { validFrom: 1, validTo: 2, regFrom: '2016-01-01', regTo: OPEN, why: 'new', cause: 'c1', closedBy: 'c2', name: 'a' },
      { validFrom: 2, validTo: EVER, regFrom: '2016-01-01', regTo: '2020-01-01', why: 'new', cause: 'c1', closedBy: undefined, name: 'a' },
      { validFrom: 2, validTo: EVER, regFrom: '2020-01-01', regTo: OPEN, why: 'change', cause: 'c2', closedBy: undefined, name: 'b' },
    ])
  })
  test('a put on closed days leaves the live row alone; one up to a day leaves the live row as it was, from that day', () => {
    const two = put(born({ name: 'a' }, '2016-01-01'), stamp(2), '2020-01-01', OPEN, set({ name: 'b' }))
    const closed = put(two, stamp(3), '2017-01-01', '2018-01-01', set({ name: 'x' }))
    expect(story(closed)).toEqual(['2016-01-01..2017-01-01 a', '2017-01-01..2018-01-01 x', '2018-01-01..2020-01-01 a', '2020-01-01..infinity b'])
    expect(live(closed)).toEqual(live(two))
    const upTo = put(two, stamp(3), '2019-01-01', '2021-01-01', set({ name: 'x' }))
    expect(story(upTo)).toEqual(['2016-01-01..2019-01-01 a', '2019-01-01..2020-01-01 x', '2020-01-01..2021-01-01 x', '2021-01-01..infinity b'])
    expect(live(upTo)).toMatchObject({ validFrom: 3, regFrom: '2021-01-01', why: 'change', cause: cause('c2') })
  })
  test('gaps stay gaps unless the change inserts; nothing takes the row out of the live table', () => {
    const h = put(born({ name: 'a' }, '2016-01-01'), stamp(2), '2018-01-01', OPEN, () => undefined)
    expect(live(h)).toBeUndefined()
    expect(story(h)).toEqual(['2016-01-01..2018-01-01 a'])
    expect(story(put(h, stamp(3), '2015-01-01', '2019-01-01', set({ name: 'x' })))).toEqual(['2016-01-01..2018-01-01 x'])
    expect(story(put(h, stamp(3), '2015-01-01', '2019-01-01', () => ({ name: 'x' })))).toEqual([
      '2015-01-01..2016-01-01 x',
      '2016-01-01..2018-01-01 x',
      '2018-01-01..2019-01-01 x',
    ])
  })
  test('an empty span and a change that changes nothing write nothing', () => {
    const h = born({ name: 'a' }, '2016-01-01')
    expect(put(h, stamp(2), '2018-01-01', '2018-01-01', set({ name: 'b' }))).toEqual(h)
    expect(put(h, stamp(2), '2018-01-01', OPEN, set({ name: 'a' }))).toEqual(h)
  })
  test('two changes in a day: the day sees the last, knownAt sees both', () => {
    const h = put(put(born({ name: 'a' }, '2016-01-01'), stamp(2), '2020-01-01', OPEN, set({ name: 'b' })), stamp(3), '2020-01-01', OPEN, set({ name: 'c' }))
    expect(story(h)).toEqual(['2016-01-01..2020-01-01 a', '2020-01-01..infinity c'])
    expect(at(h, 2, '2020-01-01')).toEqual({ name: 'b' })
    expect(at(h, 3, '2020-01-01')).toEqual({ name: 'c' })
  })
  test('a typing error found after a later change is corrected in both pieces', () => {
    const later = put(born({ name: 'Wnag', phone: '1' }, '2016-01-01'), stamp(2), '2020-01-01', OPEN, set({ phone: '2' }))
    const h = put(later, stamp(3, 'c3', 'correction'), '2016-01-01', OPEN, set({ name: 'Wang' }))
    expect(story(h)).toEqual(['2016-01-01..2020-01-01 Wang 1', '2020-01-01..infinity Wang 2'])
    expect(at(h, 2, '2018-01-01')).toEqual({ name: 'Wnag', phone: '1' })
    expect(at(h, 3, '2018-01-01')).toEqual({ name: 'Wang', phone: '1' })
  })
  test('an older package after a newer one fills the days before and leaves the newer row alone', () => {
    const newer = born({ name: 'b' }, '2020-01-01')
    const h = put(newer, stamp(2, 'c2', 'import'), '2016-01-01', '2020-01-01', (row) => ({ ...(row ?? live(newer)!.row), name: 'a' }))
    expect(story(h)).toEqual(['2016-01-01..2020-01-01 a', '2020-01-01..infinity b'])
    expect(live(h)).toEqual(live(newer))
  })
})

describe('restored', () => {
  test('the former row comes back for the days that the cause wrote, under what others changed since', () => {
    const x = put(born({ name: 'a', phone: '1' }, '2016-01-01'), stamp(2, 'X'), '2020-01-01', OPEN, set({ name: 'b' }))
    const phoned = put(x, stamp(3, 'form'), '2021-01-01', OPEN, set({ phone: '2' }))
    const h = back(phoned, 'X', 4)
    expect(story(h)).toEqual(['2016-01-01..2020-01-01 a 1', '2020-01-01..2021-01-01 a 1', '2021-01-01..infinity a 2'])
    expect(restored(phoned, cause('X'), 0).map((r) => r.others)).toEqual([[], ['phone']])
    expect(live(h)).toMatchObject({ why: 'restore', cause: cause('u') })
  })
  test('what it made goes, what it took away comes back, what was taken back once is not taken back again', () => {
    expect(live(back(born({ name: 'a' }, '2016-01-01', 1), 'c1', 2))).toBeUndefined()
    const gone = put(born({ name: 'a' }, '2016-01-01'), stamp(2, 'X'), '2020-01-01', OPEN, () => undefined)
    const h = back(gone, 'X', 3)
    expect(live(h)).toMatchObject({ regFrom: '2020-01-01', row: { name: 'a' } })
    expect(restored(h, cause('X'), 3)).toEqual([])
  })
  test('of two writings of one cause both go; what another changed and changed back stands in no way', () => {
    let h = put(born({ name: 'a', sex: '1' }, '2016-01-01'), stamp(2, 'X'), '2020-01-01', OPEN, set({ name: 'b' }))
    h = put(h, stamp(3, 'Y'), '2020-01-01', OPEN, set({ sex: '2' }))
    h = put(h, stamp(4, 'X'), '2020-01-01', OPEN, set({ name: 'c' }))
    expect(restored(h, cause('X'), 0)).toMatchObject([{ row: { name: 'a', sex: '2' }, others: ['sex'] }])
    h = put(h, stamp(5, 'Z'), '2020-01-01', OPEN, set({ sex: '1' }))
    expect(restored(h, cause('X'), 0)).toMatchObject([{ row: { name: 'a', sex: '1' }, others: [] }])
  })
  test('what another cause took away stands in the way', () => {
    const x = put(born({ name: 'a' }, '2016-01-01'), stamp(2, 'X'), '2020-01-01', OPEN, set({ name: 'b' }))
    const gone = put(x, stamp(3, 'Y'), '2021-01-01', OPEN, () => undefined)
    expect(restored(gone, cause('X'), 0).flatMap((r) => r.others)).toContain('*')
  })
})

const day = fc.integer({ min: 1, max: 24 }).map((d) => `2020-01-${String(d).padStart(2, '0')}`)
const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ a: fc.integer({ min: 0, max: 3 }) }).map((patch) => set(patch)) },
  { weight: 2, arbitrary: fc.record({ b: fc.integer({ min: 0, max: 3 }) }).map((patch) => set(patch)) },
  { weight: 1, arbitrary: fc.constant(() => undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 }).map((b) => (row: Row | undefined) => row ?? { a: 9, b }) },
)
const puts = fc.array(fc.record({ from: day, to: fc.oneof(day, fc.constant(OPEN)), change, by: fc.integer({ min: 0, max: 3 }), sameMoment: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
})
/** Every pair of rectangles is apart in one of the clocks, and none is empty. */
const apart = (h: History): boolean =>
  h.every(
    (a, i) =>
      a.validFrom < a.validTo &&
      a.regFrom < a.regTo &&
      h.every((b, j) => i >= j || a.validTo <= b.validFrom || b.validTo <= a.validFrom || a.regTo <= b.regFrom || b.regTo <= a.regFrom),
  )

test('rectangles never overlap, at() is what the list of puts says of the day, and of every rectangle only its end changes', () => {
  fc.assert(
    fc.property(puts, (list) => {
      let [h, moment] = [born({ a: 0, b: 0 }, '2020-01-05'), 1]
      const log = [{ moment: 1, from: '2020-01-05', to: OPEN, change: (row: Row | undefined) => row ?? ({ a: 0, b: 0 } as Row | undefined) }]
      for (const p of list) {
        if (!p.sameMoment) moment++
        const former = h
        h = put(h, stamp(moment, `k${p.by}`), p.from, p.to, p.change)
        log.push({ moment, ...p })
        expect(apart(h)).toBe(true)
        const begun = new Map(h.map((r) => [`${r.validFrom} ${r.regFrom} ${r.regTo}`, r.row]))
        for (const r of former) if (r.validFrom < moment) expect(begun.get(`${r.validFrom} ${r.regFrom} ${r.regTo}`)).toBe(r.row)
      }
      for (let t = 0; t <= moment + 1; t++)
        for (let d = 1; d <= 25; d++) {
          const on = `2020-01-${String(d).padStart(2, '0')}`
          const slow = log.reduce<Row | undefined>((row, p) => (p.moment <= t && p.from <= on && on < p.to ? p.change(row) : row), undefined)
          const fast = at(h, t, on)
          expect(fast === undefined ? fast : differing(fast, slow ?? {}), `${t} ${on}`).toEqual(slow === undefined ? undefined : [])
        }
    }),
    { numRuns: 150 },
  )
})
test('after a cause and its undo every day is as it was', () => {
  fc.assert(
    fc.property(puts, puts, (before, own) => {
      let h = born({ a: 0, b: 0 }, '2020-01-05')
      for (const [i, p] of before.entries()) h = put(h, stamp(i + 2), p.from, p.to, p.change)
      const former = h
      for (const [i, p] of own.entries()) h = put(h, stamp(50 + i, 'X'), p.from, p.to, p.change)
      const pieces: Restored[] = restored(h, cause('X'), 0)
      expect(pieces.flatMap((r) => r.others)).toEqual([])
      h = back(h, 'X', 99)
      expect(apart(h)).toBe(true)
      for (let d = 1; d <= 25; d++) {
        const on = `2020-01-${String(d).padStart(2, '0')}`
        expect(at(h, 99, on)).toEqual(at(former, 49, on))
      }
    }),
    { numRuns: 200 },
  )
})
