/** Reads contractors and issuers for the survey forms. */

import { countyOf } from '../../kit/model/region-code.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import { requireRegion, scoped, underRegion } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { fbf } from '../definitions/fbf.ts'
import { cbht } from '../definitions/cbht.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { printProblems } from './problems.ts'
import type { SurveyedHolder, SurveyedIssuer } from './survey-doc.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'

/** Forms of one call at most; more is the work of an export job. */
export const MAX_FORMS = 200
/** A comma list of codes from a query, each once; none where it was not given. @throws print-nothing for a list of no code: it does not mean all */
export function codesOf(v: unknown): string[] {
  const codes = [
    ...new Set(
      String(v ?? '')
        .split(',')
        .map((x) => x.trim())
        .filter((x) => x !== ''),
    ),
  ]
  if (v && codes.length === 0) throw printProblems.nothing()
  if (codes.length > MAX_FORMS) throw printProblems.tooMany({ max: MAX_FORMS })
  return codes
}

function regionOf(ctx: Ctx, q: TextInput): string {
  const code = q.regionCode ?? ''
  requireRegion(ctx, code)
  return code
}

function requireSome<T>(found: T[], most = MAX_FORMS): T[] {
  if (found.length === 0) throw printProblems.nothing()
  if (found.length > most) throw printProblems.tooMany({ max: most })
  return found
}

/** A term in years as the query names it. */
function yearsOf(v: unknown): number {
  if (!/^\d{1,3}$/.test(String(v))) throw problems.badRequest({ zh: '承包期限格式不正确', en: 'The term is malformed' })
  return Number(v)
}

/** Contractors of one issuer at most that stand in one table. */
const MOST_OF_ISSUER = 2000
/**
 * Valid contractors of `cbfbms`, or of the region when none are named, with members, the code of their current contract, and that of a certificate that was
 * issued; or all of an `issuer`.
 */
export async function readHolders(ctx: Ctx, q: TextInput, issuer?: string): Promise<SurveyedHolder[]> {
  const codes = codesOf(q.cbfbms)
  const most = issuer ? MOST_OF_ISSUER : MAX_FORMS
  let of = scoped(ctx, cbf)
    .selectAll('cbf')
    .where('cbf.zt', '=', ZT.valid)
    .orderBy('cbf.cbfbm')
    .limit(most + 1)
  of = issuer
    ? of.where('cbf.countyCode', '=', countyOf(issuer)).where('cbf.fbfbm', '=', issuer)
    : codes.length > 0
      ? of.where('cbf.countyCode', 'in', [...new Set(codes.map(countyOf))]).where('cbf.cbfbm', 'in', codes)
      : underRegion(of, 'cbf', regionOf(ctx, q))
  if (q.cbqx) of = of.where('cbf.cbqx', '=', yearsOf(q.cbqx))
  const holders = requireSome(await of.execute(), most).map((h) => ({ ...h, cbfbm: h.cbfbm! }))
  const ask = { counties: [...new Set(holders.map((h) => countyOf(h.cbfbm)))], codes: holders.map((h) => h.cbfbm) }
  const members = await scoped(ctx, jtcy)
    .selectAll('jtcy')
    .where('jtcy.countyCode', 'in', ask.counties)
    .where('jtcy.cbfbm', 'in', ask.codes)
    .orderBy('jtcy.sort')
    .execute()
  const contracts = await scoped(ctx, cbht)
    .select(['cbht.cbfbm', 'cbht.cbhtbm'])
    .where('cbht.countyCode', 'in', ask.counties)
    .where('cbht.cbfbm', 'in', ask.codes)
    .where('cbht.qszt', '=', QSZT.current)
    .orderBy('cbht.cbhtbm')
    .execute()
  // a code is given with the book; a household has a certificate once one was issued
  const certificates = await scoped(ctx, cbjyqz)
    .select('cbjyqz.cbjyqzbm')
    .where('cbjyqz.countyCode', 'in', ask.counties)
    .where(
      'cbjyqz.cbjyqzbm',
      'in',
      ask.codes.flatMap((c) => [`${c}J`, `${c}Q`]),
    )
    .where('cbjyqz.sfzx', '=', 0)
    .where('cbjyqz.fzrq', 'is not', null)
    .orderBy('cbjyqz.cbjyqzbm')
    .execute()
  return holders.map((h) => ({
    ...shown(ctx, cbf, h),
    members: members.filter((m) => m.cbfbm === h.cbfbm).map((m) => shown(ctx, jtcy, m)),
    cbhtbm: contracts.find((c) => c.cbfbm === h.cbfbm)?.cbhtbm,
    cbjyqzbm: certificates.find((c) => c.cbjyqzbm?.startsWith(h.cbfbm))?.cbjyqzbm,
  }))
}

/** Valid issuers of `fbfbms`, or of a region and below when none are named, by code. */
export async function readIssuers(ctx: Ctx, q: TextInput): Promise<SurveyedIssuer[]> {
  const codes = codesOf(q.fbfbms)
  const all = scoped(ctx, fbf)
    .selectAll('fbf')
    .where('fbf.zt', '=', ZT.valid)
    .orderBy('fbf.fbfbm')
    .limit(MAX_FORMS + 1)
  const of =
    codes.length > 0
      ? all.where('fbf.countyCode', 'in', [...new Set(codes.map(countyOf))]).where('fbf.fbfbm', 'in', codes)
      : underRegion(all, 'fbf', regionOf(ctx, q))
  return requireSome(await of.execute()).map((f) => shown(ctx, fbf, f)) as SurveyedIssuer[]
}
