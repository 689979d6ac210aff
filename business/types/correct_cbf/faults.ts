// Why a contractor cannot be corrected so, from the form and what was found. Pure. Source: business-flows.md 4.9, 3.3, 14.
import { invalidField, problems, type Problem } from '../../../kit/model/problem.ts'
import {
  CONTRACTOR_ID,
  MEMBER_ID,
  memberCorrected,
  membersExchanged,
  namesTaken,
  ORGANISATION_ID,
  personReplaced,
  type CorrectedPerson,
} from '../../../land/definitions/corrections.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { CBFLX, headIndex } from '../../../land/definitions/household.ts'
import { personOf, residentLike } from '../../../land/definitions/person.ts'
import { changedNamesWrong } from '../../../land/definitions/stored-names.ts'
import { nameWrong, personsWrong } from '../../../land/definitions/membership.ts'
import type { Member } from '../../../land/register/acts/acts.ts'
import { doubleFaults, personFaults, memberSaysSame, MEMBER_FIELDS } from '../../cases/people/members.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { standingFaults, type Standing } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import { corrected, correctedHolder, membersAfter, type Facts } from './plan.ts'
import { ITEM, type CorrectForm } from './type.ts'

const at = (field: string, zh: string, en: string): Problem => invalidField(field, { zh, en })
const isSame = (a: unknown, b: unknown): boolean => (a ?? '') === (b ?? '')
const PERSON = ['cyxm', 'cyzjlx', 'cyzjhm'] as const

/** Why this correction cannot be made, the weightiest first. */
export function faults(form: CorrectForm, facts: Facts, about: About): Problem[] {
  const found = corrected(form, facts, about)
  if (!found) return [refusal('E1004')]
  const { standing, books } = found
  if (standing.holder.fbfbm !== form.fbfbm) return [at('cbjyqzbm', '登记簿不属于所选发包方', 'The book belongs to another issuer')]
  const blocked = standingFaults(standing, books, { mortgage: false, end: false })
  if (blocked.length) return blocked
  if (about.item === ITEM.members)
    return [...memberFaults(form, facts, standing, about), ...doubleFaults(membersAfter(form, standing, about)!, facts.elsewhere)]
  if (about.item === ITEM.name) return nameFaults(form, facts, standing, about)
  const after: Readonly<Record<string, unknown>> = correctedHolder(form, standing, about)
  const before: Readonly<Record<string, unknown>> = standing.holder
  return Object.keys(after).every((n) => isSame(after[n], before[n])) ? [at('lxdh', '联系方式没有更正', 'Nothing of the contact data was corrected')] : []
}

function nameFaults(form: CorrectForm, { elsewhere, first }: Facts, standing: Standing, about: About): Problem[] {
  const { holder, members } = standing
  const after = membersAfter(form, standing, about)
  const head = members[headIndex(members)]
  if (after && !head) return [at('cbfmc', '本户没有户主，请先更正家庭成员信息', 'The household has no head: correct its members first')]
  const now = { ...holder, ...correctedHolder(form, standing, about) }
  const same = (['cbfmc', 'dwmc', 'cbfzjlx', 'cbfzjhm'] as const).every((n) => isSame(now[n], holder[n]))
  const sameHead = !head || (isSame(head.cyxm, now.cbfmc) && isSame(head.cyzjlx, now.cbfzjlx) && isSame(head.cyzjhm, now.cbfzjhm))
  if (same && sameHead) return [at('cbfmc', '姓名、证件没有更正', 'Neither name nor ID was corrected')]
  const before = first?.get(holder.id)
  const of = after ? each(after, standing, first) : []
  const replaced = [
    ...personReplaced({ ...holder }, now, CONTRACTOR_ID, before),
    ...(holder.dwmc ? personReplaced({ ...holder }, now, ORGANISATION_ID, before) : []),
    // the head may have been corrected as a member before
    ...of.flatMap(({ was, is, first: own }) => personReplaced(was, is, MEMBER_ID, own)),
    ...membersExchanged(of),
    ...namesTaken(of),
  ].map((w) => ({ ...w, field: Object.hasOwn(holder, w.field) ? w.field : 'cbfmc' }))
  if (replaced.length) return [problems.invalid(replaced.slice(0, 1))]
  const name = isSame(now.cbfmc, holder.cbfmc) ? undefined : nameWrong(now.cbfmc)
  if (name) return [invalidField('cbfmc', name)]
  const named = isSame(now.dwmc, holder.dwmc) ? [] : changedNamesWrong(cbf, { dwmc: now.dwmc })
  if (named.length) return [problems.invalid(named)]
  const like = isSame(now.cbfzjlx, holder.cbfzjlx) && isSame(now.cbfzjhm, holder.cbfzjhm) ? undefined : residentLike(now.cbfzjlx, now.cbfzjhm)
  if (like) return [invalidField('cbfzjhm', like)]
  const corrected = { cyzjlx: now.cbfzjlx, cyzjhm: now.cbfzjhm }
  const twice = after?.find((m, i) => i !== headIndex(members) && m.cyzjhm && personOf(m) === personOf(corrected))
  if (twice) return [at('cbfzjhm', `证件号码与家庭成员【${twice.cyxm}】相同`, `Member ${twice.cyxm} has the same ID number`)]
  // what the head's row says of the new number
  const [person] = after ? personsWrong(after, members) : []
  if (person) return [invalidField('cbfzjhm', person.msg)]
  return doubleFaults(after ? [after[headIndex(members)]!] : [], elsewhere, () => 'cbfzjhm')
}

