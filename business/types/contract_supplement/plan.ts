// What a paper that a book lacks means for the register, from the form and what was found: its faults and its acts. Pure.
import { mu, sum } from '../../../land/definitions/area.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import { invalidField, problems, type Problem, type Wrong } from '../../../kit/model/problem.ts'
import { contractArea } from '../../../land/definitions/contract-area.ts'
import { paperDayWrong } from '../../../land/definitions/terms.ts'
import type { Act } from '../../../land/register/acts/acts.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import { ON_PAPER } from '../../cases/rules/flow.ts'
import { SIGN } from '../../../land/definitions/statuses.ts'
import type { ContractPlan, Meaning, Planned } from '../../cases/definitions/meaning.ts'
import { areaDiffers, refusal } from '../../cases/rules/problems.ts'
import { bookIn, standingFaults, standingLocks, type Standing, type StandingBook } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import { ITEM, type SupplementForm } from './type.ts'

/** What the plan needs to know of the register. */
export interface Facts {
  /** the contractor of the book, undefined where there is none */
  standing: Standing | undefined
  /** the book's contract and certificate as they stand */
  papers: BookPapers | undefined
  /** the loss of a certificate is posted here before it is made anew */
  postsLoss: boolean
}
/** Contract and certificate of a book: how they were signed and given out. */
export interface BookPapers {
  djsj: string | null
  /** the day of signing that the register has, set once */
  qdsj: string | null
  /** the day of signing of the contract before this one under its code */
  formerQdsj: string | null
  htlx: string | null
  signStatus: string | null
  attachId: string | null
  fzrq: string | null
  sfbdcfz: string | null
}
/** 补签承包合同, and what a contract is where nothing else is known of it: 承包合同（家庭承包方式） (dictionary htlx). */
const HTLX = { late: '10', household: '1' } as const
/** 补换证: 权证补发, 权证换发 (dictionaries djlx, djxl). */
const ENTRY = { lost: { djlx: '3', djxl: '7' }, damaged: { djlx: '3', djxl: '8' } } as const
/** 不动产权证 (sfbdcfz, dictionary yes_no): the certificate is the real-estate registry's. */
const YES = '1'

const chosen = (form: SupplementForm, { standing }: Facts): StandingBook | undefined => bookIn(standing, form.cbjyqzbm, form.djbId)
const at = (field: string, zh: string, en: string): Problem => invalidField(field, { zh, en })

/** Why this paper cannot be supplied, the weightiest first. Source: business-flows.md 4.11, 3.3, 14. */
export function faults(form: SupplementForm, facts: Facts, { item }: About): Problem[] {
  const { standing, papers } = facts
  const book = chosen(form, facts)
  if (!standing || !book || !papers) return [refusal('E1004')]
  if (standing.holder.fbfbm !== form.fbfbm) return [at('cbjyqzbm', '登记簿不属于所选发包方', 'The book belongs to another issuer')]
  const blocked = standingFaults(standing, [book], { mortgage: true, end: true })
  if (blocked.length) return blocked
  switch (item) {
    case ITEM.sign:
      return papers.signStatus === SIGN.signed ? [at('cbjyqzbm', '合同已签订，不需要补签', 'The contract is already signed')] : []
    case ITEM.scan:
      return scanFaults(form, book, papers, standing.today)
    default:
      return certificateFaults(papers)
  }
}

