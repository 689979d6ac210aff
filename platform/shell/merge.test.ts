// Two persons change one record: whatever both did, nothing of either is overwritten unseen.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { saysSame, merge, resolved, valueOf, type Merged, type MergePlace } from './merge.ts'

const FIELDS = ['cbfmc', 'cbfdz', 'lxdh', 'yzbm'] as const
const word = fc.constantFrom('', null, '张三', '李四', '1', 1)
const line = (ids: readonly string[]) => fc.record({ id: fc.constantFrom(...ids), cyxm: word, cybz: word })
const household = fc.record({
  ...Object.fromEntries(FIELDS.map((n) => [n, word])),
  rev: fc.nat(9),
  jtcyList: fc.uniqueArray(line(['1', '2', '3', '4']), { selector: (x) => x.id }),
})
type Row = Record<string, unknown>
const linesOf = (r: Row) => r.jtcyList as Row[]
/** What the form holds after somebody worked in it: other values, rows of the beginning changed or taken out, new ones that have no id yet. */
const formed = (base: Row, values: Row, fresh: readonly Row[]): Row => ({
  ...values,
  jtcyList: [...linesOf(values).filter((x) => linesOf(base).some((b) => b.id === x.id)), ...fresh],
})
const three = fc.tuple(household, household, household, fc.array(fc.record({ cyxm: fc.constantFrom('新一', '新二') }), { maxLength: 2 }))
const key = (at: MergePlace) => at.join('/')
/** Places where two rows differ, as a person counts them: fields, members that came or went, fields of members that stand in both. */
function differences(a: Row, b: Row): Map<string, unknown> {
  const out = new Map<string, unknown>()
  for (const n of FIELDS) if (!saysSame(a[n], b[n])) out.set(key([n]), b[n])
  const of = (r: Row) => new Map(linesOf(r).flatMap((x) => (x.id ? [[String(x.id), x] as const] : [])))
  const [x, y] = [of(a), of(b)]
  for (const id of new Set([...x.keys(), ...y.keys()])) {
    const [p, q] = [x.get(id), y.get(id)]
    if (!p || !q) out.set(key(['jtcyList', id]), q)
    else for (const n of ['cyxm', 'cybz']) if (!saysSame(p[n], q[n])) out.set(key(['jtcyList', id, n]), q[n])
  }
  return out
}
/** Whether a place, or the whole member that it belongs to, is among those named. */
const names = (list: readonly { at: MergePlace }[], at: string) =>
  list.some((x) => at === key(x.at) || at.startsWith(`${key(x.at)}/`) || key(x.at).startsWith(`${at}/`))
const placeOf = (text: string): MergePlace => text.split('/')

test('each change of theirs is in force and shown, or asked about; each of mine is in force, or asked about', () => {
  fc.assert(
    fc.property(three, ([base, m, theirs, fresh]) => {
      const mine = formed(base, m, fresh)
      const out = merge(base, mine, theirs)
      const own = differences(base, mine)
      for (const [at, after] of differences(base, theirs)) {
        const agreed = own.has(at) && saysSame(valueOf(mine, placeOf(at)), after)
        const shown = names(out.taken, at) || names(out.conflicts, at)
        expect([at, agreed || shown]).toEqual([at, true])
        if (!names(out.conflicts, at)) expect([at, saysSame(valueOf(out.values, placeOf(at)), after)]).toEqual([at, true])
      }
      for (const at of own.keys())
        if (!names(out.conflicts, at)) expect([at, saysSame(valueOf(out.values, placeOf(at)), valueOf(mine, placeOf(at)))]).toEqual([at, true])
      // members that were typed anew have no id and are never lost
      expect(linesOf(out.values).filter((x) => !x.id)).toEqual(fresh)
    }),
    { numRuns: 500, seed: 49 },
  )
})
test('what one chooses in a conflict is what is sent: all mine, or all theirs', () => {
  fc.assert(
    fc.property(three, fc.boolean(), ([base, m, theirs, fresh], isMine) => {
      const mine = formed(base, m, fresh)
      const out = merge(base, mine, theirs)
      const sent = resolved(out, () => isMine)
      for (const c of out.conflicts) expect([c.at, saysSame(valueOf(sent, c.at), isMine ? c.mine : c.theirs)]).toEqual([c.at, true])
    }),
    { numRuns: 500, seed: 50 },
  )
})
test('what nobody but one changed asks nobody', () => {
  fc.assert(
    fc.property(household, household, (base, other) => {
      const changed = formed(base, other, [])
      const [alone, none]: Merged[] = [merge(base, changed, base), merge(base, base, changed)] as [Merged, Merged]
      expect([alone.conflicts, alone.taken, alone.values]).toEqual([[], [], changed])
      expect(none.conflicts).toEqual([])
      for (const [at, after] of differences(base, changed)) expect([at, saysSame(valueOf(none.values, placeOf(at)), after)]).toEqual([at, true])
    }),
    { numRuns: 300, seed: 51 },
  )
})
test('a member that one took out and the other changed is asked about; fields that the form lacks are not emptied', () => {
  const base = { cbfmc: '张三', lxdh: '1', jtcyList: [{ id: '7', cyxm: '张三', rev: 1 }] }
  const out = merge(base, { cbfmc: '张三', jtcyList: [] }, { ...base, lxdh: '2', jtcyList: [{ id: '7', cyxm: '张山', rev: 2 }] })
  expect(out.conflicts).toEqual([{ at: ['jtcyList', '7'], before: base.jtcyList[0], mine: undefined, theirs: { id: '7', cyxm: '张山', rev: 2 } }])
  expect(out.taken).toEqual([{ at: ['lxdh'], before: '1', after: '2' }])
  expect([resolved(out, () => true).jtcyList, resolved(out, () => true).lxdh]).toEqual([[], '2'])
  // a member that both kept is stored by the revision that he has now
  const both = merge(base, { ...base, cbfmc: '张四' }, { ...base, jtcyList: [{ id: '7', cyxm: '张三', cybz: '0', rev: 5 }] })
  expect([both.conflicts, both.values]).toEqual([[], { cbfmc: '张四', lxdh: '1', jtcyList: [{ id: '7', cyxm: '张三', cybz: '0', rev: 5 }] }])
})
