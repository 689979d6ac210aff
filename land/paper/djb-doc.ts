/** A book version with all it owns as the printed registration book. */

import type { DjbDoc } from './documents/djb.ts'
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
  type Value,
  type Words,
} from './rows.ts'
import { sketchDoc, type SketchRows } from './sketch-doc.ts'

export interface PrintedBookRow {
  cbjyqzbm: string
  version?: Value
  /** SHA-256 of its content, where it is frozen */
  contentHash?: Value
  cbfs?: Value
  djsj?: Value
  dbr?: Value
  djbfj?: Value
  /** end of the term before, where the book renews one that was not past */
  prevCbqxz?: Value
}
/** An entry of the book after the first one. */
export interface ChangeRow {
  djxl?: Value
  /** what the dictionary called djxl when the entry was made */
  djxlText?: string
  htzmjm?: Value
  cbhtbm?: Value
  djsj?: Value
}
/** 补发 (bf) or 换发 (hf) of the certificate. */
export interface CertificateEventRow {
  kind: string
  reason?: Value
  sjrq?: Value
}
export interface BookRows {
  readonly book: PrintedBookRow
  readonly contract: ContractRows
  readonly sketch?: SketchRows
  readonly changes: readonly ChangeRow[]
  /** Oldest first; the last one of a kind prints. */
  readonly events: readonly CertificateEventRow[]
  /** Issuing government. */
  readonly fzjg: string
}

/** What a renewed book says of the term that still runs. Source: business-flows.md 4.10. */
const termBefore = (prevCbqxz: Value): string => (prevCbqxz ? `原承包期限至${dayText(prevCbqxz)}，届满前继续有效。` : '')
/** @returns final text of the booklet; sums in mu of the parcels' former, contract and measured areas. Source: documents.md 7 */
export function djbDoc(r: BookRows, words: Words): DjbDoc {
  const { terms, issuer, holder, members, parcels } = r.contract
  const event = (kind: string) => {
    const e = r.events.findLast((x) => x.kind === kind)
    return e && { yy: textOf(e.reason), rq: dayText(e.sjrq) }
  }
  const total = (mu: 'yhtmjm' | 'htmjm' | 'scmjm', m2: 'yhtmj' | 'htmj' | 'scmj') =>
    muTotal(
      parcels.map((p) => p[mu]),
      words,
      parcels.map((p) => p[m2]),
    )
  const bf = event('bf'),
    hf = event('hf')
  return {
    // a version that was undone gives its number away: its content tells two of them apart
    docId: ['DJB', r.book.cbjyqzbm, r.book.version ?? 0, ...(r.book.contentHash ? [textOf(r.book.contentHash).slice(0, 8)] : [])].join('-'),
    fzjg: r.fzjg,
    cbjyqzbm: r.book.cbjyqzbm,
    fbfmc: issuer.fbfmc,
    cbfmc: holderName(holder),
    cbfzjhm: textOf(holder.cbfzjhm),
    cbfdz: textOf(holder.cbfdz),
    yzbm: textOf(holder.yzbm),
    lxdh: textOf(holder.lxdh),
    cbfs: printedWord(words, 'cbjyqqdfs', r.book.cbfs),
    cbhtbm: terms.cbhtbm,
    cbqxq: dayText(terms.cbqxq),
    cbqxz: dayText(terms.cbqxz),
    jtcy: membersOf(members, holder, words),
    dk: byCode(parcels).map((p) => ({
      dkmc: [textOf(p.dkmc), shareText(p)].filter(Boolean).join(' '),
      dkbm: p.dkbm,
      yhtmjm: muText(p.yhtmjm, words, p.yhtmj),
      htmjm: muText(p.htmjm, words, p.htmj),
      scmjm: muText(p.scmjm, words, p.scmj),
      sfjbnt: printedWord(words, 'yes_no', p.sfjbnt),
      ...sidesOf(p),
    })),
    // a total of a part of the parcels would be a false one (land/definitions/contract-area.ts: formerArea)
    yhtzmjm: parcels.every((p) => textOf(p.yhtmjm)) ? total('yhtmjm', 'yhtmj') : '',
    htzmjm: total('htmjm', 'htmj'),
    scmjmTotal: total('scmjm', 'scmj'),
    ...(r.sketch && r.sketch.parcels.length > 0 ? { sketch: sketchDoc(r.sketch) } : {}),
    ...(bf ? { bf } : {}),
    ...(hf ? { hf } : {}),
    changes: r.changes.map((c) => ({
      bgfs: c.djxlText ?? printedWord(words, 'djxl', c.djxl),
      mjm: muText(c.htzmjm, words),
      cbhtbm: textOf(c.cbhtbm),
      qz: dayText(c.djsj),
    })),
    dbr: textOf(r.book.dbr),
    djsj: dayText(r.book.djsj),
    djbfj: [termBefore(r.book.prevCbqxz), textOf(r.book.djbfj)].filter(Boolean).join(''),
  }
}
