// What signing a contract means for the register, from the form and what was found: its faults and its acts. Pure.
import { both } from '../../../kit/model/lang.ts'
import { invalidField, problems, type Problem } from '../../../kit/model/problem.ts'
import type { FlatRow } from '../../../kit/model/resource.ts'
import type { cbf } from '../../../land/definitions/cbf.ts'
import type { dk } from '../../../land/definitions/dk.ts'
import { CBFLX, roundEnd, termEnd, type Round } from '../../../land/definitions/household.ts'
import { beginsLate, isOfRound, isWholeYears, tooLong, yearsWrong, type TermLimits } from '../../../land/definitions/terms.ts'
import { formerArea, sharesBeyond } from '../../../land/definitions/contract-area.ts'
import type { Act, Contract, Line, Member } from '../../../land/register/acts/acts.ts'
import { registerProblems } from '../../../land/register/acts/problems.ts'
import type { RestrictionKind } from '../../../land/register/acts/tables.ts'
import { contractorObjected, contractorSeized, parcelSeized, refusal, refusalAt } from '../../cases/rules/problems.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import { areaFault } from '../../cases/rules/area-limits.ts'
import { doubleFaults, firstBookFaults } from '../../cases/people/members.ts'
import type { Elsewhere } from '../../../land/register/acts/people.ts'
import { LETTER, LONG_TERM, type ParcelLine } from '../../cases/definitions/parts.ts'
import { newContractor, type NewHousehold } from '../../cases/definitions/new-household.ts'
import { shareOf, type Lockable, type Meaning, type Planned } from '../../cases/definitions/meaning.ts'
import { CONTRACTABLE, END_OFF, SIGN_HTLX, isKnownContractor, type SignForm } from './type.ts'

/** A parcel with the current contracts it stands in. */
export type SignedParcel = FlatRow<typeof dk> & { contracts: readonly { cbhtbm: string; sfqqqg: string | null; htmj?: string | null }[] }
/** What the plan needs to know of the register. */
export interface Facts {
  /** the contractor that the form names, with its members; undefined where there is none, or where it is new */
  contractor: (FlatRow<typeof cbf> & { members: readonly Member[] }) | undefined
  /** the new contractor, checked */
  household: NewHousehold | undefined
  cbfbm: string
  /** codes of the contractor's current contracts */
  contracts: readonly string[]
  /** the last version of the book under the code of this contract */
  lastBook: string | undefined
  /** in the form's order; undefined where there is no such parcel */
  parcels: readonly (SignedParcel | undefined)[]
  /** yyyy-MM-dd */
  today: string
  /** members of the household who are co-owners of another one */
  elsewhere: readonly Elsewhere[]
  /** rounds that the issuer has recorded */
  rounds: readonly Round[]
  /** how long contracts may run where no round says it */
  limits: TermLimits
  /** last day of the term that most household books of the issuer have, where that term holds the first day */
  shared: string | undefined
  /** the case is being accepted: days that it begins with are judged then, and stand afterwards */
  isAccepting?: boolean
  /** what stands against contractor and parcels, by code */
  standing: ReadonlyMap<string, ReadonlySet<RestrictionKind>>
}
/** Who holds the contract. */
interface Holder {
  cbfbm: string
  cbfmc: string
  cbflx: string
}
/** The contractor of the plan, once its form has no fault. */
export function holderOf({ contractor, household, cbfbm }: Facts): Holder {
  const { cbfmc, cbflx } = contractor ?? household!.draft
  return { cbfbm, cbfmc, cbflx }
}
/** Code of the contract, its book and its certificate. */
export const signCode = (form: SignForm, cbfbm: string): string => cbfbm + LETTER[form.cbht.cbfs]!

