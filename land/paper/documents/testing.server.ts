// Households that are hard to print, for tests and previews: many members and parcels, long names, rare characters, shares, an organisation, terms without end and
// renewed ones, parcels of odd shapes. Invented.
import { certificateDoc } from '../certificate.server.ts'
import { contractDoc } from '../contract-doc.ts'
import { djbDoc } from '../djb-doc.ts'
import { extensionApplication, surveyPostingDoc, type HeldLand } from '../household-doc.ts'
import { parcelDoc } from '../parcel-doc.ts'
import { checkDoc, declarationsDoc, locationDoc, membersDoc, postedMapDoc, signingDoc } from '../land-forms.ts'
import { estateDoc, registerFormDoc, REGISTER_FORMS, type FormHolder, type RegisterForm } from '../register-forms.ts'
import type { ContractRows, PrintedParcel, Words } from '../rows.ts'
import { sketchDoc } from '../sketch-doc.ts'
import { cbfSurveyDoc, fbfSurveyDoc } from '../survey-doc.ts'
import type { DocumentData, DocumentKind } from './documents.server.ts'

export const F = '51202110120103'
export const words: Words = {
  yhzgx: { '02': '户主', 10: '配偶', 20: '子', 30: '女', 51: '父亲' },
  cybz: { 0: '无', 1: '外嫁女' },
  dldj: { '03': '三等地' },
  yes_no: { 1: '是', 2: '否' },
  cbjyqqdfs: { 110: '家庭承包', 121: '招标' },
  zjlx: { 1: '居民身份证', 3: '行政、企事业单位机构代码证或法人代码证' },
  djxl: { 4: '互换登记', 9: '延包登记' },
  tdyt: { 1: '种植业' },
}
/** The same keys under other words, as a county may name them. */
export const renamed: Words = Object.fromEntries(
  Object.entries(words).map(([code, of]) => [code, Object.fromEntries(Object.entries(of).map(([k, w]) => [k, `改${w}改`]))]),
)

const SIZE = 0.0004
/** Squares, an L, a sliver and a triangle. */
function shape(i: number): string {
  const [x, y] = [105.1 + (i % 10) * 0.001, 30.1 + Math.floor(i / 10) * 0.001]
  const at = (all: [number, number][]) =>
    `POLYGON((${[...all, all[0]!].map(([a, b]) => `${(x + a * SIZE).toFixed(7)} ${(y + b * SIZE).toFixed(7)}`).join(',')}))`
  const kinds: [number, number][][] = [
    [[0, 0], [1, 0], [1, 1], [0, 1]],
    [[0, 0], [1, 0], [1, 0.12], [0.12, 0.12], [0.12, 1], [0, 1]],
    [[0, 0], [1, 0.96], [1, 1], [0, 0.04]],
    [[0, 0], [0.08, 0], [0.04, 0.08]],
  ] // prettier-ignore
  return at(kinds[i % 4]!)
}
const long = '安岳县石羊镇油坪村第三村民小组集体机动地及大堰塘背后原生产队保管室旁边'
export const parcelsOf = (n: number): (PrintedParcel & { contracted: boolean; tdyt: string; tdlylx: string })[] =>
  Array.from({ length: n }, (_, i) => ({
    dkbm: `${F}${String(i + 1).padStart(5, '0')}`,
    dkmc: i % 5 === 2 ? '大堰塘背后长田' : '沟边田',
    contracted: true,
    tdyt: '1',
    tdlylx: '011',
    dkdz: i % 4 === 1 ? long : '李四承包地',
    dknz: '村道',
    dkxz: '灌溉渠',
    dkbz: i % 3 ? '王五承包地' : long,
    dldj: '03',
    sfjbnt: '1',
    geom: shape(i),
    htmjm: '1.69',
    htmj: '1126.67',
    yhtmjm: '1.44',
    yhtmj: '960.00',
    scmjm: '1.75',
    scmj: '1166.67',
    ...(i === 1 ? { sfqqqg: '1', htmj: '76.77', htmjm: '0.12' } : {}),
  }))
const membersOf = (n: number, head: string) =>
  Array.from({ length: n }, (_, i) => ({
    cyxm: i === 0 ? head : ['张三', '李龘', '张𬭎', '买买提·艾力·阿卜杜热合曼', '张小梅'][i % 5]!,
    yhzgx: i === 0 ? '02' : i === 1 ? '10' : '20',
    cyzjhm: `512021${1950 + i}0101${String(1000 + i)}`,
    cybz: i === 3 ? '1' : '0',
  }))
