import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAKING } from '../../../land/fbf/making-plan.ts'
import { next } from '../../cases/rules/flow.ts'
import { typeCodes } from '../../../services/process/engine/definitions.ts'
import { defaultFiles } from '../../cases/definitions/materials.ts'
import { DOCUMENTS, lackingOf, whyNotSubmitted } from './documents.ts'
import { alternativesOf, type HolderFacts, type IssuerLand } from './alternatives.ts'
import { isDone, movesWrong, type MoveFacts } from './moves.ts'
import { PLAN_ACTS, PLAN_FLOW, voteWrong, votesNeeded, planRefusal, type PlanAct, type PlanEvent } from './flow.ts'

/** Every arrow of the table of business-flows.md 9.2, with those that follow from an objection and from a correction. */
const TABLE = [
  '-submit-0',
  '0-submit-0',
  '6-submit-0',
  '0-post-1',
  '1-vote-2',
  '1-object-6',
  '2-report-3',
  '3-pass-4',
  '3-back-6',
  '4-pass-5',
  '4-back-6',
  '5-replace-7',
  '0-remove-',
  '6-remove-',
]
test('the arrows are those of the page, and no others', () => {
  expect(PLAN_FLOW.map(([from, event, to]) => `${from ?? ''}-${event}-${to ?? ''}`).toSorted()).toEqual(TABLE.toSorted())
})
test('whatever is tried in whatever order, a plan is where the table leads: in force only after posting, vote, report and both audits', () => {
  const events = [...new Set(PLAN_FLOW.map(([, e]) => e))]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 60 }), (tried) => {
      let at: string | null = null
      let since: PlanEvent[] = []
      for (const event of tried) {
        const to: string | null | undefined = next(PLAN_FLOW, at, event)
        if (to === undefined) continue
        since = event === 'submit' || to === null ? [] : [...since, event]
        at = to
        if (at === MAKING.effective) expect(since).toEqual(['post', 'vote', 'report', 'pass', 'pass'])
        expect([null, ...Object.values(MAKING)]).toContain(at)
      }
    }),
  )
})
test('what a person may do is what the table has an arrow for; an audit is of another person and of the level', () => {
  const who = (id: string, regionCode: string) => ({ id, name: `人${id}`, regionCode })
  const facts = (status: string, more: object = {}) => ({ status, mode: '1', moves: 0, who: who('9', '512021'), ...more })
  const possible = (status: string) => PLAN_ACTS.filter((a) => !planRefusal(a, facts(status)))
  expect(Object.fromEntries(Object.values(MAKING).map((s) => [s, possible(s)]))).toEqual({
    0: ['submit', 'post', 'remove'],
    1: ['vote'],
    2: ['report'],
    3: ['audit'],
    4: ['audit'],
    5: ['correct'],
    6: ['submit', 'remove'],
    7: [],
  })
  const key = (act: PlanAct, f: Parameters<typeof planRefusal>[1]) => planRefusal(act, f)?.key
  expect(key('audit', facts('3', { who: who('9', '512021119203') }))).toBe('plan-town-audits')
  expect(key('audit', facts('4', { who: who('9', '512021119') }))).toBe('plan-county-audits')
  expect(key('audit', facts('3', { reporter: who('9', '') }))).toBe('plan-own-audit')
  expect(key('audit', facts('4', { reporter: who('1', ''), town: who('9', '') }))).toBe('plan-own-audit')
  expect(key('audit', facts('4', { reporter: who('1', ''), town: who('2', '') }))).toBeUndefined()
})
test('two thirds are of those who may vote', () => {
  expect([1, 2, 3, 9, 10, 100].map(votesNeeded)).toEqual([1, 2, 2, 6, 7, 67])
  const vote = { meetingDate: '2026-04-01', votersTotal: 9, attendees: 9, agreeCount: 6 }
  expect(voteWrong(vote, '2026-03-31')).toEqual([])
  expect(voteWrong({ ...vote, agreeCount: 5 }, null).map((x) => x.field)).toEqual(['agreeCount'])
  expect(voteWrong({ ...vote, meetingDate: '2026-03-31' }, '2026-03-31').map((x) => x.field)).toEqual(['meetingDate'])
})
test('parts of a parcel go to several, never more than there is; what was carried out is told', () => {
  const facts: MoveFacts = {
    parcels: new Map([
      ['d1', { dkmc: '田', scmjm: '3.00' }],
      ['d2', { dkmc: '机动', scmjm: '1.00' }],
    ]),
    held: [{ dkbm: 'd1', cbfbm: 'a', htmjm: '3.00' }],
    households: new Map([
      ['a', '甲'],
      ['b', '乙'],
      ['c', '丙'],
    ]),
  }
  const m = (toCbfbm: string | null, areaMu: string, more: object = {}) => ({ fromCbfbm: 'a', toCbfbm, dkbm: 'd1', areaMu, reason: '人口', ...more })
  const wrong = (...all: ReturnType<typeof m>[]) => movesWrong(all, facts).map((x) => x.field)
  expect(wrong(m('b', '1.00'), m('c', '2.00'))).toEqual([])
  expect(wrong(m('b', '1.00'), m('c', '2.01'))).toEqual(['moves.1.areaMu'])
  expect(wrong(m('b', '1.00'), m('b', '1.00'))).toEqual(['moves.1.dkbm'])
  expect(wrong(m('b', '1.00', { fromCbfbm: null, dkbm: 'd2' }))).toEqual([])
  expect(wrong(m(null, '1.00', { fromCbfbm: null, dkbm: 'd2' }))).toEqual(['moves.0.toCbfbm'])
  expect([isDone(m('b', '1'), facts), isDone(m('b', '1'), { held: [{ dkbm: 'd1', cbfbm: 'b', htmjm: '3' }] }), isDone(m(null, '1'), { held: [] })]).toEqual([
    false,
    true,
    true,
  ])
})
test('documents are submitted once, when the plan was voted on and nothing lacks; what lacks is named', () => {
  const all = ['GZZ', 'YBFA', 'HYJL', 'GSB', 'HZB']
  const key = (status: string | undefined, has: readonly string[], documentsTime: string | null = null) =>
    whyNotSubmitted('51202111920303', status === undefined ? undefined : { status, documentsTime }, has)?.key
  expect([key(undefined, all), key('1', all), key('2', all.slice(1)), key('2', all), key('5', all, '2026-04-01 09:00:00')]).toEqual([
    'plan-none',
    'plan-documents-early',
    'plan-documents',
    undefined,
    'plan-documents-fixed',
  ])
  expect(lackingOf(['HYJL', 'XX'])).toEqual(['GZZ', 'YBFA', 'GSB', 'HZB'])
})

