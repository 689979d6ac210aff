// Two surveys of one household put together: nothing that one of them alone changed is lost, and what both changed otherwise is told, with both versions.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeSurveys, saidAt, taking, type SurveySaid } from './merge.ts'

const said = (more: SurveySaid = {}): SurveySaid => ({
  wish: '1',
  ybddlx: '1',
  landNote: null,
  tags: '1,4',
  surveyDay: '2026-03-01',
  surveyor: '李四',
  ...more,
  survey: {
    members: [
      { is: '11', cyxm: '张三', yhzgx: '02' },
      { is: '12', cyxm: '李梅', yhzgx: '10' },
    ],
    parcels: [],
    circulation: [],
    landNote: null,
    ...more.survey,
  },
})
const members = (s: SurveySaid) => s.survey!.members.map((m) => m.cyxm)

test('what each changed alone stands together: fields, members, a new member, a parcel', () => {
  const base = said()
  const theirs = said({ wish: '2', survey: { ...base.survey!, members: [{ is: '11', cyxm: '张叁', yhzgx: '02' }, base.survey!.members[1]!] } })
  const mine = said({
    landNote: '东边让路',
    tags: '4',
    survey: { ...base.survey!, members: [...base.survey!.members, { cyxm: '张小' }], parcels: [{ dkbm: '51', change: '5', area: '0.30' }] },
  })
  const { merged, differences } = mergeSurveys(base, theirs, mine)
  expect(differences).toEqual([])
  expect([merged.wish, merged.landNote, merged.tags, members(merged), merged.survey!.parcels]).toEqual([
    '2',
    '东边让路',
    '4',
    ['张叁', '李梅', '张小'],
    [{ dkbm: '51', change: '5', area: '0.30' }],
  ])
})

test('what both changed otherwise is told field by field and stays as it was stored; a row that one took out and the other changed is told as a whole', () => {
  const base = said()
  const theirs = said({ wish: '2', survey: { ...base.survey!, members: [{ is: '11', cyxm: '张叁', yhzgx: '02' }] } })
  const mine = said({
    wish: '3',
    survey: {
      ...base.survey!,
      members: [
        { is: '11', cyxm: '张参', yhzgx: '02' },
        { is: '12', cyxm: '李美', yhzgx: '10' },
      ],
    },
  })
  const { merged, differences } = mergeSurveys(base, theirs, mine)
  expect(differences.map((d) => [d.path, d.base, d.theirs, d.mine])).toEqual([
    ['wish', '1', '2', '3'],
    ['members/11/cyxm', '张三', '张叁', '张参'],
    ['members/12', expect.stringContaining('李梅'), null, expect.stringContaining('李美')],
  ])
  expect([merged.wish, members(merged)]).toEqual(['2', ['张叁']])
  expect(members(taking(merged, mine, ['members/12', 'members/11/cyxm']))).toEqual(['张参', '李美'])
  expect([taking(merged, mine, ['wish']).wish, saidAt(merged, 'members/11/cyxm'), saidAt(merged, 'members/12')]).toEqual(['3', '张叁', null])
})

test('who surveyed and when is nothing to decide', () => {
  const { merged, differences } = mergeSurveys(said(), said({ surveyor: '甲', surveyDay: '2026-03-02' }), said({ surveyor: '乙' }))
  expect([differences, merged.surveyor, merged.surveyDay]).toEqual([[], '甲', '2026-03-02'])
})

const word = fc.constantFrom(null, '', '1', '2', '3')
const anySurvey: fc.Arbitrary<SurveySaid> = fc.record({
  wish: word,
  ybddlx: word,
  landNote: word,
  tags: fc.constantFrom('', '1', '4', '1,4', '4, 1'),
  surveyDay: word,
  surveyor: word,
  survey: fc.record({
    members: fc.uniqueArray(fc.record({ is: fc.constantFrom('11', '12', '13', null), cyxm: fc.constantFrom('甲', '乙', '丙/丁'), note: word }), {
      selector: (m) => m.is ?? m.cyxm,
      maxLength: 4,
    }),
    parcels: fc.uniqueArray(fc.record({ dkbm: fc.constantFrom('51', '52'), change: fc.constantFrom('1', '2'), area: word }), { selector: (p) => p.dkbm }),
    circulation: fc.uniqueArray(fc.record({ dkbm: fc.constantFrom('51', null), to: fc.constantFrom('戊', '己'), until: word }), {
      selector: (c) => `${c.dkbm} ${c.to}`,
    }),
    landNote: fc.constant(null),
  }),
}) as never
/** The same whatever way it is written. */
const plain = (s: SurveySaid) => mergeSurveys(s, s, s).merged
const places = (of: readonly { path: string }[]) => of.map((d) => d.path).toSorted()
/** The survey without who made it, its rows in the order of their names: what stands in it. */
const stands = ({ surveyDay: _, surveyor: __, ...s }: SurveySaid) => {
  const { survey, ...rest } = plain(s)
  const rows = (list: readonly object[]) => list.map((r) => JSON.stringify(Object.entries(r).toSorted())).toSorted()
  return { ...rest, members: rows(survey!.members), parcels: rows(survey!.parcels), circulation: rows(survey!.circulation) }
}

test('of any three surveys: who changed nothing adds nothing, both orders tell the same places, and choosing one side everywhere leaves none of the other’s changes there', () => {
  fc.assert(
    fc.property(anySurvey, anySurvey, anySurvey, (base, a, b) => {
      expect(mergeSurveys(base, base, a)).toEqual({ merged: expect.anything(), differences: [] })
      expect(stands(mergeSurveys(base, base, a).merged)).toEqual(stands(a))
      expect(stands(mergeSurveys(base, a, base).merged)).toEqual(stands(a))
      expect(stands(mergeSurveys(base, a, a).merged)).toEqual(stands(a))
      const [one, other] = [mergeSurveys(base, a, b), mergeSurveys(base, b, a)]
      expect(places(one.differences)).toEqual(places(other.differences))
      // both versions are kept, and taking mine wherever there was a choice is what the other order stored
      for (const d of one.differences) expect([saidAt(a, d.path), saidAt(b, d.path)]).toEqual([d.theirs, d.mine])
      expect(stands(taking(one.merged, b, places(one.differences)))).toEqual(stands(other.merged))
    }),
    { numRuns: 400 },
  )
})
