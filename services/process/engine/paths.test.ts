import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processXml, stepsOf, taskName, typeCodes } from './definitions.ts'
import { complete, nodeStates, parseDefinition, readState, reopen, start } from './engine.server.ts'
import type { Definition, Step } from './engine.server.ts'
import type { Variables } from './condition.ts'

/** The only open task of a business process. */
function only(step: Step): Step['tasks'][number] {
  const [task, ...more] = step.tasks
  if (!task || more.length) throw new Error(`expected one open task, got ${step.tasks.length}`)
  return task
}

/** Through JSON text and back, as a database column would. */
function stored(step: Step): string {
  const state = JSON.stringify(JSON.parse(step.state))
  expect(state).toBe(step.state)
  return state
}

async function passAll(def: Definition, vars: Variables): Promise<string[]> {
  const keys: string[] = []
  let step = await start(def, vars)
  while (!step.ended) {
    keys.push(only(step).key)
    step = await complete(def, stored(step), only(step).taskId)
  }
  return keys
}

describe.each(typeCodes)('%s', (typeCode) => {
  const steps = stepsOf(typeCode)
  const variables = steps.flatMap(({ variable }) => variable ?? [])
  const all = Object.fromEntries(variables.map((name) => [name, true]))
  const survey = steps.find(({ key }) => key === 'survey')

  test('passes its tasks in order, with every choice of optional steps', async () => {
    const def = await parseDefinition(processXml(typeCode))
    for (let mask = 0; mask < 2 ** variables.length; mask += 1) {
      const vars = Object.fromEntries(variables.map((name, index) => [name, Boolean(mask & (2 ** index))]))
      const expected = steps.filter(({ variable }) => !variable || vars[variable]).map(({ key }) => key)
      expect(await passAll(def, vars)).toEqual(expected)
    }
  })

  test('what has ended is opened again at its last task, as it was there, and ends again', async () => {
    const def = await parseDefinition(processXml(typeCode))
    for (const vars of [{}, all]) {
      let step = await start(def, vars)
      let last = ''
      while (!step.ended) {
        last = only(step).key
        step = await complete(def, stored(step), only(step).taskId, { outcome: 'pass' })
      }
      const again = await reopen(def, stored(step), last)
      expect([again.ended, only(again).key, only(again).candidateGroups.length > 0]).toEqual([false, last, true])
      expect((await complete(def, stored(again), only(again).taskId)).ended).toBe(true)
      await expect(reopen(def, stored(step), 'none')).rejects.toMatchObject({ key: 'task-not-open' })
    }
  })

  test('without variables it leaves optional steps out, except publicity', async () => {
    const def = await parseDefinition(processXml(typeCode))
    const expected = steps.filter(({ key, variable }) => !variable || key === 'publicity').map(({ key }) => key)
    expect(await passAll(def, {})).toEqual(expected)
  })

  test('every task but register can be returned, and only to register or survey', async () => {
    const def = await parseDefinition(processXml(typeCode))
    for (const { key } of steps) {
      const expected = key === 'register' ? [] : key === 'survey' || !survey ? ['register'] : ['register', 'survey']
      expect(def.returnTargets.get(key)).toEqual(expected)
    }
  })

  test('random decisions stay on the plan, and enough passes always end it for good', async () => {
    const def = await parseDefinition(processXml(typeCode))
    const decision = fc.record({ outcome: fc.constantFrom('pass', 'return'), toSurvey: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(decision, { maxLength: 14 }), async (decisions) => {
        const order = steps.map(({ key }) => key as string)
        let step = await start(def, all)
        for (const { outcome, toSurvey } of decisions) {
          if (step.ended) break
          const { key, taskId } = only(step)
          const targets = def.returnTargets.get(key) ?? []
          const isReturn = outcome === 'return' && targets.length > 0
          const target = isReturn && toSurvey ? (targets.at(-1) ?? null) : null
          step = await complete(def, stored(step), taskId, { outcome: isReturn ? 'return' : 'pass', target })
          expect(readState(def, step.state)).toEqual(step)
          const expected = isReturn ? (target ?? 'register') : order[order.indexOf(key) + 1]
          expect(step.tasks.map((task) => task.key)).toEqual(expected ? [expected] : [])
          expect(step.state.length).toBeLessThan(16_384)
        }
        for (let left = steps.length; !step.ended && left > 0; left -= 1) step = await complete(def, stored(step), only(step).taskId)
        expect(step).toMatchObject({ ended: true, tasks: [], active: [] })
        expect(step.finished).toEqual(expect.arrayContaining(['start', 'end', ...order]))
        await expect(complete(def, step.state, 'register_1')).rejects.toMatchObject({ key: 'task-not-open' })
      }),
      { numRuns: 10 },
    )
  })
})

