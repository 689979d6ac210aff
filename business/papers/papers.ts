// The papers of a case: which there are, and when each can be printed. Pure. Source: documents.md 5.1-5.5, 9.1, 12.
import { ref, region, text } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { STATUS } from '../cases/rules/flow.ts'

const none = { form: 'none' } as const
/** 文书打印: who printed which paper of a case and when; one row a print, written once. */
export const business_paper = defineResource({
  name: 'business_paper',
  label: '业务文书打印',
  en: 'Print of a paper',
  path: '/yw-accept/business-paper',
  scope: 'land',
  order: ['createTime'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    businessId: ref('业务', 'business', { ...none, search: 'eq' }),
    paper: text('文书', { max: 20, ...none }),
    ofId: ref('公示或异议', 'publicity', none),
    printer: text('打印人', { max: 50, ...none }),
  },
})

/** Papers in the order in which a case comes by them; the place is part of the number on them, so that one that is added stands last. */
export const PAPERS = {
  application: both('登记（变更）申请书', 'Application'),
  materials: both('材料清单', 'List of materials'),
  receipt: both('受理通知书（回执）', 'Acceptance receipt'),
  correction: both('补正通知书', 'Correction notice'),
  refusal: both('不予受理通知书', 'Refusal notice'),
  notice: both('公示公告', 'Notice of publicity'),
  posting: both('调查信息公示表（一榜）', 'Posting, first list'),
  posting2: both('公示表（二榜）', 'Posting, second list'),
  confirmation: both('公示结果归户表', 'Household confirmation'),
  statements: both('公示无异议声明书', 'Statements of no objection'),
  mandates: both('户主声明书与委托书', 'Declarations and mandates'),
  objection: both('异议受理通知书', 'Receipt of the objection'),
  answer: both('异议答复书', 'Answer to the objection'),
  approval: both('审批表', 'Approval sheet'),
  revocation: both('撤销决定书', 'Decision to revoke'),
  service: both('送达回证', 'Proof of service'),
  cancellation: both('权证注销公告', 'Notice of cancelled certificates'),
  written: both('缮证登记表', 'Register of written certificates'),
  countyNotice: both('部门审核公告', 'Notice of the county'),
} as const satisfies Readonly<Record<string, Text>>
export type Paper = keyof typeof PAPERS
export const isPaper = (v: unknown): v is Paper => typeof v === 'string' && Object.hasOwn(PAPERS, v)
/** Papers of which there is one for each objection. */
export const OF_OBJECTION: readonly Paper[] = ['objection', 'answer']
/** Papers that somebody is served with, who signs that he has received them. */
export const SERVED: readonly Paper[] = ['receipt', 'correction', 'refusal', 'objection', 'answer', 'revocation']

/** What a case has come to, as far as its papers ask. */
export interface Come {
  status: string
  /** the reasons why the case cannot be accepted as it stands, missing papers and fields not among them */
  refusals: number
  /** what is missing or wrong and may be put right */
  faults: number
  opinions: number
  /** something of it is or was posted */
  isPosted: boolean
  /** its task or plan knows a posting at all */
  hasPosted: boolean
  objections: number
  /** prints of papers that somebody is served with */
  served: number
  /** certificates on paper that the finished case cancelled, and serials of those that it made */
  cancelled: number
  written: number
}
/** Why a paper cannot be printed yet; undefined where it can. */
export function notYet(paper: Paper, c: Come): Text | undefined {
  const begun = c.status !== STATUS.todo
  switch (paper) {
    case 'application':
    case 'materials':
      return undefined
    case 'receipt':
      return begun ? undefined : both('业务提交受理后可以打印', 'Once the case is submitted')
    case 'correction':
      return c.faults > 0 ? undefined : both('没有需要补正的内容', 'Nothing has to be corrected')
    case 'refusal':
      if (begun) return both('业务已受理', 'The case was accepted')
      return c.refusals > 0 ? undefined : both('没有不予受理的情形', 'Nothing prevents its acceptance')
    case 'notice':
    case 'countyNotice':
    case 'posting':
    case 'posting2':
    case 'confirmation':
      return c.isPosted ? undefined : both('填写公示后可以打印', 'Once the publicity is filled in')
    case 'statements':
    case 'mandates':
      return c.hasPosted ? undefined : both('业务提交受理且有公示内容后可以打印', 'Once the case is submitted and has something to post')
    case 'objection':
    case 'answer':
      return c.objections > 0 ? undefined : both('没有异议', 'There is no objection')
    case 'approval':
      return c.opinions > 0 ? undefined : both('尚无办理意见', 'Nobody has given an opinion yet')
    case 'revocation':
      return c.status === STATUS.revoked ? undefined : both('业务未撤销', 'The case is not revoked')
    case 'service':
      return c.served > 0 ? undefined : both('打印需送达的文书（受理、补正、不予受理、异议、撤销）后可以打印', 'Once a paper to be served has been printed')
    case 'cancellation':
      if (c.status !== STATUS.done) return both('业务办结后可以打印', 'Once the case is finished')
      return c.cancelled > 0 ? undefined : both('本业务没有注销已缮制的权证', 'The case cancelled no paper certificate')
    case 'written':
      if (c.status !== STATUS.done) return both('业务办结后可以打印', 'Once the case is finished')
      return c.written > 0 ? undefined : both('本业务的权证尚未缮制', 'No certificate of the case was written yet')
  }
}
/** Number printed on a paper: that of the case and the place of the paper among its papers. */
export const paperNumber = (businessCode: string | null, paper: Paper): string =>
  businessCode ? `${businessCode}-${String(Object.keys(PAPERS).indexOf(paper) + 1).padStart(2, '0')}` : ''
