import { datetime, date, dict, flag, int, json, note, ref, region, text } from '../../../kit/model/field.ts'
import { defineResource, type Row } from '../../../kit/model/resource.ts'
import { LEGAL_DAYS } from '../rules/usual.ts'
import { work_day } from '../rules/workdays.ts'
import { ZJLX } from '../../../platform/dictionaries/zjlx.ts'

const none = { form: 'none' } as const
const at = () => region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false })

/** 业务: one acceptance case. Source: land-contract.md 3; screens.md C1-C2; business-flows.md 3. */
export const business = defineResource({
  name: 'business',
  label: '业务',
  en: 'Business',
  path: '/yw-accept/business',
  scope: 'land',
  grows: true,
  title: 'businessName',
  groups: { applicant: { zh: '申请人信息', en: 'Applicant' }, base: { zh: '业务基础', en: 'Business' } },
  derived: [
    'businessTypeName',
    'regionName',
    'taskId',
    'taskKey',
    'taskName',
    'assignee',
    'assigneeName',
    'signMode',
    'ownerName',
    'isLast',
    'apart',
    'people',
    'missing',
    'codes',
    'task',
    'actions',
    'contracts',
    'unregistered',
    'doubles',
    'files',
    'handledTask',
    'handledResult',
    'handledTime',
  ],
  fields: {
    regionCode: at(),
    obligeName: text('权利人名称', {
      help: {
        zh: '登记的承包方自动带出；由他人代办的，填写代办人并上传授权委托书',
        en: 'The registered holder is filled in; for an agent, enter the agent and add the letter of authority',
      },
      name: true,
      format: 'name',
      en: 'Applicant',
      required: true,
      max: 20,
      search: 'name',
      group: 'applicant',
      width: 120,
    }),
    obligeIdType: dict('权利人证件类型', 'zjlx', { en: 'ID type', required: true, default: '1', group: 'applicant', column: false }),
    obligeIdCard: text('权利人证件号码', {
      en: 'ID number',
      required: true,
      max: 20,
      mask: 'idNumber',
      resident: ['obligeIdType', ZJLX.idCard],
      group: 'applicant',
      column: false,
    }),
    obligePhone: text('权利人联系电话', {
      help: { zh: '用于办理通知和远程签署，须为本人使用的手机号码', en: 'For notices and signing by phone: the mobile number of that person' },
      en: 'Phone',
      required: true,
      max: 11,
      format: 'phone',
      mask: 'phone',
      group: 'applicant',
      column: false,
    }),
    obligeAddress: text('权利人地址', { format: 'address', en: 'Address', max: 100, group: 'applicant', column: false }),
    legalName: text('法定代表人姓名', {
      help: { zh: '申请人为单位时填写', en: 'For organisations alone' },
      name: true,
      format: 'name',
      en: 'Legal representative',
      max: 20,
      group: 'applicant',
      column: false,
    }),
    legalIdType: dict('法定代表人证件类型', 'zjlx', { en: 'ID type', group: 'applicant', column: false }),
    legalIdCode: text('法定代表人证件号码', {
      en: 'ID number',
      max: 20,
      mask: 'idNumber',
      resident: ['legalIdType', ZJLX.idCard],
      group: 'applicant',
      column: false,
    }),
    legalPhone: text('法定代表人联系电话', { en: 'Phone', max: 11, format: 'phone', mask: 'phone', group: 'applicant', column: false }),
    applyReason: note('申请原因', { en: 'Reason', max: 200, group: 'applicant', column: false }),
    businessCode: text('业务编号', { fixed: true, en: 'Code', max: 20, form: 'read', search: 'prefix', sort: true, group: 'base', width: 190 }),
    businessName: text('业务名称', { en: 'Name', required: true, max: 100, search: 'name', group: 'base', width: 220 }),
    businessTypeCode: dict('业务类型', 'business_type', { en: 'Type', required: true, search: 'eq', group: 'base', width: 140 }),
    businessItemCode: dict('业务事项', 'business_type', { en: 'Item', required: true, search: 'eq', group: 'base', width: 140 }),
    ybddlx: dict('延包调度类型', 'busi_ybddlx', { en: 'Extension type', group: 'base', column: false }),
    doSign: dict('是否签订合同', 'yes_no', { en: 'Sign', default: '1', values: ['1', '2'], group: 'base', width: 100 }),
    businessReceiver: text('受理人', { en: 'Received by', required: true, max: 20, group: 'base', width: 110 }),
    businessReceiveTime: datetime('受理时间', { past: true, en: 'Received at', required: true, search: 'range', group: 'base', width: 170 }),
    dueDay: date('承诺办结日', { en: 'Promised by', ...none, search: 'range', sort: true, width: 120 }),
    fbfbm: text('发包方编码', { en: 'Issuer code', max: 14, ...none, search: 'prefix', column: false }),
    status: dict('业务状态', 'business_status', { en: 'Status', ...none, search: 'eq', width: 90 }),
    progress: int('进度', { en: 'Progress', ...none, width: 90 }),
    currentActive: dict('当前环节', 'task_key', { en: 'Task', ...none, search: 'eq', width: 110 }),
    processInstanceId: ref('流程实例', 'process_instance', { ...none, column: false }),
    finishTime: datetime('办结时间', { en: 'Finished', ...none, search: 'range' }),
    undone: flag('登记已撤回', { en: 'Registration taken back', ...none, column: false }),
    removed: flag('是否已删除', { ...none, column: false }),
    revokeReason: text('撤销原因', { en: 'Reason for revocation', max: 254, ...none, column: false }),
  },
})
export type Business = Row<typeof business>

