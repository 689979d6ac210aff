/** Rows of a contract, registered or still a draft, as the printed contract. */

import { termEnd } from '../definitions/household.ts'
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
  printedWord,
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
const DAY = /^\d{4}-\d{2}-\d{2}$/
/**
 * The years that a contract prints: those between its days, a part of a year as one (rulings.md 1), since the register keeps the years that were agreed at first.
 * `cbqxsm` says so where the years are the rest of more, or not whole. Old contracts that end a day late keep their years, and so does a term without end.
 */
export function yearsOf({ cbqx, cbqxq, cbqxz }: ContractRows['terms']): { cbqx: string; cbqxsm?: string } {
  const [agreed, from, to] = [Number(textOf(cbqx)), textOf(cbqxq), textOf(cbqxz)]
  if (!(agreed > 0) || !DAY.test(from) || !DAY.test(to) || termEnd(from, agreed) < to) return { cbqx: textOf(cbqx) }
  let years = 1
  while (termEnd(from, years) < to) years += 1
  const notes = [...(years < agreed ? [`原承包期限${agreed}年的剩余期限`] : []), ...(termEnd(from, years) === to ? [] : ['不足一年的按一年计'])]
  return { cbqx: String(years), ...(notes.length ? { cbqxsm: `（${notes.join('，')}）` } : {}) }
}
/**
 * @param rows plain rows: of a book version, or of a business not yet finished (without `version`; codes as taken at its submission)
 * @returns final text: parcels by code, representative first, areas in mu, Σ of the printed areas. Source: documents.md 6
 */
export function contractDoc({ terms, issuer, holder, members, parcels, other, place }: ContractRows, words: Words, o: ContractOptions = {}): ContractDoc {
  return {
    docId: ['HT', terms.cbhtbm, terms.version ?? 0].join('-'),
    cbhtbm: terms.cbhtbm,
    htxlh: textOf(terms.htxlh),
    ...(isOtherWay(terms.cbfs) && !other ? { way: printedWord(words, 'cbjyqqdfs', terms.cbfs) } : {}),
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
      dldj: printedWord(words, 'dldj', p.dldj),
      bz: [shareText(p), textOf(p.dkbzxx)].filter(Boolean).join('；'),
    })),
    htzmjm: muTotal(
      parcels.map((p) => p.htmjm),
      words,
      parcels.map((p) => p.htmj),
    ),
    jtcy: membersOf(members, holder, words),
    ...yearsOf(terms),
    cbqxq: dayText(terms.cbqxq),
    cbqxz: dayText(terms.cbqxz),
    ...(terms.prevCbqxz ? { before: dayText(terms.prevCbqxz) } : {}),
    qdsj: dayText(terms.qdsj),
    ...(place ? { qddd: place } : {}),
    ...o,
  }
}
