// Faults for the oracle to find: each is one place of the writer, the row layer or the codes done wrong, and a seed whose random entries show it.
export interface Fault {
  name: string
  file: string
  from: string
  to: string
  seed: number
}
const f = (name: string, file: string, from: string, to: string, seed = 1): Fault => ({ name, file, from, to, seed })
const [BOOKS, DERIVE, CONTRACTORS, PARCELS] = ['books.ts', 'derive.ts', 'contractors.ts', 'parcels.ts'].map((x) => `land/register/acts/${x}`) as [
  string,
  string,
  string,
  string,
]
const [RESTORE, UNDO, MADE] = ['restore', 'undo', 'made'].map((x) => `land/register/${x}.server.ts`) as [string, string, string]
const [CERTIFICATES, PUT, WRITE] = ['land/register/acts/certificates.ts', 'kit/server/history.server.ts', 'land/register/write.server.ts'] as const

export const FAULTS: readonly Fault[] = [
  f('a book does not say who registered it', BOOKS, 'dbr: w.entry.registrar ?? null', 'dbr: null'),
  f('lines of an ended book stay current', BOOKS, 'if (l.djbId === a.djbId) alter(w, w.changes.cbdkxx, l, ended, day)', 'if (l.djbId === a.djbId) continue'),
  f('a total leaves out a line', BOOKS, '...contractArea(a.lines),\n  }\n  const persons', '...contractArea(a.lines.slice(1)),\n  }\n  const persons'),
  f('members of a book are counted wrong', BOOKS, 'persons.length : 1', 'persons.length + 1 : 1'),
  f('a contract is carried though its lines changed', BOOKS, 'old.size === lines.length &&', 'old.size >= 0 ||', 52),
  f('a joint parcel has the first of its holders', DERIVE, 'holders.size === 1 ? lines : []', 'lines'),
  f('shares are not told on the parcel', DERIVE, 'lines.some((l) => l.sfqqqg === SHARED) ? SHARED : ', ''),
  f('the reason of an end stays when a book comes', DERIVE, 'made ? { zxyylx: null }', 'made ? {}'),
  f('parcels of the newest book only are counted', DERIVE, 'own.reduce((n, b) => n + Number(b.cbdkzs ?? 0), 0)', 'Number(newest?.cbdkzs ?? 0)'),
  f('what follows holds from the day of writing', DERIVE, 'const day = a.day ?? w.entry.day', 'const day = w.today'),
  f('an ended contractor keeps its standing', CONTRACTORS, 'djzt: DJZT.ended, zxyylx', 'zxyylx'),
  f('members are numbered from 0', CONTRACTORS, 'sort: i + 1', 'sort: i'),
  f('one who leaves a household stays', CONTRACTORS, 'for (const left of pool.values())', 'for (const left of [...pool.values()].slice(1))'),
  f('land of the state becomes reserve', PARCELS, "state: { dklb: '99'", "state: { dklb: '22'"),
  f('land given back counts as surveyed', PARCELS, "a.bgfs !== '51' && ", '', 67),
  f('pieces do not name their parent', PARCELS, 'ydkbm: [...a.parents], ', ''),
  f('an issued certificate is not valid', CERTIFICATES, 'bznf: a.bznf, zt: CERT.valid', 'bznf: a.bznf'),
  f('kept paper stays with the former book', CERTIFICATES, '{ djbId: bookFor(w, a.code).id }', '{}'),
  f('a certificate is replaced with an event though never issued', CERTIFICATES, 'kind === EVENT.replace && !row.fzrq', 'false'),
  f('put: the live row begins before it was known', PUT, '"regFrom" = greatest(t."regFrom", ${from}), why', '"regFrom" = ${from}, why'),
  f('put: a remainder takes the why of the change', PUT, 'const [kept, now] = [sql`p.why,', 'const [kept, now] = [sql`${w.why},'),
  f(
    'put: a closed piece does not say who closed it',
    PUT,
    'p."causeKind", p."causeId", ${by}`)} ${ofLive}',
    'p."causeKind", p."causeId", null::bigint`)} ${ofLive}',
  ),
  f('put: what stays as it is gets a version', PUT, '"regTo" > ${from} ${changes(\'v\')}', '"regTo" > ${from}', 167),
  f('put: closed pieces are not changed', PUT, '...(values ? [sql`${changed(sql`least(p."regTo", ${to})`)} ${ofPast}`] : []),', ''),
  f('an older package writes over a newer one', 'land/register/acts/changes.ts', '?.find((d) => d > from)', '?.find(() => false)', 34),
  f('an older package says nothing of the days before', WRITE, 'if (until) await fillBefore', 'if (false) await fillBefore', 34),
  f('a correction is a change', WRITE, "correction: ['correction', 'correction']", "correction: ['new', 'change']"),
  f('codes: households reach into the range of others', 'land/register/acts/codes.ts', 'to: 8000', 'to: 9000', 14),
  f('codes: a code is used again', 'land/register/facts.server.ts', 'if (parts.length === 0) return new Set()', 'if (parts.length >= 0) return new Set()', 79),
  f('guard: a form changes what is registered', 'land/register/acts/guard.ts', "kind === 'form' && isRegistered", "kind === 'plan' && isRegistered", 55),
  f('guard: a business writes before what is known', 'land/register/acts/guard.ts', 'if (since && from < since', 'if (false && from < since!', 45),
  f('persons: a co-owner stands in two households', 'land/register/acts/people.ts', 'other && !isTaken(m) ?', 'other && !isTaken(m) && m.cyxm === "" ?', 6),
  f('restore: what others changed of free columns is lost', RESTORE, 'return laid.has(n) ? sql', 'return laid.has("") ? sql'),
  f('restore: what was written before the last undo is not past', RESTORE, 'and not ${isPast(ctx, r, county, undone', 'and not ${isPast(ctx, r, county, []'),
  f(
    'restore: a piece of days that are over stays',
    RESTORE,
    'lo, hi, ${w.why}, ${w.causeKind}, ${by}, null::bigint from back where hi',
    'lo, hi, ${w.why}, ${w.causeKind}, ${by}, null::bigint from back where lo is null and hi',
  ),
  f(
    'restore: what the cause ended stays ended',
    RESTORE,
    "where b.hi = 'infinity' and not exists (select 1 from top where top.id = b.id) and",
    "where b.hi = 'infinity' and b.lo is null and",
  ),
  f('restore: the row is true from the undo on only', RESTORE, '"validFrom" = b.m, "regFrom" = b.lo,', '"validFrom" = b.m, "regFrom" = b.m::date,'),
  f('undo: what others changed does not bar it', RESTORE, 'where t.later\n', 'where t.later and t.lo is null\n', 2),
  f('undo: what follows from books bars it', 'land/register/acts/free.ts', ', ...(DERIVED[table] ?? [])', ''),
  f('undo: what follows from books stays as others left it', UNDO, 'await followAgain(inside, county, cause)', '', 171),
  f('undo: what others name leaves', UNDO, 'return usedSince(ctx, cause, county)', 'return undefined', 52),
  f('undo: a household into which the cause moved members stays', MADE, ' and not ${moved} limit 1', ' limit 1'),
  f('undo: certificate events stay', UNDO, "'causeId', [cause.id])\n  if (cause.kind === 'business')", "'causeId', [])\n  if (cause.id === '')", 148),
  f('undo: what the cause lifted stays lifted', UNDO, 'r.endCauseId === cause.id && r.endCauseKind === cause.kind', 'false'),
  f('undo: rounds stay', UNDO, 'await roundsBack(inside, cause, county)', '', 61),
  f('undo: the unit is not given free', UNDO, "unit = left(unit || '/' || ${undoId}, 100)", 'unit = unit'),
]
