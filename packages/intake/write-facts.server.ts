import { mu, sum, type Mu } from '../../land/definitions/area.ts'
import * as map from '../package/mapping.ts'
import { latestDay } from './proposal.server.ts'
import type { Since } from './since.ts'
import type { MdbRow, ReadTable } from '../package/staged.ts'
import type { NewDiskMap, DiskMap } from '../package/disk-map.ts'

/** What the tables of a package say of each other, by code. The rows lie in maps on disk: memory does not grow with the package. */
export interface WriteFacts {
  /** by CBFBM */
  books: DiskMap<MdbRow>
  contracts: DiskMap<MdbRow>
  cbf: DiskMap<MdbRow>
  /** contractors (code), contracts (code) and circulation contracts ('lz' + code) of circulations that run today */
  circulating: DiskMap<string>
  link(dkbm: string): map.ParcelLink | undefined
  /** what holds of a parcel and of a contractor from the day of each of their books on, the earliest first; of what no book names once, from the day that it is true since */
  stepsOfParcel(dkbm: string): readonly { day: string; link: map.ParcelLink | undefined }[]
  stepsOfContractor(cbfbm: string): readonly { day: string; holding: map.Holding | undefined }[]
  holder(cbfbm: string, fbfbm: string): map.MappedHolder
  since: Since
}

const { textOf } = map

/** Reads the tables into maps on disk. `today` yyyy-MM-dd; `day`: of the package, as it was confirmed. */
export async function gather(newMap: NewDiskMap, table: ReadTable, today: string, day?: string | null): Promise<WriteFacts> {
  const books = await byCode(newMap<MdbRow>(['CBFBM']), table('CBJYQZDJB'), 'CBJYQZBM'),
    contracts = await byCode(newMap<MdbRow>(), table('CBHT'), 'CBHTBM'),
    cbf = await byCode(newMap<MdbRow>(), table('CBF'), 'CBFBM'),
    fbf = await byCode(newMap<MdbRow>(), table('FBF'), 'FBFBM'),
    parts = newMap<MdbRow>(['DKBM']),
    circulating = newMap<string>()
  for await (const row of table('CBDKXX')) parts.add({ ...row, DKBM: textOf(row.DKBM) })
  for await (const row of table('LZHT')) {
    if (!(textOf(row.LZQXKSRQ) <= today && today <= textOf(row.LZQXJSRQ))) continue
    for (const name of [textOf(row.CBFBM), textOf(row.CBHTBM), `lz${textOf(row.LZHTBM)}`]) circulating.set(name, name)
  }
  const days = sinceOf(books, today, day ?? (await latestDay(table, today)))
  const linkOf = (rows: readonly MdbRow[]) =>
    rows.reduce<map.ParcelLink | undefined>((known, row) => linked(known, row, { books, cbf, circulating }), undefined)
  const link = (dkbm: string) => linkOf(parts.of('DKBM', dkbm))
  return {
    since: days,
    books,
    contracts,
    cbf,
    circulating,
    link,
    stepsOfParcel(dkbm) {
      const rows = parts.of('DKBM', dkbm)
      const dayOf = (row: MdbRow) => days.book(books.get(textOf(row.CBJYQZBM)))
      const named = rows.filter((row) => books.get(textOf(row.CBJYQZBM)))
      if (named.length === 0) return [{ day: days.parcel(linkOf(rows)), link: linkOf(rows) }]
      return [...new Set(named.map(dayOf))].toSorted().map((day) => ({ day, link: linkOf(named.filter((row) => dayOf(row) <= day)) }))
    },
    stepsOfContractor(cbfbm) {
      const own = books.of('CBFBM', cbfbm)
      if (own.length === 0) return [{ day: days.contractor(cbfbm), holding: undefined }]
      return [...new Set(own.map(days.book))].toSorted().map((day) => ({
        day,
        holding: holdingOf(
          own.filter((b) => days.book(b) <= day),
          contracts,
        ),
      }))
    },
    holder(cbfbm, fbfbm) {
      const c = cbf.get(cbfbm)
      return {
        cbfmc: map.orNull(c?.CBFMC),
        cbfzjhm: map.orNull(c?.CBFZJHM),
        fbfmc: map.orNull(fbf.get(fbfbm)?.FBFMC),
        cbfcysl: c?.CBFCYSL ? Number(c.CBFCYSL) : null,
      }
    },
  }
}

