// The register of a database in the shape of the model: read by SQL alone, so that what the writer has stored can be compared with what the model holds.
import type { Act, Cause, CauseKind, Entry } from '../../land/register/acts/acts.ts'
import { EVER, type History, type Rect } from './clocks.ts'
import { brief, COLUMNS, differences, histories, plain, type Plain, snapshot, sorted, TABLES } from './snapshot.ts'
import { over, rowOf, type State, type Table, text } from './state.ts'

/** A connection that sees every row (the owner's pool of a test database). */
export interface Source {
  query(words: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}
type Found = Record<string, string | null>
const ask = async (db: Source, words: string, values: unknown[]): Promise<Found[]> => (await db.query(words, values)).rows as Found[]
const micro = (c: string) => `case when "${c}" = 'infinity' then null else (extract(epoch from "${c}") * 1000000)::bigint::text end as "${c}"`
/** References that are told by the name of the version they point to. */
const named = (table: Table) => COLUMNS[table].filter((c) => c !== 'djbId')

/** What of a register is read: the objects that a cause has written, or that were written since some microseconds, and those of these keys. */
export interface Part {
  cause?: string | undefined
  since: number
  keys: readonly string[]
}
const CODE: Readonly<Partial<Record<Table, string>>> = { fbf: 'fbfbm', cbf: 'cbfbm', dk: 'dkbm', djb: 'cbjyqzbm', cbht: 'cbhtbm', cbdkxx: 'dkbm' }
/** A condition on the ids of a table, and its values from $2 on. */
function partOf(table: Table, part: Part): [string, unknown[]] {
  const past = `"${table}_v"`
  const written = part.cause === undefined ? `("validFrom" >= to_timestamp($2::float8 / 1e6)` : `("causeId" = $2`
  const closed = part.cause === undefined ? ` or "validTo" >= to_timestamp($2::float8 / 1e6) and "validTo" < 'infinity')` : ` or "closedBy" = $2)`
  const ids = [`select id from "${table}" where "countyCode" = $1 and ${written})`, `select id from ${past} where "countyCode" = $1 and ${written}${closed}`]
  const code = CODE[table]
  const own = part.keys
    .filter((k) => k.startsWith(`${table}:`))
    .map((k) => k.slice(table === 'cbdkxx' ? k.lastIndexOf('/') + 1 : table.length + 1).replace(/\/.*/, ''))
  if (code && own.length > 0) for (const t of [`"${table}"`, past]) ids.push(`select id from ${t} where "countyCode" = $1 and ${code} = any($3)`)
  return [
    `and id in (with i as materialized (${ids.join(' union all ')}) select id from i)`,
    [part.cause ?? part.since, ...(code && own.length > 0 ? [own] : [])],
  ]
}

/**
 * The objects of a county as the model names them, with all their rectangles. `momentOf` tells the moment of the model for microseconds since 1970: of an
 * entry, the number it has in the model. Of all objects members are named m1, m2 … and certificates code#1, code#2 … in the order in which they were made;
 * of a part of them by their ids.
 */
export async function objectsOf(db: Source, countyCode: string, momentOf: (us: number) => number, some?: Part): Promise<Map<string, History>> {
  const all = new Map<Table, Found[]>()
  const books = new Set<string>()
  for (const table of TABLES) {
    const hasBook = COLUMNS[table].includes('djbId')
    const columns = [...named(table).map((c) => `"${c}"::text as "${c}"`), ...(hasBook ? ['"djbId"::text as "djbId"'] : [])]
    const clocks = `id::text, ${micro('validFrom')}, "regFrom"::text as "regFrom", why, "causeKind", "causeId"::text as "causeId"`
    const past = `${micro('validTo')}, "regTo"::text as "regTo", "closedBy"::text as "closedBy"`
    const open = `null as "validTo", 'infinity' as "regTo", null as "closedBy"`
    const [only, values] = some ? partOf(table, some) : ['', []]
    const part = (name: string, end: string) => `select ${[...columns, clocks, end].join(', ')} from "${name}" where "countyCode" = $1 ${only}`
    const found = await ask(db, `select * from (${part(table, open)} union all ${part(`${table}_v`, past)}) x order by id::bigint, "validFrom"`, [
      countyCode,
      ...values,
    ])
    all.set(table, found)
    if (hasBook) for (const r of found) if (r.djbId) books.add(r.djbId)
  }
  const versions = new Map<string, string>()
  for (const t of books.size > 0 ? ['djb', 'djb_v'] : [])
    for (const r of await ask(db, `select id::text, cbjyqzbm, version::text from ${t} where "countyCode" = $1 and id = any($2::bigint[])`, [
      countyCode,
      [...books],
    ]))
      versions.set(r.id!, `${r.cbjyqzbm}/${r.version}`)
  const kinds = new Map<string, CauseKind>()
  const objects = new Map<string, Rect[]>()
  for (const [table, found] of all) {
    const names = namesOf(table, found, versions, !!some)
    for (const r of found) {
      const kind = r.causeKind as CauseKind
      if (r.causeId) kinds.set(r.causeId, kind)
      const row: Record<string, unknown> = Object.fromEntries(named(table).map((c) => [c, c === 'ydkbm' && r[c] ? JSON.parse(r[c]) : r[c]]))
      if (COLUMNS[table].includes('djbId')) row.djbId = versions.get(r.djbId ?? '') ?? null
      const rect: Rect = {
        validFrom: momentOf(Number(r.validFrom)),
        validTo: r.validTo === null ? EVER : momentOf(Number(r.validTo)),
        regFrom: r.regFrom!,
        regTo: r.regTo!,
        why: r.why as Rect['why'],
        cause: { kind, id: r.causeId ?? '' },
        row,
        // the kind is told below, when all causes are known
        ...(r.closedBy && { closedBy: { kind: 'form' as const, id: r.closedBy } }),
      }
      const key = names(r)
      objects.set(key, [...(objects.get(key) ?? []), rect])
    }
  }
  const told = (c: Cause | undefined) => c && { closedBy: { kind: kinds.get(c.id) ?? c.kind, id: c.id } }
  return new Map([...objects].map(([key, h]) => [key, h.map((r) => ({ ...r, ...told(r.closedBy) }))]))
}
/** How the model names the objects of a table; members and certificates of a part of the register have the name of their row. */
function namesOf(table: Table, found: readonly Found[], versions: ReadonlyMap<string, string>, isPart: boolean): (r: Found) => string {
  const book = (r: Found) => versions.get(r.djbId ?? '') ?? ''
  switch (table) {
    case 'fbf':
      return (r) => `fbf:${r.fbfbm}`
    case 'cbf':
      return (r) => `cbf:${r.cbfbm}`
    case 'dk':
      return (r) => `dk:${r.dkbm}`
    case 'djb':
      return (r) => `djb:${r.cbjyqzbm}/${r.version}`
    case 'cbht':
      return (r) => `cbht:${r.cbhtbm}/${r.version}`
    case 'cbdkxx':
      return (r) => `cbdkxx:${book(r)}/${r.dkbm}`
    default: {
      if (isPart) return (r) => `${table}:${r.id}`
      const order = new Map<string, string>()
      const count = new Map<string, number>()
      for (const r of found) {
        if (order.has(r.id!)) continue
        const of = table === 'jtcy' ? '' : `${r.cbjyqzbm}#`
        const n = (count.get(of) ?? 0) + 1
        count.set(of, n)
        order.set(r.id!, table === 'jtcy' ? `jtcy:m${n}` : `cbjyqz:${of}${n}`)
      }
      return (r) => order.get(r.id!)!
    }
  }
}

/** The register of a county as a state of the model to go on from; its moments are numbered in their order. Restrictions, notes and rounds begin empty. */
export async function stateOf(db: Source, countyCode: string, today: string): Promise<State> {
  const known = new Set<number>()
  await objectsOf(db, countyCode, (us) => (known.add(us), 0))
  const order = new Map([...known].toSorted((a, b) => a - b).map((us, i) => [us, i + 1]))
  return over(today, await objectsOf(db, countyCode, (us) => order.get(us)!))
}
/** What is compared: objects that the last entry has touched on either side (`only`: those of the model) or all; `except` objects and `ignore` columns never. */
export interface How {
  form: 'rectangles' | 'beliefs'
  only?: ReadonlySet<string> | undefined
  /** the cause of the last entry, where its id is known */
  cause?: string | undefined
  except?: ReadonlySet<string> | undefined
  ignore?: readonly string[] | undefined
}
/**
 * What differs between the model and a database. `moments` are the microseconds at which each entry since `since` began (the clock is moved on by a
 * millisecond at least from entry to entry); what is older is the moment `since`. Empty when they are the same.
 */
export async function compare(db: Source, countyCode: string, s: State, moments: readonly number[], since: number, how: How): Promise<string[]> {
  const { form, only, cause, except, ignore = [] } = how
  // the number of moments that are not later, by halves
  const momentOf = (us: number) => {
    let [low, high] = [0, moments.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (moments[middle]! <= us) low = middle + 1
      else high = middle
    }
    return since + low
  }
  const old = (h: History): History =>
    h.map((r) => ({ ...r, validFrom: Math.max(r.validFrom, since), validTo: Math.max(r.validTo, since) })).filter((r) => r.validFrom < r.validTo)
  const found = await objectsOf(db, countyCode, momentOf, only && { cause, since: moments.at(-1) ?? 0, keys: [...only] })
  const isLast = (h: History) => h.some((r) => r.validFrom === s.moment || r.validTo === s.moment)
  const theirs = [...found].filter(([key, h]) => !except?.has(key) && (!only || only.has(key) || isLast(h)))
  const ours = only
    ? [...new Set([...only, ...theirs.map(([key]) => key)])].flatMap((key) =>
        except?.has(key) || !s.objects.get(key) ? [] : [[key, s.objects.get(key)!] as const],
      )
    : [...s.objects].filter(([key]) => !except?.has(key))
  const [a, b] = [ours, theirs].map((list) =>
    histories(
      list.map(([key, h]) => [key, old(h)] as const),
      form,
      ignore,
    ),
  )
  return brief(differences(a!, b!))
}
const MORE: Readonly<Record<string, string>> = {
  djb_jtcy: `select "djbId"::text, sort::text, cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz, cybzsm from djb_jtcy`,
  djb_cbf: `select "djbId"::text, cbflx, cbfmc, cbfzjlx, cbfzjhm, cbfdz, yzbm, lxdh from djb_cbf`,
  djb_lineage: `select "djbId"::text, "prevDjbId"::text, djxl from djb_lineage`,
  cbjyqz_event: `select cbjyqzbm, kind, reason, sjrq::text, lqrxm from cbjyqz_event`,
  fbf_round: `select fbfbm, "roundNo"::text as no, "fromDay"::text as from, "toDay"::text as to from fbf_round`,
  restriction: `select ref, kind, dkbm, cbjyqzbm, cbfbm, "fromDay"::text as from, "toDay"::text as to, words as text, "endDay"::text as ended from restriction`,
  note: `select "onCode" as on, djlx, djxl, words as text, "noteDay"::text as day, ("endTime" is not null)::text as ended from djb_note`,
}
/** What differs in the tables that keep no versions, of books that are live; and how parcels and contractors stand today. */
export async function compareMore(db: Source, countyCode: string, s: State): Promise<string[]> {
  const books = new Map(
    (await ask(db, `select id::text, cbjyqzbm, version::text from djb where "countyCode" = $1`, [countyCode])).map((r) => [
      r.id!,
      `${r.cbjyqzbm}/${r.version}`,
    ]),
  )
  const theirs: Record<string, readonly Plain[]> = {}
  for (const [table, words] of Object.entries(MORE)) {
    const found = await ask(db, `${words} where "countyCode" = $1`, [countyCode])
    const rows = found.filter((r) => !('djbId' in r) || books.has(r.djbId!))
    theirs[table] = sorted(
      rows.map((r) => Object.fromEntries(Object.entries(r).map(([c, v]) => [c, plain(c === 'djbId' || c === 'prevDjbId' ? (books.get(v ?? '') ?? v) : v)]))),
    )
  }
  for (const [table, code] of [
    ['dk', 'dkbm'],
    ['cbf', 'cbfbm'],
  ] as const) {
    const found = await ask(
      db,
      `select ${code} as code, coalesce(dyzt, '0') as dyzt, coalesce(yyzt, '0') as yyzt, coalesce(lzzt, '0') as lzzt from ${table} where "countyCode" = $1 and zt = '1'`,
      [countyCode],
    )
    theirs[`${table} standing`] = sorted(found)
  }
  const all: Record<string, readonly Plain[]> = { ...snapshot(s) }
  all.note = sorted(all.note!.map((n) => ({ ...n, on: String(n.on).replace(/\/.*/, ''), ended: String(n.ended !== null) })))
  // what a parcel was cut into has a row of its own, which shows as the restriction of the parcel
  const onOf = (r: Plain) => `${r.ref} ${r.dkbm ?? r.cbjyqzbm ?? r.cbfbm}`
  const named = new Set(all.restriction!.map(onOf))
  theirs.restriction = theirs.restriction!.filter((r) => named.has(onOf(r)))
  // a restriction whose last day has passed shows until the daily look at it, which no entry is
  const passed = new Set(s.restrictions.flatMap((r) => (!r.ended && r.to && r.to < s.today ? [r.on.dkbm ?? r.on.cbfbm ?? ''] : [])))
  const isPassed = (code: string): boolean => passed.has(code) || ((rowOf(s, `dk:${code}`)?.ydkbm as string[] | undefined) ?? []).some(isPassed)
  for (const side of [all, theirs]) for (const t of ['dk standing', 'cbf standing']) side[t] = (side[t] ?? []).filter((r) => !isPassed(String(r.code)))
  return differences(Object.fromEntries(Object.keys(theirs).map((t) => [t, all[t] ?? []])), theirs)
}

/** An entry of the model as the writer takes it: versions of books and members by the ids of the database. Asked before the entry is written. */
export async function translated(db: Source, countyCode: string, s: State, entry: Entry): Promise<Entry> {
  const one = async (words: string, values: string[]) =>
    (await ask(db, `select id::text from ${words} and "countyCode" = $1`, [countyCode, ...values]))[0]?.id ?? undefined
  const book = async (djbId: string) => {
    const [code, version] = djbId.split('/')
    return version ? ((await one('djb where cbjyqzbm = $2 and version = $3::int', [code!, version])) ?? '0') : djbId
  }
  const member = async (id: string) => {
    const row = rowOf(s, `jtcy:${id}`)
    return (await one('jtcy where cbfbm = $2 and cyzjhm = $3', [text(row, 'cbfbm'), text(row, 'cyzjhm')])) ?? '0'
  }
  const acts: Act[] = []
  for (const a of entry.acts) {
    if (a.act === 'newBook') acts.push({ ...a, from: await Promise.all(a.from.map(book)) })
    else if (a.act === 'endBook' || a.act === 'reviseBook') acts.push({ ...a, djbId: await book(a.djbId) })
    else if (a.act === 'note') acts.push({ ...a, on: await book(a.on) })
    else if ((a.act === 'newContractor' || a.act === 'setContractor') && a.members)
      acts.push({ ...a, members: await Promise.all(a.members.map(async (x) => (x.id ? { ...x, id: await member(x.id) } : x))) })
    else acts.push(a)
  }
  return { ...entry, acts }
}

/** Refusals of the model by the keys of the writer's problems that say the same; where none is named the key is the model's. */
export const SAME_REFUSAL: Readonly<Record<string, readonly string[]>> = {
  'may-not': ['act-not-allowed'],
  twice: ['object-twice'],
  'day-future': ['entry-future-day'],
  'code-used': ['object-exists'],
  'no-issuer': ['object-not-found'],
  'no-contractor': ['object-not-found'],
  'no-parcel': ['object-not-found'],
  'no-contract': ['object-not-found', 'E1004'],
  'no-restriction': ['object-not-found'],
  'note-on': ['object-not-found', 'E1004'],
  'restrict-on': ['restriction-target'],
  'ref-used': ['object-exists'],
  E1013: ['book-current'],
  from: ['book-lineage', 'book-source'],
  carry: ['book-contract', 'contract-carried'],
  letter: ['book-letter'],
  code: ['book-holder', 'code'],
  term: ['term-order'],
  'whole-years': ['term-years'],
  head: ['household-head'],
  'member-elsewhere': ['member-not-here'],
  'contractor-has-book': ['contractor-held'],
  E1015: ['E1015', 'parcel-held'],
  // a book whose shares grow has both faults; the writer tells the shares first
  E1008: ['E1008', 'shares-beyond'],
  E1010: ['E1010', 'E1008'],
  'cut-area': ['E1010'],
  'contract-filled': ['contract-signed'],
  'own-day': ['entry-own-day'],
  'day-before': ['entry-day-before'],
  touched: ['correction-touched'],
  successor: ['book-successor'],
  person: ['person-elsewhere'],
  round: ['term-round'],
  long: ['term-long'],
  qdsj: ['contract-day'],
  bgfs: ['parcel-change'],
  'undo-later': ['not-undone'],
  'undo-printed': ['not-undone'],
  'undo-in-use': ['not-undone'],
  'certificate-state': ['certificate-state', 'certificate-printed', 'certificate-not-printed', 'certificate-real-estate', 'object-exists', 'object-not-found'],
}
