// The register as plain sorted rows: what the model holds and a database holds too, so that both can be compared.
import { EVER, type History, OPEN, type Rect, type Row } from './clocks.ts'
import { HOLDER, MEMBER, standing } from './model.ts'
import { roundsOf } from './rules.ts'
import { rowOf, type State, type Table, text } from './state.ts'

/** Columns that model and database both have. Geometry and points, drawings and ids are not the model's. */
export const COLUMNS: Readonly<Record<Table, readonly string[]>> = {
  fbf: ['fbfbm', 'fbfmc', 'tyshxydm', 'fbffzrxm', 'fzrzjlx', 'fzrzjhm', 'lxdh', 'fbfdz', 'yzbm', 'zt'],
  cbf: [
    'fbfbm',
    'cbfbm',
    'cbfmc',
    'cbflx',
    'cbfzjlx',
    'cbfzjhm',
    'cbfdz',
    'lxdh',
    'yzbm',
    'cbfcysl',
    'zt',
    'djzt',
    'zxyylx',
    'cbfs',
    'cbqx',
    'cbqxq',
    'cbqxz',
    'cbjyqzbm',
    'djsj',
    'htzmjm',
    'cbdkzs',
  ],
  jtcy: ['cbfbm', 'sort', ...MEMBER],
  dk: [
    'fbfbm',
    'dkbm',
    'dkmc',
    'dklb',
    'tdyt',
    'dldj',
    'sfjbnt',
    'scmj',
    'scmjm',
    'qqmjm',
    'yhtmjm',
    'dkdz',
    'dkxz',
    'dknz',
    'dkbz',
    'dkbzxx',
    'cbfbm',
    'cbfmc',
    'sfqqqg',
    'zt',
    'djzt',
    'sjly',
    'ydkbm',
  ],
  djb: [
    'cbjyqzbm',
    'version',
    'qszt',
    'cbfbm',
    'cbfmc',
    'cbfzjhm',
    'fbfbm',
    'fbfmc',
    'cbfs',
    'cbqxq',
    'cbqxz',
    'htzmjm',
    'htzmj',
    'cbdkzs',
    'cbfcysl',
    'djlx',
    'djxl',
    'djsj',
    'dbr',
    'djbfj',
    'ycbjyqzbh',
    'cbjyqzlsh',
    'businessId',
    'endTime',
    'endReason',
    'endBusinessId',
  ],
  cbht: [
    'cbhtbm',
    'version',
    'qszt',
    'cbfbm',
    'cbfmc',
    'cbfzjhm',
    'fbfbm',
    'fbfmc',
    'ycbhtbm',
    'cbfs',
    'cbqx',
    'cbqxq',
    'cbqxz',
    'htzmjm',
    'htzmj',
    'yhtzmjm',
    'yhtzmj',
    'cbdkzs',
    'htlx',
    'qdsj',
    'signWay',
    'signStatus',
    'attachId',
    'fileHash',
    'htxlh',
  ],
  cbdkxx: ['djbId', 'dkbm', 'qszt', 'dkmc', 'cbfbm', 'fbfbm', 'cbhtbm', 'cbjyqqdfs', 'htmjm', 'htmj', 'yhtmjm', 'yhtmj', 'scmjm', 'scmj', 'sfqqqg', 'lzhtbm'],
  cbjyqz: [
    'djbId',
    'cbjyqzbm',
    'cbjyqzlsh',
    'cbfmc',
    'cbfdbzjhm',
    'sfbdcfz',
    'bznf',
    'fzjg',
    'fzrq',
    'qzsflq',
    'qzlqrq',
    'qzlqrxm',
    'qzlqrzjlx',
    'qzlqrzjhm',
    'bdcqzh',
    'sfzx',
    'zt',
  ],
}
export const TABLES = Object.keys(COLUMNS) as Table[]
/** A row of a snapshot: texts, absent as null. */
export type Plain = Readonly<Record<string, string | null>>
/** Rows by table: live tables, `<t>_v`, `<t> standing`, and what makes no versions. Sorted by their text. */
export type Snapshot = Readonly<Record<string, readonly Plain[]>>

/** A value as both sides write it. */
export const plain = (v: unknown): string | null => {
  if (v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)) return null
  return typeof v === 'object' ? JSON.stringify(v) : String(v)
}
const AREA = /^(htzmj|yhtzmj|scmj|qqmj|htmj|yhtmj)m?$/
const pick = (row: Row, columns: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(columns.map((c) => [c, AREA.test(c) && row[c] ? Number(row[c]).toFixed(2) : plain(row[c])]))
export const sorted = (rows: readonly Plain[]): Plain[] =>
  rows
    .map((row) => [JSON.stringify(row), row] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, row]) => row)
