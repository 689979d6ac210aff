/**
 * First guard before any BPMN reader: XML is refused unless every element and attribute is on the list.
 * So there are no scripts, service calls, imports, entities, or foreign extensions to defend against later.
 * Source: security.md 5.12, K20 (no document type, depth 200, 2 MB).
 */
import { SaxesParser } from 'saxes'
import { engineError } from './errors.ts'

const maxBytes = 2 * 1024 * 1024
const maxDepth = 200
const maxElements = 20_000
const maxAttribute = 1_000
const maxText = 10_000

const namespaces: Readonly<Record<string, string>> = {
  'http://www.omg.org/spec/BPMN/20100524/MODEL': 'bpmn',
  'http://www.omg.org/spec/BPMN/20100524/DI': 'bpmndi',
  'http://www.omg.org/spec/DD/20100524/DC': 'dc',
  'http://www.omg.org/spec/DD/20100524/DI': 'di',
  'http://www.w3.org/2001/XMLSchema-instance': 'xsi',
  'http://flowable.org/bpmn': 'flowable',
}
const xmlnsUri = 'http://www.w3.org/2000/xmlns/'

/** element → attributes; an attribute of another namespace is written with its prefix of the table above */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'bpmn:definitions': ['id', 'name', 'targetNamespace', 'exporter', 'exporterVersion'],
  'bpmn:process': ['id', 'name', 'isExecutable'],
  'bpmn:documentation': ['id'],
  'bpmn:startEvent': ['id', 'name'],
  'bpmn:endEvent': ['id', 'name'],
  'bpmn:terminateEventDefinition': ['id'],
  'bpmn:userTask': ['id', 'name', 'flowable:candidateGroups', 'flowable:sign', 'flowable:signers'],
  'bpmn:exclusiveGateway': ['id', 'name', 'default', 'gatewayDirection'],
  'bpmn:parallelGateway': ['id', 'name', 'gatewayDirection'],
  'bpmn:boundaryEvent': ['id', 'name', 'attachedToRef', 'cancelActivity'],
  'bpmn:intermediateCatchEvent': ['id', 'name'],
  'bpmn:timerEventDefinition': ['id'],
  'bpmn:timeDuration': ['id', 'xsi:type'],
  'bpmn:timeDate': ['id', 'xsi:type'],
  'bpmn:incoming': [],
  'bpmn:outgoing': [],
  'bpmn:sequenceFlow': ['id', 'name', 'sourceRef', 'targetRef'],
  'bpmn:conditionExpression': ['id', 'xsi:type'],
  'bpmndi:BPMNDiagram': ['id', 'name'],
  'bpmndi:BPMNPlane': ['id', 'bpmnElement'],
  'bpmndi:BPMNShape': ['id', 'bpmnElement', 'isMarkerVisible'],
  'bpmndi:BPMNEdge': ['id', 'bpmnElement'],
  'bpmndi:BPMNLabel': ['id'],
  'dc:Bounds': ['x', 'y', 'width', 'height'],
  'di:waypoint': ['x', 'y'],
}

function qualified(uri: string, local: string): string | undefined {
  const prefix = Object.hasOwn(namespaces, uri) ? namespaces[uri] : undefined
  return prefix && `${prefix}:${local}`
}

function refuse(zh: string, en: string): never {
  throw engineError('bad-xml', zh, en)
}

type Attribute = { name: string; local: string; uri: string; value: string }

function checkAttribute(element: string, attribute: Attribute): void {
  const { name, local, uri, value } = attribute
  if (value.length > maxAttribute) refuse(`属性 ${name} 的值过长`, `The value of attribute ${name} is too long`)
  if (uri === xmlnsUri) {
    if (!Object.hasOwn(namespaces, value)) refuse(`不允许的命名空间：${value}`, `Namespace not allowed: ${value}`)
    return
  }
  const key = uri === '' ? local : qualified(uri, local)
  if (!key || !Object.hasOwn(allowed, element) || !allowed[element]!.includes(key))
    refuse(`元素 ${element} 不允许属性 ${name}`, `Element ${element} may not have attribute ${name}`)
  if (key === 'xsi:type' && !/^([A-Za-z][\w-]*:)?tFormalExpression$/.test(value))
    refuse('条件表达式的类型只能是 tFormalExpression', 'A condition must be of type tFormalExpression')
}

/**
 * Check that a text is BPMN of the allowed kind. Does not look at meaning.
 * Throws EngineError 'bad-xml' with a readable Chinese message.
 */
export function guardXml(xml: string): void {
  if (new TextEncoder().encode(xml).length > maxBytes) refuse('流程文件不能超过 2 MB', 'A process file may have at most 2 MB')
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  let elements = 0
  parser.on('doctype', () => refuse('流程文件不允许包含 DOCTYPE', 'A process file must not contain a DOCTYPE'))
  parser.on('processinginstruction', () => refuse('流程文件不允许包含处理指令', 'A process file must not contain processing instructions'))
  parser.on('error', (error) => refuse(`流程文件不是合法的 XML：${error.message}`, `The process file is not valid XML: ${error.message}`))
  parser.on('opentag', (tag) => {
    depth += 1
    elements += 1
    if (depth > maxDepth) refuse(`流程文件嵌套不能超过 ${maxDepth} 层`, `A process file may be at most ${maxDepth} levels deep`)
    if (elements > maxElements) refuse(`流程文件元素不能超过 ${maxElements} 个`, `A process file has at most ${maxElements} elements`)
    const element = qualified(tag.uri, tag.local)
    if (!element || !Object.hasOwn(allowed, element)) refuse(`流程文件不允许元素：${tag.name}`, `Element not allowed: ${tag.name}`)
    if (depth === 1 && element !== 'bpmn:definitions') refuse('流程文件的根元素应为 definitions', 'The root element must be definitions')
    for (const attribute of Object.values(tag.attributes)) checkAttribute(element, attribute)
  })
  parser.on('text', (text) => {
    if (text.length > maxText) refuse(`流程文件中一段文字不能超过 ${maxText} 字`, `A text in a process file may have at most ${maxText} characters`)
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.write(xml).close()
  if (!elements) refuse('流程文件为空', 'The process file is empty')
}