/** What a household that has its contract comes for instead. */
const INSTEAD = both('增加地块请办理“合同变更”中的“地块增加”', 'to add parcels, accept the change of the contract that adds them')
/** Why this contract cannot be signed, the weightiest first. Source: business-flows.md 4.1. */
export function faults(form: SignForm, facts: Facts): Problem[] {
  const found = facts.contractor ? contractorFaults(form, facts.contractor, facts) : []
  if (isKnownContractor(form) && !facts.contractor) return [problems.notFound({ zh: '承包方', en: 'Contractor' })]
  if (found.length) return found
  const holder = holderOf(facts)
  const method =
    LETTER[form.cbht.cbfs] === 'J' && holder.cbflx !== CBFLX.household
      ? [invalidField('cbht.cbfs', { zh: '家庭承包的承包方应为农户', en: 'Household contracting is for households only' })]
      : []
  const second = facts.contracts.includes(signCode(form, holder.cbfbm)) ? [refusalAt('cbf.cbfbm', 'E1013', INSTEAD)] : []
  const people = facts.household
    ? doubleFaults(
        facts.household.members.map((m) => m.values as Member),
        facts.elsewhere,
        (i) => `cbf.jtcyList.${i}.cyzjhm`,
      )
    : // who has a contract already was registered with these members
      doubleFaults(facts.contracts.length ? [] : facts.contractor!.members, facts.elsewhere, () => 'cbf.cbfbm')
  return [
    ...method,
    ...second,
    ...people,
    ...termFaults(form, facts, holder),
    ...beginFaults(form, facts, holder),
    ...form.dk.flatMap((line, i) => parcelFault(line, facts, form, holder, i) ?? []),
  ]
}
/** Years before and after its acceptance in which a first term may begin. */
const BEGINS = { before: 1, after: 3 } as const
const yearsFrom = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
/** A first term begins about when it is signed; a household that holds the land already may have had it since long ago. */
function beginFaults({ cbht: { cbqxq } }: SignForm, { today, isAccepting, parcels }: Facts, holder: Holder): Problem[] {
  if (!isAccepting) return []
  const [from, to] = [yearsFrom(today, -BEGINS.before), yearsFrom(today, BEGINS.after)]
  const isHeld = parcels.every((p) => p?.cbfbm === holder.cbfbm)
  if ((cbqxq >= from || isHeld) && cbqxq <= to) return []
  return [
    invalidField('cbht.cbqxq', {
      zh: `首次签订的承包期限起应在${from}至${to}之间；已签的纸质合同请作为待登记合同录入`,
      en: `A first term must begin between ${from} and ${to}; enter a contract signed on paper earlier as a paper contract`,
    }),
  ]
}
function contractorFaults(form: SignForm, c: NonNullable<Facts['contractor']>, facts: Facts): Problem[] {
  const { standing } = facts
  if (c.fbfbm !== form.fbfbm) return [invalidField('cbf.cbfbm', { zh: '承包方不属于所选发包方', en: 'The contractor belongs to another issuer' })]
  const out = firstBookFaults('cbf.cbfbm', c, c.members, facts.contracts.length > 0)
  const is = standing.get(c.cbfbm!)
  if (is?.has('yy')) out.push(contractorObjected({ cbfbm: c.cbfbm!, cbfmc: c.cbfmc }))
  if (is?.has('cf')) out.push(contractorSeized({ cbfbm: c.cbfbm!, cbfmc: c.cbfmc }))
  return out
}
/**
 * A term is not over, is of whole years or ends with the round (where none is recorded, with the other households' books), and runs no longer than the round or the law has it. Source:
 * rulings.md 1, 50; business-flows.md 4.1.
 */
function termFaults(form: SignForm, { today, rounds, limits, shared, parcels }: Facts, holder: Holder): Problem[] {
  const { cbqx, cbqxq, cbqxz } = form.cbht
  if (cbqxz < today) return [refusal('E1005')]
  const about = { uses: parcels.map((p) => p?.tdlylx), rounds, limits, today }
  const late = beginsLate(form.cbht, about)
  if (late) return [invalidField('cbht.cbqxq', late.msg)]
  const long = tooLong(form.cbht, about)
  if (long?.by === 'round') return [registerProblems.round({ code: signCode(form, holder.cbfbm), day: long.day })]
  if (long) return [invalidField('cbht.cbqxz', long.msg)]
  const end = isOfRound(form.cbht, about) ? (roundEnd(cbqxq, rounds, today) ?? shared) : undefined
  const isWhole = cbqxz === LONG_TERM || cbqxz === termEnd(cbqxq, cbqx) || (cbqxz === end && !isWholeYears(cbqxq, cbqxz))
  if (!isWhole) return [invalidField('cbht.cbqxz', END_OFF)]
  const years = yearsWrong(form.cbht, about)
  return years ? [invalidField(`cbht.${years.field}`, years.msg)] : []
}
/** Why a parcel may not come into this contract. */
function parcelFault(line: ParcelLine, facts: Facts, form: SignForm, holder: Holder, i: number): Problem | undefined {
  const row = facts.parcels[i]
  const is = facts.standing.get(line.dkbm)
  const wrong = (zh: string, en: string) => invalidField(`dk.${i}.dkbm`, { zh, en })
  if (!row) return problems.notFound({ zh: `地块【${line.dkbm}】`, en: `Parcel ${line.dkbm}` })
  if (row.fbfbm !== form.fbfbm) return wrong(`地块【${line.dkbm}】不属于所选发包方`, `Parcel ${line.dkbm} belongs to another issuer`)
  if (!(CONTRACTABLE as readonly string[]).includes(row.dklb))
    return wrong(`地块【${line.dkbm}】的类别不能承包`, `A parcel of this category cannot be contracted: ${line.dkbm}`)
  if (row.cbfbm && row.cbfbm !== holder.cbfbm)
    return wrong(`地块【${line.dkbm}】的承包方不是【${holder.cbfmc}】`, `Parcel ${line.dkbm} belongs to a contractor other than ${holder.cbfmc}`)
  if (is?.has('cf')) return parcelSeized({ dkbm: line.dkbm })
  if (is?.has('dy')) return refusal('E1002', { dkbm: line.dkbm })
  if (is?.has('yy')) return refusal('E1003', { dkbm: line.dkbm })
  // shares of one parcel may stand in several contracts (I4)
  const clash = row.contracts.find((o) => o.sfqqqg !== '1' || line.sfqqqg !== '1')
  if (clash) return refusal('E1015', { dkbm: line.dkbm, cbhtbm: String(clash.cbhtbm) })
  if (line.sfqqqg === '1' && sharesBeyond([...row.contracts, line], row.scmj) > 0n)
    return invalidField(`dk.${i}.htmj`, registerProblems.shares({ dkbm: line.dkbm, scmj: row.scmj ?? '' }).words)
  return areaFault(line, row.scmj, `dk.${i}`)
}

