import { datetime, dict, flag, int, json, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type FlatRow } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const
const at = () => region('行政区划', { en: 'Region', ...none, column: false })

/** State of a flow: its file is being made, signers are at it, all signed, one refused, too late, called off. */
export const FLOW = { making: 'making', open: 'open', signed: 'signed', refused: 'refused', expired: 'expired', cancelled: 'cancelled' } as const
/** State of a node: its turn has not come, its person may sign, signed, refused, and closed unsigned with its flow. */
export const NODE = { waiting: 'waiting', open: 'open', signed: 'signed', refused: 'refused', closed: 'closed' } as const

/** Who makes the signatures of a flow: the product itself, or a service outside of it. */
export const PROVIDER = { embedded: 'embedded', outside: 'outside' } as const

/** Wrong numbers of an identity document that one link stands; how long who was identified may take; links sent to one signer, and the pause between them; bytes of pictures. */
export const LIMITS = { wrongIds: 5, passMinutes: 30, sends: 10, remindMinutes: 10, pictureBytes: 300_000, shotBytes: 3_000_000, reason: 200 } as const

/** A place for a signature: 1-based page and rectangle in PDF points from the lower left corner. */
export interface Anchor {
  readonly name: string
  readonly page: number
  readonly rect: readonly [number, number, number, number]
}

/**
 * 签署流程实例: one start of one contract that is signed by phone or on site. Its file is frozen at the start and grows by a signature a node, each stage the
 * beginning of the next. Source: business-flows.md 7.
 */
export const sign_flow = defineResource({
  name: 'sign_flow',
  label: '签署流程实例',
  en: 'Signing, one start',
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

/** How a name came to be written on site: on the pad of the device, on the desk's own screen, on a tablet that the desk handed over. */
export const WRITING_TOOLS = { pad: 'pad', touch: 'touch', tablet: 'tablet' } as const
/** How a document was compared at the desk: read by a reader, or typed from it. */
export const DOC_MEANS = { reader: 'reader', typed: 'typed' } as const

/**
 * 签署节点: one person who signs a contract by phone or on site. Of link and pass only digests are kept. On site `desk…` and `doc…` say who compared which
 * document, when and at which address; pictures are names in the store with their digests. `away…` is what a tablet without network told by its own clock.
 * Source: business-flows.md 7; rulings.md 14.
 */
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
    signerName: text('签署人姓名', { name: true, max: 50, ...none }),
    signerIdCard: text('签署人证件号码', { max: 20, mask: 'idNumber', ...none }),
    signerPhone: text('签署人电话', { max: 11, mask: 'phone', ...none }),
    phoneNew: flag('手机号码登记或变更不足三十日', none),
    formerPhone: text('原手机号码', { max: 20, mask: 'phone', ...none }),
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
    deskUser: ref('核对人', 'user', none),
    deskName: text('核对人姓名', { max: 50, ...none }),
    docType: dict('核对证件类型', 'zjlx', none),
    docMeans: text('核对方式', { max: 10, ...none, values: Object.values(DOC_MEANS) }),
    docTime: datetime('核对时间', none),
    docFrom: text('核对地址', { max: 45, ...none }),
    means: text('书写方式', { max: 10, ...none, values: Object.values(WRITING_TOOLS) }),
    bySeal: flag('加盖机构印章', none),
    pictureHash: text('手写签名摘要', { max: 64, ...none }),
    finger: text('指纹图片存储名称', { max: 120, ...none }),
    fingerHash: text('指纹图片摘要', { max: 64, ...none }),
    photo: text('现场照片存储名称', { max: 120, ...none }),
    photoHash: text('现场照片摘要', { max: 64, ...none }),
    actId: text('离线签署编号', { max: 36, ...none }),
    awayHash: text('离线阅读文件摘要', { max: 64, ...none }),
    awayDocTime: datetime('平板核对时间', none),
    awayReadTime: datetime('平板阅读时间', none),
    awayDoneTime: datetime('平板签署时间', none),
  },
})
export type SignNodeRow = FlatRow<typeof sign_node>