export interface Case {
  name: string
  members: number
  parcels: number
  terms?: object
  holder?: { cbfmc?: string; [name: string]: string | undefined }
  /** nobody knows what lies beside its parcels */
  isBare?: true
}
export const cases: Case[] = [
  { name: 'ordinary', members: 3, parcels: 3 },
  { name: 'ten', members: 5, parcels: 10 },
  { name: 'eleven', members: 8, parcels: 11 },
  { name: 'fifteen', members: 8, parcels: 15 },
  { name: 'many', members: 20, parcels: 24 },
  { name: 'organisation', members: 0, parcels: 4, holder: { dwmc: '安岳县油坪农业发展专业合作社联合社', cbfzjlx: '3', cbfs: '121', cbflx: '3' } },
  { name: 'endless', members: 4, parcels: 6, terms: { cbqx: null, cbqxq: '1998-01-01', cbqxz: '9999-01-01' } },
  { name: 'renewed', members: 4, parcels: 7, terms: { cbqx: 30, cbqxq: '2028-10-01', cbqxz: '2058-09-30', prevCbqxz: '2028-09-30' } },
  { name: 'alone', members: 1, parcels: 1, holder: { cbfmc: '张' } },
  { name: 'longest', members: 13, parcels: 14, holder: { cbfmc: '买买提吐尔逊·阿卜杜热合曼·艾合买提江·麦麦提艾力' } },
  { name: 'bare', members: 8, parcels: 6, isBare: true },
  { name: 'sixty', members: 20, parcels: 60 },
  ...Array.from({ length: 8 }, (_, i) => ({ name: `grown${i}`, members: 4 + 2 * i, parcels: 5 + 3 * i })),
]
const CBFBM = `${F}0007`
export const issuer = { fbfbm: F, fbfmc: '安岳县石羊镇油坪村第三村民小组', fbffzrxm: '刘德华', fzrzjlx: '1', fzrzjhm: '512021196501011234' }
export function householdOf({ members, parcels, terms = {}, holder = {}, isBare }: Case) {
  const cbfs = holder.cbfs ?? '110'
  const land = parcelsOf(parcels).map((p) => (isBare ? { ...p, dkdz: '', dknz: '', dkxz: '', dkbz: '' } : p))
  const of = {
    cbfbm: CBFBM,
    cbfmc: '张三',
    cbfzjlx: '1',
    cbfzjhm: '512021195001011000',
    cbfdz: `四川省资阳市${long}12号`,
    yzbm: '642350',
    lxdh: '13800000002',
    ...holder,
  }
  const term = { cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30', ...terms }
  const rows: ContractRows = { terms: { cbhtbm: `${CBFBM}J`, cbfs, ...term }, issuer, holder: of, members: membersOf(members, of.cbfmc), parcels: land }
  const surveyed = { ...of, ...term, fbfbm: F, cbfs, cbhtbm: `${CBFBM}J`, cbjyqzbm: `${CBFBM}J`, members: rows.members }
  const form: FormHolder = { holder: surveyed, issuer, parcels: land }
  const held = { ...surveyed, parcels: land } as HeldLand
  const sketch = { holder: of, parcels: rows.parcels, others: [], zone: 35 }
  const book = { cbjyqzbm: `${CBFBM}J`, cbfs, djsj: '2028-01-05', dbr: '孙八', ...(terms as object) }
  return { rows, surveyed, form, held, sketch, book: { book, contract: rows, sketch, changes: [], events: [], fzjg: '安岳县人民政府' } }
}
const point = (dkbm: string) => ({ parcel: { ...parcelsOf(2)[1]!, dkbm, fbfbm: F }, points: [], lines: [], zone: 35 })
export type AnyDoc = { [K in DocumentKind]: [K, DocumentData[K]] }[DocumentKind]
/** Every form of a household. */
export function formsOf(c: Case, of: Words = words): Record<string, AnyDoc> {
  const h = householdOf(c)
  const paper = { width: 210, height: 285, dx: 0, dy: 0, frame: true }
  const forms = Object.keys(REGISTER_FORMS).map((f) => [f, ['letter', registerFormDoc(f as RegisterForm, [h.form], of)]] as const)
  return {
    contract: ['contract', contractDoc(h.rows, of)],
    djb: ['djb', djbDoc(h.book, of)],
    sketch: ['sketch', sketchDoc(h.sketch)],
    certificate: ['certificate', certificateDoc({ cbjyqzlsh: '川1', fzjg: '', fzrq: '2028-01-20' }, { id: '', regionCode: F, words: of, printCount: 0, frozen: undefined as never, rows: h.book }, paper, 'all')],
    'cbf-survey': ['cbf-survey', cbfSurveyDoc([h.surveyed], of)],
    'fbf-survey': ['fbf-survey', fbfSurveyDoc([{ ...issuer, fbfdz: long }])],
    'dk-survey': ['dk-survey', parcelDoc(point(`${F}00002`), of, of.dldj!)],
    posting: ['posting', surveyPostingDoc('油坪村三组', [h.held, { ...h.held, cbfbm: `${F}0008` }], of, { '011': '水田' })],
    extension: ['letter', { title: '延包申请书', letters: [extensionApplication(h.held, '油坪村三组', of)] }],
    members: ['table', membersDoc('油坪村三组', [h.form, h.form], of)],
    check: ['table', checkDoc('油坪村三组', [h.form, h.form], of)],
    signing: ['posting', signingDoc('油坪村三组', [h.held], of, { '011': '水田' })],
    location: ['land-map', locationDoc(h.form, h.rows.parcels, [], 35, of)],
    'posted-map': ['land-map', postedMapDoc(issuer, parcelsOf(c.parcels).map((p) => ({ ...p, cbfmc: '张三' })), 35, of)],
    'real-estate': ['estate', estateDoc([h.form], of, 'own')],
    'real-estate-a4': ['estate', estateDoc([h.form], of, 'a4')],
    'give-up': ['letter', declarationsDoc('give-up', [h.form], of)],
    mandate: ['letter', declarationsDoc('mandate', [h.form], of)],
    extinct: ['letter', declarationsDoc('extinct', [h.form], of)],
    ...Object.fromEntries(forms),
  } // prettier-ignore
}
