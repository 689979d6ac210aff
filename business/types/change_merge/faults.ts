// Why households cannot be merged, from the form and what was found. Pure. Source: business-flows.md 4.3, 3.3, 14.
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { CBFLX, headIndex } from '../../../land/definitions/household.ts'
import { isOwner, personOf } from '../../../land/definitions/person.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { bookIn, standingFaults, type Standing, type StandingBook } from '../../cases/definitions/standing.ts'
import { households, membersAfter, merged, type Facts } from './plan.ts'
import type { MergeForm } from './type.ts'

const at = (field: string, zh: string, en: string): Problem => invalidField(field, { zh, en })

/** Why this merge cannot be made, the weightiest first. */
export function faults(form: MergeForm, facts: Facts): Problem[] {
  const chosen = [form, ...form.sources]
  const found = chosen.flatMap((b, i) => (bookIn(facts.standings[i], b.cbjyqzbm, b.djbId) ? [facts.standings[i]!] : []))
  if (found.length < chosen.length) return [refusal('E1004')]
  const place = (i: number) => (i === 0 ? 'cbjyqzbm' : `sources.${i - 1}.cbjyqzbm`)
  const each = found.flatMap((s, i) => bookFaults(form, s, chosen[i]!.cbjyqzbm, place(i)))
  if (each.length) return each
  const blocked = found.flatMap((s) => standingFaults(s, s.books, { mortgage: true, end: true }))
  return blocked.length ? blocked : [...peopleFaults(form, facts), ...termFaults(facts, found, place)]
}
/** Households of one issuer that contract in one way. */
function bookFaults(form: MergeForm, { holder }: Standing, code: string, place: string): Problem[] {
  if (holder.fbfbm !== form.fbfbm)
    return place === 'cbjyqzbm'
      ? [at(place, '登记簿不属于所选发包方', 'The book belongs to another issuer')]
      : [at(place, '被合并农户与存续农户不属于同一发包方', 'This household belongs to another issuer than the surviving one')]
  if (holder.cbflx !== CBFLX.household) return [at(place, '承包方不是农户，不能合户', 'The contractor is no household')]
  return code.slice(-1) === form.cbjyqzbm.slice(-1)
    ? []
    : [at(place, '承包方式与存续农户不同，不能合户', 'This book is of another way of contracting than that of the surviving household')]
}
/** Everybody of all households stands in the new one, once, below the head of the surviving one. */
function peopleFaults(form: MergeForm, facts: Facts): Problem[] {
  const { survivor, everybody } = households(facts)
  const known = new Map(everybody.map((m) => [m.id, m]))
  const strange = form.jtcyList.flatMap((m, i) => {
    const row = known.get(m.id)
    if (!row) return [at(`jtcyList.${i}.yhzgx`, '该成员不在所选农户中', 'This member is of none of the households')]
    return m.cyxm && m.cyxm !== row.cyxm ? [at(`jtcyList.${i}.yhzgx`, `成员信息已变更为【${row.cyxm}】，请刷新`, `The member is now ${row.cyxm}: reload`)] : []
  })
  if (strange.length) return strange
  const members = membersAfter(form, facts)
  const persons = members.map(personOf)
  const doubled = persons.flatMap((p, i) =>
    persons.indexOf(p) < i
      ? [at(`jtcyList.${i}.yhzgx`, `【${members[i]!.cyxm}】在多个农户中，请只保留一条`, `${members[i]!.cyxm} stands in several households: keep one of them`)]
      : [],
  )
  const missing = everybody.flatMap((m) =>
    persons.includes(personOf(m)) ? [] : [at('jtcyList', `成员【${m.cyxm}】未列入合并后的农户`, `Member ${m.cyxm} is missing in the merged household`)],
  )
  const head = headIndex(members)
  const was = survivor.members[headIndex(survivor.members)]
  const other =
    was && personOf(members[head]!) !== personOf(was)
      ? [at(`jtcyList.${head}.yhzgx`, `户主应为存续农户的户主【${was.cyxm}】`, `The head is that of the surviving household, ${was.cyxm}`)]
      : isOwner(members[head]!)
        ? []
        : [at(`jtcyList.${head}.yhzgx`, '户主必须在世且为共有人', 'The head must be alive and a co-owner')]
  return [...doubled, ...missing, ...other]
}
/** Years between the ends of two terms that no difference within one round explains. */
const ROUND_APART = 25
const inYears = (day: string, years: number) => `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
/** Whether one book is extended and the other is not: its term follows that of the other, or is the next one beside it. */
const isExtended = ({ terms: a }: StandingBook, { terms: b }: StandingBook): boolean =>
  a.cbqxz > b.cbqxz && (a.cbqxq > b.cbqxz || (!!a.prevCbqxz && !b.prevCbqxz) || a.cbqxz >= inYears(b.cbqxz, ROUND_APART))
/**
 * A term ends with the first that ends. Where some are extended and others are not, whichever survives, the others are extended first: else the years that are extended would be lost.
 * Source: rulings.md 58.
 */
const termFaults = (facts: Facts, found: readonly Standing[], place: (i: number) => string): Problem[] =>
  merged(facts).flatMap(({ code, terms, of }) => {
    const behind = code.endsWith('J') ? of.find((b) => of.some((a) => isExtended(a, b))) : undefined
    if (behind)
      return [
        at(
          place(found.findIndex((s) => s.books.includes(behind))),
          `【${behind.code}】尚未延包（承包期限至${behind.terms.cbqxz}），其他农户已延包，请先办理延包再合户`,
          `Book ${behind.code} is not extended (its term ends on ${behind.terms.cbqxz}) and another one is: extend it first, then merge`,
        ),
      ]
    if (terms.cbqxq < terms.cbqxz) return []
    const first = of.find((b) => b.terms.cbqxz === terms.cbqxz)!
    return [
      at(
        place(found.findIndex((s) => s.books.includes(first))),
        `【${first.code}】的承包期限止于${terms.cbqxz}，早于存续农户的承包期限起${terms.cbqxq}，请先办理延包`,
        `The term of ${first.code} ends on ${terms.cbqxz}, before that of the surviving household begins (${terms.cbqxq}): renew it first`,
      ),
    ]
  })
