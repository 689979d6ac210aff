/** Rows of contractors as the forms of the extension: what is posted of a survey, and the application. Source: documents.md 5.1, 11.5. */

import { maskText } from '../../kit/model/mask.ts'
import type { Block, Letter } from './documents/letter.ts'
import type { PostingDoc } from './documents/posting.ts'
import { holderName, membersOf, muText, muTotal, onceEach, sidesOf, sumOf, termText, textOf, printedWord, type PrintedParcel, type Words } from './rows.ts'
import type { SurveyedHolder } from './survey-doc.ts'

/** A household with the parcels it holds. */
export interface HeldLand extends SurveyedHolder {
  parcels: readonly (PrintedParcel & { tdlylx?: string | null })[]
}
const measured = (h: HeldLand, words: Words): string =>
  muTotal(
    h.parcels.map((p) => p.scmjm),
    words,
    h.parcels.map((p) => p.scmj),
  )

/** @returns the survey of an issuer's households as it is posted; identity numbers are masked, its days are filled in by hand. `land`: words of dictionary tdlylx */
export function surveyPostingDoc(issuer: string, holders: readonly HeldLand[], words: Words, land: Readonly<Record<string, string>>): PostingDoc {
  const households = holders.map((h) => ({
    cbfmc: holderName(h),
    members: membersOf(h.members, h, words).map((m) => ({ cyxm: m.cyxm, cyzjhm: maskText(m.cyzjhm), yhzgx: m.yhzgx })),
    parcels: h.parcels.map((p) => ({
      dkmc: textOf(p.dkmc),
      dkbm: p.dkbm,
      ...sidesOf(p),
      scmjm: muText(p.scmjm, words, p.scmj),
      htmjm: muText(p.yhtmjm, words),
      kind: land[p.tdlylx ?? ''] ?? textOf(p.tdlylx),
    })),
    scmjm: measured(h, words),
    htmjm: muTotal(
      h.parcels.map((p) => p.yhtmjm),
      words,
    ),
    remark: '',
  }))
  return {
    title: '农村土地承包经营权调查信息公示表',
    issuer,
    period: '　　　　年　　月　　日 至 　　　　年　　月　　日（共　　天）',
    form: 'first',
    area: '二轮合同',
    households,
    scmjm:
      sumOf(
        onceEach(households.flatMap((h) => h.parcels)).map((p) => p.scmjm),
        words,
      ) || '0.00',
    htmjm:
      sumOf(
        households.map((h) => h.htmjm),
        words,
      ) || '0.00',
    changes: [],
  }
}

/** @returns the application of one household for the extension of its contract */
export function extensionApplication(h: HeldLand, issuer: string, words: Words): Letter {
  const facts: Block = {
    kind: 'facts',
    rows: [
      ['承包方代表', holderName(h)],
      ['承包方编码', h.cbfbm],
      ['证件类型', printedWord(words, 'zjlx', h.cbfzjlx)],
      ['证件号码', textOf(h.cbfzjhm)],
      ['联系电话', textOf(h.lxdh)],
      ['地址', textOf(h.cbfdz)],
      ['原合同编码', textOf(h.cbhtbm)],
      ['原承包期限', termText(h.cbqxq, h.cbqxz)],
      ['地块数', `${h.parcels.length}块`],
      ['实测面积', `${measured(h, words) || '0.00'}亩`],
    ],
  }
  const members: Block = {
    kind: 'table',
    columns: [
      ['姓名', 2],
      ['与户主关系', 2],
      ['证件号码', 4],
      ['备注', 3],
    ],
    rows: membersOf(h.members, h, words).map((m) => [m.cyxm, m.yhzgx, m.cyzjhm, m.bz ?? '']),
  }
  const parcels: Block = {
    kind: 'table',
    columns: [
      ['地块名称', 3],
      ['地块编码', 5],
      ['实测面积（亩）', 2],
      ['二轮合同面积（亩）', 2],
    ],
    rows: h.parcels.map((p) => [textOf(p.dkmc), p.dkbm, muText(p.scmjm, words, p.scmj), muText(p.yhtmjm, words)]),
  }
  return {
    title: '延包申请书',
    to: issuer,
    blocks: [
      { kind: 'text', text: '本户现申请办理第二轮土地承包到期后再延长三十年的手续，本户及承包地块情况如下：' },
      facts,
      ...(h.members.length ? [members] : []),
      ...(h.parcels.length ? [parcels] : []),
      { kind: 'text', text: '本户意愿：□ 同意按原承包地延包　□ 申请调整　□ 自愿放弃延包' },
      { kind: 'signs', labels: ['承包方代表（签字、按印）', '日期'] },
    ],
  }
}