const moment = (n: number) => (n === EVER ? OPEN : String(n))
const clocks = (r: Rect) => ({
  validFrom: moment(r.validFrom),
  regFrom: r.regFrom,
  why: r.why as string,
  causeKind: r.cause.kind as string,
  causeId: r.cause.id,
})

/** The rows of the tables; `only` narrows to these objects (`table:code`), for a comparison after one entry. */
export function snapshot(s: State, only?: ReadonlySet<string>): Snapshot {
  const out: Record<string, Plain[]> = Object.fromEntries(TABLES.flatMap((t) => [t, `${t}_v`, `${t} standing`].map((n) => [n, []])))
  const books: Plain[][] = [[], []]
  for (const [key, history] of s.objects) {
    if (only && !only.has(key)) continue
    const table = key.slice(0, key.indexOf(':')) as Table
    const code = key.slice(key.indexOf(':') + 1)
    for (const r of history) {
      const row = pick(r.row, COLUMNS[table])
      if (r.validTo !== EVER || r.regTo !== OPEN) {
        out[`${table}_v`]!.push({ ...row, ...allClocks(r) })
        continue
      }
      out[table]!.push({ ...row, ...clocks(r) })
      if ((table === 'cbf' || table === 'dk') && r.row.zt === '1') out[`${table} standing`]!.push({ code, ...standing(s, code, (k) => rowOf(s, k)) })
      if (table !== 'djb') continue
      const printed = (values: unknown, columns: readonly string[]) => Object.fromEntries(columns.map((c, i) => [c, plain((values as unknown[])[i])]))
      if (r.row.qszt === '1') out['djb standing']!.push({ code, ...standing(s, text(r.row, 'cbjyqzbm'), () => undefined) })
      for (const [i, m] of (r.row.members as unknown[]).entries()) books[0]!.push({ djbId: code, sort: String(i + 1), ...printed(m, MEMBER) })
      books[1]!.push({ djbId: code, ...printed(r.row.holder, HOLDER) })
    }
  }
  const more: Record<string, Plain[]> = only
    ? {}
    : {
        djb_jtcy: books[0]!,
        djb_cbf: books[1]!,
        djb_lineage: s.edges.filter((e) => e.table === 'djb').map((e) => ({ djbId: e.of, prevDjbId: e.from, djxl: e.how })),
        cbjyqz_event: s.events.map((e) => ({ cbjyqzbm: e.code, kind: e.kind, reason: e.reason, sjrq: e.day, lqrxm: plain(e.receiver?.qzlqrxm) })),
        fbf_round: [...new Set(s.rounds.map((r) => r.fbfbm))].flatMap((fbfbm) =>
          roundsOf(s, fbfbm).map((r) => ({ fbfbm: r.fbfbm, no: String(r.no), from: r.from, to: r.to })),
        ),
        restriction: s.restrictions.map(({ ref, kind, on, from, to, text: said, ended }) => ({
          ref,
          kind,
          dkbm: on.dkbm ?? null,
          cbjyqzbm: on.cbjyqzbm ?? null,
          cbfbm: on.cbfbm ?? null,
          from,
          to: to ?? null,
          text: said,
          ended: ended?.day ?? null,
        })),
        note: s.notes.map((n) => ({ on: n.on, djlx: n.djlx ?? null, djxl: n.djxl ?? null, text: n.text, day: n.day, ended: n.ended ?? null })),
      }
  return Object.fromEntries(Object.entries({ ...out, ...more }).map(([t, rows]) => [t, sorted(rows)]))
}
/**
 * The histories of objects as text, by table, sorted: every rectangle with its clocks, why and causes (`rectangles`), or only what was believed of which days
 * since which moment (`beliefs`: rectangles that say the same side by side are one, so it does not matter how they are cut).
 */