test('a task carries its Chinese name and its candidate group', async () => {
  const step = await start(await parseDefinition(processXml('contract_sign')), {})
  expect(only(step)).toMatchObject({ key: 'register', name: taskName('register'), candidateGroups: ['acceptor'] })
})

test('a task id stays the same until the task is completed, and then is refused', async () => {
  const def = await parseDefinition(processXml('correct_cbf'))
  const first = await start(def, {})
  const taskId = only(first).taskId
  expect(only(readState(def, stored(first))).taskId).toBe(taskId)
  const second = await complete(def, stored(first), taskId)
  await expect(complete(def, stored(second), taskId)).rejects.toMatchObject({ key: 'task-not-open', message: '任务已办理' })
  await expect(complete(def, stored(second), 'check_0000000000')).rejects.toMatchObject({ key: 'task-not-open' })
  await expect(complete(def, stored(second), 'check')).rejects.toMatchObject({ key: 'task-not-open' })
})

test('of two callers of the same task who take turns at the stored state, the second fails and changes nothing', async () => {
  const def = await parseDefinition(processXml('correct_cbf'))
  let row = await start(def, {})
  let turn: Promise<unknown> = Promise.resolve()
  const { taskId } = only(row)
  const commit = (): Promise<void> => {
    const mine = turn.then(async () => {
      row = await complete(def, row.state, taskId)
    })
    turn = mine.catch(() => undefined)
    return mine
  }
  const results = await Promise.allSettled([commit(), commit()])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(only(row).key).toBe('check')
})

test('a return decides one gateway only, the next pass needs no reset', async () => {
  const def = await parseDefinition(processXml('contract_sign'))
  let step = await start(def, {})
  step = await complete(def, step.state, only(step).taskId)
  step = await complete(def, step.state, only(step).taskId, { outcome: 'return' })
  step = await complete(def, step.state, only(step).taskId)
  step = await complete(def, step.state, only(step).taskId)
  expect(only(step).key).toBe('check')
})

test('an impossible decision is refused by name', async () => {
  const def = await parseDefinition(processXml('correct_cbf'))
  const first = await start(def, {})
  const refused = (vars: Variables): unknown => complete(def, first.state, only(first).taskId, vars).catch((error: unknown) => error)
  expect(await refused({ outcome: 'return' })).toMatchObject({ key: 'bad-outcome' })
  expect(await refused({ outcome: 'maybe' })).toMatchObject({ key: 'bad-outcome' })
  expect(await refused({ target: 'register' })).toMatchObject({ key: 'bad-target' })
  const second = await complete(def, first.state, only(first).taskId)
  await expect(complete(def, second.state, only(second).taskId, { outcome: 'return', target: 'recheck' })).rejects.toMatchObject({ key: 'bad-target' })
})

test('variables are scalars, and few', async () => {
  const def = await parseDefinition(processXml('correct_cbf'))
  await expect(start(def, { list: [1] as never })).rejects.toMatchObject({ key: 'bad-variables' })
  await expect(start(def, { text: 'x'.repeat(9_000) })).rejects.toMatchObject({ key: 'bad-variables' })
})

test('a state belongs to its definition', async () => {
  const [one, other] = [await parseDefinition(processXml('correct_cbf')), await parseDefinition(processXml('correct_fbf'))]
  const step = await start(one, {})
  await expect(complete(other, step.state, only(step).taskId)).rejects.toMatchObject({ key: 'wrong-definition' })
})

test('the diagram shows finished, active and failed nodes', async () => {
  const def = await parseDefinition(processXml('correct_cbf'))
  let step = await start(def, {})
  step = await complete(def, step.state, only(step).taskId)
  step = await complete(def, step.state, only(step).taskId, { outcome: 'return' })
  const status = Object.fromEntries(nodeStates(def, step.state, ['recheck', 'nowhere']).map((node) => [node.activityId, node.status]))
  expect(status).toEqual({ start: 'finished', register: 'active', check: 'finished', after_check: 'finished', recheck: 'error' })
})
