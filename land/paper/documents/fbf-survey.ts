/** 发包方调查表 (NY/T 2537 survey form): the values printed on it, all as final text; one page an issuer. */

import { ISSUER_DOCUMENTS, ticked } from '../../../services/typeset/choices.ts'

export interface FbfSurvey {
  readonly fbfmc: string
  readonly fbfbm: string
  readonly fbffzrxm: string
  readonly lxdh?: string
  readonly fbfdz: string
  readonly yzbm?: string
  /** Key of the dictionary zjlx. */
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

/** @returns the JSON the template reads */
export function fbfSurveyModel(d: FbfSurveyDoc) {
  const fbf = d.fbf.map((f) => ({ ...f, zjlx: ticked(ISSUER_DOCUMENTS, f.fzrzjlx) }))
  return { ...d, title: '发包方调查表', fbf }
}
