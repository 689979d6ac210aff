// What the ages of a household say: a head who is a child is asked for, what contradicts itself is remarked on. Pure. Source: rulings.md 51; codes.md 3.5.
import { both, type Text } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { headIndex } from './household.ts'
import { bearerOf, type PersonLike } from './membership.ts'
import { DEAD } from './person.ts'

/** Years from which on somebody who lives by his own work counts as of age. Source: Civil Code art. 18. */
const OF_AGE = 16
/** Relations (dictionary yhzgx): spouses, children, parents of the head. Source: GB/T 4761. */
const isSpouse = (r: unknown): boolean => /^1[0-2]$/.test(String(r))
// those of the blood: who married in or was adopted may be of any age
const isChild = (r: unknown): boolean => /^[23][0-69]$/.test(String(r))
const isParent = (r: unknown): boolean => /^5[0-2]$/.test(String(r))
const bornOf = (m: PersonLike): string | undefined => bearerOf(m)?.birthday
/** The same day this many years later (yyyy-MM-dd, compared as text). */
const later = (day: string, years: number): string => `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`

/** Why a head is asked for: under 16 on the day `today`, or born after a child of the household. */
export function youngHead(members: readonly PersonLike[], today: string): Text | undefined {
  const head = members[headIndex(members)]
  const born = head && bornOf(head)
  if (!born) return undefined
  if (later(born, OF_AGE) > today) return both(`户主【${String(head.cyxm)}】未满${OF_AGE}周岁`, `The head ${String(head.cyxm)} is under ${OF_AGE}`)
  const child = members.find((m) => m !== head && isChild(m.yhzgx) && (bornOf(m) ?? born) < born)
  return (
    child &&
    both(`户主【${String(head.cyxm)}】比子女【${String(child.cyxm)}】年幼`, `The head ${String(head.cyxm)} is younger than the child ${String(child.cyxm)}`)
  )
}
/** What somebody should look at in a household: two spouses who live, children and parents whose ages cannot be. Paths begin at `jtcyList`. */
export function kinHints(members: readonly PersonLike[]): Wrong[] {
  const head = members[headIndex(members)]
  const born = head && bornOf(head)
  const spouses = members.flatMap((m, i) => (isSpouse(m.yhzgx) && m.cybz !== DEAD ? [i] : []))
  return [
    ...spouses.slice(1).map((i) => ({ field: `jtcyList.${i}.yhzgx`, msg: both('户主有多名配偶，请核对', 'The head has several spouses: please check') })),
    ...members.flatMap((m, i): Wrong[] => {
      const own = bornOf(m)
      if (!born || !own || m === head) return []
      const field = `jtcyList.${i}.yhzgx`
      if (isChild(m.yhzgx) && own < later(born, OF_AGE) && own >= born)
        return [
          { field, msg: both(`子女与户主年龄相差不足${OF_AGE}岁，请核对`, `This child is less than ${OF_AGE} years younger than the head: please check`) },
        ]
      if (isChild(m.yhzgx) && own < born) return [{ field, msg: both('子女比户主年长，请核对', 'This child is older than the head: please check') }]
      return isParent(m.yhzgx) && own > born ? [{ field, msg: both('父母比户主年幼，请核对', 'This parent is younger than the head: please check') }] : []
    }),
  ]
}
