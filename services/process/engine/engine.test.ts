import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complete, parseDefinition, start } from './engine.server.ts'
import type { Definition, Step } from './engine.server.ts'
import { flow, node, parallelXml, processOf } from './testing.ts'

function taskId(step: Step, key: string): string {
  const task = step.tasks.find((open) => open.key === key)
  if (!task) throw new Error(`task ${key} is not open`)
  return task.taskId
}

function keys(step: Step): string[] {
  return step.tasks.map(({ key }) => key).toSorted()
}

async function done(def: Definition, step: Step, key: string, vars = {}): Promise<Step> {
  return complete(def, JSON.stringify(JSON.parse(step.state)), taskId(step, key), vars)
}

test('a join waits for both branches, whichever comes first', async () => {
  const def = await parseDefinition(parallelXml)
  for (const [first, second] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    let step = await start(def, {})
    expect(keys(step)).toEqual(['a', 'b'])
    step = await done(def, step, first)
    expect(keys(step)).toEqual([second])
    step = await done(def, step, second)
    expect(keys(step)).toEqual(['c'])
    expect((await done(def, step, 'c')).ended).toBe(true)
  }
})

test('a terminating end closes the other branches', async () => {
  const def = await parseDefinition(
    processOf(
      [
        node('startEvent', 's'),
        node('parallelGateway', 'fork'),
        node('userTask', 'a'),
        node('userTask', 'b'),
        node('endEvent', 'e'),
        '<bpmn:endEvent id="kill"><bpmn:terminateEventDefinition /></bpmn:endEvent>',
        flow('f1', 's', 'fork'),
        flow('f2', 'fork', 'a'),
        flow('f3', 'fork', 'b'),
        flow('f4', 'a', 'kill'),
        flow('f5', 'b', 'e'),
      ].join(''),
    ),
  )
  expect(await done(def, await start(def, {}), 'a')).toMatchObject({ ended: true, tasks: [] })
})

test('a branch that never reaches its join is an error, not an end', async () => {
  const def = await parseDefinition(
    processOf(
      [
        node('startEvent', 's'),
        node('parallelGateway', 'fork'),
        node('userTask', 'a'),
        node('userTask', 'b'),
        node('parallelGateway', 'join'),
        node('exclusiveGateway', 'g', 'default="on"'),
        node('endEvent', 'e'),
        node('endEvent', 'out'),
        flow('f1', 's', 'fork'),
        flow('f2', 'fork', 'a'),
        flow('f3', 'fork', 'b'),
        flow('f4', 'a', 'join'),
        flow('f5', 'b', 'g'),
        flow('on', 'g', 'join'),
        flow('off', 'g', 'out', '${leave}'),
        flow('f6', 'join', 'e'),
      ].join(''),
    ),
  )
  const halfway = await done(def, await start(def, {}), 'a')
  expect((await done(def, halfway, 'b')).ended).toBe(true)
  await expect(done(def, halfway, 'b', { leave: true })).rejects.toMatchObject({ key: 'stuck' })
})

test('whatever is done in whatever order, the parallel process keeps its invariants', async () => {
  const def = await parseDefinition(parallelXml)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(9), fc.boolean()), { maxLength: 20 }), async (moves) => {
      let step = await start(def, {})
      for (const [pick, back] of moves) {
        if (step.ended) break
        const choices = step.tasks.map(({ key }) => key)
        const choice = choices[pick % choices.length] ?? ''
        step = await done(def, step, choice, choice === 'c' && back ? { outcome: 'return' } : {})
        const open = keys(step)
        expect(open.includes('c') && (open.includes('a') || open.includes('b'))).toBe(false)
      }
      for (let left = 30; !step.ended && left > 0; left -= 1) step = await done(def, step, step.tasks[0]?.key ?? '')
      expect(step.ended).toBe(true)
    }),
    { numRuns: 15 },
  )
})