const holder = (n: number, people: number, ...mu: number[]): HolderFacts => ({
  cbfbm: `h${n}`,
  cbfmc: `户${n}`,
  people,
  lines: mu.map((m, i) => ({ dkbm: `h${n}p${i}`, mu: m, isShare: false })),
})
test('alternatives: reserve land goes to who has none, what the extinct and the rich can spare to who has little, the largest parcel that fits first', () => {
  const land: IssuerLand = {
    holders: [holder(1, 2, 400, 400), holder(2, 1, 300, 300, 300), holder(3, 2), holder(4, 0, 250), holder(5, 2, 100)],
    reserve: [
      { dkbm: 'r1', mu: 150 },
      { dkbm: 'r2', mu: 500 },
    ],
  }
  const [direct, landless, small] = alternativesOf(land)
  expect([direct!.moves, direct!.area, direct!.landless, direct!.landlessPeople, direct!.reserveLeft]).toEqual([[], 2050, 1, 2, 650])
  expect(landless!.moves.map((m) => [m.dkbm, m.toCbfbm])).toEqual([['r2', 'h3']])
  expect([landless!.landless, landless!.reserveLeft, landless!.area]).toEqual([0, 150, 2550])
  expect(small!.moves.map((m) => [m.dkbm, m.fromCbfbm ?? '', m.toCbfbm])).toEqual([
    ['r2', '', 'h3'],
    ['h2p0', 'h2', 'h5'],
    ['r1', '', 'h5'],
  ])
  // who gives keeps the mean of all
  expect(small!.changed.find((h) => h.cbfbm === 'h2')!.perHeadAfter).toBeGreaterThanOrEqual(direct!.perHead.mean)
})
test('whatever the land: every parcel moves once, from who has it or from the reserve, nobody with much gets more, and the areas close', () => {
  const lines = fc.array(fc.record({ mu: fc.integer({ min: 1, max: 900 }), isShare: fc.boolean() }), { maxLength: 4 })
  const holders = fc.array(fc.record({ people: fc.integer({ min: 0, max: 5 }), lines }), { maxLength: 12 })
  const bounds = fc.record({ lower: fc.integer({ min: 0, max: 100 }), upper: fc.integer({ min: 100, max: 300 }) })
  fc.assert(
    fc.property(holders, fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 6 }), bounds, (list, free, b) => {
      const land: IssuerLand = {
        holders: list.map((h, n) => ({ cbfbm: `h${n}`, cbfmc: '', people: h.people, lines: h.lines.map((l, i) => ({ ...l, dkbm: `h${n}p${i}` })) })),
        reserve: free.map((mu, i) => ({ dkbm: `r${i}`, mu })),
      }
      const has = new Map<string, { mu: number; from: string | undefined; isShare: boolean }>([
        ...land.holders.flatMap((h) => h.lines.map((l) => [l.dkbm, { mu: l.mu, from: h.cbfbm, isShare: l.isShare }] as const)),
        ...land.reserve.map((r) => [r.dkbm, { mu: r.mu, from: undefined, isShare: false }] as const),
      ])
      const whole = [...has.values()].reduce((n, l) => n + l.mu, 0)
      for (const a of alternativesOf(land, b)) {
        expect(new Set(a.moves.map((m) => m.dkbm)).size).toBe(a.moves.length)
        for (const m of a.moves) expect([m.mu, m.fromCbfbm, false]).toEqual(Object.values(has.get(m.dkbm)!))
        expect(a.area + a.reserveLeft).toBe(whole)
        const givers = new Set(a.moves.map((m) => m.fromCbfbm))
        expect(a.moves.some((m) => givers.has(m.toCbfbm))).toBe(false)
      }
    }),
  )
})

test('a paper of an issuer has one name at every stage: among the materials of a case, in the dictionary and in its plan', () => {
  const { dictionaries } = JSON.parse(readFileSync(new URL('../../../platform/seed/dictionaries.json', import.meta.url), 'utf8')) as {
    dictionaries: { code: string; items: { key: string; zh: string }[] }[]
  }
  const kinds = new Map(dictionaries.find((d) => d.code === 'attach_kind')!.items.map((i) => [i.key, i.zh]))
  const materials = new Map(typeCodes.flatMap(defaultFiles).map((f) => [f.businessItem, f.fileName]))
  for (const [kind, { zh }] of Object.entries(DOCUMENTS)) expect([kind, kinds.get(kind), materials.get(kind) ?? zh]).toEqual([kind, zh, zh])
  expect(materials.get('HYJL')).toBe('会议记录（决议）')
})
