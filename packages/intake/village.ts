/** What a village of a package says, as acts of the register: what the row layer writes in bulk has these acts implied, and what an increment begins with. */
import type { Act, Certificate, Line, Member } from '../../land/register/acts/acts.ts'
import * as map from '../package/mapping.ts'
import type { MdbRow } from '../package/staged.ts'
import type { Since } from './since.ts'

const { textOf, orNull } = map
/** A parcel of the package: its attributes, and its ground as WKT in degrees. */
export interface IntakeParcel {
  attrs: map.Attributes
  geom: string
}
/** The rows of one village, as they stand in the tables of the package. */
export interface VillageRows {
  issuers: readonly MdbRow[]
  contractors: readonly MdbRow[]
  members: readonly MdbRow[]
  parcels: readonly IntakeParcel[]
  books: readonly MdbRow[]
  contracts: readonly MdbRow[]
  lines: readonly MdbRow[]
  certificates: readonly MdbRow[]
  /** CBJYQZ_QZZX: rights that have ended */
  cancelled: readonly MdbRow[]
  /** QSLYZLFJ: papers that a book was registered by */
  sources: readonly MdbRow[]
}
/** What the tables say of a village's rows beyond themselves. */
export interface VillageFacts {
  since: Since
  link(dkbm: string): map.ParcelLink | undefined
}

/** What the register derives, counts or sets itself: no act says it. */
const DERIVED = ['regionCode', 'zt', 'djzt', 'lzzt', 'dyzt', 'yyzt', 'cbfcysl', 'cbkds', 'cbdkzs', 'htzmjm', 'cbfs', 'sjly', 'cbfbm', 'cbfmc', 'sfqqqg']
const fieldsOf = (columns: map.Columns, own: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).flatMap(([n, v]) => (v === null || (DERIVED.includes(n) && !own.includes(n)) ? [] : [[n, String(v)]])))

/** A member as its household's list names it. */
function memberOf(row: MdbRow): Member {
  const c = map.jtcyRow(row, '0', 0)
  const text = (n: string) => orNull(c[n])
  return {
    cyxm: text('cyxm'),
    cyxb: text('cyxb'),
    yhzgx: text('yhzgx'),
    cyzjlx: text('cyzjlx'),
    cyzjhm: text('cyzjhm'),
    sfgyr: text('sfgyr'),
    cybz: text('cybz'),
    cybzsm: text('cybzsm'),
  }
}
/** A line of a book. */
function lineOf(row: MdbRow): Line {
  const c = map.cbdkxxRow(row, null, undefined)
  const text = (n: string) => orNull(c[n])
  return {
    dkbm: textOf(row.DKBM),
    cbjyqqdfs: text('cbjyqqdfs'),
    htmj: text('htmj') ?? '0.00',
    htmjm: text('htmjm') ?? '0.00',
    yhtmj: text('yhtmj'),
    yhtmjm: text('yhtmjm'),
    sfqqqg: textOf(c.sfqqqg),
    lzhtbm: text('lzhtbm'),
  }
}

/**
 * The acts that enter a village of a package: issuers, contractors with members, parcels, books of version 1 with lines and contract, certificates with what
 * happened to them. Each act has its day: books, contracts, lines since DJSJ; contractors, parcels and issuers since the earliest book that names them.
 * Points, lines, sources, circulation contracts and the events of certificates of before are no acts: they come beside them. Source: acts.md 4.
 */
