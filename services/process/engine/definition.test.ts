import { readFile } from 'node:fs/promises'
import { BpmnModdle } from 'bpmn-moddle'
import { describe, expect, test } from 'vitest'
import { holds, parseCondition } from './condition.ts'
import { parseDefinition } from './engine.server.ts'
import { flowable } from './flowable.ts'
import { layoutXml } from './layout.server.ts'
import { flow, node, oneTask, parallelXml, processOf, timer } from './testing.ts'

const root = oneTask().slice(0, oneTask().indexOf('>'))

function nested(depth: number): string {
  const open = '<bpmn:documentation>'
  return oneTask(open.repeat(depth) + '</bpmn:documentation>'.repeat(depth))
}

const refused: readonly (readonly [string, string, RegExp])[] = [
  ['a script task', oneTask('<bpmn:scriptTask id="x"><bpmn:script>1</bpmn:script></bpmn:scriptTask>'), /不允许元素：bpmn:scriptTask/],
  ['a service task', oneTask('<bpmn:serviceTask id="x" flowable:class="A" />'), /不允许元素/],
  ['a call activity', oneTask('<bpmn:callActivity id="x" calledElement="y" />'), /不允许元素/],
  ['an import', oneTask().replace('<bpmn:process', '<bpmn:import importType="x" location="http://x/y.xsd" namespace="x" /><bpmn:process'), /bpmn:import/],
  ['extension elements', oneTask('<bpmn:extensionElements><flowable:executionListener expression="x" /></bpmn:extensionElements>'), /不允许元素/],
  ['an unknown attribute', oneTask().replace('id="a"', 'id="a" flowable:assignee="${x}"'), /不允许属性 flowable:assignee/],
  ['an attribute on the wrong element', oneTask().replace('isExecutable', 'attachedToRef="a" isExecutable'), /不允许属性/],
  ['a foreign namespace', `${root} xmlns:evil="urn:evil"${oneTask().slice(root.length)}`, /不允许的命名空间/],
  ['a script language on a condition', oneTask().replace('id="f2" sourceRef', 'id="f2" language="javascript" sourceRef'), /不允许属性 language/],
  ['a document type', `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${oneTask()}`, /DOCTYPE/],
  ['an unknown entity', oneTask('<bpmn:documentation>&b;</bpmn:documentation>'), /合法的 XML/],
  ['a processing instruction', `<?php x ?>${oneTask()}`, /处理指令/],
  ['broken XML', oneTask().slice(0, -5), /合法的 XML/],
  ['nothing', '', /XML|为空/],
  ['another root', '<svg xmlns="http://www.w3.org/2000/svg" />', /命名空间|不允许元素/],
  ['more than 2 MB', oneTask(`<bpmn:documentation>${'字'.repeat(700_000)}</bpmn:documentation>`), /2 MB/],
  ['a very long text', oneTask(`<bpmn:documentation>${'&amp;'.repeat(20_000)}</bpmn:documentation>`), /10000 字/],
  ['more than 200 levels', nested(300), /200 层/],
  ['two processes', oneTask().replace('</bpmn:definitions>', '<bpmn:process id="q" /></bpmn:definitions>'), /只有一个流程/],
  ['a process that may not run', oneTask().replace('isExecutable="true"', 'isExecutable="false"'), /可执行/],
  ['two starts', oneTask(node('startEvent', 's2') + flow('f9', 's2', 'a')), /一个开始事件/],
  ['no end', processOf(node('startEvent', 's') + node('userTask', 'a') + flow('f1', 's', 'a') + flow('f2', 'a', 'a')), /缺少结束/],
  ['a node off the path', oneTask(node('userTask', 'b') + flow('f9', 'b', 'a')), /到不了节点/],
  ['a flow into nothing', oneTask(flow('f9', 'a', 'nowhere')), /有误|不存在/],
  ['the same id twice', oneTask(node('userTask', 'a')), /有误|重复/],
  ['an id with odd characters', oneTask().replaceAll('"a"', '"a.b"'), /编号不合规/],
  ['a task with two ways out', oneTask(node('endEvent', 'e2') + flow('f9', 'a', 'e2')), /分支请使用网关/],
  ['a condition with an operator', gate('${a &gt; 1}'), /条件不合规/],
  ['a condition that calls', gate('${environment.services.get(x)}'), /条件不合规/],
  ['a condition on a task', oneTask().replace(flow('f2', 'a', 'e'), flow('f2', 'a', 'e', '${x}')), /排他网关/],
  ['a gateway without default', gate('${x}', ''), /缺少默认/],
  ['a loop without a task', gate('${x}', 'default="on"', 'g'), /不经过任何任务的循环/],
  ['a timer at a task', oneTask(timer('t', 'a', 'P1D', true) + flow('f9', 't', 'e')), /暂不支持定时器：“t”/],
  ['an event between two tasks', oneTask(node('intermediateCatchEvent', 'w') + flow('f8', 'a', 'w') + flow('f9', 'w', 'e')), /暂不支持定时器：“w”/],
]

