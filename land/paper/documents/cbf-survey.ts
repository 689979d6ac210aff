/** 承包方调查表 (NY/T 2537 survey form): the values printed on it, all as final text. */

import { choicesOf } from './choices.ts'
import { idChoices } from './fbf-survey.ts'

export interface CbfSurvey {
  readonly fbfbm: string
  /** 18 digits; the form shows the last 4. */
  readonly cbfbm: string
  readonly cbfmc: string
  readonly lxdh?: string
  readonly cbfdz: string
  readonly yzbm?: string
  /** Text of the dictionary zjlx. */
  readonly cbfzjlx?: string
  readonly cbfzjhm?: string
  readonly cbhtbm?: string
  readonly cbjyqzbm?: string
  /** Text of the way, one of the boxes below. */
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

const ID_BOXES = ['身份证', '军官证', '护照', '机构代码证', '户口簿', '其他']
const WAYS = ['家庭承包', '招标', '公开协商', '拍卖', '转让', '互换', '其他']
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
      count: c.jtcy.length,
      first: filled,
      rest: c.jtcy.slice(FIRST_ROWS),
      zjlx: idChoices(c.cbfzjlx, ID_BOXES),
      ywht: choicesOf(['有', '无'], c.cbhtbm ? '有' : '无'),
      ywqz: choicesOf(['有', '无'], c.cbjyqzbm ? '有' : '无'),
      way: choicesOf(WAYS, c.qdfs && (WAYS.includes(c.qdfs) ? c.qdfs : '其他')),
    }
  })
  return { ...d, title: '承包方调查表', cbf }
}
