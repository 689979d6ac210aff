// A sample of every printed form, of invented households.
import sharp from 'sharp'
import { agreementText } from '../../land/paper/documents/agreement-text.ts'
import { volumeLetters, type VolumeSheet } from '../../business/archives/volume-doc.ts'
import type { FileDetail, FileGroup } from '../../business/archives/archive.ts'
import { sampleDoc } from '../../business/extension/households/sample.ts'
import { PLAN_PAPERS, planLetterOf, SAMPLE, type PlanPaper } from '../../business/extension/plans/papers.ts'
import type { CaseFacts } from '../../business/papers/facts.ts'
import { lettersOf, postingOf } from '../../business/papers/letters.ts'
import { PAPERS, type Paper } from '../../business/papers/papers.ts'
import type { PostedHousehold } from '../../business/publicity/posted.ts'
import { sampleContract, sampleIssueList } from '../../land/paper/documents/samples.ts'
import { plainTable } from '../../land/paper/documents/table.ts'
import { cases, F, formsOf, words, type AnyDoc } from '../../land/paper/documents/testing.server.ts'
import { tableOf } from '../../views/figures/summary-print.server.ts'

const own = formsOf(cases.find((c) => c.name === 'eleven')!)
/** A form of a household by the name it has among those that are hard to print. */
export const ofHousehold = (name: string): AnyDoc => own[name]!

const household = (n: number): PostedHousehold => ({
  cbfbm: `${F}000${n}`,
  cbfmc: ['张三', '李四'][n - 1]!,
  parcels: [1, 2, 3].map((i) => ({
    dkbm: `${F}0000${3 * (n - 1) + i}`,
    dkmc: '沟边田',
    dkdz: '王五承包地',
    dknz: '村道',
    dkxz: '灌溉渠',
    dkbz: '林地',
    htmjm: '1.69',
    scmjm: '1.75',
    geom: null,
  })),
  members: ['户主', '配偶', '子'].map((_, i) => ({ cyxm: ['张三', '李梅', '张小'][i]!, cyzjhm: `512***********100${i}`, yhzgx: ['02', '10', '20'][i]! })),
})
/** How the invented clerk signs. */
const STROKES =
  'M30 40 h60 M60 18 v60 M36 78 h50 M22 100 q20 -24 38 -26 q24 0 40 26 M130 20 l-14 26 M126 30 h40 M146 30 v66 M118 62 h56 M112 96 h66 M210 24 l50 6 q-24 30 -60 40 M228 44 q20 26 44 46 M196 100 q50 -6 100 -44'
/** As it is kept of a person: PNG in base64. */
const SIGNATURE = (
  await sharp(
    Buffer.from(
      `<svg width="310" height="112"><rect width="310" height="112" fill="#fff"/><path d="${STROKES}" fill="none" stroke="#000" stroke-width="6" stroke-linecap="round"/></svg>`,
    ),
  )
    .grayscale()
    .png({ palette: true, colours: 8 })
    .toBuffer()
).toString('base64')
const facts: CaseFacts = {
  b: {
    businessCode: '51202120280105000001',
    businessName: '张三延包',
    obligeName: '张三',
    obligeAddress: '油坪村三组12号',
    applyReason: '承包期届满',
    businessReceiveTime: '2028-01-05 09:00:00',
    dueDay: '2028-02-05',
    revokeReason: '申请人撤回',
  } as CaseFacts['b'],
  typeName: '延包',
  itemName: '整户延包',
  issuer: { fbfmc: '安岳县石羊镇油坪村第三村民小组', fbffzrxm: '刘德华', fbfdz: '' },
  objectionPhone: '13800000001',
  office: '安岳县农业农村局',
  today: '2028-01-20',
  words,
  materials: [{ fileName: '登记申请书', isRequired: '1', given: 1 }],
  opinions: [
    { title: '受理', text: '材料齐全', by: '赵一', at: '2028-01-05 09:30:00', picture: SIGNATURE },
    { title: '复核', text: '同意', by: '钱二', at: '2028-01-18 15:00:00', picture: '' },
  ],
  faults: ['缺少户口簿'],
  refusals: ['地块存在权属争议'],
  households: [household(1), household(2)],
  served: [{ name: '受理通知书', number: '51202120280105000001-03', day: '2028-01-05', to: '张三' }],
  cancelled: [
    { cbjyqzbm: `${F}0001J`, serial: '川安农地承包权（2028）第000001号', cbfmc: '张三', reason: '换发', day: '2028-01-20', authority: '安岳县人民政府' },
  ],
  written: [{ cbjyqzbm: `${F}0001J`, cbfmc: '张三', serial: '川安农地承包权（2028）第000002号', day: '2028-01-20', writer: '孙三', collected: '', spoilt: '' }],
  round: { title: '油坪村三组延包公示', startDate: '2028-01-06', endDate: '2028-01-20', days: 15, place: '村务公开栏' } as never,
  objection: {
    objector: '周五',
    objectorIdCard: '512021196001011234',
    targetCode: `${F}00001`,
    receivedTime: '2028-01-10',
    content: '面积有误',
    status: '3',
    opinion: '经复测无误',
  } as never,
}
/** A paper of a case. */
export const ofCase = (paper: Paper): AnyDoc =>
  paper === 'posting' || paper === 'posting2'
    ? ['posting', postingOf(paper === 'posting' ? 'first' : 'second', facts, [])]
    : ['letter', { title: PAPERS[paper].zh, letters: lettersOf(paper, facts).slice(0, 1) }]
