/**
 * Running a definition, one step at a time. Nothing lives between steps: each call builds the process from the state
 * text, does one thing, and returns the new text. The caller stores it and locks the row; times come from the caller.
 */
import * as elements from 'bpmn-elements'
import { holds, parseCondition } from './condition.ts'
import type { Variables } from './condition.ts'
import type { Definition } from './definition.server.ts'
import { dueAt } from './due.ts'
import { engineError } from './errors.ts'

export { parseDefinition } from './definition.server.ts'
export type { Definition } from './definition.server.ts'
export { layoutXml } from './layout.server.ts'

/** An open task; `key` is the id of the user task in the definition (task_key in our own definitions). */
export type OpenTask = { taskId: string; key: string; name: string; candidateGroups: string[] }
export type DueTimer = { activityId: string; dueAt: string }

/** What a step leaves. `state` is JSON text; `finished` are the nodes left at least once, `active` the nodes rested at. */
export type Step = { state: string; tasks: OpenTask[]; ended: boolean; finished: string[]; active: string[]; dueTimers: DueTimer[] }

type Stored = {
  definition: string
  variables: Variables
  tasks: { taskId: string; key: string }[]
  timers: (DueTimer & { run: string })[]
  finished: string[]
  ended: boolean
  engine?: elements.DefinitionState
}

const maxVariables = 8_192
/** These two belong to one step: a decision must not decide the next gateway as well. */
const decisions = ['outcome', 'target']

/** No timer of the library ever runs; see dueAt in the state. */
const noTimers = { register: () => noTimers, setTimeout: () => ({}), clearTimeout: () => undefined }

function expressionsOf(variables: Variables): object {
  const resolveExpression = (expression: unknown): unknown => {
    const condition = typeof expression === 'string' ? parseCondition(expression) : undefined
    return condition ? holds(condition, variables) : expression
  }
  return { resolveExpression, isExpression: () => false, hasExpression: () => false }
}

function build(def: Definition, variables: Variables): elements.Definition {
  const environment = new elements.Environment({
    expressions: expressionsOf(variables) as never,
    timers: noTimers as never,
    settings: { disableTrackState: true },
  })
  return new elements.Definition(elements.Context(def.context, environment))
}

function mergeVariables(kept: Variables, added: Variables): Variables {
  const merged = Object.fromEntries([...Object.entries(kept).filter(([name]) => !decisions.includes(name)), ...Object.entries(added)])
  for (const [name, value] of Object.entries(merged)) {
    const scalar = value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
    if (!scalar) throw engineError('bad-variables', `流程变量 ${name} 只能是文本、数字或是否`, `Process variable ${name} must be text, number or yes/no`)
  }
  if (JSON.stringify(merged).length > maxVariables) throw engineError('bad-variables', '流程变量过多', 'Too many process variables')
  return merged
}

function checkDecision(def: Definition, key: string, vars: Variables): void {
  const { outcome = 'pass', target = null } = vars
  if (outcome !== 'pass' && outcome !== 'return') throw engineError('bad-outcome', '办理结果只能是通过或退回', 'A task is passed or returned')
  const targets = def.returnTargets.get(key) ?? []
  if (outcome === 'return' && !targets.length) throw engineError('bad-outcome', '本环节不能退回', 'This task cannot be returned')
  if (target === null) return
  if (outcome !== 'return' || typeof target !== 'string' || !targets.includes(target))
    throw engineError('bad-target', '不能退回到所选环节', 'It cannot be returned to that task')
}

function load(def: Definition, state: string): Stored {
  const stored = JSON.parse(state) as Stored
  if (stored.definition !== def.hash) throw engineError('wrong-definition', '流程状态与流程定义不一致', 'The state belongs to another definition')
  return stored
}

