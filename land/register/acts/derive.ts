// What follows from books and is kept beside them: how a parcel and a contractor stand, whose a parcel is, what a contractor's contracts add up to. It holds
// from the day of the act that caused it.
import { mu, sum } from '../../definitions/area.ts'
import type { Draft } from '../../../kit/model/resource.ts'
import type { cbdkxx, cbht, djb } from '../../definitions/cbht.ts'
import { DJZT, QSZT, ZT } from '../../definitions/statuses.ts'
import { firstDay } from './books.ts'
import { after, follows, followsFresh, type Work } from './changes.ts'
import { contractorAfter, contractorOf, freshContractor } from './contractors.ts'
import { freshParcel, parcelAfter, parcelOf } from './parcels.ts'

/** Shares of one parcel stand in several books (dictionary yes_no). */
const SHARED = '1'

/** Current lines of the register after an entry, of the parcels that it names. */
export function linesAfter(w: Work): Draft<typeof cbdkxx>[] {
  const gone = new Set(w.changes.cbdkxx.gone.map(({ row }) => row.id))
  const stay = w.found.lines.filter((l) => !gone.has(l.id)).map((l) => after(w.changes.cbdkxx, l))
  return [...stay, ...w.changes.cbdkxx.fresh.map(({ values }) => values)].filter((l) => l.qszt === QSZT.current)
}

/**
 * Since when what follows holds, by code: the latest day of the acts that touch the object; `booked`: a book was among them. `begins`: the days of books of a package that name it, where
 * none ends: what follows from each holds from its own day.
 */
interface Touched {
  day: string
  booked: boolean
  begins: ReadonlySet<string>
  ends: boolean
}
function touchedBy(w: Work): { contractors: Map<string, Touched>; parcels: Map<string, Touched> } {
  const [contractors, parcels] = [new Map<string, Touched>(), new Map<string, Touched>()]
  const mark = (of: Map<string, Touched>, code: string, day: string, by?: 'begins' | 'ends') => {
    const known = of.get(code)
    of.set(code, {
      day: known && known.day > day ? known.day : day,
      booked: !!by || !!known?.booked,
      begins: by === 'begins' ? new Set([...(known?.begins ?? []), day]) : (known?.begins ?? new Set()),
      ends: by === 'ends' || !!known?.ends,
    })
  }
  const book = (cbfbm: string, dkbms: readonly string[], day: string, by: 'begins' | 'ends') => {
    mark(contractors, cbfbm, day, by)
    for (const dkbm of dkbms) mark(parcels, dkbm, day, by)
  }
  const linesOf = (djbId: string) => w.found.lines.flatMap((l) => (l.djbId === djbId ? [l.dkbm!] : []))
  for (const a of w.entry.acts) {
    const day = a.day ?? w.entry.day
    switch (a.act) {
      case 'setContractor':
      case 'endContractor':
        mark(contractors, a.cbfbm, day)
        break
      case 'newParcel':
      case 'setParcel':
      case 'endParcel':
        mark(parcels, a.dkbm, day)
        break
      case 'replaceParcels':
        for (const dkbm of [...a.parents, ...a.children.map((c) => c.dkbm)]) mark(parcels, dkbm, day)
        break
      case 'endBook':
        book(w.found.books.get(a.djbId)!.cbfbm!, linesOf(a.djbId), day, 'ends')
        break
      case 'newBook':
        book(
          a.cbfbm,
          a.lines.map((l) => l.dkbm),
          day,
          'begins',
        )
        break
      case 'reviseBook': {
        const { cbfbm, qszt } = w.found.books.get(a.djbId)!
        if (qszt === QSZT.current) book(cbfbm!, [...linesOf(a.djbId), ...(a.lines ?? []).map((l) => l.dkbm)], firstDay(w, a), 'ends')
      }
    }
  }
  return { contractors, parcels }
}

/** What follows from the books of an entry for the parcels and contractors that they touch. */
export function derive(w: Work): void {
  const { contractors, parcels } = touchedBy(w)
  const lines = Map.groupBy(linesAfter(w), (l) => l.dkbm!)
  const begun = new Map(w.changes.djb.fresh.map(({ values, day }) => [values.id, day]))
  const by = (day: string, djbId: string | null | undefined) => (begun.get(djbId ?? '') ?? day) <= day
  for (const [dkbm, touched] of parcels) {
    if (!touched.booked) continue
    const [fresh, all] = [freshParcel(w, dkbm), lines.get(dkbm) ?? []]
    for (const { day, values } of steps(w, touched, (day) =>
      parcelFacts(
        w,
        dkbm,
        all.filter((l) => day === touched.day || by(day, l.djbId)),
      ),
    )) {
      if (fresh) followsFresh(w.changes.dk, fresh, values, day)
      else follows(w, w.changes.dk, parcelOf(w, dkbm), values, day)
    }
  }
  const facts = contractorFacts(w)
  for (const [cbfbm, touched] of contractors) {
    if (!touched.booked) continue
    const fresh = freshContractor(w, cbfbm)
    for (const { day, values } of steps(w, touched, (day) => facts(cbfbm, (b) => day === touched.day || by(day, b.id)))) {
      if (fresh) followsFresh(w.changes.cbf, fresh, values, day)
      else follows(w, w.changes.cbf, contractorOf(w, cbfbm), values, day)
    }
  }
}
/** What follows from books, by the days from which it holds: of a package that brings several of one object from the day of each. What says the same as before is not said again. */
function steps<V>(w: Work, { day, begins, ends }: Touched, valuesOn: (day: string) => V): { day: string; values: V }[] {
  const days = w.entry.cause.kind === 'import' && !ends ? [...new Set([...begins, day])].toSorted() : [day]
  const all = days.map((d) => ({ day: d, values: valuesOn(d) }))
  return all.filter(({ values }, i) => i === 0 || JSON.stringify(values) !== JSON.stringify(all[i - 1]!.values))
}

