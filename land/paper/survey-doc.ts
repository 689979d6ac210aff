/** Rows of contractors and issuers as the printed survey forms. */

import type { CbfSurvey, CbfSurveyDoc } from './documents/cbf-survey.ts'
import type { FbfSurveyDoc } from './documents/fbf-survey.ts'
import { dayText, holderName, membersOf, textOf, type HolderRow, type PrintedIssuer, type PrintedMember, type Value, type Words } from './rows.ts'

export interface SurveyedHolder extends HolderRow {
  fbfbm: string
  cbfs?: Value
  cbqx?: Value
  cbqxq?: Value
  cbqxz?: Value
  cbjyqzbm?: Value
  cbfdcjs?: Value
  cbfdcy?: Value
  cbfdcrq?: Value
  /** Code of the current contract, absent when there is none. */
  cbhtbm?: Value
  members: readonly PrintedMember[]
}
export interface SurveyedIssuer extends PrintedIssuer {
  fbfdz?: Value
  yzbm?: Value
  fzrzjlx?: Value
  fbfdcjs?: Value
  fbfdcy?: Value
  fbfdcrq?: Value
}

/** @returns one form a household, in the given order. Source: documents.md 2 */
export function cbfSurveyDoc(holders: readonly SurveyedHolder[], words: Words): CbfSurveyDoc {
  const one = (h: SurveyedHolder): CbfSurvey => ({
    fbfbm: h.fbfbm,
    cbfbm: h.cbfbm,
    cbfmc: holderName(h),
    lxdh: textOf(h.lxdh),
    cbfdz: textOf(h.cbfdz),
    yzbm: textOf(h.yzbm),
    cbfzjlx: textOf(h.cbfzjlx),
    cbfzjhm: textOf(h.cbfzjhm),
    cbhtbm: textOf(h.cbhtbm),
    cbjyqzbm: textOf(h.cbjyqzbm),
    qdfs: textOf(h.cbfs),
    cbqxq: dayText(h.cbqxq),
    cbqxz: dayText(h.cbqxz),
    cbqx: textOf(h.cbqx),
    jtcy: membersOf(h.members, h, words),
    cbfdcjs: textOf(h.cbfdcjs),
    cbfdcy: textOf(h.cbfdcy),
    cbfdcrq: dayText(h.cbfdcrq),
  })
  return { docId: 'CBFDC', cbf: holders.map(one) }
}

/** @returns one form an issuer, in the given order. Source: documents.md 1 */
export function fbfSurveyDoc(issuers: readonly SurveyedIssuer[]): FbfSurveyDoc {
  return {
    docId: 'FBFDC',
    fbf: issuers.map((f) => ({
      fbfmc: f.fbfmc,
      fbfbm: f.fbfbm,
      fbffzrxm: textOf(f.fbffzrxm),
      lxdh: textOf(f.lxdh),
      fbfdz: textOf(f.fbfdz),
      yzbm: textOf(f.yzbm),
      fzrzjlx: textOf(f.fzrzjlx),
      fzrzjhm: textOf(f.fzrzjhm),
      fbfdcjs: textOf(f.fbfdcjs),
      fbfdcy: textOf(f.fbfdcy),
      fbfdcrq: dayText(f.fbfdcrq),
    })),
  }
}
