// A drawn process of land business keeps the tasks of its type in their order, and nothing goes round them but what the type itself lets go round.
import { expect, test } from 'vitest'
import { processXml, typeCodes, type TypeCode } from './engine/definitions.ts'
import { parseDefinition } from './engine/engine.server.ts'
import { landFault } from './land-model.ts'
import { taskWords } from './web/names.ts'

const said = async (typeCode: TypeCode, xml = processXml(typeCode)) => {
  const fault = landFault(typeCode, (await parseDefinition(xml)).model)
  return fault && [fault.zh, fault.en]
}
const condition = (text: string) => `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${text}</bpmn:conditionExpression>`
/** A flow of a drawing led to another node. */
const led = (xml: string, flow: string, to: string) => xml.replace(new RegExp(`(id="${flow}"[^>]*targetRef=")[a-z_]+`), `$1${to}`)

test('the process of each type is one', async () => {
  for (const t of typeCodes) expect([t, await said(t)]).toEqual([t, undefined])
})

test('what is left out, gone round, or put before another is refused by name', async () => {
  const [cancel, split] = [processXml('contract_cancel'), processXml('change_split')]
  // a second check under a name of its own
  const extra = led(cancel, 'register_done', 'more').replace(
    '<bpmn:endEvent',
    '<bpmn:userTask id="more" name="村级初审"/><bpmn:sequenceFlow id="more_done" sourceRef="more" targetRef="check"/><bpmn:endEvent',
  )
  expect(await said('contract_cancel', extra)).toEqual([
    '合同注销（终止）流程：环节“村级初审”（more）不属于该业务类型，可用的环节编号：register、check、publicity、recheck、sign',
    'Process of contract_cancel: task “村级初审” (more) does not belong to the type; its task ids: register, check, publicity, recheck, sign',
  ])
  // the drawing of another type has no survey
  expect((await said('change_split', processXml('change_merge')))![1]).toBe(
    'Process of change_split: task survey is missing; what may be left out is set in the configuration',
  )
  // from the check past the publicity
  const past = cancel.replace(
    '<bpmn:endEvent',
    `<bpmn:sequenceFlow id="past" sourceRef="after_check" targetRef="recheck">${condition("${target == 'x'}")}</bpmn:sequenceFlow><bpmn:endEvent`,
  )
  expect(await said('contract_cancel', past)).toEqual([
    '合同注销（终止）流程：不经过“公示”就能到达“复审”',
    'Process of contract_cancel: task recheck can be reached without passing publicity',
  ])
  // what the type lets go round only where its variable says so
  expect((await said('change_split', split.replace("${needPublicity == 'false'}", "${outcome == 'x'}")))![0]).toBe('分户流程：不经过“公示”就能到达“复审”')
  expect((await said('change_split', split.replace("${needPublicity == 'false'}", "${days == '1'}")))![1]).toMatch(
    /may only ask for: outcome, target, needSurvey/,
  )
  // a return goes to where data are typed or land is drawn
  expect((await said('contract_cancel', led(cancel, 'recheck_return', 'check')))![0]).toMatch(/环节“复审”应能退回“受理登记”或“调查核实”/)
})

test('a task has its name in the language of its reader: one of land business by its dictionary, another by the words of the product', () => {
  const tasks = [
    { value: 'sign', label: 'sign' },
    { value: 'check', label: 'first check' },
    { value: 'ours', label: '领导审批' },
  ]
  expect(['合同签订', '初审', '领导审批', '自拟环节', null].map((name) => taskWords('en', name, tasks))).toEqual([
    'sign',
    'first check',
    'Approval',
    '自拟环节',
    '',
  ])
  expect(taskWords('zh', '合同签订', [{ value: 'sign', label: '合同签订' }])).toBe('合同签订')
})
