// Persons of an entry: each household has one head, nobody stands in it twice, split and merge keep everybody, and a co-owner has one household in a county.
// Source: register.md 5; acts.md 6. Pure.
import type { Problem } from '../../../kit/model/problem.ts'
import { CBFLX, headIndex, isHead } from '../../definitions/household.ts'
import { DEAD, isOwner, personOf } from '../../definitions/person.ts'
import type { Act, ActName, Entry, Member } from './acts.ts'
import type { Found, MemberRow } from './found.ts'
import { registerProblems } from './problems.ts'

/** A person by document, and the household of which he or she is a co-owner, or was until death. */
export type Elsewhere = Pick<Member, 'cyzjlx' | 'cyzjhm'> & { cyxm: string; cbfbm: string; cybz?: string | null }

const of = <K extends ActName>(entry: Entry, name: K): Extract<Act, { act: K }>[] => entry.acts.filter((a): a is Extract<Act, { act: K }> => a.act === name)
/** The households of an entry with their new lists. */
export const listedPeople = (entry: Entry): { cbfbm: string; members: readonly Member[] }[] =>
  [...of(entry, 'newContractor'), ...of(entry, 'setContractor')].flatMap(({ cbfbm, members }) => (members ? [{ cbfbm, members }] : []))

/** One head, alive and co-owner (I8), and nobody twice. */
export const heads = (entry: Entry, found: Found): Problem[] =>
  [...of(entry, 'newContractor'), ...of(entry, 'setContractor')].flatMap(({ cbfbm, fields, members }) => {
    const cbflx = fields?.cbflx ?? found.contractors.get(cbfbm)?.cbflx
    if (!members || cbflx !== CBFLX.household) return []
    const relation = members[headIndex(members)]?.yhzgx
    const head = members.filter((m) => isHead(m) && m.yhzgx === relation)
    if (head.length !== 1 || !isOwner(head[0]!)) return [registerProblems.head({ code: cbfbm })]
    const seen = new Set<string>()
    const twice = members.find((m) => seen.size === seen.add(personOf(m)).size)
    return twice ? [registerProblems.personTwice({ code: cbfbm, name: twice.cyxm ?? '' })] : []
  })

/** Split and merge: the same persons before and after; who stood in two households stands once. E1009. */
export function persons(entry: Entry, found: Found): Problem[] {
  const [made, set, ended] = [of(entry, 'newContractor'), of(entry, 'setContractor'), of(entry, 'endContractor')]
  const parts = made.some((a) => a.members.some((m) => m.id)) || ended.some((a) => a.zxyylx === '6' || a.zxyylx === '7')
  if (!parts && !of(entry, 'newBook').some((b) => b.djlx === '1' && (b.djxl === '1' || b.djxl === '2'))) return []
  const touched = new Set([...made, ...set, ...ended].map((a) => a.cbfbm))
  const before = found.members.filter((m) => touched.has(m.cbfbm!))
  const stay = new Set(set.filter((a) => !a.members).map((a) => a.cbfbm))
  const people = [...listedPeople(entry).flatMap((a) => a.members), ...before.filter((m) => stay.has(m.cbfbm!))].map(personOf)
  const [was, is] = [new Set(before.map(personOf)), new Set(people)]
  return was.size === is.size && people.length === is.size && [...was].every((p) => is.has(p)) ? [] : [registerProblems.persons()]
}

/**
 * A person who comes as head or co-owner of a household is neither in another of the county: refused with where it stands; taken with a reason, a file that
 * proves it, who asked for it and a second person who confirmed it. The same rule is asked while a case is filled in (business/cases/people/members.ts:
 * doubleFaults) and of the whole register every night (views/watch/people-rules.ts). Source: register.md 5.
 */
export function elsewhere(entry: Entry, found: Found): Problem[] {
  const lists = listedPeople(entry)
  const emptied = new Set([...lists, ...of(entry, 'endContractor')].map((a) => a.cbfbm))
  const owners = new Map<string, string[]>()
  const stands = (m: Member | MemberRow, cbfbm: string) => isOwner(m) && owners.set(personOf(m), [...(owners.get(personOf(m)) ?? []), cbfbm])
  for (const m of found.elsewhere) if (!emptied.has(m.cbfbm!)) stands(m, m.cbfbm!)
  for (const { cbfbm, members } of lists) for (const m of members) stands(m, cbfbm)
  const dead = new Map(found.elsewhere.filter((m) => m.cybz === DEAD).map((m) => [personOf(m), m]))
  return lists.flatMap(({ cbfbm, members }) => {
    const known = new Set(found.members.filter((m) => m.cbfbm === cbfbm && isOwner(m)).map(personOf))
    return members.flatMap((m) => {
      const was = isOwner(m) && !known.has(personOf(m)) ? dead.get(personOf(m)) : undefined
      if (was && was.cbfbm !== cbfbm) return [registerProblems.personDead({ name: was.cyxm ?? '', code: was.cbfbm! })]
      const other = isOwner(m) && !known.has(personOf(m)) && owners.get(personOf(m))?.find((c) => c !== cbfbm)
      return other && !isTaken(m) ? [registerProblems.elsewhere({ name: m.cyxm ?? '', code: other })] : []
    })
  })
}
const isTaken = ({ double: d }: Member): boolean =>
  !!d && [d.reason, d.attachId, d.askedBy, d.confirmedBy].every((v) => v.trim() !== '') && d.confirmedBy !== d.askedBy
