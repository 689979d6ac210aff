/** Small BPMN texts for the tests of this folder. */

const head = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" id="d" targetNamespace="urn:process"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn">`

/** A process from its inner elements. */
export function processOf(inner: string): string {
  return `${head}<bpmn:process id="p" isExecutable="true">${inner}</bpmn:process></bpmn:definitions>`
}

/** A sequence flow `id: from → to`, with a condition if given. */
export function flow(id: string, from: string, to: string, condition?: string): string {
  const body = condition === undefined ? '' : `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${condition}</bpmn:conditionExpression>`
  return `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${body}</bpmn:sequenceFlow>`
}

/** An element without children. */
export function node(tag: string, id: string, attributes = ''): string {
  return `<bpmn:${tag} id="${id}" name="${id}" ${attributes}/>`
}

/** A boundary timer on a task. */
export function timer(id: string, task: string, value: string, cancelActivity: boolean): string {
  return `<bpmn:boundaryEvent id="${id}" attachedToRef="${task}" cancelActivity="${cancelActivity}"><bpmn:timerEventDefinition>
    <bpmn:timeDuration xsi:type="bpmn:tFormalExpression">${value}</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:boundaryEvent>`
}

/** Two tasks in parallel, then one that can be returned to before the fork. */
export const parallelXml = processOf(
  [
    node('startEvent', 's'),
    node('exclusiveGateway', 'merge'),
    node('parallelGateway', 'fork'),
    node('parallelGateway', 'join'),
    node('userTask', 'a'),
    node('userTask', 'b'),
    node('userTask', 'c'),
    node('exclusiveGateway', 'g', 'default="pass"'),
    node('endEvent', 'e'),
    flow('f1', 's', 'merge'),
    flow('f2', 'merge', 'fork'),
    flow('f3', 'fork', 'a'),
    flow('f4', 'fork', 'b'),
    flow('f5', 'a', 'join'),
    flow('f6', 'b', 'join'),
    flow('f7', 'join', 'c'),
    flow('f8', 'c', 'g'),
    flow('pass', 'g', 'e'),
    flow('back', 'g', 'merge', "${outcome == 'return'}"),
  ].join(''),
)

/** One task between start and end, with more elements if given. */
export function oneTask(more = ''): string {
  return processOf([node('startEvent', 's'), node('userTask', 'a'), node('endEvent', 'e'), flow('f1', 's', 'a'), flow('f2', 'a', 'e'), more].join(''))
}
