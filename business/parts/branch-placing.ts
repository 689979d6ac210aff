// Who and what goes to which household, as a person moves them on the screen. Pure.
import { isArea, isSome, m2, mu, shareOfArea, toM2 } from '../../land/definitions/area.ts'
import { HEAD } from '../../land/definitions/household.ts'
import type { Form } from '../cases/definitions/business.ts'
import { formsIn } from '../cases/definitions/form.ts'
import { restated, UNTOLD } from './relations.ts'
import { numberOf, YES } from './branches.ts'

/** A member as the register has it; `yhzgx`: to the head of the household that is split. */
export interface PlacedPerson {
  id: string
  cyxm: string
  yhzgx: string
  cyxb: string
}
const heads: readonly unknown[] = HEAD
/** The head of a household of the form, by id. */
export const headOf = (h: Form): string | undefined => formsIn(h.jtcyList).flatMap((m) => (heads.includes(m.yhzgx) ? [String(m.id)] : []))[0]

/** Whether the relation of a member is one that nobody could tell, and it was another before: the clerk checks it. */
export const isRelationUnknown = (m: Form | undefined, people: readonly PlacedPerson[]): boolean =>
  m?.yhzgx === UNTOLD && people.some((p) => p.id === m.id && p.yhzgx !== '' && p.yhzgx !== UNTOLD)
/** The members of a household, related to its head: as they were where the old head leads it, else as the table proposes. Without a head nobody is. */
function related(members: readonly Form[], head: string | undefined, people: readonly PlacedPerson[]): Form[] {
  const leads = people.find((p) => p.id === head)
  return members.map((m) => {
    const was = people.find((p) => p.id === m.id)
    if (!was || !leads) return m
    if (m.id === head) return { ...m, yhzgx: heads.includes(was.yhzgx) ? was.yhzgx : HEAD[0] }
    return { ...m, yhzgx: heads.includes(leads.yhzgx) ? was.yhzgx : restated(was, leads, people) }
  })
}
/** The households with a person in the one at `to`, in none where there is no place. Who comes first into an empty one heads it. */
export function placeMember(households: readonly Form[], id: string, to: number | undefined, people: readonly PlacedPerson[]): Form[] {
  const person = people.find((p) => p.id === id)
  return households.map((h, i) => {
    const others = formsIn(h.jtcyList).filter((m) => m.id !== id)
    if (i !== to || !person) return others.length === formsIn(h.jtcyList).length ? h : { ...h, jtcyList: others }
    const came: Form = { id, cyxm: person.cyxm, yhzgx: null }
    const head = headOf({ jtcyList: others }) ?? (others.length === 0 || heads.includes(person.yhzgx) ? id : undefined)
    return { ...h, jtcyList: related([...others, came], head, people) }
  })
}
/** The households with another head of the one at `place`; all of it are related anew. */
export const chooseHead = (households: readonly Form[], place: number, id: string, people: readonly PlacedPerson[]): Form[] =>
  households.map((h, i) => (i === place ? { ...h, jtcyList: related(formsIn(h.jtcyList), id, people) } : h))
/** The households with a parcel in the one at `to` whole, in none, or as a share in all (`all`). */
export const placeParcel = (households: readonly Form[], dkbm: string, to: number | 'all' | undefined): Form[] =>
  households.map((h, i) => {
    const others = formsIn(h.dk).filter((d) => d.dkbm !== dkbm)
    if (to === 'all') return { ...h, dk: [...others, { dkbm, htmj: null, htmjm: null }] }
    return i === to ? { ...h, dk: [...others, { dkbm }] } : others.length === formsIn(h.dk).length ? h : { ...h, dk: others }
  })
/** The household that keeps the code is the one at `place`, or none. */
export const keepCode = (households: readonly Form[], place: number | undefined): Form[] => households.map((h, i) => ({ ...h, kept: i === place ? YES : '2' }))
/** The form without the household at `place`: what it had is free, pieces name the others by their new places. */
export function withoutHousehold({ households, cuts }: Form, place: number): Form {
  const to = (v: unknown) => {
    const at = Number(v) - 1
    return v === numberOf(place) ? '' : at > place ? numberOf(at - 1) : v
  }
  return {
    households: formsIn(households).filter((_, i) => i !== place),
    cuts: formsIn(cuts).map((c) => ({ ...c, pieces: formsIn(c.pieces).map((p) => ({ ...p, to: to(p.to) })) })),
  }
}

/** Where a parcel is or goes: to the household at a place, as a share to all, in pieces, or to none. */
export type ParcelPlace = number | 'all' | 'cut' | 'none'
/** What of the form changes when a parcel goes to a place: what is cut belongs to no household before its pieces name one. */
export function moveParcel({ households, cuts }: Form, dkbm: string, to: ParcelPlace): Form {
  const others = formsIn(cuts).filter((c) => c.dkbm !== dkbm)
  return {
    households: placeParcel(formsIn(households), dkbm, to === 'cut' || to === 'none' ? undefined : to),
    cuts: to === 'cut' ? [...others, { dkbm, pieces: [] }] : others,
  }
}
/** Whether several households have a share of a parcel, this line being one of them. */
export const isShare = (households: readonly Form[], line: Form | undefined): boolean =>
  !!line && 'htmj' in line && households.filter((h) => formsIn(h.dk).some((d) => d.dkbm === line.dkbm)).length > 1
/** The households with another relation of a member of the one at `place`; who becomes its head has the others related to him. */
export const setRelation = (households: readonly Form[], place: number, id: string, yhzgx: string, people: readonly PlacedPerson[]): Form[] =>
  yhzgx === HEAD[0]
    ? chooseHead(households, place, id, people)
    : households.map((h, i) => (i === place ? { ...h, jtcyList: formsIn(h.jtcyList).map((m) => (m.id === id ? { ...m, yhzgx } : m)) } : h))

/** The areas of a parcel as the book has them: m² and mu. */
type ParcelAreas = Readonly<{ htmj?: unknown; htmjm?: unknown; [column: string]: unknown }>
/** The part of a share in m² that its mu are of the whole, so that both add up. */
function shareInM2(parcel: ParcelAreas | undefined, partMu: string): string {
  const [whole, wholeMu] = [String(parcel?.htmj ?? '0'), String(parcel?.htmjm ?? '0')]
  return isSome(wholeMu) ? shareOfArea(m2(whole), mu(partMu), mu(wholeMu)) : toM2(mu(partMu))
}
/** The households with another share (mu) of a parcel for the one at `place`. */
export const setShare = (households: readonly Form[], place: number, dkbm: string, htmjm: string | null, parcel: ParcelAreas | undefined): Form[] => {
  const htmj = htmjm && isArea(htmjm) ? shareInM2(parcel, htmjm) : null
  return households.map((h, i) => (i === place ? { ...h, dk: formsIn(h.dk).map((d) => (d.dkbm === dkbm ? { ...d, htmjm, htmj } : d)) } : h))
}