/** Run `act` on the process and note which nodes are left and which timers start. */
function advance(def: Definition, before: Stored, now: Date, act: (process: elements.Definition) => void): Step {
  const process = build(def, before.variables)
  const finished = new Set(before.finished)
  // by run, not by node: a task left and entered again in one step starts its timer anew
  const due = new Map(before.timers.map(({ run, dueAt: at }) => [run, at]))
  const listen = (event: string, note: (id: string) => void): void => {
    process.broker.subscribeTmp('event', event, (_key, message) => note(String(message.content?.['id'])), { noAck: true })
  }
  if (before.engine) process.recover(before.engine)
  listen('activity.end', (id) => finished.add(id))
  act(process)
  const waiting = process.getPostponed().map((api) => ({ node: def.nodes.get(api.id), run: api.executionId }))
  const tasks = waiting.flatMap(({ node, run }) => (node?.kind === 'task' ? [{ taskId: run, key: node.id }] : []))
  const timers = waiting.flatMap(({ node, run }) => {
    if (!node?.timer) return []
    const at = due.get(run) ?? dueAt(node.timer, before.variables, now)
    if (!at)
      throw engineError(
        'bad-variables',
        `定时器“${node.name || node.id}”的变量不是时长或日期`,
        `The variable of timer “${node.name || node.id}” is no duration or date`,
      )
    return [{ activityId: node.id, dueAt: at, run }]
  })
  const ended = !process.isRunning
  // a token left at a join keeps the process open with nothing to do
  if (!ended && !tasks.length && !timers.length) throw engineError('stuck', '流程停在汇合处，定义有误', 'The process stops at a join; its definition is faulty')
  const stored: Stored = { definition: def.hash, variables: before.variables, tasks, timers, finished: [...finished], ended }
  if (!ended) stored.engine = process.getState()
  return view(def, stored)
}

function view(def: Definition, stored: Stored): Step {
  const { ended, finished, timers } = stored
  const tasks = stored.tasks.map(({ taskId, key }) => {
    const node = def.nodes.get(key)
    return { taskId, key, name: node?.name ?? key, candidateGroups: node?.candidateGroups ?? [] }
  })
  const active = [...new Set([...tasks.map(({ key }) => key), ...timers.map(({ activityId }) => activityId)])]
  return { state: JSON.stringify(stored), tasks, ended, finished, active, dueTimers: timers.map(({ activityId, dueAt: at }) => ({ activityId, dueAt: at })) }
}

/**
 * Start a process. `vars` are its variables (scalars, 8 kB in all), `now` the time timers count from.
 * Throws EngineError 'bad-variables' or 'stuck'.
 */
export async function start(def: Definition, vars: Variables, now: Date = new Date()): Promise<Step> {
  const stored: Stored = { definition: def.hash, variables: mergeVariables({}, vars), tasks: [], timers: [], finished: [], ended: false }
  return advance(def, stored, now, (process) => process.run())
}

/**
 * Complete an open task. `vars` join the variables; `outcome` ('pass' by default, or 'return') and `target` count for
 * this step only. Throws EngineError: 'task-not-open' (unknown or already completed), 'bad-outcome', 'bad-target',
 * 'bad-variables', 'wrong-definition', 'stuck'. The state given is never changed.
 */
export async function complete(def: Definition, state: string, taskId: string, vars: Variables = {}, now: Date = new Date()): Promise<Step> {
  const stored = load(def, state)
  const task = stored.tasks.find((open) => open.taskId === taskId)
  if (!task) throw engineError('task-not-open', '任务已办理', 'The task is done already')
  checkDecision(def, task.key, vars)
  const variables = mergeVariables(stored.variables, vars)
  return advance(def, { ...stored, variables }, now, (process) => {
    process.resume()
    process.signal({ id: task.key, executionId: taskId })
  })
}

/**
 * Fire a timer that is due; the caller decides when that is (Step.dueTimers).
 * Throws EngineError 'timer-not-open' when no such timer waits (fired already, or its task is done).
 */
export async function fireTimer(def: Definition, state: string, activityId: string, now: Date = new Date()): Promise<Step> {
  const stored = load(def, state)
  if (!stored.timers.some((timer) => timer.activityId === activityId))
    throw engineError('timer-not-open', '定时器已触发或已失效', 'The timer has fired or is gone')
  const timers = stored.timers.filter((timer) => timer.activityId !== activityId)
  return advance(def, { ...stored, timers, variables: mergeVariables(stored.variables, {}) }, now, (process) => {
    process.resume()
    process.cancelActivity({ id: activityId })
  })
}

/** The step a state text stands for, without doing anything: open tasks, timers, nodes. */
export function readState(def: Definition, state: string): Step {
  return view(def, load(def, state))
}

export type NodeState = { activityId: string; status: 'finished' | 'active' | 'error' }

/**
 * Colours of the diagram. A node that is active again after a return is active, not finished; `failed` names nodes
 * whose consequence failed outside the engine, they win.
 */
export function nodeStates(def: Definition, state: string, failed: readonly string[] = []): NodeState[] {
  const { active, finished } = readState(def, state)
  const statuses = new Map<string, NodeState['status']>()
  for (const activityId of finished) statuses.set(activityId, 'finished')
  for (const activityId of active) statuses.set(activityId, 'active')
  for (const activityId of failed) if (def.nodes.has(activityId)) statuses.set(activityId, 'error')
  return [...statuses].map(([activityId, status]) => ({ activityId, status }))
}
