import type { Draft } from '../../../kit/model/resource.ts'
import type { Certificate } from './acts.ts'
import type { cbjyqz } from '../../definitions/cbjyqz.ts'
import { QSZT } from '../../definitions/statuses.ts'
import { businessOf, versionsOf } from './books.ts'
import { add, alter, take, type Fresh, type Work } from './changes.ts'
import type { CertificateRow } from './found.ts'
import { registerProblems } from './problems.ts'

/** `zt` of a certificate (dictionary cert_state): not yet printed, valid, cancelled. */
const CERT = { none: '0', valid: '1', cancelled: '2' } as const
/** Kinds of certificate events: 换发, 补发, 注销. */
const EVENT = { replace: 'hf', reissue: 'bf', cancel: 'zx' } as const
/** The column of the standard holds an ID number of 18 signs. */
const MOST_DIGITS = 18

/** The version that a certificate is printed from: the one that this entry makes, else the current one. */
function bookFor(w: Work, code: string): { id: string; regionCode: string; cbfmc: string | null; cbfzjhm: string | null } {
  const fresh = w.changes.djb.fresh.find(({ values }) => values.cbjyqzbm === code)?.values
  if (fresh) return { id: fresh.id, regionCode: fresh.regionCode!, cbfmc: fresh.cbfmc ?? null, cbfzjhm: fresh.cbfzjhm ?? null }
  const [last] = versionsOf(w, code)
  if (!last || last.qszt !== QSZT.current) throw registerProblems.notCurrent({ code })
  return last
}
function make(w: Work, code: string, day?: string): void {
  const b = bookFor(w, code)
  const cbfdbzjhm = b.cbfzjhm && b.cbfzjhm.length <= MOST_DIGITS ? b.cbfzjhm : null
  const row = { regionCode: b.regionCode, djbId: b.id, cbjyqzbm: code, cbfmc: b.cbfmc, cbfdbzjhm, sfbdcfz: '2', qzsflq: '2', sfzx: 0, zt: CERT.none }
  add(w, w.changes.cbjyqz, row, day)
}
/** The old certificate is void; what was never given out leaves no event. */
function annul(w: Work, row: CertificateRow, kind: string, reason: string, day: string): void {
  alter(w, w.changes.cbjyqz, row, { sfzx: 1, zt: CERT.cancelled }, day)
  if (kind === EVENT.replace && !row.fzrq) return
  const by = { businessId: businessOf(w), causeId: w.entry.cause.id }
  add(w, w.changes.cbjyqz_event, { regionCode: row.regionCode, cbjyqzbm: row.cbjyqzbm, kind, reason, sjrq: day, ...by }, day)
}

/** What happens to a certificate. Source: business-flows.md 8; acts.md 2. */
export function certificate(w: Work, a: Certificate): void {
  const day = a.day ?? w.entry.day
  const row = w.found.certificates.get(a.code)
  const fresh = freshOf(w, a.code)
  switch (a.event) {
    case 'new':
      if (row) throw registerProblems.exists({ code: a.code, zh: '权证', en: 'Certificate' })
      return make(w, a.code, day)
    case 'keep':
      if (!row) return make(w, a.code, day)
      return alter(w, w.changes.cbjyqz, row, { djbId: bookFor(w, a.code).id }, day)
    case 'replace':
    case 'reissue':
      // only what was given out can be lost
      if (a.event === 'reissue' && !row?.fzrq) throw registerProblems.certificate(a)
      if (row) annul(w, row, EVENT[a.event], a.reason, day)
      return make(w, a.code, day)
    case 'cancel':
      return row && annul(w, row, EVENT.cancel, a.reason, day)
    default:
      return change(w, a, fresh ?? standing(row, a.code), day)
  }
}
/** The certificate that this entry makes. */
const freshOf = (w: Work, code: string): Fresh<typeof cbjyqz> | undefined => w.changes.cbjyqz.fresh.find(({ values }) => values.cbjyqzbm === code)?.values
type Standing = CertificateRow | Fresh<typeof cbjyqz>
const isFresh = (w: Work, row: Standing): row is Fresh<typeof cbjyqz> => freshOf(w, row.cbjyqzbm!)?.id === row.id
/** Changes a certificate, or what is written of one that comes. */
function set(w: Work, row: Standing, values: Draft<typeof cbjyqz>, day: string): void {
  if (isFresh(w, row)) Object.assign(row, values)
  else alter(w, w.changes.cbjyqz, row, values, day)
}
function standing(row: CertificateRow | undefined, code: string): CertificateRow {
  if (!row) throw registerProblems.notFound({ code, zh: '权证', en: 'Certificate' })
  return row
}
/** What a certificate is printed with is what its book says by now: a correction may have named another person since it was made. */
function nameNow(w: Work, row: Standing): Draft<typeof cbjyqz> {
  const [last] = versionsOf(w, row.cbjyqzbm!)
  return last?.id === row.djbId && last?.cbfmc && last.cbfmc !== row.cbfmc ? { cbfmc: last.cbfmc } : {}
}
/** What happens to a certificate that stays the same. */
function change(w: Work, a: Certificate, row: Standing, day: string): void {
  const [isPrinted, isIssued] = [!!row.cbjyqzlsh, !!row.fzrq]
  const requireState = (ok: boolean) => {
    if (!ok) throw registerProblems.certificate(a)
  }
  switch (a.event) {
    case 'print':
      if (row.sfbdcfz === '1') throw registerProblems.realEstate(a)
      if (isPrinted) throw registerProblems.printed(a)
      return set(w, row, { cbjyqzlsh: a.serial, zt: CERT.valid, ...nameNow(w, row) }, day)
    case 'spoil':
      if (!isPrinted) throw registerProblems.notPrinted(a)
      requireState(row.cbjyqzlsh === a.serial && !isIssued)
      return set(w, row, { cbjyqzlsh: null, zt: CERT.none }, day)
    case 'issue':
      // what a package brings was printed elsewhere
      requireState(!isIssued && (isPrinted || w.entry.cause.kind === 'import'))
      return set(w, row, { fzrq: a.fzrq, fzjg: a.fzjg, bznf: a.bznf, zt: CERT.valid }, day)
    case 'collect':
      requireState(isIssued && row.qzsflq !== '1')
      return collect(w, a, row, day)
    case 'bdc':
      return set(w, row, { sfbdcfz: a.sfbdcfz, bdcqzh: a.bdcqzh }, day)
    case 'set':
      if (isPrinted || isIssued) throw registerProblems.printed(a)
      return set(w, row, a.fields, day)
    case 'drop':
      if (isPrinted || isIssued) throw registerProblems.printed(a)
      return isFresh(w, row) ? undefined : take(w, w.changes.cbjyqz, row, day)
  }
}
function collect(w: Work, a: Certificate & { event: 'collect' }, row: Standing, day: string): void {
  const { qzlqrq, qzlqrxm, qzlqrzjlx, qzlqrzjhm } = a
  set(w, row, { qzsflq: '1', qzlqrq, qzlqrxm, qzlqrzjlx, qzlqrzjhm }, day)
  const event = w.found.events.get(a.code)
  if (event) alter(w, w.changes.cbjyqz_event, event, { lqrq: qzlqrq, lqrxm: qzlqrxm, lqrzjlx: qzlqrzjlx, lqrzjhm: qzlqrzjhm }, day)
}
