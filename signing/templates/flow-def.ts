import { dict, flag, note, region, text } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import type { SignNode } from '../contract/nodes.ts'

/** 签署流程: which nodes a kind of contract has in a region; the nearest region above with an enabled one applies. Source: screens.md C6; business-flows.md 7. */
export const sign_flow_def = defineResource({
  name: 'sign_flow_def',
  label: '签署流程',
  en: 'Signing flow',
  path: '/sign-base/flow-def',
  scope: 'tenant',
  title: 'flowName',
  order: ['regionCode', 'flowType'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', width: 160 }),
    flowType: dict('合同类型', 'htlx', { en: 'Contract type', required: true, search: 'eq', width: 200 }),
    flowName: text('流程名称', { en: 'Flow', required: true, max: 50, search: 'like', width: 200 }),
    nodes: text('签署节点', {
      en: 'Nodes',
      required: true,
      max: 40,
      width: 320,
      default: 'cbf,fbf',
      requiredMessage: { zh: '请选择签署节点', en: 'Please select the nodes' },
    }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
    isEnabled: flag('是否启用', { en: 'Enabled', form: 'none', search: 'eq', width: 90 }),
  },
})
export type SignFlowDef = Row<typeof sign_flow_def>

/** Every node in the order in which they sign: the contractor first, so that the issuer never signs what the farmer refuses. */
export const NODE_ORDER: readonly SignNode[] = ['cbf', 'cbf_zr', 'fbf', 'jz']
/** Kinds of contract that another contractor signs too: 转让合同, 互换合同 (dictionary htlx). */
export const OF_THREE: readonly string[] = ['5', '6']
/** Nodes that a kind of contract cannot do without. */
export const neededNodes = (flowType: string): readonly SignNode[] => (OF_THREE.includes(flowType) ? ['cbf', 'cbf_zr', 'fbf'] : ['cbf', 'fbf'])
/** Nodes that a kind of contract may have, in their order. */
export const possibleNodes = (flowType: string): readonly SignNode[] => NODE_ORDER.filter((n) => n !== 'cbf_zr' || OF_THREE.includes(flowType))

/** Nodes of a stored or sent text. */
export const nodesOfText = (nodes: string): string[] => nodes.split(',').map((n) => n.trim())
/** What is wrong with the nodes of a flow: none may be unknown, twice, out of order or lacking. */
export function nodesWrong(flowType: string, nodes: string): Text | undefined {
  const list = nodesOfText(nodes)
  const [may, needs] = [possibleNodes(flowType), neededNodes(flowType)]
  const strange = list.find((n) => !may.includes(n as SignNode))
  if (strange !== undefined) return both(`该合同类型没有签署节点“${strange}”`, `This contract type has no node "${strange}"`)
  const lacking = needs.find((n) => !list.includes(n))
  if (lacking) return both(`缺少签署节点“${lacking}”`, `The node "${lacking}" is missing`)
  const right = may.filter((n) => list.includes(n)).join()
  return list.join() === right ? undefined : both(`签署节点的顺序应为：${right}`, `The order of the nodes is: ${right}`)
}
