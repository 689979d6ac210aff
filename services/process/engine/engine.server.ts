/**
 * Running a definition, one step at a time. Nothing lives between steps: each call builds the process from the state
 * text, does one thing, and returns the new text. The caller stores it and locks the row.
 */
import * as elements from 'bpmn-elements'
import { holds, parseCondition } from './condition.ts'
import type { Variables } from './condition.ts'
import type { Definition } from './definition.server.ts'
import { engineError } from './errors.ts'

export { knownDefinition, parseDefinition } from './definition.server.ts'
export type { Definition } from './definition.server.ts'

/** An open task; `key` is the id of the user task in the definition (task_key in our own definitions). */
export type OpenTask = { taskId: string; key: string; name: string; candidateGroups: string[]; sign?: string | undefined; signers?: number | undefined }

/** What a step leaves. `state` is JSON text; `finished` are the nodes left at least once, `active` the nodes rested at. */
export type Step = { state: string; tasks: OpenTask[]; ended: boolean; finished: string[]; active: string[] }

type Stored = {
  definition: string
  variables: Variables
  tasks: { taskId: string; key: string }[]
  finished: string[]
  ended: boolean
  engine?: elements.DefinitionState
}

const maxVariables = 8_192
/** These two belong to one step: a decision must not decide the next gateway as well. */
const decisions = ['outcome', 'target']

/** No timer of the library ever runs: drawn timers are refused. */
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

/** Run `act` on the process and note which nodes are left. */
function advance(def: Definition, before: Stored, act: (process: elements.Definition) => void): Step {
  const process = build(def, before.variables)
  const finished = new Set(before.finished)
  const listen = (event: string, note: (id: string) => void): void => {
    process.broker.subscribeTmp('event', event, (_key, message) => note(String(message.content?.['id'])), { noAck: true })
  }
  if (before.engine) process.recover(before.engine)
  listen('activity.end', (id) => finished.add(id))
  act(process)
  const waiting = process.getPostponed().map((api) => ({ node: def.nodes.get(api.id), run: api.executionId }))
  const tasks = waiting.flatMap(({ node, run }) => (node?.kind === 'task' ? [{ taskId: run, key: node.id }] : []))
  const ended = !process.isRunning
  // a token left at a join keeps the process open with nothing to do
  if (!ended && !tasks.length) throw engineError('stuck', '流程停在汇合处，定义有误', 'The process stops at a join; its definition is faulty')
  const stored: Stored = { definition: def.hash, variables: before.variables, tasks, finished: [...finished], ended }
  if (!ended) stored.engine = process.getState()
  return view(def, stored)
}

function view(def: Definition, stored: Stored): Step {
  const { ended, finished } = stored
  const tasks = stored.tasks.map(({ taskId, key }) => {
    const node = def.nodes.get(key)
    return { taskId, key, name: node?.name ?? key, candidateGroups: node?.candidateGroups ?? [], sign: node?.sign, signers: node?.signers }
  })
  const active = [...new Set(tasks.map(({ key }) => key))]
  return { state: JSON.stringify(stored), tasks, ended, finished, active }
}

/**
 * Start a process. `vars` are its variables (scalars, 8 kB in all).
 * Throws EngineError 'bad-variables' or 'stuck'.
 */
export async function start(def: Definition, vars: Variables): Promise<Step> {
  const stored: Stored = { definition: def.hash, variables: mergeVariables({}, vars), tasks: [], finished: [], ended: false }
  return advance(def, stored, (process) => process.run())
}

/**
 * Complete an open task. `vars` join the variables; `outcome` ('pass' by default, or 'return') and `target` count for
 * this step only. Throws EngineError: 'task-not-open' (unknown or already completed), 'bad-outcome', 'bad-target',
 * 'bad-variables', 'wrong-definition', 'stuck'. The state given is never changed.
 */
export async function complete(def: Definition, state: string, taskId: string, vars: Variables = {}): Promise<Step> {
  const stored = load(def, state)
  const task = stored.tasks.find((open) => open.taskId === taskId)
  if (!task) throw engineError('task-not-open', '任务已办理', 'The task is already done')
  checkDecision(def, task.key, vars)
  const variables = mergeVariables(stored.variables, vars)
  return advance(def, { ...stored, variables }, (process) => {
    process.resume()
    process.signal({ id: task.key, executionId: taskId })
  })
}

/**
 * An ended process at a task of it again, as if everything before that had been passed: what its end was to bring about has failed.
 * Throws EngineError 'task-not-open' where its variables lead past the task.
 */
export async function reopen(def: Definition, state: string, key: string): Promise<Step> {
  const variables = Object.fromEntries(Object.entries(load(def, state).variables).filter(([name]) => !decisions.includes(name)))
  let step = await start(def, variables)
  for (let other = step.tasks.find((t) => t.key !== key); other; other = step.tasks.find((t) => t.key !== key))
    step = await complete(def, step.state, other.taskId)
  if (step.ended) throw engineError('task-not-open', '流程中没有该环节', 'The process does not come to that task')
  return step
}

/** The step a state text stands for, without doing anything: open tasks and nodes. */
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
