// A household that becomes several: its form, who and what goes where, and what the register is told of each. Pure. Source: business-flows.md 4.2.
import { dict, note } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { cbdkxx } from '../../land/definitions/cbht.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { parcelAreaWrong } from '../../land/definitions/contract-area.ts'
import { HEAD, headIndex } from '../../land/definitions/household.ts'
import type { Act, Line, Member, SetContractor } from '../../land/register/acts/acts.ts'
import type { FormOf } from '../cases/definitions/form.ts'
import type { PlannedHousehold } from '../cases/definitions/meaning.ts'
import { HEAD_NOTE, LINE, MOVED, wrongAt } from '../cases/definitions/parts.ts'
import { CUTS, cutsWrong, pieceLines, piecesOf, sharedOut, type CutParcel } from '../cases/land/pieces.ts'
import { memberAs, type Standing, type StandingBook } from '../cases/definitions/standing.ts'

export const YES = '1'
/** A household that parts (dictionary zxyylx). */
const PARTED = '6'
const { htmj, htmjm } = cbdkxx.fields
/** A parcel of a household afterwards; areas (m², mu) only of a share that is divided between several. */
const GIVEN = { dkbm: LINE.dkbm, htmj: { ...htmj, required: false }, htmjm: { ...htmjm, required: false } } as const
const { cbfdz, yzbm, lxdh } = cbf.fields
/** A household afterwards. `kept`: it goes on under the old code; the others get codes and, where nothing else is typed, the old address. */
export const HOUSE = {
  kept: dict('保留原编码', 'yes_no', { en: 'Keeps the code', required: true, default: '2', values: ['1', '2'] }),
  jtcyList: { many: MOVED, label: both('成员', 'Member') },
  dk: { many: GIVEN, label: both('地块', 'Parcel') },
  wdyy: note('无地原因', { en: 'Reason for getting no land', max: 200 }),
  hzsm: HEAD_NOTE,
  cbfdz: { ...cbfdz, required: false },
  yzbm: { ...yzbm, required: false },
  lxdh,
} as const
/** The households afterwards, and what is cut: a piece names its household by its place in `households`, from 1. */
export const PARTING = { households: { many: HOUSE, label: { zh: '', en: 'Household' }, counted: '户' }, cuts: CUTS } as const
export type House = FormOf<typeof HOUSE>
export type Parting = FormOf<typeof PARTING>
/** The word by which a piece names the household at a place. */
export const numberOf = (i: number): string => `${i + 1}`
const heads = (h: House): number[] => h.jtcyList.flatMap((m, j) => ((HEAD as readonly unknown[]).includes(m.yhzgx) ? [j] : []))

const ONE_HEAD = both('每户必须有且只有一位户主', 'Each household has exactly one head')
/** What is wrong with one household by itself. */
function houseWrong(h: House, i: number, { cuts }: Parting): Wrong[] {
  const at = `households.${i}`
  const [, second] = heads(h)
  const hasPieces = cuts.some((c) => c.pieces.length === 0 || c.pieces.some((p) => !p.to || p.to === numberOf(i)))
  return [
    ...(h.jtcyList.length === 0 ? [{ field: `${at}.jtcyList`, msg: both('请为该户分配成员', 'Assign members to this household') }] : []),
    ...(h.jtcyList.length > 0 && heads(h).length === 0 ? [{ field: `${at}.jtcyList`, msg: ONE_HEAD }] : []),
    ...(second === undefined ? [] : [{ field: `${at}.jtcyList.${second}.yhzgx`, msg: ONE_HEAD }]),
    ...(h.dk.length || hasPieces || h.wdyy
      ? []
      : [{ field: `${at}.wdyy`, msg: both('请分配地块，或说明无地原因', 'Give it land, or state why it gets none') }]),
    ...h.dk.flatMap((d, j) => givenWrong(d, `${at}.dk.${j}`)),
  ]
}
function givenWrong({ dkbm, htmj, htmjm }: House['dk'][number], at: string): Wrong[] {
  const isPart = htmj || htmjm
  return [
    ...(/^\d{19}$/.test(dkbm ?? '') ? [] : [{ field: `${at}.dkbm`, msg: both('请选择地块', 'Please select the parcel') }]),
    ...(isPart ? wrongAt(`${at}.htmj`, parcelAreaWrong({ htmj, htmjm })) : []),
  ]
}
/** Members stand in one household, parcels once in each, and none is given and cut. */
function sharedWrong(form: Parting): Wrong[] {
  const members = form.households.flatMap((h, i) => h.jtcyList.map(({ id }, j) => ({ id, at: `households.${i}.jtcyList.${j}.yhzgx` })))
  const cut = new Set(form.cuts.map((c) => c.dkbm))
  const kept = form.households.flatMap((h, i) => (h.kept === YES ? [i] : []))
  return [
    ...(form.households.length < 2 ? [{ field: 'households', msg: both('分户后至少应有两户', 'Split a household into at least two') }] : []),
    ...kept.slice(1).map((i) => ({ field: `households.${i}.kept`, msg: both('只能有一户保留原编码', 'Only one household can keep the code') })),
    ...members.flatMap(({ id, at }, n) =>
      members.findIndex((m) => m.id === id) < n ? [{ field: at, msg: both('该成员已在另一户中', 'This member is already in another household') }] : [],
    ),
    ...form.households.flatMap((h, i) =>
      h.dk.flatMap((d, j) => {
        const field = `households.${i}.dk.${j}.dkbm`
        if (cut.has(d.dkbm)) return [{ field, msg: both('该地块将被分割，不能整块分配', 'This parcel is divided and cannot be given whole') }]
        return h.dk.findIndex((o) => o.dkbm === d.dkbm) < j ? [{ field, msg: both('地块重复', 'A parcel is listed twice') }] : []
      }),
    ),
  ]
}
/** What is wrong with the form of a household that parts, beyond its fields. Paths begin at its row. */
export const partingWrong = (form: Parting): Wrong[] => [
  ...form.households.flatMap((h, i) => houseWrong(h, i, form)),
  ...sharedWrong(form),
  ...cutsWrong(
    form.cuts,
    'cuts',
    form.households.map((_, i) => numberOf(i)),
  ),
]

