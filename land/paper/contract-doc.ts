/** Rows of a contract, registered or still a draft, as the printed contract. */

import type { ContractDoc } from './documents/contract.ts'
import type { ContractText } from './documents/contract-text.ts'
import {
  byCode,
  dayText,
  holderName,
  membersOf,
  muText,
  muTotal,
  shareText,
  sidesOf,
  textOf,
  wordOf,
  type ContractRows,
  type HolderRow,
  type Value,
  type Words,
} from './rows.ts'

export interface ContractOptions {
  /** More parcels than this go to the annex; the form's own default when absent. */
  readonly dkRowLimit?: number
  /** Agreed other matters, one entry a point. */
  readonly qtsx?: readonly string[]
  readonly qddd?: string
  /** number of the attestation */
  readonly jzbh?: string
  /** name and articles of an agreement */
  readonly title?: string
  readonly text?: ContractText
  /** digest of the Word file that the contract is printed by instead of the built-in form */
  readonly form?: string
}

/** Ways that are none of households: 招标, 拍卖, 公开协商 and others. Source: NY/T 2539 table C.10 */
const isOtherWay = (cbfs: Value) => /^(12|9)/.test(textOf(cbfs))
const partyOf = (h: HolderRow) => ({ cbfmc: holderName(h), cbfzjhm: textOf(h.cbfzjhm), lxdh: textOf(h.lxdh), cbfdz: textOf(h.cbfdz) })
/**
 * @param rows plain rows: of a book version, or of a business not yet finished (without `version`; codes as taken at its submission)
 * @returns final text: parcels by code, representative first, areas in mu, Σ of the printed areas. Source: documents.md 6
 */
export function contractDoc({ terms, issuer, holder, members, parcels, other }: ContractRows, words: Words, o: ContractOptions = {}): ContractDoc {
  return {
    docId: ['HT', terms.cbhtbm, terms.version ?? 0].join('-'),
    cbhtbm: terms.cbhtbm,
    htxlh: textOf(terms.htxlh),
    ...(isOtherWay(terms.cbfs) && !other ? { way: wordOf(words, 'cbjyqqdfs', terms.cbfs) } : {}),
    fbf: {
      fbfmc: issuer.fbfmc,
      shxydm: textOf(issuer.tyshxydm),
      fbffzrxm: textOf(issuer.fbffzrxm),
      fzrzjhm: textOf(issuer.fzrzjhm),
      lxdh: textOf(issuer.lxdh),
    },
    cbf: partyOf(holder),
    ...(other ? { other: { kind: other.kind, ...partyOf(other.holder) }, qtsx: other.matters } : {}),
    dk: byCode(parcels).map((p) => ({
      dkmc: textOf(p.dkmc),
      dkbm: p.dkbm,
      ...sidesOf(p),
      htmjm: muText(p.htmjm, words, p.htmj),
      dldj: wordOf(words, 'dldj', p.dldj),
      bz: [shareText(p), textOf(p.dkbzxx)].filter(Boolean).join('；'),
    })),
    htzmjm: muTotal(
      parcels.map((p) => p.htmjm),
      words,
      parcels.map((p) => p.htmj),
    ),
    jtcy: membersOf(members, holder, words),
    cbqx: textOf(terms.cbqx),
    cbqxq: dayText(terms.cbqxq),
    cbqxz: dayText(terms.cbqxz),
    qdsj: dayText(terms.qdsj),
    ...o,
  }
}
