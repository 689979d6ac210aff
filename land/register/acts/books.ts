import type { Draft } from '../../../kit/model/resource.ts'
import type { Contract, EndBook, Line, NewBook, Printed, ReviseBook, SetContract, Terms } from './acts.ts'
import { contractArea } from '../../definitions/contract-area.ts'
import type { cbht, djb } from '../../definitions/cbht.ts'
import { CBFLX } from '../../definitions/household.ts'
import { FREE, QSZT } from '../../definitions/statuses.ts'
import { add, alter, take, type Work } from './changes.ts'
import { contractorAfter, membersAfter } from './contractors.ts'
import type { BookRow, ContractRow, LineRow } from './found.ts'
import { issuerName, regionOf } from './issuers.ts'
import { parcelAfter } from './parcels.ts'
import { registerProblems } from './problems.ts'

/** Not begun: a contract that is left unsigned (dictionary sign_status). */
const UNSIGNED = '99'

/** The version with this id. @throws E1004 when it is not there */
export function bookOf(w: Work, djbId: string): BookRow {
  const found = w.found.books.get(djbId)
  if (!found) throw registerProblems.notCurrent({ code: djbId })
  return found
}
/** Every version of a code that the register has, the last one first. */
export const versionsOf = (w: Pick<Work, 'found'>, code: string): BookRow[] =>
  [...w.found.books.values()].filter((b) => b.cbjyqzbm === code).toSorted((a, b) => b.version! - a.version!)
/** Contract of a version. */
export const contractOf = (w: Pick<Work, 'found'>, djbId: string): ContractRow | undefined => w.found.contracts.find((c) => c.djbId === djbId)

const nextVersion = (versions: readonly { version: number | null }[]): number => Math.max(0, ...versions.map((v) => v.version ?? 0)) + 1
const termsOf = ({ cbfs, cbqxq, cbqxz }: Terms) => ({ cbfs, cbqxq, cbqxz })

/** What the contract of a book says of its signing: signed here, carried from the version before, unsigned, or on paper. */
function signature(w: Work, code: string, { ycbhtbm, yhtzmj, yhtzmjm, ...c }: Contract, of?: Pick<NewBook, 'lines' | 'terms'>): Draft<typeof cbht> {
  const former = { ycbhtbm, yhtzmj, yhtzmjm }
  if ('unsigned' in c) return { ...former, htlx: c.htlx, signStatus: UNSIGNED }
  if ('file' in c) return { ...former, ...c.file, htlx: c.htlx }
  if ('paper' in c) return { ...former, signStatus: '2', ...c.paper, htlx: c.htlx }
  const last = versionsOf(w, code)[0]
  const before = last && contractOf(w, last.id)
  if (!before) throw registerProblems.noSource({ code })
  if (of && !staysAs(w, of, before)) throw registerProblems.carried({ code })
  const { htlx, signStatus, signWay, qdsj, attachId, fileHash, htxlh } = before
  return {
    ycbhtbm: ycbhtbm ?? before.ycbhtbm,
    yhtzmj: yhtzmj ?? before.yhtzmj,
    yhtzmjm: yhtzmjm ?? before.yhtzmjm,
    htlx,
    signStatus,
    signWay,
    qdsj,
    attachId,
    fileHash,
    htxlh,
  }
}

/** A contract is carried only where the lines and terms of its book stay as they were. */
function staysAs(w: Work, { lines, terms }: Pick<NewBook, 'lines' | 'terms'>, before: ContractRow): boolean {
  const same = (a: unknown, b: unknown) => String(a ?? '') === String(b ?? '')
  const old = new Map(w.found.lines.flatMap((l) => (l.djbId === before.djbId ? [[l.dkbm, l] as const] : [])))
  const { cbfs, cbqx, cbqxq, cbqxz } = terms
  const isSame = (l: Line, x: LineRow) => same(l.cbjyqqdfs, x.cbjyqqdfs) && same(l.htmj, x.htmj) && same(l.htmjm, x.htmjm) && same(l.sfqqqg, x.sfqqqg)
  return (
    old.size === lines.length &&
    lines.every((l) => old.has(l.dkbm) && isSame(l, old.get(l.dkbm)!)) &&
    same(cbfs, before.cbfs) &&
    same(cbqx, before.cbqx) &&
    same(cbqxq, before.cbqxq) &&
    same(cbqxz, before.cbqxz)
  )
}