/** What a person entered in the form of a business; its type says what stands in it (types/<type>). */
export type Form = Readonly<Record<string, unknown>>
/** The codes that were taken for a business; its type says which. */
export type Codes = Readonly<Record<string, unknown>>
/** A household whose members a case changes, as it is posted: numbers masked, relation as key of dictionary yhzgx; its name where that changes too. */
export interface PostedPeople {
  cbfbm: string
  cbfmc?: string
  members: readonly { cyxm: string; cyzjhm: string; yhzgx: string }[]
}
/** The term that a renewal gives a contractor, as it is posted: its days, the last day of the term before where there was one, the number of the round that holds it where it is known. */
export interface PostedTerm {
  cbqxq: string
  cbqxz: string
  before?: string
  roundNo?: number
}
/** What is posted of a case, and what an objection may be about. Areas: htmj in m², htmjm in mu, decimal text. */
export interface Posted {
  /** codes of contractors, parcels and books that the case concerns, new ones among them */
  targets: readonly string[]
  /** the first contractor of the case */
  cbfbm: string
  /** its lines; `fate`: what becomes of a parcel whose contract ends (reserve, lost, state; left: its other holders go on) */
  dk: readonly { dkbm: string; dkmc?: string; htmj?: string | null; htmjm?: string | null; sfqqqg?: string | null; cbfbm?: string; fate?: string }[]
  cbht?: { cbqxq?: string | null; cbqxz?: string | null }
  /** the households whose members the case changes, as they will stand; a household of the register that is not named keeps its own */
  people?: readonly PostedPeople[]
  /** what a renewal gives each contractor, by its code */
  terms?: Readonly<Record<string, PostedTerm>>
}
/** What a type's form holds until the finish writes it to the register; `codes` are the codes taken at save-commit. */
export const business_draft = defineResource({
  name: 'business_draft',
  label: '业务表单',
  en: 'Business form',
  path: '/yw-accept/business-draft',
  scope: 'land',
  unique: [['businessId']],
  fields: {
    regionCode: at(),
    businessId: ref('业务', 'business', { ...none, search: 'eq' }),
    form: json<Form>('表单', none),
    codes: json<Codes>('编码', none),
    posted: json<Posted>('公示内容', none),
    // the rules that the case began with: a configuration that changes later changes none of them
    rules: json('办理规则', none),
  },
})

/** 业务草稿: what a person has typed and not saved yet, kept by the server every few seconds. A case that is new has the id of its draft from then on, so that its papers have a place. */
export const business_input = defineResource({
  name: 'business_input',
  label: '业务草稿',
  en: 'Draft of a business',
  path: '/yw-accept/business-input',
  scope: 'land',
  unique: [['businessId', 'userId']],
  fields: {
    regionCode: at(),
    businessId: ref('业务', 'business', { ...none, search: 'eq' }),
    userId: ref('录入人', 'sys_user', { ...none, search: 'eq' }),
    businessTypeCode: dict('业务类型', 'business_type', { ...none, search: 'eq' }),
    body: json<Form>('内容', none),
  },
})

