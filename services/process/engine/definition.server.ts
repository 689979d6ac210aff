/**
 * Reading a definition: guard, parse, check, and prepare for the BPMN library. Parsed once and cached by content.
 */
import { BpmnModdle } from 'bpmn-moddle'
import type { ModdleElement } from 'bpmn-moddle'
import * as elements from 'bpmn-elements'
import serialize, { TypeResolver } from 'moddle-context-serializer'
import type { SerializableContext } from 'moddle-context-serializer'
import { sha256 } from '../../../runtime/sha256.server.ts'
import { engineError } from './errors.ts'
import { flowable } from './flowable.ts'
import { guardXml } from './guard.ts'
import { checkModel, returnTargets } from './model.ts'
import type { Model, ModelFlow, ModelNode, NodeKind } from './model.ts'

/** A checked definition, ready to run. `id` is the process id, `hash` the sha256 of the text; both are kept in states. */
export type Definition = {
  id: string
  name: string
  hash: string
  model: Model
  nodes: ReadonlyMap<string, ModelNode>
  /** task id → tasks it may be returned to (the first is the default); empty: not returnable */
  returnTargets: ReadonlyMap<string, readonly string[]>
  context: SerializableContext
}

const maxCached = 200
const cache = new Map<string, Definition>()

const kinds: Readonly<Record<string, NodeKind>> = {
  'bpmn:StartEvent': 'start',
  'bpmn:EndEvent': 'end',
  'bpmn:UserTask': 'task',
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:ParallelGateway': 'parallel',
}

/** Events between start and end; of these only timers may be drawn, and nothing would fire them. */
const waits: readonly string[] = ['bpmn:BoundaryEvent', 'bpmn:IntermediateCatchEvent']

type LibraryFlow = { discard: () => void }
// the library's types describe the instance where they mean its constructor
const LibrarySequenceFlow = elements.SequenceFlow as unknown as new (flowDef: unknown, context: unknown) => LibraryFlow

/**
 * A sequence flow that carries tokens only. The library also sends "discarded" marks down the paths not taken, round
 * every loop; a join waits for tokens as BPMN says, and steps stay short.
 */
function TokenFlow(flowDef: unknown, context: unknown): LibraryFlow {
  const flow = new LibrarySequenceFlow(flowDef, context)
  flow.discard = () => undefined
  return flow
}

const typeResolver = TypeResolver(elements, (types) => {
  types['bpmn:SequenceFlow'] = TokenFlow
})

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function element(value: unknown): ModdleElement | undefined {
  return typeof value === 'object' && value !== null ? (value as ModdleElement) : undefined
}

function list(value: unknown): ModdleElement[] {
  return Array.isArray(value) ? (value as ModdleElement[]) : []
}

function nodeOf(drawn: ModdleElement): ModelNode {
  const kind = kinds[drawn.$type]
  const id = text(drawn.id)
  const name = text(drawn['name'])
  if (waits.includes(drawn.$type)) throw engineError('bad-xml', `暂不支持定时器：“${name || id}”`, `Timers are not supported: “${name || id}”`)
  if (!kind) throw engineError('bad-xml', `流程不允许元素 ${drawn.$type}（${id}）`, `Element ${drawn.$type} (${id}) is not supported`)
  const events = list(drawn['eventDefinitions'])
  if (kind === 'start' && events.length) throw engineError('bad-xml', `开始事件 ${id} 不能带定义`, `Start event ${id} must be plain`)
  if (kind === 'end' && events.some(({ $type }) => $type !== 'bpmn:TerminateEventDefinition')) {
    throw engineError('bad-xml', `结束事件 ${id} 只能带终止定义`, `End event ${id} must be plain or terminate`)
  }
  const groups = text(drawn['candidateGroups'])
    .split(',')
    .map((group) => group.trim())
    .filter(Boolean)
  const node: ModelNode = { id, name, kind, candidateGroups: groups }
  if (drawn['sign'] !== undefined) node.sign = text(drawn['sign'])
  if (drawn['signers'] !== undefined) node.signers = Number(drawn['signers'])
  const fallback = element(drawn['default'])?.id
  if (fallback) node.defaultFlow = fallback
  return node
}

function flowOf(drawn: ModdleElement): ModelFlow {
  const flow: ModelFlow = { id: text(drawn.id), from: text(element(drawn['sourceRef'])?.id), to: text(element(drawn['targetRef'])?.id) }
  const condition = element(drawn['conditionExpression'])
  return condition ? { ...flow, condition: text(condition['body']) } : flow
}

function modelOf(root: ModdleElement): Model {
  const [drawn, ...more] = list(root['rootElements'])
  if (drawn?.$type !== 'bpmn:Process' || more.length) throw engineError('bad-xml', '流程文件应有且只有一个流程', 'A process file has exactly one process')
  if (drawn['isExecutable'] !== true) throw engineError('bad-xml', '流程应设为可执行（isExecutable）', 'The process must be executable (isExecutable)')
  const parts = list(drawn['flowElements'])
  const isFlow = ({ $type }: ModdleElement): boolean => $type === 'bpmn:SequenceFlow'
  return { id: text(drawn.id), name: text(drawn['name']), nodes: parts.filter((part) => !isFlow(part)).map(nodeOf), flows: parts.filter(isFlow).map(flowOf) }
}

async function read(xml: string, hash: string): Promise<Definition> {
  guardXml(xml)
  const moddle = new BpmnModdle({ flowable })
  const parsed = await moddle.fromXML(xml).catch((error: unknown) => {
    throw engineError(
      'bad-xml',
      `流程文件读不出来：${error instanceof Error ? error.message : String(error)}`,
      `The process file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  if (parsed.warnings[0])
    throw engineError('bad-xml', `流程文件有误：${parsed.warnings[0].message}`, `The process file is faulty: ${parsed.warnings[0].message}`)
  const model = modelOf(parsed.rootElement)
  checkModel(model)
  const tasks = model.nodes.filter(({ kind }) => kind === 'task')
  return {
    id: model.id,
    name: model.name,
    hash,
    model,
    nodes: new Map(model.nodes.map((node) => [node.id, node])),
    returnTargets: new Map(tasks.map(({ id }) => [id, returnTargets(model, id)])),
    context: serialize(parsed, typeResolver),
  }
}

/** A definition that was read before, by its hash, while it is kept. */
export function knownDefinition(hash: string): Definition | undefined {
  const known = cache.get(hash)
  return known && keep(known)
}
function keep(definition: Definition): Definition {
  // a Map keeps insertion order: taken out and put back, the first key is the one unused for longest
  cache.delete(definition.hash)
  cache.set(definition.hash, definition)
  const oldest = cache.keys().next().value
  if (cache.size > maxCached && oldest) cache.delete(oldest)
  return definition
}

/**
 * Parse and check BPMN text; a text that was read before comes from the cache (the newest 200 are kept).
 * Throws EngineError 'bad-xml' with a readable Chinese message.
 */
export async function parseDefinition(xml: string): Promise<Definition> {
  const hash = sha256(xml)
  return keep(cache.get(hash) ?? (await read(xml, hash)))
}