function sinceOf(books: DiskMap<MdbRow>, today: string, own: string): Since {
  const issuers = new Map<string, string>()
  for (const row of books.values()) {
    const [day, code] = [textOf(row.DJSJ), textOf(row.FBFBM)]
    if (!day || day > today) continue
    if (!issuers.has(code) || day < issuers.get(code)!) issuers.set(code, day)
  }
  const past = (day: string | null | undefined): string => (day && day <= today ? day : own)
  const daysOf = (cbfbm: string) =>
    books
      .of('CBFBM', cbfbm)
      .flatMap((b) => textOf(b.DJSJ) || [])
      .toSorted()
  return {
    own,
    book: (row) => past(textOf(row?.DJSJ)),
    issuer: (fbfbm) => issuers.get(fbfbm) ?? own,
    contractor: (cbfbm) => past(daysOf(cbfbm)[0]),
    parcel: (link) => past(link?.since),
  }
}

/** Rows by a code; their contractor's code is the bare one, by which they are asked for. */
async function byCode(to: DiskMap<MdbRow>, rows: ReturnType<ReadTable>, field: string): Promise<DiskMap<MdbRow>> {
  for await (const row of rows) to.set(textOf(row[field]), { ...row, CBFBM: textOf(row.CBFBM) })
  return to
}

/** The books of one contractor as one holding. */
function holdingOf(books: readonly MdbRow[], contracts: DiskMap<MdbRow>): map.Holding | undefined {
  const codeOf = (book: MdbRow) => textOf(book.CBJYQZBM)
  let out: map.Holding | undefined
  // …J sorts before …Q: the household contract leads
  for (const book of books.toSorted((a, b) => (codeOf(a) < codeOf(b) ? -1 : 1))) {
    const contract = contracts.get(codeOf(book))
    const [cbqxq, cbqxz] = [map.orNull(book.CBQXQ), map.orNull(book.CBQXZ)]
    const area = map.areas(contract ?? {}, 'htzmj').htzmjm as Mu | null
    const known = out ?? {
      cbjyqzbm: codeOf(book),
      cbfs: map.orNull(book.CBFS),
      cbqx: map.termYears(map.orNull(book.CBQX), cbqxq, cbqxz),
      cbqxq,
      cbqxz,
      djsj: map.orNull(book.DJSJ),
      htzmjm: mu('0.00'),
      cbdkzs: 0,
    }
    out = { ...known, htzmjm: area ? sum([known.htzmjm, area]) : known.htzmjm, cbdkzs: known.cbdkzs + Number(contract?.CBDKZS ?? 0) }
  }
  return out
}

/** What is known of a parcel after one more of its rows. */
function linked(
  known: map.ParcelLink | undefined,
  row: MdbRow,
  { books, cbf, circulating }: Pick<WriteFacts, 'books' | 'cbf' | 'circulating'>,
): map.ParcelLink {
  const own = textOf(row.CBFBM)
  const cbfbm = !known || known.cbfbm === own ? own : null
  const day = textOf(books.get(textOf(row.CBJYQZBM))?.DJSJ)
  const days = [known?.since, day].flatMap((d) => d || []).toSorted()
  return {
    cbfbm,
    cbfmc: cbfbm ? map.orNull(cbf.get(cbfbm)?.CBFMC) : null,
    qqmjm: map.addMu(known?.qqmjm ?? null, map.areas(row, 'htmj').htmjm as Mu | null),
    yhtmjm: map.addMu(known?.yhtmjm ?? null, map.areas(row, 'yhtmj').yhtmjm as Mu | null),
    sfqqqg: textOf(row.SFQQQG) === '1' ? '1' : '2',
    since: days[0] ?? null,
    registered: known?.registered || books.has(textOf(row.CBJYQZBM)),
    circulated: known?.circulated || circulating.has(`lz${textOf(row.LZHTBM)}`),
  }
}
