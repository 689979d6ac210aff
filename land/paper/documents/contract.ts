/** 农村土地承包合同, by household or by another way: the values printed on it, all as final text. */

import { typesetProblems } from '../../../services/typeset/problems.ts'
import { isEndless } from './term.ts'
import type { ContractText, OtherKind } from './contract-text.ts'
import { householdText, otherWayText, textOfThree } from './contract-text.ts'

export interface ContractDk {
  readonly dkmc: string
  /** 19 digits, printed as 14 over 5. */
  readonly dkbm: string
  readonly dkdz: string
  readonly dknz: string
  readonly dkxz: string
  readonly dkbz: string
  /** Contract area in mu, decimal text. */
  readonly htmjm: string
  readonly dldj: string
  readonly bz?: string
}

export interface ContractMember {
  readonly cyxm: string
  readonly yhzgx: string
  readonly cyzjhm: string
  readonly bz?: string
}

/** A contractor as the first page names it. */
export interface ContractParty {
  readonly cbfmc: string
  readonly cbfzjhm: string
  readonly lxdh?: string
  readonly cbfdz: string
}
export interface ContractDoc {
  readonly docId?: string
  readonly jzbh?: string
  readonly cbhtbm: string
  /** 合同序列号, once it was given */
  readonly htxlh?: string
  /** the way in words (招标, 拍卖, 公开协商, 其他方式) where it is none of households: the contract has clauses of its own then */
  readonly way?: string
  readonly fbf: { readonly fbfmc: string; readonly shxydm?: string; readonly fbffzrxm: string; readonly fzrzjhm?: string; readonly lxdh?: string }
  readonly cbf: ContractParty
  /** who gives the land of a transfer, or the other party of an exchange: the contract is of three then */
  readonly other?: ContractParty & { readonly kind: OtherKind }
  /** Parcels, ordered by code by the caller. */
  readonly dk: readonly ContractDk[]
  /** Sum of the rounded parcel areas in mu, decimal text. */
  readonly htzmjm: string
  /** More parcels than this move to the annex (setting of the template). Source: land-contract.md 3, contract template */
  readonly dkRowLimit?: number
  /** Members, representative first. */
  readonly jtcy: readonly ContractMember[]
  /** Years of the term, and its first and last day as 2028年01月01日. */
  readonly cbqx: string
  /** what is said of these years where they are the rest of a term, or not whole */
  readonly cbqxsm?: string
  readonly cbqxq: string
  readonly cbqxz: string
  /** last day of the term before, which this contract follows and which still runs */
  readonly before?: string
  readonly qdsj?: string
  readonly qddd?: string
  /** Number of copies in capital numerals; default 肆. */
  readonly fs?: string
  /** Agreed other matters, one entry a point. */
  readonly qtsx?: readonly string[]
  /** What the paper is called where it is no contract but an agreement on one. */
  readonly title?: string
  /** Replaces the articles (a province's or tenant's wording). */
  readonly text?: ContractText
  /** What is printed beside a contract of another form: the parcels, the agreed matters, or both, and nothing else. */
  readonly annex?: { readonly dk: boolean; readonly qtsx: boolean }
}

/** Number of copies in capital numerals. */
export const copiesOf = (d: Pick<ContractDoc, 'fs' | 'other'>): string => d.fs ?? (d.other ? '伍' : '肆')

/** Parcels that the contract itself lists where its template says nothing else. Source: land-contract.md 9 */
export const CONTRACT_DK_ROW_LIMIT = 16

/** @returns the JSON the template reads; throws unprintable when a parcel code is not 19 digits */
export function contractModel(d: ContractDoc) {
  for (const r of d.dk)
    if (!/^\d{19}$/.test(r.dkbm)) throw typesetProblems.unprintable({ zh: `地块代码应为19位数字：${r.dkbm}`, en: `a parcel code has 19 digits: ${r.dkbm}` })
  const { other } = d
  const [fs, qtsx] = [copiesOf(d), d.qtsx ?? []]
  const following = d.before ? { before: d.before, from: d.cbqxq } : undefined
  return {
    ...d,
    ...(other ? { other: { ...other, ...NAMES_OF_THREE[other.kind] } } : {}),
    // the ministry's model is of the contract alone
    isAgreement: d.title !== undefined,
    title: d.title ?? (other ? NAMES_OF_THREE[other.kind].title : d.way ? '农村土地承包合同' : '农村土地（耕地）承包合同'),
    subtitle: d.way ? '（其他方式承包）' : '（家庭承包方式）',
    isEndless: isEndless(d.cbqxz),
    dkRowLimit: d.dkRowLimit ?? CONTRACT_DK_ROW_LIMIT,
    qtsx,
    text:
      d.text ??
      (other
        ? textOfThree({ fs, qtsx, kind: other.kind })
        : d.way
          ? otherWayText({ fs, qtsx, way: d.way })
          : householdText({ fs, qtsx, ...(following ? { following } : {}) })),
  }
}
/** What the contract and its parties are called; `signs`, `signsToo`: who signs at the place of the contractor and at the one below. */
export const NAMES_OF_THREE = {
  transfer: { title: '农村土地承包经营权转让合同', word: '转让方代表', holder: '受让方代表', signs: '转让方代表', signsToo: '受让方代表' },
  exchange: { title: '农村土地承包经营权互换合同', word: '互换对方代表', holder: '承包方代表', signs: '承包方代表', signsToo: '互换对方代表' },
} as const
