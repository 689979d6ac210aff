import { datetime, dict, int, json, ref, region, text } from '../../../kit/model/field.ts'
import { defineResource, type FlatRow } from '../../../kit/model/resource.ts'

const none = { form: 'none' } as const
const at = () => region('行政区划', { en: 'Region', ...none, column: false })

/** State of a flow: its file is being made, signers are at it, all signed, one refused, too late, called off. */
export const FLOW = { making: 'making', open: 'open', signed: 'signed', refused: 'refused', expired: 'expired', cancelled: 'cancelled' } as const
/** State of a node: its turn has not come, its person may sign, signed, refused, and closed unsigned with its flow. */
export const NODE = { waiting: 'waiting', open: 'open', signed: 'signed', refused: 'refused', closed: 'closed' } as const

/** Who makes the signatures of a flow: the product itself, or a service outside of it. */
export const PROVIDER = { embedded: 'embedded', outside: 'outside' } as const

/** Wrong numbers of an identity document that one link stands; how long who was identified may take; links sent to one signer, and the pause between them. */
export const LIMITS = { wrongIds: 5, passMinutes: 30, sends: 10, remindMinutes: 10, pictureBytes: 300_000, reason: 200 } as const

/** A place for a signature: 1-based page and rectangle in PDF points from the lower left corner. */
export interface Anchor {
  readonly name: string
  readonly page: number
  readonly rect: readonly [number, number, number, number]
}

/**
 * 签署流程实例: one start of one contract that is signed by phone. Its file is frozen at the start and grows by a signature a node; the store keeps every
 * stage of it. Source: business-flows.md 7.
 */
export const sign_flow = defineResource({
  name: 'sign_flow',
  label: '签署流程实例',
  en: 'Signing by phone',
  path: '/sign/flow',
  scope: 'land',
  fields: {
    regionCode: at(),
    contractId: ref('合同', 'contract_file', { ...none, search: 'eq' }),
    businessId: ref('业务', 'business', none),
    cbhtbm: text('合同编码', { fixed: true, max: 19, ...none }),
    state: text('状态', { max: 10, ...none, values: Object.values(FLOW) }),
    provider: text('签署服务', { max: 10, ...none, values: Object.values(PROVIDER) }),
    providerNo: text('签署服务流程编号', { max: 64, ...none }),
    frozenHash: text('冻结文件摘要', { max: 64, ...none }),
    fileName: text('文件存储名称', { max: 120, ...none }),
    fileHash: text('文件摘要', { max: 64, ...none }),
    anchors: json<readonly Anchor[]>('签署位置', none),
  },
})
export type SignFlow = FlatRow<typeof sign_flow>

/** 签署节点: one person who signs a contract by phone. Of link and pass only digests are kept. Source: business-flows.md 7; rulings on signing. */
export const sign_node = defineResource({
  name: 'sign_node',
  label: '签署节点',
  en: 'Signer of a contract',
  path: '/sign/node',
  scope: 'land',
  fields: {
    regionCode: at(),
    flowId: ref('签署流程实例', 'sign_flow', { ...none, search: 'eq' }),
    contractId: ref('合同', 'contract_file', none),
    nodeSort: int('节点序号', none),
    nodeCode: dict('节点', 'sign_node', none),
    signerName: text('签署人姓名', { max: 50, ...none }),
    signerIdCard: text('签署人证件号码', { max: 20, mask: 'idNumber', ...none }),
    signerPhone: text('签署人电话', { max: 11, mask: 'phone', ...none }),
    state: text('状态', { max: 10, ...none, values: Object.values(NODE) }),
    linkHash: text('链接摘要', { max: 64, ...none }),
    wrongIds: int('证件号码错误次数', none),
    sends: int('发送次数', none),
    sendTime: datetime('发送时间', none),
    codeId: text('验证码编号', { max: 19, ...none }),
    passHash: text('身份核验摘要', { max: 64, ...none }),
    passUntil: datetime('身份核验有效期', none),
    readHash: text('已阅文件摘要', { max: 64, ...none }),
    seal: text('印章图片存储名称', { max: 120, ...none }),
    picture: text('手写签名存储名称', { max: 120, ...none }),
    doneTime: datetime('签署时间', none),
    doneFrom: text('签署地址', { max: 45, ...none }),
    reason: text('拒签原因', { max: 254, ...none }),
  },
})
export type SignNodeRow = FlatRow<typeof sign_node>
