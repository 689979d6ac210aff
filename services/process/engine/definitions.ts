/**
 * The default process of each of the 11 business types, as BPMN text without layout.
 * Source: business-flows.md 3.2 (`processes.json`); order and gateways are ours.
 *
 * Shape: start → task → gateway on `outcome` → next task … → end. 'pass' is the default flow; 'return' goes back to
 * register, or to the task named in `target` where the process has a survey. An optional step (`survey?needSurvey`)
 * stands behind a gateway of its own.
 */
import source from './processes.json' with { type: 'json' }

export type TaskKey = keyof typeof source.taskNames
export type TypeCode = keyof typeof source.processes

/** One step of a process: a task, and the variable that decides whether it happens. */
export type StepDef = { key: TaskKey; variable?: string }

type Flow = { id: string; from: string; to: string; name?: string; condition?: string }
type Node = { id: string; tag: string; name: string; group?: string; defaultFlow?: string }

/** Candidate group of each task: a role alias; who holds it is set per tenant and region. */
const groups: Readonly<Record<TaskKey, string>> = {
  register: 'acceptor',
  survey: 'surveyor',
  check: 'checker',
  publicity: 'publisher',
  recheck: 'rechecker',
  sign: 'signer',
}

/** Publicity is the rule: it is left out only when the variable says so. Other optional steps happen only on demand. */
const doneUnlessFalse = new Set(['needPublicity'])

export const typeCodes = Object.keys(source.processes) as TypeCode[]

export function isTaskKey(key: string): key is TaskKey {
  return Object.hasOwn(source.taskNames, key)
}

/** The steps of a type in order. Throws on a task key outside dictionary task_key. */
export function stepsOf(typeCode: TypeCode): StepDef[] {
  return source.processes[typeCode].map((entry) => {
    const [key, variable] = entry.split('?')
    if (!key || !isTaskKey(key)) throw new Error(`unknown task key in ${typeCode}: ${entry}`)
    return variable ? { key, variable } : { key }
  })
}

/** Chinese name of a task (dictionary task_key). */
export function taskName(key: TaskKey): string {
  return source.taskNames[key]
}

/** Chinese name of a business type (dictionary business_type). */
export function typeName(typeCode: TypeCode): string {
  return source.typeNames[typeCode]
}

/** The `?variable` gateway before an optional step and the flow around it; returns the id through which one enters the step. */
function addOption(step: StepDef, nextId: string, nodes: Node[], flows: Flow[]): string {
  const variable = step.variable
  if (!variable) return step.key
  const id = `need_${step.key}`
  const usual = doneUnlessFalse.has(variable)
  const into: Flow = { id: `${id}_yes`, from: id, to: step.key, name: '需要' }
  const around: Flow = { id: `${id}_no`, from: id, to: nextId, name: '不需要' }
  if (usual) around.condition = `\${${variable} == 'false'}`
  else into.condition = `\${${variable}}`
  nodes.push({ id, tag: 'exclusiveGateway', name: `是否${taskName(step.key)}`, defaultFlow: usual ? into.id : around.id })
  flows.push(into, around)
  return id
}

function graph(typeCode: TypeCode): { nodes: Node[]; flows: Flow[] } {
  const steps = stepsOf(typeCode)
  const hasSurvey = steps.some(({ key }) => key === 'survey')
  const nodes: Node[] = []
  const flows: Flow[] = []
  let nextId = 'end'
  // from the end backwards, so that each step knows what follows it
  for (const step of steps.toReversed()) {
    const key = step.key
    nodes.unshift({ id: key, tag: 'userTask', name: taskName(key), group: groups[key] })
    if (key === 'register') {
      flows.unshift({ id: 'register_done', from: key, to: nextId })
    } else {
      const decide = `after_${key}`
      // a returned survey can only go back to register; the others choose through the gateway `back`
      const backTo = hasSurvey && key !== 'survey' ? 'back' : 'register'
      nodes.push({ id: decide, tag: 'exclusiveGateway', name: `${taskName(key)}结果`, defaultFlow: `${key}_pass` })
      flows.unshift(
        { id: `${key}_done`, from: key, to: decide },
        { id: `${key}_pass`, from: decide, to: nextId, name: '通过' },
        { id: `${key}_return`, from: decide, to: backTo, name: '退回', condition: "${outcome == 'return'}" },
      )
    }
    nextId = addOption(step, nextId, nodes, flows)
  }
  flows.unshift({ id: 'begin', from: 'start', to: nextId })
  nodes.unshift({ id: 'start', tag: 'startEvent', name: '开始' })
  nodes.push({ id: 'end', tag: 'endEvent', name: '结束' })
  if (hasSurvey) {
    nodes.push({ id: 'back', tag: 'exclusiveGateway', name: '退回环节', defaultFlow: 'back_register' })
    flows.push(
      { id: 'back_register', from: 'back', to: 'register', name: taskName('register') },
      { id: 'back_survey', from: 'back', to: 'survey', name: taskName('survey'), condition: "${target == 'survey'}" },
    )
  }
  return { nodes, flows }
}

function nodeXml(node: Node, flows: Flow[]): string {
  const attributes = [
    `id="${node.id}"`,
    `name="${node.name}"`,
    ...(node.group ? [`flowable:candidateGroups="${node.group}"`] : []),
    ...(node.defaultFlow ? [`default="${node.defaultFlow}"`] : []),
  ].join(' ')
  const ends = [
    ...flows.filter(({ to }) => to === node.id).map(({ id }) => `      <bpmn:incoming>${id}</bpmn:incoming>`),
    ...flows.filter(({ from }) => from === node.id).map(({ id }) => `      <bpmn:outgoing>${id}</bpmn:outgoing>`),
  ].join('\n')
  return `    <bpmn:${node.tag} ${attributes}>\n${ends}\n    </bpmn:${node.tag}>`
}

function flowXml(flow: Flow): string {
  const name = flow.name ? ` name="${flow.name}"` : ''
  const open = `    <bpmn:sequenceFlow id="${flow.id}"${name} sourceRef="${flow.from}" targetRef="${flow.to}"`
  if (!flow.condition) return `${open} />`
  const body = `      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${flow.condition}</bpmn:conditionExpression>`
  return `${open}>\n${body}\n    </bpmn:sequenceFlow>`
}

/** Semantic BPMN 2.0 text (no diagram) of a type's default process; task ids are the keys of dictionary task_key. */
export function processXml(typeCode: TypeCode): string {
  const { nodes, flows } = graph(typeCode)
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:flowable="http://flowable.org/bpmn" id="definitions_${typeCode}" targetNamespace="urn:process">
  <bpmn:process id="${typeCode}" name="${typeName(typeCode)}" isExecutable="true">
${nodes.map((node) => nodeXml(node, flows)).join('\n')}
${flows.map(flowXml).join('\n')}
  </bpmn:process>
</bpmn:definitions>
`
}
