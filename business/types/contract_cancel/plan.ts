// What the end of a contract means for the register, from the form and what was found: its faults and its acts. Pure.
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { bearerOf } from '../../../land/definitions/membership.ts'
import { DEAD } from '../../../land/definitions/person.ts'
import type { Act } from '../../../land/register/acts/acts.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import type { Meaning, Planned } from '../../cases/definitions/meaning.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { bookIn, standingFaults, standingLocks, type Standing, type StandingBook, type StandingLine } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import { FATES, ITEM, type CancelForm, type ParcelFate } from './type.ts'

/** What the plan needs to know of the register: the contractor of the book, undefined where there is none. */
export interface Facts {
  standing: Standing | undefined
  /** of a household that is extinct: since when each of its members is registered (yyyy-MM-dd), by id */
  since?: ReadonlyMap<string, string>
}
/** The agreement that ends a contract (dictionary htlx): 终止（解除）承包合同协议. */
const HTLX = '9'
/** 注销登记 (dictionaries djlx, djxl). */
const ENTRY = { djlx: '2', djxl: '6' } as const

/** The contractor of the case and the books of it that end: a household that is extinct leaves none behind. */
export function ending(form: CancelForm, { standing }: Facts, { item }: About): { standing: Standing; books: readonly StandingBook[] } {
  const book = bookIn(standing, form.cbjyqzbm, form.djbId)
  if (!standing || !book) return { standing: standing!, books: [] }
  return { standing, books: item === ITEM.extinct ? standing.books : [book] }
}
/** What becomes of a parcel. */
const fateOf = (form: CancelForm, { item }: About, dkbm: string): ParcelFate =>
  (form.dk.find((d) => d.dkbm === dkbm)?.fate as ParcelFate | undefined) ?? FATES[item]![0]
/** The lines of ending books by parcel, each parcel once, with the books of others that name it. */
function parcels(books: readonly StandingBook[]): StandingLine[] {
  const own = new Set(books.map((b) => b.code))
  const lines = books.flatMap((b) => b.lines).map((l) => ({ ...l, others: l.others.filter((code) => !own.has(code)) }))
  return [...new Map(lines.map((l) => [l.line.dkbm, l])).values()]
}

/** Why this contract cannot be ended, the weightiest first. Source: business-flows.md 4.7, 3.3, 14. */
export function faults(form: CancelForm, facts: Facts, about: About): Problem[] {
  const { standing, books } = ending(form, facts, about)
  if (!books.length) return [refusal('E1004')]
  if (standing.holder.fbfbm !== form.fbfbm) return [invalidField('cbjyqzbm', { zh: '登记簿不属于所选发包方', en: 'The book belongs to another issuer' })]
  const lines = parcels(books)
  const named = form.dk.flatMap((d, i) =>
    lines.some((l) => l.line.dkbm === d.dkbm)
      ? []
      : [invalidField(`dk.${i}.dkbm`, { zh: `地块【${d.dkbm}】不在该登记簿中`, en: `Parcel ${d.dkbm} is not in this book` })],
  )
  const joint = lines.filter((l) => l.others.length && fateOf(form, about, l.line.dkbm) !== 'reserve')
  return [
    ...standingFaults(standing, books, { mortgage: true, end: false }),
    ...named,
    ...(about.item === ITEM.extinct ? livingFaults(form, standing, facts.since, about) : []),
    ...joint.map(({ line: { dkbm } }) =>
      invalidField('dk', {
        zh: `地块【${dkbm}】为共有地块，须由全部承包方一并办理`,
        en: `Parcel ${dkbm} is held by several contractors, who must all be in the case`,
      }),
    ),
  ]
}

