/** 公示结果归户表, 调查登记表, 登记（变更）申请书 and 不动产登记申请书: a household of the register as printed forms. Source: documents.md 5.3, 9, 10 */

import { idKey } from '../../kit/model/id-card.ts'
import { ALL_DOCUMENTS, printedChoices, ticked, WAYS } from '../../services/typeset/choices.ts'
import type { EstateDoc, EstateForm, EstateSize } from './documents/estate.ts'
import type { Block, Letter, LetterDoc } from './documents/letter.ts'
import {
  byCode,
  dayText,
  holderName,
  membersOf,
  muText,
  sidesOf,
  sumOf,
  termText,
  textOf,
  printedWord,
  type PrintedIssuer,
  type PrintedParcel,
  type Value,
  type Words,
} from './rows.ts'
import type { SurveyedHolder } from './survey-doc.ts'

export interface FormParcel extends PrintedParcel {
  tdyt?: Value
  qqmjm?: Value
  bdcdyh?: Value
  /** whether a current contract of the household has it */
  contracted: boolean
}
/** A household with everything its forms print. */
export interface FormHolder {
  holder: SurveyedHolder & { gsjs?: Value; gsjsr?: Value; gsshr?: Value; gsshrq?: Value }
  issuer: PrintedIssuer
  parcels: readonly FormParcel[]
}
const CAUSES = ['初始登记', '互换', '转让', '分户', '合户', '其他变更', '注销', '补发', '换发']

/** The areas in m² beside those in mu. */
const BESIDE = { htmjm: 'htmj', scmjm: 'scmj', yhtmjm: 'yhtmj' } as const
type Area = keyof typeof BESIDE
const area = (p: PrintedParcel, n: Area, words: Words): string => muText(p[n], words, p[BESIDE[n]])
const sumOfAreas = (parcels: readonly PrintedParcel[], n: Area, words: Words): string =>
  sumOf(
    parcels.map((p) => area(p, n, words)),
    words,
  )
const counted = (parcels: readonly PrintedParcel[], n: 'htmjm' | 'scmjm', words: Words) =>
  `共 ${parcels.length} 块 ${sumOfAreas(parcels, n, words) || '0.00'} 亩`
const term = (h: SurveyedHolder) => termText(h.cbqxq, h.cbqxz)
const numbers = (h: SurveyedHolder) => [textOf(h.cbhtbm), textOf(h.cbjyqzbm)].filter(Boolean).join(' / ')

/** The members of a household; who has none, as an organisation, has no list of them. */
function membersTable({ holder }: FormHolder, words: Words): Block[] {
  if (holder.members.length === 0) return []
  const columns = [
    ['姓名', 3],
    ['与户主关系', 3],
    ['证件号码', 5],
    ['备注', 3],
  ] as const
  return [{ kind: 'table', columns, rows: membersOf(holder.members, holder, words).map((m) => [m.cyxm, m.yhzgx, m.cyzjhm, textOf(m.bz)]) }]
}
const sides = (p: PrintedParcel): string => {
  const { dkdz, dknz, dkxz, dkbz } = sidesOf(p)
  return `东：${dkdz}　南：${dknz}　西：${dkxz}　北：${dkbz}`
}

/** 公示结果归户表: what the publicity found of one household, for its signature. */
function confirmation(f: FormHolder, words: Words): Letter {
  const { holder: h, issuer } = f
  const [own, other] = [byCode(f.parcels.filter((p) => p.contracted)), byCode(f.parcels.filter((p) => !p.contracted))]
  const columns = [
    ...([
      ['地块名称', 3],
      ['地块编码', 2.2],
      ['东至', 2.6],
      ['南至', 2.6],
      ['西至', 2.6],
      ['北至', 2.6],
    ] as const),
    ...([
      ['合同面积', 2],
      ['实测面积', 2],
      ['土地用途', 2.2],
      ['地力等级', 2],
      ['地块备注', 2.6],
    ] as const),
  ]
  const row = (p: FormParcel) => {
    const s = sidesOf(p)
    return [
      textOf(p.dkmc),
      p.dkbm.slice(-5),
      s.dkdz,
      s.dknz,
      s.dkxz,
      s.dkbz,
      area(p, 'htmjm', words),
      area(p, 'scmjm', words),
      printedWord(words, 'tdyt', p.tdyt),
      printedWord(words, 'dldj', p.dldj),
      textOf(p.dkbzxx),
    ]
  }
  return {
    title: '农村土地承包经营权公示结果归户表',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['发包方名称', issuer.fbfmc],
          ['发包方负责人', textOf(issuer.fbffzrxm)],
          ['合同/权证编号', numbers(h)],
          ['承包起止时间', term(h)],
        ],
      },
      { kind: 'choices', label: '承包方式', boxes: ticked(WAYS, h.cbfs) },
      {
        kind: 'facts',
        rows: [
          ['承包方（代表）', holderName(h)],
          ['联系电话', textOf(h.lxdh)],
        ],
      },
      { kind: 'choices', label: '证件类型', boxes: ticked(ALL_DOCUMENTS, h.cbfzjlx) },
      {
        kind: 'facts',
        rows: [
          ...([
            ['证件号码', textOf(h.cbfzjhm)],
            ['邮政编码', textOf(h.yzbm)],
            ['承包方住址', textOf(h.cbfdz)],
            ['承包方编码', h.cbfbm],
          ] as const),
          ...([
            ['承包地块总数', counted(own, 'htmjm', words)],
            ['非承包地块总数', counted(other, 'scmjm', words)],
          ] as const),
        ],
      },
      { kind: 'table', columns, rows: [...own, ...other].map(row) },
      ...membersTable(f, words),
      { kind: 'signs', labels: ['承包方代表签字（按印）', '日期'] },
      {
        kind: 'opinions',
        rows: [
          { title: '公示记事', text: textOf(h.gsjs), by: textOf(h.gsjsr), at: '' },
          { title: '审核意见', text: '', by: textOf(h.gsshr), at: dayText(h.gsshrq) },
        ],
      },
    ],
  }
}

