/** 承包方调查表 (NY/T 2537 survey form): the values printed on it, all as final text. */

import { isEndless, termOf } from './term.ts'
import { printedChoices, HOLDER_DOCUMENTS, ticked, WAYS } from '../../../services/typeset/choices.ts'

export interface CbfSurvey {
  readonly fbfbm: string
  /** 18 digits; the form shows the last 4. */
  readonly cbfbm: string
  readonly cbfmc: string
  readonly lxdh?: string
  readonly cbfdz: string
  readonly yzbm?: string
  /** Key of the dictionary zjlx. */
  readonly cbfzjlx?: string
  readonly cbfzjhm?: string
  readonly cbhtbm?: string
  readonly cbjyqzbm?: string
  /** Key of the way, dictionary cbjyqqdfs. */
  readonly qdfs?: string
  readonly cbqxq?: string
  readonly cbqxz?: string
  readonly cbqx?: string
  readonly jtcy: readonly { readonly cyxm: string; readonly yhzgx: string; readonly cyzjhm: string; readonly bz?: string }[]
  readonly cbfdcjs?: string
  readonly cbfdcy?: string
  readonly cbfdcrq?: string
  readonly shyj?: string
  readonly shr?: string
  readonly shrq?: string
}

export interface CbfSurveyDoc {
  readonly docId?: string
  readonly cbf: readonly CbfSurvey[]
}

/** Member rows of the first page; further members go to the continuation page. */
export const FIRST_ROWS = 12
const LEAST_ROWS = 8

/** @returns the JSON the template reads; the member rows of page one are filled up to eight */
export function cbfSurveyModel(d: CbfSurveyDoc) {
  const blank = { cyxm: '', yhzgx: '', cyzjhm: '', bz: '' }
  const cbf = d.cbf.map((c) => {
    const first = c.jtcy.slice(0, FIRST_ROWS)
    const filled = [...first, ...Array.from({ length: Math.max(0, LEAST_ROWS - first.length) }, () => blank)]
    return {
      ...c,
      slm: c.cbfbm.slice(-4),
      term: termOf(c.cbqxq ?? '', c.cbqxz ?? '') || '至',
      isEndless: isEndless(c.cbqxz ?? ''),
      // an organisation has no members: nothing is counted of it
      count: c.jtcy.length ? String(c.jtcy.length) : '　',
      first: filled,
      rest: c.jtcy.slice(FIRST_ROWS),
      zjlx: ticked(HOLDER_DOCUMENTS, c.cbfzjlx),
      ywht: printedChoices(['有', '无'], c.cbhtbm ? '有' : '无'),
      ywqz: printedChoices(['有', '无'], c.cbjyqzbm ? '有' : '无'),
      way: ticked(WAYS, c.qdfs),
    }
  })
  return { ...d, title: '承包方调查表', cbf }
}