/** Members before and after. */
const each = (after: readonly Member[], { members }: Standing, first: Facts['first']): CorrectedPerson[] =>
  after.flatMap((m) => {
    const was = members.find((s) => s.id === m.id)
    return was ? [{ was: { ...was }, is: { ...m }, first: first?.get(was.id) }] : []
  })

/** The same persons before and after, and the same head: who comes, leaves or dies, and who represents the household, is a change of the contract. */
function memberFaults(form: CorrectForm, { first }: Facts, standing: Standing, about: About): Problem[] {
  const { holder, members } = standing
  if (holder.cbflx !== CBFLX.household) return [at('cbjyqzbm', '承包方不是农户，没有家庭成员', 'The contractor is no household and has no members')]
  const known = new Map(members.map((m) => [m.id, m]))
  const after = membersAfter(form, standing, about)!
  const gone = members.find((m) => !after.some((x) => x.id === m.id))
  if (gone) return [at('jtcyList', `减少成员【${gone.cyxm}】请办理合同变更`, `That member ${gone.cyxm} leaves is a change of the contract`)]
  const wrongs = after.flatMap((m, i): Problem[] => {
    const was = m.id ? known.get(m.id) : undefined
    if (!was) return [at(`jtcyList.${i}.cyxm`, '新增成员请办理合同变更', 'That a member comes is a change of the contract')]
    const wrong = memberCorrected(was, { ...m }, first?.get(was.id))
    return wrong.length ? [problems.invalid(wrong.map((w) => ({ ...w, field: `jtcyList.${i}.${w.field}` })))] : []
  })
  if (wrongs.length) return wrongs
  const of = each(after, standing, first)
  const exchanged = [...membersExchanged(of), ...namesTaken(of)]
  if (exchanged.length) return [problems.invalid(exchanged)]
  const people = personFaults(after, members)
  if (people.length) return people
  const [was, is] = [members[headIndex(members)], after[headIndex(after)]!]
  const i = headIndex(after)
  if (was && was.id !== is.id) return [at(`jtcyList.${i}.yhzgx`, '更换户主请办理合同变更（承包方代表）', 'Another head is a change of the representative')]
  const said = was ?? { cyxm: holder.cbfmc, cyzjlx: holder.cbfzjlx, cyzjhm: holder.cbfzjhm }
  const wrong = PERSON.find((n) => !isSame(said[n], is[n]))
  if (wrong) return [at(`jtcyList.${i}.${wrong}`, '户主姓名、证件请办理姓名、证件更正', 'Name and ID of the head are another item of this type')]
  const same = after.every((m) => MEMBER_FIELDS.every((n) => memberSaysSame(n, known.get(m.id!)![n], m[n])))
  return same ? [at('jtcyList', '家庭成员信息没有更正', 'Nothing of the members was corrected')] : []
}
