// The next version of a book that a case changes, and its certificate, as acts. Pure. Source: acts.md 3 (R, cert).
import { dict, text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import type { Act, Contract, EndBook, Line, NewBook, Terms } from '../../land/register/acts/acts.ts'
import type { ContractFile } from '../cases/definitions/business.ts'
import { formerAfter, type StandingBook } from '../cases/definitions/standing.ts'

/** What every change of a book asks besides: why, and whether the changed certificate is printed anew or kept with a line on its running page. */
export const REASON = {
  bgyy: text('变更原因', { en: 'Reason', required: true, max: 200, requiredMessage: both('请输入变更原因', 'Please enter the reason') }),
  hfqz: dict('是否换发权证', 'yes_no', { en: 'New certificate', required: true, default: '1', values: ['1', '2'] }),
} as const
export interface VersionReason {
  bgyy: string
  hfqz: string
}
/** Kind of an entry (dictionaries djlx, djxl). */
export interface EntryKind {
  djlx: string
  djxl: string
}

/** The contract of a code as it was signed in the case, of the kind that was signed; undefined where the case has none signed. */
export function signedContract(contracts: readonly ContractFile[], code: string, htlx: string): Contract | undefined {
  const found = contracts.find((c) => c.cbhtbm === code)
  if (!found) return undefined
  const { qdsj, signWay, signStatus, attachId, fileHash } = found
  return { file: { qdsj, signWay, signStatus, attachId, fileHash }, htlx: found.htlx ?? htlx }
}

/** A certificate of new paper, or the old one with a line on its running page, as the form says. */
export const certificateActs = (code: string, { bgyy, hfqz }: VersionReason, entry: EntryKind): Act[] =>
  hfqz === '1'
    ? [{ act: 'certificate', code, event: 'replace', reason: bgyy }]
    : [
        { act: 'certificate', code, event: 'keep' },
        { act: 'note', on: code, ...entry, text: bgyy },
      ]

interface Next {
  /** whose book it is, and who issues it */
  cbfbm: string
  fbfbm: string
  /** versions of other books that it comes from besides its own */
  from?: readonly string[]
  entry: EntryKind
  lines: readonly Line[]
  contract: Contract
  terms?: Terms
  remark?: string
}
/** A version ends as history and the next one of its code begins; terms and remark go on where nothing else is said. */
export function nextVersion(b: StandingBook, reason: VersionReason, next: Next): Act[] {
  const { cbfbm, fbfbm, from = [], entry, lines, contract, terms = b.terms } = next
  const remark = next.remark ?? b.remark
  const ends: EndBook = { act: 'endBook', djbId: b.djbId, qszt: '2', reason: reason.bgyy }
  const begins: NewBook = {
    act: 'newBook',
    code: b.code,
    fbfbm,
    cbfbm,
    from: [b.djbId, ...from],
    ...entry,
    terms,
    lines,
    contract: 'carry' in contract ? contract : { ...formerAfter(b, lines), ...contract },
    ...(remark ? { remark } : {}),
  }
  return [ends, begins, ...certificateActs(b.code, reason, entry)]
}