/** One version of a book, whole: its contract, its lines, its contractor and members as they stand after the entry. */
export function newBook(w: Work, a: NewBook, djbId: string): void {
  const day = a.day ?? w.entry.day
  const holder = contractorAfter(w, a.cbfbm)
  const [last] = versionsOf(w, a.code)
  const regionCode = regionOf(w, a.fbfbm)
  const shared = {
    regionCode,
    qszt: QSZT.current,
    cbfbm: a.cbfbm,
    cbfmc: holder.cbfmc,
    cbfzjhm: holder.cbfzjhm,
    fbfbm: a.fbfbm,
    fbfmc: issuerName(w, a.fbfbm),
    ...termsOf(a.terms),
    ...contractArea(a.lines),
  }
  const persons = a.as?.members ?? membersAfter(w, a.cbfbm)
  const { members: _, fzjg: __, holder: ___, ...printed } = a.as ?? {}
  const book: Draft<typeof djb> = {
    ...shared,
    cbjyqzbm: a.code,
    version: nextVersion(last ? [last] : []),
    cbqx: a.terms.cbqx === null ? null : String(a.terms.cbqx),
    cbfcysl: holder.cbflx === CBFLX.household ? persons.length : 1,
    djlx: a.djlx,
    djxl: a.djxl,
    djsj: day,
    dbr: w.entry.registrar ?? null,
    djbfj: a.remark ?? null,
    businessId: businessOf(w),
    ...(last ? { dyzt: last.dyzt, yyzt: last.yyzt, lzzt: last.lzzt } : FREE),
    printCount: 0,
    ...keptCertificate(w, a.code, last),
    ...printed,
  }
  add(w, w.changes.djb, { ...book, id: djbId }, day)
  for (const prevDjbId of a.from) add(w, w.changes.djb_lineage, { regionCode, djbId, prevDjbId, djxl: a.djxl, businessId: businessOf(w) }, day)
  const { cbfbm, cbflx, cbfmc, dwmc = null, cbfzjlx, cbfzjhm, cbfdz, yzbm, lxdh } = holder
  add(w, w.changes.djb_cbf, { regionCode, djbId, cbfbm, cbflx, cbfmc, dwmc, cbfzjlx, cbfzjhm, cbfdz, yzbm, lxdh }, day)
  snapshot(w, djbId, regionCode, persons, day)
  const contracts = w.found.contracts.filter((c) => c.cbhtbm === a.code)
  add(w, w.changes.cbht, { ...shared, djbId, cbhtbm: a.code, version: nextVersion(contracts), cbqx: a.terms.cbqx, ...signature(w, a.code, a.contract, a) }, day)
  for (const l of a.lines) line(w, l, { djbId, cbfbm: a.cbfbm, cbhtbm: a.code, qszt: QSZT.current }, day)
}
/** What a version says of the certificate that goes on with it: its serial once it was given out, for before that it may be spoiled, and the certificate before it, as the version before named it. */
function keptCertificate(w: Work, code: string, last: BookRow | undefined): Pick<Draft<typeof djb>, 'cbjyqzlsh' | 'ycbjyqzbh'> {
  const kept = w.entry.acts.some((a) => a.act === 'certificate' && a.event === 'keep' && a.code === code) ? w.found.certificates.get(code) : undefined
  return kept ? { cbjyqzlsh: kept.fzrq ? kept.cbjyqzlsh : null, ycbjyqzbh: last?.ycbjyqzbh ?? null } : {}
}
/** The members of a version as they stood: in their order, without what belongs to their row. */
function snapshot(w: Work, djbId: string, regionCode: string, persons: NonNullable<Printed['members']>, day: string): void {
  for (const [i, m] of persons.entries()) {
    const { cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz, cybzsm } = m
    add(w, w.changes.djb_jtcy, { regionCode, djbId, sort: i + 1, cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz, cybzsm }, day)
  }
}
function line(w: Work, l: Line, of: { djbId: string; cbfbm: string; cbhtbm: string; qszt: string | null }, day: string): void {
  const p = parcelAfter(w, l.dkbm)
  const { dkmc, scmj, scmjm, fbfbm, regionCode, id: dkId } = p
  add(w, w.changes.cbdkxx, { ...l, ...of, regionCode, dkId, dkmc, fbfbm, scmj, scmjm }, day)
}
/** The business that an entry comes from, for the columns that name one. */
export const businessOf = (w: Work): string | null => (w.entry.cause.kind === 'business' ? w.entry.cause.id : null)

