// Every printed form: the call that answers it, where its button stands, and a sample. docs/forms.md and its pictures are made from here (tools/forms/write.ts).
import type { AnyDoc } from '../../land/paper/documents/testing.server.ts'
import { summaryTables } from '../../packages/export/sheets.server.ts'
import { extensionSurvey, figures, issueList, letterOfCase, ofCase, ofContract, ofHousehold, ofPlan, ofVolume, summary } from './samples.ts'

export interface PrintedForm {
  /** number among the forms of the field */
  no: string
  name: string
  /** file name of the picture */
  key: string
  route: string
  /** the page with the button, and what of the call stands in its file */
  page: string
  says: string
  sample(): AnyDoc
}
const f = (no: string, name: string, key: string, route: string, page: string, says: string, sample: () => AnyDoc): PrintedForm => ({
  no,
  name,
  key,
  route,
  page,
  says,
  sample,
})
const CBF = 'land/cbf/cbf.web.tsx'
const DJB = 'land/djb/DjbPage.web.tsx'
const CASE = 'business/papers/PapersMenu.web.tsx'
const EXTENSION = 'business/extension/households/HouseholdsPage.web.tsx'
const PLAN = 'business/extension/plans/PlanActs.web.tsx'
const VOLUME = 'business/archives/VolumePage.web.tsx'
const CONTRACT = 'signing/panel/contract-commands.web.tsx'
const LAND_FORM = '/dzzw/land-form'
const PAPER = '/yw-accept/business/paper'
const paper = (no: string, name: string, p: Parameters<typeof ofCase>[0]) => f(no, name, `case-${p}`, PAPER, CASE, 'AT}/paper`', () => ofCase(p))
const contract = (no: string, name: string, kind: Parameters<typeof ofContract>[0]) =>
  f(no, name, `contract-${kind}`, '/dzzw/preview-contract-draft', CONTRACT, 'dzzw/preview-contract-draft', () => ofContract(kind))
const landForm = (no: string, name: string, form: string, page = CBF) => f(no, name, form, LAND_FORM, page, `'${form}'`, () => ofHousehold(form))
const plan = (no: string, name: string, p: Parameters<typeof ofPlan>[0]) =>
  f(no, name, `plan-${p}`, '/ybProcess/makingPlan/print', PLAN, 'ybProcess/makingPlan/print', () => ofPlan(p))
const volume = (no: string, name: string, part: Parameters<typeof ofVolume>[0]) =>
  f(no, name, `volume-${part}`, '/cbjyq/da/fileGroup/print', VOLUME, 'AT}/print`', () => ofVolume(part))