/** How far a book of a business has come; one that was taken out or could not be registered says why. Source: rulings.md 7. */
export const BOOK_STATUS = { open: 'open', cancelled: 'cancelled', finished: 'finished', failed: 'failed' } as const
/** Whether a book of a business under way is still to be registered: one that could not be is tried again, or taken out. */
export const isToRegister = (k: { status: string | null }): boolean => k.status === BOOK_STATUS.open || k.status === BOOK_STATUS.failed
/** Books that a business takes (`djbId`) and makes (`newDjbId`), by code. `entry`: the group that stands or falls together, where a business has many. */
export const business_book = defineResource({
  name: 'business_book',
  label: '业务登记簿',
  en: 'Book of a business',
  path: '/yw-accept/business-book',
  scope: 'land',
  fields: {
    regionCode: at(),
    businessId: ref('业务', 'business', { ...none, search: 'eq' }),
    djbId: ref('登记簿', 'djb', none),
    newDjbId: ref('新登记簿', 'djb', none),
    role: text('角色', { max: 12, ...none, values: ['source', 'target', 'partyA', 'partyB'] }),
    code: text('登记簿编码', { fixed: true, max: 19, ...none }),
    entry: text('登记单元', { max: 64, ...none }),
    status: text('状态', { max: 10, ...none, values: Object.values(BOOK_STATUS) }),
    reason: text('原因', { max: 254, ...none }),
  },
})

/** A person of another household whom a case takes as co-owner all the same: why, by which file, who asked and who confirmed it. Source: register.md 5. */
export const business_double = defineResource({
  name: 'business_double',
  label: '两户人员',
  en: 'Person of two households',
  path: '/yw-accept/business-double',
  scope: 'land',
  fields: {
    regionCode: at(),
    businessId: ref('业务', 'business', { ...none, search: 'eq' }),
    cbfbm: text('另一承包方', { fixed: true, max: 18, ...none }),
    cyxm: text('成员', { max: 50, ...none }),
    reason: note('登记理由', { max: 254, ...none }),
    attachId: ref('证明材料', 'attach', none),
    askedBy: ref('说明人', 'sys_user', none),
    askedName: text('说明人姓名', { max: 50, ...none }),
    confirmedBy: ref('确认人', 'sys_user', none),
    confirmedName: text('确认人姓名', { max: 50, ...none }),
    confirmTime: datetime('确认时间', none),
  },
})

/** What may be held: a book, a contractor, a whole parcel, an issuer; a share of a parcel (its code and the contractor's); a person (a keyed digest). */
export const LOCKED = ['djb', 'cbf', 'dk', 'fbf', 'share', 'person'] as const
/** An object that an open business holds: at most one each (I20). Rows exist only while it is held. */
export const business_lock = defineResource({
  name: 'business_lock',
  label: '业务锁',
  en: 'Business lock',
  path: '/yw-accept/business-lock',
  scope: 'land',
  unique: [['objectType', 'objectCode']],
  fields: {
    regionCode: at(),
    objectType: text('对象类型', { max: 8, ...none, values: LOCKED }),
    objectCode: text('对象编码', { fixed: true, max: 64, ...none }),
    businessId: ref('业务', 'business', none),
    businessCode: text('业务编号', { fixed: true, max: 20, ...none }),
  },
})

/** A contract that a business is to have signed; becomes a cbht row at the finish. Source: business-flows.md 7. */
export const contract_file = defineResource({
  name: 'contract_file',
  label: '待签合同',
  en: 'Contract to sign',
  path: '/dzzw/contract',
  scope: 'land',
  title: 'cbhtbm',
  order: ['cbhtbm'],
  fields: {
    regionCode: at(),
    businessId: ref('业务', 'business', { ...none, search: 'eq' }),
    cbhtbm: text('合同编码', { fixed: true, max: 19, ...none, search: 'prefix' }),
    cbfbm: text('承包方编码', { max: 18, ...none }),
    cbfmc: text('承包方名称', { name: true, max: 50, ...none }),
    htlx: dict('合同类型', 'htlx', none),
    signWay: dict('签署方式', 'sign_way', none),
    signStatus: dict('签署状态', 'sign_status', none),
    qdsj: date('签订时间', none),
    attachId: ref('签署文件', 'attach', none),
    fileHash: text('文件摘要', { max: 64, ...none }),
    reason: text('原因', { max: 254, ...none }),
    templateId: ref('合同模板', 'sign_template', { ...none, column: false }),
    signNodes: text('签署节点', { max: 40, ...none, column: false }),
    signDeadline: datetime('签署期限', { ...none, column: false }),
    jzbh: text('鉴证编号', { max: 50, ...none, column: false }),
    edition: text('合同版次', { max: 12, ...none, column: false }),
    uploadUser: ref('上传人', 'user', { ...none, column: false }),
  },
})
export type ContractFile = Row<typeof contract_file>