/** The difference of two areas as they print, with its sign; nothing where one of them is not there. */
const difference = (a: string, b: string): string => {
  if (a === '' || b === '') return ''
  const [x, y] = [a, b].map((v) => BigInt(v.replace('.', ''))) as [bigint, bigint]
  const n = a.length - a.indexOf('.') - 1
  const d = y - x
  const text = String(d < 0n ? -d : d).padStart(n + 1, '0')
  return `${d < 0n ? '-' : ''}${text.slice(0, -n)}.${text.slice(-n)}`
}
/** 调查登记表: a household before and after the survey, with room for what it wishes. */
function survey(f: FormHolder, words: Words): Letter {
  const { holder: h, issuer } = f
  const own = byCode(f.parcels.filter((p) => p.contracted))
  const columns = [
    ['地块名称', 3],
    ['地块编码', 2.4],
    ['二轮合同面积', 2.2],
    ['合同面积', 2.2],
    ['实测面积', 2.2],
    ['差额', 2],
    ['四至', 8],
  ] as const
  const rows = own.map((p) => [
    textOf(p.dkmc),
    p.dkbm.slice(-5),
    area(p, 'yhtmjm', words),
    area(p, 'htmjm', words),
    area(p, 'scmjm', words),
    difference(area(p, 'yhtmjm', words) || area(p, 'htmjm', words), area(p, 'scmjm', words)),
    sides(p),
  ])
  const total = (n: Area) => sumOfAreas(own, n, words)
  return {
    title: '农村土地承包经营权调查登记表',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ...([
            ['发包方', issuer.fbfmc],
            ['发包方编码', issuer.fbfbm],
            ['承包方（代表）', holderName(h)],
            ['承包方编码', h.cbfbm],
          ] as const),
          ...([
            ['证件类型', printedWord(words, 'zjlx', h.cbfzjlx)],
            ['证件号码', textOf(h.cbfzjhm)],
            ['地址', textOf(h.cbfdz)],
            ['联系电话', textOf(h.lxdh)],
          ] as const),
          ...([
            ['承包方式', printedWord(words, 'cbjyqqdfs', h.cbfs)],
            ['承包期限', term(h)],
            ['合同编号', textOf(h.cbhtbm)],
            ['权证编号', textOf(h.cbjyqzbm)],
          ] as const),
        ],
      },
      ...membersTable(f, words),
      {
        kind: 'table',
        columns,
        rows: [
          ...rows,
          [
            '合计',
            `${own.length} 块`,
            total('yhtmjm'),
            total('htmjm'),
            total('scmjm'),
            difference(total('yhtmjm') || total('htmjm'), total('scmjm')),
            '面积单位：亩',
          ],
        ],
      },
      {
        kind: 'opinions',
        rows: [
          { title: '农户情况和意愿', text: '', by: '', at: '' },
          { title: '调查记事', text: textOf(h.cbfdcjs), by: textOf(h.cbfdcy), at: dayText(h.cbfdcrq) },
        ],
      },
      { kind: 'signs', labels: ['调查员', '调查日期', '农户签字（按印）', '签字日期'] },
    ],
  }
}

