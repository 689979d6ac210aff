import { date, dict, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type FlatRow } from '../../kit/model/resource.ts'
import type { SignNode } from '../contract/nodes.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'

const none = { form: 'none' } as const
/** Nodes for whose person somebody signs by a letter: households, and the issuer's principal. A certifying body has an agent (`signer_auth`). */
export const LETTER_NODES = ['cbf', 'cbf_zr', 'fbf'] as const satisfies readonly SignNode[]
export type LetterNode = (typeof LETTER_NODES)[number]

/**
 * 签署授权委托书: who signs one contract in the place of a node's person, by which paper, from when to when and for what. Of a household a co-owner of it.
 * Source: rulings.md 13; business-flows.md 7.
 */
export const sign_letter = defineResource({
  name: 'sign_letter',
  label: '签署授权委托书',
  en: 'Letter of authorisation',
  path: '/sign/authorisation',
  scope: 'land',
  title: 'agentName',
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, column: false }),
    contractId: ref('合同', 'contract_file', { ...none, column: false, search: 'eq' }),
    businessId: ref('业务', 'business', { ...none, column: false }),
    nodeCode: dict('签署节点', 'sign_node', {
      en: 'Node',
      required: true,
      values: LETTER_NODES,
      requiredMessage: { zh: '请选择签署节点', en: 'Please select the node' },
    }),
    principalName: text('委托人', { name: true, en: 'Principal', max: 50, ...none }),
    agentName: text('受托人姓名', { name: true, format: 'name', en: 'Agent', required: true, max: 50 }),
    agentIdType: dict('受托人证件类型', 'zjlx', { en: 'ID type', required: true, default: '1' }),
    agentIdCard: text('受托人证件号码', { en: 'ID number', required: true, max: 20, mask: 'idNumber', resident: ['agentIdType', ZJLX.idCard] }),
    agentPhone: text('受托人电话', { en: 'Phone', required: true, max: 11, format: 'phone', mask: 'phone' }),
    purpose: text('委托事项', { en: 'What for', required: true, max: 254 }),
    fromDay: date('委托起始日', { en: 'From', required: true }),
    toDay: date('委托截止日', { en: 'Until', required: true }),
    attachId: ref('委托书文件', 'attach', {
      en: 'File of the letter',
      required: true,
      column: false,
      requiredMessage: { zh: '请上传授权委托书', en: 'Please upload the letter of authorisation' },
    }),
    fileHash: text('文件摘要', { max: 64, ...none, column: false }),
  },
})
export type SignLetter = FlatRow<typeof sign_letter>