/** One of the letters that are printed together with others of a case. */
export const letterOfCase = (paper: Exclude<Paper, 'posting' | 'posting2'>, title: string): AnyDoc => [
  'letter',
  { title, letters: [lettersOf(paper, facts).find((l) => l.title === title)!] },
]
/** A paper of a plan of extension, empty as it is handed out. */
export const ofPlan = (paper: PlanPaper): AnyDoc => ['letter', { title: PLAN_PAPERS[paper].zh, letters: [planLetterOf(paper, SAMPLE)] }]
/** The survey form of the extension, empty. */
export const extensionSurvey = (): AnyDoc => ['letter', sampleDoc([], words)]

const volume = { archiveNo: '5120211012-01-C-0001', title: '张三户承包经营权档案', year: 2028, archivedTime: '2028-01-20' } as unknown as FileGroup
const filed = [
  { sort: 1, title: '登记申请书', author: '张三', docNo: '', docDate: '2028-01-05', pages: 1, pageFrom: 1, pageTo: 1 },
  { sort: 2, title: '承包合同', author: '油坪村三组', docNo: `${F}0001J`, docDate: '2028-01-18', pages: 5, pageFrom: 2, pageTo: 6 },
] as unknown as FileDetail[]
/** Cover, index or note of a volume. */
export const ofVolume = (part: VolumeSheet): AnyDoc => [
  'letter',
  { title: '卷皮', letters: volumeLetters(volume, filed, { retention: '永久', level: '内部', fonds: '安岳县农村土地承包经营权档案' }, [part]) },
]

/** The contract by its kind, or an agreement on one. */
export function ofContract(kind: 'household' | 'other' | 'transfer' | 'exchange' | 'split' | 'merge' | 'end'): AnyDoc {
  const base = sampleContract(4, 6)
  if (kind === 'household') return ['contract', base]
  if (kind === 'other') return ['contract', { ...base, way: '公开协商' }]
  if (kind === 'transfer' || kind === 'exchange') return ['contract', { ...base, other: { ...base.cbf, cbfmc: '李四', kind } }]
  return ['contract', { ...base, ...agreementText(kind, '肆') }]
}
export const issueList = (): AnyDoc => ['issue-list', sampleIssueList(6)]

const sums = new Map([
  [
    F,
    {
      fbf: 1,
      n10: 320,
      a10: 512.4,
      nx: 4,
      ax: 20.1,
      qz: 78,
      qzJ: 77,
      qzQ: 1,
      t1: 512.4,
      s31: 512.4,
      b1: 500,
      b2: 12.4,
      l22: 20.1,
      cbf: 78,
      cbf1: 77,
      jtcy: 301,
      htzmjm: 498.2,
    },
  ],
])
const names = new Map([[F.slice(0, 6).padEnd(14, '0'), '安岳县'], [F, '石羊镇油坪村第三村民小组']]) // prettier-ignore
/** One of the seven summary tables. */
export const summary = (name: string): AnyDoc => ['table', tableOf(name, '安岳县', '2028-01-20', sums, names)]
/** A table of figures with these columns. */
export const figures = (title: string, columns: readonly string[], rows: readonly (readonly string[])[]): AnyDoc => [
  'table',
  plainTable({ title, facts: ['区域：安岳县', '制表日期：2028-01-20'], columns: columns.map((c) => ({ title: c, share: 1 })), rows }),
]