/** 登记（变更）申请书: what a household asks the registrar for; the first registration is ticked where no certificate was issued yet. */
function application(f: FormHolder, words: Words): Letter {
  const { holder: h, issuer } = f
  const own = byCode(f.parcels.filter((p) => p.contracted))
  const columns = [
    ['地块名称', 3],
    ['地块编码', 2.4],
    ['二轮合同面积', 2.2],
    ['合同面积', 2.2],
    ['实测面积', 2.2],
    ['变更后面积', 2.2],
    ['四至', 7.6],
  ] as const
  const isFirst = !!h.cbhtbm && !h.cbjyqzbm
  return {
    title: '农村土地承包经营权登记（变更）申请书',
    blocks: [
      { kind: 'choices', label: '申请事由', boxes: printedChoices(CAUSES, isFirst ? CAUSES[0] : undefined) },
      {
        kind: 'facts',
        rows: [
          ...([
            ['发包方', issuer.fbfmc],
            ['发包方编码', issuer.fbfbm],
            ['承包方代表', holderName(h)],
            ['证件号码', textOf(h.cbfzjhm)],
          ] as const),
          ...([
            ['联系电话', textOf(h.lxdh)],
            ['地址', textOf(h.cbfdz)],
            ['合同编号', textOf(h.cbhtbm)],
            ['权证编号', textOf(h.cbjyqzbm)],
          ] as const),
          ...([
            ['承包方式', printedWord(words, 'cbjyqqdfs', h.cbfs)],
            ['承包期限', term(h)],
          ] as const),
        ],
      },
      ...membersTable(f, words),
      {
        kind: 'table',
        columns,
        rows: [
          // what it is to become is written by hand: nobody has decided it yet
          ...own.map((p) => [textOf(p.dkmc), p.dkbm.slice(-5), area(p, 'yhtmjm', words), area(p, 'htmjm', words), area(p, 'scmjm', words), '', sides(p)]),
          ['合计', `${own.length} 块`, sumOfAreas(own, 'yhtmjm', words), sumOfAreas(own, 'htmjm', words), sumOfAreas(own, 'scmjm', words), '', '面积单位：亩'],
        ],
      },
      {
        kind: 'facts',
        rows: [
          ['申请理由', ''],
          ['附送材料', '承包合同、身份证明、地块示意图'],
        ],
      },
      { kind: 'signs', labels: ['申请人签字（按印）', '申请日期'] },
      { kind: 'opinions', rows: ['村（组）意见', '乡镇审核意见', '县级审批意见'].map((title) => ({ title, text: '', by: '', at: '' })) },
    ],
  }
}

const KINDS_OF_ENTRY = ['首次登记', '变更登记', '更正登记', '补换证', '转移登记', '注销登记', '其他']
/** 不动产登记申请书（土地承包经营权）: what households ask the real-estate registry for, on paper of a size. Source: documents.md 9.2. */
export function estateDoc(holders: readonly FormHolder[], words: Words, size: EstateSize): EstateDoc {
  const confirmed = (p: FormParcel) => (textOf(p.qqmjm) ? muText(p.qqmjm, words) : area(p, 'htmjm', words))
  const forms = holders.map(({ holder: h, issuer, parcels }): EstateForm => {
    const own = byCode(parcels.filter((p) => p.contracted))
    const head = h.members.find((m) => textOf(m.cyzjhm) !== '' && idKey(m.cyzjhm) === idKey(h.cbfzjhm))
    return {
      rights: printedChoices(['土地承包经营权', '土地经营权'], '土地承包经营权'),
      kinds: printedChoices(KINDS_OF_ENTRY, undefined),
      ways: ticked(WAYS, h.cbfs),
      holder: { name: holderName(h), kind: printedWord(words, 'zjlx', h.cbfzjlx), number: textOf(h.cbfzjhm), phone: textOf(h.lxdh) },
      // the representative stands above the others
      members: membersOf(
        h.members.filter((m) => m !== head),
        h,
        words,
      ).map((m) => ({ name: m.cyxm, kind: '', number: m.cyzjhm, phone: '', relation: m.yhzgx })),
      issuer: { name: issuer.fbfmc, agent: textOf(issuer.fbffzrxm) },
      from: dayText(h.cbqxq),
      to: dayText(h.cbqxz),
      total: sumOf(own.map(confirmed), words) || '0.00',
      count: `${own.length}块`,
      parcels: own.map((p) => ({
        code: [textOf(p.bdcdyh), p.dkbm].filter(Boolean).join(' '),
        sides: sides(p),
        area: confirmed(p),
        basic: printedWord(words, 'yes_no', p.sfjbnt),
        note: textOf(p.dkbzxx),
      })),
    }
  })
  return { docId: holders.length === 1 ? `BDCSQ-${holders[0]!.holder.cbfbm}` : 'BDCSQ', title: '不动产登记申请书（土地承包经营权）', size, forms }
}

/** The forms by name, with the title of a file of them. */
export const REGISTER_FORMS = {
  'register-survey': { title: '农村土地承包经营权调查登记表', of: survey },
  'publicity-confirm': { title: '农村土地承包经营权公示结果归户表', of: confirmation },
  cbjyqzsqs: { title: '农村土地承包经营权登记申请书', of: application },
} as const
export type RegisterForm = keyof typeof REGISTER_FORMS

/** @returns one form a household, in the given order */
export function registerFormDoc(form: RegisterForm, holders: readonly FormHolder[], words: Words): LetterDoc {
  const { title, of } = REGISTER_FORMS[form]
  return { title, letters: holders.map((h) => of(h, words)) }
}
