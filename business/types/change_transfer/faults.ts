// Why a transfer cannot be made, from the form and what was found. Pure. Source: business-flows.md 4.4, 3.3, 14.
import { compare, m2, mu } from '../../../land/definitions/area.ts'
import { both } from '../../../kit/model/lang.ts'
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { parcelAreaWrong } from '../../../land/definitions/contract-area.ts'
import { CBFLX } from '../../../land/definitions/household.ts'
import type { Member } from '../../../land/register/acts/acts.ts'
import { doubleFaults, firstBookFaults } from '../../cases/people/members.ts'
import { cutOffFaults, lineOver, notInBook } from '../../parts/moves.ts'
import { cutFaults, lateUndrawn } from '../../cases/land/pieces.ts'
import { contractorSeized, refusalAt } from '../../cases/rules/problems.ts'
import { bookIn, standingFaults, type Standing, type StandingBook } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import { linesAfter, movesOf, ownBook, type Facts } from './plan.ts'
import { isKnown, ITEM, PARTY, type TransferForm } from './type.ts'

const at = (field: string, zh: string, en: string): Problem => invalidField(field, { zh, en })
const RECEIVER = 'cbfZr.cbfbm'
const MINDS = { mortgage: true, end: true } as const
const SHARED = '1'
/** Digits of a code that name the village. */
const VILLAGE = 12

/** Why this transfer cannot be made, the weightiest first. */
export function faults(form: TransferForm, facts: Facts, about: About): Problem[] {
  const { source, receiver } = facts
  const book = bookIn(source, form.cbjyqzbm, form.djbId)
  if (!source || !book) return [refusalAt('cbjyqzbm', 'E1004')]
  if (source.holder.fbfbm !== form.fbfbm) return [at('cbjyqzbm', '登记簿不属于所选发包方', 'The book belongs to another issuer')]
  if (isKnown(form) && !receiver) return [at(RECEIVER, '受让方不存在', 'There is no such receiver')]
  const { cbqxq } = book.terms
  const early =
    form.xyrq < cbqxq && cbqxq <= source.today
      ? [at('xyrq', `转让协议日期不能早于承包期限起${cbqxq}`, `The agreement was not made before the term began on ${cbqxq}`)]
      : []
  const late = form.xyrq > source.today ? [at('xyrq', '转让协议日期不能晚于今天', 'The agreement was not made in the future')] : []
  return [
    ...(receiver ? receiverFaults(form, facts, receiver, source) : []),
    ...standingFaults(source, [book], MINDS),
    ...doubleFaults(
      (facts.household?.members ?? []).map((m) => m.values as Member),
      facts.elsewhere,
      (i) => `cbfZr.jtcyList.${i}.cyzjhm`,
    ),
    ...termFaults(book, facts),
    ...lineFaults(form, book, facts, about),
    ...late,
    ...early,
  ]
}

/** A receiver of the register: a household of the same collective against which nothing stands, its book as it was chosen. */
function receiverFaults(form: TransferForm, facts: Facts, receiver: Standing, source: Standing): Problem[] {
  const { holder, members } = receiver
  const own = ownBook(facts)
  if (holder.cbflx !== CBFLX.household || holder.fbfbm.slice(0, VILLAGE) !== source.holder.fbfbm.slice(0, VILLAGE)) return [refusalAt(RECEIVER, 'E1012')]
  // the version that was seen: of a receiver without a book there is none
  if (own && !form.djbIdZr)
    return [at('djbIdZr', `缺少受让方登记簿【${own.code}】的版本（djbIdZr）`, `The version of the receiver's book ${own.code} (djbIdZr) is missing`)]
  if ((form.djbIdZr ?? undefined) !== own?.djbId) return [refusalAt(RECEIVER, 'E1004')]
  return [
    ...(facts.barred.has('cf') ? [contractorSeized({ cbfbm: facts.cbfbm, cbfmc: holder.cbfmc })] : []),
    ...standingFaults(receiver, own ? [own] : [], MINDS),
    ...firstBookFaults(RECEIVER, holder, members, !!own || facts.isContracted),
    // a contract that has no book must get one first
    ...(!own && facts.isContracted ? [refusalAt(RECEIVER, 'E1013')] : []),
  ]
}
/** One contract has one term: what comes may not run out before it. */
function termFaults(book: StandingBook, facts: Facts): Problem[] {
  const [own, end] = [ownBook(facts)?.terms.cbqxz, book.terms.cbqxz]
  if (!own || own <= end) return []
  const more = both(
    `受让方合同至【${own}】，转出方合同至【${end}】，一份合同只能有一个期限，请先使两者一致`,
    `the receiver's contract runs to ${own}, the transferor's to ${end}; one contract has one term: make them the same first`,
  )
  return [refusalAt(RECEIVER, 'E1017', more)]
}

/** Why these parcels may not go. */
function lineFaults(form: TransferForm, book: StandingBook, facts: Facts, about: About): Problem[] {
  const missing = notInBook(form.dk, book, 'dk')
  if (missing.length) return missing
  if (about.item === ITEM.some && form.dk.length === book.lines.length)
    return [at('dk', '已选择全部地块，请办理全部地块转让', 'Every parcel is chosen: this is a transfer of all')]
  const cut = form.cuts.flatMap((c, i): Problem[] => {
    const path = `cuts.${i}`
    const line = lineOver(book, c.dkbm)
    if (!line) return [at(`${path}.dkbm`, `地块【${c.dkbm}】不在该登记簿中`, `Parcel ${c.dkbm} is not in this book`)]
    return [...cutOffFaults(line, c, PARTY.source, path), ...cutFaults(c, facts.cuts[i], path)]
  })
  const shares = about.item === ITEM.shares ? shareFaults(form, book, facts, about) : []
  return [...cut, ...lateUndrawn(form.cuts, 'cuts', about), ...shares]
}
/** Shares: the line is one, what goes is no more than it, and what stays and what the receiver holds then are areas in both units. */
function shareFaults(form: TransferForm, book: StandingBook, facts: Facts, about: About): Problem[] {
  const moves = movesOf(form, book, facts, about)
  const after = linesAfter(form, book, facts, about)
  return form.dk.flatMap(({ dkbm, htmj, htmjm }, i): Problem[] => {
    const { line } = lineOver(book, dkbm)!
    if (line.sfqqqg !== SHARED)
      return [at(`dk.${i}.dkbm`, `地块【${dkbm}】不是确权确股，请办理地块转让`, `Parcel ${dkbm} is not held in shares: transfer the parcel`)]
    if (!htmj || !htmjm) return []
    if (compare(m2(htmj), m2(line.htmj)) > 0 || compare(mu(htmjm), mu(line.htmjm)) > 0)
      return [
        at(
          `dk.${i}.htmj`,
          `转让面积${htmj}平方米（${htmjm}亩）超过本户份额${line.htmj}平方米（${line.htmjm}亩）`,
          `${htmj} m² (${htmjm} mu) are more than the share of ${line.htmj} m² (${line.htmjm} mu)`,
        ),
      ]
    const whole = [...(moves.get(dkbm)?.kept ?? []), ...after.receiver.filter((l) => l.dkbm === dkbm)]
    const wrong = whole.map(parcelAreaWrong).find((x) => x)
    return wrong ? [at(`dk.${i}.htmjm`, `转让后的份额：${wrong.zh}`, `The share after the transfer: ${wrong.en}`)] : []
  })
}
