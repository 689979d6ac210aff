import { datetime, dict, note, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'

/** Nodes that somebody signs for an organisation: the issuer and the certifying body. A household and the other contractor sign themselves. */
export const AGENT_NODES = ['fbf', 'jz'] as const
export type AgentNode = (typeof AGENT_NODES)[number]

/** 签署代理人: who signs contracts of a kind for the issuer or the certifying body of a region; the nearest region above applies. Source: land-contract.md 3; screens.md C5. */
export const signer_auth = defineResource({
  name: 'signer_auth',
  label: '签署代理人',
  en: 'Signing agent',
  path: '/sign-base/signer-auth',
  scope: 'tenant',
  title: 'signerName',
  order: ['regionCode', 'contractType'],
  unique: [['regionCode', 'contractType', 'nodeCode']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', width: 160 }),
    contractType: dict('合同类型', 'htlx', { en: 'Contract type', required: true, search: 'eq', width: 200 }),
    nodeCode: dict('签署节点', 'sign_node', {
      en: 'Node',
      required: true,
      values: AGENT_NODES,
      search: 'eq',
      width: 130,
      requiredMessage: { zh: '请选择签署节点', en: 'Please select the node' },
    }),
    nodeName: text('节点名称', { en: 'Name of the node', max: 50, form: 'none', column: false }),
    signerName: text('签署人姓名', { name: true, format: 'name', en: 'Signer', required: true, max: 50, search: 'like', width: 120 }),
    signerIdType: dict('签署人证件类型', 'zjlx', { en: 'ID type', required: true, default: '1', width: 130 }),
    signerIdCard: text('签署人证件号码', { en: 'ID number', required: true, max: 20, mask: 'idNumber', resident: ['signerIdType', ZJLX.idCard], width: 190 }),
    signerPhone: text('签署人电话', { en: 'Phone', required: true, max: 11, format: 'phone', mask: 'phone', width: 130 }),
    phoneSince: datetime('电话登记时间', { form: 'none', column: false }),
    formerPhone: text('原电话', { max: 11, mask: 'phone', form: 'none', column: false }),
    unitName: text('单位名称', { name: true, format: 'name', en: 'Unit', max: 50, width: 200 }),
    signerAddress: text('签署人地址', { format: 'address', en: 'Address', max: 100, column: false }),
    remark: note('备注', { en: 'Remark', max: 254 }),
  },
})
export type SignerAuth = Row<typeof signer_auth>
