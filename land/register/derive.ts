// What follows from books and is kept beside them: how a parcel and a contractor stand, whose a parcel is, what a contractor's contracts add up to.
import { mu, sum } from '../../kit/model/area.ts'
import type { Draft } from '../../kit/model/resource.ts'
import type { cbdkxx, cbht, djb } from '../definitions/cbht.ts'
import { DJZT, QSZT, ZT } from '../definitions/statuses.ts'
import { after, type Work } from './changes.ts'
import { alterContractor, contractorAfter } from './contractors.ts'
import { alterParcel, parcelAfter } from './parcels.ts'

/** Shares of one parcel stand in several books (dictionary yes_no). */
const SHARED = '1'

/** Current lines of the register after an entry, of the parcels that it names. */
export function linesAfter(w: Work): Draft<typeof cbdkxx>[] {
  const gone = new Set(w.changes.cbdkxx.gone.map(({ row }) => row.id))
  const stay = w.found.lines.filter((l) => !gone.has(l.id)).map((l) => after(w.changes.cbdkxx, l))
  return [...stay, ...w.changes.cbdkxx.fresh.map(({ values }) => values)].filter((l) => l.qszt === QSZT.current)
}
/** Parcels whose lines an entry ends, changes or makes. */
const linedParcels = (w: Work): Set<string> =>
  new Set(
    [
      ...w.found.lines.filter((l) => w.changes.cbdkxx.changed.has(l.id)),
      ...w.changes.cbdkxx.gone.map((g) => g.row),
      ...w.changes.cbdkxx.fresh.map((f) => f.values),
    ].map((l) => l.dkbm!),
  )

/** A parcel in a current book is registered and its holder's; of several holders it names the one it named, else the first. One that left all books is free. */
export function deriveParcels(w: Work): void {
  const lines = linesAfter(w)
  for (const dkbm of linedParcels(w)) {
    const of = lines.filter((l) => l.dkbm === dkbm)
    const [first] = of
    const is = parcelAfter(w, dkbm)
    if (!first) {
      const free = { cbfbm: null, cbfmc: null, sfqqqg: '2' }
      alterParcel(w, dkbm, is.zt === ZT.valid ? { ...free, djzt: DJZT.none } : free)
      continue
    }
    const holder = of.some((l) => l.cbfbm === is.cbfbm) ? is.cbfbm! : first.cbfbm!
    const cbfmc = w.found.holders.get(holder) ?? contractorAfter(w, holder).cbfmc
    alterParcel(w, dkbm, { djzt: DJZT.registered, cbfbm: holder, cbfmc, sfqqqg: of.some((l) => l.sfqqqg === SHARED) ? SHARED : '2' })
  }
}

const booksAfter = (w: Work): Draft<typeof djb>[] =>
  [...[...w.found.books.values()].map((b) => after(w.changes.djb, b)), ...w.changes.djb.fresh.map(({ values }) => values)].filter(
    (b) => b.qszt === QSZT.current,
  )
const contractsAfter = (w: Work): Draft<typeof cbht>[] =>
  [...w.found.contracts.map((c) => after(w.changes.cbht, c)), ...w.changes.cbht.fresh.map(({ values }) => values)].filter((c) => c.qszt === QSZT.current)

/**
 * A contractor repeats of its contracts: the terms of the newest, total area and number of parcels over all current ones (J and Q). The reason of an end
 * stands on it until it has a book again.
 */
export function deriveContractors(w: Work): void {
  const [books, contracts] = [booksAfter(w), contractsAfter(w)]
  const ended = [...w.changes.djb.changed.values()].map(({ row }) => row.cbfbm!)
  const made = w.changes.djb.fresh.map(({ values }) => values)
  for (const cbfbm of new Set([...ended, ...made.map((b) => b.cbfbm!)])) {
    if (contractorAfter(w, cbfbm).zt !== ZT.valid) continue
    const own = books.filter((b) => b.cbfbm === cbfbm)
    const of = contracts.filter((c) => c.cbfbm === cbfbm)
    const newest = made.find((b) => b.cbfbm === cbfbm) ?? own[0]
    alterContractor(w, cbfbm, {
      djzt: own.length ? DJZT.registered : DJZT.none,
      htzmjm: sum(of.map((c) => mu(String(c.htzmjm ?? '0')))),
      cbdkzs: of.reduce((n, c) => n + Number(c.cbdkzs ?? 0), 0),
      cbjyqzbm: newest?.cbjyqzbm ?? null,
      djsj: newest?.djsj ?? null,
      ...(newest ? termsOf(of.find((c) => c.cbhtbm === newest.cbjyqzbm)) : {}),
      ...(newest ? { zxyylx: null } : reasonOf(w, cbfbm)),
    })
  }
}
const termsOf = (c: Draft<typeof cbht> | undefined) => (c ? { cbfs: c.cbfs, cbqx: c.cbqx, cbqxq: c.cbqxq, cbqxz: c.cbqxz } : {})
const reasonOf = (w: Work, cbfbm: string) => {
  const ends = w.entry.acts.flatMap((a) => (a.act === 'endBook' && w.found.books.get(a.djbId)?.cbfbm === cbfbm && a.zxyylx ? [a.zxyylx] : []))
  return ends[0] ? { zxyylx: ends[0] } : {}
}
