// What a case of extensions takes, holds, has signed and posts, and each of its contracts as it will be printed. Pure.
import type { Round } from '../../../land/definitions/household.ts'
import type { Act, Line, Member, Terms } from '../../../land/register/acts/acts.ts'
import { branchFields, branchHouseholds, branchPeople } from '../../parts/branches.ts'
import type { PostedTerm } from '../../cases/definitions/business.ts'
import { postedPeople, type Lockable, type Meaning } from '../../cases/definitions/meaning.ts'
import { pieceCodes, pieceRows } from '../../cases/land/pieces.ts'
import { bookIn, personsAt, standingLocks } from '../../cases/definitions/standing.ts'
import { addedCode, renewedExtraLines, addedLocks, addedTerms, FIRST_HTLX } from './added.ts'
import {
  fieldsAfter,
  RENEW_HTLX,
  isAbsorbed,
  isSplit,
  leaves,
  linesAfter,
  membersAfter,
  othersOf,
  renewed,
  termsAfter,
  termWarnings,
  type Facts,
  type Renewed,
} from './plan.ts'
import { partsOf } from './split.ts'
import { WAY, type RenewForm } from './type.ts'

/** A contract that the case makes: whose it is, its lines, the entry it belongs to. None of a household that is left without land. */
interface Made {
  code: string
  cbfbm: string
  cbfmc: string
  htlx: string
  lines: readonly Line[]
  term: PostedTerm
}
/** A term as it is posted. `before`: the last day of the one that it follows. */
function postedTerm({ cbqxq, cbqxz }: Pick<Terms, 'cbqxq' | 'cbqxz'>, rounds: readonly Round[], before?: string): PostedTerm {
  const holding = rounds.filter((r) => r.fromDay <= cbqxq && cbqxq <= r.toDay)
  // where two of them hold the day it is the one that begins last, as for new contractors
  const roundNo = holding.toSorted((a, b) => (a.fromDay < b.fromDay ? 1 : -1))[0]?.roundNo
  return { cbqxq, cbqxz, ...(before ? { before } : {}), ...(roundNo ? { roundNo } : {}) }
}
/** The contracts of a household afterwards: one, or of one that is split each with land its own. */
function madeBy(r: Renewed, all: readonly Renewed[], facts: Facts): Made[] {
  const { cbfbm, cbfmc } = { ...r.standing.holder, ...fieldsAfter(r, all) }
  const own = { htlx: RENEW_HTLX, term: postedTerm(termsAfter(r.book, r.standing.today), facts.rounds, r.book.terms.cbqxz) }
  const made = isSplit(r)
    ? partsOf(r, facts).map((p) => ({ code: p.code, cbfbm: p.branch.cbfbm, cbfmc: p.branch.head.cyxm!, lines: p.lines, ...own }))
    : [{ code: r.book.code, cbfbm: cbfbm!, cbfmc, lines: linesAfter(r, all, facts), ...own }]
  return made.filter((m) => m.lines.length)
}
/** Those of new contractors. */
const madeAnew = (form: RenewForm, { added, rounds }: Facts): (Made & { bh: string })[] =>
  form.xz.map((x) => {
    const fact = added.get(x.bh)!
    const { cbfmc } = fact.household!.draft
    return {
      bh: x.bh,
      code: addedCode(fact),
      cbfbm: fact.cbfbm,
      cbfmc,
      htlx: FIRST_HTLX,
      lines: renewedExtraLines(x),
      term: postedTerm(addedTerms(rounds)!, rounds),
    }
  })
/** The new households of a split; whoever keeps the code is in the register already. */
const newParts = (r: Renewed, facts: Facts) => (isSplit(r) ? partsOf(r, facts).filter((p) => !p.branch.isKept) : [])

