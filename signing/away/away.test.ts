// What a tablet without network decides by itself: whose turn it is, whose document it is, which times can be, and how acts are delivered.
import { expect, test } from 'vitest'
import { isLater, type DeliveryOutcome } from '../../platform/offline/delivery.ts'
import { deliverAll, timesFit, queueSlot, wrongAway, type TakenNode } from './away.ts'

const node = (nodeSort: number, state: string): TakenNode => ({
  nodeSort,
  nodeCode: 'cbf',
  signerName: `张${nodeSort}`,
  state,
  hasSeal: false,
  left: 5,
  numberHash: `h${nodeSort}`,
})

test('the turn is that of the first who has neither signed before nor acted at the tablet; after a refusal, and while an act was not taken, it is nobody’s', () => {
  const nodes = [node(1, 'signed'), node(2, 'open'), node(3, 'waiting')]
  const after = (...acts: { nodeSort: number; reason?: string; outcome?: { as: string } }[]) => queueSlot({ nodes }, acts)?.nodeSort
  expect(after({ nodeSort: 2, outcome: { as: 'conflict' } })).toBeUndefined()
  expect([after(), after({ nodeSort: 2 }), after({ nodeSort: 2 }, { nodeSort: 3 }), after({ nodeSort: 2, reason: '不同意' })]).toEqual([
    2,
    3,
    undefined,
    undefined,
  ])
})

test('a document is the signer’s by name and number; blanks and points in a name do not matter', () => {
  const of = { signerName: '古丽·买买提', numberHash: 'h' }
  expect([wrongAway(of, ' 古丽•买买提', 'h'), wrongAway(of, '古丽', 'h'), wrongAway(of, '古丽·买买提', 'other')]).toEqual([undefined, 'name', 'number'])
})

test('times stand one after the other, not before the start and not after the latest', () => {
  const times = (docTime: string, readTime: string, doneTime: string) => timesFit({ docTime, readTime, doneTime }, '2026-03-17 09:00:00', '2026-03-17 17:00:00')
  expect(times('2026-03-17 09:00:00', '2026-03-17 09:00:00', '2026-03-17 17:00:00')).toBe(true)
  expect([
    times('2026-03-17 08:59:59', '2026-03-17 10:00:00', '2026-03-17 10:01:00'),
    times('2026-03-17 10:00:00', '2026-03-17 09:59:59', '2026-03-17 10:01:00'),
    times('2026-03-17 10:00:00', '2026-03-17 10:02:00', '2026-03-17 10:01:00'),
    times('2026-03-17 10:00:00', '2026-03-17 10:02:00', '2026-03-17 17:00:01'),
  ]).toEqual([false, false, false, false])
})

test('acts go in the order of contract and signer; a refused one holds back its own contract, and a lost line all that follow', async () => {
  const act = (actId: string, contractId: string, nodeSort: number) => ({ actId, contractId, nodeSort })
  const acts = [act('b2', 'b', 2), act('a2', 'a', 2), act('b1', 'b', 1), act('a1', 'a', 1), act('c1', 'c', 1)]
  const went = async (answers: Readonly<Record<string, DeliveryOutcome>>) => {
    const tried: string[] = []
    const told = await deliverAll(
      acts,
      async (a) => answers[a.actId] ?? { as: 'taken' },
      async (a, o) => void tried.push(`${a.actId} ${o.as}`),
    )
    return { ...told, tried }
  }
  expect(await went({ a1: { as: 'conflict', msg: '已取消' } })).toEqual({
    taken: 3,
    conflicts: 1,
    later: '',
    tried: ['a1 conflict', 'b1 taken', 'b2 taken', 'c1 taken'],
  })
  expect(await went({ b1: { as: 'later', msg: '没有网络' } })).toEqual({
    taken: 2,
    conflicts: 0,
    later: '没有网络',
    tried: ['a1 taken', 'a2 taken', 'b1 later'],
  })
  expect([0, 401, 408, 429, 500, 503, 400, 403, 404, 409].map(isLater)).toEqual([...Array(6).fill(true), ...Array(4).fill(false)])
})
