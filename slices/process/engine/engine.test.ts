import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complete, fireTimer, parseDefinition, start } from './engine.server.ts'
import type { Definition, Step } from './engine.server.ts'
import { flow, node, parallelXml, processOf, timer } from './testing.ts'

const noon = new Date('2026-01-31T04:00:00Z')
const later = new Date('2026-02-01T04:00:00Z')

function taskId(step: Step, key: string): string {
  const task = step.tasks.find((open) => open.key === key)
  if (!task) throw new Error(`task ${key} is not open`)
  return task.taskId
}

function keys(step: Step): string[] {
  return step.tasks.map(({ key }) => key).toSorted()
}

async function done(def: Definition, step: Step, key: string, vars = {}): Promise<Step> {
  return complete(def, JSON.stringify(JSON.parse(step.state)), taskId(step, key), vars, later)
}

test('a join waits for both branches, whichever comes first', async () => {
  const def = await parseDefinition(parallelXml)
  for (const [first, second] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    let step = await start(def, {}, noon)
    expect(keys(step)).toEqual(['a', 'b'])
    step = await done(def, step, first)
    expect(keys(step)).toEqual([second])
    step = await done(def, step, second)
    expect(keys(step)).toEqual(['c'])
    expect((await done(def, step, 'c')).ended).toBe(true)
  }
})

test('a non-interrupting timer is given as a due date, fires once, and leaves its task open', async () => {
  const def = await parseDefinition(parallelXml)
  let step = await start(def, {}, noon)
  expect(step.dueTimers).toEqual([{ activityId: 'late', dueAt: '2026-01-31T05:00:00.000Z' }])
  expect(step.active.toSorted()).toEqual(['a', 'b', 'late'])
  // long overdue: nothing fires by itself
  step = await done(def, step, 'b')
  expect(step.dueTimers).toEqual([{ activityId: 'late', dueAt: '2026-01-31T05:00:00.000Z' }])
  step = await fireTimer(def, step.state, 'late', later)
  expect(keys(step)).toEqual(['a', 'remind'])
  expect(step.dueTimers).toEqual([])
  await expect(fireTimer(def, step.state, 'late', later)).rejects.toMatchObject({ key: 'timer-not-open' })
  step = await done(def, step, 'a')
  step = await done(def, step, 'c')
  expect(step.ended).toBe(false)
  expect((await done(def, step, 'remind')).ended).toBe(true)
})

test('a timer dies with its task and starts anew when the task is entered again', async () => {
  const def = await parseDefinition(parallelXml)
  let step = await start(def, {}, noon)
  step = await done(def, step, 'a')
  expect(step.dueTimers).toEqual([])
  await expect(fireTimer(def, step.state, 'late', later)).rejects.toMatchObject({ key: 'timer-not-open' })
  step = await done(def, step, 'b')
  step = await done(def, step, 'c', { outcome: 'return' })
  expect(keys(step)).toEqual(['a', 'b'])
  expect(step.dueTimers).toEqual([{ activityId: 'late', dueAt: '2026-02-01T05:00:00.000Z' }])
})

test('a task left and entered again in the same step gets a new due date', async () => {
  const def = await parseDefinition(
    processOf(
      [
        node('startEvent', 's'),
        node('userTask', 'a'),
        node('exclusiveGateway', 'g', 'default="pass"'),
        node('endEvent', 'e'),
        timer('late', 'a', 'P1M', true),
        flow('f1', 's', 'a'),
        flow('f2', 'a', 'g'),
        flow('pass', 'g', 'e'),
        flow('again', 'g', 'a', "${outcome == 'return'}"),
        flow('f3', 'late', 'e'),
      ].join(''),
    ),
  )
  let step = await start(def, {}, noon)
  expect(step.dueTimers).toEqual([{ activityId: 'late', dueAt: '2026-02-28T04:00:00.000Z' }])
  step = await done(def, step, 'a', { outcome: 'return' })
  expect(keys(step)).toEqual(['a'])
  expect(step.dueTimers).toEqual([{ activityId: 'late', dueAt: '2026-03-01T04:00:00.000Z' }])
})

test('an interrupting timer takes the task away', async () => {
  const def = await parseDefinition(
    processOf(
      [
        node('startEvent', 's'),
        node('userTask', 'a'),
        node('userTask', 'b'),
        node('endEvent', 'e'),
        timer('late', 'a', '${until}', true, 'timeDate'),
        flow('f1', 's', 'a'),
        flow('f2', 'a', 'e'),
        flow('f3', 'late', 'b'),
        flow('f4', 'b', 'e'),
      ].join(''),
    ),
  )
  const first = await start(def, { until: '2026-03-01' }, noon)
  expect(first.dueTimers).toEqual([{ activityId: 'late', dueAt: '2026-02-28T16:00:00.000Z' }])
  const step = await fireTimer(def, first.state, 'late', later)
  expect(keys(step)).toEqual(['b'])
  expect(step.finished).not.toContain('a')
  await expect(complete(def, step.state, taskId(first, 'a'))).rejects.toMatchObject({ key: 'task-not-open' })
  expect((await done(def, step, 'b')).ended).toBe(true)
  await expect(start(def, { until: 'soon' }, noon)).rejects.toMatchObject({ key: 'bad-variables' })
})

test('a timer between two tasks holds the process until it is fired', async () => {
  const waiting = '<bpmn:timerEventDefinition><bpmn:timeDuration>P15D</bpmn:timeDuration></bpmn:timerEventDefinition>'
  const wait = `<bpmn:intermediateCatchEvent id="wait">${waiting}</bpmn:intermediateCatchEvent>`
  const def = await parseDefinition(
    processOf(
      [
        node('startEvent', 's'),
        wait,
        node('userTask', 'a'),
        node('endEvent', 'e'),
        flow('f1', 's', 'wait'),
        flow('f2', 'wait', 'a'),
        flow('f3', 'a', 'e'),
      ].join(''),
    ),
  )
  let step = await start(def, {}, noon)
  expect(step).toMatchObject({ tasks: [], ended: false, active: ['wait'], dueTimers: [{ activityId: 'wait', dueAt: '2026-02-15T04:00:00.000Z' }] })
  step = await fireTimer(def, step.state, 'wait', later)
  expect(keys(step)).toEqual(['a'])
  expect((await done(def, step, 'a')).finished.toSorted()).toEqual(['a', 'e', 's', 'wait'])
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
      let step = await start(def, {}, noon)
      let reminders = 0
      for (const [pick, back] of moves) {
        if (step.ended) break
        const choices = [...step.tasks.map(({ key }) => key), ...step.dueTimers.map(({ activityId }) => activityId)]
        const choice = choices[pick % choices.length] ?? ''
        if (choice === 'late') reminders += 1
        if (choice === 'remind') reminders -= 1
        step =
          choice === 'late'
            ? await fireTimer(def, step.state, 'late', later)
            : await done(def, step, choice, choice === 'c' && back ? { outcome: 'return' } : {})
        const open = keys(step)
        expect(open.includes('c') && (open.includes('a') || open.includes('b'))).toBe(false)
        expect(open.includes('remind')).toBe(reminders > 0)
        expect(step.dueTimers.length === 1 && !open.includes('a')).toBe(false)
      }
      for (let left = 30; !step.ended && left > 0; left -= 1) step = await done(def, step, step.tasks[0]?.key ?? '')
      expect(step.ended).toBe(true)
    }),
    { numRuns: 15 },
  )
})
