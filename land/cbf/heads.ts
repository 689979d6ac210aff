// Households of the register that no member heads, or several do: who the register itself says the head is. Pure. Source: rulings.md 41; codes.md 4.
import { HEAD, isHead, likeness, type HouseholdName, type Likeness } from '../definitions/household.ts'
import { isSpouse } from '../definitions/kin.ts'
import { yearsLater, bearerOf, type PersonLike } from '../definitions/membership.ts'
import { DEAD, isOwner } from '../definitions/person.ts'

/** What is wrong with the head of a household: nobody has the code (01 or 02), or several members have. */
export const HEAD_FAULTS = ['none', 'several'] as const
export type HeadFault = (typeof HEAD_FAULTS)[number]
export type HeadCandidate = PersonLike & { readonly id: string }
/** What is wrong with the head of these members, counted as the codes stand. */
export function headFault(members: readonly PersonLike[]): HeadFault | undefined {
  const n = members.filter(isHead).length
  return n === 1 ? undefined : n === 0 ? 'none' : 'several'
}

const LIKE: readonly Likeness[] = ['same', 'number', 'name']
/** The one member who is the contractor and may head (I8: a co-owner who lives), the surest way first; none where nobody is, or two are in the same way. */
export function proposedHead<M extends HeadCandidate>(c: HouseholdName, members: readonly M[]): { member: M; by: Likeness } | undefined {
  for (const by of LIKE) {
    const found = members.filter((m) => isOwner(m) && likeness(c, m) === by)
    if (found.length > 0) return found.length === 1 ? { member: found[0]!, by } : undefined
  }
  return undefined
}

/** Relations (dictionary yhzgx) that are proposed for who is no head any more. Source: GB/T 4761. */
const RELATION = { spouse: '10', child: { '1': '20', '2': '30' }, parent: { '1': '51', '2': '52' }, other: '97' } as const
const sexOf = (m: PersonLike): '1' | '2' | undefined => (m.cyxb === '1' || m.cyxb === '2' ? m.cyxb : undefined)
/** Years between parents and children at least. */
const GENERATION = 16
/**
 * The relation that is proposed for a member who is the head no more: spouse, where the sexes differ, both are of an age and the household names no other one;
 * child or parent where a generation lies between; else another relative. A person looks at it before it is written.
 */
export function relationTo(head: PersonLike, m: PersonLike, members: readonly PersonLike[]): string {
  const [a, b] = [bearerOf(head)?.birthday, bearerOf(m)?.birthday]
  const sex = sexOf(m)
  if (!a || !b || !sex) return RELATION.other
  if (b >= yearsLater(a, GENERATION)) return RELATION.child[sex]
  if (a >= yearsLater(b, GENERATION)) return RELATION.parent[sex]
  const hasSpouse = members.some((o) => o !== m && isSpouse(o.yhzgx) && o.cybz !== DEAD)
  return sexOf(head) && sexOf(head) !== sex && !hasSpouse ? RELATION.spouse : RELATION.other
}

/** A change of a member's relation. */
export interface RelationChange {
  id: string
  before: string | null
  after: string
}
/** Members as they are after changes. */
export const changedMembers = <M extends HeadCandidate>(members: readonly M[], changes: readonly RelationChange[]): M[] =>
  members.map((m) => {
    const to = changes.find((x) => x.id === m.id)
    return to ? { ...m, yhzgx: to.after } : m
  })
/** What the relations of members become when `head` is the head: 02 for him, for the other heads what `said` names, else what is proposed. */
export function headChanges<M extends HeadCandidate>(members: readonly M[], head: M, said: Readonly<Record<string, string>> = {}): RelationChange[] {
  return members.flatMap((m): RelationChange[] => {
    const after = m.id === head.id ? (isHead(m) ? String(m.yhzgx) : HEAD[0]) : isHead(m) ? (said[m.id] ?? relationTo(head, m, members)) : undefined
    return after === undefined || after === m.yhzgx ? [] : [{ id: m.id, before: (m.yhzgx as string | null | undefined) ?? null, after }]
  })
}
