// The certificates of a finished case: those that it cancelled, and those of its books that were written, with each serial that they bore.
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import { cert_serial, SERIAL } from '../../land/cbjyqz/blank.ts'
import { cbjyqz, cbjyqz_event } from '../../land/definitions/cbjyqz.ts'
import { personName } from '../../platform/people/name.ts'
import { business_book, type Business } from '../cases/definitions/business.ts'
import type { CancelledCertificate, WrittenCertificate } from './facts.ts'

const CANCEL = 'zx'
const ENDED = 1

/** Certificates that the case cancelled and that were on paper: what was never printed is not announced. Three statements at most. */
async function cancelledBy(ctx: Ctx, b: Business, county: string): Promise<CancelledCertificate[]> {
  const events = await flatRows(scoped(ctx, cbjyqz_event), cbjyqz_event)
    .where('cbjyqz_event.countyCode', '=', county)
    .where('cbjyqz_event.causeId', '=', b.id)
    .where('cbjyqz_event.kind', '=', CANCEL)
    .orderBy('cbjyqz_event.cbjyqzbm')
    .execute()
  if (!events.length) return []
  const known = await flatRows(scoped(ctx, cbjyqz), cbjyqz)
    .where('cbjyqz.countyCode', '=', county)
    .where(
      'cbjyqz.cbjyqzbm',
      'in',
      events.map((e) => e.cbjyqzbm!),
    )
    .where('cbjyqz.sfzx', '=', ENDED)
    .orderBy('cbjyqz.id')
    .execute()
  // the last of a code is the one that this case ended
  const last = new Map(known.map((c) => [c.cbjyqzbm!, c]))
  return events.flatMap(({ cbjyqzbm, reason, sjrq }) => {
    const c = last.get(cbjyqzbm!)
    if (!c || !(c.cbjyqzlsh || c.fzrq)) return []
    return [{ cbjyqzbm: cbjyqzbm!, serial: c.cbjyqzlsh ?? '', cbfmc: c.cbfmc ?? '', reason: reason ?? '', day: sjrq ?? '', authority: c.fzjg ?? '' }]
  })
}

/** What was written of the certificates of the books that the case made, a row for each serial, spoilt ones too. */
async function writtenOf(ctx: Ctx, b: Business, county: string): Promise<WrittenCertificate[]> {
  const made = await scoped(ctx, business_book)
    .select('business_book.newDjbId')
    .where('business_book.countyCode', '=', county)
    .where('business_book.businessId', '=', b.id)
    .where('business_book.newDjbId', 'is not', null)
    .execute()
  if (!made.length) return []
  const own = await flatRows(scoped(ctx, cbjyqz), cbjyqz)
    .where('cbjyqz.countyCode', '=', county)
    .where(
      'cbjyqz.djbId',
      'in',
      made.map((m) => m.newDjbId!),
    )
    .execute()
  if (!own.length) return []
  const serials = await flatRows(scoped(ctx, cert_serial), cert_serial)
    .where('cert_serial.countyCode', '=', county)
    .where('cert_serial.cbjyqzbm', 'in', [...new Set(own.map((c) => c.cbjyqzbm!))])
    .orderBy('cert_serial.cbjyqzbm')
    .orderBy('cert_serial.id')
    .execute()
  const byId = new Map(own.map((c) => [c.id, c]))
  const mine = serials.filter((s) => byId.has(String(s.cbjyqzId)))
  const writers = await namesOf(ctx, [...new Set(mine.map((s) => String(s.createUser)))])
  return mine.map((s) => {
    const c = byId.get(String(s.cbjyqzId))!
    const isSpoilt = s.status === SERIAL.spoilt
    return {
      cbjyqzbm: c.cbjyqzbm!,
      cbfmc: c.cbfmc ?? '',
      serial: s.serial ?? '',
      day: s.day ?? '',
      writer: writers.get(String(s.createUser)) ?? '',
      collected: isSpoilt ? '' : (c.qzlqrq ?? ''),
      spoilt: isSpoilt ? (s.reason ?? '') || '作废' : '',
    }
  })
}
async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const found = await ctx.db
    .selectFrom('sys_user')
    .select(['id', 'realName', 'account'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map((u) => [String(u.id), personName(u)]))
}

/** What a finished case did to certificates, and what was written of those that it made. */
export async function caseCertificates(ctx: Ctx, b: Business): Promise<{ cancelled: CancelledCertificate[]; written: WrittenCertificate[] }> {
  const county = countyOf(b.regionCode)
  return { cancelled: await cancelledBy(ctx, b, county), written: await writtenOf(ctx, b, county) }
}