/** The paper must say what the book says: what differs is listed all at once. Source: business-flows.md 4.11 (_2); rulings.md 2. */
function scanFaults(form: SupplementForm, book: StandingBook, papers: BookPapers, today: string): Problem[] {
  const { attachId, djsj, qdsj, formerQdsj } = papers
  if (attachId) return [at('cbjyqzbm', '合同已有签署文件，不需要补录', 'The contract already has its file')]
  const never = paperDayWrong(form.qdsj!, { qdsj, djsj, formerQdsj, ...book.terms }, today)
  if (never) return [invalidField('qdsj', never)]
  const wrong = differences(form, book)
  const total = contractArea(book.lines.map((l) => l.line)).htzmjm
  if (mu(form.htzmjm!) === total) return wrong.length ? [problems.invalid(wrong)] : []
  return [areaDiffers('htzmjm', sum([mu(form.htzmjm!), mu(`-${total}`)]), wrong)]
}
function differences(form: SupplementForm, book: StandingBook): Wrong[] {
  const inBook = new Map(book.lines.map(({ line }) => [line.dkbm, line.htmjm]))
  const missing = [...inBook.keys()].filter((dkbm) => !form.dk.some((d) => d.dkbm === dkbm))
  const fault = (field: string, msg: Text): Wrong => ({ field, msg })
  return [
    ...form.dk.flatMap(({ dkbm, htmjm }, i) => {
      const said = inBook.get(dkbm)
      if (said === undefined) return [fault(`dk.${i}.dkbm`, both(`地块【${dkbm}】不在该登记簿中`, `Parcel ${dkbm} is not in this book`))]
      if (mu(said) === mu(htmjm)) return []
      const msg = both(`地块【${dkbm}】合同记载${htmjm}亩，登记簿为${said}亩`, `Parcel ${dkbm}: ${htmjm} mu in the contract, ${said} mu in the book`)
      return [fault(`dk.${i}.htmjm`, msg)]
    }),
    ...(missing.length
      ? [
          fault(
            'dk',
            both(`登记簿中的地块【${missing.join('、')}】合同没有记载`, `The contract does not have these parcels of the book: ${missing.join(', ')}`),
          ),
        ]
      : []),
  ]
}
/** Only what was given out can be lost or damaged, and only what is ours is made anew. Source: business-flows.md 4.11, 8. */
function certificateFaults({ fzrq, sfbdcfz }: BookPapers): Problem[] {
  if (sfbdcfz === YES)
    return [at('cbjyqzbm', '已颁发不动产权证，请向不动产登记机构申请', 'A real-estate certificate was issued: it is the registry that makes another')]
  return fzrq ? [] : [at('cbjyqzbm', '权证尚未发放，不能补发、换发', 'The certificate was never issued')]
}

/** What the register is told; the book stays as it is, and its term is not touched by a late day of signing. Source: acts.md 3, contract_supplement. */
function acts(form: SupplementForm, contracts: readonly ContractFile[], { item }: About): Act[] {
  const { cbjyqzbm: code, bgyy: reason } = form
  const file = contracts.find((c) => c.cbhtbm === code)
  switch (item) {
    case ITEM.sign:
    case ITEM.scan: {
      const { qdsj, attachId, fileHash, signWay } = file!
      const own = item === ITEM.sign ? { signWay, htlx: HTLX.late } : { signWay: ON_PAPER }
      return [{ act: 'setContract', cbhtbm: code, qdsj, attachId, fileHash, signStatus: SIGN.signed, ...own }]
    }
    case ITEM.lost:
      return [
        { act: 'certificate', code, event: 'reissue', reason },
        { act: 'note', on: code, ...ENTRY.lost, text: reason },
      ]
    default:
      return [
        { act: 'certificate', code, event: 'replace', reason },
        { act: 'note', on: code, ...ENTRY.damaged, text: reason },
      ]
  }
}
/** The one entry of the case. */
export const entries = (form: SupplementForm, _facts: Facts, contracts: readonly ContractFile[], about: About): Planned[] => [
  { acts: acts(form, contracts, about) },
]

/** The contract that is signed now, or the one that was signed on paper. */
function contractsOf(form: SupplementForm, { standing, papers }: Facts, { item }: About): ContractPlan[] {
  if (item !== ITEM.sign && item !== ITEM.scan) return []
  const { cbfbm, cbfmc } = standing!.holder
  const own = item === ITEM.sign ? { htlx: HTLX.late, qdsj: null } : { htlx: papers!.htlx ?? HTLX.household, qdsj: form.qdsj }
  return [{ cbhtbm: form.cbjyqzbm, cbfbm: cbfbm!, cbfmc, ...own }]
}
/** What the case holds, has signed and posts. */
export function consequences(form: SupplementForm, facts: Facts, about: About): Meaning {
  const standing = facts.standing!
  const book = chosen(form, facts)!
  const cbfbm = standing.holder.cbfbm!
  const { cbqxq, cbqxz } = book.terms
  return {
    codes: { cbfbm, cbhtbm: form.cbjyqzbm },
    locks: standingLocks(standing, [book], []),
    contracts: contractsOf(form, facts, about),
    posted: {
      targets: [cbfbm, book.code, ...book.lines.map((l) => l.line.dkbm)],
      cbfbm,
      dk: book.lines.map(({ line: { dkbm, htmj, htmjm, sfqqqg }, parcel }) => ({ dkbm, dkmc: parcel.dkmc ?? '', htmj, htmjm, sfqqqg })),
      cbht: { cbqxq, cbqxz },
    },
    books: [{ code: book.code, djbId: book.djbId, role: 'source' }],
    gates: { needPublicity: about.item === ITEM.lost && facts.postsLoss },
  }
}