export function villageActs(rows: VillageRows, facts: VillageFacts): Act[] {
  const { since, link } = facts
  const members = Map.groupBy(rows.members, (m) => textOf(m.CBFBM))
  const lines = Map.groupBy(rows.lines, (l) => textOf(l.CBJYQZBM))
  const contracts = new Map(rows.contracts.map((c) => [textOf(c.CBHTBM), c]))
  const books = new Map(rows.books.map((b) => [textOf(b.CBJYQZBM), b]))
  return [
    ...rows.issuers.map((r): Act => {
      const fbfbm = textOf(r.FBFBM)
      return { act: 'newIssuer', fbfbm, fields: { ...fieldsOf(map.fbfRow(r)), regionCode: map.mappedRegion(fbfbm) }, day: since.issuer(fbfbm) }
    }),
    ...rows.contractors.map((r): Act => {
      const cbfbm = textOf(r.CBFBM)
      const fields = fieldsOf(map.cbfRow(r, undefined, false), ['cbfmc'])
      return { act: 'newContractor', cbfbm, fields, members: (members.get(cbfbm) ?? []).map(memberOf), day: since.contractor(cbfbm) }
    }),
    ...rows.parcels.map(({ attrs, geom }): Act => {
      const dkbm = textOf(attrs.DKBM),
        known = link(dkbm)
      return { act: 'newParcel', dkbm, fields: { ...fieldsOf(map.dkRow(attrs, known)), geom }, day: since.parcel(known) }
    }),
    ...rows.books.map((r) => bookAct(r, lines.get(textOf(r.CBJYQZBM)) ?? [], contracts.get(textOf(r.CBJYQZBM)), since)),
    ...rows.certificates.flatMap((r) => certificateActs(r, books.get(textOf(r.CBJYQZBM)), since)),
  ]
}

/** Version 1 of a book, with its contract on paper and what the paper says. */
function bookAct(row: MdbRow, lines: readonly MdbRow[], contract: MdbRow | undefined, since: Since): Act & { act: 'newBook' } {
  const code = textOf(row.CBJYQZBM)
  const c = contract && map.cbhtRow(contract, null, NOBODY)
  const b = map.djbRow(row, contract, NOBODY, false)
  const text = (of: map.Columns | undefined, n: string) => orNull(of?.[n])
  return {
    act: 'newBook',
    code,
    fbfbm: textOf(row.FBFBM),
    cbfbm: textOf(row.CBFBM),
    from: [],
    djlx: '0',
    djxl: '0',
    terms: { cbfs: textOf(row.CBFS), cbqx: map.termYears(null, text(b, 'cbqxq'), text(b, 'cbqxz')), cbqxq: textOf(row.CBQXQ), cbqxz: textOf(row.CBQXZ) },
    lines: lines.map(lineOf),
    contract: {
      paper: { qdsj: text(c, 'qdsj'), signStatus: '2' },
      htlx: text(c, 'htlx') ?? (code.endsWith('Q') ? '2' : '1'),
      ycbhtbm: text(c, 'ycbhtbm'),
      yhtzmj: text(c, 'yhtzmj'),
      yhtzmjm: text(c, 'yhtzmjm'),
    },
    as: {
      dbr: text(b, 'dbr'),
      djbfj: text(b, 'djbfj'),
      ycbjyqzbh: text(b, 'ycbjyqzbh'),
      cbjyqzlsh: text(b, 'cbjyqzlsh'),
      cbqx: text(b, 'cbqx'),
      dksyt: text(b, 'dksyt'),
    },
    day: since.book(row),
  }
}
const NOBODY: map.MappedHolder = { cbfmc: null, cbfzjhm: null, fbfmc: null, cbfcysl: null }

/** What happened to a certificate, in order: made, printed with its serial, issued, collected. */
function certificateActs(row: MdbRow, book: MdbRow | undefined, since: Since): Certificate[] {
  const code = textOf(row.CBJYQZBM)
  const c = map.cbjyqzRow(row, null, book, NOBODY)
  const text = (n: string) => orNull(c[n])
  const day = since.book(text('fzrq') ? { DJSJ: text('fzrq') } : book)
  const of = { act: 'certificate', code, day } as const
  const serial = text('cbjyqzlsh')
  const issued = text('fzrq') ? [{ ...of, event: 'issue' as const, fzrq: text('fzrq'), fzjg: text('fzjg'), bznf: Number(text('bznf')) }] : []
  const taken = text('qzsflq') === '1'
  const { qzlqrq, qzlqrxm, qzlqrzjlx, qzlqrzjhm } = Object.fromEntries(['qzlqrq', 'qzlqrxm', 'qzlqrzjlx', 'qzlqrzjhm'].map((n) => [n, text(n)]))
  return [
    { ...of, event: 'new' },
    ...(serial ? [{ ...of, event: 'print' as const, serial }] : []),
    ...issued,
    ...(taken ? [{ ...of, event: 'collect' as const, qzlqrq, qzlqrxm, qzlqrzjlx, qzlqrzjhm }] : []),
  ]
}