/** Nobody of an extinct household lives in it: of each member the register must hear that he died or moved away, by today. Source: rulings.md 51. */
function livingFaults({ jtcyList }: CancelForm, { members, today }: Standing, since: Facts['since'], { compares = true }: About): Problem[] {
  const told = new Set(jtcyList.map((m) => m.id))
  const left = members.filter((m) => m.cybz !== DEAD && !told.has(m.id)).map((m) => m.cyxm)
  const each = jtcyList.flatMap((m, i): Problem[] => {
    const row = members.find((x) => x.id === m.id)
    if (!row) return [invalidField(`jtcyList.${i}.qx`, { zh: '该成员不在本户', en: 'This member is not of the household' })]
    if (row.cybz === DEAD)
      return [invalidField(`jtcyList.${i}.qx`, { zh: `成员【${row.cyxm}】已登记去世`, en: `${row.cyxm} is registered as deceased already` })]
    const born = compares ? bearerOf(row)?.birthday : undefined
    // the register has him living since then
    const first = since?.get(row.id)
    if (first && m.rq < first)
      return [
        invalidField(`jtcyList.${i}.rq`, {
          zh: `成员【${row.cyxm}】的日期不能早于其登记日期${first}，登记前的情况请先办理合同变更`,
          en: `${row.cyxm}: not before ${first}, the day of registration; what was before is a change of the contract first`,
        }),
      ]
    return m.rq > today || (born && m.rq < born)
      ? [
          invalidField(`jtcyList.${i}.rq`, {
            zh: `成员【${row.cyxm}】的日期应在其出生之后且不晚于今天`,
            en: `${row.cyxm}: the day must be after the birth and not later than today`,
          }),
        ]
      : []
  })
  const missing = left.length
    ? [
        invalidField('jtcyList', {
          zh: `成员【${left.join('、')}】仍在世，承包方消亡须逐人登记去世或户口迁出`,
          en: `These members are still living: ${left.join(', ')}. A household is extinct when a death or a removal is recorded for each`,
        }),
      ]
    : []
  return [...missing, ...each]
}

/** What becomes of a parcel; a share that others hold too is only left out. */
function parcelAct({ line: { dkbm }, others }: StandingLine, fate: ParcelFate, bgyy: string): Act[] {
  if (others.length) return []
  if (fate === 'lost') return [{ act: 'endParcel', dkbm, bgfs: '3', bgyy }]
  const fields = fate === 'state' ? { dklb: '99', tdyt: '5' } : { dklb: '22' }
  return [{ act: 'setParcel', dkbm, fields, bgfs: '51' }]
}
/** What the register is told. Source: acts.md 3, contract_cancel. */
export function acts(form: CancelForm, facts: Facts, contracts: readonly ContractFile[], about: About): Act[] {
  const { standing, books } = ending(form, facts, about)
  const reason = form.zxyy
  return [
    ...books.flatMap((b): Act[] => {
      const attachId = contracts.find((c) => c.cbhtbm === b.code)?.attachId
      return [
        { act: 'endBook', djbId: b.djbId, qszt: '3', reason, zxyylx: form.zxyylx, entry: ENTRY, ...(attachId ? { agreement: attachId } : {}) },
        { act: 'certificate', code: b.code, event: 'cancel', reason },
      ]
    }),
    ...parcels(books).flatMap((l) => parcelAct(l, fateOf(form, about, l.line.dkbm), reason)),
    ...(about.item === ITEM.extinct ? [{ act: 'endContractor' as const, cbfbm: standing.holder.cbfbm!, zxyylx: '2' as const }] : []),
  ]
}
/** The one entry of the case. */
export const entries = (form: CancelForm, facts: Facts, contracts: readonly ContractFile[], about: About): Planned[] => [
  { acts: acts(form, facts, contracts, about) },
]

/** What the case holds, has signed and posts. */
export function consequences(form: CancelForm, facts: Facts, about: About): Meaning {
  const { standing, books } = ending(form, facts, about)
  const { cbfbm, cbfmc } = standing.holder
  const lines = parcels(books)
  const acting = lines.filter((l) => !l.others.length).map((l) => l.line.dkbm)
  const { cbqxq, cbqxz } = books[0]!.terms
  return {
    codes: { cbfbm, cbhtbm: form.cbjyqzbm },
    locks: standingLocks(standing, books, acting),
    contracts: about.doSign ? books.map((b) => ({ cbhtbm: b.code, cbfbm: cbfbm!, cbfmc, htlx: HTLX, qdsj: null })) : [],
    posted: {
      targets: [cbfbm!, ...books.map((b) => b.code), ...lines.map((l) => l.line.dkbm)],
      cbfbm: cbfbm!,
      dk: lines.map(({ line: { dkbm, htmj, htmjm, sfqqqg }, parcel, others }) => ({
        dkbm,
        dkmc: parcel.dkmc ?? '',
        htmj,
        htmjm,
        sfqqqg,
        fate: others.length ? 'left' : fateOf(form, about, dkbm),
      })),
      cbht: { cbqxq, cbqxz },
    },
    books: books.map((b) => ({ code: b.code, djbId: b.djbId, role: 'source' })),
    gone: form.jtcyList.flatMap((m) => standing.members.filter((x) => x.id === m.id)),
  }
}