const parcelFacts = (w: Work, dkbm: string, lines: readonly Draft<typeof cbdkxx>[]) =>
  factsOfParcel(parcelAfter(w, dkbm).zt === ZT.valid, lines, (djbId) => holderName(w, djbId))
/**
 * A parcel in a current book is registered and its holder's; of several holders it names none. One that left all books is free. `lines`: the current ones that
 * name it; `nameOf`: the holder as a book names it, by id of the book.
 */
export function factsOfParcel(isValid: boolean, lines: readonly Draft<typeof cbdkxx>[], nameOf: (djbId: string) => string | null) {
  const djzt = !isValid ? DJZT.ended : lines.length ? DJZT.registered : DJZT.none
  const holders = new Set(lines.map((l) => l.cbfbm!))
  const [alone] = holders.size === 1 ? lines : []
  const cbfmc = alone ? nameOf(alone.djbId!) : null
  return { djzt, cbfbm: alone?.cbfbm ?? null, cbfmc, sfqqqg: lines.some((l) => l.sfqqqg === SHARED) ? SHARED : '2' }
}
/** The holder as a book names it. */
function holderName(w: Work, djbId: string): string | null {
  const known = w.found.books.get(djbId)
  const book = w.changes.djb.fresh.find((f) => f.values.id === djbId)?.values ?? (known && after(w.changes.djb, known))
  return book?.cbfmc ?? w.found.holders.get(djbId) ?? null
}

const booksAfter = (w: Work): (Draft<typeof djb> & { id: string })[] =>
  [...[...w.found.books.values()].map((b) => after(w.changes.djb, b)), ...w.changes.djb.fresh.map(({ values }) => values)].filter(
    (b) => b.qszt === QSZT.current,
  )
const contractsAfter = (w: Work): Draft<typeof cbht>[] =>
  [...w.found.contracts.map((c) => after(w.changes.cbht, c)), ...w.changes.cbht.fresh.map(({ values }) => values)].filter((c) => c.qszt === QSZT.current)

type BookAfter = ReturnType<typeof booksAfter>[number]
function contractorFacts(w: Work): (cbfbm: string, holds: (b: BookAfter) => boolean) => ReturnType<typeof factsOfContractor> & { zxyylx?: string | null } {
  const [books, contracts] = [Map.groupBy(booksAfter(w), (b) => b.cbfbm!), contractsAfter(w)]
  return (cbfbm, holds) => {
    const own = (books.get(cbfbm) ?? []).filter(holds).toSorted((a, b) => (a.cbjyqzbm! < b.cbjyqzbm! ? -1 : 1))
    const isValid = contractorAfter(w, cbfbm).zt === ZT.valid
    const made = w.entry.acts.find((a) => a.act === 'newBook' && a.cbfbm === cbfbm)
    const facts = factsOfContractor(isValid, own, contracts, made?.act === 'newBook' ? made.code : undefined)
    return { ...facts, ...(made ? { zxyylx: null } : isValid && !own.length ? reasonOf(w, cbfbm) : {}) }
  }
}
/**
 * A contractor repeats of its contracts: code and terms of the book made last (`code`), total area and number of parcels over all current ones (J and Q). The
 * reason of an end stands on it until it has a book again. `own`: its current books, `contracts`: theirs at least.
 */
export function factsOfContractor(
  isValid: boolean,
  own: readonly Draft<typeof djb>[],
  contracts: readonly Draft<typeof cbht>[],
  code: string | null | undefined,
) {
  const newest = own.find((b) => b.cbjyqzbm === code) ?? own[0]
  const contract = newest && contracts.find((c) => c.cbhtbm === newest.cbjyqzbm)
  return {
    djzt: !isValid ? DJZT.ended : own.length ? DJZT.registered : DJZT.none,
    htzmjm: sum(own.map((b) => mu(String(b.htzmjm ?? '0')))),
    cbdkzs: own.reduce((n, b) => n + Number(b.cbdkzs ?? 0), 0),
    cbjyqzbm: newest?.cbjyqzbm ?? null,
    djsj: newest?.djsj ?? null,
    ...(contract ? { cbfs: contract.cbfs, cbqx: contract.cbqx, cbqxq: contract.cbqxq, cbqxz: contract.cbqxz } : {}),
  }
}
const reasonOf = (w: Work, cbfbm: string) => {
  const ends = w.entry.acts.flatMap((a) => (a.act === 'endBook' && w.found.books.get(a.djbId)?.cbfbm === cbfbm && a.zxyylx ? [a.zxyylx] : []))
  return ends[0] ? { zxyylx: ends[0] } : {}
}