function gate(condition: string, fallback = 'default="on"', target = 'a'): string {
  const gateway = node('exclusiveGateway', 'g', fallback) + flow('f2', 'a', 'g') + flow('on', 'g', 'e') + flow('off', 'g', target, condition)
  // a function, since `$` means something in a replacement text
  return oneTask().replace(flow('f2', 'a', 'e'), () => gateway)
}

describe('parseDefinition', () => {
  test.each(refused)('refuses %s', async (_name, xml, message) => {
    await expect(parseDefinition(xml)).rejects.toMatchObject({ key: 'bad-xml', message: expect.stringMatching(message) })
  })

  test('reads a plain one, with a condition of the grammar', async () => {
    await expect(parseDefinition(oneTask())).resolves.toMatchObject({ id: 'p' })
    await expect(parseDefinition(gate("${ kind == '转让' }"))).resolves.toMatchObject({ id: 'p' })
  })

  test('reads the same text once', async () => {
    expect(await parseDefinition(parallelXml)).toBe(await parseDefinition(parallelXml))
    expect(await parseDefinition(`${parallelXml}\n`)).not.toBe(await parseDefinition(parallelXml))
  })
})

describe('a condition', () => {
  test.each([
    ['${a}', { a: true }, true],
    ['${a}', { a: 'false' }, false],
    ['${a}', { a: '0' }, false],
    ['${a}', { a: 0 }, false],
    ['${a}', {}, false],
    ['${toString}', {}, false],
    ['${constructor}', {}, false],
    ["${a == 'x'}", { a: 'x' }, true],
    ["${a == 'x'}", { a: 'y' }, false],
    ["${a == 'true'}", { a: true }, true],
    ["${a == ''}", {}, false],
    ["${a == '1'}", { a: 1 }, true],
  ])('%s on %o is %s', (text, vars, expected) => {
    const condition = parseCondition(text)
    expect(condition && holds(condition, vars)).toBe(expected)
  })

  test.each(['a', '${}', '${a.b}', '${a()}', '${!a}', '${a == b}', "${a != 'x'}", "${a == 'x' || b}", '${a}${b}', "${a == 'it\\'s'}", '${1}'])(
    '%s is refused',
    (text) => {
      expect(parseCondition(text)).toBeUndefined()
    },
  )
})

test('layout draws edges even where the drawing program left the ends out', async () => {
  const xml = await layoutXml(parallelXml)
  for (const id of ['f1', 'back', 'f8', 'pass']) expect(xml).toContain(`bpmnElement="${id}"`)
  await expect(parseDefinition(xml)).resolves.toMatchObject({ id: 'p' })
  await expect(layoutXml('<a/>')).rejects.toMatchObject({ key: 'bad-xml' })
})

test('what a designer writes is read again, performers and conditions included', async () => {
  const moddle = new BpmnModdle({ flowable })
  const { rootElement } = await moddle.fromXML(await readFile(new URL('../leave.bpmn', import.meta.url), 'utf8'))
  const { xml } = await moddle.toXML(rootElement)
  const [drawn, written] = [await parseDefinition(await readFile(new URL('../leave.bpmn', import.meta.url), 'utf8')), await parseDefinition(xml)]
  expect(written.model).toEqual(drawn.model)
  expect(drawn.nodes.get('approve')?.candidateGroups).toEqual(['approver'])
})