/** The persons of a household whom its extension changes. */
function peopleActs(r: Renewed, all: readonly Renewed[], facts: Facts): Act[] {
  if (isSplit(r))
    return branchPeople(
      partsOf(r, facts).map((p) => p.branch),
      r.standing,
    )
  const members = membersAfter(r, all)
  return members ? [{ act: 'setContractor', cbfbm: r.standing.holder.cbfbm!, fields: fieldsAfter(r, all), members }] : []
}
/** What the case holds, has signed and posts. */
export function consequences(form: RenewForm, facts: Facts): Meaning {
  const all = renewed(form, facts)
  const locks = new Map<string, Lockable>()
  for (const { standing, book, household } of all) {
    const acting = book.lines.filter((l) => !leaves(household, l.line.dkbm) || !l.others.length).map((l) => l.line.dkbm)
    const books = household.jtcyList.length ? standing.books : [book]
    for (const l of standingLocks(standing, books, acting)) locks.set(`${l.objectType}:${l.objectCode}`, l)
  }
  const made = all.map((r) => ({ r, contracts: madeBy(r, all, facts) }))
  const anew = madeAnew(form, facts)
  const parted = all.flatMap((r) => newParts(r, facts).map((p) => ({ ...p, r })))
  for (const { branch, code, lines } of parted) {
    locks.set(`cbf:${branch.cbfbm}`, { objectType: 'cbf', objectCode: branch.cbfbm })
    if (lines.length) locks.set(`djb:${code}`, { objectType: 'djb', objectCode: code })
  }
  for (const x of form.xz) for (const l of addedLocks(x, facts.added.get(x.bh)!)) locks.set(`${l.objectType}:${l.objectCode}`, l)
  const first = all[0]
  const { cbqxq, cbqxz } = first ? termsAfter(first.book, first.standing.today) : addedTerms(facts.rounds)!
  const pieces = pieceRows(
    all.flatMap((r) => r.household.cuts),
    all.flatMap((r) => r.household.cuts.map((c) => facts.cuts.get(c.dkbm))),
  )
  const names = new Map([
    ...all.flatMap((r) => r.book.lines.map((l) => [l.line.dkbm, l.parcel.dkmc] as const)),
    ...form.xz.flatMap((x) => (facts.added.get(x.bh)?.parcels ?? []).flatMap((p) => (p ? [[p.dkbm!, p.dkmc] as const] : []))),
  ])
  const cut = [...facts.cuts.values()]
  const contracts = [...made.flatMap((m) => m.contracts), ...anew]
  const people = postedPeople(all.flatMap((r) => peopleActs(r, all, facts)))
  return {
    codes: {
      cbfbm: first?.standing.holder.cbfbm ?? anew[0]!.cbfbm,
      cbhtbm: first?.book.code ?? anew[0]!.code,
      ...(facts.cbfbms.size ? { households: Object.fromEntries(facts.cbfbms) } : {}),
      ...(anew.length ? { added: Object.fromEntries(anew.map((a) => [a.bh, a.cbfbm])) } : {}),
      ...(cut.length ? { pieces: pieceCodes(cut) } : {}),
    },
    locks: [...locks.values()],
    persons: [
      ...all.flatMap((r) => (isAbsorbed(r) ? personsAt(r.standing.members, `nh.${r.place}`) : [])),
      ...parted.flatMap(({ r, branch }) =>
        personsAt(
          r.standing.members.filter((m) => branch.members.some((x) => x.id === m.id)),
          `nh.${r.place}.households.${branch.place}.jtcyList`,
        ),
      ),
    ],
    households: [
      ...all.flatMap((r) => {
        const at = `nh.${r.place}.`
        if (isSplit(r))
          return branchHouseholds(
            partsOf(r, facts).map((p) => p.branch),
            r.standing,
            at,
          )
        const members = membersAfter(r, all)
        return members ? [{ at, members, before: r.standing.members }] : []
      }),
      ...form.xz.map((x, i) => ({ at: `xz.${i}.cbf.`, members: facts.added.get(x.bh)!.household!.members.map((m) => m.values as Member) })),
    ],
    contracts: contracts.map(({ code, cbfbm, cbfmc, htlx }) => ({ cbhtbm: code, cbfbm, cbfmc, htlx, qdsj: null })),
    posted: {
      targets: [
        ...new Set([
          ...all.flatMap(({ standing, book }) => [standing.holder.cbfbm!, book.code, ...book.lines.map((l) => l.line.dkbm)]),
          ...parted.flatMap(({ branch, code, lines }) => [branch.cbfbm, ...(lines.length ? [code] : [])]),
          ...anew.flatMap(({ cbfbm, code, lines }) => [cbfbm, code, ...lines.map((l) => l.dkbm)]),
        ]),
        ...pieces.keys(),
      ],
      cbfbm: first?.standing.holder.cbfbm ?? anew[0]!.cbfbm,
      dk: contracts.flatMap(({ cbfbm, lines }) =>
        lines.map(({ dkbm, htmj, htmjm, sfqqqg }) => ({ dkbm, dkmc: names.get(dkbm) ?? pieces.get(dkbm)?.dkmc ?? '', htmj, htmjm, sfqqqg, cbfbm })),
      ),
      cbht: { cbqxq, cbqxz },
      ...(people.length ? { people } : {}),
      terms: Object.fromEntries(contracts.map(({ cbfbm, term }) => [cbfbm, term])),
    },
    warnings: termWarnings(all, facts),
    books: [
      ...all.flatMap((r) =>
        [r.book, ...othersOf(r)].map((b) => ({
          code: b.code,
          djbId: b.djbId,
          role: 'source' as const,
          group: r.group,
          ...(b === r.book ? {} : { beside: true }),
        })),
      ),
      ...parted.flatMap(({ r, code, lines }) => (lines.length ? [{ code, role: 'target' as const, group: r.group }] : [])),
      ...anew.map(({ bh, code }) => ({ code, role: 'target' as const, group: bh })),
      ...form.nh.flatMap(({ ybddlx, byyy, cbjyqzbm }, i) => {
        const book = ybddlx === WAY.none ? bookIn(facts.standings[i], cbjyqzbm) : undefined
        return book ? [{ code: book.code, djbId: book.djbId, role: 'source' as const, leftOut: byyy! }] : []
      }),
    ],
  }
}

