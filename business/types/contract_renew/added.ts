// Contractors that get land by the extension for the first time (ybddlx 7), as contract_sign makes them, with the term of the round that is added. Pure. Source: acts.md 3.
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { termWithin, type Round } from '../../../land/definitions/household.ts'
import type { Act, Line, Member, Terms } from '../../../land/register/acts/acts.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import { shareOf, type Lockable } from '../../cases/definitions/meaning.ts'
import { doubleFaults } from '../../cases/people/members.ts'
import type { Elsewhere } from '../../../land/register/acts/people.ts'
import { newContractor, type NewHousehold } from '../../cases/definitions/new-household.ts'
import { CONTRACTED, contractedAct, newcomerFault } from '../../parts/newcomers.ts'
import { signedContract } from '../../parts/next-version.ts'
import type { ParcelLine } from '../../cases/definitions/parts.ts'
import type { ParcelStanding } from '../../cases/definitions/standing.ts'
import { RENEWED_WAY, type AddedHousehold, type RenewForm } from './type.ts'
import { words } from './words.ts'

/** The first contract of a household (dictionary htlx): 家庭承包合同. */
export const FIRST_HTLX = '1'
/** 首次登记 by an extension (dictionaries djlx, djxl). */
const ENTRY = { djlx: '0', djxl: '9' } as const
const YEARS = 30
/** What one must know of a new contractor: its checked form, the code that it gets, its parcels in the form's order. */
export interface AddedFact {
  household: NewHousehold | undefined
  cbfbm: string
  parcels: readonly (ParcelStanding | undefined)[]
}

/** The term of a first contract in the round that begins last; none where no plan has added one. */
export function addedTerms(rounds: readonly Round[]): Terms | undefined {
  const round = rounds.toSorted((a, b) => (a.fromDay < b.fromDay ? 1 : -1))[0]
  if (!round) return undefined
  const cbqxq = round.fromDay
  return { cbfs: RENEWED_WAY, cbqxq, ...termWithin(cbqxq, YEARS, [round]) }
}
export const addedCode = ({ cbfbm }: Pick<AddedFact, 'cbfbm'>): string => `${cbfbm}J`
const lineOf = ({ areaReason: _, ...l }: ParcelLine): Line => ({ ...l, sfqqqg: l.sfqqqg ?? '2' })
export const renewedExtraLines = (x: AddedHousehold): Line[] => x.dk.map(lineOf)
const membersOf = ({ household }: AddedFact): readonly Member[] => (household?.members ?? []).map((m) => m.values as Member)

/** Why new contractors cannot get their land, each at its row. */
export function addedFaults(
  { xz, fbfbm }: RenewForm,
  facts: ReadonlyMap<string, AddedFact>,
  rounds: readonly Round[],
  elsewhere: readonly Elsewhere[],
): Problem[] {
  return xz.flatMap((x, i): Problem[] => {
    const fact = facts.get(x.bh)
    if (!rounds.length || !fact?.household) return [invalidField(`xz.${i}.cbf.cbfmc`, words.noPlan)]
    const to = { code: addedCode(fact), fbfbm, cbfbm: fact.cbfbm, cbfmc: fact.household.draft.cbfmc }
    return [
      ...doubleFaults(membersOf(fact), elsewhere, (j) => `xz.${i}.cbf.jtcyList.${j}.cyzjhm`),
      ...x.dk.flatMap((l, j) => newcomerFault(l, fact.parcels[j], to, `xz.${i}.dk.${j}`) ?? []),
    ]
  })
}
/** What the register is told of one. Source: acts.md 3, contract_sign_1 and contract_renew, ybddlx 7. */
export function addedActs(x: AddedHousehold, fact: AddedFact, fbfbm: string, terms: Terms, contracts: readonly ContractFile[]): Act[] {
  const code = addedCode(fact)
  return [
    newContractor(fact.cbfbm, fact.household!),
    ...x.dk.flatMap((l, j) => contractedAct(l.dkbm, fact.parcels[j]!.dklb)),
    {
      act: 'newBook',
      code,
      fbfbm,
      cbfbm: fact.cbfbm,
      from: [],
      ...ENTRY,
      terms,
      lines: renewedExtraLines(x),
      contract: signedContract(contracts, code, FIRST_HTLX) ?? { unsigned: true, htlx: FIRST_HTLX },
    },
    { act: 'certificate', code, event: 'new' },
  ]
}
/** What a case holds of one. */
export const addedLocks = (x: AddedHousehold, fact: AddedFact): Lockable[] => [
  { objectType: 'cbf', objectCode: fact.cbfbm },
  { objectType: 'djb', objectCode: addedCode(fact) },
  ...x.dk.map((d, j): Lockable =>
    d.sfqqqg === '1' && fact.parcels[j]?.dklb === CONTRACTED ? shareOf(d.dkbm, fact.cbfbm) : { objectType: 'dk', objectCode: d.dkbm },
  ),
]
