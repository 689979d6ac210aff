/** 发包方调查表 (NY/T 2537 survey form): the values printed on it, all as final text; one page an issuer. */

import type { Choice } from './choices.ts'
import { choicesOf } from './choices.ts'

export interface FbfSurvey {
  readonly fbfmc: string
  readonly fbfbm: string
  readonly fbffzrxm: string
  readonly lxdh?: string
  readonly fbfdz: string
  readonly yzbm?: string
  /** Text of the dictionary zjlx, e.g. 居民身份证. */
  readonly fzrzjlx?: string
  readonly fzrzjhm?: string
  readonly fbfdcjs?: string
  readonly fbfdcy?: string
  readonly fbfdcrq?: string
  readonly shyj?: string
  readonly shr?: string
  readonly shrq?: string
}

export interface FbfSurveyDoc {
  readonly docId?: string
  readonly fbf: readonly FbfSurvey[]
}

const ID_BOXES = ['身份证', '军官证', '护照', '户口簿', '其他']

/** @returns the JSON the template reads */
export function fbfSurveyModel(d: FbfSurveyDoc) {
  const fbf = d.fbf.map((f) => ({ ...f, zjlx: idChoices(f.fzrzjlx, ID_BOXES) }))
  return { ...d, title: '发包方调查表', fbf }
}

/** @returns the boxes of the ID types of a form; "居民身份证" ticks 身份证, an unknown type ticks 其他, none ticks nothing */
export function idChoices(type: string | undefined, boxes: readonly string[]): Choice[] {
  if (!type) return choicesOf(boxes, undefined)
  return choicesOf(boxes, boxes.find((b) => type.endsWith(b)) ?? boxes.find((b) => b.includes('代码证') && type.includes('代码')) ?? '其他')
}
