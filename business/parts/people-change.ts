// Members of a household that a case changes: what may change while its head stays, and what while another member represents it. Pure.
import { both } from '../../kit/model/lang.ts'
import { invalidField, problems, type Problem, type Wrong } from '../../kit/model/problem.ts'
import { MEMBER_ID, membersExchanged, namesTaken, personReplaced } from '../../land/definitions/corrections.ts'
import { CBFLX, headIndex } from '../../land/definitions/household.ts'
import type { Member } from '../../land/register/acts/acts.ts'
import { memberOf, personFaults, memberSaysSame, MEMBER_FIELDS, type SentMember } from '../cases/people/members.ts'
import type { Standing } from '../cases/definitions/standing.ts'

/** The members of a household as the register is told. */
export const membersAs = (sent: readonly SentMember[], standing: Pick<Standing, 'members'>): Member[] =>
  sent.map((m) =>
    memberOf(
      m,
      standing.members.find((s) => s.id === m.id),
    ),
  )
/** What a new head gives the contractor's own row: name and number, and the phone where one is told. */
export function headFields(members: readonly Member[], lxdh: string | null | undefined) {
  const head = members[headIndex(members)]!
  return { cbfmc: head.cyxm!, cbfzjlx: head.cyzjlx!, cbfzjhm: head.cyzjhm!, ...(lxdh ? { lxdh } : {}) }
}
/** Whether another member represents the household afterwards. */
export const isOtherHead = (sent: readonly SentMember[], standing: Standing): boolean =>
  sent[headIndex(sent)]?.id !== standing.members[headIndex(standing.members)]?.id

/** Nobody becomes somebody else in his own row: who is replaced leaves, and who replaces him comes as a new member. */
function replacedFaults(members: readonly Member[], standing: Pick<Standing, 'members'>, path: string): Problem[] {
  const of = members.map((m) => {
    const was = standing.members.find((s) => s.id === m.id)
    return { was: { ...(was ?? m) }, is: { ...m } }
  })
  const replaced = of.flatMap(({ was, is }, i): Wrong[] =>
    personReplaced(was, is, MEMBER_ID).map(() => ({
      field: `jtcyList.${i}.cyxm`,
      msg: both(
        `成员【${String(was.cyxm)}】的姓名和证件号码不能同时变更：换人请减少原成员并新增成员`,
        `Name and number of ${String(was.cyxm)} cannot change together: a different person comes as a new member, and this one leaves`,
      ),
    })),
  )
  const wrong = [...replaced, ...membersExchanged(of), ...namesTaken(of)].map((w) => ({ ...w, field: `${path}${w.field}` }))
  return wrong.length ? [problems.invalid(wrong)] : []
}
/**
 * Why members may not change so; paths begin at `at`. `byHead`: the representative changes, and then only relations change besides, and the former head may die
 * or leave; else the head stays as it is. Source: business-flows.md 4.6 (_1, _2).
 */
export function peopleFaults(sent: readonly SentMember[], standing: Standing, byHead: boolean, path = ''): Problem[] {
  const at = (field: string, zh: string, en: string): Problem => invalidField(`${path}${field}`, { zh, en })
  if (standing.holder.cbflx !== CBFLX.household) return [at('cbjyqzbm', '承包方不是农户，没有家庭成员', 'The contractor is no household and has no members')]
  const known = new Map(standing.members.map((m) => [m.id, m]))
  const stranger = sent.findIndex((m) => m.id && !known.has(m.id))
  if (stranger >= 0) return [at(`jtcyList.${stranger}.cyxm`, '该成员不在本户', 'This member is not of the household')]
  const members = membersAs(sent, standing)
  const [was, is] = [standing.members[headIndex(standing.members)], members[headIndex(members)]!]
  const place = `jtcyList.${headIndex(members)}`
  const people = [...personFaults(members, standing.members, path), ...replacedFaults(members, standing, path)]
  if (people.length) return people
  const differs = (i: number, names: readonly (typeof MEMBER_FIELDS)[number][]) => {
    const before = members[i]!.id ? known.get(members[i]!.id!) : undefined
    return names.some((n) => !memberSaysSame(n, before?.[n], members[i]![n]))
  }
  if (!byHead) {
    if (is.id !== was?.id) return [at(`${place}.yhzgx`, '更换户主请办理承包方代表变更', 'Another head is a change of the representative')]
    if (is.cyxm !== was?.cyxm || is.cyzjlx !== was?.cyzjlx || is.cyzjhm !== was?.cyzjhm)
      return [at(`${place}.cyxm`, '户主姓名或证件有误请办理承包方信息更正', 'Name and number of the head are changed by a correction of the contractor')]
    const same = members.length === standing.members.length && members.every((m, i) => m.id && !differs(i, MEMBER_FIELDS))
    return same ? [at('jtcyList', '家庭成员没有变更', 'Nothing of the members was changed')] : []
  }
  if (!is.id) return [at(`${place}.yhzgx`, '新的代表须为本户现有成员', 'The new representative must be an existing member')]
  if (is.id === was?.id) return [at('jtcyList', '请选择新的承包方代表', 'Select the new representative')]
  const others = members.flatMap((m, i): Problem[] => {
    if (!m.id) return [at(`jtcyList.${i}.cyxm`, '代表变更时不能新增成员', 'No member comes in while the representative changes')]
    // of the new representative a remark may say why he is
    const names = m.id === was?.id ? MEMBER_FIELDS.slice(0, 5) : m.id === is.id ? MEMBER_FIELDS.filter((n) => n !== 'cybzsm') : MEMBER_FIELDS
    return differs(
      i,
      names.filter((n) => n !== 'yhzgx'),
    )
      ? [at(`jtcyList.${i}.cyxm`, '代表变更时只能变更与户主关系', 'Only relations change while the representative changes')]
      : []
  })
  const gone = standing.members.find((m) => m.id !== was?.id && !members.some((x) => x.id === m.id))
  const left = gone ? [at('jtcyList', `代表变更时不能减少成员【${gone.cyxm}】`, `Member ${gone.cyxm} cannot leave while the representative changes`)] : []
  return [...others, ...left]
}