/** The contracts of the case as they will be printed, each asked for by its code: undefined where the form has no such household. */
export function contractsAfter(form: RenewForm, facts: Facts) {
  const all = renewed(form, facts)
  const cuts = all.flatMap((o) => o.household.cuts)
  const pieces = pieceRows(
    cuts,
    cuts.map((c) => facts.cuts.get(c.dkbm)),
  )
  const parcelsOf = (lines: readonly Line[]) => lines.map((l) => ({ ...pieces.get(l.dkbm), ...l }))
  return (cbhtbm: string) => {
    const x = form.xz.find(({ bh }) => facts.added.has(bh) && addedCode(facts.added.get(bh)!) === cbhtbm)
    if (x) {
      const { household, cbfbm } = facts.added.get(x.bh)!
      const { draft, members } = household!
      return {
        terms: { cbhtbm, ...addedTerms(facts.rounds)! },
        holder: { ...draft, cbfbm },
        members: members.map((m) => m.values),
        parcels: renewedExtraLines(x),
      }
    }
    for (const r of all) {
      const { standing, book } = r
      const terms = { cbhtbm, ...termsAfter(book, standing.today) }
      if (isSplit(r)) {
        const part = partsOf(r, facts).find((p) => p.code === cbhtbm)
        if (!part) continue
        const { cbfbm, isKept, members, head } = part.branch
        const holder = isKept ? standing.holder : branchFields(part.branch, standing)
        return { terms, holder: { ...holder, cbfbm, cbfmc: head.cyxm! }, members, parcels: parcelsOf(part.lines) }
      }
      if (book.code !== cbhtbm) continue
      return {
        terms,
        holder: { ...standing.holder, ...fieldsAfter(r, all), cbfbm: standing.holder.cbfbm! },
        members: membersAfter(r, all) ?? standing.members,
        parcels: parcelsOf(linesAfter(r, all, facts)),
      }
    }
    return undefined
  }
}