/** What one must know of the register to part a household: as it stands, the codes of the new ones, the parcels that are cut, each in the form's order. */
export interface PartingFacts {
  standing: Standing | undefined
  cbfbms: readonly string[]
  cuts: readonly (CutParcel | undefined)[]
}
/** A household afterwards: its code, its members as the register is told, who heads it. */
export interface Branch {
  house: House
  /** its place in the form */
  place: number
  cbfbm: string
  isKept: boolean
  members: readonly Member[]
  head: Member
}
/** The households afterwards, once the form has no fault. */
export function branches(form: Parting, { standing, cbfbms }: Pick<PartingFacts, 'standing' | 'cbfbms'>): Branch[] {
  const known = new Map(standing!.members.map((m) => [m.id, m]))
  let n = 0
  return form.households.map((house, place) => {
    const members = house.jtcyList.map((m) => memberAs(known.get(m.id)!, m.yhzgx!))
    const isKept = house.kept === YES
    return { house, place, isKept, members, head: members[headIndex(members)]!, cbfbm: isKept ? standing!.holder.cbfbm! : cbfbms[n++]! }
  })
}
/** The households as they are looked at: whoever headed the old one is not asked for again. `path`: where the row of the parting household stands, with its dot. */
export const branchHouseholds = (all: readonly Branch[], { members }: Pick<Standing, 'members'>, path = ''): PlannedHousehold[] =>
  all.map((b) => ({
    at: `${path}households.${b.place}.`,
    members: b.members,
    before: members,
    reasonAt: `${path}households.${b.place}.hzsm`,
    reason: b.house.hzsm ?? b.head.cybzsm ?? null,
  }))
/** How many households get codes. */
export const newHouses = (form: Parting): number => form.households.filter((h) => h.kept !== YES).length

/** The lines that a household gets of a book: whole, pieces of what is cut, its part of a share that is divided. */
export function branchLines(form: Parting, { cuts }: Pick<PartingFacts, 'cuts'>, place: number, book: StandingBook): Line[] {
  return book.lines.flatMap(({ line }): Line[] => {
    const cut = form.cuts.findIndex((c) => c.dkbm === line.dkbm)
    if (cut >= 0) {
      const fact = cuts[cut]!
      return pieceLines(line, piecesOf(form.cuts[cut]!, fact)).flatMap(({ to, ...l }) => (to === numberOf(place) ? [l] : []))
    }
    const given = form.households.flatMap((h, i) => h.dk.flatMap((d) => (d.dkbm === line.dkbm ? [{ ...d, i }] : [])))
    const n = given.findIndex((g) => g.i === place)
    if (n < 0) return []
    const parts = given.map((g) => g.htmj ?? line.htmj)
    if (parts.length === 1) return [line]
    const share = (v: string | null | undefined) => (v ? sharedOut(v, parts)[n]! : null)
    return [{ ...line, htmj: parts[n]!, htmjm: given[n]!.htmjm ?? line.htmjm, yhtmj: share(line.yhtmj), yhtmjm: share(line.yhtmjm) }]
  })
}
/** What is said of a new contractor: its head and contact; survey and publicity were those of the household that it comes from. */
export function branchFields({ house, head }: Branch, { holder }: Standing) {
  const { cbflx, fbfbm, cbfdcrq, cbfdcy, cbfdcjs, gsjs, gsjsr, gsshrq, gsshr } = holder
  const { cyxm: cbfmc, cyzjlx: cbfzjlx, cyzjhm: cbfzjhm } = head
  return {
    fbfbm,
    cbflx,
    cbfmc: cbfmc!,
    cbfzjlx: cbfzjlx!,
    cbfzjhm: cbfzjhm!,
    cbfdz: house.cbfdz ?? holder.cbfdz,
    yzbm: house.yzbm ?? holder.yzbm,
    lxdh: house.lxdh,
    cbfdcrq,
    cbfdcy,
    cbfdcjs,
    gsjs,
    gsjsr,
    gsshrq,
    gsshr,
  }
}
/** What the register is told of the persons: who keeps the code (`fields`: what else is told of it), or that the old household is over, and the new ones. Source: acts.md 3, change_split_1. */
export function branchPeople(all: readonly Branch[], standing: Standing, fields: SetContractor['fields'] = {}): Act[] {
  const cbfbm = standing.holder.cbfbm!
  const kept = all.find((b) => b.isKept)
  return [
    kept ? { act: 'setContractor', cbfbm, fields, members: kept.members } : { act: 'endContractor', cbfbm, zxyylx: PARTED, successor: all.map((b) => b.cbfbm) },
    ...all.filter((b) => !b.isKept).map((b): Act => ({ act: 'newContractor', cbfbm: b.cbfbm, fields: branchFields(b, standing), members: b.members })),
  ]
}