/** 流程配置: which process a region uses for a type; the nearest region above applies. Source: screens.md C4. */
export const process_config = defineResource({
  name: 'process_config',
  label: '流程配置',
  en: 'Process configuration',
  path: '/yw-accept/process-config',
  scope: 'tenant',
  title: 'processName',
  order: ['regionCode'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', width: 160 }),
    businessTypeCode: dict('业务类型', 'business_type', { en: 'Type', required: true, search: 'eq', width: 160 }),
    processName: text('流程名称', { en: 'Name', required: true, max: 100, search: 'like', width: 200 }),
    processVersion: text('流程版本', { en: 'Version', required: true, max: 50, width: 100 }),
    processDefinitionId: text('流程定义', {
      en: 'Definition',
      required: true,
      length: 64,
      column: false,
      requiredMessage: { zh: '请选择流程定义', en: 'Please select the definition' },
    }),
    minDays: int('最少公示天数', { en: 'Minimum days of publicity', min: 1, max: 365, default: LEGAL_DAYS, width: 120 }),
    promisedDays: int('承诺办理工作日', { en: 'Promised working days', min: 1, max: 3650, width: 120 }),
    fourEyes: flag('受理初审不同人', { en: 'Acceptance and check by two', default: 1, width: 130 }),
    isOffered: flag('开放受理', { en: 'Accepted here', default: 1, width: 110 }),
    skipped: text('免办环节', { en: 'Skipped tasks', max: 100, column: false }),
    performers: json('环节角色', { en: 'Roles of tasks', column: false }),
    isEnabled: flag('是否启用', { en: 'Enabled', ...none, search: 'eq', width: 90 }),
    offTime: datetime('停办时间', { en: 'Disabled at', ...none, column: false }),
  },
})
export type ProcessConfig = Row<typeof process_config>

/** 附件要求: a file that a task of a configured process asks for. Source: land-contract.md 3 (upload file requirement). */
export const active_config_file = defineResource({
  name: 'active_config_file',
  label: '附件要求',
  en: 'File requirement',
  path: '/yw-accept/active-config-file',
  scope: 'tenant',
  title: 'fileName',
  order: ['taskKey'],
  under: { to: process_config, own: 'activeConfigId' },
  fields: {
    activeConfigId: ref('流程配置', 'process_config', { en: 'Configuration', required: true, search: 'eq', column: false }),
    taskKey: dict('流程节点', 'task_key', {
      en: 'Task',
      required: true,
      search: 'eq',
      width: 110,
      requiredMessage: { zh: '请输入流程节点', en: 'Please enter the task' },
    }),
    fileName: text('文件名称', { en: 'File', required: true, max: 50, search: 'like', width: 200 }),
    businessItem: dict('附件类别', 'attach_kind', { en: 'Kind', required: true, default: 'QT', width: 110 }),
    isRequired: dict('是否必传', 'yes_no', {
      en: 'Required',
      required: true,
      default: '1',
      values: ['1', '2'],
      width: 90,
      requiredMessage: { zh: '请选择是否必传', en: 'Please select whether it is required' },
    }),
    fileType: text('文件类型', {
      en: 'Types',
      required: true,
      max: 100,
      default: 'pdf,jpg,png',
      width: 140,
      requiredMessage: { zh: '请选择文件类型', en: 'Please select the types' },
    }),
    fileNumber: int('文件数量', { en: 'Number', required: true, min: 1, max: 100, default: 10, width: 90 }),
    fileSize: int('文件大小限制(kb)', { en: 'Size (kB)', required: true, min: 1, max: 1_000_000, default: 10240, width: 130 }),
    remark: note('备注', { en: 'Remark', max: 254 }),
  },
})
export const resources = [
  business,
  business_draft,
  business_input,
  business_book,
  business_double,
  business_lock,
  contract_file,
  process_config,
  active_config_file,
  work_day,
]