/** Parcels under a contract are 承包地块 (dictionary dklb). */
const CONTRACTED = '10'
const lineOf = ({ areaReason: _, ...l }: ParcelLine): Line => ({ ...l, sfqqqg: l.sfqqqg ?? '2' })
const whole = (dkbm: string): Lockable => ({ objectType: 'dk', objectCode: dkbm })
/** What the case takes, holds, has signed and posts. Codes: cbfbm and its kind, cbhtbm; `isNew`: the contractor is not in the register yet. */
export function consequences(form: SignForm, facts: Facts): Meaning {
  const { cbfbm, cbfmc, cbflx } = holderOf(facts)
  const cbhtbm = signCode(form, cbfbm)
  const { cbfs, cbqxq, cbqxz } = form.cbht
  return {
    codes: { cbfbm, cbflx, isNew: !facts.contractor, cbhtbm },
    locks: [
      { objectType: 'djb', objectCode: cbhtbm },
      { objectType: 'cbf', objectCode: cbfbm },
      // a share is held beside other shares of its parcel, unless the parcel itself changes
      ...form.dk.map((d, i) => (d.sfqqqg === '1' && facts.parcels[i]!.dklb === CONTRACTED ? shareOf(d.dkbm, cbfbm) : whole(d.dkbm))),
    ],
    households: facts.household
      ? [{ at: 'cbf.', members: facts.household.members.map((m) => m.values as Member) }]
      : // who has a contract already was registered with these members
        facts.contracts.length || cbflx !== CBFLX.household
        ? []
        : [{ at: 'cbf.', members: facts.contractor!.members, reasonAt: 'cbf.cbfbm' }],
    contracts: [{ cbhtbm, cbfbm, cbfmc, htlx: SIGN_HTLX[LETTER[cbfs]!], qdsj: null }],
    posted: {
      targets: [cbfbm, cbhtbm, ...form.dk.map((d) => d.dkbm)],
      cbfbm,
      dk: form.dk.map(({ dkbm, htmj, htmjm, sfqqqg }, i) => ({ dkbm, dkmc: facts.parcels[i]!.dkmc ?? '', htmj, htmjm, sfqqqg })),
      cbht: { cbqxq, cbqxz },
    },
  }
}
/** The one entry of the case. */
export function entries(form: SignForm, facts: Facts, contracts: readonly ContractFile[]): Planned[] {
  const code = signCode(form, holderOf(facts).cbfbm)
  return [
    {
      acts: acts(
        form,
        facts,
        contracts.find((c) => c.cbhtbm === code)!,
      ),
    },
  ]
}
/** What the register is told: the new contractor, its parcels as contracted land, the first book and its certificate. Source: acts.md 3, contract_sign. */
export function acts(form: SignForm, facts: Facts, signed: ContractFile): Act[] {
  const { cbfbm, household } = facts
  const code = signCode(form, cbfbm)
  const { cbfs, cbqx, cbqxq, cbqxz, ycbhtbm, yhtzmj, yhtzmjm } = form.cbht
  const { qdsj, signWay, signStatus, attachId, fileHash } = signed
  const file = { qdsj, signWay, signStatus, attachId, fileHash }
  // a total that was typed is that of its parcels (formerWrong), or stands for parcels of which it is not known
  const former = formerArea(form.dk)
  const contract: Contract = { file, htlx: signed.htlx!, ycbhtbm, yhtzmj: former.yhtzmj ?? yhtzmj, yhtzmjm: former.yhtzmjm ?? yhtzmjm }
  return [
    ...(household ? [newContractor(cbfbm, household)] : []),
    ...form.dk.flatMap((l, i) =>
      facts.parcels[i]!.dklb === CONTRACTED ? [] : [{ act: 'setParcel' as const, dkbm: l.dkbm, fields: { dklb: CONTRACTED }, bgfs: '10' as const }],
    ),
    {
      act: 'newBook',
      code,
      fbfbm: form.fbfbm,
      cbfbm,
      from: facts.lastBook ? [facts.lastBook] : [],
      djlx: '0',
      djxl: '0',
      terms: { cbfs, cbqx, cbqxq, cbqxz },
      lines: form.dk.map(lineOf),
      contract,
    },
    { act: 'certificate', code, event: 'new' },
  ]
}
