/**
 * The plain model of a definition (nodes and flows) and its rules: what a drawn process must fulfil before it may run.
 */
import { parseCondition } from './condition.ts'
import type { FlowCondition } from './condition.ts'
import { engineError } from './errors.ts'

export type NodeKind = 'start' | 'end' | 'task' | 'exclusive' | 'parallel'

export type ModelNode = { id: string; name: string; kind: NodeKind; candidateGroups: string[]; defaultFlow?: string; sign?: string; signers?: number }

export type ModelFlow = { id: string; from: string; to: string; condition?: string }

export type Model = { id: string; name: string; nodes: ModelNode[]; flows: ModelFlow[] }

const maxNodes = 500
const idPattern = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

function refuse(zh: string, en: string): never {
  throw engineError('bad-xml', zh, en)
}

function label(node: ModelNode): string {
  return node.name ? `“${node.name}”（${node.id}）` : node.id
}

/** A node at which a process rests; gateways are passed at once. */
function rests(node: ModelNode | undefined): boolean {
  return node?.kind === 'task'
}

/** Outgoing flows of a node in drawing order. */
export function outgoing(model: Model, id: string): ModelFlow[] {
  return model.flows.filter(({ from }) => from === id)
}

function checkFlow(model: Model, flow: ModelFlow, kinds: Map<string, NodeKind>): void {
  const from = kinds.get(flow.from)
  const to = kinds.get(flow.to)
  if (!from || !to) refuse(`连线 ${flow.id} 的起点或终点不存在`, `Flow ${flow.id} has no source or no target`)
  if (from === 'end' || to === 'start') refuse(`连线 ${flow.id} 的方向不对`, `Flow ${flow.id} has the wrong direction`)
  if (flow.condition === undefined) return
  if (from !== 'exclusive')
    refuse(`连线 ${flow.id}：只有排他网关的出线可以带条件`, `Flow ${flow.id}: only flows out of an exclusive gateway may have a condition`)
  if (!parseCondition(flow.condition))
    refuse(`连线 ${flow.id} 的条件不合规，只允许 \${变量} 或 \${变量 == '值'}`, `The condition of flow ${flow.id} must be \${name} or \${name == 'value'}`)
}

function checkExclusive(node: ModelNode, out: ModelFlow[]): void {
  if (out.length < 2) return
  if (!node.defaultFlow) refuse(`排他网关${label(node)}缺少默认连线`, `Exclusive gateway ${label(node)} has no default flow`)
  const fallback = out.find(({ id }) => id === node.defaultFlow)
  if (!fallback) refuse(`排他网关${label(node)}的默认连线不是它的出线`, `The default flow of gateway ${label(node)} does not leave that gateway`)
  if (fallback.condition !== undefined)
    refuse(`排他网关${label(node)}的默认连线不能带条件`, `The default flow of gateway ${label(node)} must have no condition`)
  if (out.some((flow) => flow !== fallback && flow.condition === undefined))
    refuse(`排他网关${label(node)}有一条出线没有条件`, `A flow out of gateway ${label(node)} has no condition`)
}

function checkNode(model: Model, node: ModelNode): void {
  const out = outgoing(model, node.id)
  const isGateway = node.kind === 'exclusive' || node.kind === 'parallel'
  if (node.kind === 'task' && !node.name) refuse(`用户任务 ${node.id} 没有名称`, `User task ${node.id} has no name`)
  if (node.kind !== 'end' && !out.length) refuse(`节点${label(node)}没有出线`, `Nothing leads out of ${label(node)}`)
  if (!isGateway && out.length > 1)
    refuse(`节点${label(node)}只能有一条出线，分支请使用网关`, `Only one flow may lead out of ${label(node)}; branch with a gateway`)
  if (node.kind === 'exclusive') checkExclusive(node, out)
}

function reach(model: Model, seeds: string[], back: boolean): Set<string> {
  const seen = new Set(seeds)
  for (const id of seen) {
    for (const { from, to } of model.flows) {
      if (back && to === id) seen.add(from)
      if (!back && from === id) seen.add(to)
    }
  }
  return seen
}

function checkNoIdleLoop(model: Model): void {
  const byId = new Map(model.nodes.map((node) => [node.id, node]))
  const state = new Map<string, 'open' | 'done'>()
  const visit = (id: string): void => {
    if (rests(byId.get(id)) || state.get(id) === 'done') return
    if (state.get(id) === 'open') refuse(`节点 ${id} 处有不经过任何任务的循环`, `A loop at ${id} does not pass through a task`)
    state.set(id, 'open')
    for (const { to } of outgoing(model, id)) visit(to)
    state.set(id, 'done')
  }
  for (const { id } of model.nodes) visit(id)
}

/** Check the rules of a model. Throws EngineError 'bad-xml' naming the element and the rule in Chinese. */
export function checkModel(model: Model): void {
  const { nodes, flows } = model
  if (nodes.length > maxNodes || flows.length > 2 * maxNodes) refuse(`流程节点不能超过 ${maxNodes} 个`, `A process has at most ${maxNodes} nodes`)
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]))
  const ids = [model.id, ...nodes.map(({ id }) => id), ...flows.map(({ id }) => id)]
  for (const id of ids) if (!idPattern.test(id)) refuse(`编号不合规：${id.slice(0, 70)}`, `Malformed id: ${id.slice(0, 70)}`)
  if (new Set(ids).size !== ids.length) refuse('流程中有重复的编号', 'An id is used twice in the process')
  const starts = nodes.filter(({ kind }) => kind === 'start')
  const ends = nodes.filter(({ kind }) => kind === 'end')
  if (starts.length !== 1) refuse('流程应有且只有一个开始事件', 'A process has exactly one start event')
  if (!ends.length) refuse('流程缺少结束事件', 'The process has no end event')
  if (!nodes.some(({ kind }) => kind === 'task')) refuse('流程至少要有一个用户任务', 'A process has at least one user task')
  for (const flow of flows) checkFlow(model, flow, kinds)
  for (const node of nodes) checkNode(model, node)
  const fromStart = reach(
    model,
    starts.map(({ id }) => id),
    false,
  )
  const toEnd = reach(
    model,
    ends.map(({ id }) => id),
    true,
  )
  for (const node of nodes) {
    if (!fromStart.has(node.id)) refuse(`从开始事件到不了节点${label(node)}`, `${label(node)} cannot be reached from the start`)
    if (!toEnd.has(node.id)) refuse(`从节点${label(node)}到不了结束事件`, `The end cannot be reached from ${label(node)}`)
  }
  checkNoIdleLoop(model)
}

function returns(condition: FlowCondition | undefined): boolean {
  return condition?.name === 'outcome' && condition.equals === 'return'
}

/**
 * Task ids to which a task can be returned: those met first behind the flow `${outcome == 'return'}` of the gateway
 * after the task; the one taken without `target` first. Empty when the task cannot be returned.
 */
export function returnTargets(model: Model, taskId: string): string[] {
  const decide = outgoing(model, taskId)[0]?.to
  const flow = outgoing(model, decide ?? '').find(({ condition }) => condition !== undefined && returns(parseCondition(condition)))
  if (!flow) return []
  const byId = new Map(model.nodes.map((node) => [node.id, node]))
  const found: string[] = []
  const visit = (id: string): void => {
    const node = byId.get(id)
    if (node?.kind === 'task') found.push(id)
    if (rests(node)) return
    const out = outgoing(model, id)
    for (const { to } of out.toSorted((a, b) => Number(b.id === node?.defaultFlow) - Number(a.id === node?.defaultFlow))) visit(to)
  }
  visit(flow.to)
  return [...new Set(found)]
}
