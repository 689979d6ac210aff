/** 农村土地承包经营权登记簿: the values printed in the booklet, all as final text (layout: county template, announcement 2330 sample). */

import type { SketchDoc } from './sketch.ts'
import { sketchModel } from './sketch.ts'
import { isEndless } from './term.ts'

export interface DjbDk {
  readonly dkmc: string
  readonly dkbm: string
  /** Areas of the second-round contract and of the contract, and measured area, in mu, decimal text. */
  readonly yhtmjm: string
  readonly htmjm: string
  readonly scmjm: string
  /** 是 or 否. */
  readonly sfjbnt: string
  readonly dkdz: string
  readonly dknz: string
  readonly dkxz: string
  readonly dkbz: string
}

export interface DjbChange {
  readonly bgfs: string
  readonly mjm: string
  readonly cbhtbm: string
  readonly qz?: string
}

export interface DjbDoc {
  readonly docId?: string
  /** Issuing county government, e.g. 安岳县人民政府. */
  readonly fzjg: string
  readonly cbjyqzbm: string
  readonly fbfmc: string
  readonly cbfmc: string
  readonly cbfzjhm: string
  readonly cbfs: string
  readonly cbfdz: string
  readonly yzbm?: string
  readonly lxdh?: string
  readonly cbhtbm: string
  readonly cbqxq: string
  readonly cbqxz: string
  readonly jtcy: readonly { readonly cyxm: string; readonly yhzgx: string; readonly cyzjhm: string; readonly bz?: string }[]
  readonly dk: readonly DjbDk[]
  /** Totals in mu, decimal text. */
  readonly yhtzmjm: string
  readonly htzmjm: string
  readonly scmjmTotal: string
  readonly sketch?: SketchDoc
  readonly bf?: { readonly yy: string; readonly rq: string }
  readonly hf?: { readonly yy: string; readonly rq: string }
  readonly changes?: readonly DjbChange[]
  readonly dbr?: string
  readonly djsj?: string
  readonly djbfj?: string
}

/** @returns the JSON the template reads */
export function djbModel(d: DjbDoc) {
  const term = isEndless(d.cbqxz) ? `自 ${d.cbqxq} 起，长期` : `自 ${d.cbqxq} 起至 ${d.cbqxz} 止`
  return { ...d, term, title: '农村土地承包经营权登记簿', changes: d.changes ?? [], ...(d.sketch ? { sketch: sketchModel(d.sketch) } : {}) }
}