export function histories(objects: Iterable<readonly [string, History]>, form: 'rectangles' | 'beliefs', ignore: readonly string[] = []): Snapshot {
  const out: Record<string, Plain[]> = Object.fromEntries(TABLES.map((t) => [t, []]))
  for (const [key, history] of objects) {
    const table = key.slice(0, key.indexOf(':')) as Table
    const columns = COLUMNS[table].filter((c) => !ignore.includes(`${table}.${c}`))
    const rects = history.filter((r) => r.validFrom < r.validTo)
    if (rects.length > 0)
      out[table]!.push(
        form === 'rectangles'
          ? { of: JSON.stringify(sorted(rects.map((r) => ({ ...pick(r.row, columns), ...allClocks(r) })))) }
          : { of: beliefs(rects, columns) },
      )
  }
  return Object.fromEntries(Object.entries(out).map(([t, rows]) => [t, sorted(rows)]))
}
const allClocks = (r: Rect) => ({ ...clocks(r), validTo: moment(r.validTo), regTo: r.regTo, closedBy: r.closedBy?.id ?? null })
function beliefs(rects: readonly Rect[], columns: readonly string[]): string {
  const moments = [...new Set(rects.flatMap((r) => [r.validFrom, r.validTo]))].filter((t) => t !== EVER).toSorted((a, b) => a - b)
  const out: unknown[] = []
  let before = ''
  for (const t of moments) {
    const said: { from: string; to: string; row: string }[] = []
    for (const r of rects.filter((x) => x.validFrom <= t && t < x.validTo).toSorted((a, b) => (a.regFrom < b.regFrom ? -1 : 1))) {
      const row = JSON.stringify(pick(r.row, columns))
      const last = said.at(-1)
      if (last && last.to === r.regFrom && last.row === row) last.to = r.regTo
      else said.push({ from: r.regFrom, to: r.regTo, row })
    }
    const now = JSON.stringify(said)
    if (now !== before) out.push({ t, said })
    before = now
  }
  return JSON.stringify(out)
}
/** The objects that an entry has touched: those whose history is another one. */
export function touchedBetween(before: State, after: State): Set<string> {
  const keys = new Set<string>()
  for (const [key, history] of after.objects) if (before.objects.get(key) !== history) keys.add(key)
  return keys
}
/** What differs, table by table, at most `most` rows each: `-` only in the first, `+` only in the second. */
export function differences(a: Snapshot, b: Snapshot, most = 3): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((table) => {
    const [left, right] = [a, b].map((s) => (s[table] ?? []).map((row) => JSON.stringify(row)))
    const count = (list: string[]) => list.reduce((m, x) => m.set(x, (m.get(x) ?? 0) + 1), new Map<string, number>())
    const [l, r] = [count(left!), count(right!)]
    const only = (sign: string, x: Map<string, number>, y: Map<string, number>) =>
      [...x].filter(([k, n]) => n > (y.get(k) ?? 0)).map(([k]) => `${table} ${sign} ${k}`)
    return [...only('-', l, r).slice(0, most), ...only('+', r, l).slice(0, most)]
  })
}

/** Differences of histories in few words: the object, and column by column what the first and the second say, or how both are cut. */
export function brief(told: readonly string[]): string[] {
  const read = told.flatMap((d) => {
    const [table, sign] = d.split(' ')
    const of = (JSON.parse(d.slice(d.indexOf('{'))) as Plain).of
    return of === undefined ? [] : [{ table, sign, rects: JSON.parse(of!) as Plain[] }]
  })
  if (read.some((x) => !x.rects[0]?.why)) return [...told]
  const nameOf = (rects: readonly Plain[]) => NAMES.flatMap((c) => rects[0]?.[c] ?? []).join(' ')
  const outline = (rects: readonly Plain[]) => rects.map((r) => `[${r.validFrom}…${r.validTo} × ${r.regFrom}…${r.regTo} ${r.why}]`).join('')
  return read.flatMap((x) => {
    const other = read.find((y) => y.sign !== x.sign && y.table === x.table && nameOf(y.rects) === nameOf(x.rects))
    if (!other) return [`${x.table} ${x.sign} ${nameOf(x.rects)} ${outline(x.rects)}`]
    if (x.sign === '+') return []
    if (other.rects.length !== x.rects.length) return [`${x.table} ${nameOf(x.rects)}: ${outline(x.rects)} / ${outline(other.rects)}`]
    const columns = x.rects.flatMap((r, i) => Object.keys(r).flatMap((c) => (r[c] === other.rects[i]![c] ? [] : [`${c} ${r[c]} / ${other.rects[i]![c]}`])))
    return [`${x.table} ${nameOf(x.rects)}: ${[...new Set(columns)].join(', ')}`]
  })
}
/** Columns that tell an object to people. */
const NAMES = ['fbfbm', 'cbfbm', 'dkbm', 'djbId', 'cbjyqzbm', 'cbhtbm', 'version', 'cyzjhm']