/** The forms in the order of their numbers. The contract of 2015 is declined: docs/adr/0033. */
export const FORMS: readonly PrintedForm[] = [
  f('1', '发包方调查表', 'fbf-survey', '/base-qssj/fbf/survey-table/download', 'land/fbf/fbf.web.tsx', 'base-qssj/fbf/survey-table/download', () =>
    ofHousehold('fbf-survey'),
  ),
  f('2', '承包方调查表', 'cbf-survey', '/base-qssj/cbf/survey-table/download', CBF, "'survey-table'", () => ofHousehold('cbf-survey')),
  f(
    '3, 3.1',
    '承包地块调查表及界址点坐标成果表',
    'dk-survey',
    '/base-dlxx/dk/survey-table/download',
    'land/dk/dk.web.tsx',
    'base-dlxx/dk/survey-table/download',
    () => ofHousehold('dk-survey'),
  ),
  f('4', '承包地块示意图', 'sketch', '/dzzw/batch-print-dk-syt', 'land/dk/dk.web.tsx', 'dzzw/batch-print-dk-syt', () => ofHousehold('sketch')),
  landForm('4', '农户承包地空间方位示意图', 'location'),
  f('5.1', '调查信息公示表', 'posting', '/base-qssj/cbf/publicity-survey/download', CBF, "'publicity-survey'", () => ofHousehold('posting')),
  landForm('5.1', '调查信息公示签字表', 'signing'),
  landForm('5.1', '承包地块公示图', 'posted-map'),
  paper('5.1', '调查信息公示表（业务）', 'posting'),
  paper('5.2', '公示表（二榜）', 'posting2'),
  f('5.3', '公示结果归户表', 'publicity-confirm', '/base-qssj/djb/publicity-confirm/download', DJB, "'publicity-confirm'", () =>
    ofHousehold('publicity-confirm'),
  ),
  paper('5.4', '公示公告', 'notice'),
  paper('5.4', '部门审核公告', 'countyNotice'),
  paper('5.5', '公示无异议声明书', 'statements'),
  f('5.5', '户主声明书', 'declaration', PAPER, CASE, 'AT}/paper`', () => letterOfCase('mandates', '户主声明书')),
  f('5.5', '授权委托书', 'authority', PAPER, CASE, 'AT}/paper`', () => letterOfCase('mandates', '授权委托书')),
  f('5.5', '指界委托书', 'boundary-mandate', PAPER, CASE, 'AT}/paper`', () => letterOfCase('mandates', '指界委托书')),
  landForm('5.6', '家庭成员信息表', 'members'),
  contract('6', '农村土地（耕地）承包合同', 'household'),
  contract('6', '其他方式承包合同', 'other'),
  contract('6', '转让合同', 'transfer'),
  contract('6', '互换合同', 'exchange'),
  contract('6', '分户协议', 'split'),
  contract('6', '合户协议', 'merge'),
  contract('6', '终止（解除）承包合同协议', 'end'),
  f('7', '登记簿', 'djb', '/dzzw/djb-print', DJB, 'dzzw/djb-print', () => ofHousehold('djb')),
  f('7', '承包合同及登记簿', 'contract-book', '/dzzw/print-contract-book', DJB, 'dzzw/print-contract-book', () => ofHousehold('djb')),
  f('8', '经营权证', 'certificate', '/base-qssj/cbjyqz/print-paper', 'land/cbjyqz/CbjyqzPage.web.tsx', 'AT}/print-paper`', () => ofHousehold('certificate')),
  f('8', '颁证清册', 'issue-list', '/base-qssj/cbjyqz/issue-list', 'land/cbjyqz/CbjyqzPage.web.tsx', 'AT}/issue-list`', issueList),
  f('9.1', '登记（变更）申请书', 'cbjyqzsqs', '/base-qssj/djb/cbjyqzsqs/download', DJB, "'cbjyqzsqs'", () => ofHousehold('cbjyqzsqs')),
  paper('9.1', '登记（变更）申请书（业务）', 'application'),
  landForm('9.2', '不动产登记申请书', 'real-estate'),
  f('10', '调查登记表', 'register-survey', '/base-qssj/djb/register-survey/download', DJB, "'register-survey'", () => ofHousehold('register-survey')),
  f('11.1', '二轮延包摸底调查表', 'extension-survey', '/ybProcess/cbfBusiness/example/download', EXTENSION, 'AT}/example/download`', extensionSurvey),
  plan('11.2', '延包方案', 'plan'),
  plan('11.3', '表决签字表', 'vote'),
  plan('11.4', '方案公示公告', 'notice'),
  f('11.5', '延包申请书', 'extension', '/base-qssj/cbf/contract-apply/download', CBF, "'contract-apply'", () => ofHousehold('extension')),
  landForm('11.6', '自愿放弃（交回）承包地声明书', 'give-up', EXTENSION),
  landForm('11.6', '代签委托书', 'mandate', EXTENSION),
  landForm('11.6', '消亡户认定表', 'extinct', EXTENSION),
  plan('11.7', '延包方案审批表', 'approval'),
  f('11.8', '延包台账（汇总表）', 'ledger', '/ybProcess/common/progress/print', 'views/extension/ProgressPage.web.tsx', 'ybProcess/common/progress/print', () =>
    figures(
      '延包台账（汇总表）',
      ['行政区划', '名称', '应延户数', '已延户数', '未延户数', '合同份数', '网签数', '面积（亩）'],
      [['51202110120103', '油坪村三组', '77', '60', '17', '60', '41', '388.20']],
    ),
  ),
  landForm('11.9', '农户延包抽样核查表', 'check', EXTENSION),
  paper('12', '受理通知书（回执）', 'receipt'),
  paper('12', '材料清单', 'materials'),
  paper('12', '补正通知书', 'correction'),
  paper('12', '不予受理通知书', 'refusal'),
  paper('12', '审批表', 'approval'),
  paper('12', '异议受理通知书', 'objection'),
  paper('12', '异议答复书', 'answer'),
  paper('12', '送达回证', 'service'),
  paper('12', '撤销决定书', 'revocation'),
  paper('12', '权证注销公告', 'cancellation'),
  paper('12', '缮证登记表', 'written'),
  paper('5.3', '公示结果归户表（业务）', 'confirmation'),
  volume('13', '卷宗封面', 'cover'),
  volume('13', '卷内目录', 'index'),
  volume('13', '备考表', 'note'),
  ...summaryTables.map((name, i) =>
    f('14', name, `summary-${i + 1}`, '/dzzw/summary/print', 'views/figures/FiguresPage.web.tsx', 'dzzw/summary/print', () => summary(name)),
  ),
  f('14', '业务月报表', 'monthly', '/data/statistics/monthly/print', 'views/home/MonthlyView.web.tsx', 'data/statistics/monthly/print', () =>
    figures('业务月报表', ['月份', '受理', '办结', '撤销', '签订合同', '颁发权证'], [['2028-01', '12', '9', '1', '8', '7']]),
  ),
  f('14', '上报日志', 'push-log', '/dataPushLog/print', 'outside/push/PushLogPage.web.tsx', 'dataPushLog/print', () =>
    figures(
      '上报日志',
      ['业务编号', '业务类型', '行政区划', '推送状态', '推送次数', '产生时间', '应答'],
      [['51202120280105000001', '延包', '512021101201', '推送成功', '1', '2028-01-20 10:00:00', '']],
    ),
  ),
]
/** docs/forms.md: the table of forms. */
export function formsPage(): string {
  const head = `# Printed forms

Each form with the call that answers it, the page with its button, and a sample of invented households. Written by \`node tools/run.mjs tools/forms/write.ts\` from
\`tools/forms/list.ts\`; \`tests/forms.test.ts\` holds it. Every form ends with the same foot: page n of m, its code, and a picture of the code that leads to the page
of verification (contracts bear a code of their own on each page; a certificate is printed onto the county's blank). Declined: the contract of 2015 (docs/adr/0033).

| No. | Form | Call | Button | Sample |
| --- | --- | --- | --- | --- |
`
  return `${head}${FORMS.map((x) => `| ${x.no} | ${x.name} | \`${x.route}\` | \`${x.page}\` | [picture](forms/${x.key}.png) |`).join('\n')}\n`
}
