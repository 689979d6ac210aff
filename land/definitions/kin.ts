// What the ages of a household say: a head who is a child is asked for, what contradicts itself is remarked on. Pure. Source: rulings.md 51; codes.md 3.5.
import { today } from '../../kit/model/clock.ts'
import { idKey } from '../../kit/model/id-card.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { headIndex, relationHint } from './household.ts'
import { bearerOf, yearsLater, type PersonLike } from './membership.ts'
import { DEAD } from './person.ts'

/** Years from which on somebody who lives by his own work counts as of age. Source: Civil Code art. 18. */
const OF_AGE = 16
/** Relations (dictionary yhzgx): spouses, children, parents of the head. Source: GB/T 4761. */
export const isSpouse = (r: unknown): boolean => /^1[0-2]$/.test(String(r))
// those of the blood: who married in or was adopted may be of any age
const isChild = (r: unknown): boolean => /^[23][0-69]$/.test(String(r))
const isParent = (r: unknown): boolean => /^5[0-2]$/.test(String(r))
const bornOf = (m: PersonLike): string | undefined => bearerOf(m)?.birthday
/** Years from which on people marry, by sex. Source: Civil Code art. 1047. */
const MARRIES: Readonly<Record<string, number>> = { '1': 22, '2': 20 }

/** Whether the birthdays of two people of a household may be compared. */
type Comparing = (a: PersonLike, b: PersonLike) => boolean
const ALWAYS: Comparing = () => true
/**
 * Where the caller sees numbers with stars (`compares` false), what he types is compared with what he types and the register with itself, never one with the other:
 * he would find a birthday by typing others beside it. `before`: the members as they stand; others with an id stand in other households.
 */
export function ageComparison(compares: boolean, before: readonly PersonLike[] = []): Comparing {
  const isTyped = (m: PersonLike) => {
    const was = before.find((s) => !!m.id && String(s.id) === String(m.id))
    return was ? idKey(was.cyzjhm) !== idKey(m.cyzjhm) : !m.id
  }
  return (a, b) => compares || isTyped(a) === isTyped(b)
}

/** Why a head is asked for: under 16 on the day `today`, or born after a child of the household. */
export function youngHead(members: readonly PersonLike[], today: string, may = ALWAYS): Text | undefined {
  const head = members[headIndex(members)]
  const born = head && bornOf(head)
  if (!born) return undefined
  if (yearsLater(born, OF_AGE) > today) return both(`户主【${String(head.cyxm)}】未满${OF_AGE}周岁`, `The head ${String(head.cyxm)} is under ${OF_AGE}`)
  const child = members.find((m) => m !== head && isChild(m.yhzgx) && may(m, head) && (bornOf(m) ?? born) < born)
  return (
    child &&
    both(`户主【${String(head.cyxm)}】比子女【${String(child.cyxm)}】年幼`, `The head ${String(head.cyxm)} is younger than the child ${String(child.cyxm)}`)
  )
}
/** The same where it is asked of a household that changes: what stood so already is not asked again. `before`: its members as they stand, none of a new one. */
export function headAsked(members: readonly PersonLike[], before: readonly PersonLike[], today: string, may = ALWAYS): Text | undefined {
  const [head, was] = [members[headIndex(members)], before[headIndex(before)]]
  const isKnown = !!was?.id && String(was.id) === String(head?.id) && !!youngHead(before, today)
  return isKnown ? undefined : youngHead(members, today, may)
}
/** What somebody should look at in a household: a relation that does not fit the sex, a spouse below the age of marriage, two spouses who live, children and parents whose ages cannot be. Paths begin at `jtcyList`. */
export function kinHints(members: readonly PersonLike[], day = today(), may = ALWAYS): Wrong[] {
  const head = members[headIndex(members)]
  const born = head && bornOf(head)
  const spouses = members.flatMap((m, i) => (isSpouse(m.yhzgx) && m.cybz !== DEAD ? [i] : []))
  return [
    ...members.flatMap((m, i): Wrong[] => {
      const msg = relationHint(m)
      return msg ? [{ field: `jtcyList.${i}.yhzgx`, msg }] : []
    }),
    ...spouses.slice(1).map((i) => ({ field: `jtcyList.${i}.yhzgx`, msg: both('户主有多名配偶，请核对', 'The head has several spouses: please check') })),
    ...spouses.flatMap((i) => {
      const told = bearerOf(members[i]!)
      const age = told && MARRIES[told.sex]!
      return told && yearsLater(told.birthday, age!) > day
        ? [{ field: `jtcyList.${i}.yhzgx`, msg: both(`配偶未满${age}周岁，请核对`, `This spouse is under ${age}: please check`) }]
        : []
    }),
    ...members.flatMap((m, i): Wrong[] => {
      const own = bornOf(m)
      if (!born || !own || m === head || !may(m, head)) return []
      const field = `jtcyList.${i}.yhzgx`
      if (isChild(m.yhzgx) && own < yearsLater(born, OF_AGE) && own >= born)
        return [
          { field, msg: both(`子女与户主年龄相差不足${OF_AGE}岁，请核对`, `This child is less than ${OF_AGE} years younger than the head: please check`) },
        ]
      if (isChild(m.yhzgx) && own < born) return [{ field, msg: both('子女比户主年长，请核对', 'This child is older than the head: please check') }]
      return isParent(m.yhzgx) && own > born ? [{ field, msg: both('父母比户主年幼，请核对', 'This parent is younger than the head: please check') }] : []
    }),
  ]
}