/** A version ends with its contract and lines; an end that is an entry of its own (注销) stands on the running page of the version. */
export function endBook(w: Work, a: EndBook): void {
  const day = a.day ?? w.entry.day
  const book = bookOf(w, a.djbId)
  if (book.qszt !== QSZT.current) throw registerProblems.notCurrent({ code: book.cbjyqzbm ?? a.djbId })
  const ended = { qszt: a.qszt }
  alter(w, w.changes.djb, book, { ...ended, endTime: day, endReason: a.reason, endBusinessId: businessOf(w) }, day)
  for (const c of w.found.contracts) if (c.djbId === a.djbId && c.qszt === QSZT.current) alter(w, w.changes.cbht, c, ended, day)
  for (const l of w.found.lines) if (l.djbId === a.djbId) alter(w, w.changes.cbdkxx, l, ended, day)
  if (!a.entry) return
  const { kind: causeKind, id: causeId } = w.entry.cause
  const note = {
    regionCode: book.regionCode,
    djbId: a.djbId,
    onCode: book.cbjyqzbm,
    ...a.entry,
    words: a.reason,
    attachId: a.agreement ?? null,
    noteDay: day,
    causeKind,
    causeId,
  }
  add(w, w.changes.djb_note, note, day)
}

/** Since when a version is what it is: a correction holds from then on, unless it names a day. */
export const firstDay = (w: Work, a: ReviseBook): string => a.day ?? w.found.days.get(a.djbId)?.[0] ?? bookOf(w, a.djbId).djsj ?? w.entry.day

/**
 * A correction of a version: its number stays, what it says becomes what the paper says. Members are those whom the book prints; the household itself is corrected
 * by setContractor.
 */
export function reviseBook(w: Work, a: ReviseBook): void {
  const day = a.day ?? w.since
  const book = bookOf(w, a.djbId)
  const { members, fzjg: _, holder, ...printed } = a.content
  const named = holder && { cbfmc: holder.cbfmc, cbfzjhm: holder.cbfzjhm }
  const area = a.lines ? contractArea(a.lines) : {}
  const terms = a.terms ? termsOf(a.terms) : {}
  const years = a.terms ? { cbqx: a.terms.cbqx === null ? null : String(a.terms.cbqx) } : {}
  alter(w, w.changes.djb, book, { ...printed, ...named, ...terms, ...years, ...area, ...(members && { cbfcysl: members.length }) }, day)
  if (holder) for (const row of w.found.holderRows) if (row.djbId === a.djbId) alter(w, w.changes.djb_cbf, row, holder, day)
  if (members) {
    for (const row of w.found.printed) if (row.djbId === a.djbId) take(w, w.changes.djb_jtcy, row, day)
    snapshot(w, a.djbId, book.regionCode!, members, firstDay(w, a))
  }
  const contract = contractOf(w, a.djbId)
  const said = a.contract ? signature(w, book.cbjyqzbm!, a.contract) : {}
  if (contract) alter(w, w.changes.cbht, contract, { ...named, ...terms, ...(a.terms ? { cbqx: a.terms.cbqx } : {}), ...area, ...said }, day)
  if (!a.lines) return
  const known = new Map(w.found.lines.filter((l) => l.djbId === a.djbId).map((l) => [l.dkbm, l]))
  for (const l of a.lines) {
    const before = known.get(l.dkbm)
    known.delete(l.dkbm)
    if (before) alter(w, w.changes.cbdkxx, before, l, day)
    else line(w, l, { djbId: a.djbId, cbfbm: book.cbfbm!, cbhtbm: book.cbjyqzbm!, qszt: book.qszt }, firstDay(w, a))
  }
  for (const left of known.values()) take(w, w.changes.cbdkxx, left, firstDay(w, a))
}

/** What a desk may fill once, while it is empty. Source: rulings.md 3. */
const ONCE = {
  qdsj: ['签订时间', 'Signing day'],
  signWay: ['签署方式', 'Sign way'],
  attachId: ['签署文件', 'Signed file'],
  htxlh: ['合同序列号', 'Serial'],
} as const
export function setContract(w: Work, { act: _, cbhtbm, day, ...values }: SetContract): void {
  const row = w.found.contracts.find((c) => c.cbhtbm === cbhtbm && c.qszt === QSZT.current)
  if (!row) throw registerProblems.notFound({ code: cbhtbm, zh: '合同', en: 'Contract' })
  // the day of signing is set once, by whomever: only what the record has wrong is put right
  const once = { desk: ['qdsj', 'signWay', 'attachId', 'htxlh'] as const, business: ['qdsj'] as const }[w.entry.cause.kind as string]
  if (once)
    for (const name of once) {
      const [zh, en] = ONCE[name]
      if (row[name] && values[name] !== undefined && values[name] !== row[name]) throw registerProblems.signed({ code: cbhtbm, zh, en })
    }
  alter(w, w.changes.cbht, row, values, day)
}
